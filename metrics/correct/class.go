package correct

import (
	"fmt"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/rubric"
)

// Class is a kind of criteria on which a judge errs alike.
type Class struct {
	// Category is the category of the criteria; empty for all categories together.
	Category string `json:"category"`
	// Penalty says whether their weights are negative. Judges err differently on penalties, which
	// most answers do not meet.
	Penalty bool `json:"penalty"`
}

// String returns the class in words.
func (c Class) String() string {
	sign := "positive weight"
	if c.Penalty {
		sign = "negative weight"
	}
	if c.Category == "" {
		return "criteria of " + sign
	}
	return fmt.Sprintf("criteria of %s in %q", sign, c.Category)
}

// classOf returns the class of one criterion.
func classOf(c rubric.Criterion) Class { return Class{c.Category, c.Weight < 0} }

// Calibrations hold a judge's [Calibration] for each class: for each sign of weight over all
// categories, and for each category by itself.
type Calibrations map[Class]Calibration

// Calibrate compares a judge's labels with an expert's on the criteria that both judged, and returns
// the counts by class, with what they are worth: verdicts on the criteria of one sample resemble each
// other, so that the variance of a rate q over m of them is CR1 over samples and not q(1−q)/m, and they
// are worth
//
//	m* = q(1−q)/CR1²·(z/t)², t with one degree of freedom less than there are samples
//
// independent labels, at most m; where all are right or all wrong, as many as there are samples. samples
// give the weights and categories. It is an error when a label is there twice or its criterion is in no
// sample. Source: Korn & Graubard 1998, of the effective size of a sample in clusters.
func Calibrate(judge, expert []agreement.Label, samples []dataset.Sample) (Calibrations, error) {
	return CalibrateClusters(judge, expert, samples, nil)
}

// CalibrateClusters is [Calibrate] for samples that resemble each other: clusters names the cluster of a
// sample by its ID. A sample that it does not have is a cluster of its own.
func CalibrateClusters(judge, expert []agreement.Label, samples []dataset.Sample, clusters map[string]string) (Calibrations, error) {
	criteria := map[agreement.Key]rubric.Criterion{}
	for _, s := range samples {
		for _, c := range s.Rubric().Criteria() {
			criteria[agreement.Key{Sample: s.ID(), Criterion: c.ID}] = c
		}
	}
	judged := map[agreement.Key]bool{}
	for _, l := range judge {
		if _, dup := judged[l.Key()]; dup {
			return nil, fmt.Errorf("correct: the judge labeled sample %s, criterion %s twice", l.Sample, l.Criterion)
		}
		judged[l.Key()] = l.Met
	}
	all := map[Class]*verdicts{}
	seen := map[agreement.Key]bool{}
	for _, l := range expert {
		k := l.Key()
		if seen[k] {
			return nil, fmt.Errorf("correct: the expert labeled sample %s, criterion %s twice", l.Sample, l.Criterion)
		}
		seen[k] = true
		c, ok := criteria[k]
		if !ok {
			return nil, fmt.Errorf("correct: no sample has the labeled criterion: sample %s, criterion %s", l.Sample, l.Criterion)
		}
		met, ok := judged[k]
		if !ok {
			continue
		}
		own := classOf(c)
		// The two kinds of names are kept apart.
		cluster := "sample\x00" + l.Sample
		if name, ok := clusters[l.Sample]; ok {
			cluster = "cluster\x00" + name
		}
		for _, class := range []Class{own, {Penalty: own.Penalty}} {
			if all[class] == nil {
				all[class] = &verdicts{}
			}
			all[class].add(l.Met, met, cluster)
			if own.Category == "" {
				break
			}
		}
	}
	out := Calibrations{}
	for class, v := range all {
		c, err := v.calibration()
		if err != nil {
			return nil, err
		}
		out[class] = c
	}
	return out, nil
}

// verdicts are a judge's on criteria that an expert calls unmet, by index 0, and met: 1 where it is
// right.
type verdicts struct {
	right    [2][]float64
	clusters [2][]string
}

// add adds one verdict of the judge's beside the expert's.
func (v *verdicts) add(expert, judge bool, cluster string) {
	kind, right := 0, 0.0
	if expert {
		kind = 1
	}
	if expert == judge {
		right = 1
	}
	v.right[kind], v.clusters[kind] = append(v.right[kind], right), append(v.clusters[kind], cluster)
}

// calibration counts the verdicts.
func (v *verdicts) calibration() (Calibration, error) {
	var right [2]int
	var size [2]float64
	for kind, xs := range v.right {
		for _, x := range xs {
			right[kind] += int(x)
		}
		c, err := metrics.ClusterMean(xs, v.clusters[kind])
		if err != nil {
			return Calibration{}, fmt.Errorf("correct: %w", err)
		}
		if w := worth(c); w < float64(len(xs)) {
			size[kind] = w
		}
	}
	return Calibration{
		Met: len(v.right[1]), MetRight: right[1], MetWorth: size[1],
		Unmet: len(v.right[0]), UnmetRight: right[0], UnmetWorth: size[0],
	}, nil
}

// MinLabels is the number of labels that say met, and of those that say unmet, from which a category
// has a calibration of its own in [Scores]. Below it the one of its sign over all categories is used.
const MinLabels = 50

// of returns the class whose calibration applies to criteria of class own, with the calibration.
func (c Calibrations) of(own Class) (Class, Calibration) {
	if cal := c[own]; cal.Met >= MinLabels && cal.Unmet >= MinLabels {
		return own, cal
	}
	all := Class{Penalty: own.Penalty}
	return all, c[all]
}
