package metrics

import (
	"encoding/json"
	"math"
	"testing"
)

func TestEstimateJSON(t *testing.T) {
	for _, tt := range []struct {
		e    Estimate
		want string
		why  string
	}{
		{est(.5, .1, .3, .7, 9, .4, .6), `{"value":0.5,"se":0.1,"lo":0.3,"hi":0.7,"n":9,"worst":0.4,"best":0.6}`, "all defined"},
		{Undefined(3), `{"value":null,"se":null,"lo":null,"hi":null,"n":3,"worst":null,"best":null}`, "undefined is null"},
		{Mean([]float64{.25}), `{"value":0.25,"se":null,"lo":null,"hi":null,"n":1,"worst":0.25,"best":0.25}`, "one sample"},
		{est(0, 0, 0, 0, 0, 0, 0), `{"value":0,"se":0,"lo":0,"hi":0,"n":0,"worst":0,"best":0}`, "0 is 0"},
		{Estimate{Value: .5, SE: .1, Lo: .3, Hi: .7, N: 9, Clusters: 4, DF: 2.5, Worst: .4, Best: .6},
			`{"value":0.5,"se":0.1,"lo":0.3,"hi":0.7,"n":9,"clusters":4,"df":2.5,"worst":0.4,"best":0.6}`, "a sum over clusters"},
		{Estimate{Value: .5, Lo: .5, Hi: .5, N: 9, DF: math.Inf(1), Worst: .5, Best: .5},
			`{"value":0.5,"se":0,"lo":0.5,"hi":0.5,"n":9,"worst":0.5,"best":0.5}`, "degrees of freedom without end are not written"},
	} {
		text, err := json.Marshal(tt.e)
		if err != nil || string(text) != tt.want {
			t.Errorf("%s: %s, %v; want %s", tt.why, text, err, tt.want)
		}
		var back Estimate
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		checkEstimate(t, back, tt.e, 0)
		if !math.IsInf(tt.e.DF, 1) && (back.Clusters != tt.e.Clusters || back.DF != tt.e.DF) {
			t.Errorf("%s: read back %+v", tt.why, back)
		}
	}
	var e Estimate
	if err := json.Unmarshal([]byte(`{"n":2}`), &e); err != nil || !math.IsNaN(e.Value) || !math.IsNaN(e.Best) || !math.IsInf(e.Lo, -1) {
		t.Errorf("absent fields: %+v, %v", e, err)
	}
	if err := json.Unmarshal([]byte(`{"value":"x"}`), &e); err == nil {
		t.Error("no error for text in place of a number")
	}
}

func TestFreedom(t *testing.T) {
	for _, tt := range []struct {
		e    Estimate
		want float64
		why  string
	}{
		{Estimate{N: 12}, 11, "independent samples"},
		{Estimate{N: 12, Clusters: 4}, 3, "clusters"},
		{Estimate{N: 12, Clusters: 4, DF: 2.5}, 2.5, "a sum"},
		{Estimate{N: 12, Clusters: 4, DF: .5}, .5, "a sum that one part of little freedom rules"},
		{Estimate{N: 12, DF: math.Inf(1)}, math.Inf(1), "no spread in any part"},
		{Estimate{N: 12, DF: math.NaN()}, 11, "not known"},
		{Estimate{N: 12, Clusters: 1}, 0, "one cluster"},
		{Estimate{N: 1}, 0, "one sample"},
		{Estimate{}, 0, "none"},
	} {
		if got := tt.e.Freedom(); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.why, got, tt.want)
		}
	}
}

func FuzzEstimateJSON(f *testing.F) {
	f.Add([]byte(`{"value":0.5,"se":0.1,"lo":0.3,"hi":0.7,"n":9,"worst":0.4,"best":0.6}`))
	f.Add([]byte(`{"value":null,"n":1e3}`))
	f.Add([]byte(`{"lo":-1e308,"VALUE":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var e Estimate
		if json.Unmarshal(data, &e) != nil {
			return
		}
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatalf("%+v cannot be written: %v", e, err)
		}
		var back Estimate
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		checkEstimate(t, back, e, 0)
	})
}
