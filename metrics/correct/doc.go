// Package correct says what experts would have found where a judge was asked, from a set of labels
// on which both gave a verdict.
//
//  1. [Calibrate] counts how often the judge is right, by sign of the weight and by category.
//  2. [Rate] corrects the share of criteria that are met, and [Scores] the mean score of a rubric.
//     [Allocate] says which labels to buy.
//  3. [Difference] corrects the difference of two runs' mean scores, with labels of both.
//  4. [PPI] corrects a mean score from few samples that experts scored, with no model of the error.
//
// A judge that is right nine times in ten is not off by a tenth: where few criteria are met its false
// alarms outnumber them. The interval of the judge's own mean is about the judge and can miss the
// truth however many samples there are.
//
// # Corrected rate
//
// With sensitivity q₁ and specificity q₀ from m₁ and m₀ labels, and p the judge's rate of met on n
// criteria,
//
//	θ̂ = (p+q₀−1)/(q₀+q₁−1)
//
// (Rogan & Gladen 1978), with the interval of Lee et al. (arXiv 2511.21140) that counts the errors of
// p, q₀ and q₁; see [Rate] for its formula. It assumes that the judge errs on the criteria counted as
// it does on those labeled, so penalties have rates of their own. Without labels of a kind, and for a
// judge no better than chance (q₀+q₁ ≤ 1), it is not defined, and the error wraps [ErrUndefined].
//
// # Clusters
//
// Verdicts on the criteria of one sample resemble each other. Where a rate p over m of them has the
// standard error CR1 over samples, they are worth as many independent ones as would give it,
//
//	m* = p(1−p)/CR1²·(z/t)²
//
// with t of C−1 degrees of freedom for C samples, at most m (Korn & Graubard 1998); where all are alike,
// C. [Calibrate] counts labels so, and [RateClusters] the verdicts: m* and n* take the place of m and n in
// the interval. In simulations with ten criteria to a sample it covers 94 to 96 %.
//
// # Corrected score
//
// The score Σwv/Σ⁺ is linear in the verdicts v, so it is corrected verdict by verdict with the rates of
// its class: sign of the weight, and category where that has [MinLabels] labels of each kind. See
// [Scores] for the standard error, which adds the variance over samples and that of the labels.
// [Difference] does so for two runs: what makes samples hard for both falls out of it, and the part of the
// labels counts on either side.
//
// # Prediction-powered inference
//
// With y the expert's and f the judge's score on n samples, and f alone on N more,
//
//	θ = λ·mean(f_N) + mean(y−λf_n)    SE = √(λ²Var(f_N)/N + Var(y−λf_n)/n)
//
// λ = 1 is PPI (arXiv 2301.09633); PPI++ (arXiv 2311.01453) takes the λ of the smallest variance,
// Cov_n(y,f)/((1+n/N)Var(f)) within [0, 1]; λ = 0 is the experts' mean alone.
//
// All functions may be called from several goroutines; none changes its arguments.
package correct
