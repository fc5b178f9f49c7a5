package correct

import (
	"reflect"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/rubric"
)

func TestCalibrate(t *testing.T) {
	rules := rubric.List{{ID: "a", Category: "law", Weight: 5}, {ID: "b", Weight: .5}, {ID: "p", Category: "law", Weight: -4}}
	samples := []dataset.Sample{item{"s1", rules}, item{"s2", rules}}
	by := func(verdicts ...string) (labels []agreement.Label) {
		for _, v := range verdicts {
			f := strings.Fields(v)
			labels = append(labels, agreement.Label{Sample: f[0], Criterion: f[1], Met: f[2] == "met"})
		}
		return labels
	}
	judge := by("s1 a met", "s1 b unmet", "s1 p met", "s2 a met", "s2 b unmet", "s2 p unmet")
	expert := by("s1 a met", "s1 b met", "s1 p unmet", "s2 a unmet", "s2 p unmet")
	got, err := Calibrate(judge, expert, samples)
	want := Calibrations{
		{}:                               {Met: 2, MetRight: 1, MetWorth: 1, Unmet: 1, UnmetRight: 0},
		{Penalty: true}:                  {Unmet: 2, UnmetRight: 1},
		{Category: "law"}:                {Met: 1, MetRight: 1, Unmet: 1},
		{Category: "law", Penalty: true}: {Unmet: 2, UnmetRight: 1},
	}
	// Two labels of one sample are worth one.
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	if got, err = Calibrate(judge[:1], expert, samples); err != nil || got[Class{}] != (Calibration{Met: 1, MetRight: 1}) {
		t.Errorf("what the judge did not say does not count: %v, %v", got, err)
	}
	for _, tt := range []struct {
		judge, expert []agreement.Label
		want          string
	}{
		{append(judge, judge[0]), expert, "the judge labeled sample s1, criterion a twice"},
		{judge, append(expert, expert[0]), "the expert labeled sample s1, criterion a twice"},
		{judge, by("s9 a met"), "sample s9, criterion a"},
	} {
		if _, err := Calibrate(tt.judge, tt.expert, samples); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
}
