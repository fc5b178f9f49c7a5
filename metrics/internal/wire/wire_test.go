package wire

import (
	"encoding/json"
	"math"
	"testing"
)

type result struct {
	X     float64  `json:"x"`
	Y     float64  `json:"y"`
	N     int      `json:"n"`
	Notes []string `json:"notes"`
}

func TestMarshal(t *testing.T) {
	for _, tt := range []struct {
		in   result
		want string
		why  string
	}{
		{result{0.5, -2, 3, []string{"a\"b"}}, `{"x":0.5,"y":-2,"n":3,"notes":["a\"b"]}`, "all defined"},
		{result{math.NaN(), math.Inf(1), 0, nil}, `{"x":null,"y":null,"n":0,"notes":null}`, "undefined and infinite"},
		{result{0, math.Inf(-1), 0, nil}, `{"x":0,"y":null,"n":0,"notes":null}`, "0 is not undefined"},
	} {
		text, err := Marshal(tt.in)
		if err != nil || string(text) != tt.want || !json.Valid(text) {
			t.Errorf("%s: %s, %v; want %s", tt.why, text, err, tt.want)
		}
	}
	if _, err := Marshal(struct {
		F func() `json:"f"`
	}{}); err == nil {
		t.Error("no error for what JSON cannot hold")
	}
}

func TestUnmarshal(t *testing.T) {
	got := result{X: 7, Y: 7}
	if err := Unmarshal([]byte(`{"x":null,"n":4,"X":9}`), &got); err != nil {
		t.Fatal(err)
	}
	if !math.IsNaN(got.X) || !math.IsNaN(got.Y) || got.N != 4 {
		t.Errorf("got %+v: null and absent numbers are NaN, names are exact", got)
	}
	for _, bad := range []string{`[]`, `{"x":"1"}`, `{"n":1.5}`, `{`} {
		if err := Unmarshal([]byte(bad), &got); err == nil {
			t.Errorf("no error for %s", bad)
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte(`{"x":null,"y":1e3,"n":4,"notes":["a"]}`))
	f.Add([]byte(`{"x":1,"x":2}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var in, back result
		if Unmarshal(data, &in) != nil {
			return
		}
		text, err := Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		if err := Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if (in.X != back.X) != math.IsNaN(in.X) || in.N != back.N || len(in.Notes) != len(back.Notes) {
			t.Errorf("%+v became %+v", in, back)
		}
	})
}
