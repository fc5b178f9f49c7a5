package plawbench

import (
	"fmt"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// Placeholders of a task prompt.
const (
	contextMark  = "{context}"
	questionMark = "{question}"
)

// TaskTemplate is what the model under test is asked in one subset: Instructions as they stand, and
// after them User with {context} and {question} filled in.
type TaskTemplate struct {
	Instructions, User string
}

// render fills the template in one pass.
func (t TaskTemplate) render(s Sample) string {
	user, err := judge.Fill(t.User, map[string]string{contextMark: s.Context, questionMark: s.Question})
	if err != nil {
		return "" // cannot be: NewTaskPrompts refuses such a text
	}
	return t.Instructions + user
}

// check returns an error for a template that would not show the model its task.
func (t TaskTemplate) check(s Subset) error {
	marks := []string{questionMark}
	if s == CaseAnalysis {
		marks = append(marks, contextMark)
	}
	for _, mark := range marks {
		if n := strings.Count(t.User, mark); n != 1 {
			return fmt.Errorf("the placeholder %s is %d times in the user part, want once", mark, n)
		}
	}
	return nil
}

// TaskPrompts are what the model under test is asked, one template for each subset. The zero
// TaskPrompts are the library's own, [DefaultTaskPrompts].
//
// A TaskPrompts is read-only and may be used from several goroutines.
type TaskPrompts struct {
	name      string
	official  bool
	templates map[Subset]TaskTemplate
}

var defaultTaskPrompts = TaskPrompts{
	name: "assize plawbench task/1",
	templates: map[Subset]TaskTemplate{
		CaseAnalysis:       {caseTask + "\n\n", caseTaskUser},
		LegalConsultation:  {consultationTask + "\n\n", consultationTaskUser},
		PlaintiffStatement: {plaintiffTask + "\n\n", documentTaskUser},
		DefendantStatement: {defendantTask + "\n\n", documentTaskUser},
	},
}

// DefaultTaskPrompts returns the library's own task prompts. They ask for what the rubrics grade. For
// numbers that compare with published ones use those of [LoadTaskPrompts].
func DefaultTaskPrompts() TaskPrompts { return defaultTaskPrompts }

// NewTaskPrompts returns task prompts with texts of the user's own, one for each of the four subsets.
// {question} must be once in every user part, and {context} once in that of [CaseAnalysis].
func NewTaskPrompts(name string, templates map[Subset]TaskTemplate) (TaskPrompts, error) {
	p := TaskPrompts{name: name, templates: make(map[Subset]TaskTemplate)}
	for _, s := range Subsets() {
		t, ok := templates[s]
		if !ok {
			return TaskPrompts{}, fmt.Errorf("plawbench: task prompts %q: there is no template for %s", name, s)
		}
		if err := t.check(s); err != nil {
			return TaskPrompts{}, fmt.Errorf("plawbench: task prompts %q: %s: %w", name, s, err)
		}
		p.templates[s] = t
	}
	return p, nil
}

// SetTaskPrompts sets the TaskPrompts of every sample.
func SetTaskPrompts(samples []Sample, p TaskPrompts) {
	for i := range samples {
		samples[i].TaskPrompts = p
	}
}

func (p TaskPrompts) orDefault() TaskPrompts {
	if p.templates == nil {
		return defaultTaskPrompts
	}
	return p
}

// Name names the prompts, for reports.
func (p TaskPrompts) Name() string { return p.orDefault().name }

// String returns the name.
func (p TaskPrompts) String() string { return p.Name() }

// Official reports whether the texts come from the release and were verified, with no change but the
// one that Name tells.
func (p TaskPrompts) Official() bool { return p.official }

// Template returns the template of a subset; the zero TaskTemplate for anything but a subset.
func (p TaskPrompts) Template(s Subset) TaskTemplate { return p.orDefault().templates[s] }

// SHA256 returns a hash of all texts in lower-case hexadecimal digits: the SHA-256 of the instructions
// and the user part of each of [Subsets], each text followed by a zero byte.
func (p TaskPrompts) SHA256() string {
	var texts []string
	for _, s := range Subsets() {
		t := p.Template(s)
		texts = append(texts, t.Instructions, t.User)
	}
	return hashAll(texts)
}

// Render returns what the model is asked about s.
func (p TaskPrompts) Render(s Sample) string { return p.Template(s.Subset).render(s) }
