package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
)

// phrases are what the texts of synthetic reports are made of: sentences with slots, so that they
// repeat themselves about as much as those of experts do.
var phrases = [][]string{
	{"The response", "The answer", "It", "The response correctly", "The answer clearly", "The reply", "The response only", "The answer never"},
	{"states", "explains", "identifies", "notes", "quantifies", "mentions", "concludes", "assumes", "omits", "warns", "distinguishes", "calculates", "cites"},
	{"that", "why", "how", "whether", "in detail how", "with a reason that", "without support that", "in its first paragraph that"},
	strings.Split("the treaty|the deadline for filing|a swap curve|the tenant|the fiduciary|withholding tax|the covenant|a permanent establishment|the hedge ratio|the limitation period|goodwill|the arbitration clause|the employer|the prospectus|a secured creditor|the discount rate|the margin call|the guarantor|prior art|the notice period|an interim measure|the residence test|the drawdown limit|a related party|the trustee|customs origin|the rating trigger|the settlement date|lease revenue|the custody order", "|"),
	strings.Split("applies|does not apply|is reduced|is tested|lapses|must be disclosed|is priced|takes priority|was breached|can be waived|is deferred|is contested|is netted|has to be rebalanced|falls due|may be enforced|is overstated|is capped at 15 percent|runs for three years|is set at 2.4 million", "|"),
	{"under", "because of", "before", "after", "unless", "in spite of", "by reference to", "within the limits of", "as a result of", "for the purposes of"},
	strings.Split("article 12|section 1031|the closing date|a change of control|the safe harbor|a currency mismatch|a force majeure event|the reporting standard|a negative yield|an emergency sale|the shareholders' agreement|an earlier ruling|183 days of presence|the stress scenario|a transfer of title|the base erosion rules|a disputed invoice|local counsel's advice|the second amendment|the minimum holding period", "|"),
	{".", ", and says so.", ", which the client has asked for.", ", with the amounts.", ", and names the source.", "; the figures are consistent.", ", but gives no authority.", ", and sets out the next steps."},
}

// clauses are the same for Chinese.
var clauses = [][]string{
	{"结论：", "案情简述：", "分析过程：", "法条依据：", "回答", "本案中"},
	strings.Split("原告|被告|用人单位|劳动者|保证人|出租人|承租人|股东会|债权人|第三人", "|"),
	strings.Split("应当承担违约责任|有权解除合同|未在诉讼时效内主张权利|无须支付经济补偿|对损失的发生有过错|可以请求返还借款本金|应当就其主张举证|享有优先购买权", "|"),
	{"，依据", "，理由是", "，并引用", "，但未说明"},
	strings.Split("民法典第五百七十七条|劳动合同法第四十六条|双方签订的补充协议|公司法关于担保的规定|一审判决认定的事实|银行流水与收据", "|"),
	{"。", "，说理完整。", "，结论准确。", "，金额计算有误。"},
}

// prose returns sentences, about n bytes of them.
func prose(rng *rand.Rand, n int, chinese bool) string {
	parts, gap := phrases, " "
	if chinese {
		parts, gap = clauses, ""
	}
	var b strings.Builder
	for b.Len() < n {
		if b.Len() > 0 {
			b.WriteString(gap)
		}
		for i, choices := range parts {
			if i > 0 && i < len(parts)-1 {
				b.WriteString(gap)
			}
			b.WriteString(choices[rng.IntN(len(choices))])
		}
	}
	return b.String()
}

// uuid returns a random identifier of the usual form.
func uuid(rng *rand.Rand) string {
	a, b := rng.Uint64(), rng.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", a>>32, a>>16&0xffff, a&0xfff, 0x8000|b>>48&0x3fff, b&0xffffffffffff)
}

// shape says what a synthetic report is like.
type shape struct {
	benchmark string
	subsets   []string
	// sizes are the numbers of samples of the subsets; nil when they are equal.
	sizes    []int
	samples  int
	criteria int
	// missing is the share of verdicts that are missing.
	missing float64
	chinese bool
	// dimensions are the slices with their labels.
	dimensions map[string][]string
	// apart says that the subsets are not pooled, and points that weights are points of 5 to 40.
	apart, points bool
}

