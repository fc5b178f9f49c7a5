package reply

import (
	"strings"

	"github.com/assize-eval/assize/judge"
)

// noVerdict is the error of a reply none of whose objects is a verdict.
func (r *reader) noVerdict(all []choice) *judge.Error {
	code, fault := judge.Malformed, ""
	for _, c := range all {
		switch {
		case c.reading.state == template:
			fault = "the object is a template that was not filled in: " + c.reading.fault
		case c.reading.fault != "":
			code, fault = c.reading.code, c.reading.fault
		}
	}
	if fault != "" {
		return judge.Errorf(code, "%s; %s is due", fault, r.form.wants())
	}
	for _, c := range all {
		if c.doc.root.ok() && c.doc.root.kind() == object && c.doc.root.size() > 0 {
			if fold(c.doc.root.first().key()) == "error" {
				return judge.Errorf(judge.Malformed, "the reply is an error message; %s is due", r.form.wants())
			}
		}
	}
	return judge.Errorf(judge.Malformed, "the reply has no verdict; %s is due", r.form.wants())
}

// noObject is the error of a reply without any object.
func (r *reader) noObject(text string) *judge.Error {
	if refuses(text) {
		return judge.Errorf(judge.Refused, "the judge declined to grade: %s", quote(trim(text)))
	}
	return judge.Errorf(judge.Malformed, "the reply has no JSON object; %s is due", r.form.wants())
}

var refusals = []string{
	"i can't", "i can’t", "i cannot", "i'm unable", "i’m unable", "i am unable", "i won't", "i will not", "i must decline", "unable to assist",
	"can't assist", "can't help", "cannot assist", "cannot help", "我不能", "我无法", "无法提供", "无法评分", "无法对", "不能对", "拒绝评", "我無法",
}

// refuses reports whether a text without a verdict declines to give one: short, and in the words of a
// refusal.
func refuses(s string) bool {
	const most = 1000
	s = strings.ToLower(s)
	return len(s) <= most && containsAny(s, refusals)
}
