package ledger_test

import (
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
	"github.com/assize-eval/assize/rubric"
)

// edited returns the task with its sample and criteria changed.
func edited(t judge.Task, edit func(*sample)) judge.Task {
	s := t.Sample.(sample)
	s.criteria = append(rubric.List(nil), s.criteria...)
	edit(&s)
	t.Sample, t.Criteria = s, s.criteria
	return t
}

func TestEverythingThatIsSentMattersAndNamesDoNot(t *testing.T) {
	prompted := oneTask()
	bare := oneTask()
	bare.Prompt = judge.Prompt{}
	rows := []struct {
		name     string
		base     judge.Task
		edit     func(judge.Task) judge.Task
		identity string
		asked    bool
		why      string
	}{
		{"nothing", prompted, func(t judge.Task) judge.Task { return t }, "j/1", false, "the same question"},
		{"split of the prompt", prompted, func(t judge.Task) judge.Task {
			t.Prompt.Prefix, t.Prompt.Suffix = t.Prompt.Prefix[:3], t.Prompt.Prefix[3:]+t.Prompt.Suffix
			return t
		}, "j/1", false, "the message is the same"},
		{"sample id", prompted, func(t judge.Task) judge.Task { return edited(t, func(s *sample) { s.id = "other" }) }, "j/1", false, "a name"},
		{"criterion ids", prompted, func(t judge.Task) judge.Task {
			return edited(t, func(s *sample) { s.criteria[0].ID, s.criteria[1].ID = "x", "y" })
		}, "j/1", false, "names"},
		{"category", prompted, func(t judge.Task) judge.Task {
			return edited(t, func(s *sample) { s.criteria[0].Category = "other" })
		}, "j/1", false, "a name for reports"},
		{"rendered late", prompted, func(t judge.Task) judge.Task {
			p := t.Prompt
			t.Prompt, t.Render = judge.Prompt{}, func() judge.Prompt { return p }
			return t
		}, "j/1", false, "the same message, made later"},

		{"identity", prompted, func(t judge.Task) judge.Task { return t }, "j/2", true, "another judge, or other parameters"},
		{"system", prompted, func(t judge.Task) judge.Task { t.Prompt.System += "!"; return t }, "j/1", true, "another message"},
		{"system moved", prompted, func(t judge.Task) judge.Task {
			t.Prompt.System, t.Prompt.Prefix = "", t.Prompt.System+t.Prompt.Prefix
			return t
		}, "j/1", true, "the same letters in another message"},
		{"prefix", prompted, func(t judge.Task) judge.Task { t.Prompt.Prefix += " "; return t }, "j/1", true, "one blank is another prompt"},
		{"suffix", prompted, func(t judge.Task) judge.Task { t.Prompt.Suffix += "?"; return t }, "j/1", true, "another prompt"},
		{"repeat", prompted, func(t judge.Task) judge.Task { t.Repeat = 1; return t }, "j/1", true, "an independent repeat is a verdict of its own"},
		{"schema", prompted, func(t judge.Task) judge.Task { t.Contract.Schema = `{"type":"object"}`; return t }, "j/1", true, "it may be sent"},
		{"weight", prompted, func(t judge.Task) judge.Task { return edited(t, func(s *sample) { s.criteria[0].Weight = 5 }) }, "j/1", true, "grades are in points"},
		{"criterion text", prompted, func(t judge.Task) judge.Task {
			return edited(t, func(s *sample) { s.criteria[0].Text += "!" })
		}, "j/1", true, "another criterion, also where the prompt has not changed"},
		{"order of criteria", prompted, func(t judge.Task) judge.Task {
			return edited(t, func(s *sample) { s.criteria[0], s.criteria[1] = s.criteria[1], s.criteria[0] })
		}, "j/1", true, "the grades are kept in their order"},
		{"a criterion fewer", prompted, func(t judge.Task) judge.Task { return edited(t, func(s *sample) { s.criteria = s.criteria[:1] }) }, "j/1", true, "another question"},
		{"answer", prompted, func(t judge.Task) judge.Task { return edited(t, func(s *sample) { s.answer += "." }) }, "j/1", true, "a programmatic judge reads it, whatever the prompt shows"},

		{"no prompt", bare, func(t judge.Task) judge.Task { return t }, "j/1", false, "the same question"},
		{"no prompt: conversation", bare, func(t judge.Task) judge.Task { return edited(t, func(s *sample) { s.question += "!" }) }, "j/1", true, "the judge reads it"},
		{"no prompt: sample id", bare, func(t judge.Task) judge.Task { return edited(t, func(s *sample) { s.id = "other" }) }, "j/1", true, "the judge is given the sample itself"},
		{"no prompt: criterion id", bare, func(t judge.Task) judge.Task { return edited(t, func(s *sample) { s.criteria[0].ID = "x" }) }, "j/1", true, "the judge is given the criterion itself"},
		{"no prompt: category", bare, func(t judge.Task) judge.Task {
			return edited(t, func(s *sample) { s.criteria[0].Category = "other" })
		}, "j/1", true, "the judge is given the criterion itself"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			l := open(t, newPath(t), ledger.About{})
			j := new(counting)
			if _, err := l.Judge(j, "j/1").Grade(t.Context(), r.base); err != nil {
				t.Fatal(err)
			}
			task := r.edit(r.base)
			v, err := l.Judge(j, r.identity).Grade(t.Context(), task)
			if err != nil {
				t.Fatal(err)
			}
			if asked := j.calls.Load() == 2; asked != r.asked {
				t.Errorf("asked again: %v, want %v: %s", asked, r.asked, r.why)
			}
			for i, c := range task.Criteria {
				if v.Grades[i].Criterion != c.ID || v.Grades[i].Points != c.Weight {
					t.Errorf("grade %d is %+v, want %s met", i, v.Grades[i], c.ID)
				}
			}
		})
	}
}
