package ledger

import "slices"

// About says which run a ledger belongs to: what [Merge] compares. The fields are hashes or names of the
// user's choice. The benchmarks' methods About fill in the first two, for all samples of a run that is
// split into shards; Judge is what [Ledger.Judge] was given as the judge's identity.
type About struct {
	// Dataset is the hash of the samples and their rubrics, without the answers.
	Dataset string `json:"dataset,omitempty"`
	// Prompt is the hash of the prompt.
	Prompt string `json:"prompt,omitempty"`
	// Judge is the judge with its parameters.
	Judge string `json:"judge,omitempty"`
}

// meet reports whether two ledgers have a run in common, or neither says anything of its runs.
func meet(a, b []About) bool {
	return len(a) == 0 && len(b) == 0 || slices.ContainsFunc(a, func(x About) bool { return slices.Contains(b, x) })
}
