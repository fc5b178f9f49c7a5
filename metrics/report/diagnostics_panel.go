package report

import (
	"math"
	"slices"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/report/internal/clustered"
	"github.com/assize-eval/assize/metrics/report/internal/packed"
	"github.com/assize-eval/assize/rubric"
)

// MaxListed is the most criteria that a list of a report's diagnostics or of a comparison holds.
// Counts beside the lists cover all.
const MaxListed = 50

// PanelDiagnostics say how the votes on a criterion differ: between the members of a panel, and
// between the repeats of one. A vote counts by its share of the criterion's weight, 0 or 1 where the
// verdict is met or not. Standard errors are clustered by sample, or by the samples' clusters.
type PanelDiagnostics struct {
	// Criteria counts the criteria with two votes cast or more, and Split those of them on which the
	// votes differ.
	Criteria int `json:"criteria"`
	Split    int `json:"split"`
	// Unanimous is the share of those criteria on which all votes agree, FlipRate how often two votes
	// on a criterion differ, and AC1 and Alpha (interval) agreement beyond chance; see
	// [agreement.Panel]. Alpha has a percentile interval of 1000 resamples of clusters, and an infinite
	// one where there are fewer than 20.
	Unanimous metrics.Estimate  `json:"unanimous"`
	FlipRate  metrics.Estimate  `json:"flip_rate"`
	AC1       metrics.Estimate  `json:"ac1"`
	Alpha     metrics.Resampled `json:"alpha"`
	// Members are the members, in the order in which they voted.
	Members []MemberDiagnostics `json:"members"`
	// Pairs hold each member against each later one.
	Pairs []PairDiagnostics `json:"pairs"`
	// Disagreements are the criteria on which votes differ, those with the most points between the
	// lowest and the highest vote first; at most [MaxListed].
	Disagreements []Disagreement `json:"disagreements"`
}

// MemberDiagnostics are about the votes of one member.
type MemberDiagnostics struct {
	Member string `json:"member"`
	// Votes counts the votes cast, and Missing those that were not.
	Votes   int `json:"votes"`
	Missing int `json:"missing"`
	// Unanimous is the share of criteria on which all repeats agree, the member's self-consistency, and
	// FlipRate the chance that asking again gives another verdict. N counts the criteria with two
	// votes of the member or more; without one neither is defined.
	Unanimous metrics.Estimate `json:"unanimous"`
	FlipRate  metrics.Estimate `json:"flip_rate"`
}

// PairDiagnostics say how far two members agree, each by its first vote on a criterion.
type PairDiagnostics struct {
	First  string `json:"first"`
	Second string `json:"second"`
	// Verdicts is the agreement on criteria that both call met or not met. Its Samples count what
	// standard errors are clustered by.
	Verdicts agreement.Summary `json:"verdicts"`
	// Points is the correlation of the shares of weight that the two give, over criteria, with the
	// standard error and interval clustered likewise.
	Points metrics.Estimate `json:"points"`
}

// Disagreement is a criterion on which votes differ.
type Disagreement struct {
	Subset    string  `json:"subset"`
	Sample    string  `json:"sample"`
	Criterion string  `json:"criterion"`
	Weight    float64 `json:"weight"`
	// Spread is the number of points between the lowest and the highest vote.
	Spread float64 `json:"spread"`
	// Votes are the points of the votes cast, by member, in the order of its repeats.
	Votes map[string][]float64 `json:"votes"`
}

// votedGrade is a criterion with the votes on it, in little room.
type votedGrade struct {
	criterion string
	weight    float64
	// members and points are those of the votes. Points are within the range of the criterion, and NaN of
	// a vote that was not cast.
	members *packed.Names
	points  []float64
}

func newVotedGrade(g Grade, names *packed.Lists) votedGrade {
	v := votedGrade{criterion: g.Criterion, weight: g.Weight, points: make([]float64, len(g.Votes))}
	members := make(packed.Names, len(g.Votes))
	for i, vote := range g.Votes {
		members[i], v.points[i] = vote.Member, math.NaN()
		if vote.Status == judge.Graded {
			v.points[i] = rubric.Criterion{Weight: g.Weight}.Clamp(vote.Points)
		}
	}
	v.members = names.List(members)
	return v
}

// diagnosePanel returns the diagnostics of the votes on samples; nil when there are none.
func diagnosePanel(samples []tally) *PanelDiagnostics {
	v := votes{at: map[string]int{}}
	for i := range samples {
		t := &samples[i]
		for _, g := range t.votes {
			v.add(t, g)
		}
		t.votes = nil // a large run has many, and they are in v now
	}
	if len(v.clusters) == 0 {
		return nil
	}
	return v.diagnose()
}

