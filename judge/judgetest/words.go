package judgetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Words is a dialect in which servers refuse a parameter.
type Words string

// The dialects.
const (
	// WordsOpenAI names the parameter in param and the kind of error in code.
	WordsOpenAI Words = "openai"
	// WordsUnrecognized names it in the message alone, after a colon.
	WordsUnrecognized Words = "unrecognized"
	// WordsPlain names it in the message alone, in quotes.
	WordsPlain Words = "plain"
	// WordsPydantic is status 422 with a detail that holds the path of the field.
	WordsPydantic Words = "pydantic"
	// WordsVLLM has no error object; the message holds the detail as Python prints it.
	WordsVLLM Words = "vllm"
	// WordsGemini is a list of one error.
	WordsGemini Words = "gemini"
	// WordsLiteLLM is a gateway's message with a Python list.
	WordsLiteLLM Words = "litellm"
	// WordsString has an error that is text and no object.
	WordsString Words = "string"
)

var dialects = []Words{
	WordsOpenAI, WordsUnrecognized, WordsPlain, WordsPydantic, WordsVLLM, WordsGemini, WordsLiteLLM, WordsString,
}

// refuse returns the response that refuses the parameter of the given name and value.
func (r Refusal) refuse(name string, value json.RawMessage, x *exchange) response {
	status, body := 400, any(nil)
	switch {
	case r.Param == "strict":
		body = object{"error": object{"message": name + ": Field required"}}
	case r.Param == "enable_thinking":
		body = object{"error": object{"message": "parameter.enable_thinking must be set to false for non-streaming calls", "code": "invalid_parameter_error"}}
	default:
		status, body = r.words().refuse(r.Param, name, value, x.Model)
	}
	return response{status: status, header: http.Header{"Content-Type": {"application/json"}}, body: encode(body)}
}

func (w Words) refuse(param, name string, value json.RawMessage, model string) (status int, body any) {
	switch w {
	case WordsUnrecognized:
		return 400, object{"error": object{
			"message": "Unrecognized request argument supplied: " + name, "type": "invalid_request_error", "param": nil, "code": nil,
		}}
	case WordsPlain:
		return 400, object{"error": object{"message": fmt.Sprintf("property '%s' is unsupported", name), "type": "invalid_request_error"}}
	case WordsPydantic:
		path := []any{"body"}
		for _, p := range strings.Split(name, ".") {
			path = append(path, p)
		}
		return 422, object{"detail": []any{object{
			"type": "extra_forbidden", "loc": path, "msg": "Extra inputs are not permitted", "input": value,
		}}}
	case WordsVLLM:
		return 400, object{
			"object": "error", "type": "BadRequestError", "param": nil, "code": 400,
			"message": fmt.Sprintf("[{'type': 'extra_forbidden', 'loc': ('body', '%s'), 'msg': 'Extra inputs are not permitted'}]", name),
		}
	case WordsGemini:
		return 400, []any{object{"error": object{
			"code": 400, "status": "INVALID_ARGUMENT",
			"message": fmt.Sprintf("Invalid JSON payload received. Unknown name \"%s\": Cannot find field.", name),
		}}}
	case WordsLiteLLM:
		return 400, object{"error": object{
			"message": fmt.Sprintf("litellm.UnsupportedParamsError: the provider does not support parameters: ['%s'], for model=%s.", name, model),
			"type":    nil, "param": nil, "code": "400",
		}}
	case WordsString:
		return 400, object{"error": fmt.Sprintf("unknown field %q", name)}
	}
	message, code := openAIWords(param, name, value)
	return 400, object{"error": object{"message": message, "type": "invalid_request_error", "param": name, "code": code}}
}

func openAIWords(param, name string, value json.RawMessage) (message, code string) {
	switch param {
	case "max_tokens":
		return fmt.Sprintf("Unsupported parameter: '%s' is not supported with this model. Use 'max_completion_tokens' instead.", name), "unsupported_parameter"
	case "temperature", "top_p":
		return fmt.Sprintf("Unsupported value: '%s' does not support %s with this model. Only the default (1) value is supported.", name, value), "unsupported_value"
	case "reasoning_effort":
		return fmt.Sprintf("Unsupported value: '%s' does not support %s with this model.", name, value), "unsupported_value"
	case "json_schema", "json_object":
		return fmt.Sprintf("Invalid parameter: '%s' of type '%s' is not supported with this model.", name, param), "unsupported_parameter"
	}
	return fmt.Sprintf("Unsupported parameter: '%s' is not supported with this model.", name), "unsupported_parameter"
}
