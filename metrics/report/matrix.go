package report

import (
	"fmt"
	"io"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/compare"
)

// NamedReport is a report with the name that its run has in what people read.
type NamedReport struct {
	Name   string
	Report *Report
}

// Matrix compares several runs, each pair as [Compare] does. [CompareAll] makes it. Its methods may be
// called on a nil Matrix, which they show as an empty one; they do not change it.
type Matrix struct {
	// Benchmark is the benchmark's name.
	Benchmark string `json:"benchmark"`
	// Runs are the runs, in the order in which they were given.
	Runs []ComparedRun `json:"runs"`
	// Differences are those of all pairs, the earlier run minus the later. Their adjusted p-values are
	// Holm's over the whole list: with many runs some pair differs by chance.
	Differences []PairDifference `json:"differences"`
	// Pairs say which samples were compared, for each pair in the order of the differences.
	Pairs []Pairing `json:"pairs"`
	// Criteria counts the criteria, on samples that all runs have, on which all of them have a verdict;
	// Met those that all runs meet, and Unmet those that none does, which tell the runs apart in no way.
	// The lists have the heaviest of them, at most [MaxListed].
	Criteria int             `json:"criteria"`
	Met      int             `json:"met"`
	Unmet    int             `json:"unmet"`
	MetBy    []CriterionName `json:"met_by_all"`
	UnmetBy  []CriterionName `json:"met_by_none"`
	// Alpha, Power and Seed are as in [Comparison].
	Alpha float64 `json:"alpha"`
	Power float64 `json:"power"`
	Seed  uint64  `json:"seed"`
	// Warnings are those of the comparisons, each with its pair.
	Warnings []string `json:"warnings"`
	// inPoints says that criteria are graded in points.
	inPoints bool
}

// PairDifference is the difference of two of the runs.
type PairDifference struct {
	// A and B are the names of the runs.
	A string `json:"a"`
	B string `json:"b"`
	// Difference is A minus B; its Adjusted is over all pairs.
	Difference Difference `json:"difference"`
}

// CompareAll compares each pair of two runs or more. Each pair rests on the samples that these two share.
// NameA and NameB of the options are not used, and labels are an error. Other errors are those of
// [Compare], a name that is empty or there twice, and fewer than two runs. Equal input gives equal bytes.
func CompareAll(runs []NamedReport, opts CompareOptions) (*Matrix, error) {
	if len(runs) < 2 {
		return nil, fmt.Errorf("report: a comparison needs two reports; there are %d", len(runs))
	}
	if opts.LabelsA != nil || opts.LabelsB != nil {
		return nil, fmt.Errorf("report: labels are of two runs; there are %d", len(runs))
	}
	names := map[string]bool{}
	for i, r := range runs {
		if r.Name == "" || names[r.Name] {
			return nil, fmt.Errorf("report: run %d has no name of its own: %q", i+1, r.Name)
		}
		names[r.Name] = true
	}
	m := &Matrix{Differences: []PairDifference{}, Pairs: []Pairing{}, Warnings: []string{}, Runs: make([]ComparedRun, len(runs))}
	for i, a := range runs {
		for k, b := range runs[i+1:] {
			opts.NameA, opts.NameB, opts.brief = a.Name, b.Name, true
			c, err := Compare(a.Report, b.Report, opts)
			if err != nil {
				return nil, err
			}
			m.Benchmark, m.Alpha, m.Power, m.Seed = c.Benchmark, c.Alpha, c.Power, c.Seed
			m.Runs[i], m.Runs[i+1+k] = c.A, c.B
			m.Pairs = append(m.Pairs, c.Pairs)
			for _, d := range c.Differences {
				m.Differences = append(m.Differences, PairDifference{a.Name, b.Name, d})
			}
			for _, w := range c.Warnings {
				m.Warnings = append(m.Warnings, fmt.Sprintf("%s against %s: %s", a.Name, b.Name, w))
			}
		}
	}
	all := make([]Difference, len(m.Differences))
	for i, d := range m.Differences {
		all[i] = d.Difference
	}
	if err := adjust(all, compare.Holm); err != nil {
		return nil, err
	}
	for i, d := range all {
		m.Differences[i].Difference = d
	}
	m.criteria(runs)
	return m, nil
}

// criteria counts what all runs meet and what none does.
func (m *Matrix) criteria(runs []NamedReport) {
	type key struct{ subset, sample, criterion string }
	type seen struct {
		first    *Grade
		runs     int
		met      int
		reworded bool
	}
	at := map[key]*seen{}
	var order []key
	graded, points := 0, 0
	for _, r := range runs {
		for i := range r.Report.Samples {
			s := &r.Report.Samples[i]
			for k := range s.Grades {
				g := &s.Grades[k]
				if g.Status != judge.Graded {
					continue
				}
				id := key{s.Subset, s.ID, g.Criterion}
				x := at[id]
				if x == nil {
					x = &seen{first: g}
					at[id] = x
					order = append(order, id)
				}
				x.runs++
				graded++
				if inPoints(g) {
					points++
				}
				x.reworded = x.reworded || !sameCriterion(*x.first, *g)
				if g.share() >= 1 {
					x.met++
				}
			}
		}
	}
	m.inPoints = mostlyPoints(points, graded)
	m.MetBy, m.UnmetBy = []CriterionName{}, []CriterionName{}
	for _, id := range order {
		x := at[id]
		if x.runs < len(runs) || x.reworded {
			continue
		}
		m.Criteria++
		name := CriterionName{id.subset, id.sample, id.criterion, x.first.Weight, x.first.Text}
		switch x.met {
		case len(runs):
			m.Met++
			m.MetBy = append(m.MetBy, name)
		case 0:
			m.Unmet++
			m.UnmetBy = append(m.UnmetBy, name)
		}
	}
	m.MetBy, m.UnmetBy = heaviest(m.MetBy), heaviest(m.UnmetBy)
}

// WriteJSON writes the matrix as indented JSON. Numbers that are not defined are null.
func (m *Matrix) WriteJSON(w io.Writer) error {
	if m == nil {
		m = &Matrix{}
	}
	return writeJSON(w, m)
}
