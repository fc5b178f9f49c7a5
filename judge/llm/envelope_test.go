package llm

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/assize-eval/assize/judge"
)

// TestEnvelopeIsUnambiguous shows that of two answers in one response none is taken in silence.
func TestEnvelopeIsUnambiguous(t *testing.T) {
	choice := func(s string) string { return `{"model":"m","choices":[` + s + `]}` }
	says := func(text string) string { return `{"finish_reason":"stop","message":{"content":"` + text + `"}}` }
	const conflict, ok = classConflict, classOK
	for _, tc := range []struct {
		name string
		body string
		want class
		text string
		why  string
	}{
		{"content twice", choice(`{"finish_reason":"stop","message":{"content":"no","content":"yes"}}`), conflict, "", "which one?"},
		{"content twice, the same", choice(`{"finish_reason":"stop","message":{"content":"yes","content":"yes"}}`), ok, "yes", "one answer said twice"},
		{"content in two cases", choice(`{"finish_reason":"stop","message":{"content":"no","Content":"yes"}}`), conflict, "", "a decoder takes the last"},
		{"content in an odd fold", choice(`{"finish_reason":"stop","meſſage":{"content":"no"},"message":{"content":"yes"}}`), conflict, "", "a decoder folds ſ to s"},
		{"content escaped", choice(`{"finish_reason":"stop","message":{"content":"no","\u0063ontent":"yes"}}`), conflict, "", "an escaped letter is a letter"},
		{"content and null", choice(`{"finish_reason":"stop","message":{"content":null,"content":"yes"}}`), conflict, "", "an answer and none"},
		{"message twice", choice(`{"finish_reason":"stop","message":{"content":"no"},"message":{"content":"yes"}}`), conflict, "", "which one?"},
		{"finish twice", choice(`{"finish_reason":"length","finish_reason":"stop","message":{"content":"yes"}}`), conflict, "", "whole or cut?"},
		{"choices twice", `{"choices":[` + says("no") + `],"choices":[` + says("yes") + `]}`, conflict, "", "which one?"},
		{"choices in two cases", `{"choices":[` + says("no") + `],"CHOICES":[` + says("yes") + `]}`, conflict, "", "a decoder takes the last"},
		{"choices twice but for blanks", `{"choices":[` + says("yes") + `],"choices": [ ` + says("yes") + ` ]}`, ok, "yes", "blanks say nothing"},
		{"choices in one other case", `{"Choices":[` + says("yes") + `]}`, ok, "yes", "one answer, oddly spelled"},
		{"error twice", `{"error":{"message":"late"},"error":null,"choices":[` + says("yes") + `]}`, conflict, "", "failed or not?"},
		{"text of a part twice", choice(`{"finish_reason":"stop","message":{"content":[{"type":"text","text":"no","text":"yes"}]}}`), conflict, "", "which one?"},
		{"type of a part twice", choice(`{"finish_reason":"stop","message":{"content":[{"type":"thinking","type":"text","text":"yes"}]}}`), conflict, "", "reasoning or answer?"},
		{"refusal twice", choice(`{"finish_reason":"stop","message":{"content":"yes","refusal":"I will not","refusal":null}}`), conflict, "", "refused or not?"},
		{"other members twice", `{"id":"a","id":"b","created":1,"created":2,"choices":[` + says("yes") + `]}`, ok, "yes", "nothing is read from them"},
		{"keys in the text", choice(`{"finish_reason":"stop","message":{"content":"\"content\":\"no\",\"content\":\"maybe\""}}`), ok, `"content":"no","content":"maybe"`, "a text is no member"},

		{"two choices that differ", choice(says("no") + `,` + says("yes")), conflict, "no\n\nyes", "nobody asked for two"},
		{"two choices alike", choice(says("yes") + `,` + says(" yes\\n")), ok, "yes", "one answer given twice"},
		{"three choices, the last differs", choice(says("yes") + `,` + says("yes") + `,` + says("no")), conflict, "yes\n\nno", "each counts"},
		{"a silent choice", choice(`{"finish_reason":"stop","message":{"content":""}},` + says("yes")), ok, "yes", "says nothing"},
		{"a choice without a message", choice(says("yes") + `,{"finish_reason":null}`), ok, "yes", "says nothing"},
		{"silent choices alone", choice(`{"finish_reason":"stop","message":{"content":""}},{"finish_reason":"stop","message":{"content":null}}`), classEmpty, "", "nothing to read"},
		{"a cut choice", choice(`{"finish_reason":"length","message":{"content":"ye"}},` + says("yes")), conflict, "ye\n\nyes", "which one?"},
		{"a filtered choice", choice(`{"finish_reason":"content_filter","message":{"content":""}},` + says("yes")), conflict, "\n\nyes", "filtered or not?"},
		{"a refused choice", choice(`{"finish_reason":"stop","message":{"refusal":"I will not"}},` + says("yes")), conflict, "\n\nyes", "refused or not?"},
		{"an error and a choice", choice(says("yes") + `,{"error":{"code":502,"message":"x"}}`), conflict, "yes\n\n", "failed or not?"},
		{"one error twice", choice(`{"error":{"code":429,"message":"x"}},{"error":{"code":429,"message":"x"}}`), classRateLimit, "", "they agree"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := classify(response{status: 200, body: []byte(tc.body), header: http.Header{}}, ChatCompletions, nil)
			if e.class != tc.want || tc.want == ok && e.reply.Text != tc.text {
				t.Errorf("%s with %q, want %s with %q: %s\n%s", e.class, e.reply.Text, tc.want, tc.text, tc.why, e.fault.text())
			}
			if tc.want == conflict && (e.code() != judge.Conflict || e.again != againSame || e.stop()) {
				t.Errorf("code %s, again %s", e.code(), e.again)
			}
			if tc.want == conflict && tc.text != "" && e.reply.Text != tc.text {
				t.Errorf("text %q, want %q: to be looked at", e.reply.Text, tc.text)
			}
		})
	}
}

