// Package compare says whether two runs differ, and by how much.
//
// Two models that are graded on the same samples are compared sample by sample: what makes a sample
// hard for both falls out of the difference. The steps are
//
//  1. [Join] pairs the scores of two runs by sample and lists those that have no partner.
//  2. [Paired] tests the mean difference by t; [PairedClusters] where samples share a source text;
//     [SignFlip] without any assumption about the distribution. [McNemar] tests one yes-or-no
//     criterion. [FromEstimate] tests a difference that was put together of parts.
//  3. [Holm] or [BenjaminiHochberg] adjusts the p-values of several models or slices.
//  4. [Test.Detectable] and [Design] say how small a difference can be seen at all.
//
// [Unpaired] is for runs that share no samples, and says so in its warnings.
//
// # Paired difference
//
// With d_i = a_i − b_i over n samples,
//
//	d̄ = Σd/n    SE = s_d/√n = √((s_a² + s_b² − 2s_ab)/n)    t = d̄/SE with n−1 degrees of freedom
//
// The interval is d̄ ± t₀.₉₇₅·SE. With clusters the standard error is CR1 with C−1 degrees of freedom;
// see [metrics.ClusterMean]. Source: Miller 2024, arXiv 2411.00640.
//
// Where verdicts are missing the difference has bounds as a mean has: over all samples that both runs
// have, the mean of the first run's worst score minus the second's best, and that of its best minus
// the second's worst. [metrics.Estimate.Within] sets them from the two lists.
//
// # Sign-flip test
//
// If the runs do not differ, each d_i could as well have the other sign. p is the share of all 2ⁿ
// sign patterns with |Σ±d| ≥ |Σd|; with clusters, whole clusters flip. With more than [ExactUnits]
// units R patterns are drawn and p = (1+hits)/(1+R), which counts the observed pattern as one of
// them, so that p is never 0. Source: Fisher 1935; Phipson & Smyth 2010 for the added one.
//
// # McNemar
//
// With b samples that only the first run meets and c that only the second does,
//
//	exact p = min(1, 2·P(X ≤ min(b,c)))    mid-p = 2·P(X ≤ min(b,c)) − P(X = min(b,c))
//	χ² = max(0, |b−c|−1)²/(b+c), one degree of freedom
//
// with X ~ Bin(b+c, ½). For b = c mid-p is 1 − ½·P(X = b). Source: McNemar 1947, Edwards 1948 (the
// correction), Fagerland, Lydersen & Laake 2013 (mid-p).
//
// # Several comparisons
//
// Of m p-values in rising order, Holm's adjusted p₍ᵢ₎ is max_{j≤i} min(1, (m−j+1)·p₍ⱼ₎), which bounds the
// chance of any false finding; Benjamini & Hochberg's is min_{j≥i} min(1, m·p₍ⱼ₎/j), which bounds the
// expected share of false ones among the findings. Source: Holm 1979, Benjamini & Hochberg 1995.
//
// # Power
//
//	n = (z₁₋α⸝₂ + z_power)²·V/δ²    δ = (z₁₋α⸝₂ + z_power)·√(V/n)    V = ω²_d + σ²_A/K_A + σ²_B/K_B
//
// with ω²_d the variance of the true differences over samples, σ² the variance between repeats of a
// sample, and K the repeats. Source: Miller 2024, section 5.
//
// # Rounding
//
// Scores are sums in floating point, so differences that are equal on paper differ in their last digits.
// A standard error below 1e-12 of the scores' size is taken for 0, which has no p-value, and a difference
// of a sample or cluster below that for none; sums of sign patterns that are equal but for it are ties.
//
// What is not defined is NaN, in JSON null; it is neither 0 nor 1. No function here changes its
// arguments, and all may be called from several goroutines.
package compare
