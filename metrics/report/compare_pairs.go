package report

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/assize-eval/assize/metrics/report/internal/clustered"
)

// Pairing says which samples were compared.
type Pairing struct {
	// Shared counts the samples, answered or not, that both runs have, by subset and ID.
	Shared int `json:"shared"`
	// Compared counts the shared samples that are scored in both runs. In an unpaired comparison it
	// counts the scored samples of both runs.
	Compared int `json:"compared"`
	// Dropped says what became of all others, by reason, the most frequent first.
	Dropped []Dropped `json:"dropped"`
}

// Dropped counts samples that are not compared, for one reason.
type Dropped struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// cell is a set of samples of either run. In a paired comparison the two lists are equally long, and
// samples with the same index are a pair.
type cell struct{ a, b []*Sample }

// keyed returns the samples of a report by subset and ID, and their keys in rising order.
func keyed(r *Report, name string) (map[sampleKey]*Sample, []sampleKey, error) {
	m := make(map[sampleKey]*Sample, len(r.Samples))
	for i := range r.Samples {
		s := &r.Samples[i]
		k := sampleKey{s.Subset, s.ID}
		if m[k] != nil {
			return nil, nil, fmt.Errorf("report: %s has two samples of subset %q with the id %q", name, s.Subset, s.ID)
		}
		m[k] = s
	}
	return m, slices.SortedFunc(maps.Keys(m), func(x, y sampleKey) int {
		return cmp.Or(cmp.Compare(x.subset, y.subset), cmp.Compare(x.id, y.id))
	}), nil
}

// pair finds the samples to compare. They are in rising order of their keys, whatever their order in
// the reports.
func (c *comparer) pair() error {
	inA, keysA, err := keyed(c.a, c.opts.NameA)
	if err != nil {
		return err
	}
	inB, keysB, err := keyed(c.b, c.opts.NameB)
	if err != nil {
		return err
	}
	p, dropped := &c.out.Pairs, map[string]int{}
	for _, k := range keysA {
		x, y := inA[k], inB[k]
		switch {
		case y != nil:
			p.Shared++
			if c.out.Paired {
				c.all.a, c.all.b = append(c.all.a, x), append(c.all.b, y)
				if x.Status == Scored && y.Status == Scored {
					p.Compared++
				} else {
					dropped[c.reason(x, y)]++
				}
				if !sameRubric(x, y) {
					c.reworded++
				}
			}
		case c.out.Paired:
			dropped["in "+c.opts.NameA+" alone"]++
		}
	}
	if c.out.Paired {
		dropped["in "+c.opts.NameB+" alone"] = len(inB) - p.Shared
	} else {
		c.all.a, c.all.b = list(inA, keysA), list(inB, keysB)
		for _, s := range c.all.a {
			c.count(s, c.opts.NameA, dropped)
		}
		for _, s := range c.all.b {
			c.count(s, c.opts.NameB, dropped)
		}
	}
	if c.out.Paired && p.Shared == 0 {
		return errors.New("report: the runs share no sample; to compare them as runs on different samples compare them unpaired")
	}
	c.cluster = c.pairClusters()
	p.Dropped = []Dropped{}
	for _, reason := range slices.Sorted(maps.Keys(dropped)) {
		if n := dropped[reason]; n > 0 {
			p.Dropped = append(p.Dropped, Dropped{reason, n})
		}
	}
	slices.SortStableFunc(p.Dropped, func(x, y Dropped) int { return cmp.Compare(y.Count, x.Count) })
	return nil
}

func list(m map[sampleKey]*Sample, keys []sampleKey) []*Sample {
	out := make([]*Sample, len(keys))
	for i, k := range keys {
		out[i] = m[k]
	}
	return out
}

// count counts a sample of an unpaired comparison.
func (c *comparer) count(s *Sample, name string, dropped map[string]int) {
	if s.Status == Scored {
		c.out.Pairs.Compared++
		return
	}
	dropped[string(s.Status)+" in "+name]++
}

// reason says why a pair is dropped.
func (c *comparer) reason(a, b *Sample) string {
	switch {
	case a.Status == b.Status:
		return string(a.Status) + " in both"
	case a.Status == Scored:
		return string(b.Status) + " in " + c.opts.NameB
	case b.Status == Scored:
		return string(a.Status) + " in " + c.opts.NameA
	}
	return fmt.Sprintf("%s in %s, %s in %s", a.Status, c.opts.NameA, b.Status, c.opts.NameB)
}

// pairClusters returns the clusters of the pairs: two pairs are in one cluster when they are so in
// either run.
func (c *comparer) pairClusters() map[*Sample]string {
	if !c.out.Paired {
		return nil
	}
	root := clustered.Link(len(c.all.a), func(i int) []string {
		return []string{"A" + clusterOf(*c.all.a[i]), "B" + clusterOf(*c.all.b[i])}
	})
	out := make(map[*Sample]string, len(root))
	for i, r := range root {
		out[c.all.a[i]] = clusterOf(*c.all.a[r])
	}
	return out
}

// sameRubric says whether two graded samples were graded by the same criteria.
func sameRubric(a, b *Sample) bool {
	if len(a.Grades) == 0 || len(b.Grades) == 0 {
		return true
	}
	return slices.EqualFunc(a.Grades, b.Grades, sameCriterion)
}

func sameCriterion(x, y Grade) bool {
	return x.Criterion == y.Criterion && x.Text == y.Text && x.Category == y.Category && x.Weight == y.Weight
}
