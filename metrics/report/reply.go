package report

import (
	"slices"

	"github.com/assize-eval/assize/judge"
)

// Reply is what a judge wrote about a sample, as it came: kept so that a verdict can be checked against
// it and read again.
type Reply struct {
	// Criteria are the IDs of the criteria that it is about, in the order of the sample's grades.
	Criteria []string `json:"criteria"`
	// Member is the member of a panel that wrote it, and Repeat counts its repeats from 0; empty and 0
	// for a single judge.
	Member string `json:"member,omitempty"`
	Repeat int    `json:"repeat,omitempty"`
	// How says how it was read; see [judge.Verdict]. It is empty for a reply in which no verdict was
	// found.
	How string `json:"how,omitempty"`
	// Reason says why no verdict was found in it; empty where one was.
	Reason judge.Code `json:"reason,omitempty"`
	// Text is the reply. Bytes that are not UTF-8 become U+FFFD when the report is written as JSON.
	Text string `json:"text"`
}

// replies returns the replies to the tasks of an item, those without text left out. Of a panel they are
// those that its votes hold, each once, else that of the verdict.
func (b *builder) replies(it Item, outcomes []judge.Outcome) []Reply {
	if b.OmitReplies {
		return nil
	}
	n := 0
	for _, o := range outcomes {
		if voted(o.Verdict) {
			n += len(o.Verdict.Grades[0].Votes)
		} else {
			n++
		}
	}
	out := make([]Reply, 0, n)
	for t, o := range outcomes {
		ids := make([]string, len(it.Tasks[t].Criteria))
		for i, c := range it.Tasks[t].Criteria {
			ids[i] = c.ID
		}
		before := len(out)
		out = appendVotes(out, ids, o.Verdict)
		if len(out) > before || o.Verdict.Raw == "" {
			continue
		}
		r := Reply{Criteria: ids, How: o.Verdict.How, Text: o.Verdict.Raw}
		if o.Err != nil {
			r.How, r.Reason = "", judge.CodeOf(o.Err)
		}
		out = append(out, r)
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// appendVotes appends the replies that the votes of a verdict hold. The votes on each of its criteria
// are by the same members, each with the same reply.
func appendVotes(out []Reply, ids []string, v judge.Verdict) []Reply {
	if len(v.Grades) == 0 {
		return out
	}
	for k, vote := range v.Grades[0].Votes {
		if vote.Raw == "" {
			continue
		}
		r := Reply{Criteria: ids, Member: vote.Member, Repeat: vote.Repeat, How: vote.How, Text: vote.Raw}
		if !slices.ContainsFunc(v.Grades, func(g judge.Grade) bool { return k < len(g.Votes) && g.Votes[k].Status == judge.Graded }) {
			r.How, r.Reason = "", vote.Reason
		}
		out = append(out, r)
	}
	return out
}
