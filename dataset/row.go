package dataset

import (
	"fmt"

	"github.com/tidwall/gjson"
)

// Row is one row of a file: a JSON object with its place.
type Row struct {
	// File is the file's name as the caller gave it.
	File string
	// Unit is what Number counts: "line" in JSON Lines, "item" in a JSON array, "row" in parquet.
	Unit string
	// Number is the row's place, counted from 1.
	Number int
	// JSON is the row as one JSON object. It is valid, in UTF-8, and without repeated keys.
	JSON string
}

// Place returns where the row is in its file, such as "line 12".
func (r Row) Place() string { return fmt.Sprintf("%s %d", r.Unit, r.Number) }

// Object returns the fields of the row.
func (r Row) Object() (Object, error) {
	return newObject(origin{file: r.File, place: r.Place()}, "", gjson.Parse(r.JSON))
}
