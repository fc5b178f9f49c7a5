package metrics_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/correct"
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

// same checks a number against the leaf at a path. The vectors have 12 decimals.
func (v *vectors) same(path string, got float64) {
	v.t.Helper()
	if want := v.number(path); !(math.Abs(got-want) <= 1e-9) {
		v.t.Errorf("%s: got %.13g, want %.13g", path, got, want)
	}
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

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

func TestSharedVectors(t *testing.T) {
	v := loadVectors(t)
	v.means()
	v.comparisons()
	v.proportions()
	v.tables()
	v.panels()
	v.corrections()
	v.finish()
}

func (v *vectors) means() {
	a := v.numbers("/mean_se/a")
	var clusters []string
	for _, c := range v.numbers("/mean_se/cluster") {
		clusters = append(clusters, fmt.Sprint(c))
	}
	m := metrics.Mean(a)
	v.same("/mean_se/mean_a", m.Value)
	v.same("/mean_se/se_clt", m.SE)
	v.same("/mean_se/sd_a_ddof1", m.SE*math.Sqrt(float64(m.N)))
	v.sameInterval("/mean_se/ci95_t_n-1", m.Lo, m.Hi)
	v.same("/mean_se/clip_mean", m.Clip().Value)
	clipped := make([]float64, len(a))
	for i, x := range a {
		clipped[i] = min(max(x, 0), 1)
	}
	v.same("/mean_se/mean_of_clipped", metrics.Mean(clipped).Value)
	c := must(metrics.ClusterMean(a, clusters))
	v.same("/mean_se/se_cluster_CR0 (Miller 2024 eq.)", c.CR0)
	v.same("/mean_se/se_cluster_CR1 sqrt(C/(C-1))", c.CR1)
	v.sameInterval("/mean_se/ci95_t_C-1 (CR1)", c.Mean.Lo, c.Mean.Hi)
	v.leave("a remark", "/mean_se/check")
	d := must(metrics.MeasureDesign(a, clusters))
	v.same("/icc/msb", d.MSB)
	v.same("/icc/msw", d.MSW)
	v.same("/icc/icc1", d.ICC)
	v.same("/icc/deff_1+(m-1)rho", d.Effect)
	v.same("/icc/deff_observed_CR0", d.Observed)
	for leaf := range v.leaves {
		var x float64
		switch {
		case strings.HasPrefix(leaf, "/t_quantile_0.975/"):
			fmt.Sscan(leaf[len("/t_quantile_0.975/"):], &x)
			v.same(leaf, metrics.TQuantile(0.975, x))
		case strings.HasPrefix(leaf, "/normal_quantile/"):
			fmt.Sscan(leaf[len("/normal_quantile/"):], &x)
			v.same(leaf, metrics.NormalQuantile(x))
		}
	}
}

func (v *vectors) comparisons() {
	a, b := v.numbers("/mean_se/a"), v.numbers("/mean_se/b")
	var clusters []string
	for _, c := range v.numbers("/mean_se/cluster") {
		clusters = append(clusters, fmt.Sprint(c))
	}
	p := must(compare.Paired(a, b))
	v.same("/paired/mean_diff", p.Difference.Value)
	v.same("/paired/se_paired", p.Difference.SE)
	v.same("/paired/t", p.T)
	v.same("/paired/p_two_sided", p.P)
	v.same("/paired/se_unpaired", p.UnpairedSE)
	v.same("/paired/se_unpaired", must(compare.Unpaired(a, b)).Difference.SE)
	v.same("/paired/pearson", p.Correlation)
	c := must(compare.PairedClusters(a, b, clusters))
	v.same("/paired/se_paired_cluster_CR1", c.Difference.SE)
	v.same("/paired/se_paired_cluster_CR0", c.Difference.SE*math.Sqrt(1-1/float64(c.Clusters)))
	v.same("/paired/p_cluster_CR1_t(C-1)", c.P)
	v.same("/paired/p_sign_flip_exact (2^12)", must(compare.SignFlip{}.Test(a, b)).P)
	v.same("/paired/p_sign_flip_cluster_exact (2^4)", must(compare.SignFlip{Clusters: clusters}.Test(a, b)).P)
	v.leave("no Wilcoxon test here; the vector itself depends on how ties round", "/paired/wilcoxon_signed_rank_p_exact?")

	one := compare.Design{
		Between: v.number("/power/inputs/omega2"), WithinA: v.number("/power/inputs/sigmaA2"), WithinB: v.number("/power/inputs/sigmaB2"),
		RepeatsA: 1, RepeatsB: 1, Alpha: 0.05, Power: 0.8,
	}
	ten := one
	ten.RepeatsA, ten.RepeatsB = 10, 10
	delta := v.number("/power/inputs/delta")
	// The vectors have 6 decimals here.
	for _, n := range []struct {
		path string
		got  float64
	}{{"/power/n_K1", must(one.Samples(delta))}, {"/power/n_K10", must(ten.Samples(delta))}} {
		if want := v.number(n.path); !(math.Abs(n.got-want) <= 1e-6) {
			v.t.Errorf("%s: got %.9g, want %.9g", n.path, n.got, want)
		}
	}
	v.same("/power/mde_n=198,K=1", must(one.Detectable(198)))
	v.same("/power/mde_n=198,K=10", must(ten.Detectable(198)))

	m := must(compare.McNemar(int(v.number("/mcnemar/b")), int(v.number("/mcnemar/c"))))
	v.same("/mcnemar/exact_p", m.Exact)
	v.same("/mcnemar/mid_p", m.MidP)
	v.same("/mcnemar/chi2_cc_p", m.Corrected)
	ps := v.numbers("/multiple/p")
	for i, x := range must(compare.Holm(ps)) {
		v.same(fmt.Sprint("/multiple/holm/", i), x)
	}
	for i, x := range must(compare.BenjaminiHochberg(ps)) {
		v.same(fmt.Sprint("/multiple/bh/", i), x)
	}
}

func (v *vectors) proportions() {
	w, none, exact := metrics.Wilson(8, 10), metrics.Wilson(0, 20), metrics.ClopperPearson(8, 10)
	v.sameInterval("/proportion/wilson_95_x=8_n=10", w.Lo, w.Hi)
	v.sameInterval("/proportion/wilson_95_x=0_n=20", none.Lo, none.Hi)
	v.sameInterval("/proportion/clopper_pearson_8_10", exact.Lo, exact.Hi)
	_, hi := metrics.OneSided(0, 100)
	v.same("/proportion/exact_upper95_one_sided_0_of_100", hi)
	if rule := v.number("/proportion/rule_of_three_upper_n=100"); !(math.Abs(hi-rule) <= 0.02*rule) {
		v.t.Errorf("the exact bound %v is far from the rule of three", hi)
	}
}

func (v *vectors) tables() {
	t := must(agreement.NewTable(v.counts("/kappa_abstractors/table")))
	v.same("/kappa_abstractors/cohen", t.Kappa().Value)
	v.same("/kappa_abstractors/cohen_statsmodels", t.Kappa().Value)
	v.same("/kappa_abstractors/cohen_se_fleiss1969", t.Kappa().SE)
	v.same("/kappa_abstractors/cohen_se_irrCAC_style/0", t.Kappa().SE)
	v.leave("the same with n−1 in place of n", "/kappa_abstractors/cohen_se_irrCAC_style/1")
	v.same("/kappa_abstractors/scott_pi", t.Pi().Value)
	v.same("/kappa_abstractors/ac1", t.AC1().Value)
	v.same("/kappa_abstractors/ac1_se", t.AC1().SE)
	t = must(agreement.NewTable(v.counts("/kappa_paradox/table")))
	v.same("/kappa_paradox/percent_agreement", t.Raw().Value)
	v.same("/kappa_paradox/cohen", t.Kappa().Value)
	v.same("/kappa_paradox/scott", t.Pi().Value)
	v.same("/kappa_paradox/ac1", t.AC1().Value)
	count := func(name string) int { return int(v.number("/judge_vs_human/" + name)) }
	t = must(agreement.NewTable([][]int{{count("tn"), count("fn")}, {count("fp"), count("tp")}}))
	v.same("/judge_vs_human/f1_met", t.F1(agreement.Met).Value)
	v.same("/judge_vs_human/f1_unmet", t.F1(agreement.Unmet).Value)
	v.same("/judge_vs_human/macro_f1", t.MacroF1().Value)
	v.same("/judge_vs_human/mcc", t.MCC().Value)
	v.same("/judge_vs_human/cohen", t.Kappa().Value)
	v.same("/judge_vs_human/sens", t.Recall(agreement.Met).Value)
	v.same("/judge_vs_human/spec", t.Recall(agreement.Unmet).Value)
	v.same("/judge_vs_human/bias judge-human", t.Bias(agreement.Met).Value)
}

// transposed returns columns as rows.
func transposed(rows [][]float64) [][]float64 {
	out := make([][]float64, len(rows[0]))
	for i := range out {
		for _, row := range rows {
			out[i] = append(out[i], row[i])
		}
	}
	return out
}

func (v *vectors) panels() {
	b := metrics.Bootstrap{Resamples: 1000}
	ratings := transposed(v.rows("/krippendorff_2011/rows_are_observers"))
	p := must(agreement.NewPanel(ratings, agreement.Categories(ratings)))
	for _, d := range []agreement.Distance{agreement.Nominal, agreement.Ordinal, agreement.Interval} {
		v.same("/krippendorff_2011/"+string(d), must(p.Alpha(d, b)).Value)
	}
	v.leave("the same, rounded", "/krippendorff_2011/published")
	p = must(agreement.NewPanel(transposed(v.rows("/jury_3x8/verdicts")), []float64{0, 1}))
	v.same("/jury_3x8/alpha_nominal", must(p.Alpha(agreement.Nominal, b)).Value)
	v.leave("package judge takes votes, and checks it", "/jury_3x8/strict_majority_of_present", "/jury_3x8/strict_majority_of_panel (need 2 of 3)")
	p = must(agreement.NewCounts(v.counts("/fleiss_wikipedia/counts")))
	v.same("/fleiss_wikipedia/fleiss_kappa", must(p.FleissKappa()).Value)
	ac1 := p.AC1()
	v.same("/fleiss_wikipedia/ac1_pa_pe_coef_se/0", p.Raw().Value)
	v.same("/fleiss_wikipedia/ac1_pa_pe_coef_se/1", (p.Raw().Value-ac1.Value)/(1-ac1.Value))
	v.same("/fleiss_wikipedia/ac1_pa_pe_coef_se/2", ac1.Value)
	v.same("/fleiss_wikipedia/ac1_pa_pe_coef_se/3", ac1.SE)
}

func (v *vectors) corrections() {
	n, m0, m1 := v.number("/rogan_gladen/n"), v.number("/rogan_gladen/m0"), v.number("/rogan_gladen/m1")
	whole := func(x float64) int { return int(math.Round(x)) }
	met := whole(v.number("/rogan_gladen/p") * n)
	e := must(correct.Rate(met, int(n), correct.Calibration{
		Met: int(m1), MetRight: whole(v.number("/rogan_gladen/q1 (sens)") * m1),
		Unmet: int(m0), UnmetRight: whole(v.number("/rogan_gladen/q0 (spec)") * m0),
	}))
	v.same("/rogan_gladen/theta", e.Value)
	v.sameInterval("/rogan_gladen/ci95", e.Lo, e.Hi)
	naive := metrics.Wilson(met, int(n))
	z := metrics.NormalQuantile(0.975)
	v.sameInterval("/rogan_gladen/raw_wald_ci95", naive.Value-z*naive.SE, naive.Value+z*naive.SE)

	p := correct.PPI{Human: v.numbers("/ppi/y_lab"), Judge: v.numbers("/ppi/f_lab"), Rest: v.numbers("/ppi/f_unl")}
	check := func(name string, r correct.Predicted) {
		v.t.Helper()
		v.same("/ppi/"+name+"/theta", r.Mean.Value)
		v.sameInterval("/ppi/"+name+"/ci95", r.Mean.Lo, r.Mean.Hi)
	}
	check("lam=0", must(p.At(0)))
	check("lam=1", must(p.Plain()))
	check("lam=None", must(p.Tuned()))
	own := must(p.At(v.number("/ppi/own_ddof0/lam")))
	check("own_ddof0", own)
	v.same("/ppi/own_ddof0/se", own.Mean.SE)
	v.same("/ppi/own_ddof1/theta", must(p.At(v.number("/ppi/own_ddof1/lam"))).Mean.Value)
	v.leave("the same with ddof 1, which ppi_py does not use", "/ppi/own_ddof1/se", "/ppi/own_ddof1/ci95")
	v.same("/ppi/classical/mean", must(p.At(0)).Mean.Value)
	v.sameInterval("/ppi/classical/ci95", must(p.At(0)).Mean.Lo, must(p.At(0)).Mean.Hi)
}
