package correct

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/rubric"
)

// What nine are worth, the rate that they give, and the sensitivity of 36 in 40 labels worth 20.5, all
// computed apart.
const worthOfNine = 3.2917152120089157

var (
	rateOfNine        = estimate(.6410256410256409, .3200998957008688, 0, 1, 9)
	sensitivityOfNine = estimate(.9, .06625891564490792, .7020097749584107, .9717378471872835, 40)
)

// nine are verdicts on criteria of four samples.
var (
	nine   = []float64{1, 1, 0, 1, 0, 1, 1, 1, 0}
	ofFour = strings.Split("aaabbcccd", "")
)

func TestWorth(t *testing.T) {
	own := strings.Split("abcdefghi", "")
	for _, tt := range []struct {
		xs       []float64
		clusters []string
		want     float64
		why      string
	}{
		{nine, ofFour, worthOfNine, "in four samples"},
		{nine, own, 9, "each of its own sample"},
		{[]float64{1, 1, 1, 1, 1, 1, 1, 1, 1}, ofFour, 4, "all right in four samples"},
		{[]float64{0, 0, 0, 0}, []string{"a", "a", "b", "b"}, 2, "all wrong in two"},
		{[]float64{1, 0, 1, 0}, []string{"a", "a", "b", "b"}, 4, "samples that vary less than chance earn nothing"},
		{[]float64{1, 0, 1}, []string{"a", "a", "a"}, 1, "one sample"},
		{append(slices.Repeat([]float64{1, 0}, 9), 1, 1), strings.Split("aabbccddeeffgghhiijj", ""), 20, "CR1² is .0025 and .2475/.0025 more than there are"},
		{[]float64{1, 1, 0, 1}, []string{"a", "a", "b", "b"}, 0.07138151135508905, "two samples: 3·(1.960/12.706)²"},
		{nil, nil, 0, "nothing"},
	} {
		c, err := metrics.ClusterMean(tt.xs, tt.clusters)
		if err != nil {
			t.Fatal(err)
		}
		if got := worth(c); !near(got, tt.want) {
			t.Errorf("%s: worth %v, want %v", tt.why, got, tt.want)
		}
	}
}

func TestWilsonOfWorth(t *testing.T) {
	none := Calibration{MetWorth: 3}.Sensitivity()
	if !math.IsNaN(none.Value) || !math.IsInf(none.Lo, -1) || !math.IsInf(none.Hi, 1) {
		t.Errorf("no labels: %+v, want nothing known", none)
	}
	// On paper an interval of none ends at 0 and one of all at 1.
	for n := 1.; n < 60; n += .25 {
		if e := wilson(0, 60, n); !(e.Lo >= 0 && e.Lo < 1e-16) {
			t.Errorf("none of labels worth %v: from %v", n, e.Lo)
		}
		if e := wilson(60, 60, n); !(e.Hi <= 1 && e.Hi > 1-1e-15) {
			t.Errorf("all of labels worth %v: to %v", n, e.Hi)
		}
	}
}

func TestRateClusters(t *testing.T) {
	met := make([]bool, len(nine))
	for i, x := range nine {
		met[i] = x == 1
	}
	c := usual
	c.MetWorth, c.UnmetWorth = 20.5, 33
	got, err := RateClusters(met, ofFour, c)
	if err != nil {
		t.Fatal(err)
	}
	checkEstimate(t, got, rateOfNine)
	if got.Clusters != 4 {
		t.Errorf("%d clusters", got.Clusters)
	}
	sensitivity := c.Sensitivity()
	checkEstimate(t, sensitivity, sensitivityOfNine)
	// Criteria that are each of their own sample are independent.
	own := strings.Split("abcdefghi", "")
	got, err = RateClusters(met, own, usual)
	want, wantErr := Rate(6, 9, usual)
	if err != nil || wantErr != nil || got != want {
		t.Errorf("got %+v, %v; want %+v, %v", got, err, want, wantErr)
	}
	// Two samples are the fewest: q₀ and q₁ are .75 and .9, so θ̂ is (.75+.75−1)/.65.
	got, err = RateClusters([]bool{true, true, false, true}, []string{"a", "a", "b", "b"}, usual)
	if err != nil {
		t.Fatal(err)
	}
	checkEstimate(t, got, estimate(.7692307692307692, .4105796716279747, 0, 1, 4))
	for _, tt := range []struct {
		met       []bool
		clusters  []string
		c         Calibration
		undefined bool
		why       string
	}{
		{nil, nil, usual, false, "no criteria"},
		{met, own[:3], usual, false, "clusters are lacking"},
		{met, slices.Repeat([]string{"a"}, 9), usual, true, "one sample"},
		{met, ofFour, Calibration{Met: 10, MetRight: 5, Unmet: 10, UnmetRight: 5}, true, "a judge that guesses"},
		{met, ofFour, Calibration{Met: 10, MetRight: 9, Unmet: 10, UnmetRight: 3, MetWorth: 1}, true, "labels of too few samples to know"},
		{met, ofFour, Calibration{Met: 10, MetRight: 9, Unmet: 10, UnmetRight: 9, MetWorth: 11}, false, "worth more than there are"},
		{met, ofFour, Calibration{Met: 10, MetRight: 9, Unmet: 10, UnmetRight: 9, MetWorth: -.5}, false, "worth less than nothing"},
		{met, ofFour, Calibration{Met: 10, MetRight: 9, Unmet: 10, UnmetRight: 9, UnmetWorth: nan}, false, "worth NaN"},
	} {
		e, err := RateClusters(tt.met, tt.clusters, tt.c)
		if err == nil || errors.Is(err, ErrUndefined) != tt.undefined || e != (metrics.Estimate{}) {
			t.Errorf("%s: %+v, %v", tt.why, e, err)
		}
	}
}

