package httpd

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"chratze/history"
	"chratze/internal/locale"
	"chratze/internal/table/talk"
	"chratze/rams"
)

// review is POST /api/review/{lang}?seat=0: what each decision of a seat in a finished hand
// cost, given what that seat knew (Options.Review as JSON, docs/review.md). A view is reviewed
// from its own seat.
func (s *Server) review(w http.ResponseWriter, r *http.Request) {
	if s.opt.Review == nil {
		http.NotFound(w, r)
		return
	}
	text, ok := readLine(w, r)
	if !ok {
		return
	}
	var h *history.Hand
	var err error
	if busy := s.work.Do(r.Context(), network(s.from(r)), func(context.Context) error {
		h, err = talk.ReadHand(text)
		return nil
	}); busy != nil {
		s.notDone(w, busy)
		return
	}
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
			no.Text = catalogue().For(r.PathValue("lang")).Words(h.Variant, locale.French).HandFault(0, e.Event, e.Field, e.Code, e.Detail, e.Err)
		}
		answer(w, http.StatusUnprocessableEntity, no)
		return
	case !h.Over: // otherwise it would be a hint
		fail(w, http.StatusConflict, "running", "the hand is not over")
		return
	}
	var refused error
	var review json.Marshaler
	err = s.work.Do(r.Context(), network(s.from(r)), func(ctx context.Context) error {
		review, refused = s.opt.Review(ctx, h, seat)
		return ctx.Err()
	})
	switch {
	case err != nil:
		s.notDone(w, err)
	case refused != nil:
		fail(w, http.StatusUnprocessableEntity, "seat", refused.Error())
	default:
		answer(w, http.StatusOK, review)
	}
}