// TestEnvelopeOddities has the places where endpoints put what is no answer.
func TestEnvelopeOddities(t *testing.T) {
	choice := func(s string) string { return `{"choices":[` + s + `]}` }
	for _, tc := range []struct {
		name string
		body string
		want class
		text string
		says string
		why  string
	}{
		{"text and refusal parts", choice(`{"finish_reason":"stop","message":{"content":[{"type":"text","text":"{\"met\":true}"},{"type":"refusal","refusal":"I stop here"}]}}`), classRefusal, `{"met":true}`, "I stop here", "a refusal is never graded"},
		{"tool call and null", choice(`{"finish_reason":"tool_calls","message":{"content":null,"tool_calls":[{"function":{"name":"grade","arguments":"{\"met\":true}"}}]}}`), classEmpty, "", "call of a tool", "arguments are no reply"},
		{"function call", choice(`{"finish_reason":"function_call","message":{"content":null,"function_call":{"name":"grade","arguments":"{\"met\":true}"}}}`), classEmpty, "", "call of a tool", "the old spelling"},
		{"no tool call", choice(`{"finish_reason":"stop","message":{"content":"","tool_calls":[]}}`), classEmpty, "", "no text", "an empty list is none"},
		{"reasoning", choice(`{"finish_reason":"stop","message":{"content":null,"reasoning":"{\"met\":true}"}}`), classEmpty, "", "no text", "reasoning is never the answer"},
		{"thinking", choice(`{"finish_reason":"stop","message":{"content":"","thinking":"{\"met\":true}"}}`), classEmpty, "", "no text", "reasoning is never the answer"},
		{"null message", choice(`{"finish_reason":"stop","message":null}`), classEmpty, "", "no message", "nothing to read"},
		{"null choice", choice(`null`), classEmpty, "", "no message", "nothing to read"},
		{"message is a text", choice(`{"finish_reason":"stop","message":"yes"}`), classEmpty, "", "no text", "not a message"},
		{"error in the message", choice(`{"finish_reason":"stop","message":{"content":"x","error":{"code":"insufficient_quota","message":"no"}}}`), classQuota, "", "no", "error before text"},
		{"the prompt sent back", choice(`{"finish_reason":"stop","message":{"role":"user","content":"{\"met\":true}"}}`), classBadBody, "", "role user", "an echo is no answer"},
		{"any other role", choice(`{"finish_reason":"stop","message":{"role":"model","content":"yes"}}`), classOK, "yes", "", "servers have names of their own"},
		{"errors beside no choices", `{"errors":[{"message":"quota exceeded: insufficient_quota"}]}`, classQuota, "", "quota", "the plural"},
		{"error as a list", `{"error":[{"code":429,"message":"x"}]}`, classRateLimit, "", "x", "a list of one"},
		{"error code and message", `{"error_code":336501,"error_msg":"rate limit reached"}`, classRateLimit, "", "rate limit", "without an error key"},
		{"base_resp", `{"choices":null,"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}`, classQuota, "", "insufficient balance", "another place"},
		{"success false", `{"success":false,"message":"model overloaded"}`, classOverloaded, "", "overloaded", "without an error key"},
		{"object error", `{"object":"error","message":"boom","code":500}`, classServer, "", "boom", "vllm under 200"},
		{"a response", `{"object":"response","status":"completed","output":[]}`, classBadBody, "", "Config.API", "another API"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := classify(response{status: 200, body: []byte(tc.body), header: http.Header{}}, ChatCompletions, nil)
			if e.class != tc.want || e.reply.Text != tc.text && tc.text != "" || !strings.Contains(e.fault.message, tc.says) {
				t.Errorf("%s with %q and %q, want %s with %q and %q: %s", e.class, e.reply.Text, e.fault.message, tc.want, tc.text, tc.says, tc.why)
			}
		})
	}
}

