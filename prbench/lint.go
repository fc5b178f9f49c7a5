package prbench

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Warning is something odd about a sample that does not keep it from being scored.
type Warning struct {
	// Split and Task name the sample.
	Split, Task string
	// Criterion is the ID of the criterion; empty for what concerns the whole sample.
	Criterion string
	// Kind is what the warning is about; see the constants.
	Kind string
	// Text says what was found.
	Text string
}

// Kinds of a [Warning].
const (
	// NoChange: the text of a criterion is an editor's note, "NO CHANGE.". What a judge says about
	// it is noise.
	NoChange = "no-change"
	// BlankText: the text of a criterion is white space alone.
	BlankText = "blank-text"
	// RepeatedText: two criteria of a sample have the same text.
	RepeatedText = "repeated-text"
	// WeightRange: a weight is outside the range of its class.
	WeightRange = "weight-range"
	// RubricSize: a rubric has fewer than 10 or more than 30 criteria, which the paper gives as the
	// bounds.
	RubricSize = "rubric-size"
	// PenaltiesAlone: all criteria of a category are penalties, so that the sample has no clipped
	// score in it.
	PenaltiesAlone = "penalties-alone"
	// PenaltiesOutweigh: the penalties of a sample come to more than the points that it gives.
	PenaltiesOutweigh = "penalties-outweigh"
	// UnknownLabel: the field, the kind of user or a category is none of the dataset's.
	UnknownLabel = "unknown-label"
	// TaskForm: the task's ID does not look like one of the dataset's.
	TaskForm = "task-form"
	// CanaryForm: the canary string is missing, or names another task or split.
	CanaryForm = "canary-form"
	// EmptyAnswer: nothing is left of the answer for a judge to see. It is graded all the same.
	EmptyAnswer = "empty-answer"
	// OpenReasoning: the answer has a reasoning block that is opened and not closed, or closed and
	// not opened, so that a judge sees it.
	OpenReasoning = "open-reasoning"
)

// String returns the warning in one line.
func (w Warning) String() string {
	var b strings.Builder
	for _, part := range []string{w.Split, "task " + w.Task, w.Criterion} {
		if part != "" {
			b.WriteString(part)
			b.WriteString(": ")
		}
	}
	fmt.Fprintf(&b, "%s (%s)", w.Text, w.Kind)
	return b.String()
}

// Lint returns what is odd about the samples and can be scored all the same, sample by sample. The
// ranges and sizes that it goes by are measured on the dataset or stated by the paper; see the kinds.
func Lint(samples []Sample) []Warning {
	var l linter
	for _, s := range samples {
		l.sample = s
		l.labels()
		l.rubric()
		l.categories()
		l.answer()
	}
	return l.warnings
}

type linter struct {
	sample   Sample
	warnings []Warning
}

func (l *linter) warn(criterion, kind, format string, args ...any) {
	l.warnings = append(l.warnings, Warning{
		Split: l.sample.Split, Task: l.sample.Task, Criterion: criterion,
		Kind: kind, Text: fmt.Sprintf(format, args...),
	})
}

var taskForm = regexp.MustCompile(`^[0-9a-f]{24}$`)

func (l *linter) labels() {
	s := l.sample
	if !taskForm.MatchString(s.Task) {
		l.warn("", TaskForm, "the task's id %q is not 24 hexadecimal digits", s.Task)
	}
	if s.Field != "Finance" && s.Field != "Legal" {
		l.warn("", UnknownLabel, "the field is %q, not \"Finance\" or \"Legal\"", s.Field)
	}
	if s.Expert != "Expert" && s.Expert != "Non-Expert" {
		l.warn("", UnknownLabel, "the kind of user is %q, not \"Expert\" or \"Non-Expert\"", s.Expert)
	}
	if want := "prbench:sample:" + s.Split + ":" + s.Task; s.Canary != want {
		l.warn("", CanaryForm, "the canary string is %q, not %q", s.Canary, want)
	}
}

func (l *linter) rubric() {
	s := l.sample
	if n := len(s.Criteria); n < 10 || n > 30 {
		l.warn("", RubricSize, "the rubric has %d criteria, not 10 to 30", n)
	}
	positive, negative := 0.0, 0.0
	first := make(map[string]string, len(s.Criteria))
	for _, c := range s.Criteria {
		positive += max(0, c.Weight)
		negative += min(0, c.Weight)
		l.criterion(c)
		if id, dup := first[c.Text]; dup {
			l.warn(c.ID, RepeatedText, "criterion %s has the same text", id)
		} else {
			first[c.Text] = c.ID
		}
	}
	if -negative > positive {
		l.warn("", PenaltiesOutweigh, "the penalties sum to %v and the positive weights to %v", negative, positive)
	}
}

func (l *linter) criterion(c Criterion) {
	switch text := strip(c.Text); {
	case text == "":
		l.warn(c.ID, BlankText, "the text is %q", c.Text)
	case strings.EqualFold(strings.TrimRight(text, ".!"), "no change"):
		l.warn(c.ID, NoChange, "the text is %q", c.Text)
	}
	if class, ok := classOf(c.WeightClass); ok && (c.Weight < float64(class.min) || c.Weight > float64(class.max)) {
		l.warn(c.ID, WeightRange, "the weight is %v; class %q has %d to %d", c.Weight, class.name, class.min, class.max)
	}
}

// Categories of the dataset: those of both fields, and those of each.
var (
	sharedCategories = []string{"Practical Utility", "Handling Uncertainty", "Supplemental Insight", "Instruction Following"}
	fieldCategories  = map[string][]string{
		"Finance": {"Financial Accuracy", "Risk & Regulatory Disclosure", "Process Transparency & Auditability"},
		"Legal":   {"Legal Accuracy", "Application of Law to the Facts", "Procedural Correctness", "Risk & Ethical Disclosure"},
	}
)

// categories looks at the categories in the order in which they first occur.
func (l *linter) categories() {
	var names []string
	gives := make(map[string]bool)
	for _, c := range l.sample.Criteria {
		if !slices.Contains(names, c.Category) {
			names = append(names, c.Category)
		}
		if c.Weight > 0 {
			gives[c.Category] = true
		}
	}
	for _, name := range names {
		if !gives[name] {
			l.warn("", PenaltiesAlone, "category %q has penalties alone", name)
		}
		field, known := fieldCategories[l.sample.Field]
		if known && !slices.Contains(sharedCategories, name) && !slices.Contains(field, name) {
			l.warn("", UnknownLabel, "category %q is none of the field %q", name, l.sample.Field)
		}
	}
}

func (l *linter) answer() {
	if !l.sample.HasAnswer() {
		return
	}
	shown := StripReasoning(l.sample.Answer)
	if shown == "" {
		l.warn("", EmptyAnswer, "a judge sees nothing of the answer, which has %d bytes", len(l.sample.Answer))
	}
	for _, name := range reasoningTags {
		opening, _ := findTag(shown, "<"+name+">")
		closing, _ := findTag(shown, "</"+name+">")
		if opening >= 0 || closing >= 0 {
			l.warn("", OpenReasoning, "the answer has a tag of a reasoning block, %q, that has no partner", name)
		}
	}
}
