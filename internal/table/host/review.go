package host

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"sync"

	"chratze/internal/owner"
	"chratze/internal/table"
)

// After the evening, or in a pause, people who sat at the table can review its hands together:
// the leader chooses the hand and the moment. Only the moment is shared; each person sees the
// cards that they may see.

// Moment is a moment of a played hand: the number of public events before it.
type Moment struct {
	Hand int `json:"hand"` // from 1
	At   int `json:"at"`
}

// maxMoment is larger than the number of events of any hand.
const maxMoment = 1 << 12

// Note is a person's note on a moment of a hand. It is stored without a name, so that no name ever has to be deleted from it.
type Note struct {
	Moment
	Person int    `json:"person"` // number of the person at the table
	Text   string `json:"text"`
	Name   string `json:"-"` // their name at present
	Chair  int    `json:"-"` // where they sat
}

// MaxNotes is how many notes an evening may have.
const MaxNotes = 200

// Review is a message to those who review together: the leader and the moment, or a note.
type Review struct {
	Lead int // chair, -1: none
	Moment
	Note *Note
}

// Codes of refused commands.
const (
	refusedLead  = "lead"  // another person has the lead
	refusedHand  = "hand"  // no such hand, or moment
	refusedNotes = "notes" // the evening has the maximum of notes
)

// reviewed reports whether the hands may be reviewed together now.
func reviewed(t *table.Table) bool {
	return t.Hands() > 0 && (t.Stage() == table.Over || t.Stage() == table.Paused)
}

// look takes the lead or uses it: commands lead and look.
func (l *loop) look(t *live, c *Conn, r Request) error {
	if !reviewed(t.t) {
		return &table.Refused{Code: table.RefusedStage}
	}
	if t.review == nil {
		t.review = &Review{Lead: -1, Moment: Moment{Hand: 1}}
	}
	at, together := r.moment(), t.review
	switch {
	case r.Do == table.DoLead:
		together.Lead = c.Chair
	case together.Lead != c.Chair:
		return &table.Refused{Code: refusedLead}
	case !at.of(t.t):
		return &table.Refused{Code: refusedHand}
	default:
		together.Moment = at
	}
	l.tellReview(t, *together)
	return nil
}

// moment returns the moment that a request names.
func (r *Request) moment() Moment { return Moment{r.Hand, r.At} }

// of reports whether a table can have such a moment; it is a quick check.
func (m Moment) of(t *table.Table) bool {
	return m.Hand >= 1 && m.Hand <= t.Hands() && m.At >= 0 && m.At < maxMoment
}

// tellReview sends a review to those at the table, not to spectators.
func (l *loop) tellReview(t *live, r Review) {
	for c := range t.conns {
		if c.Chair >= 0 {
			c.Sender.Review(r)
		}
	}
}

// note stores a note, and sends it when it is durable. It runs beside the loop, since the store
// takes its time.
func (l *loop) note(t *live, c *Conn, r Request) error {
	text := table.CleanText(r.Text, table.MaxLine)
	switch {
	case !reviewed(t.t):
		return &table.Refused{Code: table.RefusedStage}
	case !r.moment().of(t.t):
		return &table.Refused{Code: refusedHand}
	case text == "":
		return &table.Refused{Code: "text"}
	}
	id, term, h := t.id, t.term, l.h
	n := Note{Moment: r.moment(), Person: t.t.PersonOn(c.Chair), Chair: c.Chair, Text: text}
	go func() {
		err := h.notes.add(context.Background(), id, term, n)
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

// Settings stores the notes. Package store implements it.
type Settings interface {
	// Setting returns the value of a key. A missing key is an error.
	Setting(ctx context.Context, key string) ([]byte, error)
	// Set stores a value durably.
	Set(ctx context.Context, key string, value []byte) error
}

// NotesKey is the key of a table's notes.
func NotesKey(id int64) string { return "notes/" + strconv.FormatInt(id, 10) }

// notes keeps the notes of all tables; without Settings, in memory.
type notes struct {
	mu    sync.Mutex
	log   Settings
	owner owner.Owner
	all   map[int64][]Note
}

// read returns the notes of a table. The caller holds n.mu.
func (n *notes) read(ctx context.Context, id int64) (list []Note) {
	if n.log == nil {
		return n.all[id]
	}
	data, err := n.log.Setting(ctx, NotesKey(id))
	if err != nil || json.Unmarshal(data, &list) != nil { // there are none
		return nil
	}
	return list
}

// add stores a note on a hand of a table that this server has read in a term.
func (n *notes) add(ctx context.Context, id, term int64, note Note) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	list := n.read(ctx, id)
	if len(list) >= MaxNotes {
		return &table.Refused{Code: refusedNotes}
	}
	list = append(slices.Clone(list), note)
	if n.log == nil {
		n.all[id] = list
		return nil
	}
	data, err := json.Marshal(list)
	if err != nil {
		panic(err) // all fields can be written
	}
	if n.owner != nil {
		err = n.owner.Set(ctx, id, term, NotesKey(id), data)
	} else {
		err = n.log.Set(ctx, NotesKey(id), data)
	}
	if err != nil {
		return ErrStore
	}
	return nil
}

// list returns the notes of a table.
func (n *notes) list(ctx context.Context, id int64) []Note {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.read(ctx, id))
}
