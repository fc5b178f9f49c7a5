package metrics

import "github.com/assize-eval/assize/metrics/internal/dist"

// level is the confidence level of every interval in this package.
const level = 0.95

// TQuantile returns the t with P(T ≤ t) = p for Student's t distribution with df > 0 degrees of
// freedom, which need not be whole; df = +Inf is the normal distribution. TQuantile(0.975, n-1) is
// the factor of the 95 % interval of a mean of n numbers. It is ±Inf at p = 1 and 0, and NaN for p
// outside [0, 1] and df not above 0. The relative error is about 1e-14.
func TQuantile(p, df float64) float64 { return dist.TQuantile(p, df) }

// NormalQuantile returns the z with P(Z ≤ z) = p for the standard normal distribution. It is ±Inf at
// p = 1 and 0, and NaN for p outside [0, 1]. The relative error is about 1e-15.
func NormalQuantile(p float64) float64 { return dist.NormalQuantile(p) }

// tFactor is the factor of a 95 % t-interval with df degrees of freedom.
func tFactor(df float64) float64 { return dist.TQuantile((1+level)/2, df) }

// zFactor is the factor of a 95 % normal interval.
func zFactor() float64 { return dist.NormalQuantile((1 + level) / 2) }
