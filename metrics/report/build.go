package report

import (
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/packed"
	"github.com/assize-eval/assize/rubric"
)

// Build makes the report of a run from its items and from the outcomes of [Tasks](items).
//
// It returns an error when the outcomes do not belong to the items, two items of a subset have one
// ID, a rubric is not valid, or a criterion is covered by no task or by two. A sample that the
// scorer cannot score is excluded with a note instead, so that nothing that was paid for is lost.
func Build(cfg Config, items []Item, outcomes []judge.Outcome) (*Report, error) {
	if err := check(&cfg, items); err != nil {
		return nil, err
	}
	if n := len(Tasks(items)); n != len(outcomes) {
		return nil, fmt.Errorf("report: %d outcomes for %d tasks", len(outcomes), n)
	}
	b := newBuilder(cfg)
	b.rep.Samples = make([]Sample, 0, len(items))
	b.take = func(s Sample) { b.rep.Samples = append(b.rep.Samples, s) }
	for i, it := range items {
		own := outcomes[:len(it.Tasks)]
		outcomes = outcomes[len(it.Tasks):]
		b.identity.add(it)
		if err := b.add(i, it, own); err != nil {
			return nil, fmt.Errorf("report: sample %s: %w", it.Sample.ID(), err)
		}
	}
	return b.finish(), nil
}

// builder holds a report in the making.
type builder struct {
	Config
	rep      *Report
	identity *identity
	// take is given each sample when it is done.
	take func(Sample)
	// at is the place of the sample that is being added.
	at      int
	rows    []row
	subsets map[string]bool
	// sources has who gave verdicts, by member of a panel; "" is a single judge.
	sources   map[string]map[judge.Source]bool
	panels    map[judge.Source]bool
	contracts map[string]bool
	members   map[string][]row
	// tallies have what the diagnostics need of each answered sample.
	tallies []tally
	names   packed.Lists
	// outside counts grades outside the range of their criterion.
	outside int
}

func newBuilder(cfg Config) *builder {
	return &builder{
		Config:   cfg,
		identity: newIdentity(),
		subsets:  map[string]bool{}, sources: map[string]map[judge.Source]bool{}, panels: map[judge.Source]bool{}, contracts: map[string]bool{}, members: map[string][]row{},
		rep: &Report{
			Benchmark:   cfg.Benchmark,
			Definitions: definitions(cfg),
			Coverage:    Coverage{Codes: map[judge.Code]int{}},
			Samples:     []Sample{},
		},
	}
}

// finish returns the report of all samples that were added, by their places.
func (b *builder) finish() *Report {
	byPlace := func(x, y row) int { return x.at - y.at }
	slices.SortFunc(b.rows, byPlace)
	for _, rows := range b.members {
		slices.SortFunc(rows, byPlace)
	}
	slices.SortFunc(b.tallies, func(x, y tally) int { return x.at - y.at })
	if b.NotPooled != nil {
		if why := b.NotPooled(slices.Sorted(maps.Keys(b.subsets))); why != "" {
			b.Pool = false
			b.Warnings = append(slices.Clip(b.Warnings), why)
		}
	}
	b.aggregate()
	b.diagnose()
	b.provenance()
	b.warn()
	return b.rep
}

// row is what the means need of one answered sample.
type row struct {
	at     int
	subset string
	labels []Label
	whole  result
	// categories are the results over the criteria of one category alone.
	categories []categoryResult
	// repeats are the values by each repeat of a member of a panel, in its own rows.
	repeats []packed.Values
}

type categoryResult struct {
	category string
	result
}

// result is a sample's values; scored says whether they are defined, and worst and best bound them.
type result struct {
	// cluster is the cluster of the sample; no two samples have it unless they share one.
	cluster      string
	scored       bool
	values       packed.Values
	worst, best  packed.Values
	missingCount int
}

