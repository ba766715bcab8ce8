package httpd

import (
	"errors"
	"io"
	"net/http"
	"strconv"

	"chratze/history"
	"chratze/internal/coach"
	"chratze/internal/msg"
	"chratze/rams"
)

// How much a review may take: so many worlds a decision, so many reviews at once, and so many more
// that wait.
const (
	reviewWorlds  = 512
	reviewsAtOnce = 2
	reviewsWait   = 16
)

// review is POST /api/review/{lang}?seat=0: what each decision of a seat in a finished hand has cost, by what
// that seat knew (coach.Review as JSON, docs/review.md). A view is reviewed from its own seat.
func (s *Server) review(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, history.MaxLine+2))
	if err != nil {
		fail(w, http.StatusRequestEntityTooLarge, "large", "at most "+strconv.Itoa(history.MaxLine)+" bytes")
		return
	}
	h, err := readAny(string(text))
	seat := h.For.Seat()
	if r.FormValue("seat") != "" && err == nil {
		n, bad := strconv.Atoi(r.FormValue("seat"))
		if seat = rams.Seat(n); bad != nil || n < 0 || n >= h.Seats {
			seat = rams.Nobody
		}
	}
	switch {
	case err != nil:
		no := Problem{Code: "hand", Detail: err.Error()}
		if e, ok := errors.AsType[*history.Error](err); ok {
			no.Text = catalogue().For(r.PathValue("lang")).Words(h.Variant, msg.French).HandFault(0, e.Event, e.Field, e.Code, e.Detail, e.Err)
		}
		answer(w, http.StatusUnprocessableEntity, no)
		return
	case !h.Over: // or it would be a hint
		fail(w, http.StatusConflict, "running", "the hand is not over")
		return
	}
	if !s.mayReview(w, r) {
		return
	}
	defer func() { <-s.reviewing }()
	review := coach.New(coach.Default(reviewWorlds)).NewReview()
	if err := review.Add(h, seat); err != nil {
		fail(w, http.StatusUnprocessableEntity, "seat", err.Error())
		return
	}
	review.Finish()
	answer(w, http.StatusOK, review)
}

// mayReview waits for a place among those who are reviewed; false: the request is answered, or nobody
// waits for it any more.
func (s *Server) mayReview(w http.ResponseWriter, r *http.Request) bool {
	select {
	case s.waiting <- struct{}{}:
		defer func() { <-s.waiting }()
	default:
		s.limited(w, "review")
		return false
	}
	select {
	case s.reviewing <- struct{}{}:
		return true
	case <-r.Context().Done():
		return false
	}
}
