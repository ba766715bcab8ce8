package protocol

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"chratze/bot"
	"chratze/chance"
	"chratze/history"
	"chratze/rams"
	"chratze/variant"
	"chratze/variant/varianttest"
)

// hands plays hands of every preset, with all its numbers of seats, at random, and
// shows each question before it is answered.
func hands(t *testing.T, n int, ask func(v variant.Variant, r *rams.Record, view *rams.View)) {
	t.Helper()
	chance := chance.Seeded(7)
	varianttest.Every(t, func(rules string, g *rams.Game) {
		v := varianttest.Parse(t, rules)
		var r rams.Record
		deck := rams.Deck{Source: &chance}
		start := g.FirstStart(0)
		for range n {
			if err := r.Begin(g, start); err != nil {
				t.Fatal(err)
			}
			for range r.Turns(&deck) {
				view := r.View(r.Turn())
				ask(v, &r, &view)
				r.ApplyUnchecked(view.Legal[chance.IntN(len(view.Legal))], nil)
			}
			start = r.Result().Next
		}
	})
}

// question is the question that a view asks.
func question(v variant.Variant, view *rams.View) *Question {
	h := &history.Hand{Variant: v, Seats: view.Seats(), For: history.SeatView(view.Seat), Start: view.Start}
	for _, e := range view.Events {
		h.Events = append(h.Events, history.Event{Event: e})
	}
	return &Question{ID: 3, Hand: "h1", Seat: view.Seat, Limit: 1500 * time.Millisecond, Legal: view.Legal, View: h}
}

// TestViewOfAQuestion: who reads the question knows what who asked it showed, in
// every phase of every preset, and nothing is different.
func TestViewOfAQuestion(t *testing.T) {
	t.Parallel()
	phases := map[rams.Phase]int{}
	hands(t, 4, func(v variant.Variant, _ *rams.Record, want *rams.View) {
		var m request
		line := question(v, want).AppendTo(nil)
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		got, err := View(string(m.View), m.Seat)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if len(m.Legal) != len(want.Legal) || m.Legal[0] != want.Legal[0].String() {
			t.Fatalf("%s: legal %q", line, m.Legal)
		}
		if got.Game.Rules() != want.Game.Rules() || got.Game.Seats() != want.Game.Seats() {
			t.Fatalf("%s: another game", line)
		}
		got.Game = want.Game
		if !reflect.DeepEqual(&got, want) {
			t.Fatalf("%s: a program sees\n%+v, want\n%+v", line, &got, want)
		}
		phases[want.Phase]++
	})
	for _, p := range []rams.Phase{
		rams.PhaseDoubleBlind, rams.PhaseBlind, rams.PhaseOpen, rams.PhaseBid, rams.PhaseJoin, rams.PhaseLay, rams.PhaseDrop, rams.PhaseSwap, rams.PhasePlay,
	} {
		if phases[p] == 0 {
			t.Errorf("nobody was asked in %v", p)
		}
	}
}

