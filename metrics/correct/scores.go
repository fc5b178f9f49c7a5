package correct

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/rubric"
)

// Corrected are mean scores as experts would have given them.
type Corrected struct {
	// Clipped and Normalized are the corrected means of [metrics.ClippedScore], before clipping, and
	// of [metrics.NormalizedScore].
	Clipped    metrics.Estimate `json:"clipped_score"`
	Normalized metrics.Estimate `json:"normalized_score"`
	// Parts say how each class was corrected.
	Parts []Part `json:"parts"`
}

// Part is the correction of one class of criteria.
type Part struct {
	Class       Class       `json:"class"`
	Calibration Calibration `json:"calibration"`
	// Criteria is the number of criteria, over all samples.
	Criteria int `json:"criteria"`
	// Judged is the share of the class's weight that the judge calls met, each sample's weights over
	// its sum of positive weights, and Rate that share corrected, within [0, 1].
	Judged float64 `json:"judged"`
	Rate   float64 `json:"rate"`
}

// Scores returns the mean scores of samples corrected for the judge's error, class by class.
// grades[i] are the grades of samples[i], one for each criterion in the rubric's order, all graded as
// met or not met.
//
// On class c with rates q₀, q₁ the corrected verdict is ŷ = (v+q₀−1)/(q₀+q₁−1) for the judge's verdict v
// of 0 or 1, and the score of a sample is Σ w·ŷ/Σ⁺, linear in them. With A_c the part of class c in the
// mean score and W_c that of its weight,
//
//	mean = Σ_c A_c, each within 0 and W_c
//	SE² = s²/n + Σ_c (A_c²·q̃₁(1−q̃₁)/m̃₁ + (W_c−A_c)²·q̃₀(1−q̃₀)/m̃₀) / (q̃₀+q̃₁−1)²
//
// with s² the variance of the corrected scores over samples, which allows for the criteria of a sample
// being alike, and the tildes as in [Rate], with m* labels where [Calibrate] says that they are worth
// that. The labels count as independent of the samples, which overstates the error where they are of the
// same samples. The interval is by t, the degrees of freedom those of s² by Welch and Satterthwaite,
// within what the weights allow, and infinite where it lies outside of that altogether. Where one rate
// per class is not enough, because errors go with the score itself, use [PPI].
//
// A criterion takes the calibration of its category and sign where that has [MinLabels] of both
// kinds, else that of its sign. The error wraps [ErrUndefined] when a class has none that allows a
// correction, and names it. Other errors are grades that are missing, do not match or are no
// verdict, and a rubric without positive weight.
func Scores(samples []dataset.Sample, grades [][]judge.Grade, calibrations Calibrations) (Corrected, error) {
	return ScoresClusters(samples, grades, calibrations, nil)
}

// ScoresClusters is [Scores] for samples that come in clusters: clusters[i] names the cluster of
// samples[i], and CR1² takes the place of s²/n, C−1 that of n−1. It is an error when there is not one for
// each sample, unless clusters is nil.
func ScoresClusters(samples []dataset.Sample, grades [][]judge.Grade, calibrations Calibrations, clusters []string) (Corrected, error) {
	switch {
	case len(samples) != len(grades):
		return Corrected{}, fmt.Errorf("correct: grades of %d samples for %d samples", len(grades), len(samples))
	case clusters != nil && len(clusters) != len(samples):
		return Corrected{}, fmt.Errorf("correct: %d clusters for %d samples", len(clusters), len(samples))
	}
	s, err := newScorer(samples, grades, calibrations)
	if err != nil {
		return Corrected{}, err
	}
	out := Corrected{
		Clipped:    s.correct(clippedSums, s.clipped, 0).estimate(clusters),
		Normalized: s.correct(normalizedSums, s.normalized, s.offset).estimate(clusters),
	}
	for _, c := range s.classes() {
		p := s.parts[c]
		judged := p.clipped.judged / p.clipped.weight
		out.Parts = append(out.Parts, Part{c, p.calibration, p.criteria, judged, unit(p.rates.of(judged))})
	}
	return out, nil
}