// add scores the item at a place among all and adds it to the report.
func (b *builder) add(at int, it Item, outcomes []judge.Outcome) error {
	b.at = at
	b.subsets[it.Subset] = true
	b.rep.Coverage.Samples++
	s := Sample{ID: it.Sample.ID(), Subset: it.Subset, Labels: labelMap(it.Labels), Cluster: it.Cluster, Status: Unanswered}
	if len(it.Tasks) == 0 {
		b.rep.Coverage.Unanswered++
		b.take(s)
		return nil
	}
	s.ResponseLength = utf8.RuneCountInString(it.Sample.Response())
	criteria := it.Sample.Rubric().Criteria()
	grades, how, err := b.gather(it, criteria, outcomes)
	if err != nil {
		return err
	}
	r := row{at: at, subset: it.Subset, labels: it.Labels}
	r.whole, err = b.score(it.Sample, grades)
	if err == nil {
		r.categories, err = b.scoreCategories(it.Sample, criteria, grades)
	}
	switch {
	case err != nil:
		s.Status, s.Note = Excluded, err.Error()
	case r.whole.scored:
		s.Status, s.Scores = Scored, r.whole.values.Map()
	default:
		s.Status = Excluded
	}
	if r.whole.missingCount > 0 {
		s.Worst, s.Best = r.whole.worst.Map(), r.whole.best.Map()
	}
	if err == nil {
		r.join(clusterOf(s))
		s.Categories = b.categoryScores(r.categories)
	}
	if s.Status == Scored {
		b.rep.Coverage.Scored++
	} else {
		b.rep.Coverage.Excluded++
	}
	s.Replies, s.Grades = b.replies(it, outcomes), make([]Grade, 0, len(grades))
	for i, g := range grades {
		c := criteria[i]
		s.Grades = append(s.Grades, Grade{Grade: b.count(c, g), Text: c.Text, Category: c.Category, Weight: c.Weight, How: how[i]})
	}
	if err == nil {
		b.rows = append(b.rows, r)
		b.addVotes(it.Sample, r, criteria, grades)
	}
	b.tallies = append(b.tallies, newTally(at, s, &b.names))
	b.take(s)
	return nil
}

// voted reports whether a verdict was made of votes, which have sources of their own.
func voted(v judge.Verdict) bool { return len(v.Grades) > 0 && len(v.Grades[0].Votes) > 0 }

// gather puts the grades of an item's tasks into the order of its rubric.
func (b *builder) gather(it Item, criteria []rubric.Criterion, outcomes []judge.Outcome) ([]judge.Grade, []string, error) {
	at := make(map[string]int, len(criteria))
	for i, c := range criteria {
		at[c.ID] = i
	}
	grades := make([]judge.Grade, len(criteria))
	how := make([]string, len(criteria))
	for t, o := range outcomes {
		b.contracts[it.Tasks[t].Contract.Name] = true
		b.rep.Usage = b.rep.Usage.Add(o.Verdict.Usage)
		b.rep.Coverage.Tasks++
		switch {
		case voted(o.Verdict):
			b.panels[o.Verdict.Source] = true
		case o.Err == nil:
			b.heard("", o.Verdict.Source)
		}
		for _, g := range o.Verdict.Grades {
			i, ok := at[g.Criterion]
			switch {
			case !ok:
				return nil, nil, fmt.Errorf("a task grades criterion %q, which is not in the rubric", g.Criterion)
			case grades[i].Status != "":
				return nil, nil, fmt.Errorf("criterion %q is graded twice", g.Criterion)
			}
			grades[i], how[i] = g, o.Verdict.How
		}
	}
	for i, g := range grades {
		if g.Status == "" {
			return nil, nil, fmt.Errorf("criterion %q is covered by no task", criteria[i].ID)
		}
	}
	return grades, how, nil
}

// count counts a grade and bounds its points to what the criterion can give, unless the scorer does not.
// Scorers see the points as the judge gave them and bound them themselves.
func (b *builder) count(c rubric.Criterion, g judge.Grade) judge.Grade {
	if g.Status == judge.Missing {
		b.rep.Coverage.Missing++
		b.rep.Coverage.Codes[g.Reason]++
		return g
	}
	b.rep.Coverage.Graded++
	p := c.Clamp(g.Points)
	if p == g.Points {
		return g
	}
	b.outside++
	flag := fmt.Sprintf("clamped from %v points", g.Points)
	if b.Unbounded {
		p, flag = g.Points, fmt.Sprintf("counted as %v points, beyond what the criterion can give", g.Points)
	}
	g.Flags = append(g.Flags[:len(g.Flags):len(g.Flags)], flag)
	g.Points = p
	return g
}

// definitions describes all numbers of the report.
func definitions(cfg Config) []Metric {
	all := append([]Metric{}, cfg.Metrics...)
	for _, o := range cfg.Overall {
		all = append(all, Metric{Name: o.Name, About: o.About, Of: o.Metric, Weights: o.Weights})
	}
	return all
}

func labelMap(labels []Label) map[string]string {
	m := make(map[string]string, len(labels))
	for _, l := range labels {
		m[l.Dimension] = l.Value
	}
	return m
}
