package table

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"chratze/bot"
	"chratze/card"
	"chratze/rams"
	"chratze/variant"
)

var update = flag.Bool("update", false, "write what happens into testdata, to be read before it is committed")

// TestScripts plays the sittings that testdata tells. A file is a text that says
// what it shows, then
//
//	-- table --   what is agreed, and in what order shuffled packs lie
//	-- script --  what happens, a line each (sitting.do), and indented below it
//	              what everybody is told of it, or with what code it is refused
//
// The indented lines are written by -update. After every line the log is read
// again and must give the same table; and nothing may happen a millisecond before
// it is due.
func TestScripts(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("testdata/*.txtar")
	if len(files) == 0 {
		t.Fatal("no scripts")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(archive.Files) != 2 || archive.Files[0].Name != "table" || archive.Files[1].Name != "script" {
				t.Fatal("want the sections table and script")
			}
			s, err := newSitting(t, string(archive.Files[0].Data))
			if err != nil {
				t.Fatal(err)
			}
			archive.Files[1].Data = s.run(string(archive.Files[1].Data))
			told := txtar.Format(archive)
			if *update {
				if err := os.WriteFile(file, told, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, _ := os.ReadFile(file)
			if !bytes.Equal(told, want) {
				t.Errorf("it goes differently:\n%s", difference(want, told))
			}
		})
	}
}

// difference shows the first lines that differ.
func difference(want, got []byte) string {
	w, g := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	for i := range g {
		if i >= len(w) || w[i] != g[i] {
			return fmt.Sprintf("line %d\nwant %s\ngot  %s", i+1, strings.Join(w[min(i, len(w)):min(i+3, len(w))], "\n     "),
				strings.Join(g[i:min(i+3, len(g))], "\n     "))
		}
	}
	return "the end is missing"
}

// stacked is nature as a script wants it: whole packs in a written order, what it
// doesn't name in pack order; the first hand is dealt by the chair it says.
type stacked struct {
	orders [][]card.Card
	dealer int
}

func (s *stacked) Shuffle(cards []card.Card) {
	if len(s.orders) == 0 || len(cards) < 32 {
		return
	}
	top := s.orders[0]
	s.orders = s.orders[1:]
	rest := slices.DeleteFunc(slices.Clone(cards), func(c card.Card) bool { return slices.Contains(top, c) })
	copy(cards, append(slices.Clone(top), rest...))
}

func (s *stacked) Cut(n int) int { return min(s.dealer+1, n-1) }

// sitting is a script being played.
type sitting struct {
	t      *testing.T
	cfg    Config
	nature stacked
	now    Millis
	table  *Table
	log    [][]byte
	asks   []Ask
	wake   Millis
	conns  []*conn
	keys   int
	heard  func(*conn, string) // if not nil, gets what each connection is told
	out    strings.Builder
}

// conn is a connection: its name is the chair, with a letter if it is not the
// first one; or "public".
type conn struct {
	name   string
	chair  int
	key    string
	cursor Cursor
	events []rams.Event
	info   heard
}

const began Millis = 1_700_000_000_000 // when every script begins

func newSitting(t *testing.T, text string) (*sitting, error) {
	s := &sitting{t: t, now: began, cfg: Config{Chairs: 3}}
	for line := range strings.Lines(text) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		var err error
		switch word {
		case "":
		case "rules":
			s.cfg.Variant, err = variant.Parse(rest)
		case "chairs":
			s.cfg.Chairs, err = strconv.Atoi(rest)
		case "bot":
			s.cfg.Bot = rest
		case "pay_leavers":
			s.cfg.PayLeavers = true
		case "strict":
			s.cfg.Strict = true
		case "spectators":
			s.cfg.Spectators = true
		case "practice":
			s.cfg.Practice = true
		case "deal":
			err = json.Unmarshal([]byte(rest), &s.cfg.Deal)
		case "dealer":
			s.nature.dealer, err = strconv.Atoi(rest)
		case "order":
			var l card.List
			l, err = card.ParseList(strings.Join(strings.Fields(rest), " "))
			s.nature.orders = append(s.nature.orders, slices.Clone(l.Slice()))
		default:
			d := map[string]*Millis{"pace": &s.cfg.Pace, "decision": &s.cfg.Decision, "bank": &s.cfg.Bank, "away": &s.cfg.Away, "six_window": &s.cfg.SixWindow, "six_least": &s.cfg.SixLeast, "settle": &s.cfg.Settle}[word]
			if d == nil {
				return nil, fmt.Errorf("unknown line %q", line)
			}
			*d, err = duration(rest)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
	}
	return s, nil
}

func duration(text string) (Millis, error) {
	d, err := time.ParseDuration(text)
	return Millis(d.Milliseconds()), err
}

// run plays the lines of a script and returns it with what happens.
func (s *sitting) run(script string) []byte {
	for line := range strings.Lines(script) {
		if strings.HasPrefix(line, "  ") {
			continue
		}
		s.out.WriteString(line)
		command, _, _ := strings.Cut(line, "#")
		if words := strings.Fields(command); len(words) > 0 {
			if err := s.do(words); err != nil {
				s.t.Fatalf("%s: %v", strings.TrimSpace(line), err)
			}
		}
	}
	return []byte(s.out.String())
}

