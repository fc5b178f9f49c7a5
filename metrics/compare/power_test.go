package compare

import (
	"math"
	"testing"
)

func TestDesign(t *testing.T) {
	z := 1.9599639845400542 + 0.84162123357291417
	d := Design{Between: .08, WithinA: .06, WithinB: .02, RepeatsA: 3, RepeatsB: 2, Alpha: .05, Power: .8}
	// V = 0.08 + 0.02 + 0.01.
	if n, err := d.Samples(.05); err != nil || !near(n, z*z*.11/.0025) {
		t.Errorf("Samples = %v, %v", n, err)
	}
	if n, err := d.Samples(-.05); err != nil || !near(n, z*z*.11/.0025) {
		t.Errorf("the sign of the difference does not matter: %v, %v", n, err)
	}
	if delta, err := d.Detectable(200); err != nil || !near(delta, z*math.Sqrt(.11/200)) {
		t.Errorf("Detectable = %v, %v", delta, err)
	}
	if delta, err := d.Detectable(1); err != nil || !near(delta, z*math.Sqrt(.11)) {
		t.Errorf("Detectable(1) = %v, %v", delta, err)
	}
	strict := d
	strict.Alpha, strict.Power = .01, .9
	if n, err := strict.Samples(.05); err != nil || !near(n, math.Pow(2.5758293035489004+1.2815515655446004, 2)*.11/.0025) {
		t.Errorf("at 1 %% and 90 %%: %v, %v", n, err)
	}
	change := func(f func(*Design)) Design { c := d; f(&c); return c }
	for why, bad := range map[string]Design{
		"zero value":     {},
		"negative":       change(func(d *Design) { d.Between = -.1 }),
		"negative noise": change(func(d *Design) { d.WithinA = -.01 }),
		"NaN":            change(func(d *Design) { d.WithinA = nan }),
		"infinite":       change(func(d *Design) { d.WithinB = inf }),
		"no repeats A":   change(func(d *Design) { d.RepeatsA = 0 }),
		"no repeats B":   change(func(d *Design) { d.RepeatsB = 0 }),
		"alpha 0":        change(func(d *Design) { d.Alpha = 0 }),
		"alpha 1":        change(func(d *Design) { d.Alpha = 1 }),
		"power 1":        change(func(d *Design) { d.Power = 1 }),
		"power by level": change(func(d *Design) { d.Power = .025 }),
		"no variance":    {RepeatsA: 1, RepeatsB: 1, Alpha: .05, Power: .8},
	} {
		if n, err := bad.Samples(.05); err == nil || n != 0 {
			t.Errorf("Samples: %v, error %v for %s", n, err, why)
		}
		if delta, err := bad.Detectable(10); err == nil || delta != 0 {
			t.Errorf("Detectable: %v, error %v for %s", delta, err, why)
		}
	}
	for why, good := range map[string]Design{
		"a judge without noise": change(func(d *Design) { d.WithinA, d.WithinB = 0, 0 }),
		"little power":          change(func(d *Design) { d.Power = .03 }),
		"noise alone":           change(func(d *Design) { d.Between = 0 }),
	} {
		if n, err := good.Samples(.05); err != nil || !(n > 0) {
			t.Errorf("%s: %v, %v", why, n, err)
		}
	}
	for _, bad := range []float64{0, nan, inf, -inf} {
		if n, err := d.Samples(bad); err == nil || n != 0 {
			t.Errorf("%v, error %v for a difference of %v", n, err, bad)
		}
	}
	if delta, err := d.Detectable(0); err == nil || delta != 0 {
		t.Errorf("%v, error %v for no samples", delta, err)
	}
}
