package judgetest

import (
	"encoding/json"
	"slices"
	"strings"
)

// Refusal is a parameter that a server does not take, and the words in which it says so. As one of
// [Server.Refusals] it is a property of the server: every request that carries the parameter is
// turned away, and takes no slot and no attempt.
type Refusal struct {
	// Param is the parameter: a member of the body, such as "temperature", or one of the values of
	// [RefusedParameters] that mean something else than a member.
	Param string
	// Words is the dialect of the error; empty stands for [WordsOpenAI].
	Words Words
}

// RefusedParameters returns the parameters that endpoints in the field refuse. Most are members of
// the body; in Responses, max_tokens and max_completion_tokens are max_output_tokens,
// response_format is text.format, and reasoning_effort is reasoning.effort. Others mean:
//
//	json_schema      a response format of type json_schema
//	json_object      a response format of type json_object
//	strict           a response format of type json_schema that does not say strict
//	enable_thinking  any request that does not say enable_thinking: false
//	unknown          any member but model, messages, input and instructions
func RefusedParameters() []string {
	return []string{
		"max_tokens", "max_completion_tokens", "temperature", "top_p", "seed", "reasoning_effort",
		"response_format", "json_schema", "json_object", "strict", "enable_thinking", "unknown",
	}
}

// Fault returns the refusal as a fault, for a [Plan]. Requests without the parameter are answered.
func (r Refusal) Fault() Fault {
	return Fault("refuse-" + r.Param + "-" + string(r.words()))
}

func (r Refusal) words() Words {
	if r.Words == "" {
		return WordsOpenAI
	}
	return r.Words
}

// refusal is the inverse of Refusal.Fault.
func (f Fault) refusal() (Refusal, bool) {
	rest, ok := strings.CutPrefix(string(f), "refuse-")
	if !ok {
		return Refusal{}, false
	}
	i := strings.LastIndexByte(rest, '-')
	if i <= 0 {
		return Refusal{}, false
	}
	r := Refusal{rest[:i], Words(rest[i+1:])}
	return r, slices.Contains(dialects, r.Words)
}

// carried returns the name and the value of what the refusal objects to in the request, if anything.
func (r Refusal) carried(req Request) (name string, value json.RawMessage, ok bool) {
	switch r.Param {
	case "json_schema", "json_object", "strict":
		name, value = format(req)
		var f struct {
			Type       string `json:"type"`
			Strict     *bool  `json:"strict"` // where Responses has it
			JSONSchema struct {
				Strict *bool `json:"strict"`
			} `json:"json_schema"`
		}
		if json.Unmarshal(value, &f) != nil {
			return "", nil, false
		}
		if r.Param == "strict" {
			missing := f.Type == "json_schema" && f.Strict == nil && f.JSONSchema.Strict == nil
			if req.API == Responses {
				return name + ".strict", value, missing
			}
			return name + ".json_schema.strict", value, missing
		}
		return name, value, f.Type == r.Param
	case "response_format":
		name, value = format(req)
	case "reasoning_effort":
		name, value = "reasoning_effort", req.Parameters["reasoning_effort"]
		if req.API == Responses {
			name, value = "reasoning.effort", inner(req.Parameters["reasoning"], "effort")
		}
	case "max_tokens", "max_completion_tokens":
		name = r.Param
		if req.API == Responses {
			name = "max_output_tokens"
		}
		value = req.Parameters[name]
	case "enable_thinking":
		name, value = r.Param, req.Parameters[r.Param]
		return name, value, string(value) != "false"
	case "unknown":
		for k := range req.Parameters {
			if name == "" || k < name {
				name = k
			}
		}
		value = req.Parameters[name]
	default:
		name, value = r.Param, req.Parameters[r.Param]
	}
	return name, value, value != nil
}

// format returns the response format of a request under the name that the protocol has for it.
func format(req Request) (name string, value json.RawMessage) {
	if req.API == Responses {
		return "text.format", inner(req.Parameters["text"], "format")
	}
	return "response_format", req.Parameters["response_format"]
}

// inner returns a member of an object.
func inner(obj json.RawMessage, key string) json.RawMessage {
	var m map[string]json.RawMessage
	if json.Unmarshal(obj, &m) != nil {
		return nil
	}
	return m[key]
}
