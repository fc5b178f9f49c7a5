package rubric_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/rubric"
)

func TestClamp(t *testing.T) {
	for _, c := range []struct {
		weight, points, want float64
		why                  string
	}{
		{5, 3, 3, "within the range"},
		{5, 7, 5, "more than the weight"},
		{5, -1, 0, "less than none"},
		{-5, -3, -3, "a part of a penalty"},
		{-5, -7, -5, "more than the penalty"},
		{-5, 1, 0, "points for a fault"},
	} {
		if got := (rubric.Criterion{Weight: c.weight}).Clamp(c.points); got != c.want {
			t.Errorf("%s: %v of %v is bounded to %v, want %v", c.why, c.points, c.weight, got, c.want)
		}
	}
	if got := (rubric.Criterion{Weight: 1}).Clamp(math.NaN()); !math.IsNaN(got) {
		t.Errorf("no number is bounded to %v", got)
	}
}

func TestValidate(t *testing.T) {
	good := rubric.Criterion{ID: "a", Weight: 2}
	for _, c := range []struct {
		list rubric.List
		want string
		why  string
	}{
		{rubric.List{good, {ID: "b", Weight: -1}}, "", "a penalty beside points"},
		{nil, "none of the 0 criteria", "no criteria"},
		{rubric.List{good, {Weight: 1}}, "criterion 1 has no id", "no name"},
		{rubric.List{good, good}, `criteria 0 and 1 have the same id "a"`, "one name twice"},
		{rubric.List{good, {ID: "b"}}, `"b" has weight 0`, "a criterion that is worth nothing"},
		{rubric.List{good, {ID: "b", Weight: math.NaN()}}, `"b" has weight NaN`, "no number"},
		{rubric.List{good, {ID: "b", Weight: math.Inf(-1)}}, `"b" has weight -Inf`, "an endless penalty"},
		{rubric.List{{ID: "b", Weight: -1}}, "none of the 1 criteria has a positive weight", "penalties alone"},
	} {
		switch err := rubric.Validate(c.list); {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.why, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.why, err, c.want)
		}
	}
}

func ExampleTotals() {
	positive, negative := rubric.Totals([]rubric.Criterion{
		{ID: "names the term", Weight: 5},
		{ID: "explains it", Weight: 3},
		{ID: "invents a rule", Weight: -4},
	})
	fmt.Println(positive, negative)
	// Output: 8 -4
}

func ExampleValidate() {
	fmt.Println(rubric.Validate(rubric.List{{ID: "names the term", Weight: 5}, {ID: "names the term", Weight: 3}}))
	// Output: rubric: criteria 0 and 1 have the same id "names the term"
}

func ExampleCriterion_Clamp() {
	penalty := rubric.Criterion{ID: "invents a rule", Weight: -4}
	fmt.Println(penalty.Clamp(-9), penalty.Clamp(2))
	// Output: -4 0
}
