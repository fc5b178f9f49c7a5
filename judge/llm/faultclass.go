package llm

import (
	"slices"
	"strings"
)

// classify returns the class of a refusal with the given HTTP status, by code, then text, then
// status. sent names the parameters that the request carried.
func (f *fault) classify(status int, sent []string) class {
	text := normalize(f.words)
	for _, c := range f.codes {
		switch cl := strongCodes[c]; {
		case cl == classRateLimit && neverFits(text):
			return classContextLength
		case cl != "":
			return cl
		}
	}
	if f.status != 0 && (status == 200 || status == 400 || status >= 500) {
		status = f.status
	}
	is := func(statuses ...int) bool { return slices.Contains(statuses, status) }
	if c := match(itemPhrases, text); c != "" {
		return c
	}
	if f.delay != "" && status != 503 {
		return classRateLimit
	}
	if is(200, 400, 403, 422, 429, 500, 502) {
		if c := match(accountPhrases, text); c != "" && !(c == classOverloaded && status == 429) {
			return c
		}
	}
	if status == 401 && match(accountPhrases, text) == classQuota {
		return classQuota // a key that has used up its share
	}
	if is(200, 400, 404, 422) {
		// "The json_schema is not valid JSON" is about a parameter; "the body is not", about the line.
		c := match(requestPhrases, text)
		if c != "" && !(c == classTransport && strings.Contains(text, "schema")) && !(c == classAuth && status == 404) {
			return c
		}
		if missingModel.MatchString(text) && (status == 404 || !f.namesParam(text, sent)) {
			return classNotFound
		}
		if status != 404 && f.refusesParam(text, sent) {
			return classBadParam
		}
		if status != 404 && tooLong.MatchString(text) {
			return classContextLength
		}
	}
	for _, c := range f.codes {
		if cl, ok := weakCodes[c]; ok && status == 200 {
			return cl
		}
	}
	return statusClass(status)
}

// neverFits reports whether a refusal for load is of one request that is larger than what is let through in
// a minute.
func neverFits(text string) bool { return strings.Contains(text, "request too large") }

// normalize prepares a message for phrases: lower case, plain apostrophes.
func normalize(s string) string {
	return strings.ToLower(strings.NewReplacer("’", "'", "‘", "'").Replace(s))
}

func match(phrases []phrase, text string) class {
	if text == "" {
		return ""
	}
	for _, p := range phrases {
		if slices.ContainsFunc(p.words, func(w string) bool { return strings.Contains(text, w) }) {
			return p.class
		}
	}
	return ""
}

// statusClass returns the class of a status alone.
func statusClass(status int) class {
	switch status {
	case 401, 403:
		return classAuth
	case 402:
		return classQuota
	case 404, 405, 410:
		return classNotFound
	case 407:
		return classConfig
	case 408:
		return classTimeout
	case 413:
		return classContextLength
	case 409, 425: // another request is in the way; it is too early for this one
		return classServer
	case 429, 498:
		return classRateLimit
	case 503, 529:
		return classOverloaded
	}
	switch {
	case status >= 500:
		return classServer
	case status >= 400:
		return classBadRequest
	case status >= 300:
		return classConfig
	}
	return classInBandError
}