// do does one line of a script.
//
//	create Anna        makes the table; Anna sits on chair 0
//	in 1               somebody comes by the link of chair 1; in 1 b: on a second device; in public
//	out 1              and goes again
//	sit 1 Beat         Beat is given a link of chair 1
//	act 1 open         what chair 1 says; act 1 open 7: to the question with this number
//	bots               at the moment for that, the bots that have been asked say the fallback of rams-bot/1
//	hand               everybody who is asked says it, until the hand is over; told in one line
//	six 1 swap         what chair 1 says in advance about the trump six
//	start 0, next 0, pause 0, resume 0, last 0, end 0
//	leave 0 1          chair 0 wishes that chair 1 leaves; leave 1: that it leaves itself
//	host 0 1, key 0 1, bot 0 1
//	back 0, again 0, show 0, hide 0
//	agree 0, disagree 0, hint 0
//	wait               time goes on until something is due; wait 3s: so long
//	crash              the server is killed and started again; nobody is connected
//	log 2              shows the last two records
func (s *sitting) do(words []string) error {
	arg := func(i int) int {
		if i >= len(words) {
			return -1
		}
		n, err := strconv.Atoi(words[i])
		if err != nil {
			s.t.Fatalf("%v: %v", words, err)
		}
		return n
	}
	text := ""
	if len(words) > 2 {
		text = strings.Join(words[2:], " ")
	}
	switch words[0] {
	case "create":
		table, ready, err := Create(s.now, s.cfg, words[1], "key0", [32]byte{})
		s.table = table
		return s.take(ready, err)
	case "in":
		return s.in(words[1:])
	case "out":
		i := slices.IndexFunc(s.conns, func(c *conn) bool { return c.name == strings.Join(words[1:], "") })
		c := s.conns[i]
		s.conns = slices.Delete(s.conns, i, i+1)
		return s.take(s.table.Present(s.now, c.chair, false), nil)
	case "sit":
		s.keys++
		return s.take(s.table.Sit(s.now, arg(1), text, "key"+strconv.Itoa(s.keys)))
	case "act":
		return s.act(arg(1), text)
	case "bots":
		return s.bots()
	case "hand":
		return s.hand()
	case "six":
		return s.take(s.table.Six(s.now, arg(1), strings.TrimSuffix(text, " always"), strings.HasSuffix(text, " always")))
	case "start":
		return s.take(s.table.Start(s.now, arg(1), &s.nature))
	case "next":
		return s.take(s.table.Next(s.now, arg(1), &s.nature))
	case "pause", "resume", "last", "end":
		return s.take(s.table.Change(s.now, arg(1), Kind(words[0])))
	case "undo", "allow", "deny":
		return s.take(s.table.Step(s.now, Command{Do: word(Kind(words[0])), From: arg(1)}, &s.nature))
	case "more":
		c := arg(1)
		return s.take(s.table.Step(s.now, Command{Do: DoMore, From: c, Question: s.table.chairs[c].asked}, &s.nature))
	case "agree", "disagree":
		return s.take(s.table.Agree(s.now, arg(1), Kind(words[0])))
	case "hint":
		c := arg(1)
		v, err := s.table.Hint(c, s.table.chairs[c].asked)
		if err == nil {
			fmt.Fprintf(&s.out, "  a hint for seat %d, who holds %s\n", v.Seat, v.Hand)
			return nil
		}
		return s.take(Ready{}, err)
	case "back", "again", "show", "hide":
		return s.take(s.table.Practise(s.now, arg(1), Kind(words[0]), &s.nature))
	case "leave":
		return s.take(s.table.Leave(s.now, arg(1), arg(len(words)-1)))
	case "host":
		return s.take(s.table.HandOver(s.now, arg(1), arg(2)))
	case "key":
		s.keys++
		return s.take(s.table.NewKey(s.now, arg(1), arg(2), "key"+strconv.Itoa(s.keys)))
	case "bot":
		return s.take(s.table.SitBot(s.now, arg(1), arg(2), "random"))
	case "wait":
		return s.wait(words[1:])
	case "crash":
		return s.crash()
	case "log":
		for _, r := range s.log[len(s.log)-arg(1):] {
			fmt.Fprintf(&s.out, "  %s\n", strings.ReplaceAll(string(r), strconv.Itoa(int(began))[:4], "…"))
		}
		return nil
	}
	return fmt.Errorf("unknown line")
}

func (s *sitting) in(words []string) error {
	c := &conn{name: strings.Join(words, ""), chair: -1}
	if words[0] != "public" {
		n, err := strconv.Atoi(words[0])
		if err != nil {
			return err
		}
		c.chair, c.key = n, s.table.chairs[n].key
		if s.table.ChairOf(c.key) != n {
			return fmt.Errorf("the key of chair %d opens chair %d", n, s.table.ChairOf(c.key))
		}
	}
	s.conns = append(s.conns, c)
	return s.take(s.table.Present(s.now, c.chair, true), nil)
}

