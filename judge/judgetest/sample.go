package judgetest

import (
	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/rubric"
)

// Sample is a [dataset.Sample] made of plain fields. The zero Sample has no conversation, an empty
// answer and an empty rubric.
type Sample struct {
	// Name is the sample's ID.
	Name string
	// Turns are the conversation, oldest first.
	Turns []dataset.Message
	// Answer is the answer under judgement.
	Answer string
	// Items are the criteria of the rubric.
	Items []rubric.Criterion
}

// ID returns s.Name.
func (s Sample) ID() string { return s.Name }

// Conversation returns s.Turns.
func (s Sample) Conversation() []dataset.Message { return s.Turns }

// Response returns s.Answer.
func (s Sample) Response() string { return s.Answer }

// Rubric returns s.Items.
func (s Sample) Rubric() rubric.Rubric { return rubric.List(s.Items) }

// Samples returns three samples, freshly made at each call: a legal question, a talk about finance
// over several turns, and a legal question in Chinese with half points. Each rubric has positive and
// negative weights.
func Samples() []Sample {
	return []Sample{
		{
			Name: "deposit",
			Turns: []dataset.Message{
				{Role: dataset.User, Content: "My landlord keeps my deposit because the walls are faded. I rented for six years. What can I do?"},
			},
			Answer: "Fading over six years is ordinary wear, which a tenant does not pay for. Write to the landlord, " +
				"name a date two weeks away for the repayment, and keep a copy. If nothing comes, the small claims court is open to you without a lawyer.",
			Items: []rubric.Criterion{
				{ID: "deposit-wear", Text: "Says that ordinary wear is not the tenant's to pay.", Category: "law", Weight: 8},
				{ID: "deposit-deadline", Text: "Tells the tenant to set a date for the repayment in writing.", Category: "practice", Weight: 5},
				{ID: "deposit-photos", Text: "Asks for photographs or a record of the handover.", Category: "evidence", Weight: 3},
				{ID: "deposit-rent", Text: "Tells the tenant to hold back rent.", Category: "harm", Weight: -7},
			},
		},
		{
			Name: "margin",
			Turns: []dataset.Message{
				{Role: dataset.System, Content: "You help the owners of small firms."},
				{Role: dataset.User, Content: "Revenue is 400, cost of goods is 250, rent and wages are 90. Are we doing well?"},
				{Role: dataset.Assistant, Content: "Your gross profit is 150. Shall I work out the margins?"},
				{Role: dataset.User, Content: "Yes, both, and say which one a bank looks at."},
			},
			Answer: "Gross margin: 150 / 400 = 37.5 %. Operating margin: 60 / 400 = 15 %. A bank looks at the second, since it shows what is left to pay interest.",
			Items: []rubric.Criterion{
				{ID: "margin-gross", Text: "Gives the gross margin as 37.5 %.", Category: "figures", Weight: 6},
				{ID: "margin-operating", Text: "Gives the operating margin as 15 %.", Category: "figures", Weight: 6},
				{ID: "margin-bank", Text: "Says that a lender looks at the operating margin, and why.", Category: "reasoning", Weight: 4},
				{ID: "margin-tax", Text: "Treats one of the figures as a profit after tax.", Category: "error", Weight: -5},
			},
		},
		{
			Name: "借条",
			Turns: []dataset.Message{
				{Role: dataset.User, Content: "朋友借我两万元，只有微信记录，没有借条，他说已经还了现金。我该怎么办？"},
			},
			Answer: "转账记录和聊天记录可以证明借款。对方主张已经还款，应当由对方举证。建议先发函催告，再向法院起诉，注意三年的诉讼时效。",
			Items: []rubric.Criterion{
				{ID: "借条-证据", Text: "指出转账与聊天记录可以证明借款关系。", Category: "证据", Weight: 2},
				{ID: "借条-举证", Text: "指出还款的事实由主张还款的一方举证。", Category: "证据", Weight: 1.5},
				{ID: "借条-时效", Text: "提到三年的诉讼时效。", Category: "程序", Weight: 1},
				{ID: "借条-报警", Text: "建议以诈骗为由报警。", Category: "错误", Weight: -1.5},
			},
		},
	}
}
