package judge

// Source says who gave a verdict. The zero Source is that of a judge that does not say.
type Source struct {
	// Judge is the kind of judge: "llm", "baseline", or a name of the author's.
	Judge string `json:"judge,omitempty"`
	// Model is the model that was asked for.
	Model string `json:"model,omitempty"`
	// Served is the model that the endpoint says it used.
	Served string `json:"served,omitempty"`
	// Host is the host of the endpoint, without scheme, path, user or key.
	Host string `json:"host,omitempty"`
	// Parameters are what was sent beside model and messages, as a JSON object with sorted keys;
	// empty when nothing was.
	Parameters string `json:"parameters,omitempty"`
}
