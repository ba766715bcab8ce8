package table

import (
	"bytes"
	"slices"
	"strconv"

	"chratze/history"
	"chratze/rams"
)

// Hands replays a log and calls each for every hand that was played to its end, as seen by a
// person who sat there, or by the public (person 0). n is the number of the hand, at the time
// when it ended. A secret that the table's proof has opened is included, with the person's
// seat, for people who sat there. A hand that was played again counts once, as it went last. h
// is valid only during the call. If each returns false, Hands stops. The error wraps ErrLog.
func Hands(records [][]byte, person int, each func(n int, at Millis, h *history.Hand) bool) error {
	end, err := read(records)
	if err != nil {
		return err
	}
	open, last := end != nil && end.proof != nil && end.stage == Over, 0
	if open {
		last = end.proof.hand.number
	}
	var h history.Hand
	var ended *rams.Result
	n, at, more := 0, Millis(0), true
	_, err = ReplayEach(records, func(t *Table, r *Record) bool {
		if t.result == nil || t.result == ended {
			return true
		}
		if n > 0 && n < t.hands {
			more = each(n, at, &h)
		}
		n, at, ended = t.hands, r.When(), t.result
		h.Reset()
		h.Variant, h.Names = t.cfg.Rules(), t.Names()
		if end != nil {
			for seat, id := range t.who {
				h.Names[seat] = end.people[end.owner(id)-1].Name
			}
		}
		own := t.mayKnow(person)
		h.FillView(&t.hand, own, nil)
		if t.there(person) && (t.cfg.Proof == ProofHand || open && t.cfg.Proof == ProofSitting) {
			h.Fill(&t.hand, nil)
		}
		h.Extra = append(h.Extra, history.Field{Name: "id", Value: strconv.Quote(strconv.Itoa(n))}, history.Field{Name: "time", Value: strconv.FormatInt(int64(at), 10)})
		if h.For == history.Full && own.Seat() >= 0 {
			h.Extra = append(h.Extra, history.Field{Name: "seat", Value: strconv.Itoa(int(own.Seat()))})
		}
		if t.proof != nil {
			p := t.proof.hand.tell(t.reader(h.For, person, open), toldProof{})
			p.Last = last
			h.Extra = append(h.Extra, history.Field{Name: "fair", Value: string(p.Encode())})
		}
		return more
	})
	if err == nil && more && n > 0 {
		each(n, at, &h)
	}
	return err
}

// read returns the table as it is at the end of its log, if what happened there counts for
// earlier hands: the secrets of the deals, which are opened once the evening is over, who is
// one person, and what they are called. Otherwise it returns nil, and reads little.
func read(records [][]byte) (*Table, error) {
	if len(records) == 0 {
		return nil, nil
	}
	if r, err := DecodeRecord(records[0]); err != nil || r.Config == nil {
		return nil, nil // Hands reports what is wrong with it
	} else if r.Config.Proof == "" && !slices.ContainsFunc(records, func(b []byte) bool {
		return bytes.HasPrefix(b, []byte(`{"k":"same"`)) || bytes.HasPrefix(b, []byte(`{"k":"rename"`))
	}) {
		return nil, nil
	}
	return Replay(records)
}

// there reports whether a person sat at the table by the last hand; 0 is the public.
func (co *company) there(person int) bool {
	return person > 0 && person <= len(co.people) && co.people[person-1].First > 0
}

// mayKnow returns the audience of a person for the hand that has just ended: their seat, or the
// public.
func (d *dealt) mayKnow(person int) history.Audience {
	if i := slices.Index(d.who, person); person != 0 && i >= 0 {
		return history.SeatView(rams.Seat(i))
	}
	return history.Public
}

// Hands returns how many hands have begun.
func (d *dealt) Hands() int { return d.hands }

// NameOf returns the name of a person, "" if there is none with this number.
func (co *company) NameOf(person int) string {
	if person < 1 || person > len(co.people) {
		return ""
	}
	return co.people[person-1].Name
}

// PersonOn returns the number of the person on a chair, 0 if it is free.
func (co *company) PersonOn(c int) int {
	if p := co.on(c); p != nil {
		return p.ID
	}
	return 0
}
