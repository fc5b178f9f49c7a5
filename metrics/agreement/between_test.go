package agreement

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/rubric"
)

func TestBetween(t *testing.T) {
	rules := rubric.List{{ID: "a", Category: "law", Weight: 5}, {ID: "b", Category: "facts", Weight: .5}, {ID: "p", Category: "law", Weight: -4}}
	samples := []dataset.Sample{item{"s1", rules}, item{"s2", rules}}
	judged := []Label{{"s2", "a", true}, {"s1", "a", true}, {"s1", "b", true}, {"s1", "p", false}, {"s2", "b", false}, {"s2", "p", true}}
	expert := []Label{{"s1", "a", true}, {"s1", "b", false}, {"s1", "p", true}, {"s2", "a", false}, {"s2", "p", true}}
	b, err := Between(judged, expert, samples)
	if err != nil {
		t.Fatal(err)
	}
	type cell struct{ n, samples, both, first, second, neither int }
	cellOf := func(s Summary) cell {
		return cell{s.N, s.Samples, s.BothMet, s.OnlyFirst, s.OnlySecond, s.Neither}
	}
	for name, tt := range map[string]struct {
		got  Summary
		want cell
	}{
		"overall":  {b.Overall, cell{5, 2, 2, 2, 1, 0}},
		"positive": {b.Positive, cell{3, 2, 1, 2, 0, 0}},
		"negative": {b.Negative, cell{2, 2, 1, 0, 1, 0}},
		"law":      {b.Categories["law"], cell{4, 2, 2, 1, 1, 0}},
		"facts":    {b.Categories["facts"], cell{1, 1, 0, 1, 0, 0}},
	} {
		if got := cellOf(tt.got); got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
	if len(b.Categories) != 2 || len(b.OnlySecond) != 0 || !reflect.DeepEqual(b.OnlyFirst, []Key{{"s2", "b"}}) {
		t.Errorf("categories %d, only first %v, only second %v", len(b.Categories), b.OnlyFirst, b.OnlySecond)
	}
	for _, tt := range []struct {
		clusters map[string]string
		want     int
		why      string
	}{
		{map[string]string{"s1": "x", "s2": "x"}, 1, "two samples of one cluster"},
		{map[string]string{"s1": "x"}, 2, "a sample without one is one of its own"},
		{map[string]string{"s1": "s2"}, 2, "a cluster with the name of a sample is another one"},
	} {
		c, err := BetweenClusters(judged, expert, samples, tt.clusters)
		if err != nil || c.Overall.Samples != tt.want || c.Positive.Samples != tt.want || c.Overall.Kappa.Value != b.Overall.Kappa.Value {
			t.Errorf("%s: %d clusters, κ %v, %v; want %d", tt.why, c.Overall.Samples, c.Overall.Kappa.Value, err, tt.want)
		}
	}
	if b, err = Between(expert, judged, nil); err != nil || b.Overall.N != 5 || b.Positive.N != 0 || len(b.Categories) != 0 || len(b.OnlySecond) != 1 || !math.IsNaN(b.Negative.Kappa.Value) {
		t.Errorf("without samples: %+v, %v", b, err)
	}
	if b, err = Between([]Label{{"s2", "b", true}, {"s2", "a", true}, {"s1", "b", true}}, nil, nil); err != nil || !reflect.DeepEqual(b.OnlyFirst, []Key{{"s1", "b"}, {"s2", "a"}, {"s2", "b"}}) {
		t.Errorf("in rising order: %v, %v", b.OnlyFirst, err)
	}
	for _, tt := range []struct {
		a, b    []Label
		samples []dataset.Sample
		want    string
	}{
		{append(judged, judged[0]), expert, samples, "sample s2, criterion a is labeled twice by the first rater"},
		{judged, append(expert, expert[0]), samples, "sample s1, criterion a is labeled twice by the second rater"},
		{[]Label{{"", "a", true}}, expert, nil, `sample "", criterion "a"`},
		{[]Label{{"s", "", true}}, expert, nil, `sample "s", criterion ""`},
		{[]Label{{"s9", "a", true}}, nil, samples, "sample s9, criterion a"},
		{nil, []Label{{"s1", "zz", true}}, samples, "sample s1, criterion zz"},
		{judged, expert, append(samples, samples[0]), "two samples have the ID s1"},
	} {
		if _, err := Between(tt.a, tt.b, tt.samples); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
}
