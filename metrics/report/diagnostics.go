package report

import (
	"math"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/clustered"
	"github.com/assize-eval/assize/metrics/report/internal/packed"
)

// Diagnostics say how the verdicts of a run fall: what a reader looks at before the means are
// believed.
type Diagnostics struct {
	// Whole covers the samples of all subsets; it is nil where subsets are not pooled.
	Whole *VerdictDiagnostics `json:"whole,omitempty"`
	// Subsets cover the samples of each subset.
	Subsets map[string]VerdictDiagnostics `json:"subsets"`
	// Panel says how the votes of a panel, or the repeats of a judge, differ; nil without votes.
	Panel *PanelDiagnostics `json:"panel,omitempty"`
}

// VerdictDiagnostics are about the verdicts on a set of samples.
type VerdictDiagnostics struct {
	// Samples counts the samples with a verdict, and Clusters the clusters that they come in.
	Samples  int `json:"samples"`
	Clusters int `json:"clusters"`
	// Positive and Negative are the rates at which criteria with positive and with negative weight are
	// met. A judge that says yes too easily has both high, and only one of them raises the score.
	Positive MetRate `json:"positive"`
	Negative MetRate `json:"negative"`
	// Points says of a rubric that is graded in points, where few criteria are met in full, how many of their
	// points they get; nil of others. A rubric is graded in points where a verdict, or a vote of a panel,
	// gave a tenth of the run's graded criteria or more a part of their points; see [CriteriaComparison].
	Points *PointShares `json:"points,omitempty"`
	// Length has, for each metric, the correlation of the samples' values with the length of their
	// responses in characters, over scored samples; see [metrics.Correlation]. It is not defined
	// where either has no spread; its interval is clustered where samples share a cluster. It has no Worst and Best where verdicts are missing. A high one may be the judge's taste or the models' skill.
	Length map[string]metrics.Estimate `json:"length"`
	// MetLength has, for the criteria with "positive" and with "negative" weight, the correlation of the
	// share of a sample's verdicts that are met with the length of its response, over samples with such
	// verdicts, as in Length. Longer answers that meet more of both say that the judge takes length for
	// content.
	MetLength map[string]metrics.Estimate `json:"met_length,omitempty"`
}

// MetRate is how often criteria are met.
type MetRate struct {
	// Rate is the share of the graded criteria with all points of their weight. Its N counts criteria;
	// its standard error and 95 % interval are clustered by sample, or by the samples' clusters, since
	// verdicts on one response resemble each other: see [agreement.Panel.Unanimous]. It is not defined
	// without graded criteria. Worst and Best bound it for the missing verdicts.
	Rate metrics.Estimate `json:"rate"`
	// Met, Partial and Unmet count the graded criteria with all or more, some and none of their points,
	// and Missing those without a verdict.
	Met     int `json:"met"`
	Partial int `json:"partial"`
	Unmet   int `json:"unmet"`
	Missing int `json:"missing"`
}

// tally is what the diagnostics need of one answered sample.
type tally struct {
	at                  int
	subset, id, cluster string
	length              int
	scores              metrics.Values
	// missing says that a verdict is missing.
	missing bool
	// positive and negative count the verdicts; their rates are not set.
	positive, negative MetRate
	// positiveShares and negativeShares are the shares of their points that graded criteria get, and inPoints
	// counts the criteria that are graded in points.
	positiveShares, negativeShares []float64
	inPoints                       int
	votes                          []votedGrade
}

// newTally returns the tally of the sample at a place among all.
func newTally(at int, s Sample, names *packed.Lists) tally {
	t := tally{at: at, subset: s.Subset, id: s.ID, cluster: clusterOf(s), length: s.ResponseLength, scores: s.Scores}
	for _, g := range s.Grades {
		m, shares := &t.positive, &t.positiveShares
		if g.Weight < 0 {
			m, shares = &t.negative, &t.negativeShares
		}
		m.count(g)
		if g.Status == judge.Graded {
			*shares = append(*shares, g.share())
			if inPoints(&g) {
				t.inPoints++
			}
		}
		t.missing = t.missing || g.Status != judge.Graded
		if len(g.Votes) > 0 {
			if t.votes == nil {
				t.votes = make([]votedGrade, 0, len(s.Grades))
			}
			t.votes = append(t.votes, newVotedGrade(g, names))
		}
	}
	return t
}

// count counts a criterion.
func (m *MetRate) count(g Grade) {
	switch {
	case g.Status != judge.Graded:
		m.Missing++
	case g.share() >= 1:
		m.Met++
	case g.share() <= 0:
		m.Unmet++
	default:
		m.Partial++
	}
}

