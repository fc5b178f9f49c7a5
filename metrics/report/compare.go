package report

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/assize-eval/assize/metrics/agreement"
)

// CompareOptions say how two reports are compared. The zero value pairs runs with equal settings, and
// draws with seed 0.
type CompareOptions struct {
	// NameA and NameB name the runs in what people read; "A" and "B" when empty.
	NameA, NameB string
	// Override compares runs that differ in a setting too. The comparison then lists what differs,
	// and warns.
	Override bool
	// Unpaired compares the means of all scored samples of either run, as if the runs shared none. It
	// is for runs on different samples: on shared ones a paired comparison is several times as sharp.
	Unpaired bool
	// Seed is the seed of the sign-flip tests. Every value is one, 0 too.
	Seed uint64
	// Flips is how many sign patterns a sign-flip test draws where there are too many to go through
	// all: 0 for [compare.DefaultFlips], else at least 1000.
	Flips int
	// LabelsA and LabelsB are an expert's labels of either run's responses, which [agreement.Load] reads.
	// With them the differences are given with the judge's errors taken out as well; see
	// [CorrectedDifference]. Either both are given or none, and the comparison is paired.
	LabelsA, LabelsB []agreement.Label
	// brief leaves out the slices and the criteria.
	brief bool
}

// Comparison says how two runs differ. [Compare] makes it. Its methods may be called on a nil
// Comparison, which they show as an empty one; they do not change it.
type Comparison struct {
	// Benchmark is the benchmark's name.
	Benchmark string `json:"benchmark"`
	// A and B are the runs. All differences are A minus B.
	A ComparedRun `json:"a"`
	B ComparedRun `json:"b"`
	// Paired says that samples were compared one by one.
	Paired bool `json:"paired"`
	// Overridden lists the settings that differ, which were overridden; empty when none does.
	Overridden []Mismatch `json:"overridden"`
	// Pairs says which samples were compared.
	Pairs Pairing `json:"pairs"`
	// Differences are the differences over the whole run where subsets are pooled, over the subsets,
	// and of the numbers over the subsets. Their adjusted p-values are Holm's over the whole list.
	Differences []Difference `json:"differences"`
	// Slices are the differences over the slices of the run. Their adjusted p-values are those of
	// Benjamini and Hochberg over the whole list.
	Slices []Difference `json:"slices"`
	// Criteria compares the verdicts on single criteria; nil in an unpaired comparison.
	Criteria *CriteriaComparison `json:"criteria,omitempty"`
	// Repeats say what the repeats of the judge gain; nil unless both runs were judged by one judge
	// repeatedly.
	Repeats []RepeatedDifference `json:"repeats,omitempty"`
	// Corrected are the differences with the judge's errors taken out, over the subsets and over the whole
	// run where subsets are pooled; nil without labels.
	Corrected []CorrectedDifference `json:"corrected,omitempty"`
	// Alpha is the level at which an adjusted p-value counts as a difference, and Power the power at
	// which detectable differences are stated.
	Alpha float64 `json:"alpha"`
	Power float64 `json:"power"`
	// Seed is the seed of the sign-flip tests.
	Seed uint64 `json:"seed"`
	// Warnings say what a reader of the comparison should know, in plain sentences.
	Warnings []string `json:"warnings"`
}

// ComparedRun is one of the two runs.
type ComparedRun struct {
	// Name is the name that the options give it.
	Name string `json:"name"`
	// Coverage and Provenance are the report's.
	Coverage   Coverage   `json:"coverage"`
	Provenance Provenance `json:"provenance"`
	// Report is the run's report, of which [Comparison.WritePage] shows the samples. It is not in the
	// JSON, and nil in a comparison that was read back.
	Report *Report `json:"-"`
}

const (
	// alpha is the level of all tests, and power that of detectable differences: those of package
	// compare.
	alpha = 0.05
	power = 0.8
)

