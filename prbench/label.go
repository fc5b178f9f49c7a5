package prbench

import (
	"slices"
	"strings"
)

// commaLabels are the labels that hold a comma themselves.
var commaLabels = []string{"Operations, Processes & Controls", "Procedure, Forum & Jurisdiction"}

// EconomicPathways returns the labels in EconomicPathway, mostly one or two; none when it is empty.
func (s Sample) EconomicPathways() []string { return labels(s.Field, s.EconomicPathway) }

// DecisionTypes returns the labels in DecisionType, mostly one or two; none when it is empty.
func (s Sample) DecisionTypes() []string { return labels(s.Field, s.DecisionType) }

// labels splits a list of labels. Law joins them by "," alone and finance by ", ", which also stands
// inside a label.
func labels(field, joined string) []string {
	if joined == "" {
		return nil
	}
	var found []string
	rest := joined
	for rest != "" {
		end := labelEnd(field, rest)
		found = append(found, rest[:end])
		rest = strings.TrimPrefix(strings.TrimPrefix(rest[end:], ","), " ")
	}
	return found
}

// labelEnd returns where the first label of s ends: at the end of s or at a comma.
func labelEnd(field, s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] != ',' {
			continue
		}
		spaced := strings.HasPrefix(s[i:], ", ")
		inside := slices.ContainsFunc(commaLabels, func(label string) bool {
			return i == strings.IndexByte(label, ',') && strings.HasPrefix(s, label)
		})
		if !inside && (!spaced || field != "Legal") {
			return i
		}
	}
	return len(s)
}
