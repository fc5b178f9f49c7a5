package correct

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
)

// second are the grades of another run on the samples of four.
func second() (grades [][]judge.Grade) {
	samples, _ := four()
	for i, met := range [][]int{{0, 1, 0}, {1, 0}, {0, 1, 0}, {0, 0}} {
		var own []judge.Grade
		for k, c := range samples[i].Rubric().Criteria() {
			own = append(own, judge.Binary(c, met[k] == 1, ""))
		}
		grades = append(grades, own)
	}
	return grades
}

func TestDifference(t *testing.T) {
	samples, grades := four()
	other := Calibrations{{}: {Met: 80, MetRight: 70, Unmet: 50, UnmetRight: 45}, {Penalty: true}: {Met: 30, MetRight: 24, Unmet: 90, UnmetRight: 88}}
	a, err := Scores(samples, grades, signs)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Scores(samples, second(), other)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Difference(samples, Run{grades, signs}, Run{second(), other}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// The corrected scores of single samples.
	var x, y, d []float64
	for i := range samples {
		one, err := Scores(samples[i:i+1], grades[i:i+1], signs)
		if err != nil {
			t.Fatal(err)
		}
		two, err := Scores(samples[i:i+1], second()[i:i+1], other)
		if err != nil {
			t.Fatal(err)
		}
		x, y = append(x, unheld(one, samples[i])), append(y, unheld(two, samples[i]))
		d = append(d, x[i]-y[i])
	}
	sq := func(e metrics.Estimate) float64 { return e.SE * e.SE }
	labels := sq(a.Clipped) - sq(metrics.Mean(x)) + sq(b.Clipped) - sq(metrics.Mean(y))
	e, own := got.Clipped, metrics.Mean(d)
	if !near(e.Value, a.Clipped.Value-b.Clipped.Value) || !near(sq(e), sq(own)+labels) || e.N != 4 || got.Parts != nil {
		t.Errorf("got %+v, want %v ± %v", e, a.Clipped.Value-b.Clipped.Value, math.Sqrt(sq(own)+labels))
	}
	ratio := sq(e) / sq(own)
	if df := ratio * ratio * 3; !near(e.DF, df) || !near(e.Hi, own.Value+metrics.TQuantile(.975, df)*e.SE) {
		t.Errorf("df %v, interval to %v", e.DF, e.Hi)
	}
	if n := got.Normalized; !near(n.Value, a.Normalized.Value-b.Normalized.Value) || !(n.Lo >= -1 && n.Hi <= 1) {
		t.Errorf("normalized %+v", n)
	}
	// Of one run with itself only the labels can differ, of which each side has its own.
	same, err := Difference(samples, Run{grades, signs}, Run{grades, signs}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if e := same.Clipped; e.Value != 0 || !near(sq(e), 2*(sq(a.Clipped)-sq(metrics.Mean(x)))) || e.DF != 0 || !near(e.Hi, 1.959963984540054*e.SE) {
		t.Errorf("with itself: %+v", e)
	}
	linked, err := Difference(samples, Run{grades, signs}, Run{second(), other}, []string{"p", "p", "3", "4"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := metrics.ClusterMean(d, []string{"p", "p", "3", "4"})
	if err != nil {
		t.Fatal(err)
	}
	if e := linked.Clipped; !near(sq(e), c.CR1*c.CR1+labels) || e.Clusters != 3 {
		t.Errorf("in clusters: %+v", e)
	}
	// Turned around, the interval is too, at the ends that the weights allow as well.
	turned, err := Difference(samples, Run{second(), other}, Run{grades, signs}, nil)
	if err != nil || !near(turned.Clipped.Lo, -e.Hi) || !near(turned.Clipped.Hi, -e.Lo) {
		t.Errorf("turned around: %+v, %v; want the other way round of %+v", turned.Clipped, err, e)
	}
	// Two samples and a judge without error have one degree of freedom.
	sure := Calibration{Met: 1e6, MetRight: 1e6, Unmet: 1e6, UnmetRight: 1e6}
	right := Calibrations{{}: sure, {Penalty: true}: sure}
	wide, err := Difference(samples[:2], Run{grades[:2], right}, Run{second()[:2], right}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Positive weights are all of a score, and penalties 4/8 and 2/10.
	most := 1 + (4./8+2./10)/2
	if e := wide.Clipped; !near(e.Lo, -most) || !near(e.Hi, most) {
		t.Errorf("as wide as the weights allow: %+v, want ±%v", e, most)
	}
	none, err := Difference(nil, Run{nil, signs}, Run{nil, other}, nil)
	if err != nil || !math.IsNaN(none.Clipped.Value) || !math.IsInf(none.Clipped.Hi, 1) {
		t.Errorf("no samples: %+v, %v", none, err)
	}
	one, err := Difference(samples[:1], Run{grades[:1], signs}, Run{second()[:1], other}, nil)
	if err != nil || math.IsNaN(one.Clipped.Value) || !math.IsNaN(one.Clipped.SE) || !math.IsInf(one.Clipped.Hi, 1) {
		t.Errorf("one sample: %+v, %v", one, err)
	}
}

func TestDifferenceErrors(t *testing.T) {
	samples, grades := four()
	guess := Calibrations{{}: {Met: 10, MetRight: 5, Unmet: 10, UnmetRight: 5}, {Penalty: true}: usual}
	for _, tt := range []struct {
		a, b      Run
		clusters  []string
		undefined bool
		want      string
	}{
		{Run{grades[:2], signs}, Run{second(), signs}, nil, false, "grades of 2 samples for 4 samples in run 1"},
		{Run{grades, signs}, Run{second()[:3], signs}, nil, false, "grades of 3 samples for 4 samples in run 2"},
		{Run{grades, signs}, Run{second(), guess}, nil, true, "on criteria of positive weight, in run 2"},
		{Run{grades, nil}, Run{second(), signs}, nil, true, "no label says met, on criteria of positive weight, in run 1"},
		{Run{grades, signs}, Run{second(), signs}, []string{"a"}, false, "1 clusters for 4 samples"},
	} {
		_, err := Difference(samples, tt.a, tt.b, tt.clusters)
		if err == nil || !strings.Contains(err.Error(), tt.want) || errors.Is(err, ErrUndefined) != tt.undefined {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
}
