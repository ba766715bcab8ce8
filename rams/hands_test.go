package rams_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"chratze/history"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/rams/ramstest/oracle"
)

var update = flag.Bool("update", false, "write what happens into testdata/hands, to be read before it is committed")

// TestHands plays the hands that testdata/hands tells, one for each paragraph of
// the rules. A hand is a text that says what it shows, then
//
//	-- hand --    the script: rules, seats, cards (parseScript)
//	-- acts --    what the seats say and do, a line each:
//	                  1 open
//	              what is tried and refused, with the code of the refusal:
//	                  ! 2 out -> must-join
//	              what the seat to act may do:
//	                  ? join, out
//	              and what is said about it behind a #
//	-- events --  what happens, as one who sees everything tells it
//	-- view 2 --  what seat 2 is told of it; "public" for those who only watch
//	-- result --  who gets and who pays, and how the next hand begins
//
// The last three are written by -update.
func TestHands(t *testing.T) {
	files, _ := filepath.Glob("testdata/hands/*.txtar")
	if len(files) == 0 {
		t.Fatal("no hands")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			record, err := narrate(archive)
			if err != nil {
				t.Fatal(err)
			}
			if sc, _ := parseScript(section(archive, "hand")); len(record.Log) > 0 {
				line := history.FromRecord(sc.variant, nil, record, nil).String()
				if err := oracle.Check([]byte(line)); err != nil {
					t.Errorf("the oracle: %v", err)
				}
			}
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

// narrate plays the hand of an archive and writes what happens into it.
func narrate(a *txtar.Archive) (*rams.Record, error) {
	sc, err := parseScript(section(a, "hand"))
	if err != nil {
		return nil, err
	}
	var r rams.Record
	var refused *rams.StartError
	if err := r.Begin(sc.game, sc.start); errors.As(err, &refused) {
		put(a, "result", "refused: "+refused.Code+"\n")
		return &r, nil
	}
	tape, err := sc.tape()
	if err != nil {
		return nil, err
	}
	deck := &rams.Deck{Source: tape}
	if err := nature(&r, deck); err != nil {
		return nil, err
	}
	for line := range strings.Lines(section(a, "acts")) {
		act, _, _ := strings.Cut(line, "#")
		if act = strings.TrimSpace(act); act == "" {
			continue
		}
		if err := perform(&r, act); err != nil {
			return nil, fmt.Errorf("%q: %w", act, err)
		}
		if err := nature(&r, deck); err != nil {
			return nil, err
		}
	}
	put(a, "events", tell(r.Log))
	for _, f := range a.Files {
		if who, ok := strings.CutPrefix(f.Name, "view "); ok {
			seat := rams.Nobody
			if n, err := strconv.Atoi(who); err == nil {
				seat = rams.Seat(n)
			}
			put(a, f.Name, tell(r.View(seat).Events))
		}
	}
	state := r.State()
	put(a, "result", ending(&state))
	return &r, ramstest.Began(r.Start, &state)
}

// nature acts until somebody has to; it may do what it does.
func nature(r *rams.Record, deck *rams.Deck) error {
	for r.Turn() == rams.Nature {
		allowed := r.State()
		a := deck.Next(&allowed)
		if err := allowed.Apply(a); err != nil {
			return err
		}
		r.ApplyUnchecked(a, deck.Drawn(a))
	}
	return nil
}

// perform does what a line of the acts says.
func perform(r *rams.Record, line string) error {
	if list, ok := strings.CutPrefix(line, "? "); ok {
		var legal []string
		for _, a := range r.Legal(nil) {
			legal = append(legal, a.String())
		}
		if got := strings.Join(legal, ", "); got != list {
			return fmt.Errorf("legal is %s", got)
		}
		return nil
	}
	try, refused := strings.CutPrefix(line, "! ")
	line, code, _ := strings.Cut(try, " -> ")
	who, text, _ := strings.Cut(line, " ")
	seat, err := strconv.Atoi(who)
	if err != nil {
		return err
	}
	a, err := rams.ParseAction(text, rams.Seat(seat))
	if err != nil {
		return err
	}
	before := r.State()
	err = r.Apply(a)
	var refusal *rams.Refusal
	switch {
	case !refused:
		return err
	case !errors.As(err, &refusal) || refusal.Code != code:
		return fmt.Errorf("want the refusal %s, have %v", code, err)
	case r.State() != before:
		return errors.New("the refused act changed the hand")
	}
	return nil
}

// tell writes events, one a line; an order of the whole pack is left out, which
// only makes the hand hard to read.
func tell(events []rams.Event) string {
	var b strings.Builder
	for i := range events {
		if events[i].Kind != rams.EventShuffle {
			b.WriteString(events[i].String() + "\n")
		}
	}
	return b.String()
}

// ending writes how a hand ended.
func ending(s *rams.State) string {
	if !s.Done() {
		return fmt.Sprintf("not over: seat %d is asked, %v lie in the pot\n", s.Turn(), s.Pot())
	}
	r := s.Result()
	line := func(word string, amount func(seat int) string) string {
		for seat := range s.Game().Seats() {
			word += " " + amount(seat)
		}
		return word + "\n"
	}
	text := fmt.Sprintf("played for %v\n", r.PotPlayedFor)
	text += line("payout", func(seat int) string { return r.Payout[seat].String() })
	if rules := s.Game().Rules(); rules.Races() {
		text += line("strokes", func(seat int) string { return strconv.Itoa(int(r.Points[seat])) })
	}
	text += line("penalty", func(seat int) string { return r.Penalty[seat].String() })
	for seat := range rams.Seat(s.Game().Seats()) {
		if r.Failed[seat] {
			text += fmt.Sprintf("seat %d failed\n", seat)
		}
	}
	text += fmt.Sprintf("next pot %v dealer %d", r.Next.Pot, r.Next.Dealer)
	if r.Next.Muss {
		text += " muss"
	}
	if r.Next.Spared > 0 {
		text += fmt.Sprintf(" spared %d", r.Next.Spared)
	}
	if r.Next.Redeal > 0 {
		text += fmt.Sprintf(" redeal %d", r.Next.Redeal)
	}
	return text + "\n"
}

func section(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// put replaces a section, or adds it at the end.
func put(a *txtar.Archive, name, text string) {
	for i := range a.Files {
		if a.Files[i].Name == name {
			a.Files[i].Data = []byte(text)
			return
		}
	}
	a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(text)})
}

// difference returns the first line in which two texts differ.
func difference(want, got []byte) string {
	w, g := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d\n\twant %s\n\thave %s", i+1, w[i], g[i])
		}
	}
	return fmt.Sprintf("want %d lines, have %d", len(w), len(g))
}

// TestEveryParagraphIsTold: each paragraph of the rules of a hand has a hand that
// shows it, and says so.
func TestEveryParagraphIsTold(t *testing.T) {
	t.Parallel()
	told := map[string]bool{}
	files, _ := filepath.Glob("testdata/hands/*.txtar")
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		paragraph, _, _ := strings.Cut(filepath.Base(file), "-")
		paragraph = strings.Replace(paragraph, ".0", ".", 1)
		if !strings.HasPrefix(string(archive.Comment), "docs/rules.md ") {
			t.Errorf("%s does not say which paragraph it shows", file)
		}
		told[paragraph] = true
	}
	for chapter, paragraphs := range map[int]int{2: 12, 3: 11, 5: 9} {
		for p := 1; p <= paragraphs; p++ {
			if name := fmt.Sprintf("%d.%d", chapter, p); !told[name] {
				t.Errorf("no hand shows docs/rules.md %s", name)
			}
		}
	}
	if !told["4"] {
		t.Error("no hand shows the options of docs/rules.md 4")
	}
}