func TestCalibrateByCluster(t *testing.T) {
	var samples []dataset.Sample
	var judge, expert []agreement.Label
	for i, x := range nine {
		id := "s" + ofFour[i]
		if len(samples) == 0 || samples[len(samples)-1].ID() != id {
			samples = append(samples, item{id: id})
		}
		last := samples[len(samples)-1].(item)
		c := rubric.Criterion{ID: strconv.Itoa(i), Weight: 1}
		last.criteria = append(last.criteria, c)
		samples[len(samples)-1] = last
		expert = append(expert, agreement.Label{Sample: id, Criterion: c.ID, Met: true})
		judge = append(judge, agreement.Label{Sample: id, Criterion: c.ID, Met: x == 1})
	}
	got, err := Calibrate(judge, expert, samples)
	if err != nil {
		t.Fatal(err)
	}
	c := got[Class{}]
	if c.Met != 9 || c.MetRight != 6 || !near(c.MetWorth, worthOfNine) || c.UnmetWorth != 0 {
		t.Errorf("by sample: %+v", c)
	}
	// a with b, and c with d: two clusters.
	got, err = CalibrateClusters(judge, expert, samples, map[string]string{"sa": "x", "sb": "x", "sc": "y", "sd": "y"})
	if err != nil {
		t.Fatal(err)
	}
	two, err := metrics.ClusterMean(nine, strings.Split("xxxxxyyyy", ""))
	if err != nil {
		t.Fatal(err)
	}
	if c, want := got[Class{}], worth(two); !near(c.MetWorth, want) || near(want, worthOfNine) {
		t.Errorf("by cluster: %+v, want worth %v", c, want)
	}
}

func TestScoresClusters(t *testing.T) {
	samples, grades := four()
	plain, err := Scores(samples, grades, signs)
	if err != nil {
		t.Fatal(err)
	}
	same, err := ScoresClusters(samples, grades, signs, []string{"1", "2", "3", "4"})
	if err != nil || !near(same.Clipped.SE, plain.Clipped.SE) || !near(same.Clipped.Hi, plain.Clipped.Hi) || same.Clipped.Clusters != 0 {
		t.Errorf("clusters of one: %+v, %v; want %+v", same.Clipped, err, plain.Clipped)
	}
	linked, err := ScoresClusters(samples, grades, signs, []string{"1", "1", "3", "4"})
	if err != nil {
		t.Fatal(err)
	}
	// Only the part of the variance that is over samples changes: CR1² for s²/n.
	e, p := linked.Clipped, plain.Clipped
	scores := make([]float64, 4)
	for i := range samples {
		one, err := Scores(samples[i:i+1], grades[i:i+1], Calibrations{{}: signs[Class{}], {Penalty: true}: signs[Class{Penalty: true}]})
		if err != nil {
			t.Fatal(err)
		}
		// Of one sample the mean is its corrected score, held to its weights; none is held here.
		scores[i] = unheld(one, samples[i])
	}
	c, err := metrics.ClusterMean(scores, []string{"1", "1", "3", "4"})
	if err != nil {
		t.Fatal(err)
	}
	own := metrics.Mean(scores).SE
	if got, want := e.SE*e.SE-p.SE*p.SE, c.CR1*c.CR1-own*own; !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("variance changes by %v, want %v", got, want)
	}
	if e.Clusters != 3 || p.Clusters != 0 || !(e.DF > 2) || e.Value != p.Value {
		t.Errorf("linked %+v, plain %+v", e, p)
	}
	if _, err := ScoresClusters(samples, grades, signs, []string{"1"}); err == nil {
		t.Error("no error for a cluster of four")
	}
}

// unheld returns the corrected score of one sample by its parts: Σ W_c·(judged+q₀−1)/(q₀+q₁−1).
func unheld(c Corrected, s dataset.Sample) float64 {
	positive, negative := rubric.Totals(s.Rubric().Criteria())
	sum := 0.0
	for _, p := range c.Parts {
		w := positive
		if p.Class.Penalty {
			w = negative
		}
		q1 := float64(p.Calibration.MetRight) / float64(p.Calibration.Met)
		q0 := float64(p.Calibration.UnmetRight) / float64(p.Calibration.Unmet)
		sum += w / positive * (p.Judged + q0 - 1) / (q0 + q1 - 1)
	}
	return sum
}
