package report

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzCompare reads two reports, as they might come from anywhere, and shows how they differ.
func FuzzCompare(f *testing.F) {
	for _, seed := range []string{
		`{}`,
		`{"samples":[{"id":"1","status":"scored","scores":{"s":1},"cluster":"c","labels":{"d":"l"},"grades":[{"criterion":"a","status":"graded","points":2,"weight":2}]},
		  {"id":"2","status":"excluded","worst":{"s":0},"best":{"s":1},"cluster":"c","grades":[{"criterion":"a","status":"missing","weight":-1,"votes":[{"member":"m","repeat":1}]}]}],
		  "definitions":[{"name":"s","clip_mean":true},{"name":"w","of":"s","weights":{"":1}}],"metrics":{"s":{"value":1},"w":{"value":1}}}`,
		`{"samples":[{"id":"1","status":"scored","scores":{"s":1e308},"categories":{"k":{"scores":{"s":-1e308}}}},{"id":"2","status":"scored","scores":{"s":-1e308}}],
		  "definitions":[{"name":"s","of":"s","weights":{"":1e308}}],"metrics":{"s":{"value":1}},"provenance":{"judges":[{"model":"<script>"}]}}`,
	} {
		f.Add([]byte(seed), []byte(seed), false)
		f.Add([]byte(seed), []byte(`{"samples":[{"id":"1","status":"scored","scores":{"s":0.5}},{"id":"2","status":"scored","scores":{"s":0.25}}],"definitions":[{"name":"s"}]}`), true)
	}
	f.Fuzz(func(t *testing.T, first, second []byte, unpaired bool) {
		x, errX := Read(bytes.NewReader(first))
		y, errY := Read(bytes.NewReader(second))
		if errX != nil || errY != nil {
			return
		}
		if c, err := Compare(x, y, CompareOptions{Override: true, Unpaired: unpaired, Flips: 1000}); err == nil {
			checkOutput(t, c.String(), c.Markdown(), c.WriteJSON)
		}
		if g, err := x.AgreementWith(y); err == nil {
			checkOutput(t, g.String(), g.Markdown(), g.WriteJSON)
		}
		if m, err := CompareAll([]NamedReport{{"<script>", x}, {"b", y}, {"c", x}}, CompareOptions{Override: true, Unpaired: unpaired, Flips: 1000}); err == nil {
			checkOutput(t, m.String(), m.Markdown(), m.WriteJSON)
		}
		labels, err := y.Labels()
		if err != nil {
			return
		}
		if g, err := x.Agreement(labels); err == nil {
			checkOutput(t, g.String(), g.Markdown(), g.WriteJSON)
		}
		if c, err := Compare(x, y, CompareOptions{Override: true, Flips: 1000, LabelsA: labels, LabelsB: labels}); err == nil {
			checkOutput(t, c.String(), c.Markdown(), c.WriteJSON)
		}
	})
}

// checkOutput wants valid JSON, and Markdown that is text without tags.
func checkOutput(t *testing.T, text, markdown string, write func(io.Writer) error) {
	t.Helper()
	var js bytes.Buffer
	if err := write(&js); err != nil || !json.Valid(js.Bytes()) {
		t.Errorf("JSON %v: %s", err, js.String())
	}
	if text == "" || !utf8.ValidString(markdown) || strings.Contains(markdown, "<script>") {
		t.Errorf("Markdown %q", markdown)
	}
}
