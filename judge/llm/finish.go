package llm

import (
	"cmp"
	"strings"
)

// finishClasses are the classes of the reasons, squashed, that replies end for by the words of all vendors.
var finishClasses = byClass(map[class]string{
	classOK: `stop endturn eos eostoken stopsequence completed finishreasonstop`,
	classTruncated: `length maxtokens maxoutputtokens modellength tokenlimit maxlength modelcontextwindowexceeded
		contextlengthexceeded finishreasonmaxtokens incomplete`,
	classContentFilter: `contentfilter contentfiltered safety recitation prohibitedcontent blocklist spii sensitive
		finishreasonsafety imagesafety guardrailintervened`,
	classInBandError: `error failed networkerror malformedresponse`,
	classAbort:       `abort aborted cancelled canceled insufficientsystemresource timeout timelimit load unload`,
	classRefusal:     `refusal`,
})

// finishClass returns the class that the reason which a reply ended for stands for; "" for a reason that is
// not known, or none. A gateway may put the reason that it was given behind its own: "content_filter:
// PROHIBITED_CONTENT".
func finishClass(reason string) class {
	own, _, _ := strings.Cut(reason, ":")
	return cmp.Or(finishClasses[squash(reason)], finishClasses[squash(own)])
}