// prbenchShape is like a whole run of PRBench.
func prbenchShape(samples int) shape {
	return shape{
		benchmark: "Example", subsets: []string{"finance", "legal"}, samples: samples, criteria: 17, missing: 0.004,
		dimensions: map[string][]string{
			"topic":    {"Corporate Finance", "Family Law", "Litigation & Dispute Resolution", "Taxation & Cross-Border Structuring", "Derivatives & Structured Products", "Market Microstructure, Trading & Liquidity", "Criminal Law", "Labor & Employment Law"},
			"turns":    {"1", "2", "3", "4", "10"},
			"expert":   {"Expert", "Non-Expert"},
			"decision": {"Planning & Forecast", "Operations, Processes & Controls", "Procedure, Forum & Jurisdiction", "Risk"},
		},
	}
}

// plawbenchShape is like a run of PLawBench: Chinese texts, few criteria with many points, and subsets
// of very different sizes that are not pooled.
func plawbenchShape() shape {
	return shape{
		benchmark: "示例", subsets: []string{"case_analysis", "legal_consultation", "plaintiff_statement", "defendant_statement"},
		sizes: []int{250, 18, 6, 6}, samples: 280, criteria: 4, missing: 0.004, chinese: true, apart: true, points: true,
		dimensions: map[string][]string{
			"case_analysis/label": {"诉讼仲裁", "跨国事务", "公司治理", "刑事实务", "个人生活", "婚姻家事", "劳动人事", "知识产权"},
		},
	}
}

// synthetic builds a report of that shape, with the means computed from its samples. The same shape
// gives the same report.
func synthetic(sh shape) *Report {
	rng := rand.New(rand.NewPCG(1, 2))
	rep := &Report{
		Benchmark: sh.benchmark,
		Definitions: []Metric{
			{Name: "clipped_score", About: "Points over the positive points, averaged, then bounded to 0 to 1.", ClipMean: true},
			{Name: "normalized_score", About: "Points between the lowest and the highest that the rubric allows."},
			{Name: "met_rate", About: "Share of the criteria with positive weight that are met."},
		},
		Coverage: Coverage{Samples: sh.samples, Codes: map[judge.Code]int{}},
		Provenance: Provenance{
			Library:   "assize " + Version,
			Dataset:   Dataset{Name: "made-up data", SHA256: strings.Repeat("9f86d081", 8), AnswersSHA256: strings.Repeat("60303ae2", 8), Samples: sh.samples, Criteria: sh.samples * sh.criteria},
			Prompt:    Prompt{Name: "assize/example", SHA256: strings.Repeat("d2c76ad3", 8)},
			Contracts: []string{"criteria_met/1"},
			Judges:    []judge.Source{{Judge: "llm", Model: "judge-mini", Served: "judge-mini-2026-04-16", Host: "api.example.com", Parameters: `{"temperature":0}`}},
			Missing:   Exclude,
			Reasons:   []string{"the prompt is the library's own"},
		},
		Usage: judge.Usage{Calls: 18921, Retries: 221, PromptTokens: 91_402_113, CachedTokens: 71_220_480, CompletionTokens: 2_713_204, ReasoningTokens: 1_290_332, Unmetered: 3},
	}
	for i := range sh.samples {
		rep.Samples = append(rep.Samples, syntheticSample(rng, sh, i, &rep.Coverage))
	}
	rep.average(sh)
	rep.diagnosed(!sh.apart)
	c := rep.Coverage
	if c.Missing > 0 {
		rep.Warnings = append(rep.Warnings, fmt.Sprintf("%d of %d verdicts are missing (%s)", c.Missing, c.Missing+c.Graded, codes(c.Codes)))
	}
	rep.Warnings = append(rep.Warnings, fmt.Sprintf("%d of %d samples are excluded from the means; beside each mean stands what their missing verdicts allow", c.Excluded, c.Samples),
		fmt.Sprintf("%d of %d samples have no answer and are in no mean", c.Unanswered, c.Samples))
	return rep
}

