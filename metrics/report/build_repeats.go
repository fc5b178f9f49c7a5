package report

import (
	"slices"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/clustered"
	"github.com/assize-eval/assize/metrics/report/internal/packed"
)

// scoreRepeats scores a sample by each repeat of a member, which has voted, that has a vote on every criterion. It
// returns nil for a member that was asked once, and none for one that was asked again and has no full repeat.
func (b *builder) scoreRepeats(s dataset.Sample, grades []judge.Grade, member string) []packed.Values {
	var repeats []int
	for _, g := range grades {
		for _, v := range g.Votes {
			if v.Member == member && !slices.Contains(repeats, v.Repeat) {
				repeats = append(repeats, v.Repeat)
			}
		}
	}
	slices.Sort(repeats)
	if slices.Max(repeats) == 0 {
		return nil
	}
	own, values := make([]judge.Grade, len(grades)), []packed.Values{}
	for _, repeat := range repeats {
		full := true
		for i, g := range grades {
			own[i] = judge.Grade{Criterion: g.Criterion, Status: judge.Missing}
			for _, v := range g.Votes {
				if v.Member == member && v.Repeat == repeat && v.Status == judge.Graded {
					own[i].Status, own[i].Points = judge.Graded, v.Points
				}
			}
			full = full && own[i].Status == judge.Graded
		}
		if !full {
			continue
		}
		if r, err := b.score(s, own); err == nil {
			values = append(values, r.values)
		}
	}
	return values
}

// repeats fills in how the scores of each member of a panel vary between its repeats.
func (b *builder) repeats() {
	for member, rows := range b.members {
		bySubset := map[string][]row{}
		for _, r := range rows {
			if r.repeats != nil {
				bySubset[r.subset] = append(bySubset[r.subset], r)
			}
		}
		for subset, rows := range bySubset {
			for _, m := range b.Metrics {
				r, ok := repeated(m, rows)
				if !ok {
					continue
				}
				if b.rep.Repeats == nil {
					b.rep.Repeats = map[string]map[string]map[string]metrics.Repeated{}
				}
				if b.rep.Repeats[member] == nil {
					b.rep.Repeats[member] = map[string]map[string]metrics.Repeated{}
				}
				if b.rep.Repeats[member][subset] == nil {
					b.rep.Repeats[member][subset] = map[string]metrics.Repeated{}
				}
				b.rep.Repeats[member][subset][m.Name] = r
			}
		}
	}
}

// repeated returns how a metric varies between the repeats of samples; false where none has it.
func repeated(m Metric, rows []row) (metrics.Repeated, bool) {
	var scores [][]float64
	var means []float64
	var clusters []string
	for _, r := range rows {
		var own []float64
		for _, values := range r.repeats {
			if v, ok := values.Get(m.Name); ok {
				own = append(own, v)
			}
		}
		if len(own) > 0 {
			scores, clusters = append(scores, own), append(clusters, r.whole.cluster)
			means = append(means, metrics.Mean(own).Value)
		}
	}
	if len(scores) == 0 {
		return metrics.Repeated{}, false
	}
	out, err := metrics.Repeats(scores)
	if err != nil {
		return out, false
	}
	out.Empty = len(rows) - len(scores)
	out.Mean = clustered.Mean(means, clusters)
	if m.ClipMean {
		out.Mean = out.Mean.Clip()
	}
	return out, true
}
