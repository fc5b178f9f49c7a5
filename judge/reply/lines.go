package reply

import (
	"regexp"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// lines reads an answer without objects: labelled lines ("criteria_met: true", in Markdown, as YAML or as
// XML) when it consists of nothing else, since a line among prose may be a quotation.
func (r *reader) lines(a answer) ([]judge.Grade, string, *judge.Error) {
	all := strings.Join(a.segments, "\n")
	noObject := r.noObject(all)
	if strings.Contains(all, "{") || noObject.Code == judge.Refused {
		return nil, "", noObject
	}
	if strings.Contains(strings.ReplaceAll(all, "~~~", ""), "~~") {
		// Struck out.
		return nil, "", noObject
	}
	object, ok := linesObject(all, r.form.names)
	if !ok {
		return nil, "", noObject
	}
	d, bad := parse(object, &r.work)
	if bad.what != "" {
		return nil, "", noObject
	}
	c := choice{candidate: &candidate{text: object, end: len(object), doc: d}, reading: interpret(r.form, d, r.task, &r.work)}
	switch {
	case c.reading.state != good && c.reading.fault != "":
		return nil, "", r.noVerdict([]choice{c})
	case c.reading.state != good:
		return nil, "", noObject
	case r.echoOf(&candidate{text: all, end: len(all)}, value{}, true).source != own:
		return nil, "", judge.Errorf(judge.Malformed, "the reply repeats lines of what was judged; %s is due", r.form.wants())
	}
	doubt(c.reading.grades, r.task, "")
	return c.reading.grades, how(joinHow(a.how, "labelled lines"), c, ""), nil
}

// labelled is one line of the form "key: value".
type labelled struct {
	indent     int
	key, value string
}

// linesObject returns labelled lines as the JSON text of an object, nested by their indent. It reports
// false when any line is not of that form, or when a key at the top names no part of a verdict.
func linesObject(s string, known func(key []byte) bool) (string, bool) {
	const most = 500
	var list []labelled
	for _, line := range strings.Split(strings.ReplaceAll(s, "><", ">\n<"), "\n") {
		if isPackaging(line) || isFenceOpening(line) || trim(line) == "---" || isWrapperTag(line) {
			continue
		}
		l, ok := labelledLine(line)
		if !ok || len(list) == most || len(list) > 0 && l.indent < list[0].indent {
			return "", false
		}
		if (len(list) == 0 || l.indent == list[0].indent) && !known(appendFold(nil, l.key)) {
			return "", false
		}
		list = append(list, l)
	}
	if len(list) == 0 {
		return "", false
	}
	out, rest := appendLines(nil, list, list[0].indent, 0)
	return string(out), len(rest) == 0
}

// element is an element of XML on a line of its own.
var element = regexp.MustCompile(`^<([\pL_-]+)>(.*)</([\pL_-]+)>\s*$`)

// isWrapperTag reports whether a line is a tag that opens or closes an element around a verdict.
func isWrapperTag(line string) bool {
	name, ok := strings.CutPrefix(trim(line), "<")
	name, closed := strings.CutSuffix(name, ">")
	return ok && closed && wrapperKeys[fold(strings.TrimPrefix(name, "/"))]
}

// labelledLine reads a line.
func labelledLine(line string) (labelled, bool) {
	body := strings.TrimLeft(line, " \t")
	l := labelled{indent: len(line) - len(body)}
	if e := element.FindStringSubmatch(body); e != nil {
		// The indent of XML is of no meaning.
		return labelled{key: e[1], value: e[2]}, e[1] == e[3]
	}
	body = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(body, "- "), "* "), " ")
	key, after, found := strings.Cut(body, ":")
	if wide, wideAfter, ok := strings.Cut(body, "："); ok && (!found || len(wide) < len(key)) {
		key, after, found = wide, wideAfter, true
	}
	key = strings.Trim(key, "*_`\"' ")
	if !found || key == "" || len(key) > longestKey || strings.ContainsAny(key, ".,;!?。，；") {
		return l, false
	}
	after = strings.TrimSpace(after)
	// "**key:** value" leaves its second mark here.
	after = strings.TrimSpace(strings.TrimPrefix(after, "**"))
	l.key, l.value = key, strings.Trim(after, "*`")
	return l, true
}

// appendLines appends the lines with the given indent as an object, with deeper ones as objects under
// the key before them, and returns the lines that are left.
func appendLines(dst []byte, list []labelled, indent, depth int) ([]byte, []labelled) {
	dst = append(dst, '{')
	for first := true; len(list) > 0 && list[0].indent == indent && depth < maxDepth; first = false {
		if !first {
			dst = append(dst, ',')
		}
		l := list[0]
		list = list[1:]
		dst = append(appendQuoted(dst, l.key), ':')
		if l.value == "" && len(list) > 0 && list[0].indent > indent {
			dst, list = appendLines(dst, list, list[0].indent, depth+1)
			continue
		}
		dst = appendScalar(dst, l.value)
	}
	return append(dst, '}'), list
}

// appendScalar appends a value as a number, a literal or a text.
func appendScalar(dst []byte, s string) []byte {
	if end := numberEnd(s, 0); end > 0 && end == len(s) || s == "true" || s == "false" || s == "null" {
		return append(dst, s...)
	}
	if n := len(s); n > 1 && (s[0] == '"' || s[0] == '\'') && s[n-1] == s[0] {
		s = s[1 : n-1]
	}
	return appendQuoted(dst, s)
}
