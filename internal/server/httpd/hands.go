package httpd

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"chratze/history"
	"chratze/internal/locale"
	"chratze/internal/table/host"
	"chratze/internal/table/talk"
)

// readHand is POST /api/hand/{lang}: it checks a line of rams-hand/1, or a text of rams-deal/1,
// by replaying it. Faults are described in the reader's language.
func (s *Server) readHand(w http.ResponseWriter, r *http.Request) {
	text, ok := readLine(w, r)
	if !ok {
		return
	}
	var reading talk.Reading
	view, lang := r.FormValue("view"), r.PathValue("lang")
	if busy := s.work.Do(r.Context(), network(s.from(r)), func(context.Context) error {
		reading = readingOf(text, view, lang)
		return nil
	}); busy != nil {
		s.notDone(w, busy)
		return
	}
	answer(w, http.StatusOK, reading)
}

// readingOf reads a hand, or the view of a seat.
func readingOf(text, view, lang string) talk.Reading {
	reading, h, err := talk.ReadingOf(text, view)
	if e, ok := errors.AsType[*history.Error](err); ok {
		reading.Fault = catalogue().For(lang).Words(h.Variant, locale.French).HandFault(0, e.Event, e.Field, e.Code, e.Detail, e.Err)
	} else if err != nil {
		reading.Fault = err.Error()
	}
	return reading
}

// hands is GET /api/seat/{table}/hands: the hands of a table so far, one a line, each as the
// client may see it. Without a link it is the public's view. The pool writes it into memory; it
// is sent afterwards, so a slow client blocks nothing.
func (s *Server) hands(w http.ResponseWriter, r *http.Request, id int64) {
	given, from := secret(r), s.from(r)
	if given == "" && !s.may(w, r, doLook) {
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
		noTable(w, err)
		return
	}
	until := s.opt.Now()
	if evening.Chair < 0 {
		until -= evening.Config.SpectatorDelay
	}
	key := exportKey{id, evening.Person, evening.Seq, len(evening.Notes)}
	body, found := s.exports.find(key)
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
			s.exports.keep(key, body, len(body))
		}
	}
	w.Header().Set("Content-Type", "application/jsonl")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // an error means that the client has gone
}

// Rewrite lets f change what the log has of a table (host.Rewrite), and forgets all exports.
func (s *Server) Rewrite(ctx context.Context, id int64, f func() error) error {
	defer s.exports.clear()
	return s.opt.Host.Rewrite(ctx, id, f)
}

// RewriteClosed lets f delete what the log has of tables that are over, and says goodbye to those who look at one.
func (s *Server) RewriteClosed(ctx context.Context, f func() error) error {
	defer s.exports.clear()
	return s.opt.Host.RewriteClosed(ctx, f)
}
