package llm

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// fault is what an error body says, whatever its shape: OpenAI's {"error": {…}}, a bare string, the
// top-level object of vLLM, FastAPI's detail, Google's list, an object within an object.
type fault struct {
	// codes holds the codes and types, squashed: lower case, letters and digits alone.
	codes []string
	// param is the parameter that the endpoint names, as it names it.
	param string
	// fields are the body's fields that a validation error points at.
	fields []string
	// status is an HTTP status that the body states or its text cites; 0 for none.
	status int
	// delay is a wait that the body states in a field of its own; empty for none.
	delay string
	// message is the text. It is longer than what is shown, so that secrets are found in it whole.
	message string
	// words is the message without what may be an echo of the request, whose words say nothing of the failure.
	words string
	// html says that the body was a page for people.
	html bool
	// fine says that the body states success.
	fine bool
}

const (
	maxMessage = 32 << 10 // read of an error body's text
	maxText    = 400      // shown of it
	maxDepth   = 8        // of objects within objects
)

// text returns what is shown of the message.
func (f *fault) text() string { return cutText(f.message, maxText) }

// readFault reads an error body.
func readFault(body []byte) fault {
	var f fault
	body = bytes.TrimSpace(body)
	var v any
	if json.Unmarshal(body, &v) == nil {
		f.read(v, 0)
	} else {
		f.html = looksLikeHTML(body)
		f.say(plainText(body))
	}
	f.cite()
	return f
}

// read takes what v says: it goes into the places where errors are kept, and into no others, so that
// an echo of the request says nothing.
func (f *fault) read(v any, depth int) {
	if depth > maxDepth {
		return
	}
	switch v := v.(type) {
	case string:
		f.readText(v, depth)
	case []any:
		for i := 0; i < len(v) && i < 20; i++ {
			f.read(v[i], depth+1)
		}
	case map[string]any:
		f.readObject(v, depth)
	}
}

func (f *fault) readObject(m map[string]any, depth int) {
	for _, k := range []string{"code", "type", "status", "reason", "error_code", "errorCode"} {
		f.readCode(m[k])
	}
	if m["success"] == true {
		f.fine = true
	}
	if s, ok := m["param"].(string); ok && f.param == "" {
		f.param = s
	}
	if s, ok := m["retryDelay"].(string); ok {
		f.delay = s
	}
	if loc, ok := m["loc"].([]any); ok {
		f.readLocation(loc)
	}
	for _, k := range []string{
		"message", "msg", "Message", "error_msg", "error_message", "error_description", "status_msg", "title",
		"error", "errors", "detail", "details", "innererror", "inner_error", "metadata", "raw",
	} {
		f.read(m[k], depth+1)
	}
	if base, ok := m["base_resp"].(map[string]any); ok {
		f.readBase(base, depth+1)
	}
}

// readBase takes MiniMax's verdict on a request. Its numbers mean other things in other places.
func (f *fault) readBase(m map[string]any, depth int) {
	if n, ok := m["status_code"].(float64); ok {
		if n == 0 {
			f.fine = true
		}
		f.codes = append(f.codes, "baseresp"+strconv.Itoa(int(n)))
	}
	f.read(m, depth)
}

// readCode takes a code or type: a word, or an HTTP status in digits.
func (f *fault) readCode(v any) {
	switch v := v.(type) {
	case float64:
		f.setStatus(int(v))
	case string:
		if n, err := strconv.Atoi(v); err == nil {
			f.setStatus(n)
		} else if s := squash(v); s == "success" || s == "ok" {
			f.fine = true
		} else if s != "" {
			f.codes = append(f.codes, s)
		}
	}
}

func (f *fault) setStatus(n int) {
	if n == 0 || n == 200 {
		f.fine = true
	}
	if f.status == 0 && n >= 400 && n <= 599 {
		f.status = n
	}
}

