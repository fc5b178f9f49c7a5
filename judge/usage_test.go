package judge_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
)

// TestUsageAddsEveryField gives each field a number of its own, so that a new field that Add forgets
// and two that it mixes up both show.
func TestUsageAddsEveryField(t *testing.T) {
	var u, v, want judge.Usage
	for i := range reflect.TypeFor[judge.Usage]().NumField() {
		a, b := int64(1)<<i, int64(1000)<<i
		reflect.ValueOf(&u).Elem().Field(i).SetInt(a)
		reflect.ValueOf(&v).Elem().Field(i).SetInt(b)
		reflect.ValueOf(&want).Elem().Field(i).SetInt(a + b)
	}
	if got := u.Add(v); got != want {
		t.Errorf("Add = %+v, want %+v", got, want)
	}
	if got := v.Add(u); got != want {
		t.Errorf("Add the other way = %+v, want %+v", got, want)
	}
	if u.Add(judge.Usage{}) != u || (judge.Usage{}).Add(u) != u {
		t.Error("the zero Usage changes a sum")
	}
	if u.Calls != 1 {
		t.Error("Add changed its receiver")
	}
}

// TestUsageOfFaultyJudges has counts that no sum may take as they are.
func TestUsageOfFaultyJudges(t *testing.T) {
	most := judge.Usage{Calls: math.MaxInt64, PromptTokens: math.MaxInt64, CachedTokens: math.MaxInt64, CompletionTokens: math.MaxInt64}
	for _, tc := range []struct {
		why            string
		u, v, together judge.Usage
	}{
		{"a sum that does not fit stays at the most", most, judge.Usage{Calls: 1, PromptTokens: math.MaxInt64, CachedTokens: 2, CompletionTokens: 3}, most},
		{"the last that fits", judge.Usage{PromptTokens: math.MaxInt64 - 5}, judge.Usage{PromptTokens: 5}, judge.Usage{PromptTokens: math.MaxInt64}},
		{"nothing is taken away", judge.Usage{Calls: 2, PromptTokens: 100}, judge.Usage{Calls: 1, PromptTokens: -60, CachedTokens: math.MinInt64}, judge.Usage{Calls: 3, PromptTokens: 100}},
		{"two counts below 0", judge.Usage{ReasoningTokens: math.MinInt64}, judge.Usage{ReasoningTokens: math.MinInt64}, judge.Usage{}},
	} {
		if got := tc.u.Add(tc.v); got != tc.together {
			t.Errorf("%s: %+v, want %+v", tc.why, got, tc.together)
		}
		if got := tc.v.Add(tc.u); got != tc.together {
			t.Errorf("%s, the other way: %+v, want %+v", tc.why, got, tc.together)
		}
	}
	price := judge.Price{Prompt: 1, Completion: 1}
	if got, want := price.Cost(judge.Usage{PromptTokens: math.MaxInt64, CachedTokens: -5}), float64(math.MaxInt64)/1e6; math.Abs(got-want) > 1 {
		t.Errorf("cost %v, want %v", got, want)
	}
	if got := (judge.Progress{Usage: most, Cost: math.NaN()}).String(); !strings.Contains(got, "9223372036854.8M tokens") {
		t.Errorf("progress %q", got)
	}
}
