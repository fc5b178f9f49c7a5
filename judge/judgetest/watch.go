package judgetest

import (
	"slices"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// watched is a task and what it was at first.
type watched struct {
	judge.Task
	criteria     []rubric.Criterion
	rubric       []rubric.Criterion
	conversation []dataset.Message
	id, answer   string
}

func watch(task judge.Task) watched {
	return watched{
		Task:         task,
		criteria:     slices.Clone(task.Criteria),
		rubric:       slices.Clone(whole(task.Sample.Rubric().Criteria())),
		conversation: slices.Clone(whole(task.Sample.Conversation())),
		id:           task.Sample.ID(),
		answer:       task.Sample.Response(),
	}
}

// whole returns s with what its array holds beyond it: an append to s writes there.
func whole[T any](s []T) []T { return s[:cap(s)] }

// spare returns s with room for one element, which nobody may use.
func spare[T any](s []T) []T { return append(make([]T, 0, len(s)+1), s...) }

// changed says what was changed about the task; "" for nothing.
func (w watched) changed() string {
	switch {
	case !slices.Equal(w.criteria, w.Criteria):
		return "it changes Task.Criteria"
	case !slices.Equal(w.rubric, whole(w.Sample.Rubric().Criteria())):
		return "it changes the sample's rubric, perhaps by an append to Task.Criteria"
	case !slices.Equal(w.conversation, whole(w.Sample.Conversation())):
		return "it changes Sample.Conversation(), perhaps by an append to it: clone it first"
	case w.id != w.Sample.ID() || w.answer != w.Sample.Response():
		return "it changes the sample"
	}
	return ""
}