// votes are the votes of a run.
type votes struct {
	members []MemberDiagnostics
	at      map[string]int
	// ratings[m][i] are the shares of weight that member m gives criterion i, in the order of its
	// repeats. A member that has not voted yet may have fewer criteria.
	ratings  [][][]float64
	clusters []string
	// split counts the criteria on which votes differ, and widest are those on which they differ most.
	split  int
	widest []Disagreement
}

// add adds the votes on a criterion.
func (v *votes) add(t *tally, g votedGrade) {
	i := len(v.clusters)
	v.clusters = append(v.clusters, t.cluster)
	least, most := math.Inf(1), math.Inf(-1)
	for k, member := range *g.members {
		m, ok := v.at[member]
		if !ok {
			m = len(v.members)
			v.at[member] = m
			v.members = append(v.members, MemberDiagnostics{Member: member})
			v.ratings = append(v.ratings, nil)
		}
		points := g.points[k]
		if math.IsNaN(points) {
			v.members[m].Missing++
			continue
		}
		v.members[m].Votes++
		for len(v.ratings[m]) <= i {
			v.ratings[m] = append(v.ratings[m], nil)
		}
		v.ratings[m][i] = append(v.ratings[m][i], points/g.weight)
		least, most = min(least, points), max(most, points)
	}
	if most > least {
		v.split++
		v.list(t, g, most-least)
	}
}

// list puts a criterion among those on which the votes differ most, behind others with the same spread.
func (v *votes) list(t *tally, g votedGrade, spread float64) {
	at, _ := slices.BinarySearchFunc(v.widest, spread, func(d Disagreement, x float64) int {
		if d.Spread >= x {
			return -1
		}
		return 1
	})
	if at == MaxListed {
		return
	}
	v.widest = slices.Insert(v.widest, at, disagreement(t, g, spread))
	v.widest = v.widest[:min(len(v.widest), MaxListed)]
}

func disagreement(t *tally, g votedGrade, spread float64) Disagreement {
	d := Disagreement{Subset: t.subset, Sample: t.id, Criterion: g.criterion, Weight: g.weight, Spread: spread, Votes: map[string][]float64{}}
	for k, member := range *g.members {
		if points := g.points[k]; !math.IsNaN(points) {
			d.Votes[member] = append(d.Votes[member], points)
		}
	}
	return d
}

// of returns what member m says about criterion i.
func (v *votes) of(m, i int) []float64 {
	if i < len(v.ratings[m]) {
		return v.ratings[m][i]
	}
	return nil
}

func (v *votes) diagnose() *PanelDiagnostics {
	d := &PanelDiagnostics{Members: v.members, Split: v.split, Pairs: []PairDiagnostics{}, Disagreements: append([]Disagreement{}, v.widest...)}
	every := make([]int, len(v.members))
	for m := range every {
		every[m] = m
	}
	all := v.panel(every...)
	for m := range v.members {
		p := all
		if len(v.members) > 1 {
			p = v.panel(m)
		}
		d.Members[m].Unanimous, d.Members[m].FlipRate = p.Unanimous(), p.FlipRate()
		for other := m + 1; other < len(v.members); other++ {
			d.Pairs = append(d.Pairs, v.pair(m, other))
		}
	}
	d.Unanimous, d.FlipRate, d.AC1 = all.Unanimous(), all.FlipRate(), all.AC1()
	d.Criteria = d.Unanimous.N
	d.Alpha = clustered.Alpha(all)
	return d
}

// panel returns the votes of members as a panel.
func (v *votes) panel(members ...int) agreement.Panel {
	ratings := make([][]float64, len(v.clusters))
	for i := range ratings {
		if len(members) == 1 {
			ratings[i] = v.of(members[0], i)
			continue
		}
		for _, m := range members {
			ratings[i] = append(ratings[i], v.of(m, i)...)
		}
	}
	return clustered.Panel(ratings, v.clusters)
}

// pair holds two members against each other.
func (v *votes) pair(a, b int) PairDiagnostics {
	d := PairDiagnostics{First: v.members[a].Member, Second: v.members[b].Member}
	var met [2][]bool
	var shares [2][]float64
	// all are the clusters of all criteria, clusters those of verdicts.
	var clusters, all []string
	for i, cluster := range v.clusters {
		x, y := v.of(a, i), v.of(b, i)
		if len(x) == 0 || len(y) == 0 {
			continue
		}
		shares[0], shares[1], all = append(shares[0], x[0]), append(shares[1], y[0]), append(all, cluster)
		if yesOrNo(x[0]) && yesOrNo(y[0]) {
			met[0], met[1] = append(met[0], x[0] == 1), append(met[1], y[0] == 1)
			clusters = append(clusters, cluster)
		}
	}
	// The lengths are equal and the shares finite, so there is no error.
	d.Verdicts, _ = agreement.Summarize(met[0], met[1], clusters)
	d.Points, _ = clustered.Correlation(shares[0], shares[1], all)
	return d
}

func yesOrNo(share float64) bool { return share == 0 || share == 1 }
