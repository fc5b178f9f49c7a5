package report

import "github.com/assize-eval/assize/judge"

// Version is the version of this library, recorded in every report.
const Version = "0.1.0"

// Provenance names everything that the numbers of a report depend on.
type Provenance struct {
	// Library is this library with its version.
	Library string `json:"library"`
	// Dataset is what was graded.
	Dataset Dataset `json:"dataset"`
	// Model names the model whose answers were graded; empty where nobody has said. ModelUsage is what its
	// answers cost; nil where that is not known.
	Model      string       `json:"model,omitempty"`
	ModelUsage *judge.Usage `json:"model_usage,omitempty"`
	// Prompt is what the judges were asked.
	Prompt Prompt `json:"prompt"`
	// Contracts name the formats in which the replies were read, sorted.
	Contracts []string `json:"contracts"`
	// Judges are those who gave verdicts, sorted, each once.
	Judges []judge.Source `json:"judges"`
	// Panels are the panels that made grades of votes, sorted, each once: their Parameters are members,
	// repeats, weights, quorum, rule and tie, as [judge.NewPanel] writes them. It is empty for a run with
	// a single judge.
	Panels []judge.Source `json:"panels,omitempty"`
	// Missing is the policy for missing verdicts.
	Missing Policy `json:"missing"`
	// Comparable says whether the numbers may be set beside published ones; Reasons say why not.
	Comparable bool     `json:"comparable"`
	Reasons    []string `json:"reasons"`
}

// Dataset names what was graded.
type Dataset struct {
	// Name is the dataset's name.
	Name string `json:"name"`
	// SHA256 is the hash of the samples' ids, conversations and rubrics, in order.
	SHA256 string `json:"sha256"`
	// AnswersSHA256 is the hash of the graded answers, with their samples' ids, in order.
	AnswersSHA256 string `json:"answers_sha256"`
	// Samples and Criteria count what the hashes cover.
	Samples  int `json:"samples"`
	Criteria int `json:"criteria"`
}

// Prompt names what judges were asked.
type Prompt struct {
	// Name is the prompt's name.
	Name string `json:"name"`
	// SHA256 is the hash of its text.
	SHA256 string `json:"sha256"`
	// Official says that it is the benchmark's released prompt, unchanged.
	Official bool `json:"official"`
}
