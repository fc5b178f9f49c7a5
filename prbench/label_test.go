package prbench_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/prbench"
)

func ExampleSample_DecisionTypes() {
	s := prbench.Sample{Field: "Finance", DecisionType: "Compliance & Reporting, Operations, Processes & Controls"}
	for _, label := range s.DecisionTypes() {
		fmt.Println(label)
	}
	// Output:
	// Compliance & Reporting
	// Operations, Processes & Controls
}

func TestLabels(t *testing.T) {
	tests := []struct {
		why, field, joined string
		want               []string
	}{
		{"none", "Finance", "", nil},
		{"one", "Finance", "Risk & Resilience", []string{"Risk & Resilience"}},
		{"two of finance", "Finance", "Value Creation, Risk & Resilience", []string{"Value Creation", "Risk & Resilience"}},
		{"two of law", "Legal", "Transaction Economics,Compliance Efficiency", []string{"Transaction Economics", "Compliance Efficiency"}},
		{"a comma inside the first", "Finance", "Operations, Processes & Controls, Governance & Policy", []string{"Operations, Processes & Controls", "Governance & Policy"}},
		{"a comma inside the second", "Finance", "Planning & Forecast, Operations, Processes & Controls", []string{"Planning & Forecast", "Operations, Processes & Controls"}},
		{"a comma inside the only one", "Finance", "Operations, Processes & Controls", []string{"Operations, Processes & Controls"}},
		{"law: a comma inside the first", "Legal", "Procedure, Forum & Jurisdiction,Duty and Obligation", []string{"Procedure, Forum & Jurisdiction", "Duty and Obligation"}},
		{"law: a comma inside the second", "Legal", "Claims & Litigation Strategy,Procedure, Forum & Jurisdiction", []string{"Claims & Litigation Strategy", "Procedure, Forum & Jurisdiction"}},
		{"law: a comma inside a label that is not known", "Legal", "One, Two,Three", []string{"One, Two", "Three"}},
		{"labels of both kinds", "Finance", "One,Two, Three", []string{"One", "Two", "Three"}},
		{"the start of a label with a comma is a label too", "Finance", "Operations, Planning", []string{"Operations", "Planning"}},
		{"another field", "", "One, Procedure, Forum & Jurisdiction", []string{"One", "Procedure, Forum & Jurisdiction"}},
		{"slashes", "Legal", "Rights / Entitlement / Exemptions,Compliance", []string{"Rights / Entitlement / Exemptions", "Compliance"}},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			s := prbench.Sample{Field: test.field, EconomicPathway: test.joined, DecisionType: test.joined}
			if diff := cmp.Diff(test.want, s.EconomicPathways()); diff != "" {
				t.Errorf("pathways (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.want, s.DecisionTypes()); diff != "" {
				t.Errorf("decision types (-want +got):\n%s", diff)
			}
		})
	}
}
