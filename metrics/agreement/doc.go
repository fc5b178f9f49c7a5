// Package agreement says how far raters agree: judge with judge, judge with human labels, one judge
// with its own repeats.
//
//  1. [Load] reads human labels from a JSONL or CSV file, and [LoadPoints] those in points;
//     [FromGrades] makes labels of a judge's grades.
//  2. [Between] holds two raters' labels against each other, overall, by category and by sign of the
//     weight, and gives a [Summary] of each part.
//  3. [Table] has each measure for two raters and any categories, and [Panel] for any number of
//     raters with gaps. [LeaveOneOut] is the baseline: how experts agree with each other.
//
// Rubric verdicts are skewed: most criteria of a good answer are met. Raw agreement is then high
// whatever raters do, and κ low however well they agree. No single number is safe; read raw
// agreement, κ and AC1 together. This package does not vote: it measures raters and makes no verdicts.
//
// # Two raters
//
// With p_kl the share of units in cell k, l, margins p_k· and p_·l, and π_k = (p_k·+p_·k)/2, each
// coefficient is (p_a−p_e)/(1−p_e) with p_a = Σ p_kk, and they differ in what they take for chance:
//
//	Cohen's κ    p_e = Σ p_k·p_·k             Cohen 1960; weighted, 1−((k−l)/(q−1))²: Cohen 1968
//	Scott's π    p_e = Σ π_k²                 Scott 1955
//	Gwet's AC1   p_e = Σ π_k(1−π_k)/(q−1)     Gwet 2008
//
// Krippendorff's α for two raters without gaps is 1 − (1−π)(2n−1)/(2n). Where p_e = 1 a coefficient is
// not defined: both raters said one and the same thing throughout, and κ and π are neither 0 nor 1.
//
// The Matthews correlation is that of the two raters' verdicts (Matthews 1975; Gorodkin 2004 for more
// categories). Precision of category k is p_kk/p_k·, recall p_kk/p_·k, and F1 their harmonic mean
// 2p_kk/(p_k·+p_·k); macro-F1, the mean of F1 over categories, is what HealthBench (arXiv 2505.08775)
// and PRBench publish for their judges. Bias is p_k·−p_·k. A category that nobody uses has no F1.
//
// # Intervals
//
// Standard errors are those of the delta method, with z_i the derivative of the measure at the cell
// of unit i less its mean: √Σz²/n. For κ that is
//
//	Var = [Σ p_kl(w_kl−(1−κ)(p_·k+p_l·))² − (p_a−2(1−κ)p_e)²] / (n(1−p_e)²)
//
// with w_kl = 1 on the diagonal (Fleiss, Cohen & Everitt 1969), and for AC1 Gwet's. Criteria of one
// answer resemble each other, so with clusters it is (1/n)√(Σ_c(Σ_{i∈c}z_i)²·C/(C−1)); [Summarize] and
// [Between] cluster by sample.
//
// A coefficient v has the interval tanh(artanh v ± z·SE/(1−v²)), a share the like on the scale of log
// odds, and bias v ± z·SE; with clusters t with C−1 degrees of freedom takes the place of z. In
// simulations these cover 94 to 97 % at n = 50, where v ± z·SE covers as little as 92. Raw agreement,
// precision and recall of independent units have Wilson's. Where raters agree on all n units the
// standard error is 0 and says nothing: the interval then goes to the values that the measure has
// when the share 1−0.025^{1/n} of units, the exact bound, is moved off the diagonal.
//
// # Any number of raters
//
// With r_i ratings of unit i, r_ik of them in category k, raw agreement is the mean over units of
// Σ_k r_ik(r_ik−1)/(r_i(r_i−1)). AC1 and Fleiss' κ take chance from π_k = mean(r_ik/r_i); their standard
// error is √(Σ(a_i−v)²/(n(n−1))) over
//
//	a_i = (n/n′)(p_ai−p_e·1[r_i≥2])/(1−p_e) − 2(1−v)(p_ei−p_e)/(1−p_e)
//
// with n′ the units that have two ratings, and p_ei = Σ_k r_ik(1−π_k)/(r_i(q−1)) for AC1, Σ_k r_ik·π_k/r_i for
// κ (Gwet 2014). Krippendorff's α = 1 − D_o/D_e compares the distances of ratings within units with those
// of all, nominal, ordinal or interval, with a bootstrap interval (Krippendorff 2011). For repeats of
// one judge, [Panel.Unanimous] is its self-consistency and [Panel.FlipRate] the chance that asking again
// changes a verdict.
//
// What is not defined is [metrics.Undefined]. All functions may be called from several goroutines.
package agreement
