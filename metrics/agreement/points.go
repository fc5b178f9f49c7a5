package agreement

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
)

// PointLabel is the points that a rater gives one criterion of one sample, for rubrics on which points
// in part can be given.
type PointLabel struct {
	// Sample and Criterion are the IDs of what is judged.
	Sample    string `json:"sample"`
	Criterion string `json:"criterion"`
	// Points are from 0 to the criterion's weight, or from the weight to 0 where it is negative.
	Points float64 `json:"points"`
}

// Key returns what l is about.
func (l PointLabel) Key() Key { return Key{l.Sample, l.Criterion} }

// ReadPointsJSONL is [ReadJSONL] for labels in points, such as
//
//	{"sample": "s1", "criterion": "c1", "points": 7.5}
//
// points is a finite number. Whether the criterion can give so many the labels alone do not say.
func ReadPointsJSONL(r io.Reader, name string) (labels []PointLabel, err error) {
	err = readJSONL(r, name, "points", func(k Key, value json.RawMessage) error {
		x, err := points(string(value))
		labels = append(labels, PointLabel{k.Sample, k.Criterion, x})
		return err
	})
	if err != nil {
		return nil, err
	}
	return labels, nil
}

// ReadPointsCSV is [ReadCSV] for labels in points: the column points, a finite decimal number, takes the
// place of met.
func ReadPointsCSV(r io.Reader, name string) (labels []PointLabel, err error) {
	err = readCSV(r, name, "points", func(k Key, text string) error {
		x, err := points(text)
		labels = append(labels, PointLabel{k.Sample, k.Criterion, x})
		return err
	})
	if err != nil {
		return nil, err
	}
	return labels, nil
}

var errNoPoints = errors.New("not a number of points")

// points returns the number that a text is. Hexadecimal and underscores are none.
func points(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) || strings.ContainsAny(text, "xX_pP") {
		return 0, errNoPoints
	}
	return x, nil
}