// readLocation takes the path of a validation error, such as ["body", "store"].
func (f *fault) readLocation(loc []any) {
	var path []string
	for _, p := range loc {
		if s, ok := p.(string); ok && s != "body" {
			path = append(path, s)
		}
	}
	if len(path) > 0 {
		f.fields = append(f.fields, strings.Join(path, "."))
	}
}

// readText takes a message, and what a JSON object within it says, since gateways put the error that
// they got into the text of their own.
func (f *fault) readText(s string, depth int) {
	f.say(s)
	if i := strings.IndexByte(s, '{'); i >= 0 {
		var v map[string]any
		if json.NewDecoder(strings.NewReader(s[i:])).Decode(&v) == nil {
			f.read(v, depth+1)
		}
	}
}

func (f *fault) say(s string) {
	s = inOneLine(cutText(s, 2*maxMessage))
	if s == "" || strings.Contains(f.message, s) {
		return
	}
	f.words = joined(f.words, withoutEcho(s))
	f.message = joined(f.message, s)
}

func joined(s, more string) string {
	if s != "" && more != "" {
		s += "; "
	}
	return cutText(s+more, maxMessage)
}

// echo finds where a message begins to repeat the request.
var echo = regexp.MustCompile(`(?i)\binput_value=|["'](?:input|content|messages)["']: ?["'\[{]|\bmessages=\[`)

// maxWords is the length of a text within which it says what is wrong.
const maxWords = 2 << 10

func withoutEcho(s string) string {
	if at := echo.FindStringIndex(s); at != nil {
		s = s[:at[0]]
	}
	return cutText(s, maxWords)
}

var citedStatus = regexp.MustCompile(`(?i)(?:\berror code|\bstatus(?: ?code)?|\bhttp(?:/[\d.]+)?(?: error)?)["']?\s*[:=]?\s*["']?([45]\d\d)\b|^([45]\d\d) [A-Z]`)

// cite looks for an HTTP status that the message cites, as gateways that change the status do.
func (f *fault) cite() {
	if m := citedStatus.FindStringSubmatch(f.words); m != nil && f.status == 0 {
		n, _ := strconv.Atoi(m[1] + m[2])
		f.setStatus(n)
	}
	// A gateway's status may be its own, and the kind of the error the one that it got.
	if m := citedKind.FindStringSubmatch(f.words); m != nil && (f.status == 0 || f.status == 400 || f.status == 500) {
		f.status = kindStatus[m[1]+m[2]]
	}
}

var citedKind = regexp.MustCompile(`\b(Authentication|PermissionDenied|NotFound|RateLimit|Timeout|ServiceUnavailable)Error: |\blitellm\.(Timeout): `)

var kindStatus = map[string]int{
	"Authentication": 401, "PermissionDenied": 403, "NotFound": 404, "RateLimit": 429, "Timeout": 408, "ServiceUnavailable": 503,
}

// squash reduces a code to its letters and digits, in lower case: "DataInspectionFailed" and
// "data_inspection_failed" are one.
func squash(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, s)
}

var tag = regexp.MustCompile(`(?s)<(?:style|script)\b.*?</(?:style|script)>|<[^>]*>`)

// plainText returns the readable start of a body that is no JSON.
func plainText(body []byte) string {
	body = body[:min(len(body), maxMessage)]
	text := tag.ReplaceAll(body, []byte(" "))
	return inOneLine(string(text))
}

// inOneLine returns s with its blanks and control characters, which a terminal would obey, each run of them
// made a blank.
func inOneLine(s string) string {
	apart := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\uFFFD"), apart), " ")
}

func looksLikeHTML(body []byte) bool {
	head := strings.ToLower(string(body[:min(len(body), 256)]))
	return strings.HasPrefix(head, "<!doctype html") || strings.HasPrefix(head, "<html") ||
		strings.HasPrefix(head, "<") && strings.Contains(head, "<head")
}

// cutText cuts s to at most n bytes, between characters.
func cutText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