// TestServe: a bot of ours behind the protocol decides as it does without.
func TestServe(t *testing.T) {
	t.Parallel()
	spec, err := bot.Parse("stammtisch-1")
	if err != nil {
		t.Fatal(err)
	}
	direct := spec.New(rand.New(rand.NewPCG(1, 1)))
	in, want := Hello+"\n", []string{`{"t":"ready","name":"stammtisch-1","knows":["spare","price"]}`}
	hands(t, 1, func(v variant.Variant, _ *rams.Record, view *rams.View) {
		q := question(v, view)
		in += string(q.AppendTo(nil)) + "\n"
		want = append(want, `{"id":3,"act":"`+direct.Act(view).String()+`"}`)
	})
	in += `{"t":"end","hand":"h1","seat":0,"view":{}}` + "\n" + Quit + "\n" + "not read any more"
	var out strings.Builder
	if err := Serve(strings.NewReader(in), &out, spec); err != nil {
		t.Fatal(err)
	}
	if got := strings.Split(strings.TrimSpace(out.String()), "\n"); !slices.Equal(got, want) {
		t.Errorf("it answers\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestServeWatches: in a named sitting a bot of ours uses what it has seen, without
// one it doesn't, and not in another sitting.
func TestServeWatches(t *testing.T) {
	t.Parallel()
	spec, err := bot.Parse("best:8")
	if err != nil {
		t.Fatal(err)
	}
	v := variant.Default()
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	var all [3]strings.Builder
	var pack chance.Rand
	deck := rams.Deck{Source: &pack}
	for hand := range 16 {
		pack = chance.Seeded(uint64(hand))
		var r rams.Record
		if err := r.Begin(g, g.FirstStart(0)); err != nil {
			t.Fatal(err)
		}
		tell := func(say func(sitting string) []byte) {
			for i, sitting := range []string{"", "one", strconv.Itoa(hand)} {
				all[i].Write(append(say(sitting), '\n'))
			}
		}
		for range r.Turns(&deck) {
			view := r.View(r.Turn())
			if q := question(v, &view); view.Seat == 1 {
				tell(func(sitting string) []byte { q.Sitting = sitting; return q.AppendTo(nil) })
			}
			r.ApplyUnchecked(view.Legal[pack.IntN(len(view.Legal))], nil)
		}
		var h history.Hand
		h.Variant = v
		h.FillView(&r, history.SeatView(1), nil)
		tell(func(sitting string) []byte { return AppendEnd(nil, "h1", sitting, 1, &h) })
	}
	var out [3]strings.Builder
	for i := range all {
		if err := Serve(strings.NewReader(all[i].String()), &out[i], spec); err != nil {
			t.Fatal(err)
		}
	}
	if out[0].String() == out[1].String() || out[0].String() != out[2].String() {
		t.Errorf("the same as without a sitting: in one of 16 hands %v, in 16 of one %v", out[0].String() == out[1].String(), out[0].String() == out[2].String())
	}
}

// TestServeChance: the same question has the same answer, others have others.
func TestServeChance(t *testing.T) {
	t.Parallel()
	spec, err := bot.Parse("random")
	if err != nil {
		t.Fatal(err)
	}
	var in strings.Builder
	hands(t, 1, func(v variant.Variant, _ *rams.Record, view *rams.View) {
		if len(view.Legal) > 8 && in.Len() < 100_000 {
			q := question(v, view)
			for id := range uint64(6) {
				q.ID = id / 2
				in.WriteString(string(q.AppendTo(nil)) + "\n")
			}
		}
	})
	var out strings.Builder
	if err := Serve(strings.NewReader(in.String()), &out, spec); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	others := 0
	for i := 0; i < len(lines); i += 2 {
		if lines[i] != lines[i+1] {
			t.Errorf("the same question is answered %s and %s", lines[i], lines[i+1])
		}
		if i%6 > 0 && lines[i][7:] != lines[i-2][7:] {
			others++
		}
	}
	if others < len(lines)/8 {
		t.Errorf("of %d answers only %d differ", len(lines), others)
	}
}

func TestServeRefuses(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"open!":                                 "not a message of rams-bot/1",
		`{"t":"hello","protocol":"rams-bot/2"}`: `protocol "rams-bot/2"`,
		`{"t":"act","id":4,"seat":0,"view":{}}`: "question 4",
		`{"t":"act","id":5,"seat":1,"view":{"format":"rams-hand/1","rules":{"preset":"zwicken"},"seats":2,"view":1,"dealer":0,"muss":false,"pot":0,"events":[{"t":"ante","seat":0,"amount":30}]}}`: ErrNotAsked.Error(),
	} {
		spec, _ := bot.Parse("random")
		if err := Serve(strings.NewReader(in), new(strings.Builder), spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
}

func TestAct(t *testing.T) {
	t.Parallel()
	var legal []rams.Action
	for _, text := range []string{"lay", "lay 6c", "lay 6c 7d"} {
		a, err := rams.ParseAction(text, 2)
		if err != nil {
			t.Fatal(err)
		}
		legal = append(legal, a)
	}
	for text, want := range map[string]Fault{"lay 7d 6c": NoFault, "lay": NoFault, "lay 9d": NotLegal, "lay 6c 6c": NotLegal, "": NotLegal, "fold": NotLegal} {
		a, fault := Act(text, 2, legal)
		if fault != want || fault != NoFault && a != legal[0] {
			t.Errorf("%q: %v, fault %q, want %q", text, a, fault, want)
		}
	}
}

// TestProtocolTells: docs/rams-bot.md tells of every field of a message.
func TestProtocolTells(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/rams-bot.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range []any{Message{}, request{}} {
		for i := range reflect.TypeOf(message).NumField() {
			name := reflect.TypeOf(message).Field(i).Tag.Get("json")
			if !strings.Contains(string(text), "`"+name+"`") && name != "t" {
				t.Errorf("docs/rams-bot.md doesn't tell of %s in %T", name, message)
			}
		}
	}
	for _, word := range []string{"text", Spare, Price} {
		if !strings.Contains(string(text), "`"+word+"`") {
			t.Errorf("docs/rams-bot.md doesn't tell of %s", word)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for line, ok := range map[string]bool{`{"id":1,"act":"open","more":[1]}`: true, `{"t":"ready"}`: true, `open`: false, `{"id":-1}`: false, `[]`: false,
		`{"id":17.0,"act":"open"}`: true, `{"id":1.7e1}`: true, `{"id":null}`: true, `{"id":17.5}`: false, `{"id":"17"}`: false, `{"id":1e30}`: false} {
		if _, err := Parse([]byte(line)); (err == nil) != ok {
			t.Errorf("%s: %v", line, err)
		}
	}
	for line, want := range map[string]string{
		`{"t":"ready"}`: "kratzen zwicken", `{"t":"ready","presets":[]}`: "", `{"t":"ready","presets":["kratzen"],"knows":["spare"]}`: "kratzen",
		`{"t":"ready","knows":["spare","more"]}`: "kratzen zwicken loo", `{"t":"ready","knows":["price"]}`: "kratzen zwicken mauscheln,price=yes", `{"t":"ready","presets":["loo"],"knows":["more"]}`: "",
	} {
		m, err := Parse([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		var plays []string
		for _, rules := range []string{"kratzen", "zwicken", "loo", "mauscheln,price=yes"} {
			if v := varianttest.Parse(t, rules); m.Plays(v.Preset(), v.Rules()) {
				plays = append(plays, rules)
			}
		}
		if got := strings.Join(plays, " "); got != want {
			t.Errorf("%s plays %q, want %q", line, got, want)
		}
	}
}
