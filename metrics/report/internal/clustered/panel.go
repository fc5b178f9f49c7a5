package clustered

import (
	"math"
	"slices"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
)

// Panel returns shares of weight that raters give units, from 0 to 1, as a panel. Nothing is defined on one of
// ratings that are not valid.
func Panel(ratings [][]float64, clusters []string) agreement.Panel {
	p, err := panel(ratings, agreement.Categories(slices.Concat([][]float64{{0, 1}}, ratings)), clusters)
	if err != nil {
		return agreement.Panel{}
	}
	return p
}

func panel(ratings [][]float64, categories []float64, clusters []string) (agreement.Panel, error) {
	p, err := agreement.NewPanel(ratings, categories)
	if err != nil {
		return p, err
	}
	return p.Clustered(clusters)
}

// fewest is the number of clusters below which resamples of them say too little to draw an interval from.
const fewest = 20

// Resample is how percentile intervals are made here, of 1000 resamples.
func Resample(clusters []string) metrics.Bootstrap {
	return metrics.Bootstrap{Resamples: 1000, Method: metrics.Percentile, Clusters: clusters}
}

// Wide returns r with an infinite interval where there are fewer than 20 clusters.
func Wide(r metrics.Resampled) metrics.Resampled {
	if r.Clusters < fewest {
		r.Lo, r.Hi = math.Inf(-1), math.Inf(1)
	}
	return r
}

// Alpha returns Krippendorff's α (interval) with the interval of [Resample], [Wide] of few clusters.
func Alpha(p agreement.Panel) metrics.Resampled {
	// The settings are valid, so there is no error.
	r, _ := p.Alpha(agreement.Interval, Resample(nil))
	return Wide(r)
}
