package host

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"sync"

	"chratze/internal/server/table"
)

// After the evening, or in a pause, those who sat at the table look at its hands
// together: the leader says at which moment of which hand. What each of them is
// shown of it is his own business: only the moment is common.

// Moment is a moment of a hand that has been played: so many events of it that
// everybody was told.
type Moment struct {
	Hand int // from 1
	At   int
}

// maxMoment is more events than any hand has.
const maxMoment = 1 << 12

// Note is what somebody has noted at a moment of a hand.
type Note struct {
	Moment
	Person int    // who, by the table's count
	Name   string // as the table calls him now
	Chair  int    // where he sat
	Text   string
}

// MaxNote is how many letters a note may have, MaxNotes how many notes an evening.
const (
	MaxNote  = 300
	MaxNotes = 200
)

// Review is what those who look together are told: who leads and the moment, or a note.
type Review struct {
	Lead int // chair, -1: nobody
	Moment
	Note *Note
}

// Codes of commands that are refused.
const (
	refusedLead  = "lead"  // somebody else has the lead
	refusedHand  = "hand"  // no such hand, or moment
	refusedNotes = "notes" // the evening has all the notes it can have
)

// review is how a table is looked at together; nil: it isn't.
type review struct {
	lead int
	Moment
}

// reviewed reports whether a table may be looked at together now.
func reviewed(t *table.Table) bool {
	return t.Hands() > 0 && (t.Stage() == table.Over || t.Stage() == table.Paused)
}

// look takes or uses the lead: commands lead and look.
func (l *loop) look(t *live, c *Conn, r Request) error {
	if !reviewed(t.t) {
		return &table.Refused{Code: table.RefusedStage}
	}
	if t.review == nil {
		t.review = &review{lead: -1, Moment: Moment{Hand: 1}}
	}
	at, together := r.moment(), t.review
	switch {
	case r.Do == table.DoLead:
		together.lead = c.Chair
	case together.lead != c.Chair:
		return &table.Refused{Code: refusedLead}
	case !at.of(t.t):
		return &table.Refused{Code: refusedHand}
	default:
		together.Moment = at
	}
	l.tellReview(t, Review{Lead: together.lead, Moment: together.Moment})
	return nil
}

// moment returns the moment that a command names.
func (r *Request) moment() Moment { return Moment{r.Hand, r.At} }

// of reports whether a table has such a moment, as far as that is easily known.
func (m Moment) of(t *table.Table) bool {
	return m.Hand >= 1 && m.Hand <= t.Hands() && m.At >= 0 && m.At < maxMoment
}

// tellReview tells those at the table, and no spectators.
func (l *loop) tellReview(t *live, r Review) {
	for c := range t.conns {
		if c.Chair >= 0 {
			c.Sender.Review(r)
		}
	}
}

// note keeps a note and tells it, when it is durable: beside the loop, since the store
// takes its time.
func (l *loop) note(t *live, c *Conn, r Request) error {
	text := table.CleanText(r.Text, MaxNote)
	switch {
	case !reviewed(t.t):
		return &table.Refused{Code: table.RefusedStage}
	case !r.moment().of(t.t):
		return &table.Refused{Code: refusedHand}
	case text == "":
		return &table.Refused{Code: "text"}
	}
	id, h := t.id, l.h
	n := Note{Moment: r.moment(), Person: t.t.PersonOn(c.Chair), Chair: c.Chair, Text: text}
	go func() {
		err := h.notes.add(context.Background(), id, n)
		_ = h.do(context.Background(), func(l *loop) { // an error: the host is closing
			if err != nil {
				c.answer(r.ID, err)
				return
			}
			if t := l.tables[id]; t != nil {
				n.Name = t.t.NameOf(n.Person)
				l.safely(t, func() { l.tellReview(t, Review{Lead: -1, Moment: n.Moment, Note: &n}) })
			}
			c.answer(r.ID, nil)
		})
	}()
	return nil
}

// ---- notes ----

// Settings keep notes; those of package store do.
type Settings interface {
	// Setting returns what is kept under a key; an error if nothing is, too.
	Setting(ctx context.Context, key string) ([]byte, error)
	// Set keeps a value for good.
	Set(ctx context.Context, key string, value []byte) error
}

// NotesKey is the key of a table's notes.
func NotesKey(id int64) string { return "notes/" + strconv.FormatInt(id, 10) }

// kept is a note as it is written down: without a name, so that none has to be deleted
// from it.
type kept struct {
	Hand   int    `json:"hand"`
	At     int    `json:"at"`
	Person int    `json:"person"`
	Text   string `json:"text"`
}

// notes keeps the notes of all tables; without Settings, in memory.
type notes struct {
	mu  sync.Mutex
	log Settings
	all map[int64][]kept
}

// read returns the notes of a table; n.mu is held.
func (n *notes) read(ctx context.Context, id int64) (list []kept) {
	if n.log == nil {
		return n.all[id]
	}
	data, err := n.log.Setting(ctx, NotesKey(id))
	if err != nil || json.Unmarshal(data, &list) != nil { // there are none
		return nil
	}
	return list
}

func (n *notes) add(ctx context.Context, id int64, note Note) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	list := n.read(ctx, id)
	if len(list) >= MaxNotes {
		return &table.Refused{Code: refusedNotes}
	}
	list = append(slices.Clone(list), kept{note.Hand, note.At, note.Person, note.Text})
	if n.log == nil {
		n.all[id] = list
		return nil
	}
	data, err := json.Marshal(list)
	if err != nil {
		panic(err) // all fields can be written
	}
	if err := n.log.Set(ctx, NotesKey(id), data); err != nil {
		return ErrStore
	}
	return nil
}

// list returns the notes of a table.
func (n *notes) list(ctx context.Context, id int64) []kept {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.read(ctx, id)
}
