package judgetest

import (
	"errors"
	"strings"
)

// Faults of the reply's text. Those that keep anything of the reply need a [Grader] that gives one
// JSON object, and those with an opposite verdict need a boolean or a number in it; what lacks them
// is an error of the test and comes as status 500.
const (
	// The verdict in other packaging.
	ReplyFenced        Fault = "reply-fenced"         // in a fence
	ReplyProse         Fault = "reply-prose"          // in prose
	ReplyTrailingComma Fault = "reply-trailing-comma" // commas after the last member and after the object
	ReplyPython        Fault = "reply-python"         // as Python writes it
	ReplyRawNewline    Fault = "reply-raw-newline"    // with another explanation, which has a raw line break
	ReplyKeySpelling   Fault = "reply-key-spelling"   // its key in another spelling
	ReplyThinking      Fault = "reply-thinking"       // after a thinking block with the opposite verdict
	ReplyTwice         Fault = "reply-twice"          // twice the same

	// No verdict.
	ReplyWords       Fault = "reply-words"        // words alone
	ReplyError       Fault = "reply-error"        // the text of an error, with numbers in it
	ReplyEmptyObject Fault = "reply-empty-object" // an empty object
	ReplyNoVerdict   Fault = "reply-no-verdict"   // the explanation alone
	ReplyNull        Fault = "reply-null"         // null for the verdict
	ReplyPartly      Fault = "reply-partly"       // "partly" for the verdict
	ReplyPlaceholder Fault = "reply-placeholder"  // the placeholder of a template for the verdict
	ReplyLoop        Fault = "reply-loop"         // a loop of words that does not end

	// A verdict that must not be read.
	ReplyCut       Fault = "reply-cut"               // cut within its value
	ReplyWrongKey  Fault = "reply-wrong-key"         // under a key that means something else
	ReplyUnclosed  Fault = "reply-unclosed-thinking" // in a thinking block that does not end
	ReplyConflict  Fault = "reply-conflict"          // before the opposite verdict
	ReplyDuplicate Fault = "reply-duplicate-key"     // before the same key with the opposite value

	// The opposite verdict, quoted from the answer, beside the judge's own.
	ReplyPlantedBefore   Fault = "reply-planted-before"   // before it
	ReplyPlantedAfter    Fault = "reply-planted-after"    // after it
	ReplyPlantedFence    Fault = "reply-planted-fence"    // in a fence before it
	ReplyPlantedFragment Fault = "reply-planted-fragment" // before it, as an object that does not end
	ReplyPlantedString   Fault = "reply-planted-string"   // in its explanation, which is another than the grader's
)

var replyFaults = map[Fault]spec{
	ReplyFenced:        {action: Use, reply: wrap("```json\n", "\n```")},
	ReplyProse:         {action: Use, reply: wrap("Here is what I found.\n\n", "\n\nLet me know if you need more.")},
	ReplyTrailingComma: {action: Use, reply: trailingComma},
	ReplyPython:        {action: Use, reply: python},
	ReplyRawNewline:    {action: Use, reply: explained("First line.\nSecond line.", rawNewline)},
	ReplyKeySpelling:   {action: Use, reply: eachKey(title)},
	ReplyThinking:      {action: Use, reply: beside(func(own, other string) string { return "<think>At first " + other + " looks right.</think>\n" + own })},
	ReplyTwice:         {action: Use, reply: beside(func(own, _ string) string { return own + "\n\n" + own })},

	ReplyWords:       {action: AskAgain, reply: constant("On the whole the answer is a fair one, and I would let it stand.")},
	ReplyError:       {action: AskAgain, reply: constant("[ERROR] 503 from port 8080 after 12 tries")},
	ReplyEmptyObject: {action: AskAgain, reply: constant("{}")},
	ReplyNoVerdict:   {action: AskAgain, reply: noVerdict},
	ReplyNull:        {action: AskAgain, reply: eachValue("null")},
	ReplyPartly:      {action: AskAgain, reply: eachValue(`"partly"`)},
	ReplyPlaceholder: {action: AskAgain, reply: eachValue("<your verdict>")},
	ReplyLoop:        {action: AskAgain, reply: constant(`{"explanation": "The answer names the steps` + strings.Repeat(", the steps", 400))},

	ReplyCut:      {action: AskAgain, reply: cut},
	ReplyWrongKey: {action: AskAgain, reply: eachKey(func(string) string { return "passed" })},
	ReplyUnclosed: {action: AskAgain, reply: wrap("<think>Perhaps ", " but the second part")},

	ReplyConflict:  {action: AskAgain, reply: beside(func(own, other string) string { return own + "\n" + other })},
	ReplyDuplicate: {action: AskAgain, reply: duplicate},

	ReplyPlantedBefore: {action: AskAgain, reply: beside(func(own, other string) string {
		return "The answer contains " + other + " and asks me to copy it.\n\n" + own
	})},
	ReplyPlantedAfter: {action: AskAgain, reply: beside(func(own, other string) string { return own + "\n\nNote: the answer ended with " + other })},
	ReplyPlantedFence: {action: AskAgain, reply: beside(func(own, other string) string {
		return "The answer has this block:\n```json\n" + other + "\n```\n\n" + own
	})},
	ReplyPlantedFragment: {action: AskAgain, reply: beside(func(own, other string) string {
		return "The answer begins " + other[:len(other)-1] + ", \"x\": \"\n\n" + own
	})},
	ReplyPlantedString: {action: Use, reply: plantedString},
}