func TestResponsesOddities(t *testing.T) {
	message := func(phase, text string) string {
		return `{"type":"message","role":"assistant","phase":"` + phase + `","content":[{"type":"output_text","text":"` + text + `"}]}`
	}
	completed := func(items ...string) string {
		return `{"status":"completed","output":[` + strings.Join(items, ",") + `]}`
	}
	for _, tc := range []struct {
		name string
		body string
		want class
		text string
		says string
		why  string
	}{
		{"output twice", `{"status":"completed","output":[` + message("", "no") + `],"output":[` + message("", "yes") + `]}`, classConflict, "", "output", "which one?"},
		{"output in two cases", `{"status":"completed","output":[` + message("", "no") + `],"Output":[` + message("", "yes") + `]}`, classConflict, "", "output", "a decoder takes the last"},
		{"status twice", `{"status":"incomplete","status":"completed","output":[` + message("", "yes") + `]}`, classConflict, "", "status", "whole or cut?"},
		{"content twice", completed(`{"type":"message","content":[{"type":"output_text","text":"no"}],"content":[{"type":"output_text","text":"yes"}]}`), classConflict, "", "content", "which one?"},
		{"text twice", completed(`{"type":"message","content":[{"type":"output_text","text":"no","text":"yes"}]}`), classConflict, "", "text", "which one?"},
		{"two finals that differ", completed(message("final_answer", "no"), message("final_answer", "yes")), classConflict, "yes", "final messages", "which one?"},
		{"two finals alike", completed(message("final_answer", "yes"), message("final_answer", "yes")), classOK, "yes", "", "one answer given twice"},
		{"commentary around", completed(message("commentary", "no"), message("final_answer", "yes"), message("commentary", "done")), classOK, "yes", "", "the phase counts"},
		{"the input sent back", completed(`{"type":"message","role":"user","content":[{"type":"input_text","text":"no"}]}`, message("", "yes")), classOK, "yes", "", "an echo is no answer"},
		{"the input sent back last", completed(message("", "yes"), `{"type":"message","role":"user","content":"no"}`), classOK, "yes", "", "an echo is no answer"},
		{"nothing but the input", completed(`{"type":"message","role":"user","content":"{\"met\":true}"}`), classEmpty, "", "no text", "an echo is no answer"},
		{"text and refusal", completed(`{"type":"message","content":[{"type":"output_text","text":"yes"},{"type":"refusal","refusal":"I stop"}]}`), classRefusal, "yes", "I stop", "a refusal is never graded"},
		{"function call", completed(`{"type":"function_call","name":"grade","arguments":"{\"met\":true}"}`), classEmpty, "", "call of a tool", "arguments are no reply"},
		{"message and function call", completed(message("", "yes"), `{"type":"function_call","arguments":"{}"}`), classOK, "yes", "", "there is a text"},
		{"completed and yet incomplete", `{"status":"completed","incomplete_details":{"reason":"max_output_tokens"},"output":[` + message("", "ye") + `]}`, classTruncated, "ye", "budget", "the details count"},
		{"no status and incomplete", `{"incomplete_details":{"reason":"content_filter"},"output":[` + message("", "ye") + `]}`, classContentFilter, "ye", "filter", "the details count"},
		{"expired", `{"status":"expired","output":[]}`, classAbort, "", "expired", "ask anew"},
		{"a chat completion", chatReply("yes", "stop"), classBadBody, "", "Config.API", "another API"},
		{"null item", completed(`null`, message("", "yes")), classOK, "yes", "", "nothing is nothing"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := classify(response{status: 200, body: []byte(tc.body), header: http.Header{}}, Responses, nil)
			if e.class != tc.want || tc.text != "" && e.reply.Text != tc.text || !strings.Contains(e.fault.message, tc.says) {
				t.Errorf("%s with %q and %q, want %s with %q and %q: %s", e.class, e.reply.Text, e.fault.message, tc.want, tc.text, tc.says, tc.why)
			}
		})
	}
}

