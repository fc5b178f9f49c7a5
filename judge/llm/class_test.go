package llm

import (
	"os"
	"regexp"
	"testing"
)

// TestClassesAreDocumented holds the table of the package comment against the classes and their codes.
func TestClassesAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	rows := make(map[string]string)
	for _, m := range regexp.MustCompile(`(?m)^//\t([a-z_]+) +(\w+|–) `).FindAllStringSubmatch(string(doc), -1) {
		if m[1] != "class" {
			rows[m[1]] += m[2] + " "
		}
	}
	codes := map[string]string{
		"": "–", "rate_limited": "RateLimited", "transport": "Transport", "bad_request": "BadRequest", "truncated": "Truncated",
		"empty": "Empty", "conflict": "Conflict", "context_length": "ContextLength", "filtered": "Filtered", "refused": "Refused", "quota": "Quota",
		"auth": "Auth", "canceled": "Canceled",
	}
	classes := []class{
		classOK, classRateLimit, classOverloaded, classQuota, classAuth, classNotFound, classBadRequest, classBadParam,
		classContextLength, classContentFilter, classRefusal, classTruncated, classEmpty, classConflict, classBadBody, classInBandError,
		classServer, classTimeout, classTransport, classAbort, classExpired, classConfig, classCancelled, classPending,
	}
	for _, c := range classes {
		e := envelope{class: c, again: c.again()}
		want := codes[string(e.code())] + " "
		if c == classTruncated { // a broken exchange, then a cut reply
			want = "Transport Truncated "
		}
		if rows[string(c)] != want {
			t.Errorf("%s is documented with the codes %q, want %q", c, rows[string(c)], want)
		}
	}
	if len(rows) != len(classes) {
		t.Errorf("the table has %d classes, there are %d", len(rows), len(classes))
	}
}