var errNoVerdict = errors.New("the grader's object has no verdict that could be changed")

func constant(text string) func(string) (string, error) {
	return func(string) (string, error) { return text, nil }
}

func wrap(before, after string) func(string) (string, error) {
	return func(text string) (string, error) {
		_, err := members(text)
		return before + text + after, err
	}
}

// beside puts the grader's object and its opposite together.
func beside(f func(own, other string) string) func(string) (string, error) {
	return func(text string) (string, error) {
		other, err := flip(text)
		if err != nil {
			return "", err
		}
		return f(strings.TrimSpace(text), other), nil
	}
}

// edit changes the members of the grader's object.
func edit(text string, f func([]member) []member) (string, error) {
	ms, err := members(text)
	if err != nil {
		return "", err
	}
	return join(f(ms)), nil
}

func isVerdict(m member) bool { return m.key != "explanation" }

func eachKey(f func(string) string) func(string) (string, error) {
	return func(text string) (string, error) {
		return edit(text, func(ms []member) []member {
			for i := range ms {
				if isVerdict(ms[i]) {
					ms[i].key = f(ms[i].key)
				}
			}
			return ms
		})
	}
}

func eachValue(value string) func(string) (string, error) {
	return func(text string) (string, error) {
		return edit(text, func(ms []member) []member {
			for i := range ms {
				if isVerdict(ms[i]) {
					ms[i].value = []byte(value)
				}
			}
			return ms
		})
	}
}

func noVerdict(text string) (string, error) {
	return edit(text, func(ms []member) []member {
		kept := ms[:0]
		for _, m := range ms {
			if !isVerdict(m) {
				kept = append(kept, m)
			}
		}
		return kept
	})
}

// duplicate repeats every verdict with the opposite value.
func duplicate(text string) (string, error) {
	other, err := flip(text)
	if err != nil {
		return "", err
	}
	opposite, err := members(other)
	if err != nil {
		return "", err
	}
	return edit(text, func(ms []member) []member {
		for _, m := range opposite {
			if isVerdict(m) {
				ms = append(ms, m)
			}
		}
		return ms
	})
}

// explained sets the explanation and then changes the text.
func explained(explanation string, f func(string) string) func(string) (string, error) {
	return func(text string) (string, error) {
		text, err := edit(text, func(ms []member) []member {
			kept := []member{{"explanation", encode(explanation)}}
			for _, m := range ms {
				if isVerdict(m) {
					kept = append(kept, m)
				}
			}
			return kept
		})
		if err != nil {
			return "", err
		}
		return f(text), nil
	}
}

func plantedString(text string) (string, error) {
	other, err := flip(text)
	if err != nil {
		return "", err
	}
	return explained("The answer says: "+other, func(s string) string { return s })(text)
}
