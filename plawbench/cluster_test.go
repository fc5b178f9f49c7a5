package plawbench_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/plawbench"
)

// together lists the samples that share a cluster, by cluster, in the order of the items.
func together(t *testing.T, samples []plawbench.Sample) (groups [][]string) {
	t.Helper()
	items, err := plawbench.Benchmark{}.Items(samples)
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for _, it := range items {
		if it.Cluster == "" {
			t.Errorf("sample %s has no cluster", it.Sample.ID())
		}
		i, ok := at[it.Cluster]
		if !ok {
			i = len(groups)
			at[it.Cluster] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], it.Sample.ID())
	}
	return slices.DeleteFunc(groups, func(g []string) bool { return len(g) == 1 })
}

func TestSamplesAboutOneCaseAreACluster(t *testing.T) {
	named := func(n int, of plawbench.Sample, edit func(*plawbench.Sample)) plawbench.Sample {
		of.SampleID = fmt.Sprintf("%s-%d", of.Subset, n)
		edit(&of)
		return of
	}
	all := four()
	analysis, consultation := all[0], all[1]
	got := together(t, []plawbench.Sample{
		analysis,
		named(2, analysis, func(s *plawbench.Sample) { s.Context = "乙被辞退。" }),
		named(3, analysis, func(s *plawbench.Sample) { s.Question = "法院会怎么判？" }),
		consultation,
		named(2, consultation, func(s *plawbench.Sample) { s.Question = "另问" }),
		named(3, consultation, func(s *plawbench.Sample) { s.RubricText = "总分：20分" }),
	})
	want := [][]string{{"case_analysis-1", "case_analysis-3"}, {"legal_consultation-1", "legal_consultation-3"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("one case with two questions, and one question with two rubrics (-want +got):\n%s", diff)
	}
}

func TestStatementsOfOneDisputeAreACluster(t *testing.T) {
	statement := func(subset plawbench.Subset, id, tag, question string) plawbench.Sample {
		return plawbench.Sample{SampleID: id, Subset: subset, Category: tag, Question: question, RubricText: "总分：10分", MaxPoints: 10, Answer: "答"}
	}
	const claim, defense = plawbench.PlaintiffStatement, plawbench.DefendantStatement
	got := together(t, []plawbench.Sample{
		statement(claim, "plaintiff_statement-1", "租赁", "原告说。"),
		statement(claim, "plaintiff_statement-2", "借贷", "原告又说。"),
		statement(claim, "plaintiff_statement-3", "", "没有标签。"),
		statement(defense, "defendant_statement-1", "租赁", "被告说。"),
		statement(defense, "defendant_statement-2", "买卖", "被告又说。"),
		statement(defense, "defendant_statement-3", "", "也没有标签。"),
		statement(defense, "own-name-1", "租赁", "另一号。"),
	})
	want := [][]string{{"plaintiff_statement-1", "defendant_statement-1"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("a dispute is known by number and tag together (-want +got):\n%s", diff)
	}
}

func TestClustersOfTheRelease(t *testing.T) {
	dir := os.Getenv("ASSIZE_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared")
	}
	samples, err := plawbench.Load(filepath.Join(dir, "data", "plawbench"))
	if err != nil {
		t.Skip("the published files are not here:", err)
	}
	var got []string
	for _, g := range together(t, samples) {
		slices.Sort(g)
		got = append(got, strings.ReplaceAll(strings.Join(g, " "), "case_analysis-", ""))
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"2 221", "204 213", "247 250", "41 49", "42 50",
		"defendant_statement-1 plaintiff_statement-1", "defendant_statement-2 plaintiff_statement-2", "defendant_statement-3 plaintiff_statement-3",
		"defendant_statement-4 plaintiff_statement-4", "defendant_statement-5 plaintiff_statement-5", "defendant_statement-6 plaintiff_statement-6"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
