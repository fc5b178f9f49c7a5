package correct

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

var study = PPI{
	Human: []float64{.8, .4, .55, .9, .1, .65},
	Judge: []float64{.7, .5, .6, .95, .3, .6},
	Rest:  []float64{.9, .2, .6, .75, .4, .55, .85, .35},
}

func TestPPI(t *testing.T) {
	clustered := study
	clustered.LabeledClusters, clustered.RestClusters = strings.Split("aabbcc", ""), strings.Split("aaddeeff", "")
	at := func(p PPI, lambda float64) Predicted {
		t.Helper()
		r, err := p.At(lambda)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, tt := range []struct {
		name   string
		got    Predicted
		lambda float64
		want   metrics.Estimate
	}{
		{"humans alone", at(study, 0), 0, estimate(.566666666666667, .107797821732957, .355386818458202, .777946514875132, 6)},
		{"between", at(study, .4), .4, estimate(.553333333333333, .0845385075528262, .387640903223026, .71902576344364, 6)},
		{"plain", at(study, 1), 1, estimate(.533333333333333, .0915561202113116, .353886635154943, .712780031511724, 6)},
		{"clustered", at(clustered, .4), .4, estimate(.553333333333333, .060640104074962, .292420024002906, .81424664266376, 6)},
		{"clustered, plain", at(clustered, 1), 1, estimate(.533333333333333, .0421225065203337, .35209481566973, .714571850996937, 6)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkEstimate(t, tt.got.Mean, tt.want)
			if tt.got.Lambda != tt.lambda || tt.got.Rest != 8 || len(tt.got.Warnings) != 1 || !strings.HasPrefix(tt.got.Warnings[0], "only 6 labeled samples") {
				t.Errorf("got %+v", tt.got)
			}
		})
	}
	if got, err := study.Plain(); err != nil || !reflect.DeepEqual(got, at(study, 1)) {
		t.Errorf("Plain %+v, %v", got, err)
	}
	tuned, err := study.Tuned()
	if err != nil || !near(tuned.Lambda, .5474817377931563) {
		t.Fatalf("Tuned %+v, %v", tuned, err)
	}
	checkEstimate(t, tuned.Mean, estimate(.548417275406895, .081034915680403, .389591759183065, .707242791630725, 6))
	if tuned, err = clustered.Tuned(); err != nil || !near(tuned.Mean.SE, .0513324618851822) {
		t.Errorf("Tuned, clustered %+v, %v", tuned, err)
	}
	text, err := json.Marshal(at(study, 0))
	if err != nil || !strings.Contains(string(text), `"lambda":0,"rest":8`) {
		t.Errorf("JSON %s, %v", text, err)
	}
}

func TestPPITunedAtTheEnds(t *testing.T) {
	against := PPI{Human: []float64{.1, .2, .3, .4}, Judge: []float64{.9, .7, .5, .1}, Rest: []float64{.2, .5, .9}}
	r, err := against.Tuned()
	if err != nil || r.Lambda != 0 || !near(r.Mean.Value, .25) || len(r.Warnings) != 2 || !strings.HasPrefix(r.Warnings[1], "the judge's scores do not rise") {
		t.Errorf("a judge that goes against: %+v, %v", r, err)
	}
	many := PPI{Human: []float64{0, 1, 0, 1}, Judge: []float64{.4, .5, .4, .5}}
	for i := range 100 {
		many.Rest = append(many.Rest, []float64{.4, .5}[i%2])
	}
	if r, err = many.Tuned(); err != nil || r.Lambda != 1 {
		t.Errorf("a judge that says too little: %+v, %v", r, err)
	}
	long := PPI{}
	for i := range 30 {
		long.Human, long.Judge, long.Rest = append(long.Human, float64(i%3)), append(long.Judge, float64(i%4)), append(long.Rest, float64(i%5))
	}
	if r, err = long.Plain(); err != nil || r.Warnings != nil {
		t.Errorf("30 labeled samples: %q, %v", r.Warnings, err)
	}
	long.Human, long.Judge = long.Human[:29], long.Judge[:29]
	if r, err = long.Plain(); err != nil || len(r.Warnings) != 1 {
		t.Errorf("29 labeled samples: %q, %v", r.Warnings, err)
	}
}

