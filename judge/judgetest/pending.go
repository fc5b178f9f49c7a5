package judgetest

import (
	"maps"
	"net/http"
)

// pending is an answer of the Responses API that is not ready.
type pending struct {
	doc   object
	steps []pollStep
}

// pollStep is what one poll meets.
type pollStep string

const (
	pollProgress pollStep = "in progress"
	pollError    pollStep = "500"
	pollGone     pollStep = "404"
	// pollAgain has every further poll meet the step before it.
	pollAgain pollStep = "again"
)

func copied(doc object) object { return maps.Clone(doc) }

// keep remembers an answer for polls.
func (s *Server) keep(id string, p *pending) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pending == nil {
		s.pending = make(map[string]*pending)
	}
	s.pending[id] = p
}

// poll answers GET …/responses/ID.
func (s *Server) poll(out *wire, id string) {
	doc, step := s.next(id)
	switch step {
	case pollError:
		out.send(statusFaults[Status500].status(nil))
	case pollGone:
		out.send(fails(404, "Response with id '"+id+"' not found.", "invalid_request_error", "")(nil))
	default:
		if step == pollProgress {
			waiting(doc, "in_progress")
		}
		out.send(response{status: 200, header: http.Header{"Content-Type": {"application/json"}}, body: encode(doc)})
	}
}

// next returns a copy of the answer and the step that the poll meets; no step when it is ready.
func (s *Server) next(id string) (object, pollStep) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stats.Polls++
	p := s.pending[id]
	if p == nil {
		return nil, pollGone
	}
	if len(p.steps) == 0 {
		return copied(p.doc), ""
	}
	step := p.steps[0]
	if len(p.steps) < 2 || p.steps[1] != pollAgain {
		p.steps = p.steps[1:]
	}
	return copied(p.doc), step
}

// cancel answers POST …/responses/ID/cancel: the answer is gone.
func (s *Server) cancel(out *wire, id string) {
	s.mu.Lock()
	p := s.pending[id]
	delete(s.pending, id)
	s.mu.Unlock()
	if p == nil {
		out.send(fails(404, "Response with id '"+id+"' not found.", "invalid_request_error", "")(nil))
		return
	}
	doc := copied(p.doc)
	waiting(doc, "cancelled")
	out.send(response{status: 200, header: http.Header{"Content-Type": {"application/json"}}, body: encode(doc)})
}
