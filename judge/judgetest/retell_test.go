package judgetest

import "testing"

func TestFlip(t *testing.T) {
	rows := []struct{ text, want, why string }{
		{`{"explanation": "x", "criteria_met": true}`, `{"explanation": "x", "criteria_met": false}`, "a boolean"},
		{`{"total_points": 12, "max_points": 16}`, `{"total_points": 0, "max_points": 16}`, "maxima stay"},
		{`{"total_points": 0.0}`, `{"total_points": 1}`, "from nothing to something"},
		{`{"a": {"b": {"met": false}}, "note": "true"}`, `{"a": {"b": {"met": true}}, "note": "true"}`, "at any depth, text stays"},
		{`{"items": [true], "met": true}`, `{"items": [true], "met": false}`, "lists stay"},
		{`{"explanation": "x"}`, "", "nothing to exchange"},
		{`{"max_points": 16}`, "", "nothing to exchange"},
		{`{"met": true} {}`, "", "more than an object"},
		{`[true]`, "", "no object"},
		{`{"met": tru`, "", "cut"},
	}
	for _, r := range rows {
		got, err := flip(r.text)
		if got != r.want && err == nil || (err == nil) != (r.want != "") {
			t.Errorf("flip(%s) = %s, %v; want %q: %s", r.text, got, err, r.want, r.why)
		}
	}
}

func TestPython(t *testing.T) {
	rows := []struct{ text, want string }{
		{`{"met": true, "a": false, "b": null, "n": 1.5}`, `{'met': True, 'a': False, 'b': None, 'n': 1.5}`},
		{`{"text": "it's \"fine\"\nand \\ so on"}`, `{'text': 'it\'s "fine"\nand \\ so on'}`},
		{`{"a": {"met": true}}`, `{'a': {'met': True}}`},
	}
	for _, r := range rows {
		if got, err := python(r.text); got != r.want || err != nil {
			t.Errorf("python(%s) = %s, %v; want %s", r.text, got, err, r.want)
		}
	}
}

func TestReplyFaults(t *testing.T) {
	const text = `{"explanation": "Fine.", "criteria_met": true}`
	rows := map[Fault]string{
		ReplyTrailingComma: "{\"explanation\": \"Fine.\", \"criteria_met\": true,\n},",
		ReplyKeySpelling:   `{"explanation": "Fine.", "Criteria Met": true}`,
		ReplyNoVerdict:     `{"explanation": "Fine."}`,
		ReplyNull:          `{"explanation": "Fine.", "criteria_met": null}`,
		ReplyCut:           `{"explanation": "Fine.", "criteria_met": tru`,
		ReplyWrongKey:      `{"explanation": "Fine.", "passed": true}`,
		ReplyDuplicate:     `{"explanation": "Fine.", "criteria_met": true, "criteria_met": false}`,
		ReplyRawNewline:    "{\"explanation\": \"First line.\nSecond line.\", \"criteria_met\": true}",
		ReplyConflict:      text + "\n" + `{"explanation": "Fine.", "criteria_met": false}`,
	}
	for f, want := range rows {
		if got, err := replyFaults[f].reply(text); got != want || err != nil {
			t.Errorf("%s: %q, %v; want %q", f, got, err, want)
		}
	}
	for f, s := range replyFaults {
		if _, err := s.reply("no object"); err == nil && f != ReplyWords && f != ReplyError && f != ReplyEmptyObject && f != ReplyLoop {
			t.Errorf("%s makes something of a reply that is no object", f)
		}
	}
}