// newScorer sums up the samples with their grades, of which there are as many.
func newScorer(samples []dataset.Sample, grades [][]judge.Grade, calibrations Calibrations) (*scorer, error) {
	s := &scorer{parts: map[Class]*part{}, calibrations: calibrations}
	for i, sample := range samples {
		if err := s.add(sample, grades[i]); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// scorer sums up the samples.
type scorer struct {
	calibrations Calibrations
	parts        map[Class]*part
	// clipped and normalized are the corrected scores of the samples, and offset is the sum of what
	// normalized scores have beside Σ w·ŷ.
	clipped, normalized []float64
	offset              float64
}

// part is one class in the sum.
type part struct {
	calibration Calibration
	rates       rates
	criteria    int
	clipped     sums
	normalized  sums
}

// sums are sums over criteria of the weight, and of the weight that the judge calls met, each over
// the denominator of its sample.
type sums struct{ weight, judged float64 }

// add adds one sample.
func (s *scorer) add(sample dataset.Sample, grades []judge.Grade) error {
	criteria := sample.Rubric().Criteria()
	if err := rubric.Validate(sample.Rubric()); err != nil {
		return fmt.Errorf("correct: sample %s: %w", sample.ID(), err)
	}
	labels, err := agreement.FromGrades(sample, grades)
	if err != nil {
		return fmt.Errorf("correct: %w", err)
	}
	if len(labels) != len(criteria) {
		return fmt.Errorf("correct: sample %s has %d verdicts on %d criteria", sample.ID(), len(labels), len(criteria))
	}
	positive, negative := rubric.Totals(criteria)
	whole := positive - negative
	if math.IsInf(whole, 0) {
		return fmt.Errorf("correct: the weights of sample %s do not sum to a finite number", sample.ID())
	}
	sum := 0.0
	for i, c := range criteria {
		if labels[i].Criterion != c.ID {
			return fmt.Errorf("correct: sample %s: grade %d is of criterion %s, not %s", sample.ID(), i, labels[i].Criterion, c.ID)
		}
		p, err := s.part(classOf(c))
		if err != nil {
			return err
		}
		v := 0.0
		if labels[i].Met {
			v = 1
		}
		p.criteria++
		p.clipped.add(c.Weight/positive, v)
		p.normalized.add(c.Weight/whole, v)
		sum += c.Weight * p.rates.of(v)
	}
	s.clipped = append(s.clipped, sum/positive)
	s.normalized = append(s.normalized, (sum-negative)/whole)
	s.offset -= negative / whole
	return nil
}

// add adds one criterion.
func (s *sums) add(weight, v float64) {
	s.weight += weight
	s.judged += weight * v
}

// part returns the part that criteria of a class belong to.
func (s *scorer) part(own Class) (*part, error) {
	class, calibration := s.calibrations.of(own)
	if p, ok := s.parts[class]; ok {
		return p, nil
	}
	if err := calibration.check(); err != nil {
		return nil, fmt.Errorf("%w, on %s", err, class)
	}
	p := &part{calibration: calibration, rates: calibration.plain()}
	s.parts[class] = p
	return p, nil
}

// classes returns the classes in a fixed order: by category, positive weights first.
func (s *scorer) classes() []Class {
	last := map[bool]int{true: 1}
	return slices.SortedFunc(maps.Keys(s.parts), func(a, b Class) int {
		return cmp.Or(cmp.Compare(a.Category, b.Category), cmp.Compare(last[a.Penalty], last[b.Penalty]))
	})
}

// corrected is a mean in the making.
type corrected struct {
	// scores are the corrected scores of the samples, center is their mean, and value the same with each
	// class held to what its weight allows, which for all together is from lowest to highest.
	scores                         []float64
	center, value, lowest, highest float64
	// labels is the part of the variance that is the labels'.
	labels float64
}

// correct returns the corrected mean of one kind of score.
func (s *scorer) correct(of func(*part) *sums, scores []float64, offset float64) corrected {
	n := float64(len(scores))
	out := corrected{scores: scores, center: metrics.Mean(scores).Value, value: offset / n, lowest: offset / n, highest: offset / n}
	for _, c := range s.classes() {
		p := s.parts[c]
		weight := of(p).weight / n
		a := weight * p.rates.of(of(p).judged/of(p).weight)
		q := p.calibration.added()
		v1, v0 := q.spread()
		out.labels += (a*a*v1 + (weight-a)*(weight-a)*v0) / (q.youden() * q.youden())
		least, most := min(weight, 0), max(weight, 0)
		out.value += min(max(a, least), most)
		out.lowest += least
		out.highest += most
	}
	return out
}

func clippedSums(p *part) *sums { return &p.clipped }

func normalizedSums(p *part) *sums { return &p.normalized }

// estimate returns the corrected mean of scores in clusters, which may be nil.
func (c corrected) estimate(clusters []string) metrics.Estimate {
	e := metrics.Mean(c.scores)
	if clusters != nil {
		// The scores are finite, and there is a cluster for each.
		m, _ := metrics.ClusterMean(c.scores, clusters)
		if e = m.Mean; m.Clusters == len(c.scores) {
			e.Clusters = 0
		}
	}
	e.Value, e.Worst, e.Best = c.value, c.value, c.value
	if math.IsNaN(e.SE) {
		return e
	}
	own := e.SE * e.SE
	e.SE = math.Sqrt(own + c.labels)
	ratio := e.SE * e.SE / own
	// With no spread over samples the ratio is infinite, and so are the degrees of freedom.
	df := ratio * ratio * e.Freedom()
	if !math.IsInf(df, 1) {
		e.DF = df
	}
	half := metrics.TQuantile(0.975, df) * e.SE
	e.Lo, e.Hi = within(c.center-half, c.center+half, c.lowest, c.highest)
	e.Lo, e.Hi = min(e.Lo, c.value), max(e.Hi, c.value)
	return e
}