func TestPPIErrors(t *testing.T) {
	change := func(f func(*PPI)) PPI { p := study; f(&p); return p }
	for why, tt := range map[string]struct {
		p         PPI
		undefined bool
	}{
		"nothing":           {PPI{}, true},
		"one labeled":       {change(func(p *PPI) { p.Human, p.Judge = p.Human[:1], p.Judge[:1] }), true},
		"one other":         {change(func(p *PPI) { p.Rest = p.Rest[:1] }), true},
		"lengths":           {change(func(p *PPI) { p.Judge = p.Judge[:5] }), false},
		"NaN":               {change(func(p *PPI) { p.Human = []float64{1, 2, 3, 4, 5, nan} }), false},
		"infinite":          {change(func(p *PPI) { p.Judge = []float64{1, 2, 3, 4, 5, inf} }), false},
		"infinite rest":     {change(func(p *PPI) { p.Rest = []float64{1, -inf} }), false},
		"clusters one-side": {change(func(p *PPI) { p.LabeledClusters = strings.Split("aabbcc", "") }), false},
		"clusters rest":     {change(func(p *PPI) { p.RestClusters = strings.Split("aaddeeff", "") }), false},
		"clusters lack":     {change(func(p *PPI) { p.LabeledClusters, p.RestClusters = []string{"a"}, strings.Split("aaddeeff", "") }), false},
		"rest lacks":        {change(func(p *PPI) { p.LabeledClusters, p.RestClusters = strings.Split("aabbcc", ""), []string{"a"} }), false},
		"one cluster":       {change(func(p *PPI) { p.LabeledClusters, p.RestClusters = make([]string, 6), strings.Split("aaddeeff", "") }), true},
		"overflow":          {change(func(p *PPI) { p.Human = []float64{1e308, -1e308, 1e308, -1e308, 1e308, -1e308} }), true},
	} {
		for name, f := range map[string]func() (Predicted, error){"Plain": tt.p.Plain, "Tuned": tt.p.Tuned} {
			r, err := f()
			if err == nil || errors.Is(err, ErrUndefined) != tt.undefined || !reflect.DeepEqual(r, Predicted{}) {
				t.Errorf("%s, %s: %+v, %v", name, why, r, err)
			}
		}
	}
	for _, tt := range []struct {
		p    PPI
		want string
	}{
		{change(func(p *PPI) { p.Human, p.Judge = p.Human[:1], p.Judge[:1] }), "1 labeled samples and 8 others"},
		{change(func(p *PPI) { p.Rest = p.Rest[:1] }), "6 labeled samples and 1 others"},
	} {
		if _, err := tt.p.Plain(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
	two := PPI{Human: []float64{0, 1}, Judge: []float64{.25, .75}, Rest: []float64{.5, .75}}
	if r, err := two.Plain(); err != nil || !near(r.Mean.Value, .625) {
		t.Errorf("two of each: %+v, %v", r, err)
	}
	constant := change(func(p *PPI) { p.Judge, p.Rest = []float64{.5, .5, .5, .5, .5, .5}, []float64{.5, .5, .5} })
	if _, err := constant.Tuned(); !errors.Is(err, ErrUndefined) || !strings.Contains(err.Error(), "the same score") {
		t.Errorf("a judge that says one thing: %v", err)
	}
	large := change(func(p *PPI) { p.Human, p.Judge = []float64{0, 1e200}, []float64{0, 1e200} })
	if _, err := large.Tuned(); !errors.Is(err, ErrUndefined) || !strings.Contains(err.Error(), "overflows") {
		t.Errorf("a covariance that overflows: %v", err)
	}
	for _, lambda := range []float64{-.001, 1.001, nan} {
		if _, err := study.At(lambda); err == nil {
			t.Errorf("no error for lambda %v", lambda)
		}
	}
}
