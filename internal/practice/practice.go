// Package practice lets one person play with bots without a server, or several people who pass
// one device round: the host of tables (package host) and the protocol chratze/1 (package
// talk), for a page that runs them as WebAssembly (cmd/practice).
//
//	room := practice.New(practice.Options{Log: log})
//	made, err := room.Make(ctx, []byte(`{"name":"Anna","rules":{"preset":"chratze"}}`))
//	seat, err := room.Sit(ctx, made.Table, made.Chair, post, gone)
//	seat.Hear([]byte(`{"t":"start"}`))
//
// A page can't see whether a server deals or this room: requests, messages and records are the
// same. The owner of the log has the chairs, so links have no secrets.
package practice

import (
	"bytes"
	"context"
	"encoding/json"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"chratze/bot"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/table/talk"
	"chratze/internal/teach/adviser"
	"chratze/internal/teach/coach"
	"chratze/rams"
)

// Prefix begins the names of tables in a page. A server's are plain numbers.
const Prefix = "p"

// Options are the parts of a Room.
type Options struct {
	Log    host.Log    // stores the evenings
	Unkept func(error) // is called once when nothing more can be stored; play goes on all the same
}

// Room has the evenings of one device.
type Room struct {
	host *host.Host
	log  *spare

	making sync.Mutex // held while people get their chairs
	key    string     // of the next one
}

// keyOf is the secret of a chair, the same at every table here.
func keyOf(chair int) string {
	if chair == 0 {
		return "practice"
	}
	return "practice " + strconv.Itoa(chair)
}

// settle is how long a settlement stays when several people look at it, unless somebody goes
// on: as long as a table allows.
const settle = 600_000

const hintTime = 300 * time.Millisecond

// New opens a room.
func New(opt Options) *Room {
	log := newSpare(opt.Log, opt.Unkept)
	r := &Room{log: log}
	r.host = host.New(host.Options{
		Log: log, Chance: host.NewChance(), Secret: func() string { return r.key }, Code: func() string { return "" },
		Think: host.Think, Quick: host.Quick, Slow: host.Slow, Hint: adviser.Hints(hintTime),
	})
	return r
}

// Close ends the room. Everything that was sent is in the log.
func (r *Room) Close() { r.host.Close() }

// Made is a table that was made, in the form of the answer of POST /api/tables.
type Made struct {
	Table string `json:"table"`
	Chair int    `json:"chair"`
	Link  string `json:"link"`
}

// Make makes a practice table from the body of a POST /api/tables. With people, it is a table
// for all of them, on chairs 0, 1, 2 …; bots sit on the others. The error has a code
// (talk.Trouble).
func (r *Room) Make(ctx context.Context, body []byte) (Made, error) {
	ask := struct {
		Name     string   `json:"name"`
		Password string   `json:"password"` // used by servers only
		People   []string `json:"people"`   // who else passes the device round
		table.Config
	}{Config: talk.DefaultConfig()}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&ask); err != nil {
		return Made{}, &table.Refused{Code: "json", Detail: err.Error()}
	}
	talk.Complete(&ask.Config)
	ask.Practice, ask.Public, ask.Spectators = len(ask.People) == 0, false, false // nobody else can come
	if len(ask.People) > 0 {
		ask.Proof, ask.Away, ask.Settle = "", 0, settle // one browser deals for all, and most are away from it
		if len(ask.People) >= ask.Chairs {
			return Made{}, &table.Refused{Code: "chairs", Detail: "there are more people than chairs"}
		}
	}
	if _, err := bot.Parse(ask.Bot); err != nil {
		return Made{}, &table.Refused{Code: "bot", Detail: err.Error()}
	}
	return r.seated(ctx, ask.Config, append([]string{ask.Name}, ask.People...))
}

// seated makes a table at which people have the first chairs.
func (r *Room) seated(ctx context.Context, cfg table.Config, people []string) (Made, error) {
	r.making.Lock()
	defer r.making.Unlock()
	r.key = keyOf(0)
	seat, err := r.host.Create(ctx, cfg, people[0])
	if err != nil {
		return Made{}, err
	}
	name := Prefix + strconv.FormatInt(seat.Table, 10)
	for i, person := range people[1:] {
		r.key = keyOf(i + 1)
		if _, err := r.host.Join(ctx, name, person, ""); err != nil {
			return Made{}, err
		}
	}
	return Made{name, seat.Chair, "/t/" + name}, nil
}

