package correct_test

import (
	"errors"
	"fmt"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/correct"
	"github.com/assize-eval/assize/rubric"
)

func ExampleRate() {
	// The judge calls 124 of 200 criteria met. Against 50 labels of each kind it is right on 45 that
	// are met and on 35 that are not.
	c := correct.Calibration{Met: 50, MetRight: 45, Unmet: 50, UnmetRight: 35}
	e, err := correct.Rate(124, 200, c)
	fmt.Printf("%.3f [%.3f, %.3f] %v\n", e.Value, e.Lo, e.Hi, err)

	_, err = correct.Rate(124, 200, correct.Calibration{Met: 50, MetRight: 20, Unmet: 50, UnmetRight: 30})
	fmt.Println(errors.Is(err, correct.ErrUndefined), err)
	// Output:
	// 0.533 [0.358, 0.704] <nil>
	// true correct: the correction is not defined: sensitivity 0.400 and specificity 0.600 are no better than chance
}

func ExampleCalibration() {
	c := correct.Calibration{Met: 50, MetRight: 45, Unmet: 50, UnmetRight: 35}
	fmt.Printf("sensitivity %.2f, specificity %.2f\n", c.Sensitivity().Value, c.Specificity().Value)
	// Output: sensitivity 0.90, specificity 0.70
}

func ExampleAllocate() {
	met, unmet, err := correct.Allocate(100, 0.4, 0.7, 0.9)
	fmt.Println(met, unmet, err)
	// Output: 28 72 <nil>
}

// answer is a sample with a rubric of one criterion and a penalty.
type answer string

func (a answer) ID() string                    { return string(a) }
func (answer) Conversation() []dataset.Message { return nil }
func (answer) Response() string                { return "" }
func (answer) Rubric() rubric.Rubric {
	return rubric.List{{ID: "cites", Weight: 10}, {ID: "invents", Weight: -4}}
}

func ExampleCalibrate() {
	judged := []agreement.Label{{Sample: "a1", Criterion: "cites", Met: true}, {Sample: "a1", Criterion: "invents", Met: false}}
	expert := []agreement.Label{{Sample: "a1", Criterion: "cites", Met: false}, {Sample: "a1", Criterion: "invents", Met: false}}
	c, err := correct.Calibrate(judged, expert, []dataset.Sample{answer("a1")})
	fmt.Printf("%+v %+v %v\n", c[correct.Class{}], c[correct.Class{Penalty: true}], err)
	// Output: {Met:0 MetRight:0 Unmet:1 UnmetRight:0 MetWorth:0 UnmetWorth:0} {Met:0 MetRight:0 Unmet:1 UnmetRight:1 MetWorth:0 UnmetWorth:0} <nil>
}

