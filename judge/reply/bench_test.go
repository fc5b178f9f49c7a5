package reply

import (
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

func BenchmarkCriteriaMet(b *testing.B) {
	object := `{"explanation": "` + strings.Repeat("The memo names the act, and the section that governs the notice. ", 6) + `", "criteria_met": true}`
	answer := strings.Repeat("A memo of some length on notice periods, with sections and cases. ", 100)
	task := judge.Task{
		Sample:   sample{answer},
		Criteria: []rubric.Criterion{{ID: "c", Weight: 5}},
		Prompt: judge.Prompt{
			System: "Grade. Example:\n" + `{"explanation": "It names the court and not the date.", "criteria_met": false}`,
			Prefix: strings.Repeat("Instructions of a judge, with what counts and what does not. ", 150) + answer,
		},
	}
	for _, c := range []struct{ name, text string }{
		{"strict", object},
		{"fenced", "```json\n" + object + "\n```"},
		{"repaired", "```json\n" + strings.Replace(object, "true}", "true,}", 1) + "\n```"},
		{"reasoning", "<think>" + strings.Repeat("Let me see. ", 50) + "</think>\n" + object},
	} {
		b.Run(c.name, func(b *testing.B) {
			contract := CriteriaMet()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := contract.Read(task, judge.Reply{Text: c.text, Finish: "stop"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSections(b *testing.B) {
	section := func(name, points, max string) string {
		item := `{"rubric_item": "要点", "max_points": 1, "points_awarded": null, "rationale": "见回答第二段"}`
		return `"` + name + `": {"total_points": ` + points + `, "max_points": ` + max + `, "breakdown": [` + strings.Repeat(item+",", 4) + item + `]}`
	}
	text := `{"score_details": {` + section("事实", "7", "10") + "," + section("说理", "12.5", "20") + "," + section("依据得分", "5", "5") + `}}`
	contract := Sections(essaySections)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := contract.Read(essay, judge.Reply{Text: text}); err != nil {
			b.Fatal(err)
		}
	}
}
