package judgetest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// spy is a ResponseWriter that notes how many requests are at work when the client gets to know of a
// response or of its end.
type spy struct {
	*httptest.ResponseRecorder
	server *Server
	atWork []int
}

func (s *spy) note() { s.atWork = append(s.atWork, s.server.Stats().AtWork) }

func (s *spy) WriteHeader(status int) {
	s.note()
	s.ResponseRecorder.WriteHeader(status)
}

func (s *spy) breakOff(error) { s.note() }

// TestASlotIsFreeOnceTheClientKnows makes sure that a client which comes back at once never finds
// its own last request in the only slot.
func TestASlotIsFreeOnceTheClientKnows(t *testing.T) {
	for fault, want := range map[Fault][]int{
		Healthy:   {0},
		Status500: {0},
		BodyCut:   {0},
		NetReset:  {0},
		NetShort:  {1, 0}, // the response begins before it breaks off
	} {
		s := &Server{Grade: Coin(), Plan: Always(fault), Slots: 1}
		w := &spy{ResponseRecorder: httptest.NewRecorder(), server: s}
		r := httptest.NewRequest("POST", URL+"/chat/completions", strings.NewReader(`{"model":"m","messages":[{"role":"user","content":"U"}]}`))
		func() {
			defer func() {
				if p := recover(); p != nil && p != http.ErrAbortHandler {
					panic(p)
				}
			}()
			s.ServeHTTP(w, r)
		}()
		if len(w.atWork) != len(want) || w.atWork[0] != want[0] || w.atWork[len(want)-1] != want[len(want)-1] {
			t.Errorf("%q: %v requests are at work at each step, want %v", fault, w.atWork, want)
		}
		if st := s.Stats(); st.AtWork != 0 {
			t.Errorf("%q: the slot is taken still", fault)
		}
	}
}
