package report

import (
	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
)

// Item is one sample of a run with the tasks that grade it.
type Item struct {
	// Sample is the sample. Its ID is unique within its subset.
	Sample dataset.Sample
	// Subset is the part of the benchmark that the sample belongs to, such as "finance_hard".
	Subset string
	// Labels say to which slices the sample belongs.
	Labels []Label
	// Cluster names the samples that this one resembles: those that share its source text or repeat
	// its prompt. Standard errors then allow for samples of one cluster being alike. A sample with the
	// empty Cluster is a cluster of its own. [ClusterOf] makes it of a text.
	Cluster string
	// Tasks are the questions about the sample. Together they cover each criterion of its rubric
	// exactly once. An item without tasks is a sample without an answer: it is counted and not
	// scored.
	Tasks []judge.Task
}

// Label puts a sample into one slice of a dimension: topic "Family Law".
type Label struct{ Dimension, Value string }

// Tasks returns the tasks of all items, in order: what [judge.Run] is given and what its outcomes
// belong to.
func Tasks(items []Item) []judge.Task {
	n := 0
	for _, it := range items {
		n += len(it.Tasks)
	}
	tasks := make([]judge.Task, 0, n)
	for _, it := range items {
		tasks = append(tasks, it.Tasks...)
	}
	return tasks
}
