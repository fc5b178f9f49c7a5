package judgetest

import (
	"maps"
	"slices"
)

// Fault is a way in which an endpoint or the model behind it departs from a plain answer, by name.
// The constants say what each does; the numbers and spellings are those of endpoints in the field.
// [Faults] lists them, [Refusal.Fault] makes more. The zero Fault is [Healthy].
type Fault string

// Healthy is no fault: the plain answer.
const Healthy Fault = ""

// Action is what a careful client does about a [Fault].
type Action string

// The actions.
const (
	// Use: the verdict is there and is right; nothing is to be asked again.
	Use Action = "use"
	// Retry: the same request may succeed when it is sent again after a moment.
	Retry Action = "retry"
	// Wait: as Retry, but the endpoint is overloaded: all of its clients should slow down, and wait
	// at least as long as it asks for.
	Wait Action = "wait"
	// Renegotiate: the request may succeed without the parameter that the endpoint refuses, or with
	// another name for it.
	Renegotiate Action = "renegotiate"
	// Poll: the answer is not ready and is to be fetched by its id.
	Poll Action = "poll"
	// AskAgain: the reply cannot be used; the question may be asked again in another way, with a
	// larger budget or with the fault named. Where the reply holds a verdict beside another that
	// was planted, the right one may be used as well, the planted one never.
	AskAgain Action = "ask again"
	// GiveUp: this task cannot be graded; others can.
	GiveUp Action = "give up"
	// StopRun: no task can be graded before somebody changes the configuration or pays a bill.
	StopRun Action = "stop the run"
)

// spec says what a fault does. Exactly one of status, err, reply, body and the pair of chat and
// responses is set; of the pair, either may be missing where the protocol has no such thing.
type spec struct {
	action Action
	// status gives a response in place of the answer.
	status func(x *exchange) response
	// err breaks the exchange before there is any response.
	err error
	// reply changes the text of the model's reply.
	reply func(text string) (string, error)
	// chat and responses change the answer.
	chat, responses func(doc object, x *exchange)
	// body changes how the answer's bytes go out.
	body func(r *response)
}

// specs holds every fault but the refusals.
var specs = collect(statusFaults, bodyFaults, netFaults, answerFaults, responsesFaults, usageFaults, replyFaults)

func collect(groups ...map[Fault]spec) map[Fault]spec {
	all := make(map[Fault]spec)
	for _, g := range groups {
		maps.Copy(all, g)
	}
	return all
}

// Faults returns every fault that a server can have in the given protocol, sorted by name. Refusals
// of parameters are among them once for each parameter of [RefusedParameters], in the wording of
// [WordsOpenAI].
func Faults(api API) []Fault {
	var fs []Fault
	for f, s := range specs {
		if s.speaks(api) {
			fs = append(fs, f)
		}
	}
	for _, p := range RefusedParameters() {
		fs = append(fs, Refusal{p, WordsOpenAI}.Fault())
	}
	slices.Sort(fs)
	return fs
}

// Action returns what a careful client does about f, or "" when there is no fault of this name.
// [Healthy] has [Use].
func (f Fault) Action() Action {
	if f == Healthy {
		return Use
	}
	if _, ok := f.refusal(); ok {
		return Renegotiate
	}
	return specs[f].action
}

// speaks reports whether the fault exists in the protocol.
func (s spec) speaks(api API) bool {
	if s.chat == nil && s.responses == nil {
		return true
	}
	return api == Chat && s.chat != nil || api == Responses && s.responses != nil
}
