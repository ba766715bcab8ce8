package solved_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
	"testing"

	"chratze/bot/solved"
	"chratze/bot/trained"
	"chratze/card"
	"chratze/chance"
	"chratze/rams"
)

// Forehand has one low trump, and two sevens. To stay out would cost 7.08 % of the pot.
func Example() {
	v := asked("8d 7c 7s", "Jd")
	p, err := solved.Find(&v)
	if err != nil {
		panic(err)
	}
	worths := p.Worths()
	for _, w := range worths {
		fmt.Printf("%s %.0f %%, costs %.2f\n", w.Act, 100*w.Chance, 100*(worths[0].Mean-w.Mean)/float64(v.Pot))
	}
	// Output:
	// join 100 %, costs 0.00
	// out 0 %, costs 7.08
}

// asked returns what forehand sees when it is asked to join.
func asked(hand, upcard string) rams.View {
	var own []card.Card
	for word := range strings.FieldsSeq(hand) {
		own = append(own, parse(word))
	}
	up := parse(upcard)
	others := card.Skat32.Cards() &^ (card.SetOf(own...) | up.Bit())
	var r rams.Record
	if err := r.Begin(solved.Rules("plain"), rams.Start{Dealer: 1}); err != nil {
		panic(err)
	}
	for r.Turn() == rams.Nature {
		due := r.PendingChance()
		act := rams.Action{Kind: due.Kind, Seat: due.Seat}
		switch {
		case due.Kind == rams.TurnUp:
			act.Cards = up.Bit()
		case due.Kind == rams.DealCards && due.Seat == 0:
			act.Cards, own = own[0].Bit(), own[1:]
		case due.Kind == rams.DealCards:
			act.Cards, others = others.First().Bit(), others.Rest()
		}
		r.ApplyUnchecked(act, act.Cards.Append(nil))
	}
	return r.View(0)
}

func parse(word string) card.Card {
	c, err := card.Parse(word)
	if err != nil {
		panic(err)
	}
	return c
}

// TestRead: all files that are shipped are solutions of the rules as they are, and another one is refused with a reason.
func TestRead(t *testing.T) {
	t.Parallel()
	var file []byte
	for _, name := range trained.Files() {
		if !strings.HasSuffix(name, solved.Suffix) {
			continue
		}
		var err error
		if file, err = trained.Read(name); err != nil {
			t.Fatal(err)
		}
		s, err := solved.Read(file)
		if err != nil || s.Shape.String()+solved.Suffix != name || s.NashConv > 0.001 {
			t.Errorf("%s: %v, %+v", name, err, s)
		}
	}
	changed := bytes.Clone(file)
	changed[len(file)/2] ^= 1
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"nothing", nil, "no solution: EOF"},
		{"another file", []byte("{}\nnothing that is packed"), "no solution: gzip"},
		{"cut short", file[:len(file)*2/3], "cut short or damaged: unexpected EOF"},
		{"a byte on the line", changed, "damaged"},
		{"a chance", repacked(t, file, func(_, data []byte) { data[7]++ }, false), "SHA-256"},
		{"fewer chances", repacked(t, file, nil, true), "its decisions don't fill it"},
		{"other rules", repacked(t, file, func(line, _ []byte) { line[bytes.Index(line, []byte(solved.Signature()))] ^= 1 }, false), "for other rules"},
		{"a suit of more cards than there are", repacked(t, file, func(line, _ []byte) {
			line[bytes.Index(line, []byte(`"shape":[`))+9] = '9'
		}, false), "for other rules"},
	} {
		if s, err := solved.Read(c.file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v, want %s", c.name, s, err, c.want)
		}
	}
}

// repacked returns a file with its first line or its chances changed; shorter is without the last chance, and with the right sum.
func repacked(t *testing.T, file []byte, change func(line, data []byte), shorter bool) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	line, data, _ := bytes.Cut(all, []byte("\n"))
	if change != nil {
		change(line, data)
	}
	if shorter {
		sum := fmt.Appendf(nil, "%x", sha256.Sum256(data))
		data = data[:len(data)-1]
		line = bytes.Replace(line, sum, fmt.Appendf(nil, "%x", sha256.Sum256(data)), 1)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = fmt.Fprintf(w, "%s\n%s", line, data) // memory takes all
	_ = w.Close()
	return packed.Bytes()
}

// TestWorths: the worth of an act is the mean over the hands that the other seat can have; it looks at no cards that the seat
// doesn't see; and after an act that the solution makes with no hand there is none.
func TestWorths(t *testing.T) {
	t.Parallel()
	source := chance.Seeded(3)
	deck := rams.Deck{Source: &source}
	known, unknown := 0, 0
	for n := range 400 {
		var r rams.Record
		if err := r.Begin(solved.Rules("hop1"), rams.Start{Pot: 300, Dealer: rams.Seat(n % 2)}); err != nil {
			t.Fatal(err)
		}
		for range r.Turns(&deck) {
			view := r.View(r.Turn())
			p, err := solved.Find(&view)
			if err != nil || (p == nil) != (len(view.Legal) < 2) {
				t.Fatalf("%v: %v, %v", view.Legal, p, err)
			}
			if p != nil && view.Phase == rams.PhasePlay { // quick ones
				if worths := p.Worths(); worths == nil {
					unknown++
				} else {
					known++
					bounded(t, &view, worths)
				}
			}
			r.ApplyUnchecked(view.Legal[source.IntN(len(view.Legal))], nil)
		}
	}
	if known < 100 || unknown < 5 {
		t.Errorf("%d positions have worths, %d have none", known, unknown)
	}
}

// bounded says that a seat wins at most the pot and half of the other's penalty, and loses at most half of its own.
func bounded(t *testing.T, v *rams.View, worths []solved.Worth) {
	t.Helper()
	const dust = 1e-9
	sum, pot := 0.0, float64(v.Pot)*(1+dust)
	for _, w := range worths {
		sum += w.Chance
		if w.Mean > 1.5*pot || w.Mean < -0.5*pot || w.Fails < 0 || w.Fails > 1+dust || v.Tricks[v.Seat] > 0 && w.Fails > 0 {
			t.Errorf("%v: %+v", v, w)
		}
	}
	if sum < 0.999999 || sum > 1.000001 {
		t.Errorf("%v: the chances add up to %v", worths, sum)
	}
}
