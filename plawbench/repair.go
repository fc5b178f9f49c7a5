package plawbench

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// pinned are the four lines of the released template of a reply that fix 结论 at 0 of 0 points and run
// on into a section "others" without a comma; without their blanks.
var pinned = []string{`"total_points":0,`, `"max_points":0,`, `"breakdown":[...]`, `}"others":{`}

// repair makes a variant of the prompts for case analyses.
func (r release) repair(t Template, v Variant) (Template, error) {
	if v == Verbatim {
		return t, nil
	}
	system := fmt.Sprintf("%s[%q]", systemVariable, judgeKeys[caseKind])
	user := fmt.Sprintf("%s[%q]", userVariable, judgeKeys[caseKind])
	var err error
	if t.System, err = unpin(t.System); err != nil {
		return Template{}, fmt.Errorf("%s: %w", system, err)
	}
	if t.User, err = unpin(t.User); err != nil {
		return Template{}, fmt.Errorf("%s: %w", user, err)
	}
	if err := wantLength(user+" after its repair", t.User, r.repairedUser); err != nil {
		return Template{}, err
	}
	if v == EvalScope {
		t.System = trimLines(t.System)
		err = wantLength(system+" after its repair, without blanks at the ends of lines", t.System, r.evalScopeSystem)
	}
	return t, err
}

// unpin removes the four lines, which stand after the line that opens 结论. It is an error when they
// are not there, or more than once.
func unpin(text string) (string, error) {
	lines := strings.Split(text, "\n")
	var found [][]int
	for i, l := range lines {
		if strings.Contains(l, Conclusion) {
			if four := pinnedAfter(lines, i); four != nil {
				found = append(found, four)
			}
		}
	}
	if len(found) != 1 {
		return "", fmt.Errorf("the lines that pin %s to 0 points are there %d times, want once", Conclusion, len(found))
	}
	for _, i := range slices.Backward(found[0]) {
		lines = slices.Delete(lines, i, i+1)
	}
	return strings.Join(lines, "\n"), nil
}

// pinnedAfter returns the indexes of the four lines if they follow line i, but for blank lines.
func pinnedAfter(lines []string, i int) (four []int) {
	for j := i + 1; j < len(lines) && len(four) < len(pinned); j++ {
		switch withoutBlanks(lines[j]) {
		case "":
		case pinned[len(four)]:
			four = append(four, j)
		default:
			return nil
		}
	}
	if len(four) < len(pinned) {
		return nil
	}
	return four
}

func withoutBlanks(line string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, line)
}

// trimLines removes blanks at the ends of lines: spaces, and the no-break spaces of the release.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \u00a0")
	}
	return strings.Join(lines, "\n")
}