// subset returns the subset of the i-th sample.
func (sh shape) subset(i int) string {
	if sh.sizes == nil {
		return sh.subsets[i*len(sh.subsets)/sh.samples]
	}
	for k, n := range sh.sizes {
		if i < n {
			return sh.subsets[k]
		}
		i -= n
	}
	panic("more samples than the sizes of the subsets")
}

var sections = []string{"结论", "案情简述", "分析过程", "法条依据"}

var categories = []string{"Legal Accuracy", "Practical Utility", "Handling Uncertainty", "Supplemental Insight", "Instruction Following"}

func syntheticSample(rng *rand.Rand, sh shape, i int, c *Coverage) Sample {
	s := Sample{ID: fmt.Sprintf("%012x%012x", rng.Uint64()>>16, rng.Uint64()>>16), Subset: sh.subset(i), Status: Unanswered, Labels: map[string]string{}}
	for _, d := range sortedKeys(sh.dimensions) {
		s.Labels[d] = sh.dimensions[d][rng.IntN(len(sh.dimensions[d]))]
	}
	if rng.IntN(100) == 0 {
		c.Unanswered++
		return s
	}
	skill := 0.25 + 0.4*rng.Float64()
	s.ResponseLength = int(2500*(0.4+skill) + 2500*rng.Float64()*rng.Float64())
	var got, most, least, lost, gain, met, positive float64
	for k := range sh.criteria {
		g := Grade{Text: prose(rng, 40+rng.IntN(140), sh.chinese), Category: categories[rng.IntN(len(categories))], How: "strict"}
		g.Weight, g.Criterion = float64(1+rng.IntN(10)), uuid(rng)
		if k%13 == 12 {
			g.Weight = -g.Weight
		}
		if sh.points {
			g.Weight, g.Criterion, g.Category = float64(5*(1+rng.IntN(8))), fmt.Sprint(k+1), sections[k%len(sections)]
		}
		most += max(g.Weight, 0)
		least += min(g.Weight, 0)
		if rng.Float64() < sh.missing {
			g.Status, g.Reason, g.How = judge.Missing, []judge.Code{judge.Malformed, judge.Truncated, judge.Transport}[rng.IntN(3)], ""
			g.Explanation = "no JSON object in the reply: " + prose(rng, 80, false)
			c.Missing++
			c.Codes[g.Reason]++
			lost += min(g.Weight, 0)
			gain += max(g.Weight, 0)
		} else {
			g.Status = judge.Graded
			g.Explanation = prose(rng, 40+rng.IntN(140), sh.chinese)
			c.Graded++
			if hit := rng.Float64() < skill; hit == (g.Weight > 0) || (hit && rng.IntN(6) == 0) {
				g.Points = g.Weight
			}
			if sh.points {
				g.Points = math.Round(g.Weight * min(1, skill+rng.Float64()/2))
			}
			if rng.IntN(40) == 0 {
				g.How = "fence removed"
			}
		}
		s.Replies = append(s.Replies, replyTo(g))
		got += g.Points
		if g.Weight > 0 {
			positive++
			if g.Points > 0 {
				met++
			}
		}
		s.Grades = append(s.Grades, g)
	}
	c.Tasks += sh.criteria
	values := func(points float64) metrics.Values {
		return metrics.Values{"clipped_score": points / most, "normalized_score": (points - least) / (most - least), "met_rate": met / positive}
	}
	if lost != 0 || gain != 0 {
		s.Status, s.Worst, s.Best = Excluded, values(got+lost), values(got+gain)
		c.Excluded++
		return s
	}
	s.Status, s.Scores = Scored, values(got)
	c.Scored++
	return s
}

// replyTo returns the reply that a grade was read from.
func replyTo(g Grade) Reply {
	r := Reply{Criteria: []string{g.Criterion}, How: g.How, Reason: g.Reason}
	r.Text = fmt.Sprintf(`{"explanation": %q, "criteria_met": %v}`, g.Explanation, g.Points != 0)
	switch {
	case g.Status == judge.Missing:
		r.Text = "I would rather not decide on “" + g.Text + "”"
	case g.How != "strict":
		r.Text = "```json\n" + r.Text + "\n```"
	}
	return r
}