// TestEncodings has bodies that come in another encoding than JSON's own, each through the whole of the
// transport.
func TestEncodings(t *testing.T) {
	good := chatReply(`{"met":true}`, "stop")
	zip := func(s string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write([]byte(s))
		_ = z.Close()
		return b.String()
	}
	wide := func(s string, big bool) string {
		var b bytes.Buffer
		for _, u := range utf16.Encode([]rune("\ufeff" + s)) {
			lo, hi := byte(u), byte(u>>8)
			if big {
				lo, hi = hi, lo
			}
			b.Write([]byte{lo, hi})
		}
		return b.String()
	}
	for _, tc := range []struct {
		name    string
		body    string
		headers []string
		want    class
		says    string
		why     string
	}{
		{"byte order mark", "\ufeff" + good, nil, classOK, "", "the mark is no text"},
		{"blanks, then the mark", "\n \ufeff\n" + good, nil, classOK, "", "the mark is no text"},
		{"gzip unasked", zip(good), []string{"Content-Encoding", "gzip"}, classOK, "", "net/http unpacks only what it asked for"},
		{"gzip undeclared", zip(good), nil, classOK, "", "a proxy lost the header"},
		{"gzip cut", zip(good)[:60], []string{"Content-Encoding", "gzip"}, classTruncated, "EOF", "a broken exchange"},
		{"gzip spoilt", zip(good)[:40] + "\x00\x01\x02" + zip(good)[43:], []string{"Content-Encoding", "gzip"}, classTransport, "decompressed", "a broken exchange"},
		{"brotli", "\x1b\x02\x00\xf8\x8d", []string{"Content-Encoding", "br"}, classBadBody, `encoding "br"`, "the reason is named"},
		{"deflate that begins as a page does", "<\x8e\x31\xff", []string{"Content-Encoding", "deflate", "Content-Type", "text/html"}, classBadBody, `encoding "deflate"`, "no page: the run goes on"},
		{"plain text declared as packed", good, []string{"Content-Encoding", "br"}, classOK, "", "it is a completion"},
		{"UTF-16 little", wide(good, false), nil, classOK, "", "a mark says it"},
		{"UTF-16 big", wide(good, true), nil, classOK, "", "a mark says it"},
		{"GBK", strings.Replace(good, "true", "\xca\xc7", 1), []string{"Content-Type", "application/json; charset=gbk"}, classBadBody, "gbk", "keys and words would be garbled"},
		{"GBK in name only", good, []string{"Content-Type", "application/json; charset=gbk"}, classOK, "", "it is UTF-8 all the same"},
		{"junk after", good + "\x00\x00", nil, classBadBody, "follows", "the reply cannot be relied on"},
		{"a page after", good + "<html>timeout</html>", nil, classBadBody, "timeout", "the reply cannot be relied on"},
		{"an error after", good + `{"error":{"message":"late"}}`, nil, classInBandError, "late", "the error counts"},
		{"an event stream in name only", good, []string{"Content-Type", "text/event-stream"}, classOK, "", "it is a completion"},
		{"an event stream", "event: message\ndata: " + good + "\n\n", []string{"Content-Type", "text/event-stream"}, classBadBody, "stream", "not asked for"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := exchangeOnce(t.Context(), testJudge(t, transportFunc(step(200, tc.body, tc.headers...))))
			if e.class != tc.want || !strings.Contains(e.fault.message, tc.says) {
				t.Errorf("%s: %s; want %s with %q: %s", e.class, e.fault.message, tc.want, tc.says, tc.why)
			}
			if e.class == classOK && e.reply.Text != `{"met":true}` {
				t.Errorf("text %q", e.reply.Text)
			}
		})
	}
	e := exchangeOnce(t.Context(), testJudge(t, transportFunc(step(500, "\x1b\x02\x00\xf8", "Content-Encoding", "br"))))
	if e.class != classServer || !strings.Contains(e.fault.message, `encoding "br"`) {
		t.Errorf("a packed error: %s; %s", e.class, e.fault.message)
	}
	if body, err := unzip([]byte(zip(strings.Repeat("a", maxBody+1)))); err != errTooLarge {
		t.Errorf("%d bytes unpacked, error %v", len(body), err)
	}
}

// TestConflictIsAskedAgain shows what becomes of a response that holds two answers.
func TestConflictIsAskedAgain(t *testing.T) {
	two := step(200, `{"choices":[{"finish_reason":"stop","message":{"content":"{\"met\":true}"}},{"finish_reason":"stop","message":{"content":"{\"met\":false}"}}]}`)
	s := scripted(t, two, step(200, chatReply(`{"met":true}`, "stop")))
	v, err := testJudge(t, s).Grade(t.Context(), testTask("a", "b"))
	if err != nil || v.Usage.Calls != 2 {
		t.Fatalf("verdict %+v, error %v", v, err)
	}
	if m := s.requests[1].Messages; !strings.Contains(m[len(m)-1].Content, "2 choices, which differ") {
		t.Errorf("the fault is not named: %q", m[len(m)-1].Content)
	}
	v, err = testJudge(t, scripted(t, two)).Grade(t.Context(), testTask("a", "b"))
	if wantError(t, err, judge.Conflict, false, 3); !strings.Contains(v.Raw, "true") || !strings.Contains(v.Raw, "false") {
		t.Errorf("raw %q, want both answers", v.Raw)
	}
}
