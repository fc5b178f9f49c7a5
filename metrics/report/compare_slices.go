package report

import (
	"strings"

	"github.com/assize-eval/assize/metrics/compare"
)

// slices compares the slices of the run: by label, and by category of the criteria. Where subsets are
// not pooled a slice lies within its subset, as in the reports. A slice that is its whole scope is
// left out, since it would be tested twice.
func (c *comparer) slices() error {
	pooled := c.pooled()
	key := func(s *Sample, dimension, label string) string {
		scope := s.Subset
		if pooled {
			scope = allScope
		}
		return scope + "\x00" + dimension + "\x00" + label
	}
	labels := func(s *Sample) (keys []string) {
		for dimension, label := range s.Labels {
			keys = append(keys, key(s, dimension, label))
		}
		return keys
	}
	categories := func(s *Sample) (keys []string) {
		for category := range s.Categories {
			keys = append(keys, key(s, categoryDimension, category))
		}
		return keys
	}
	_, scopes := c.group(func(s *Sample) []string { return []string{key(s, "", "")} })
	names, cells := c.group(labels)
	for _, name := range names {
		scope, _, _ := strings.Cut(name, "\x00")
		whole := scopes[scope+"\x00\x00"]
		if len(cells[name].a) == len(whole.a) && len(cells[name].b) == len(whole.b) {
			continue
		}
		if err := c.slice(name, cells[name], wholeScores); err != nil {
			return err
		}
	}
	names, cells = c.group(categories)
	for _, name := range names {
		category := name[strings.LastIndexByte(name, 0)+1:]
		of := func(s *Sample) CategoryScores { return s.Categories[category] }
		if err := c.slice(name, cells[name], of); err != nil {
			return err
		}
	}
	return adjust(c.out.Slices, compare.BenjaminiHochberg)
}

// slice compares all metrics on one slice.
func (c *comparer) slice(name string, in cell, of scoresOf) error {
	scope, rest, _ := strings.Cut(name, "\x00")
	dimension, label, _ := strings.Cut(rest, "\x00")
	for _, metric := range c.metrics() {
		d, ok, err := c.difference(metric, in, of)
		if err != nil {
			return err
		}
		if ok {
			d.Scope, d.Dimension, d.Label = scope, dimension, label
			c.out.Slices = append(c.out.Slices, d)
		}
	}
	return nil
}
