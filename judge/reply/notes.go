package reply

import "strings"

// note is one thing that had to be repaired in a text before it was JSON.
type note uint32

const (
	extraComma note = 1 << iota
	missingComma
	comment
	pythonLiteral
	singleQuotes
	curlyQuotes
	fullWidth
	oddBlank
	bareKey
	bareValue
	numberForm
	badEscape
	rawControl
	innerQuotes
	missingCloser
	doubledBraces
	escapedText
	htmlText
)

var noteNames = []string{
	"extra comma", "missing comma", "comment", "Python literal", "single quotes", "curly quotes", "full-width signs", "odd blanks",
	"key without quotes", "value without quotes", "form of a number", "escape that JSON does not have", "raw control character",
	"quotes inside a text", "missing closing bracket", "doubled braces", "escaped object", "HTML entities",
}

// String lists the notes of n.
func (n note) String() string {
	var names []string
	for i, name := range noteNames {
		if n&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