// number returns a table's number by its name, or 0 if there is none.
func number(name string) int64 {
	text, ours := strings.CutPrefix(name, Prefix)
	n, err := strconv.ParseInt(text, 10, 64)
	if !ours || err != nil || n < 1 || strconv.FormatInt(n, 10) != text {
		return 0
	}
	return n
}

// Seat is a connection to a table.
type Seat struct {
	room *Room
	conn *host.Conn
	to   talk.Sender
}

// Sit sits down on a chair of a table. post takes the messages of the table, one after another; gone is
// called after the last one.
func (r *Room) Sit(ctx context.Context, name string, chair int, post func(message []byte), gone func()) *Seat {
	q := talk.NewQueue()
	s := &Seat{room: r, to: talk.Sender{Queue: q, Now: r.host.Now, Prefix: Prefix}}
	q.Begin(func() { write(q, post, gone) })
	id, err := number(name), error(host.ErrNoTable)
	if id != 0 {
		s.conn, err = r.host.AttachConn(ctx, id, keyOf(chair), &host.Conn{Sender: s.to, Free: true})
	}
	if err != nil {
		code, _ := talk.Trouble(err)
		s.to.Bye(code)
	}
	return s
}

// write posts the messages in a queue until it is empty.
func write(q *talk.Queue, post func([]byte), gone func()) {
	for {
		w, bye := q.Take()
		if w != nil {
			_ = w.Each(func(message []byte) error { post(message); return nil })
			w.Free()
			continue
		}
		if bye != "" {
			gone() // and stay busy: nothing more is written
		}
		return
	}
}

// Hear handles a message of the page.
func (s *Seat) Hear(message []byte) {
	if s.conn != nil {
		talk.Hear(s.room.host, s.conn, s.to, bot.Levels(), netip.Prefix{}, message)
	}
}

// Leave ends the connection, because the page has gone.
func (s *Seat) Leave() {
	if s.conn != nil {
		s.room.host.Detach(s.conn)
	}
	s.to.Close(talk.ByeGone)
}

// ---- played hands ----

// Hands returns the hands of a table so far, as lines of rams-hand/1, as its person may see
// them; with .log behind its name, its records, also those that can't be stored. It only reads
// the log: the evening may go on elsewhere.
func (r *Room) Hands(ctx context.Context, name string) ([]byte, error) {
	name, all := strings.CutSuffix(name, ".log")
	saved, err := r.log.Load(ctx, number(name))
	if err != nil {
		return nil, err
	}
	if all || len(saved.Records) > 0 && !isRecord(string(saved.Records[0])) { // brought in as hands
		return append(bytes.Join(saved.Records, []byte("\n")), '\n'), nil
	}
	t, err := table.Replay(saved.Records)
	if err != nil {
		return nil, err
	}
	evening := host.Evening{Config: t.Config(), Seq: t.Seq(), Person: t.PersonOn(0)}
	return talk.HandLines(ctx, name, &evening, saved.Records, 1<<62)
}

// Read checks a line of rams-hand/1, or a text of rams-deal/1, by replaying it, as POST
// /api/hand. With a view, a seat or "public", the result is what that may see of it.
func (r *Room) Read(text, view string) talk.Reading {
	reading, _, err := talk.ReadingOf(text, view)
	if err != nil {
		reading.Fault = err.Error()
	}
	return reading
}

// Review returns what each decision of a seat in a finished hand cost, as the server's POST
// /api/review. Seat -1 is the seat of a view.
func (r *Room) Review(text string, seat int) (*coach.Review, error) {
	h, err := talk.ReadHand(text)
	if err != nil {
		return nil, &table.Refused{Code: "hand", Detail: err.Error()}
	}
	if !h.Over { // otherwise it would be a hint
		return nil, &table.Refused{Code: "running"}
	}
	of := h.For.Seat()
	if seat >= 0 && seat < h.Seats {
		of = rams.Seat(seat)
	}
	review := coach.New(coach.Default(adviser.ReviewWorlds)).NewReview()
	if err := review.Add(h, of); err != nil {
		return nil, &table.Refused{Code: "seat", Detail: err.Error()}
	}
	review.Finish()
	return review, nil
}