// graded is the number of criteria with a verdict.
func (m MetRate) graded() int { return m.Met + m.Partial + m.Unmet }

// diagnose fills in the diagnostics.
func (b *builder) diagnose() {
	d := &Diagnostics{Subsets: map[string]VerdictDiagnostics{}}
	bySubset := map[string][]tally{}
	points, graded := 0, 0
	for _, t := range b.tallies {
		points, graded = points+t.inPoints, graded+t.positive.graded()+t.negative.graded()
		bySubset[t.subset] = append(bySubset[t.subset], t)
	}
	for name := range b.subsets {
		d.Subsets[name] = b.verdicts(bySubset[name], mostlyPoints(points, graded))
	}
	if b.Pool {
		whole := b.verdicts(b.tallies, mostlyPoints(points, graded))
		d.Whole = &whole
	}
	d.Panel = diagnosePanel(b.tallies)
	b.rep.Diagnostics = d
}

// verdicts returns the diagnostics of samples, of a run that is graded in points or not.
func (b *builder) verdicts(samples []tally, inPoints bool) VerdictDiagnostics {
	d := VerdictDiagnostics{Length: map[string]metrics.Estimate{}, MetLength: map[string]metrics.Estimate{}}
	var clusters []string
	missing := false
	for _, t := range samples {
		missing = missing || t.missing
		if t.positive.graded()+t.negative.graded() > 0 {
			clusters = append(clusters, t.cluster)
		}
	}
	d.Samples, d.Clusters = len(clusters), clustered.Distinct(clusters)
	d.Positive = rate(samples, func(t tally) MetRate { return t.positive })
	d.Negative = rate(samples, func(t tally) MetRate { return t.negative })
	withLength := func(to map[string]metrics.Estimate, name string, of func(tally) (float64, bool)) {
		var values, lengths []float64
		var clusters []string
		for _, t := range samples {
			if v, ok := of(t); ok {
				values, lengths, clusters = append(values, v), append(lengths, float64(t.length)), append(clusters, t.cluster)
			}
		}
		if e, err := clustered.Correlation(values, lengths, clusters); err == nil && len(values) > 0 {
			if missing {
				e.Worst, e.Best = math.NaN(), math.NaN()
			}
			to[name] = e
		}
	}
	for _, m := range b.Metrics {
		withLength(d.Length, m.Name, func(t tally) (float64, bool) {
			v, ok := t.scores[m.Name]
			return v, ok
		})
	}
	withLength(d.MetLength, "positive", func(t tally) (float64, bool) { return t.positive.share() })
	withLength(d.MetLength, "negative", func(t tally) (float64, bool) { return t.negative.share() })
	if inPoints {
		d.Points = &PointShares{
			Positive: pointShare(samples, func(t tally) ([]float64, int) { return t.positiveShares, t.positive.Missing }),
			Negative: pointShare(samples, func(t tally) ([]float64, int) { return t.negativeShares, t.negative.Missing }),
			Length:   map[string]metrics.Estimate{},
		}
		withLength(d.Points.Length, "positive", func(t tally) (float64, bool) { return meanShare(t.positiveShares) })
		withLength(d.Points.Length, "negative", func(t tally) (float64, bool) { return meanShare(t.negativeShares) })
	}
	return d
}

// share returns the share of the graded criteria that are met; false where there are none.
func (m MetRate) share() (float64, bool) {
	n := m.graded()
	return float64(m.Met) / float64(max(n, 1)), n > 0
}

// rate returns the rate at which criteria of one sign are met.
func rate(samples []tally, of func(tally) MetRate) MetRate {
	var out MetRate
	n := 0
	for _, t := range samples {
		n += of(t).graded()
	}
	met, clusters := make([]bool, 0, n), make([]string, 0, n)
	for _, t := range samples {
		m := of(t)
		out.Met, out.Partial, out.Unmet, out.Missing = out.Met+m.Met, out.Partial+m.Partial, out.Unmet+m.Unmet, out.Missing+m.Missing
		for i := range m.graded() {
			met, clusters = append(met, i < m.Met), append(clusters, t.cluster)
		}
	}
	out.Rate = clustered.Share(met, clusters)
	if out.Missing > 0 {
		all := float64(out.graded() + out.Missing)
		out.Rate.Worst, out.Rate.Best = float64(out.Met)/all, float64(out.Met+out.Missing)/all
	}
	return out
}
