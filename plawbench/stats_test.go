package plawbench

import (
	"math"
	"testing"
	"unicode/utf8"
)

// TestPromptLengths holds the lengths of all prompts against those that were measured with the
// official texts, which are not here: texts of the same lengths stand for them.
func TestPromptLengths(t *testing.T) {
	type row struct {
		mean      float64
		min, max  int
		deviation float64
	}
	const all Subset = ""
	tables := []struct {
		variant Variant
		want    map[Subset]row
	}{
		{EvalScope, map[Subset]row{
			CaseAnalysis:       {2720.184, 2137, 4873, 435.60},
			LegalConsultation:  {1851.9444, 1512, 2611, 293.07},
			PlaintiffStatement: {1494.6667, 1267, 2050, 281.02},
			DefendantStatement: {4203, 2794, 5890, 1258.76},
			all:                {2669.8821, 1267, 5890, 574.51},
		}},
		{Verbatim, map[Subset]row{
			CaseAnalysis:       {2730.184, 2147, 4883, 435.60},
			LegalConsultation:  {1852.9444, 1513, 2612, 293.07},
			PlaintiffStatement: {1494.6667, 1267, 2050, 281.02},
			DefendantStatement: {4203, 2794, 5890, 1258.76},
			all:                {2678.875, 1267, 5890, math.NaN()},
		}},
	}
	samples := realSamples(t)
	dir := made(t)
	for _, table := range tables {
		p, err := madeRelease.taskPrompts(dir, table.variant)
		if err != nil {
			t.Fatal(err)
		}
		SetTaskPrompts(samples, p)
		lengths := map[Subset][]int{}
		for _, s := range samples {
			n := utf8.RuneCountInString(s.Conversation()[0].Content)
			lengths[s.Subset] = append(lengths[s.Subset], n)
			lengths[all] = append(lengths[all], n)
		}
		for s, want := range table.want {
			mean, deviation, lo, hi := describe(lengths[s])
			if math.Abs(mean-want.mean) > 5e-5 || lo != want.min || hi != want.max || math.Abs(deviation-want.deviation) > 5e-3 {
				t.Errorf("%s, %q: mean %.4f, deviation %.2f, %d to %d, want %+v", table.variant, s, mean, deviation, lo, hi, want)
			}
		}
	}
}

// describe returns the mean, the sample deviation and the range.
func describe(xs []int) (mean, deviation float64, lo, hi int) {
	lo, hi = xs[0], xs[0]
	for _, x := range xs {
		mean += float64(x) / float64(len(xs))
		lo, hi = min(lo, x), max(hi, x)
	}
	for _, x := range xs {
		deviation += (float64(x) - mean) * (float64(x) - mean)
	}
	return mean, math.Sqrt(deviation / float64(len(xs)-1)), lo, hi
}

// TestLintRealFiles finds the contradictions that were found by hand, and no others.
func TestLintRealFiles(t *testing.T) {
	got := map[string]int{}
	for _, w := range Lint(realSamples(t)) {
		got[w]++
	}
	for _, want := range []string{
		"case_analysis-1: section 法条依据: the 4 items have 20 points, more than the section's 15",
		"case_analysis-2: section 推理过程: the 3 items have 30 points, more than the section's 20",
		"case_analysis-21: section 法条依据: the 6 items have 30 points, more than the section's 25",
		"case_analysis-28: section 结论: the 2 items have 10 points, more than the section's 5",
		"case_analysis-31: section 结论: the 2 items have 10 points, more than the section's 5",
		"case_analysis-32: section 结论: the 2 items have 10 points, more than the section's 5",
		"case_analysis-39: section 法条依据: the 3 items have 15 points, more than the section's 10",
		"case_analysis-93: section 案件事实: the 5 items have 30 points, more than the section's 20",
		"case_analysis-98: section 案件事实: the 4 items have 20 points, more than the section's 15",
		"case_analysis-99: section 案件事实: the 6 items have 30 points, more than the section's 25",
		"case_analysis-103: section 案件事实: the 5 items have 25 points, more than the section's 15",
		"case_analysis-106: section 案件事实: the 5 items have 25 points, more than the section's 20",
		"case_analysis-111: section 案件事实: the 4 items have 20 points, more than the section's 15",
		"case_analysis-151: section 法条依据: the 3 items have 15 points, fewer than the section's 20",
		"case_analysis-189: section 案件事实: the 4 items have 20 points, more than the section's 15",
		"case_analysis-231: section 案件事实: the 4 items have 20 points, more than the section's 15",
		"legal_consultation-12: the rubric states no total; the sum of its items' points, 33, is used",
		"legal_consultation-13: the rubric states no total; the sum of its items' points, 30, is used",
		"legal_consultation-14: the rubric states no total; the sum of its items' points, 24, is used",
		"legal_consultation-15: the rubric states no total; the sum of its items' points, 20, is used",
		"legal_consultation-16: the rubric states no total; the sum of its items' points, 14, is used",
		"legal_consultation-17: the rubric states a total of 12 points, its items add up to 13; the sum is used",
		"plaintiff_statement-5: the 4 parts of the rubric add up to 95 points, the sample has 100",
	} {
		if got[want] != 1 {
			t.Errorf("missing: %s", want)
		}
		delete(got, want)
	}
	for w := range got {
		t.Errorf("too much: %s", w)
	}
}
