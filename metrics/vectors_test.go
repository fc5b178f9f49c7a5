package metrics_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// vectors are the shared test vectors, flattened: the path of each leaf to its value. Each leaf must
// be asked for.
type vectors struct {
	t      *testing.T
	leaves map[string]any
	asked  map[string]bool
}

func loadVectors(t *testing.T) *vectors {
	t.Helper()
	folder := os.Getenv("ASSIZE_SHARED")
	if folder == "" {
		folder = filepath.Join("..", "..", "shared")
	}
	data, err := os.ReadFile(filepath.Join(folder, "cases", "statistics.json"))
	if os.IsNotExist(err) {
		t.Skip("the shared test vectors are not here: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(data, &tree); err != nil {
		t.Fatal(err)
	}
	v := &vectors{t, map[string]any{}, map[string]bool{}}
	v.flatten("", tree)
	return v
}

func (v *vectors) flatten(path string, x any) {
	switch x := x.(type) {
	case map[string]any:
		for name, inner := range x {
			v.flatten(path+"/"+name, inner)
		}
	case []any:
		for i, inner := range x {
			v.flatten(fmt.Sprint(path, "/", i), inner)
		}
	default:
		v.leaves[path] = x
	}
}

// numbers returns the list of numbers at a path, NaN for null.
func (v *vectors) numbers(path string) []float64 {
	v.t.Helper()
	var out []float64
	for i := 0; ; i++ {
		leaf := fmt.Sprint(path, "/", i)
		x, ok := v.leaves[leaf]
		if !ok {
			break
		}
		v.asked[leaf] = true
		if n, ok := x.(float64); ok {
			out = append(out, n)
		} else {
			out = append(out, math.NaN())
		}
	}
	if len(out) == 0 {
		v.t.Fatalf("no numbers at %s", path)
	}
	return out
}

// rows returns the rows of numbers at a path.
func (v *vectors) rows(path string) [][]float64 {
	v.t.Helper()
	var out [][]float64
	for i := 0; ; i++ {
		row := fmt.Sprint(path, "/", i)
		if _, ok := v.leaves[row+"/0"]; !ok {
			return out
		}
		out = append(out, v.numbers(row))
	}
}

func (v *vectors) counts(path string) [][]int {
	v.t.Helper()
	var out [][]int
	for _, row := range v.rows(path) {
		ints := make([]int, len(row))
		for i, x := range row {
			ints[i] = int(x)
		}
		out = append(out, ints)
	}
	return out
}

func (v *vectors) number(path string) float64 {
	v.t.Helper()
	v.asked[path] = true
	x, ok := v.leaves[path].(float64)
	if !ok {
		v.t.Fatalf("no number at %s", path)
	}
	return x
}

// same checks a number against the leaf at a path. The vectors have 12 decimals; null is undefined.
func (v *vectors) same(path string, got float64) {
	v.t.Helper()
	v.near(path, got, 1e-9)
}

func (v *vectors) near(path string, got, most float64) {
	v.t.Helper()
	v.asked[path] = true
	if x, ok := v.leaves[path]; ok && x == nil {
		if !math.IsNaN(got) && !math.IsInf(got, 0) {
			v.t.Errorf("%s: got %.13g, want undefined", path, got)
		}
		return
	}
	if want := v.number(path); !(math.Abs(got-want) <= most*max(1, math.Abs(want))) {
		v.t.Errorf("%s: got %.13g, want %.13g", path, got, want)
	}
}

// match returns the paths of leaves that pattern matches at their beginning, each once and with the numbers
// that its groups hold. There must be one.
func (v *vectors) match(pattern string) map[string][]float64 {
	v.t.Helper()
	re := regexp.MustCompile("^" + pattern)
	out := make(map[string][]float64)
	for leaf := range v.leaves {
		m := re.FindStringSubmatch(leaf)
		if m == nil {
			continue
		}
		var numbers []float64
		for _, s := range m[1:] {
			n, err := strconv.ParseFloat(s, 64)
			if err != nil {
				v.t.Fatal(err)
			}
			numbers = append(numbers, n)
		}
		out[m[0]] = numbers
	}
	if len(out) == 0 {
		v.t.Fatalf("no leaf matches %s", pattern)
	}
	return out
}

// sameInterval checks the ends of an interval against the pair at a path.
func (v *vectors) sameInterval(path string, lo, hi float64) {
	v.t.Helper()
	v.same(path+"/0", lo)
	v.same(path+"/1", hi)
}

// leave marks leaves that no function here gives, with the reason.
func (v *vectors) leave(why string, paths ...string) {
	v.t.Helper()
	if why == "" {
		v.t.Fatal("no reason")
	}
	for _, p := range paths {
		found := false
		for leaf := range v.leaves {
			if leaf == p || strings.HasPrefix(leaf, p+"/") {
				v.asked[leaf], found = true, true
			}
		}
		if !found {
			v.t.Errorf("no leaf at %s", p)
		}
	}
}

// finish fails for leaves that nobody asked for.
func (v *vectors) finish() {
	v.t.Helper()
	var missed []string
	for leaf := range v.leaves {
		if !v.asked[leaf] {
			missed = append(missed, leaf)
		}
	}
	sort.Strings(missed)
	if len(missed) > 0 {
		v.t.Errorf("not checked: %s", strings.Join(missed, ", "))
	}
}
