package reply_test

import (
	"fmt"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/reply"
	"github.com/assize-eval/assize/rubric"
)

func ExampleCriteriaMet() {
	task := judge.Task{Criteria: []rubric.Criterion{{ID: "cites-statute", Weight: 5}}}
	contract := reply.CriteriaMet()
	for _, text := range []string{
		`{"explanation": "Section 12 is named.", "criteria_met": true}`,
		"Here you are:\n```json\n{'explanation': 'Nothing is named.', 'criteria_met': False,}\n```",
		`{"criteria_met": true} or rather {"criteria_met": false}`,
	} {
		verdict, err := contract.Read(task, judge.Reply{Text: text, Finish: "stop"})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(verdict.Grades[0].Points, verdict.How)
	}
	// Output:
	// 5 strict
	// 0 found in text; repaired: extra comma, Python literal, single quotes
	// judge: conflict: the reply holds 2 objects that differ (points 5, 0); give one
}

func ExamplePoints() {
	task := judge.Task{Criteria: []rubric.Criterion{{ID: "consultation", Weight: 16}}}
	contract := reply.Points()
	for _, text := range []string{
		"问到了期限，没有问及证据。\n```json\n{\"total_points\": \"12分\", \"max_points\": 16}\n```",
		`{"total_points": "75%", "max_points": 16}`,
		`{"total_points": 18, "max_points": 16}`,
	} {
		verdict, err := contract.Read(task, judge.Reply{Text: text, Finish: "stop"})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(verdict.Grades[0].Points, verdict.Grades[0].Explanation)
	}
	// Output:
	// 12 问到了期限，没有问及证据。
	// judge: malformed: total_points is a percentage, "75%", not points; an object with total_points is due
	// judge: malformed: total_points is 18, above the maximum 16; an object with total_points is due
}

func ExampleSections() {
	task := judge.Task{Criteria: []rubric.Criterion{{ID: "facts", Weight: 10}, {ID: "law", Weight: 20}}}
	contract := reply.Sections(reply.SectionOptions{
		Names:    []string{"facts", "law"},
		Aliases:  map[string][]string{"law": {"legal basis", "authorities"}},
		Suffixes: []string{"score"},
		Ignore:   []string{"others"},
	})
	verdict, err := contract.Read(task, judge.Reply{Text: `{"score_details": {
		"Facts score": {"total_points": 7, "max_points": 10, "breakdown": [
			{"rubric_item": "dates", "points_awarded": 3, "rationale": "all given"},
			{"rubric_item": "parties", "points_awarded": 4, "rationale": "one missing"}]},
		"legal_basis": {"total_points": 12.5, "max_points": 20},
		"others": {"total_points": 0, "max_points": 0}
	}}`})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range verdict.Grades {
		fmt.Printf("%s: %v of %v (%s)\n", g.Criterion, g.Points, g.Max, g.Explanation)
	}
	fmt.Println(verdict.How)
	// Output:
	// facts: 7 of 10 (dates: all given; parties: one missing)
	// law: 12.5 of 20 ()
	// understood: key spelled otherwise
}

func ExampleSchema() {
	contract, err := reply.Schema{
		Name: "tone/1",
		Fields: []reply.Field{
			{Key: "polite", Kind: reply.Boolean},
			{Key: "clarity", Kind: reply.Choice, Choices: []reply.Word{{Text: "poor", Points: 0}, {Text: "fair", Points: 1}, {Text: "good", Points: 2}}},
		},
		ReasonKey: "reason",
	}.Contract()
	if err != nil {
		fmt.Println(err)
		return
	}
	task := judge.Task{Criteria: []rubric.Criterion{{ID: "polite", Weight: 1}, {ID: "clear", Weight: 2}}}
	verdict, err := contract.Read(task, judge.Reply{Text: `{"reason": "Short sentences.", "polite": "yes", "clarity": "Good"}`})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range verdict.Grades {
		fmt.Println(g.Criterion, g.Points)
	}
	fmt.Println(contract.Schema)
	// Output:
	// polite 1
	// clear 2
	// {"type":"object","properties":{"reason":{"type":"string"},"polite":{"type":"boolean"},"clarity":{"type":"string","enum":["poor","fair","good"]}},"required":["reason","polite","clarity"],"additionalProperties":false}
}
