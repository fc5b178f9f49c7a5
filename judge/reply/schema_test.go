package reply

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// review is a schema with a field of each kind.
var review = Schema{
	Name: "review/1",
	Fields: []Field{
		{Key: "on_topic", Kind: Boolean},
		{Key: "depth", Kind: Choice, Choices: []Word{{"none", 0}, {"some", 2}, {"full", 4}}, Aliases: []string{"thoroughness"}},
		{Key: "style", Kind: Number, MaxKey: "style_max", Criterion: "style"},
		{Key: "errors", Kind: Number, Criterion: "errors"},
	},
	ReasonKey: "why",
}

var reviewTask = judge.Task{Criteria: []rubric.Criterion{
	{ID: "topic", Weight: 3}, {ID: "depth", Weight: 4}, {ID: "errors", Weight: -6}, {ID: "style", Weight: 10},
}}

func TestSchemaReads(t *testing.T) {
	contract, err := review.Contract()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want, why string }{
		{`{"why": "x", "on_topic": true, "depth": "some", "style": 7, "style_max": 10, "errors": -2}`, "3 2 -2 7", "all fields"},
		{`{"onTopic": "no", "Depth": "FULL", "style": "7/10", "errors": 0}`, "0 4 0 7", "other spellings"},
		{`{"on_topic": true, "thoroughness": "none", "style": 7, "errors": -6}`, "3 0 -6 7", "an alias"},
		{`{'on_topic': True, 'depth': 'some', 'style': 7, 'errors': -2,}`, "3 2 -2 7", "Python"},
		{`{"on_topic": true, "depth": "deep", "style": 7, "errors": 0}`, malformedCode, "none of the choices"},
		{`{"on_topic": true, "depth": null, "style": 7, "errors": 0}`, malformedCode, "a choice that is null"},
		{`{"on_topic": true, "depth": ["some"], "style": 7, "errors": 0}`, malformedCode, "a choice that is a list"},
		{`{"on_topic": true, "depth": "some", "errors": 0}`, malformedCode, "a field is missing"},
		{`{"on_topic": true, "depth": "some", "style": 11, "errors": 0}`, malformedCode, "above the weight"},
		{`{"on_topic": true, "depth": "some", "style": 7, "style_max": 20, "errors": 0}`, malformedCode, "another maximum"},
		{`{"on_topic": true, "depth": "some", "style": 7, "errors": 1}`, malformedCode, "a penalty above 0"},
		{`{"on_topic": true, "depth": "some", "style": 7, "errors": -7}`, malformedCode, "a penalty beyond its weight"},
		{`{"on_topic": true, "depth": "some", "thoroughness": "full", "style": 7, "errors": 0}`, conflictCode, "a field under two names"},
	} {
		v, err := contract.Read(reviewTask, judge.Reply{Text: c.text})
		got := string(judge.CodeOf(err))
		if err == nil {
			var s []string
			for _, g := range v.Grades {
				s = append(s, points(g.Points))
			}
			got = strings.Join(s, " ")
		}
		if got != c.want {
			t.Errorf("%s: %s is read as %s (%v), want %s", c.why, c.text, got, err, c.want)
		}
	}
	v, err := contract.Read(reviewTask, judge.Reply{Text: `{"why": "thin", "on_topic": true, "depth": "some", "style": 7, "errors": 0}`})
	if err != nil || v.Grades[3].Explanation != "thin" || v.Grades[3].Criterion != "style" {
		t.Errorf("the reason or the order is lost: %+v, %v", v.Grades, err)
	}
}

// TestWordsBesideASchema has judges go on to speak after values whose words nobody knows.
func TestWordsBesideASchema(t *testing.T) {
	for _, c := range []struct {
		field           Field
		object, against string
	}{
		{Field{Key: "sound", Kind: Boolean}, `{"sound": true%s}`, "The memo is unsound in its second part."},
		{Field{Key: "depth", Kind: Choice, Choices: []Word{{"low", 0}, {"high", 1}}}, `{"depth": "high"%s}`, "The depth of the memo is low."},
	} {
		contract, err := Schema{Name: "x", Fields: []Field{c.field}}.Contract()
		if err != nil {
			t.Fatal(err)
		}
		for text, want := range map[string]string{
			fmt.Sprintf(c.object, "") + "\n\nThat is all.":            "",
			fmt.Sprintf(c.object, "") + "\n\n" + c.against:            malformedCode,
			fmt.Sprintf(c.object, ", // "+c.against+"\n"):             malformedCode,
			fmt.Sprintf(c.object, "") + " // a note of no importance": malformedCode,
		} {
			if v, err := contract.Read(oneCriterion, judge.Reply{Text: text, Finish: "stop"}); string(judge.CodeOf(err)) != want {
				t.Errorf("%q is read as %v (%v), want %q", text, v.Grades, err, want)
			}
		}
	}
}

