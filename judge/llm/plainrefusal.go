package llm

import (
	"regexp"
	"strings"
)

// plainRefusal finds the refusal of a parameter whose name is an ordinary word. Some are so ordinary that they
// must stand in quotes, or be called a parameter.
var plainRefusal = func() *regexp.Regexp {
	const (
		quote = `["'` + "`" + `]`
		kind  = `(?:parameter|param|field|argument|option|property|keyword|key)`
		name  = `(?:` + quote + `?\b(?:seed|stop|store|logprobs|thinking|reasoning|verbosity|modalities|prediction)\b` + quote + `?` +
			`|(?:` + quote + `|` + kind + ` )(?:n|user|text|stream|metadata|tools)\b` + quote + `?)`
		no   = `(?:is|are) (?:not|un) ?(?:currently |yet )?(?:supported|allowed|permitted|available|implemented|recogni[sz]ed|accepted|known|enabled|valid)`
		must = `(?:must|should|can|cannot) (?:only |not )?be`
	)
	return regexp.MustCompile(strings.Join([]string{
		name + `(?: ` + kind + `)? ` + no,
		quote + `?\b(?:seed|stop|logprobs)\b` + quote + `?:? ` + must,
		`(?:(?:does|do|is|are) not (?:currently |yet )?support(?:ed)?|unsupported|unknown|unrecogni[sz]ed|unexpected|invalid|not supported)` +
			`(?: (?:the|use|of|value|values|for|request|input|` + kind + `))*:? ` + name,
	}, "|"))
}()
