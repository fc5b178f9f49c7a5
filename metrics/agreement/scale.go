package agreement

import (
	"math"

	"github.com/assize-eval/assize/metrics"
)

// scale makes a 95 % interval from a value, its standard error and the degrees of freedom.
type scale func(value, se, df float64) (lo, hi float64)

// plain is value ± t·SE, within [−1, 1].
func plain(value, se, df float64) (lo, hi float64) {
	half := metrics.TQuantile(0.975, df) * se
	return max(value-half, -1), min(value+half, 1)
}

// fisher is the interval of a coefficient that ends at 1: tanh(artanh v ± t·SE/(1−v²)). Near 1 a
// coefficient varies less above its value than below, and v ± t·SE covers less than it says.
func fisher(value, se, df float64) (lo, hi float64) {
	half := metrics.TQuantile(0.975, df) * se / (1 - value*value)
	if math.IsInf(half, 0) || math.IsNaN(half) {
		return math.Inf(-1), math.Inf(1)
	}
	return math.Tanh(math.Atanh(value) - half), math.Tanh(math.Atanh(value) + half)
}

// logit is the interval of a share in [0, 1] on the scale of log odds, with the half-width
// t·SE/(v(1−v)). It is fisher's, moved from [−1, 1].
func logit(value, se, df float64) (lo, hi float64) {
	lo, hi = fisher(2*value-1, 2*se, df)
	return (lo + 1) / 2, (hi + 1) / 2
}