// diagnosed gives a report the diagnostics of its samples.
func (r *Report) diagnosed(pool bool) {
	b := newBuilder(Config{Metrics: r.Definitions, Pool: pool})
	b.rep = r
	for i, s := range r.Samples {
		b.subsets[s.Subset] = true
		if s.Status != Unanswered {
			b.tallies = append(b.tallies, newTally(i, s, &b.names))
		}
	}
	b.diagnose()
}

// polled gives the grades of a report the votes of two judges, of which one was asked twice.
func polled(r *Report) *Report {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range r.Samples {
		s := &r.Samples[i]
		s.Replies = nil
		for k := range s.Grades {
			g := &s.Grades[k]
			for _, v := range []judge.Vote{{Member: "strict"}, {Member: "strict", Repeat: 1}, {Member: "mild"}} {
				v.Status, v.Points, v.Reason, v.Explanation, v.How = g.Status, g.Points, g.Reason, g.Explanation, "strict"
				if g.Status == judge.Graded && rng.IntN(12) == 0 {
					v.Points = g.Weight - g.Points
				}
				g.Votes = append(g.Votes, v)
				s.Replies = append(s.Replies, Reply{Criteria: []string{g.Criterion}, Member: v.Member, Repeat: v.Repeat, How: "strict", Text: fmt.Sprintf(`{"met": %v, "by": "%s %d"}`, v.Points != 0, v.Member, v.Repeat)})
			}
			g.How = "vote"
		}
	}
	r.Members = map[string]map[string]map[string]metrics.Estimate{"strict": r.Subsets, "mild": r.Subsets}
	r.diagnosed(true)
	return r
}

// labeled returns the labels of an expert who agrees with nine of ten verdicts of the first samples.
func labeled(r *Report, samples int) []agreement.Label {
	rng := rand.New(rand.NewPCG(7, 8))
	var out []agreement.Label
	for _, s := range r.Samples[:samples] {
		for _, g := range s.Grades {
			if g.Status == judge.Graded {
				out = append(out, agreement.Label{Sample: s.ID, Criterion: g.Criterion, Met: (g.Points == g.Weight) != (rng.IntN(10) == 0)})
			}
		}
	}
	return out
}

// average computes the means of a synthetic report from its samples.
func (r *Report) average(sh shape) {
	mean := func(keep func(Sample) bool) map[string]metrics.Estimate {
		out := map[string]metrics.Estimate{}
		for _, d := range r.Definitions {
			var xs, worst, best []float64
			missing := false
			for _, s := range r.Samples {
				if !keep(s) {
					continue
				}
				if x, ok := s.Scores[d.Name]; ok {
					xs, worst, best = append(xs, x), append(worst, x), append(best, x)
				} else if w, ok := s.Worst[d.Name]; ok {
					worst, best, missing = append(worst, w), append(best, s.Best[d.Name]), true
				}
			}
			e := metrics.Mean(xs)
			if missing {
				e = e.Within(worst, best)
			}
			out[d.Name] = e
		}
		return out
	}
	r.Metrics = mean(func(Sample) bool { return true })
	r.Subsets = map[string]map[string]metrics.Estimate{}
	for _, name := range sh.subsets {
		r.Subsets[name] = mean(func(s Sample) bool { return s.Subset == name })
	}
	r.Groups = map[string]map[string]map[string]metrics.Estimate{}
	if sh.apart {
		r.Metrics = map[string]metrics.Estimate{}
		parts := make([]metrics.Estimate, len(sh.subsets))
		for i, name := range sh.subsets {
			parts[i] = r.Subsets[name]["clipped_score"]
		}
		r.Metrics["overall"] = metrics.Combine([]float64{0.5, 0.2, 0.15, 0.15}, parts)
	}
	for d, labels := range sh.dimensions {
		r.Groups[d] = map[string]map[string]metrics.Estimate{}
		for _, l := range labels {
			r.Groups[d][l] = mean(func(s Sample) bool { return s.Labels[d] == l })
		}
	}
}
