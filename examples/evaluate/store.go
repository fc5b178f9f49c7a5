package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
)

var unsafeName = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// store is the file of a model's answers.
type store struct {
	mu      sync.Mutex
	file    *os.File
	answers map[string]string
	// usage is what each answer cost, and failed what was spent in this run without one.
	usage  map[string]judge.Usage
	failed judge.Usage
}

// answerLine is a line of the file. -answers reads the first two fields of it.
type answerLine struct {
	ID       string       `json:"id"`
	Response string       `json:"response"`
	Usage    *judge.Usage `json:"usage,omitempty"`
}

// openAnswers reads the answers of earlier runs. A line that was cut when a run was killed is removed.
func openAnswers(o options) (s *store, err error) {
	path := filepath.Join(o.out, "answers-"+unsafeName.ReplaceAllString(o.model, "_")+".jsonl")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close())
		}
	}()
	s = &store{file: file, answers: map[string]string{}, usage: map[string]judge.Usage{}}
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	if err := file.Truncate(int64(whole)); err != nil {
		return nil, err
	}
	if whole == 0 {
		return s, nil
	}
	if s.answers, err = dataset.ReadAnswers(path); err != nil {
		return nil, err
	}
	for line := range bytes.Lines(data[:whole]) {
		var a answerLine
		if json.Unmarshal(line, &a) == nil && a.Usage != nil {
			s.usage[a.ID] = *a.Usage
		}
	}
	return s, nil
}

// removeEmpty removes a file that nothing was written to.
func (s *store) removeEmpty() {
	if info, err := os.Stat(s.file.Name()); err == nil && info.Size() == 0 {
		_ = os.Remove(s.file.Name())
	}
}

// usageOf returns what the answers to the samples cost, in whatever run, and what this run has spent in
// vain. Of an answer that says nothing of its cost a call is counted that is not metered.
func (s *store) usageOf(samples []dataset.Sample) judge.Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	sum := s.failed
	seen := map[string]bool{}
	for _, sample := range samples {
		id := sample.ID()
		if _, ok := s.answers[id]; !ok || seen[id] { // also in another split
			continue
		}
		seen[id] = true
		u, ok := s.usage[id]
		if !ok {
			u = judge.Usage{Calls: 1, Unmetered: 1}
		}
		sum = sum.Add(u)
	}
	return sum
}

// spend counts calls that gave no answer.
func (s *store) spend(u judge.Usage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = s.failed.Add(u)
}

// ids returns the samples that have an answer.
func (s *store) ids() map[string]bool {
	ids := make(map[string]bool, len(s.answers))
	for id := range s.answers {
		ids[id] = true
	}
	return ids
}

func (s *store) add(id, text string, usage judge.Usage) error {
	line, err := json.Marshal(answerLine{id, text, &usage})
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.file.Write(append(line, '\n')); err != nil {
		return err
	}
	s.answers[id], s.usage[id] = text, usage
	return nil
}

// give sets the answers of the samples at hand; those of samples that -limit leaves out stay in the
// file.
func (s *store) give(b *bench) error {
	own := map[string]string{}
	for _, sample := range b.samples {
		if text, ok := s.answers[sample.ID()]; ok {
			own[sample.ID()] = text
		}
	}
	_, err := b.setAnswers(own)
	return err
}
