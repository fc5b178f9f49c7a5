package prbench

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/assize-eval/assize/internal/pyliteral"
)

// The official prompt: variable GRADER_TEMPLATE in constants.py of github.com/scaleapi/PRBench at
// commit cc0152a6e5c7b401b35c86d17fa1b78de01b4d17.
const (
	officialFile     = "constants.py"
	officialVariable = "GRADER_TEMPLATE"
	officialSHA256   = "0821305c3d82d01fe4e8cc4e98c78761b71416a5c221d07527e97a74ec488708"
)

// LoadPrompt returns the official prompt, which this library does not contain, from a copy of the
// official release: path is its constants.py, or the folder that holds it. The text is read without
// running the file and must have the SHA-256 of the released one; any other is an error that names
// both hashes. For another text use [NewPrompt].
func LoadPrompt(path string) (Prompt, error) { return loadPrompt(path, officialSHA256) }

func loadPrompt(path, want string) (Prompt, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Prompt{}, err
	}
	if info.IsDir() {
		dir := path
		path = filepath.Join(dir, officialFile)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return Prompt{}, fmt.Errorf("prbench: no %s is in %s", officialFile, dir)
		}
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return Prompt{}, err
	}
	text, err := pyliteral.String(src, officialVariable)
	if err != nil {
		return Prompt{}, fmt.Errorf("prbench: %s: %w", path, err)
	}
	if got := hash(text); got != want {
		return Prompt{}, fmt.Errorf("prbench: %s: %s is not the official prompt: its SHA-256 is %s, want %s", path, officialVariable, got, want)
	}
	p, err := NewPrompt("PRBench official", text)
	p.official = err == nil
	return p, err
}
