package report

import "github.com/assize-eval/assize/metrics/report/internal/outside"

// replyColumns are the raw replies about a sample.
type replyColumns struct {
	// Raw has the reply about each criterion alone, by a single judge, with the reason and the way of
	// reading of the criterion's verdict; "" where there is none. The column is left out without any.
	Raw []string `json:"raw,omitempty"`
	// Replies are all others.
	Replies []replyDetail `json:"replies,omitempty"`
	// Left counts the replies that are left out.
	Left int `json:"left,omitempty"`
}

// replyDetail is one reply.
type replyDetail struct {
	// Of are the places of the criteria that it is about.
	Of     []int  `json:"of"`
	Member int    `json:"member"`
	Repeat int    `json:"repeat"`
	How    int    `json:"how"`
	Reason int    `json:"reason"`
	Text   string `json:"text"`
}

// replies packs the replies about grades, which are in the order in which the page has them.
func (c *detailChunk) replies(list []Reply, grades []Grade) replyColumns {
	var out replyColumns
	at := make(map[string]int, len(grades))
	for i, g := range grades {
		at[g.Criterion] = i
	}
	for _, r := range list {
		of, trouble := []int{}, r.Reason != "" || r.How != "" && r.How != "strict"
		for _, id := range r.Criteria {
			if i, ok := at[id]; ok {
				of = append(of, i)
				trouble = trouble || troubled(grades[i])
			}
		}
		text := outside.Visible(r.Text)
		switch {
		case !trouble && c.limit.NoReplies:
			out.Left++
			continue
		case c.limit.NoReplies:
			text = outside.Shorten(text, c.limit.Trouble)
		}
		alone := len(of) == 1 && r.Member == "" && r.How == grades[of[0]].How && r.Reason == grades[of[0]].Reason
		if alone && (out.Raw == nil || out.Raw[of[0]] == "") {
			if out.Raw == nil {
				out.Raw = make([]string, len(grades))
			}
			out.Raw[of[0]] = text
			continue
		}
		out.Replies = append(out.Replies, replyDetail{of, c.word(r.Member), r.Repeat, c.word(r.How), c.word(string(r.Reason)), text})
	}
	return out
}
