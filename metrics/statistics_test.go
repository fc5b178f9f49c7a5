package metrics_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/correct"
)

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
	d, err := metrics.MeasureDesign(a, clusters)
	if err != nil {
		d = metrics.DesignEffect{MSB: math.NaN(), MSW: math.NaN(), ICC: math.NaN(), Effect: math.NaN(), Observed: math.NaN()}
	}
	v.same("/icc/msb", d.MSB)
	v.same("/icc/msw", d.MSW)
	v.same("/icc/icc1", d.ICC)
	v.same("/icc/deff_1+(m-1)rho", d.Effect)
	v.same("/icc/deff_observed_CR0", d.Observed)
	for leaf, x := range v.match(`/t_quantile_(0\.\d+)/([\d.]+)$`) {
		v.same(leaf, metrics.TQuantile(x[0], x[1]))
	}
	for leaf, x := range v.match(`/normal_quantile/(0\.\d+)$`) {
		v.same(leaf, metrics.NormalQuantile(x[0]))
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
	for leaf := range v.match(`/paired/p_sign_flip_exact.*`) {
		v.same(leaf, must(compare.SignFlip{}.Test(a, b)).P)
	}
	for leaf := range v.match(`/paired/p_sign_flip_cluster_exact.*`) {
		v.same(leaf, must(compare.SignFlip{Clusters: clusters}.Test(a, b)).P)
	}
	v.leave("no Wilcoxon test here; the vector itself depends on how ties round", "/paired/wilcoxon_signed_rank_p_exact?")

	one := compare.Design{
		Between: v.number("/power/inputs/omega2"), WithinA: v.number("/power/inputs/sigmaA2"), WithinB: v.number("/power/inputs/sigmaB2"),
		RepeatsA: 1, RepeatsB: 1, Alpha: 0.05, Power: 0.8,
	}
	delta := v.number("/power/inputs/delta")
	for leaf, x := range v.match(`/power/n_K(\d+)$`) {
		one.RepeatsA, one.RepeatsB = int(x[0]), int(x[0])
		v.same(leaf, must(one.Samples(delta)))
	}
	for leaf, x := range v.match(`/power/mde_n=(\d+),K=(\d+)$`) {
		one.RepeatsA, one.RepeatsB = int(x[1]), int(x[1])
		v.same(leaf, must(one.Detectable(int(x[0]))))
	}

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
	for path, x := range v.match(`/proportion/wilson_95_x=(\d+)_n=(\d+)`) {
		w := metrics.Wilson(int(x[0]), int(x[1]))
		v.sameInterval(path, w.Lo, w.Hi)
	}
	for path, x := range v.match(`/proportion/clopper_pearson_(\d+)_(\d+)`) {
		exact := metrics.ClopperPearson(int(x[0]), int(x[1]))
		v.sameInterval(path, exact.Lo, exact.Hi)
	}
	for leaf, x := range v.match(`/proportion/exact_upper95_one_sided_(\d+)_of_(\d+)$`) {
		_, hi := metrics.OneSided(int(x[0]), int(x[1]))
		v.same(leaf, hi)
	}
	for leaf, x := range v.match(`/proportion/rule_of_three_upper_n=(\d+)$`) {
		if _, hi := metrics.OneSided(0, int(x[0])); !(math.Abs(hi-v.number(leaf)) <= 0.1*hi) {
			v.t.Errorf("%s: the exact bound %v is far from the rule", leaf, hi)
		}
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
