package plawbench

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// Placeholders of a judge's prompt.
const (
	conversationMark = "<<conversation>>"
	answerMark       = "<<answer>>"
	rubricMark       = "<<rubric_item>>"
	scoreMark        = "<<score>>"
	budgetMark       = "<<num>>"
)

// questionBudget is how many questions of a consultation count. (The release has 25 for the public
// consultations, but its code fills in 50, since it looks for a field that no file has.)
const questionBudget = 25

// Template is what a judge is asked in one subset: a system message, which may be empty, and a user
// message, with placeholders that are filled in.
type Template struct {
	System, User string
}

// Prompts are what a judge is asked, one template for each subset. The zero Prompts are the library's
// own, [DefaultPrompts].
//
// A Prompts is read-only and may be used from several goroutines.
type Prompts struct {
	name      string
	official  bool
	templates map[Subset]Template
	// fenced says that the texts that are put in are put in between markers, with the answer apart
	// from the task.
	fenced bool
}

var defaultPrompts = Prompts{
	name:   "assize plawbench/1",
	fenced: true,
	templates: map[Subset]Template{
		CaseAnalysis:       {caseSystem, caseUser},
		LegalConsultation:  {consultationSystem, flatUser},
		PlaintiffStatement: {documentSystem, flatUser},
		DefendantStatement: {documentSystem, flatUser},
	},
}

// DefaultPrompts returns the library's own prompts, in Chinese. They put the task, each rubric and the
// answer between markers that these cannot contain, so that no text can pass for another or for an
// instruction; they state the points that can be given; and they ask for replies that [Contract]
// reads. For numbers that compare with published ones use those of [LoadPrompts].
func DefaultPrompts() Prompts { return defaultPrompts }

// NewPrompts returns prompts with texts of the user's own, one for each of the four subsets. The
// placeholders are those of the release: <<conversation>> for the task prompt and the answer,
// <<rubric_item>> for the rubric, <<score>> for the points of the whole sample, and <<num>> for the
// number of questions of a consultation that count. The first two must be there, and no others than
// these four. What the texts ask for must be what [Contract] reads.
func NewPrompts(name string, templates map[Subset]Template) (Prompts, error) {
	p := Prompts{name: name, templates: make(map[Subset]Template)}
	for _, s := range Subsets() {
		t, ok := templates[s]
		if !ok {
			return Prompts{}, fmt.Errorf("plawbench: prompts %q: there is no template for %s", name, s)
		}
		if err := t.check(); err != nil {
			return Prompts{}, fmt.Errorf("plawbench: prompts %q: %s: %w", name, s, err)
		}
		p.templates[s] = t
	}
	return p, nil
}

var anyMark = regexp.MustCompile(`<<\w+>>`)

func (t Template) check() error {
	for _, mark := range []string{conversationMark, rubricMark} {
		if !strings.Contains(t.System+t.User, mark) {
			return fmt.Errorf("the placeholder %s is not in it", mark)
		}
	}
	for _, mark := range anyMark.FindAllString(t.System+t.User, -1) {
		switch mark {
		case conversationMark, rubricMark, scoreMark, budgetMark:
		default:
			return fmt.Errorf("found %s, for which there is no value", mark)
		}
	}
	return nil
}

func (p Prompts) orDefault() Prompts {
	if p.templates == nil {
		return defaultPrompts
	}
	return p
}

// Name names the prompts, for reports.
func (p Prompts) Name() string { return p.orDefault().name }

// String returns the name.
func (p Prompts) String() string { return p.Name() }

// Official reports whether the texts come from the release and were verified, with no change but the
// one that Name tells.
func (p Prompts) Official() bool { return p.official }

// Template returns the template of a subset; the zero Template for anything but a subset.
func (p Prompts) Template(s Subset) Template { return p.orDefault().templates[s] }

// SHA256 returns a hash of all texts in lower-case hexadecimal digits: the SHA-256 of the system and
// the user message of each of [Subsets], each text followed by a zero byte.
func (p Prompts) SHA256() string {
	var texts []string
	for _, s := range Subsets() {
		t := p.Template(s)
		texts = append(texts, t.System, t.User)
	}
	return hashAll(texts)
}

// Render returns the question about s, in one pass over the template: nothing in the task, the rubric
// or the answer is taken for a placeholder. All of the user message is in Prefix, since a sample has
// one question.
func (p Prompts) Render(s Sample) judge.Prompt {
	p = p.orDefault()
	t := p.templates[s.Subset]
	task := s.TaskPrompts.Render(s)
	vars := map[string]string{
		scoreMark:  formatPoints(s.MaxPoints),
		budgetMark: strconv.Itoa(questionBudget),
	}
	if p.fenced {
		vars[conversationMark] = judge.Fence("task", task)
		vars[answerMark] = judge.Fence("answer", s.Answer)
		vars[rubricMark] = fencedRubric(s)
	} else {
		vars[conversationMark] = "user: " + task + "\n\nassistant: " + s.Answer + "\n\n"
		vars[rubricMark] = officialRubric(s)
	}
	system, err := judge.Fill(t.System, vars)
	user, errUser := judge.Fill(t.User, vars)
	if err != nil || errUser != nil {
		return judge.Prompt{} // cannot be: NewPrompts refuses such texts
	}
	return judge.Prompt{System: system, Prefix: user}
}

// formatPoints writes points without needless digits.
func formatPoints(p float64) string { return strconv.FormatFloat(p, 'f', -1, 64) }
