package report

import (
	"maps"
	"math"
	"slices"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/plot"
)

// maxScores is the number of metrics that the table of samples shows, maxShapes that of those whose
// distribution is drawn, and maxHistograms about the number of their histograms.
const maxScores, maxShapes, maxHistograms = 5, 3, 8

// sampleRow is a line of the table of samples.
type sampleRow struct {
	// Key names the row in the page.
	Key        int
	ID, Subset string
	Status     Status
	Scores     []string
	Criteria   int
	Missing    int
}

// scoreNames returns the first metrics that samples have, in the order of the definitions.
func (r *Report) scoreNames() []string {
	have := map[string]bool{}
	for _, s := range r.Samples {
		for name := range s.Scores {
			have[name] = true
		}
	}
	var out []string
	for _, d := range r.Definitions {
		if have[d.Name] && !slices.Contains(out, d.Name) {
			out = append(out, d.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(have)) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out[:min(len(out), maxScores)]
}

// sampleRows returns the lines of the table of samples.
func (r *Report) sampleRows(names []string) []sampleRow {
	out := make([]sampleRow, len(r.Samples))
	for i, s := range r.Samples {
		row := sampleRow{Key: i, ID: s.ID, Subset: s.Subset, Status: s.Status, Criteria: len(s.Grades)}
		for _, name := range names {
			x, ok := s.Scores[name]
			if !ok {
				x = math.NaN()
			}
			row.Scores = append(row.Scores, numeral.Typeset(numeral.Of(x)))
		}
		for _, g := range s.Grades {
			if g.Status != judge.Graded {
				row.Missing++
			}
		}
		out[i] = row
	}
	return out
}

// subsets returns the names of the subsets, sorted.
func (r *Report) subsets() []string {
	seen := map[string]bool{}
	for _, s := range r.Samples {
		seen[s.Subset] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// declared returns those of the metrics that the report declares, in their order.
func (r *Report) declared(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !slices.ContainsFunc(r.Definitions, func(d Metric) bool { return d.Name == name })
	})
}

// histograms returns the distributions of the first metrics: over all samples where the run has a
// mean over all of them, else over each subset.
func (r *Report) histograms(names []string) []plot.Histogram {
	var out []plot.Histogram
	for _, name := range names[:min(len(names), maxShapes)] {
		if len(out) >= maxHistograms/2 {
			break
		}
		scopes := []string{""}
		if _, pooled := r.Metrics[name]; !pooled {
			scopes = r.subsets()
		}
		for _, scope := range scopes {
			var values []float64
			for _, s := range r.Samples {
				x, ok := s.Scores[name]
				if ok && s.Status == Scored && isFinite(x) && (scope == "" || scope == s.Subset) {
					values = append(values, x)
				}
			}
			if len(values) > 0 {
				out = append(out, plot.NewHistogram(name, scope, values))
			}
		}
	}
	return out
}

// statuses lists the statuses that samples have, in the order in which they are shown.
func (r *Report) statuses() []Status {
	var out []Status
	for _, status := range []Status{Scored, Excluded, Unanswered} {
		if slices.ContainsFunc(r.Samples, func(s Sample) bool { return s.Status == status }) {
			out = append(out, status)
		}
	}
	return out
}