// act answers the question that a chair is asked, or the one with the number
// that ends the text.
func (s *sitting) act(c int, text string) error {
	q := s.table.chairs[c].asked
	if i := strings.LastIndexByte(text, ' '); i >= 0 {
		if n, err := strconv.ParseUint(text[i+1:], 10, 64); err == nil {
			q, text = n, text[:i]
		}
	}
	return s.take(s.table.Act(s.now, c, q, text, ByPerson, &s.nature))
}

func (s *sitting) bots() error {
	asks := s.asks
	s.asks = nil
	for _, a := range asks {
		s.now = max(s.now, a.At)
		act := bot.Fallback(a.View.Legal).String()
		if a.Act.Kind.Player() {
			act = a.Act.String()
		}
		if err := s.take(s.table.Act(s.now, a.Chair, a.Question, act, a.By, &s.nature)); err != nil {
			return err
		}
	}
	return nil
}

// hand plays on to the end of the hand.
func (s *sitting) hand() error {
	before := s.out.Len()
	for hand, steps := s.table.hands, 0; s.table.hands == hand && s.table.stage == Playing; steps++ {
		if steps > 200 {
			return fmt.Errorf("the hand doesn't end: %s", s.out.String()[before:])
		}
		var err error
		switch seat := s.table.hand.Turn(); {
		case len(s.asks) > 0:
			err = s.bots()
		case s.table.window == 0 && s.table.human(s.table.seats[seat]) && !s.table.chairs[s.table.seats[seat]].leaving:
			err = s.act(s.table.seats[seat], bot.Fallback(s.table.hand.Legal(nil)).String())
		default:
			err = s.wait(nil)
		}
		if err != nil {
			return err
		}
	}
	told := s.out.String()[:before]
	s.out.Reset()
	s.out.WriteString(told)
	fmt.Fprintf(&s.out, "  %s\n", s.info(s.table.Info()))
	return nil
}

// wait lets time pass, and calls Tick when something is due and a moment before.
func (s *sitting) wait(words []string) error {
	until := s.wake
	if len(words) > 0 {
		d, err := duration(words[0])
		if err != nil {
			return err
		}
		until = s.now + d
	} else if until == 0 && len(s.asks) > 0 {
		until = s.asks[0].At
	} else if until == 0 {
		return fmt.Errorf("nothing will ever be due")
	}
	for steps := 0; s.wake != 0 && s.wake <= until; steps++ {
		if steps > 200 {
			return fmt.Errorf("it doesn't come to rest: %s", s.out.String())
		}
		due := max(s.now, s.wake)
		if due > s.now {
			s.now = due - 1
			ready, err := s.table.Tick(s.now, &s.nature)
			if err != nil || len(ready.Append) > 0 || len(ready.Asks) > 0 {
				return fmt.Errorf("a moment early: %s %v %v", ready.Append, ready.Asks, err)
			}
		}
		s.now = due
		seq, asks := s.table.seq, len(s.asks)
		if err := s.take(s.table.Tick(s.now, &s.nature)); err != nil {
			return err
		}
		if s.wake == due && seq == s.table.seq && asks == len(s.asks) {
			return fmt.Errorf("a tick at %v changes nothing and wants another one at once", due-began)
		}
		if len(words) == 0 {
			break
		}
	}
	s.now = max(s.now, until)
	return nil
}

func (s *sitting) crash() error {
	again, err := Replay(s.log)
	if err != nil {
		return err
	}
	s.table, s.conns, s.asks = again, nil, nil
	s.table.Restarted(s.now)
	return s.take(s.table.Tick(s.now, &s.nature))
}

// take notes what a step wants, tells everybody and checks the log.
func (s *sitting) take(ready Ready, err error) error {
	if r, ok := err.(*Refused); ok {
		fmt.Fprintf(&s.out, "  refused: %s", r.Code)
		if r.Rule != nil {
			fmt.Fprintf(&s.out, ", %s", r.Rule.Code)
		}
		if r.Detail != "" {
			s.out.WriteString(": " + r.Detail)
		}
		s.out.WriteString("\n")
		return nil
	}
	if err != nil {
		return err
	}
	if len(ready.Append) > 0 && ready.First != uint64(len(s.log)) {
		return fmt.Errorf("records from %d on, but %d are written", ready.First, len(s.log))
	}
	s.log = append(s.log, ready.Append...)
	for _, a := range ready.Asks {
		fmt.Fprintf(&s.out, "  bot %d is asked (%s)", a.Chair, a.By)
		if a.At > s.now {
			fmt.Fprintf(&s.out, ", and answers in %v", time.Duration(a.At-s.now)*time.Millisecond)
		}
		s.out.WriteString("\n")
	}
	s.asks = append(s.asks, ready.Asks...)
	s.wake = ready.Wake
	if err := s.tell(); err != nil {
		return err
	}
	again, err := Replay(s.log)
	if err != nil {
		return err
	}
	return same(s.table, again)
}
