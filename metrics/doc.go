// Package metrics turns grades into numbers and says how far each can be trusted: scorers, means
// with their standard errors and intervals, and the bounds that missing verdicts leave open.
//
//  1. A [Scorer] turns the grades of one sample into [Values]; [Weighted] is the scorer of rubrics
//     with weights and penalties. [Bounds] gives the lowest and highest values that missing verdicts
//     allow, and [Coverage] the share of the weight that has a verdict.
//  2. [Mean] turns the values of samples into an [Estimate]; [ClusterMean] where samples are not
//     independent, [Repeats] where each was scored several times, [Wilson] and [ClopperPearson] for
//     shares. [Combine] joins the estimates of parts, and [SumOfMeans] those that share clusters.
//  3. [Bootstrap] makes intervals of any statistic.
//
// Package compare tests whether two runs differ, package agreement how far raters agree, package
// correct what experts would have said; package report prints it all. This package does not draw,
// print or read files.
//
// # What an estimate says
//
// An [Estimate] has a value, its standard error, a 95 % interval, the number of samples and of the
// clusters that they come in, and the bounds worst and best. [Estimate.Freedom] says how many degrees of
// freedom its error has. The interval is about other samples of the same kind; the bounds are about
// the verdicts that are missing on these. A number that is not defined is NaN in Go and null in JSON,
// never 0 and never 1. Where too little is known for an interval it is infinite and not narrow.
//
// # Scores of a sample
//
// With points p_j of criterion j clamped to its own range, Σ⁺ the sum of the positive weights and Σ⁻
// that of the negative ones,
//
//	clipped_score = Σp/Σ⁺    normalized_score = (Σp − Σ⁻)/(Σ⁺ − Σ⁻)
//
// The clipped score is clipped only once it is averaged: max(0, mean), which [Estimate.Clip] does to
// the interval as well. Clipping each sample first gives a higher mean wherever a sample is below 0.
// Source: PRBench (2025).
//
// # Missing verdicts
//
// With M the criteria without a verdict,
//
//	worst = (Σp + Σ_M min(w, 0))/Σ⁺    best = (Σp + Σ_M max(w, 0))/Σ⁺    coverage = 1 − Σ_M|w|/Σ|w|
//
// The mean rests on samples whose verdicts are all there; mean worst and mean best cover all. To score
// a sample on the criteria that have a verdict, give [WeightedScores] those criteria alone: both sums
// are then theirs.
//
// # Means
//
// x̄ = Σx/n has the standard error s/√n with s² = Σ(x−x̄)²/(n−1), and the interval x̄ ± t·SE with t the
// 97.5 % point of Student's distribution with n−1 degrees of freedom: 2.571 for six samples, where the
// normal 1.96 would cover 90 % and not 95. Source: Miller 2024, arXiv 2411.00640.
//
// Samples that share a source text or repeat a prompt count less than independent ones. Over clusters
// c, C in number, CR0 = (1/n)·√Σ_c(Σ_{i∈c}(x_i−x̄))² and CR1 = CR0·√(C/(C−1)), with t of C−1 degrees of
// freedom. [MeasureDesign] says what clusters cost: the design effect 1+(m−1)ρ with clusters of m and
// the intraclass correlation ρ = (MSB−MSW)/(MSB+(m−1)MSW). Source: Miller 2024; Kish 1965.
//
// Repeats of one sample are not more samples: [Repeats] takes the mean of each sample first. The
// variance of one sample's score over K repeats is ω²+σ²/K, with σ² the variance within samples (pooled,
// ddof 1) and ω² = max(0, Var(x̄_i) − σ²/K) that between them. Of a judge that is asked again about one
// answer σ² is its noise, and [Repeated.SE] says what more repeats, or more samples, would gain. Source:
// Miller 2024.
//
// [Combine] gives a weighted sum of independent estimates SE = √Σw²SE², and t with the degrees of freedom
// of Welch and Satterthwaite, (Σw²SE²)²/Σ(w⁴SE⁴/ν), from those of the parts: n−1, or C−1 with clusters.
// Where parts share clusters, [SumOfMeans] adds up what the parts say of one cluster before it squares.
// Source: Satterthwaite 1946; Liang & Zeger 1986.
//
// # Shares
//
// [Wilson] gives (p̂+z²/2n ± z√(p̂q̂/n+z²/4n²))/(1+z²/n). [ClopperPearson] is exact and wider. After n
// verdicts that are all alike [OneSided] bounds the share of the others by 1−0.05^{1/n}, about 3/n.
// Source: Wilson 1927, Clopper & Pearson 1934.
//
// # Correlation
//
// [Correlation] is Pearson's r with Fisher's interval tanh(artanh r ± z/√(n−3)), such as that of
// verdicts with the length of answers. It is not defined where either has no spread, or none but
// rounding. Source: Fisher 1921.
//
// # Bootstrap
//
// [Bootstrap] draws samples, or whole clusters, with replacement from a seeded generator, and takes
// the percentiles of the statistic on them, as they are or shifted for bias and skewness (BCa): the points
// Φ(z0 + (z0±z)/(1−a(z0±z))), z0 = Φ⁻¹(share below the value), a = Σd³/(6·(Σd²)^1.5) by the jackknife. A
// clipped mean is clipped in each resample, so that its interval is on its own scale. The bootstrap's
// standard error is short by √((n−1)/n), 9 % for six samples, and its warnings say so below twenty.
// Source: Efron & Tibshirani 1993, Efron 1987.
package metrics
