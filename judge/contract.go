package judge

// Contract is the agreement between a prompt and the reader of its replies. Package reply has the
// usual ones; a benchmark with another format makes its own. The zero Contract reads nothing, which
// is right for tasks that only programmatic judges see.
type Contract struct {
	// Name names the format and its version, such as "criteria_met/1". Verdicts read under one name
	// are comparable; whoever changes the reading changes the name.
	Name string
	// Schema is a JSON Schema of the reply's object, for endpoints that can be held to one; empty
	// for none.
	Schema string
	// Read turns a reply into a verdict on the task, with Grades and How set, or returns an *[Error]
	// whose cause names the fault in words that can be put before the judge when it is asked again.
	// It never guesses: what it cannot read is an error. It is called from several goroutines.
	Read func(task Task, reply Reply) (Verdict, error)
}

// Reply is what came back from an LLM judge, before it is read.
type Reply struct {
	// Text is the answer's text.
	Text string `json:"text"`
	// Finish is why the reply ended, in the words of the Chat Completions API: "stop", "length",
	// "content_filter", …; empty when the endpoint does not say.
	Finish string `json:"finish,omitempty"`
	// Reasoning is text that the endpoint marks as reasoning. It is never graded.
	Reasoning string `json:"reasoning,omitempty"`
	// Refusal is text that the endpoint marks as a refusal.
	Refusal string `json:"refusal,omitempty"`
}
