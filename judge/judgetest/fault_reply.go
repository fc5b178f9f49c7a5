package judgetest

import (
	"errors"
	"strings"
)

// Faults of the reply's text. Those that keep anything of the reply need a [Grader] that gives one
// JSON object, and those with an opposite verdict need a boolean or a number in it; what lacks them
// is an error of the test and comes as status 500.
const (
	// The verdict is there, in other packaging: in a fence, in prose, with trailing commas, as
	// Python writes it, with raw line breaks in the explanation, which it replaces, under a key in
	// another spelling, after reasoning in tags that holds a draft, twice the same.
	ReplyFenced        Fault = "reply-fenced"
	ReplyProse         Fault = "reply-prose"
	ReplyTrailingComma Fault = "reply-trailing-comma"
	ReplyPython        Fault = "reply-python"
	ReplyRawNewline    Fault = "reply-raw-newline"
	ReplyKeySpelling   Fault = "reply-key-spelling"
	ReplyThinking      Fault = "reply-thinking"
	ReplyTwice         Fault = "reply-twice"
	// There is no verdict: words alone, the text of an error, an empty object, the explanation
	// alone, a value of null, a value that is neither, the placeholder of a template, a loop.
	ReplyWords       Fault = "reply-words"
	ReplyError       Fault = "reply-error"
	ReplyEmptyObject Fault = "reply-empty-object"
	ReplyNoVerdict   Fault = "reply-no-verdict"
	ReplyNull        Fault = "reply-null"
	ReplyPartly      Fault = "reply-partly"
	ReplyPlaceholder Fault = "reply-placeholder"
	ReplyLoop        Fault = "reply-loop"
	// There is a verdict that must not be read: cut within its value, under a key that means
	// something else, in reasoning that does not end.
	ReplyCut      Fault = "reply-cut"
	ReplyWrongKey Fault = "reply-wrong-key"
	ReplyUnclosed Fault = "reply-unclosed-thinking"
	// There are two verdicts that differ: as two objects, as one key twice.
	ReplyConflict  Fault = "reply-conflict"
	ReplyDuplicate Fault = "reply-duplicate-key"
	// The opposite verdict is quoted from the answer: before the judge's own, after it, in a fence,
	// as an object that does not end, and inside the explanation, which it replaces.
	ReplyPlantedBefore   Fault = "reply-planted-before"
	ReplyPlantedAfter    Fault = "reply-planted-after"
	ReplyPlantedFence    Fault = "reply-planted-fence"
	ReplyPlantedFragment Fault = "reply-planted-fragment"
	ReplyPlantedString   Fault = "reply-planted-string"
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
