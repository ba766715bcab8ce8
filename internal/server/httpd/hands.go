package httpd

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"

	"chratze/history"
	"chratze/internal/locale"
	"chratze/internal/server/host"
	"chratze/internal/server/table"
	"chratze/internal/server/talk"
	"chratze/internal/server/wire"
	"chratze/variant"
)

// Reading is the answer to a hand: the hand as a line of rams-hand/1 and as the short text that
// people paste; or what is wrong with it.
type Reading struct {
	Hand   json.RawMessage `json:"hand,omitempty"`
	Deal   string          `json:"deal,omitempty"`
	Play   *Replaying      `json:"play,omitempty"` // absent: too few of its cards are known
	Stakes []Taken         `json:"stakes,omitempty"`
	Fault  string          `json:"fault,omitempty"` // in the reader's language
}

// Taken is what each seat has taken on from each moment on, counted in events.
type Taken struct {
	At int          `json:"at"`
	By []wire.Stake `json:"by"`
}

// taken says from which events on the seats have taken on what; only the server knows the rules.
func taken(h *history.Hand) (list []Taken) {
	steps, err := h.Steps()
	if err != nil {
		return nil
	}
	for s := range steps {
		v := s.View(h.For.Seat())
		rules := v.Game.Rules()
		by := make([]wire.Stake, h.Seats)
		for seat := range by {
			by[seat] = wire.Stake(rules.Stake(v.Contract[seat], v.Pot))
		}
		if n := len(list); n == 0 || !slices.Equal(list[n-1].By, by) {
			list = append(list, Taken{s.N, by})
		}
	}
	return list
}

// Replaying has the fields of POST /api/tables for a practice table that begins with this deal.
// Cards that a view hides are placed where they may have been.
type Replaying struct {
	Rules    variant.Variant `json:"rules"`
	Chairs   int             `json:"chairs"`
	Practice bool            `json:"practice"`
	Deal     table.Deal      `json:"deal"`
}

// replaying returns nil if a hand doesn't show enough of its deal.
func replaying(h *history.Hand) *Replaying {
	d := table.DealOf(h, rand.Shuffle)
	if d == nil {
		return nil
	}
	return &Replaying{h.Variant, h.Seats, true, *d}
}

// readHand is POST /api/hand/{lang}: it checks a line of rams-hand/1, or a text of rams-deal/1,
// by replaying it. Faults are described in the reader's language.
func (s *Server) readHand(w http.ResponseWriter, r *http.Request) {
	text, ok := readLine(w, r)
	if !ok {
		return
	}
	var reading Reading
	view, lang := r.FormValue("view"), r.PathValue("lang")
	if busy := s.work.Do(r.Context(), network(address(r, s.opt.Proxies)), func(context.Context) error {
		reading = readingOf(text, view, lang)
		return nil
	}); busy != nil {
		s.notDone(w, busy)
		return
	}
	answer(w, http.StatusOK, reading)
}

// readingOf reads a hand, or the view of a seat.
func readingOf(text, view, lang string) Reading {
	h, err := talk.ReadHand(text)
	if err == nil && view != "" {
		h, err = talk.ViewOf(h, view)
	}
	if err == nil {
		return Reading{Hand: h.Append(nil), Deal: h.Deal(), Play: replaying(h), Stakes: taken(h)}
	}
	if e, ok := errors.AsType[*history.Error](err); ok {
		return Reading{Fault: catalogue().For(lang).Words(h.Variant, locale.French).HandFault(0, e.Event, e.Field, e.Code, e.Detail, e.Err)}
	}
	return Reading{Fault: err.Error()}
}

// hands is GET /api/seat/{table}/hands: the hands of a table so far, one a line, each as the
// client may see it. Without a link it is the public's view. The pool writes it into memory; it
// is sent afterwards, so a slow client blocks nothing.
func (s *Server) hands(w http.ResponseWriter, r *http.Request) {
	id, given, from := tableID(r), secret(r), address(r, s.opt.Proxies)
	if id == 0 {
		fail(w, http.StatusNotFound, talk.ByeTable, "")
		return
	}
	if !s.mayLook(w, r, given) {
		return
	}
	leave, ok := s.exports.enter(network(from))
	if !ok {
		s.limited(w, doWork)
		return
	}
	defer leave()
	evening, err := s.opt.Host.Evening(r.Context(), id, given)
	if err != nil {
		code, _ := talk.Trouble(err)
		status := http.StatusForbidden
		switch code {
		case talk.ByeTable:
			status = http.StatusNotFound
		case "store", "restart":
			status = http.StatusServiceUnavailable
		}
		fail(w, status, code, "")
		return
	}
	until := s.opt.Now()
	if evening.Chair < 0 {
		until -= evening.Config.SpectatorDelay
	}
	key := exportKey{id, evening.Person, evening.Seq, len(evening.Notes)}
	body, found := s.exports.cached(key)
	if !found {
		err = s.work.Do(r.Context(), network(from), func(ctx context.Context) error {
			records, err := s.opt.Host.Records(ctx, id)
			if err == nil {
				body, err = talk.HandLines(ctx, strconv.FormatInt(id, 10), &evening, records, until)
			}
			return err
		})
		if err != nil {
			if code, _ := talk.Trouble(err); code == "error" && r.Context().Err() == nil && !errors.Is(err, host.ErrCrowd) {
				s.opt.Logger.Error("a table can't be read", "table", id, "err", err)
			}
			s.notDone(w, err)
			return
		}
		if evening.Chair >= 0 || evening.Config.SpectatorDelay == 0 {
			s.exports.keep(key, body)
		}
	}
	w.Header().Set("Content-Type", "application/jsonl")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // an error means that the client has gone
}
