package report

import (
	"errors"
	"fmt"
	"io"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/agreement"
)

// Agreement says how far the verdicts of a report are those of a reference, such as an expert, and
// what the scores would be with the reference's verdicts. [Report.Agreement] makes it. Its methods may
// be called on a nil Agreement, which they show as an empty one; they do not change it.
type Agreement struct {
	// Benchmark is the benchmark's name.
	Benchmark string `json:"benchmark"`
	// Labels counts the reference's labels: Compared with a verdict, Missing on criteria without one,
	// unanswered samples among them, and Unknown on criteria that the report does not have.
	Labels   int `json:"labels"`
	Compared int `json:"compared"`
	Missing  int `json:"missing"`
	Unknown  int `json:"unknown"`
	// Strangers are the unknown criteria in rising order, at most [MaxListed].
	Strangers []agreement.Key `json:"strangers"`
	// Verdicts holds the report's verdicts, the first rater, against the reference's, the second:
	// overall, by category of the criterion and by sign of its weight.
	// It is empty where points in part were given, which are no verdicts.
	Verdicts agreement.Breakdown `json:"verdicts"`
	// Points holds the report's points against the reference's; nil where all of them are none or all of
	// a criterion's.
	Points *PointBreakdown `json:"points,omitempty"`
	// Corrected are the scores of each subset, and of the whole run where subsets are pooled, as the
	// reference would have given them; empty where the reference is not taken for right.
	Corrected []CorrectedScores `json:"corrected"`
	// Warnings say what limits the numbers, in plain sentences.
	Warnings []string `json:"warnings"`
}

// Labels returns the verdicts of the report as labels. Missing verdicts have none. It is an error when
// a verdict gives a part of a criterion's points and so is neither met nor not met, and when two
// samples have one ID.
func (r *Report) Labels() ([]agreement.Label, error) {
	if r == nil {
		return nil, errors.New("report: no report")
	}
	var labels []agreement.Label
	seen := map[string]bool{}
	for i := range r.Samples {
		s := graded{&r.Samples[i]}
		if seen[s.ID()] {
			return nil, twoSamples(s.ID())
		}
		seen[s.ID()] = true
		own, err := agreement.FromGrades(s, s.grades())
		if err != nil {
			return nil, fmt.Errorf("report: %w", err)
		}
		labels = append(labels, own...)
	}
	return labels, nil
}

// AgreementWith holds the verdicts of the report against those of another one on the same responses,
// such as another judge's. Neither is taken for right, so no score is corrected. Where either gives
// points in part their points are compared, as in [Report.PointAgreement]. It is an error when the
// reports are about other samples or other responses, when two samples have one ID, and on the errors of
// [Report.Agreement].
func (r *Report) AgreementWith(other *Report) (*Agreement, error) {
	if r == nil || other == nil {
		return nil, errors.New("report: an agreement needs two reports")
	}
	p, q := r.Provenance.Dataset, other.Provenance.Dataset
	if p.SHA256 != q.SHA256 || p.AnswersSHA256 != q.AnswersSHA256 {
		return nil, errors.New("report: the reports are about different samples or responses; verdicts on them do not agree or disagree")
	}
	if r.inPart() || other.inPart() {
		var marks []refMark
		seen := map[string]bool{}
		for i := range other.Samples {
			s := &other.Samples[i]
			if seen[s.ID] {
				return nil, twoSamples(s.ID)
			}
			seen[s.ID] = true
			for _, grade := range s.Grades {
				if grade.Status == judge.Graded {
					marks = append(marks, refMark{Key: agreement.Key{Sample: s.ID, Criterion: grade.Criterion}, points: clamp(grade.Points, grade.Weight)})
				}
			}
		}
		return r.agree(marks, true, false)
	}
	labels, err := other.Labels()
	if err != nil {
		return nil, err
	}
	return r.agree(verdicts(labels), false, false)
}

// twoSamples is the error of a report in which labels cannot name a sample.
func twoSamples(id string) error {
	return fmt.Errorf("report: two samples have the id %q; labels do not say of which subset they are", id)
}

// inPart says whether a criterion got a part of its points.
func (r *Report) inPart() bool {
	for _, s := range r.Samples {
		for _, grade := range s.Grades {
			if grade.Status == judge.Graded && inPart(grade.Points, grade.Weight) {
				return true
			}
		}
	}
	return false
}

// verdicts returns labels as marks.
func verdicts(labels []agreement.Label) []refMark {
	marks := make([]refMark, len(labels))
	for i, l := range labels {
		marks[i] = refMark{Key: l.Key(), met: l.Met}
	}
	return marks
}

// Agreement holds the verdicts of the report against the labels of a reference, which
// [agreement.Load] reads from a file, and corrects the scores for the judge's errors by [correct].
// Labels name samples and criteria by their IDs; they are of the responses that the report is about.
//
// The corrected scores assume that the labeled criteria are like the others of their sign and
// category: labels of criteria that were picked for being hard give a judge that is better than it
// looks.
//
// It is an error when the report is nil, when no label is of a criterion with a verdict, when a
// criterion is labeled twice, when a labeled sample is in several subsets, and when the report gives a
// labeled criterion a part of its points, which is neither met nor not met. Where the labels are too
// few for a correction, or the judge is no better than chance, the correction is not defined and a
// note says why.
func (r *Report) Agreement(labels []agreement.Label) (*Agreement, error) {
	if r == nil {
		return nil, errors.New("report: no report")
	}
	return r.agree(verdicts(labels), false, true)
}

// PointAgreement is [Report.Agreement] for labels in points, which [agreement.LoadPoints] reads, for
// rubrics on which points in part can be given. Where they are, Points of the result says how far the
// points agree, and the scores are corrected by prediction-powered inference alone, which needs samples
// that the reference labeled in full: rates of errors are of verdicts. A metric is predicted where the
// report's own scores show how it is made of points: of all criteria, of one criterion that every sample
// has, or of one category.
//
// It is an error when a label has points that its criterion cannot give, beside the errors of Agreement
// that are not about points in part.
func (r *Report) PointAgreement(labels []agreement.PointLabel) (*Agreement, error) {
	if r == nil {
		return nil, errors.New("report: no report")
	}
	marks := make([]refMark, len(labels))
	for i, l := range labels {
		marks[i] = refMark{Key: l.Key(), points: l.Points}
	}
	return r.agree(marks, true, true)
}

// agree holds the grades against marks, and corrects the scores by them if asked to.
func (r *Report) agree(marks []refMark, inPoints, corrects bool) (*Agreement, error) {
	g, err := r.match(marks, inPoints)
	if err != nil {
		return nil, err
	}
	if g.out.Compared == 0 {
		return nil, fmt.Errorf("report: none of the %d labels is of a criterion that has a verdict", len(marks))
	}
	judged, reference := g.labels()
	if g.points {
		g.out.Points, judged, reference = g.breakdown(), nil, nil
	}
	if g.out.Verdicts, err = agreement.BetweenClusters(judged, reference, g.samples, g.clusters()); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	if corrects {
		if err := g.correct(r); err != nil {
			return nil, err
		}
	}
	g.warn()
	return g.out, nil
}

// WriteJSON writes the agreement as indented JSON. Numbers that are not defined are null.
func (a *Agreement) WriteJSON(w io.Writer) error {
	if a == nil {
		a = &Agreement{}
	}
	return writeJSON(w, a)
}
