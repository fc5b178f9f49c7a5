package metrics

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"
)

func TestClusterMean(t *testing.T) {
	c, err := ClusterMean(scores, clusters)
	if err != nil {
		t.Fatal(err)
	}
	if c.Clusters != 4 || !near(c.CR0, .125612499378048, 1e-12) || !near(c.CR1, .145044820658995, 1e-12) {
		t.Errorf("got %+v", c)
	}
	checkEstimate(t, c.Mean, est(.405, .145044820658995, -.0565973536067567, .866597353606757, 10, .405, .405), 1e-12)
}

func TestClustersOfOneAreNoClusters(t *testing.T) {
	names := make([]string, len(scores))
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	c, err := ClusterMean(scores, names)
	if err != nil {
		t.Fatal(err)
	}
	checkEstimate(t, c.Mean, Mean(scores), 1e-14)
}

func TestClusterMeanWithoutTwoClusters(t *testing.T) {
	for _, tt := range []struct {
		xs, want []float64
		why      string
	}{
		{nil, []float64{nan}, "nothing"},
		{[]float64{.2, .4}, []float64{.3}, "one cluster has no spread between clusters"},
	} {
		c, err := ClusterMean(tt.xs, make([]string, len(tt.xs)))
		if err != nil {
			t.Fatal(err)
		}
		m := tt.want[0]
		checkEstimate(t, c.Mean, est(m, nan, -inf, inf, len(tt.xs), m, m), 1e-15)
		if !math.IsNaN(c.CR0) || !math.IsNaN(c.CR1) {
			t.Errorf("%s: CR0 %v, CR1 %v", tt.why, c.CR0, c.CR1)
		}
	}
}

func TestTwoClustersHaveAnInterval(t *testing.T) {
	c, err := ClusterMean([]float64{.2, .4, .6, .8}, []string{"a", "a", "b", "b"})
	if err != nil {
		t.Fatal(err)
	}
	// Either cluster is 0.4 off in sum: CR0 is √0.32/4, and CR1 √2 times that.
	checkEstimate(t, c.Mean, est(.5, .2, .5-.2*12.706204736174707, .5+.2*12.706204736174707, 4, .5, .5), 1e-12)
}

func TestClusteredJSON(t *testing.T) {
	c, err := ClusterMean([]float64{.25, .75}, []string{"a", "a"})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"mean":{"value":0.5,"se":null,"lo":null,"hi":null,"n":2,"clusters":1,"worst":0.5,"best":0.5},"clusters":1,"cr0":null,"cr1":null}`
	if string(text) != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	var back Clustered
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	checkEstimate(t, back.Mean, c.Mean, 0)
	if back.Clusters != 1 || !math.IsNaN(back.CR0) || !math.IsNaN(back.CR1) {
		t.Errorf("read back %+v: undefined must not turn into 0", back)
	}
}

func TestMeasureDesign(t *testing.T) {
	d, err := MeasureDesign(scores, clusters)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []struct {
		name      string
		got, want float64
	}{
		{"MSB", d.MSB, .274036111111111}, {"MSW", d.MSW, .00969027777777778}, {"Size", d.Size, 7. / 3},
		{"ICC", d.ICC, .921205306005234}, {"Effect", d.Effect, 2.22827374134031}, {"Observed", d.Observed, 1.61325191706901},
	} {
		if !near(f.got, f.want, 1e-12) {
			t.Errorf("%s = %.15g, want %.15g", f.name, f.got, f.want)
		}
	}
	d, err = MeasureDesign([]float64{.5, .5, .5}, []string{"a", "a", "b"})
	if err != nil || !math.IsNaN(d.ICC) || !math.IsNaN(d.Effect) || !math.IsNaN(d.Observed) {
		t.Errorf("without spread: %+v, %v; want NaN", d, err)
	}
	text, err := json.Marshal(d)
	if want := `{"icc":null,"msb":0,"msw":0,"size":1.3333333333333333,"effect":null,"observed":null}`; err != nil || string(text) != want {
		t.Errorf("JSON %s, %v", text, err)
	}
	var back DesignEffect
	if err := json.Unmarshal(text, &back); err != nil || !math.IsNaN(back.ICC) || back.Size != d.Size {
		t.Errorf("read back %+v, %v", back, err)
	}
}

func TestClusterErrors(t *testing.T) {
	for _, tt := range []struct {
		xs    []float64
		names []string
		why   string
	}{
		{[]float64{1}, nil, "no clusters"},
		{[]float64{1, nan}, []string{"a", "b"}, "NaN"},
		{[]float64{1, -inf}, []string{"a", "b"}, "infinite"},
	} {
		_, want := ClusterMean(tt.xs, tt.names)
		if want == nil {
			t.Errorf("ClusterMean: no error for %s", tt.why)
			continue
		}
		if _, err := MeasureDesign(tt.xs, tt.names); err == nil || err.Error() != want.Error() {
			t.Errorf("MeasureDesign: error %v for %s, want %v", err, tt.why, want)
		}
	}
	for _, tt := range []struct {
		names []string
		why   string
	}{
		{[]string{"a", "a", "a"}, "one cluster"},
		{[]string{"a", "b", "c"}, "no cluster of two"},
	} {
		if _, err := MeasureDesign([]float64{1, 2, 3}, tt.names); err == nil {
			t.Errorf("MeasureDesign: no error for %s", tt.why)
		}
	}
}
