package compare_test

import (
	"fmt"

	"github.com/assize-eval/assize/metrics/compare"
)

// Two models on the same six samples.
var (
	modelA = map[string]float64{"s1": 0.80, "s2": 0.75, "s3": 0.90, "s4": 0.40, "s5": 0.35, "s6": 0.50, "s7": 0.65}
	modelB = map[string]float64{"s1": 0.70, "s2": 0.72, "s3": 0.85, "s4": 0.38, "s5": 0.30, "s6": 0.41}
)

// The whole way: pair the runs, test the difference, and say what was left out.
func Example() {
	p, err := compare.Join(modelA, modelB)
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := compare.Paired(p.A, p.B)
	if err != nil {
		fmt.Println(err)
		return
	}
	flip, err := compare.SignFlip{}.Test(p.A, p.B)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t)
	fmt.Printf("unpaired the standard error would be %.1f times as large\n", t.UnpairedSE/t.Difference.SE)
	fmt.Printf("by sign flips p=%.3f, exact: %t\n", flip.P, flip.Exact)
	fmt.Println("left out:", p.OnlyA, p.OnlyB, t.Warnings)
	// Output:
	// +0.057 [+0.023, +0.090] (p=0.007 n=6)
	// unpaired the standard error would be 10.0 times as large
	// by sign flips p=0.031, exact: true
	// left out: [s7] [] [only 6 pairs]
}

func ExampleJoin() {
	p, err := compare.Join(map[string]float64{"s1": 0.5, "s2": 0.25}, map[string]float64{"s2": 0.75, "s3": 1})
	fmt.Println(p.IDs, p.A, p.B, p.OnlyA, p.OnlyB, err)
	// Output: [s2] [0.25] [0.75] [s1] [s3] <nil>
}

func ExamplePaired() {
	t, err := compare.Paired([]float64{0.4, 0.6, 0.3, 0.8}, []float64{0.5, 0.4, 0.35, 0.7})
	fmt.Println(t, err)
	fmt.Printf("a difference of %.2f could be seen\n", t.Detectable)
	// Output:
	// ~ +0.038 [-0.182, +0.257] (p=0.624 n=4) <nil>
	// a difference of 0.19 could be seen
}

func ExamplePairedClusters() {
	a := []float64{0.80, 0.75, 0.90, 0.40, 0.35, 0.50, 0.65, 0.70}
	b := []float64{0.70, 0.72, 0.85, 0.45, 0.30, 0.40, 0.60, 0.55}
	texts := []string{"p", "p", "p", "q", "q", "r", "r", "r"}
	t, err := compare.PairedClusters(a, b, texts)
	fmt.Println(t, t.Warnings, err)
	// Output: ~ +0.060 [-0.052, +0.172] (p=0.147 n=8) [only 3 clusters] <nil>
}

func ExampleUnpaired() {
	t, err := compare.Unpaired([]float64{0.4, 0.6, 0.3, 0.8}, []float64{0.2, 0.3, 0.1, 0.4})
	fmt.Println(t, err)
	fmt.Println(t.Warnings[0])
	// Output:
	// ~ +0.275 [-0.058, +0.608] (p=0.087 n=8) <nil>
	// unpaired: samples that both runs share are treated as different ones
}

func ExampleSignFlip_Test() {
	// Four source texts cannot give a smaller p than 2/16.
	a, b := []float64{0.9, 0.8, 0.7, 0.6}, []float64{0.1, 0.2, 0.3, 0.4}
	p, err := compare.SignFlip{Clusters: []string{"p", "q", "r", "s"}}.Test(a, b)
	fmt.Println(p.P, p.Warnings, err)
	// Output: 0.125 [with 4 units p cannot be below 0.125] <nil>
}

func ExampleMcNemar() {
	// Twelve samples only the first model gets right, three only the second.
	d, err := compare.McNemar(12, 3)
	fmt.Printf("exact %.4f, mid-p %.4f, corrected χ² %.4f, %v\n", d.Exact, d.MidP, d.Corrected, err)
	// Output: exact 0.0352, mid-p 0.0213, corrected χ² 0.0389, <nil>
}

func ExampleHolm() {
	p, err := compare.Holm([]float64{0.01, 0.04, 0.03})
	fmt.Printf("%.2f %v\n", p, err)
	// Output: [0.03 0.06 0.06] <nil>
}

func ExampleBenjaminiHochberg() {
	p, err := compare.BenjaminiHochberg([]float64{0.01, 0.04, 0.03})
	fmt.Printf("%.2f %v\n", p, err)
	// Output: [0.03 0.04 0.04] <nil>
}

func ExampleDesign() {
	d := compare.Design{Between: 0.08, WithinA: 0.06, WithinB: 0.06, RepeatsA: 1, RepeatsB: 1, Alpha: 0.05, Power: 0.8}
	n, err := d.Samples(0.03)
	if err != nil {
		fmt.Println(err)
		return
	}
	delta, err := d.Detectable(300)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("a difference of 0.03 takes %.0f samples; 300 samples find %.3f\n", n, delta)
	// Output: a difference of 0.03 takes 1744 samples; 300 samples find 0.072
}