// Compare compares two runs of one benchmark, usually those of two models, sample by sample: for each
// metric, over the whole run where subsets are pooled, over each subset and over each slice, it tests
// the mean difference A − B by t and by flipping signs, clustered where samples share a cluster, and
// it compares the verdicts criterion by criterion.
//
// Where a metric's mean is clipped ([Metric.ClipMean]) the difference is that of the means before
// clipping: clipping at 0 would hide how far a run is below.
//
// Differences have bounds where verdicts are missing. Over the samples that both runs have, whether
// scored or not, Worst is the mean of A's lowest scores less B's highest, and Best the mean of A's
// highest less B's lowest.
//
// It is a *[MismatchError] when the runs differ in a setting that their numbers depend on and
// Override does not say to go on. Other errors are a report that is nil, has no samples, as one of
// [RunSeq] has none, or has one sample twice, runs that share no sample while Unpaired is not set, and
// Flips that are not valid.
//
// Reports are not changed. Equal reports and options give equal bytes.
func Compare(a, b *Report, opts CompareOptions) (*Comparison, error) {
	switch {
	case a == nil || b == nil:
		return nil, errors.New("report: a comparison needs two reports")
	case opts.Flips != 0 && opts.Flips < 1000:
		return nil, fmt.Errorf("report: Flips is %d; it must be 0 or at least 1000", opts.Flips)
	case (opts.LabelsA == nil) != (opts.LabelsB == nil):
		return nil, errors.New("report: labels are given for one run alone; a corrected difference needs those of both")
	case opts.LabelsA != nil && opts.Unpaired:
		return nil, errors.New("report: a corrected difference is paired; it takes no Unpaired")
	}
	opts.NameA, opts.NameB = cmp.Or(opts.NameA, "A"), cmp.Or(opts.NameB, "B")
	for _, run := range []struct {
		name string
		rep  *Report
	}{{opts.NameA, a}, {opts.NameB, b}} {
		if len(run.rep.Samples) == 0 {
			return nil, fmt.Errorf("report: %s has no samples to compare; RunSeq hands them out and keeps none", run.name)
		}
	}
	differ := mismatches(a, b)
	if len(differ) > 0 && !opts.Override {
		return nil, &MismatchError{NameA: opts.NameA, NameB: opts.NameB, Mismatches: differ}
	}
	c := &comparer{a: a, b: b, opts: opts, out: &Comparison{
		Benchmark:   a.Benchmark,
		A:           ComparedRun{opts.NameA, a.Coverage, a.Provenance, a},
		B:           ComparedRun{opts.NameB, b.Coverage, b.Provenance, b},
		Paired:      !opts.Unpaired,
		Overridden:  append([]Mismatch{}, differ...),
		Differences: []Difference{},
		Slices:      []Difference{},
		Alpha:       alpha,
		Power:       power,
		Seed:        opts.Seed,
	}}
	if err := c.pair(); err != nil {
		return nil, err
	}
	if err := c.differences(); err != nil {
		return nil, err
	}
	if opts.brief {
		c.warn()
		return c.out, nil
	}
	if err := c.slices(); err != nil {
		return nil, err
	}
	if c.out.Paired {
		if err := c.criteria(); err != nil {
			return nil, err
		}
		if err := c.corrected(); err != nil {
			return nil, err
		}
		c.repeats()
	}
	c.warn()
	return c.out, nil
}

// comparer holds a comparison in the making.
type comparer struct {
	a, b *Report
	opts CompareOptions
	out  *Comparison
	// all are the samples that are compared.
	all cell
	// cluster has the cluster of each sample of A that is paired.
	cluster map[*Sample]string
	// names are the metrics that samples have; see metrics.
	names []string
	// reworded counts the pairs whose rubrics differ.
	reworded int
	// unknown are warnings about labels of criteria that a run does not have.
	unknown []string
}

// WriteJSON writes the comparison as indented JSON. Numbers that are not defined are null.
func (c *Comparison) WriteJSON(w io.Writer) error {
	if c == nil {
		c = &Comparison{}
	}
	return writeJSON(w, c)
}
