package metrics

import (
	"math/rand/v2"
	"testing"
)

func BenchmarkBootstrapMean(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	xs := make([]float64, 1100)
	for i := range xs {
		xs[i] = rng.Float64()
	}
	for b.Loop() {
		if _, err := (Bootstrap{}).Mean(xs); err != nil {
			b.Fatal(err)
		}
	}
}
