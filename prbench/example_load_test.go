package prbench_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/assize-eval/assize/prbench"
	"github.com/assize-eval/assize/rubric"
)

// exampleRow is a row of a split in one line.
const exampleRow = `{"task": "0123456789abcdef01234567", "turns": 1, "field": "Legal", "topic": "Family Law", "expert": "Expert", ` +
	`"prompt_0": "Who inherits?", "rubric": [{"id": "c1", "title": "Names the spouse.", "annotations": ` +
	`{"weight_class": "critically important", "critically_important_weight": 9, "criteria_category": "Legal Accuracy"}}]}`

// exampleDir returns a directory with a split in it.
func exampleDir() string {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "legal.jsonl"), []byte(exampleRow), 0o600); err != nil {
		panic(err)
	}
	return dir
}

func ExampleLoad() {
	dir := exampleDir()
	defer os.RemoveAll(dir)

	samples, err := prbench.Load(filepath.Join(dir, "legal.jsonl"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range samples {
		fmt.Println(s.Split, s.Task, s.Topic, len(s.Turns), len(s.Criteria))
	}
	// Output:
	// legal 0123456789abcdef01234567 Family Law 1 1
}

func ExampleEach() {
	dir := exampleDir()
	defer os.RemoveAll(dir)

	points := 0.0
	err := prbench.Each(dir, func(s prbench.Sample) error {
		positive, _ := rubric.Totals(s.Rubric().Criteria())
		points += positive
		return nil
	})
	fmt.Println(points, err)
	// Output:
	// 9 <nil>
}

func ExampleFiles() {
	dir := exampleDir()
	defer os.RemoveAll(dir)

	files, err := prbench.Files(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, file := range files {
		fmt.Println(filepath.Base(file))
	}
	// Output:
	// legal.jsonl
}

func ExampleLoadPrompt() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	prompt, err := prbench.LoadPrompt(dir) // the folder of the official release
	if err != nil {
		fmt.Println("without the release, this library's own prompt is used:", prompt.Name())
		return
	}
	fmt.Println(prompt.Official())
	// Output:
	// without the release, this library's own prompt is used: assize prbench/1
}

func ExampleNewPrompt() {
	_, err := prbench.NewPrompt("mine", "Grade this: <<conversation>>")
	fmt.Println(err)

	prompt, err := prbench.NewPrompt("mine", "<<conversation>>\nIs this true of the last answer? <<rubric_item>>\nReply with …")
	if err != nil {
		fmt.Println(err)
		return
	}
	s := prbench.Sample{Turns: []prbench.Turn{{Prompt: "Who inherits?"}}, Answer: "The spouse."}
	fmt.Println(prompt.Render(s, rubric.Criterion{Text: "It names the spouse."}).User())
	// Output:
	// prbench: prompt "mine": the placeholder <<rubric_item>> is not in it
	// user: Who inherits?
	// assistant: The spouse.
	// Is this true of the last answer? It names the spouse.
	// Reply with …
}
