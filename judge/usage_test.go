package judge_test

import (
	"reflect"
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
