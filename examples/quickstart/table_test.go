package main

import (
	"math"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

func TestNumbers(t *testing.T) {
	tests := []struct {
		why             string
		e               metrics.Estimate
		value, interval string
	}{
		{"rounded", metrics.Estimate{Value: 0.12345, Lo: 0.1, Hi: 0.2}, "0.123", "0.100 to 0.200"},
		{"one sample has a value and no interval", metrics.Estimate{Value: 1, Lo: math.Inf(-1), Hi: math.Inf(1)}, "1.000", "unknown"},
		{"an interval open above", metrics.Estimate{Value: 1, Lo: 0, Hi: math.Inf(1)}, "1.000", "unknown"},
		{"an interval open below", metrics.Estimate{Value: 1, Lo: math.Inf(-1), Hi: 2}, "1.000", "unknown"},
		{"nothing was scored", metrics.Undefined(0), "unknown", "unknown"},
	}
	for _, tt := range tests {
		if v, i := number(tt.e.Value), interval(tt.e); v != tt.value || i != tt.interval {
			t.Errorf("%s: got %q, %q; want %q, %q", tt.why, v, i, tt.value, tt.interval)
		}
	}
}