func ExampleScores() {
	var samples []dataset.Sample
	var grades [][]judge.Grade
	for i, met := range []bool{true, true, false, true, false, true} {
		a := answer(fmt.Sprint("a", i))
		c := a.Rubric().Criteria()
		samples = append(samples, a)
		grades = append(grades, []judge.Grade{judge.Binary(c[0], met, ""), judge.Binary(c[1], i == 2, "")})
	}
	r, err := correct.Scores(samples, grades, correct.Calibrations{
		{}:              {Met: 50, MetRight: 45, Unmet: 50, UnmetRight: 35},
		{Penalty: true}: {Met: 50, MetRight: 40, Unmet: 50, UnmetRight: 48},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f [%.3f, %.3f]\n", r.Clipped.Value, r.Clipped.Lo, r.Clipped.Hi)
	for _, p := range r.Parts {
		fmt.Printf("%s: the judge says %.2f, corrected %.2f\n", p.Class, p.Judged, p.Rate)
	}
	// Output:
	// 0.544 [-0.400, 1.000]
	// criteria of positive weight: the judge says 0.67, corrected 0.61
	// criteria of negative weight: the judge says 0.17, corrected 0.17
}

func ExamplePPI() {
	p := correct.PPI{
		Human: []float64{0.80, 0.40, 0.55, 0.90, 0.10, 0.65},
		Judge: []float64{0.70, 0.50, 0.60, 0.95, 0.30, 0.60},
		Rest:  []float64{0.90, 0.20, 0.60, 0.75, 0.40, 0.55, 0.85, 0.35},
	}
	r, err := p.Tuned()
	fmt.Printf("%.3f [%.3f, %.3f] λ %.2f %v\n", r.Mean.Value, r.Mean.Lo, r.Mean.Hi, r.Lambda, err)
	fmt.Println(r.Warnings)
	// Output:
	// 0.548 [0.390, 0.707] λ 0.55 <nil>
	// [only 6 labeled samples: the interval covers less than 95 %]
}

func ExampleRateClusters() {
	// Twelve criteria of four answers; what one answer meets is alike.
	met := []bool{true, true, true, false, false, true, true, true, true, false, false, false}
	answers := []string{"1", "1", "1", "2", "2", "2", "3", "3", "3", "4", "4", "4"}
	c := correct.Calibration{Met: 200, MetRight: 190, Unmet: 200, UnmetRight: 180}
	e, err := correct.RateClusters(met, answers, c)
	if err != nil {
		fmt.Println(err)
		return
	}
	as, _ := correct.Rate(7, 12, c)
	fmt.Printf("%.3f [%.3f, %.3f], as if independent [%.3f, %.3f]\n", e.Value, e.Lo, e.Hi, as.Lo, as.Hi)
	// Output: 0.569 [0.000, 1.000], as if independent [0.253, 0.837]
}

func ExampleCalibrateClusters() {
	expert := []agreement.Label{{Sample: "a1", Criterion: "cites", Met: true}, {Sample: "a2", Criterion: "cites", Met: true}}
	// Both answers are about one case, and the judge is right on both.
	samples := []dataset.Sample{answer("a1"), answer("a2")}
	c, err := correct.CalibrateClusters(expert, expert, samples, map[string]string{"a1": "case", "a2": "case"})
	fmt.Println(c[correct.Class{}].Met, "labels worth", c[correct.Class{}].MetWorth, err)
	// Output: 2 labels worth 1 <nil>
}

func ExampleScoresClusters() {
	samples := []dataset.Sample{answer("a1"), answer("a2"), answer("a3")}
	var grades [][]judge.Grade
	for i, s := range samples {
		criteria := s.Rubric().Criteria()
		grades = append(grades, []judge.Grade{judge.Binary(criteria[0], i < 2, ""), judge.Binary(criteria[1], false, "")})
	}
	c := correct.Calibration{Met: 50, MetRight: 45, Unmet: 50, UnmetRight: 40}
	out, err := correct.ScoresClusters(samples, grades, correct.Calibrations{{}: c, {Penalty: true}: c}, []string{"case 1", "case 1", "case 2"})
	fmt.Printf("%.3f from %d answers in %d clusters %v\n", out.Clipped.Value, out.Clipped.N, out.Clipped.Clusters, err)
	// Output: 0.667 from 3 answers in 2 clusters <nil>
}

func ExampleDifference() {
	samples := []dataset.Sample{answer("a1"), answer("a2"), answer("a3"), answer("a4")}
	run := func(cites, invents int) (grades [][]judge.Grade) {
		for i, s := range samples {
			c := s.Rubric().Criteria()
			grades = append(grades, []judge.Grade{judge.Binary(c[0], i < cites, ""), judge.Binary(c[1], i < invents, "")})
		}
		return grades
	}
	// The judge is more lenient on the first model's answers.
	lenient := correct.Calibration{Met: 200, MetRight: 196, Unmet: 200, UnmetRight: 150}
	strict := correct.Calibration{Met: 200, MetRight: 180, Unmet: 200, UnmetRight: 190}
	d, err := correct.Difference(samples,
		correct.Run{Grades: run(3, 0), Calibrations: correct.Calibrations{{}: lenient, {Penalty: true}: strict}},
		correct.Run{Grades: run(2, 1), Calibrations: correct.Calibrations{{}: strict, {Penalty: true}: strict}}, nil)
	fmt.Printf("judged +0.350, corrected %+.3f %v\n", d.Clipped.Value, err)
	// Output: judged +0.350, corrected +0.250 <nil>
}
