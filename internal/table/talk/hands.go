package talk

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"chratze/history"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/rams"
)

// HandLines returns the hands of a table that had ended by a time, as lines of rams-hand/1, as
// the person whose Evening it is may see them. The IDs of the hands begin with the name of the
// table.
func HandLines(ctx context.Context, name string, evening *host.Evening, records [][]byte, until table.Millis) (body []byte, err error) {
	err = table.Hands(records, evening.Person, func(n int, ended table.Millis, h *history.Hand) bool {
		if ended > until || ctx.Err() != nil {
			return false
		}
		if list := notesOf(evening.Notes, n); list != "" {
			h.Extra = append(h.Extra, history.Field{Name: "notes", Value: list})
		}
		h.Extra[0].Value = strconv.Quote(name + "-" + strconv.Itoa(n))
		body = append(h.AppendTo(body), '\n')
		return true
	})
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return body, err
}

// lineNote is a note in a line of rams-hand/1.
type lineNote struct {
	At   int    `json:"at"`
	Name string `json:"name"`
	Text string `json:"text"`
}

// notesOf returns the notes on a hand as JSON, or "" if there are none.
func notesOf(all []host.Note, hand int) string {
	var list []lineNote
	for _, n := range all {
		if n.Hand == hand {
			list = append(list, lineNote{n.At, n.Name, n.Text})
		}
	}
	if list == nil {
		return ""
	}
	b, err := json.Marshal(list)
	if err != nil {
		panic(err) // all fields can be written
	}
	return string(b)
}

// ReadHand reads a line of rams-hand/1, or a text of rams-deal/1, by replaying it. With an
// error, the hand has only its rules. The error is a *history.Error, or says what else is
// wrong.
func ReadHand(text string) (*history.Hand, error) {
	var h *history.Hand
	var err error
	if history.IsDeal(text) {
		h, err = history.ReadDeal(text)
	} else {
		h, err = history.Read(strings.TrimRight(text, "\r\n"))
	}
	if err != nil {
		h = &history.Hand{Variant: DefaultConfig().Variant}
	}
	return h, err
}

// ViewOf returns a hand as a seat, or "public", may see it.
func ViewOf(h *history.Hand, who string) (*history.Hand, error) {
	to := history.Public
	if who != "public" {
		seat, err := strconv.Atoi(who)
		if err != nil || seat < 0 || seat >= rams.MaxSeats {
			return h, &history.Error{Event: -1, Field: "view", Code: history.CodeValue, Detail: who}
		}
		to = history.SeatView(rams.Seat(seat))
	}
	v, err := h.View(to)
	if err != nil {
		return h, err
	}
	return &v, nil
}