func TestSchemaThatDoesNotFitTheTask(t *testing.T) {
	contract, err := review.Contract()
	if err != nil {
		t.Fatal(err)
	}
	renamed := judge.Task{Criteria: append([]rubric.Criterion(nil), reviewTask.Criteria...)}
	renamed.Criteria[3].ID = "manner"
	for _, task := range []judge.Task{{}, {Criteria: reviewTask.Criteria[:2]}, renamed} {
		if _, err := contract.Read(task, judge.Reply{Text: "{}"}); judge.CodeOf(err) != judge.BadRequest {
			t.Errorf("criteria %v: %v", task.Criteria, err)
		}
	}
}

func TestSchemaDeclaration(t *testing.T) {
	yes := Field{Key: "a", Kind: Boolean}
	for _, c := range []struct {
		schema Schema
		want   string
		why    string
	}{
		{Schema{Fields: []Field{yes}}, "no name", "a name is due"},
		{Schema{Name: "x"}, "no fields", "fields are due"},
		{Schema{Name: "x", Fields: []Field{{Key: "a"}}}, `field 0 ("a"): kind is ""`, "the zero kind"},
		{Schema{Name: "x", Fields: []Field{yes, {Key: " A ", Kind: Boolean}}}, `field 1 (" A ")`, "one key in two spellings"},
		{Schema{Name: "x", Fields: []Field{{Key: "--", Kind: Boolean}}}, "is empty", "a key of signs alone"},
		{Schema{Name: "x", Fields: []Field{{Key: "a", Kind: Choice}}}, "no choices", "a choice of nothing"},
		{Schema{Name: "x", Fields: []Field{{Key: "a", Kind: Choice, Choices: []Word{{"Y", 1}, {"y", 2}}}}}, "cannot be told", "choices that fold together"},
		{Schema{Name: "x", Fields: []Field{{Key: "a", Kind: Number, Choices: []Word{{"y", 2}}}}}, "choices for kind", "choices of a number"},
		{Schema{Name: "x", Fields: []Field{{Key: "a", Kind: Boolean, MaxKey: "m"}}}, "a maximum for kind", "a maximum of a boolean"},
		{Schema{Name: "x", Fields: []Field{{Key: "a", Kind: Number, MaxKey: "A"}}}, `key "A"`, "a maximum under the field's key"},
		{Schema{Name: "x", Fields: []Field{{Key: "a", Kind: Boolean, Criterion: "c"}, {Key: "b", Kind: Boolean, Criterion: "c"}}}, "graded twice", "a criterion twice"},
		{Schema{Name: "x", Fields: []Field{{Key: "why", Kind: Boolean}}, ReasonKey: "why"}, `key "why"`, "the reason under a field's key"},
		{Schema{Name: "x", Fields: []Field{yes}, ReasonKey: "-"}, "reason key", "a reason without a key"},
	} {
		_, err := c.schema.Contract()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", c.why, err, c.want)
		}
	}
	// A graded field may have a name that usually means a reason.
	contract, err := Schema{Name: "x", Fields: []Field{{Key: "analysis", Kind: Boolean}}}.Contract()
	if err != nil {
		t.Fatal(err)
	}
	if v, err := contract.Read(oneCriterion, judge.Reply{Text: `{"analysis": true}`}); err != nil || v.Grades[0].Points != 5 {
		t.Errorf("%+v, %v", v.Grades, err)
	}
}

// TestJSONSchemas checks that schemas are in the form that strict structured output takes.
func TestJSONSchemas(t *testing.T) {
	custom, err := review.Contract()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		contract judge.Contract
		name     string
		first    string
	}{
		{CriteriaMet(), "criteria_met/1", "explanation"},
		{Points(), "total_points/1", "explanation"},
		{Sections(essaySections), "score_details/1", "score_details"},
		{custom, "review/1", "why"},
	} {
		if c.contract.Name != c.name {
			t.Errorf("the name is %q, want %q", c.contract.Name, c.name)
		}
		checkStrict(t, c.contract.Schema)
		if !strings.HasPrefix(c.contract.Schema, `{"type":"object","properties":{"`+c.first+`":`) {
			t.Errorf("%s does not begin with %s", c.contract.Schema, c.first)
		}
	}
	if s := Sections(SectionOptions{}).Schema; s != "" {
		t.Errorf("sections without names have the schema %s", s)
	}
}

func checkStrict(t *testing.T, schema string) {
	t.Helper()
	var s struct {
		Type       string
		Properties map[string]json.RawMessage
		Required   []string
		Additional *bool `json:"additionalProperties"`
		Items      json.RawMessage
	}
	if err := json.Unmarshal([]byte(schema), &s); err != nil {
		t.Fatalf("%s: %v", schema, err)
	}
	if s.Items != nil {
		checkStrict(t, string(s.Items))
	}
	if s.Type != "object" {
		return
	}
	if s.Additional == nil || *s.Additional || len(s.Required) != len(s.Properties) || len(s.Required) == 0 {
		t.Errorf("%s is not strict", schema)
	}
	for _, name := range s.Required {
		checkStrict(t, string(s.Properties[name]))
	}
}
