package rubric

// Criterion is one thing an expert looks for in an answer.
//
// The zero Criterion is not valid: see [Validate].
type Criterion struct {
	// ID names the criterion. It is unique within its rubric.
	ID string
	// Text is what the expert wrote and what a judge is asked about, byte for byte.
	Text string
	// Category is the kind of the criterion in its benchmark; empty where the benchmark has none.
	Category string
	// Weight is the points that the criterion is worth when fully met. A negative weight is a
	// penalty: an answer that meets the criterion loses points. It is finite and never zero.
	Weight float64
}

// Range returns the least and the most points that c can give: [0, Weight], or [Weight, 0] for a
// penalty.
func (c Criterion) Range() (lo, hi float64) {
	return min(0, c.Weight), max(0, c.Weight)
}

// Clamp returns points bounded to c's own range, so that no judge can give more than the rubric
// holds. A NaN stays NaN.
func (c Criterion) Clamp(points float64) float64 {
	lo, hi := c.Range()
	return min(max(points, lo), hi)
}
