package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/llm"
)

// answer lets the model answer the samples that have no answer yet. Each answer is written to a file
// in -out as it comes, one line each, which a later run continues and -answers can read. A sample
// whose answer fails stays unanswered.
func answer(ctx context.Context, model *llm.Judge, b *bench, o options, stderr io.Writer) error {
	store, err := openAnswers(filepath.Join(o.out, "answers-"+unsafeName.ReplaceAllString(o.model, "_")+".jsonl"))
	if err != nil {
		return err
	}
	defer store.file.Close()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	slots := semaphore.NewWeighted(int64(o.concurrency))
	if n := len(store.answers); n > 0 {
		fmt.Fprintf(stderr, "%d answers of an earlier run are used: %s\n", n, store.file.Name())
	}
	var work sync.WaitGroup
	asked := store.ids()
	for _, s := range b.samples {
		if asked[s.ID()] { // also in another split
			continue
		}
		asked[s.ID()] = true
		if slots.Acquire(ctx, 1) != nil {
			break
		}
		work.Go(func() {
			defer slots.Release(1)
			c, err := model.Complete(ctx, s.Conversation())
			if err == nil {
				err = store.add(s.ID(), c.Text)
			}
			var e *judge.Error
			switch {
			case errors.As(err, &e) && !e.Stop:
				fmt.Fprintf(stderr, "warning: no answer to %s: %v\n", s.ID(), err)
			case err != nil:
				stop(err)
			case c.Truncated():
				fmt.Fprintf(stderr, "warning: the answer to %s was cut by its token budget\n", s.ID())
			}
		})
	}
	work.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return store.give(b)
}

var unsafeName = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// store is the file of a model's answers.
type store struct {
	mu      sync.Mutex
	file    *os.File
	answers map[string]string
}

// openAnswers reads the answers of earlier runs. A line that was cut when a run was killed is removed.
func openAnswers(path string) (*store, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	s := &store{file: file, answers: map[string]string{}}
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
	s.answers, err = dataset.ReadAnswers(path)
	return s, err
}

// ids returns the samples that have an answer.
func (s *store) ids() map[string]bool {
	ids := make(map[string]bool, len(s.answers))
	for id := range s.answers {
		ids[id] = true
	}
	return ids
}

func (s *store) add(id, text string) error {
	line, err := json.Marshal(map[string]string{"id": id, "response": text})
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.file.Write(append(line, '\n')); err != nil {
		return err
	}
	s.answers[id] = text
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
