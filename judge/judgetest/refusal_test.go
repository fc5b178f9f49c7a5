package judgetest_test

import (
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge/judgetest"
)

func TestRefusalsLookForTheirParameter(t *testing.T) {
	schema := func(strict any) object {
		s := object{"name": "v", "schema": object{}}
		if strict != nil {
			s["strict"] = strict
		}
		return object{"type": "json_schema", "json_schema": s}
	}
	flat := object{"format": object{"type": "json_schema", "name": "v", "schema": object{}}}
	flatStrict := object{"format": object{"type": "json_schema", "name": "v", "schema": object{}, "strict": true}}
	chat, resp := judgetest.Chat, judgetest.Responses
	rows := []struct {
		param   string
		api     judgetest.API
		params  object
		refused string // what the message names; "" for not refused
		why     string
	}{
		{"temperature", chat, object{"temperature": 0}, "temperature", "a member of the body"},
		{"temperature", chat, object{"top_p": 1}, "", "not there"},
		{"temperature", chat, nil, "", "no parameters at all"},
		{"top_k", chat, object{"top_k": 3}, "top_k", "any member can be refused"},
		{"max_tokens", chat, object{"max_tokens": 3}, "max_completion_tokens", "the other name is offered"},
		{"max_tokens", chat, object{"max_completion_tokens": 3}, "", "the other name is taken"},
		{"max_completion_tokens", chat, object{"max_completion_tokens": 3}, "max_completion_tokens", "old servers"},
		{"max_tokens", resp, object{"max_output_tokens": 3}, "max_output_tokens", "the name in Responses"},
		{"reasoning_effort", chat, object{"reasoning_effort": "low"}, "reasoning_effort", "in Chat"},
		{"reasoning_effort", resp, object{"reasoning": object{"effort": "low"}}, "reasoning.effort", "in Responses"},
		{"reasoning_effort", resp, object{"reasoning": object{"summary": "auto"}}, "", "another member of reasoning"},
		{"response_format", chat, object{"response_format": schema(true)}, "response_format", "any format"},
		{"response_format", resp, object{"text": flat}, "text.format", "any format"},
		{"response_format", resp, object{"text": object{"verbosity": "low"}}, "", "another member of text"},
		{"json_schema", chat, object{"response_format": schema(nil)}, "response_format", "of this type"},
		{"json_schema", chat, object{"response_format": object{"type": "json_object"}}, "", "of another type"},
		{"json_schema", resp, object{"text": flat}, "text.format", "of this type"},
		{"json_object", chat, object{"response_format": object{"type": "json_object"}}, "response_format", "of this type"},
		{"json_object", chat, object{"response_format": object{"type": "text"}}, "", "of another type"},
		{"strict", chat, object{"response_format": schema(nil)}, "response_format.json_schema.strict", "it is not said"},
		{"strict", chat, object{"response_format": schema(false)}, "", "it is said"},
		{"strict", chat, object{"response_format": object{"type": "json_object"}}, "", "there is no schema"},
		{"strict", resp, object{"text": flat}, "text.format.strict", "it is not said"},
		{"strict", resp, object{"text": flatStrict}, "", "it is said"},
		{"enable_thinking", chat, nil, "enable_thinking", "it must be said"},
		{"enable_thinking", chat, object{"enable_thinking": true}, "enable_thinking", "it must be false"},
		{"enable_thinking", chat, object{"enable_thinking": false}, "", "it is false"},
		{"unknown", chat, object{"store": false, "name": "x"}, "name", "the first by name"},
		{"unknown", chat, nil, "", "a minimal body"},
		{"unknown", resp, object{"instructions": "S"}, "", "instructions are known"},
	}
	for _, r := range rows {
		refusal := judgetest.Refusal{Param: r.param}
		static := &judgetest.Server{Grade: replies(plain), Refusals: []judgetest.Refusal{refusal}}
		planned := &judgetest.Server{Grade: replies(plain), Plan: judgetest.Always(refusal.Fault())}
		for _, s := range []*judgetest.Server{static, planned} {
			g := ask(t.Context(), s, r.api, "U", r.params)
			if r.refused == "" {
				if g.status != 200 {
					t.Errorf("%s in %s, %v: %d %s; want an answer: %s", r.param, r.api, r.params, g.status, g.body, r.why)
				}
				continue
			}
			if g.status != 400 || !strings.Contains(g.body, r.refused) {
				t.Errorf("%s in %s, %v: %d %s; want a refusal of %s: %s", r.param, r.api, r.params, g.status, g.body, r.refused, r.why)
			}
		}
		if st := static.Stats(); r.refused != "" && (st.Refused != 1 || len(st.Faults) != 0 || st.Peak != 0) {
			t.Errorf("%s: a property of the server took a slot or an attempt: %+v", r.param, st)
		}
		if st := planned.Stats(); r.refused != "" && (st.Faults[refusal.Fault()] != 1 || st.Refused != 0) {
			t.Errorf("%s: a planned refusal is counted as %+v", r.param, st)
		}
	}
}

func TestRefusalsInEveryDialect(t *testing.T) {
	rows := []struct {
		words  judgetest.Words
		status int
		body   string
	}{
		{judgetest.WordsOpenAI, 400, `{"error":{"code":"unsupported_parameter","message":"Unsupported parameter: 'seed' is not supported with this model.","param":"seed","type":"invalid_request_error"}}`},
		{"", 400, `{"error":{"code":"unsupported_parameter","message":"Unsupported parameter: 'seed' is not supported with this model.","param":"seed","type":"invalid_request_error"}}`},
		{judgetest.WordsUnrecognized, 400, `{"error":{"code":null,"message":"Unrecognized request argument supplied: seed","param":null,"type":"invalid_request_error"}}`},
		{judgetest.WordsPlain, 400, `{"error":{"message":"property 'seed' is unsupported","type":"invalid_request_error"}}`},
		{judgetest.WordsPydantic, 422, `{"detail":[{"input":7,"loc":["body","seed"],"msg":"Extra inputs are not permitted","type":"extra_forbidden"}]}`},
		{judgetest.WordsVLLM, 400, `{"code":400,"message":"[{'type': 'extra_forbidden', 'loc': ('body', 'seed'), 'msg': 'Extra inputs are not permitted'}]","object":"error","param":null,"type":"BadRequestError"}`},
		{judgetest.WordsGemini, 400, `[{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"seed\": Cannot find field.","status":"INVALID_ARGUMENT"}}]`},
		{judgetest.WordsLiteLLM, 400, `{"error":{"code":"400","message":"litellm.UnsupportedParamsError: the provider does not support parameters: ['seed'], for model=m.","param":null,"type":null}}`},
		{judgetest.WordsString, 400, `{"error":"unknown field \"seed\""}`},
	}
	for _, r := range rows {
		s := &judgetest.Server{Grade: replies(plain), Refusals: []judgetest.Refusal{{Param: "seed", Words: r.words}}}
		if g := ask(t.Context(), s, judgetest.Chat, "U", object{"seed": 7}); g.status != r.status || g.body != r.body {
			t.Errorf("%q: %d %s, want %d %s", r.words, g.status, g.body, r.status, r.body)
		}
		f := judgetest.Refusal{Param: "seed", Words: r.words}.Fault()
		if f.Action() != judgetest.Renegotiate {
			t.Errorf("%q has the action %q", f, f.Action())
		}
	}
	for _, f := range []judgetest.Fault{"refuse-", "refuse-seed", "refuse--openai", "refuse-seed-nobody"} {
		if f.Action() != "" {
			t.Errorf("%q passes for a refusal", f)
		}
	}
}
