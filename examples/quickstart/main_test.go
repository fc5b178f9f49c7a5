package main

import (
	"bytes"
	"context"
	"flag"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge/baseline"
	"github.com/assize-eval/assize/judge/judgetest"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/plawbench"
)

var update = flag.Bool("update", false, "write the golden files")

// offline takes the endpoint out of the environment, so that nothing can be asked.
func offline(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	t.Setenv("OPENAI_BASE_URL", "")
}

func TestOutput(t *testing.T) {
	offline(t)
	var out bytes.Buffer
	if err := run(t.Context(), "", &out); err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/output.golden"
	if *update {
		if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// TestGoodAnswersScoreHigher wants the two sets to differ on every sample as a reader expects.
func TestGoodAnswersScoreHigher(t *testing.T) {
	goodPR, err := scorePRBench(t.Context(), baseline.New(), "good")
	if err != nil {
		t.Fatal(err)
	}
	weakPR, err := scorePRBench(t.Context(), baseline.New(), "weak")
	if err != nil {
		t.Fatal(err)
	}
	goodPL, err := scorePLawBench(t.Context(), baseline.NewPoints(), "good")
	if err != nil {
		t.Fatal(err)
	}
	weakPL, err := scorePLawBench(t.Context(), baseline.NewPoints(), "weak")
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range goodPR.Samples {
		w := weakPR.Samples[i]
		check(t, g.ID, g.Scores, w.Scores, metrics.ClippedScore)
		if !penalized(w.Grades) || penalized(g.Grades) {
			t.Errorf("%s: the weak answer, and it alone, should meet a penalty", g.ID)
		}
	}
	for i, g := range goodPL.Samples {
		check(t, g.ID, g.Scores, weakPL.Samples[i].Scores, plawbench.Acc)
	}
	if len(goodPR.Samples) != 8 || len(goodPL.Samples) != 8 || goodPL.Coverage.Scored != 8 || weakPR.Coverage.Scored != 8 {
		t.Errorf("want 8 samples of each benchmark, all of them scored: %v, %v", goodPL.Coverage, weakPR.Coverage)
	}
}

func check(t *testing.T, id string, good, weak metrics.Values, metric string) {
	t.Helper()
	if g := good[metric]; g < 0.7 || g > 0.98 {
		t.Errorf("%s: the good answer has %s %.3f, want 0.7 to 0.98", id, metric, g)
	}
	if w := weak[metric]; w < 0.1 || w > 0.35 {
		t.Errorf("%s: the weak answer has %s %.3f, want 0.1 to 0.35", id, metric, w)
	}
}

func penalized(grades []report.Grade) bool {
	return slices.ContainsFunc(grades, func(g report.Grade) bool { return g.Points < 0 })
}

// TestModelJudges has a model of the test's own judge, which says nothing of use about one sample.
func TestModelJudges(t *testing.T) {
	server := &judgetest.Server{Key: "k", Grade: func(r judgetest.Request) string {
		switch prompt := r.Prompt(); {
		case strings.Contains(prompt, "a packaging machine to a company in Lyon"):
			return "Difficult to say."
		case strings.Contains(prompt, "criteria_met"):
			return `{"explanation": "It is not there.", "criteria_met": false}`
		case strings.Contains(prompt, "score_details"):
			return `{"score_details": {"结论": {"total_points": 5}, "案件事实": {"total_points": 5}, "推理过程": {"total_points": 5}, "法条依据": {"total_points": 5}}}`
		default:
			return `{"total_points": 7.5}`
		}
	}}
	endpoint := httptest.NewServer(server)
	defer endpoint.Close()
	t.Setenv("OPENAI_BASE_URL", endpoint.URL+"/v1")
	t.Setenv("OPENAI_API_KEY", "k")
	var out bytes.Buffer
	if err := run(t.Context(), "m", &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`PRBench    good     clipped_score            0.000  `,
		`PRBench    weak     clipped_score            0.000  `,
		`PLawBench  good     case_analysis acc        0.276  `, // the mean of 20/75 and 20/70
		`PLawBench  weak     legal_consultation acc   0.447  `, // the mean of 7.5/15 and 7.5/19
		"7 of 8 samples",
		"8 of 8 samples",
		"\nPRBench, good answers: samples: 7 scored, 1 excluded, 0 unanswered; verdicts: 83 graded, 12 missing (",
		// 190 criteria and 16 samples, and two more calls for each of 24 criteria without a verdict.
		"Judged by m in 254 calls",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output does not have %q:\n%s", want, out.String())
		}
	}
}

func TestErrors(t *testing.T) {
	offline(t)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		why   string
		ctx   context.Context
		model string
		want  string
	}{
		{"no key and no endpoint", t.Context(), "m", "OPENAI_API_KEY"},
		{"an interrupted run", canceled, "", "canceled"},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		err := run(tt.ctx, tt.model, &out)
		if err == nil || !strings.Contains(err.Error(), tt.want) || out.Len() > 0 {
			t.Errorf("%s: got error %v and output %q, want %q and none", tt.why, err, out.String(), tt.want)
		}
	}
}
