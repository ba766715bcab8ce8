package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"chratze/card"
	"chratze/history"
	"chratze/internal/cli/playing"
	"chratze/internal/fair"
	"chratze/internal/handfile"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/table/fairtest"
	"chratze/rams"
	"chratze/variant"
)

// provenHand is a hand that an honest server has dealt: its lines with their proofs.
type provenHand struct {
	record *rams.Record
	draws  *fair.Draws
	full   *history.Hand
	views  []*history.Hand // by seat, then the public's; not opened
}

// prove deals and plays a hand at random.
func prove(t *testing.T, v variant.Variant, number int, start rams.Start, cheat func(source rams.Shuffler) rams.Shuffler) *provenHand {
	t.Helper()
	h, err := fairtest.Deal(v, fair.Proof{Number: number, After: number - 1}, start, cheat)
	if err != nil {
		t.Fatal(err)
	}
	line := func(to history.Audience, open bool) *history.Hand {
		l, err := h.Line(to, open)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	p := &provenHand{record: &h.Record, draws: &h.Draws, full: line(history.Full, true)}
	for seat := range rams.Seat(fairtest.Seats) {
		p.views = append(p.views, line(history.SeatView(seat), false))
	}
	p.views = append(p.views, line(history.Public, false))
	return p
}

func setProof(h *history.Hand, p *fair.Proof) { fairtest.SetProof(h, p) }

func proofOf(t *testing.T, h *history.Hand) *fair.Proof {
	t.Helper()
	p, err := fairtest.ProofOf(h)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// check verifies lines.
func verifyLines(t *testing.T, hands ...*history.Hand) handfile.Proofs {
	t.Helper()
	var lines []string
	for _, h := range hands {
		lines = append(lines, h.String()+"\n")
	}
	v := newTestVerifier("en")
	if err := v.Verify(strings.NewReader(strings.Join(lines, ""))); err != nil {
		t.Fatal(err)
	}
	return v.Proofs
}

var catalogue = sync.OnceValue(locale.New)

func newTestVerifier(lang string) *handfile.Verifier {
	return &handfile.Verifier{Say: playing.ProofText(catalogue().For(lang), "")}
}

// TestVerifyHonestHands: whole hands and all views of all games match, reshuffles and
// hops too.
func TestVerifyHonestHands(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			v, err := variant.Parse(preset)
			if err != nil {
				t.Fatal(err)
			}
			var start rams.Start
			const hands = 5
			draws, opened := 0, 0
			var evening []*history.Hand
			for number := 1; number <= hands; number++ {
				p := prove(t, v, number, start, nil)
				start = p.record.Result().Next
				draws = max(draws, len(p.draws.Orders))
				evening = append(append(evening, p.views...), p.full)
				all := verifyLines(t, evening[len(evening)-6:]...)
				if all.Wrong() > 0 || all.Whole != 1 || all.Some != 5 {
					t.Fatalf("hand %d: %+v\n%s", number, all, p.full)
				}
				for _, h := range p.views { // once the secret is opened, everybody's view is checked whole
					proof := proofOf(t, h)
					proof.SittingSecret = fairtest.Secret.Hex()
					setProof(h, proof)
				}
				all = verifyLines(t, p.views...)
				if all.Wrong() > 0 || all.Whole != 5 {
					t.Fatalf("hand %d, opened: %+v", number, all)
				}
				opened += len(proofOf(t, p.views[0]).Open)
			}
			if all := verifyLines(t, evening...); len(all.Faults) > 0 || all.Hands != 6*hands || all.Whole != 6*hands {
				t.Errorf("the evening: %.2000v", all)
			}
			if draws < 2 && v.Rules().Cut != rams.CutPlain || opened < hands*4 {
				t.Errorf("at most %d draws a hand, and %d cards opened", draws, opened)
			}
		})
	}
}

// TestVerifyFindsCheats: servers that cheat, and what is said of them, in all languages.
func TestVerifyFindsCheats(t *testing.T) {
	t.Parallel()
	v, err := variant.Parse("chratze")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		cheat func(rams.Shuffler) rams.Shuffler
		lines func(p, before *provenHand) []*history.Hand
		want  string
		text  string
	}{
		{"honest", nil, nil, "", ""},
		{"reorders", func(s rams.Shuffler) rams.Shuffler { return fairtest.Reversed{Shuffler: s} }, nil, fair.FaultOrder, "put them in another order"},
		{"swaps", func(s rams.Shuffler) rams.Shuffler { return fairtest.Exchanged{Shuffler: s} }, nil, fair.FaultSwap, "exchanged after the shuffle"},
		{"deals again", nil, func(p, _ *provenHand) []*history.Hand {
			proof := proofOf(t, p.full)
			proof.Promise = fair.Promise(2, fair.Secret{8})
			setProof(p.full, proof)
			return []*history.Hand{p.full}
		}, fair.FaultSecret, "deal again until it liked the cards"},
		{"leaves out a deal", nil, func(p, _ *provenHand) []*history.Hand {
			proof := proofOf(t, p.full)
			proof.After = 0
			setProof(p.full, proof)
			return []*history.Hand{p.full}
		}, fair.FaultGap, "Deal 1 is missing"},
		{"drops a nonce", nil, func(p, _ *provenHand) []*history.Hand {
			proof := proofOf(t, p.views[1])
			proof.Nonces = proof.Nonces[:2]
			setProof(p.views[1], proof)
			return []*history.Hand{p.views[1]}
		}, fair.FaultDropped, "chair 3 gave was left out"},
		{"reuses a secret", nil, func(p, before *provenHand) []*history.Hand {
			proof := proofOf(t, p.full)
			proof.Promise = proofOf(t, before.full).Promise
			proof.Secret = ""
			setProof(p.full, proof)
			return []*history.Hand{before.full, p.full}
		}, fair.FaultReused, "secret of deal 1 again"},
		{"changes a commitment late", nil, func(p, _ *provenHand) []*history.Hand {
			proof := proofOf(t, p.views[0])
			proof.Promise = fair.Promise(2, fair.Secret{8})
			setProof(p.views[0], proof)
			return []*history.Hand{p.views[0], p.full}
		}, fair.FaultLate, "changed afterwards"},
		{"skips a draw", func(s rams.Shuffler) rams.Shuffler {
			d := s.(*fair.Draws)
			return &fair.Draws{Number: d.Number, Seed: d.Seed, Orders: make([]fair.Order, 3)}
		}, func(p, _ *provenHand) []*history.Hand {
			honest := fair.Draws{Number: 2, Seed: p.draws.Seed}
			honest.Shuffle(card.Jass36.Cards().Append(nil))
			proof := proofOf(t, p.full)
			proof.Draws, proof.Open = honest.Published(1), nil
			setProof(p.full, proof)
			return []*history.Hand{p.full}
		}, fair.FaultSkipped, "random number 4"},
		{"exchanges a card in play", nil, func(p, _ *provenHand) []*history.Hand {
			h := p.views[0]
			proof := proofOf(t, h)
			told, err := table.PackOf(h)
			if err != nil {
				t.Fatal(err)
			}
			seen, _ := fair.Seen(told.Steps)
			honest := p.draws.Orders[seen[0].Draw-1].Cards
			honest[0], honest[seen[0].At] = honest[seen[0].At], honest[0]
			seen[0].Card = honest[seen[0].At]
			proof.Draws, proof.Open = p.draws.Published(1), p.draws.Open(seen)
			setProof(h, proof)
			return []*history.Hand{h}
		}, fair.FaultSeen, "exchanged while the hand was played"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			before := prove(t, v, 1, rams.Start{}, nil)
			p := prove(t, v, 2, rams.Start{}, tt.cheat)
			hands := []*history.Hand{p.full}
			if tt.lines != nil {
				hands = tt.lines(p, before)
			}
			all := verifyLines(t, hands...)
			if tt.want == "" {
				if all.Wrong() > 0 {
					t.Errorf("an honest hand: %+v", all.Faults)
				}
				return
			}
			all.Faults = slices.DeleteFunc(all.Faults, func(f handfile.Mismatch) bool { return f.Incomplete() }) // the evening isn't whole
			if len(all.Faults) == 0 || all.Faults[0].Code != tt.want || !strings.Contains(all.Faults[0].Text, tt.text) {
				t.Fatalf("%+v, want %s first, and in words %q", all.Faults, tt.want, tt.text)
			}
			for _, lang := range catalogue().Languages() {
				m := all.Faults[0]
				m.Rules = p.full.Variant
				if text := playing.ProofText(catalogue().For(lang), "")(&m); text == "" || strings.ContainsAny(text, "{}") || strings.HasPrefix(text, "verify.") {
					t.Errorf("%s: %q", lang, text)
				}
			}
		})
	}
}

// cheatExit returns the exit code for a kind of cheating. What is only missing ends with its own.
func cheatExit(name string) int {
	gaps := []string{"leaves the hand out", "swaps it with the next", "shows it twice", "leaves its proof out", "calls it practice", "calls it practice, with its number", "calls the table one for practice", "calls it off for no chair", "calls it off for a chair without a number", "names a secret that was never used"}
	if slices.Contains(gaps, name) {
		return exitGaps
	}
	return exitFailed
}

// TestVerifyFindsEveryCheat: 28 kinds of cheating, each at every one of 12 hands, and the exit code of each. What is only missing ends with its own.
func TestVerifyFindsEveryCheat(t *testing.T) {
	t.Parallel()
	const hands = 12
	if n := len(fairtest.Cheats()); n != 28 {
		t.Errorf("%d kinds of cheating, want 28", n)
	}
	e, err := fairtest.NewEvening("chratze", hands)
	if err != nil {
		t.Fatal(err)
	}
	check := func(t *testing.T, lines []string, want int) {
		t.Helper()
		var out bytes.Buffer
		exit := run([]string{"verify", "--json", "-"}, strings.NewReader(fairtest.File(lines)), &out, &out)
		if exit != want || want == exitOK && !strings.Contains(out.String(), fmt.Sprintf(`"whole":%d,`, hands)) {
			t.Errorf("exit %d, want %d: %.1000s", exit, want, &out)
		}
	}
	check(t, e.Lines, exitOK)
	for _, c := range fairtest.Cheats() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			want := cheatExit(c.Name)
			for i := range hands {
				lines, err := c.Do(e, i)
				if err != nil {
					t.Fatal(err)
				}
				check(t, lines, want)
			}
		})
	}
}

// TestVerifyCountsPeople: a number of a bot is none of a person, whether the server says so or the player's own program
// was shown the bot. Lines and the JSON say how many people gave numbers, and that isn't "Nothing is wrong".
func TestVerifyCountsPeople(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		bots  []int // as the server says
		notes []int // of whom the player's program was shown that they are bots
		says  string
		json  string
	}{
		{"three people", []int{3}, nil, "\nThe numbers of at least 3 people went into every hand that was checked.\n", `"people":3,"alone":0,"bots":0,`},
		{"one person, and two bots", []int{0, 2, 3}, nil, "\nThe number of at least 1 person went", `"people":1,"alone":0,"bots":3,`},
		{"bots alone", []int{0, 1, 2, 3}, nil, "\nIn 3 hands no player's number went into the shuffle", `"people":0,"alone":3,"bots":3,`},
		{"bots that the server calls people", []int{3}, []int{0, 2}, "\nIn 3 hands bots gave numbers, too.", `"people":1,"alone":0,"bots":3,`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e, err := fairtest.NewEvening("zwicken", 3)
			if err != nil {
				t.Fatal(err)
			}
			var notes string
			for i, line := range e.Lines {
				h, err := history.Read(line)
				if err != nil {
					t.Fatal(err)
				}
				p := proofOf(t, h)
				p.Bots = tt.bots
				setProof(h, p)
				e.Lines[i] = h.String()
				notes += noteLine(t, &fair.Note{Sitting: p.Sitting, Number: p.Number, Promise: p.Promise, Chair: 1, Nonce: p.Nonces[1].Text, Given: true, Played: true, Bots: tt.notes}) + "\n"
			}
			mine := filepath.Join(t.TempDir(), "mine.jsonl")
			if err := os.WriteFile(mine, []byte(notes), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, flag := range []string{"--lang=en", "--json"} {
				want := tt.says
				if flag == "--json" {
					want = tt.json
				}
				var out bytes.Buffer
				exit := run([]string{"verify", flag, "--mine", mine, "-"}, strings.NewReader(fairtest.File(e.Lines)), &out, &out)
				honest := len(tt.bots) == 1 && tt.notes == nil
				good := strings.Contains(out.String(), "Nothing is wrong.") == honest
				if (exit == exitOK) != honest || exit != exitOK && exit != exitGaps || !strings.Contains(out.String(), want) || flag == "--lang=en" && !good {
					t.Errorf("exit %d, want %q:\n%s", exit, want, &out)
				}
			}
		})
	}
}

// TestVerifyMine: your own numbers show that one wasn't used, that a deal was made up later,
// and that a hand at the end is missing; and the exit codes.
func TestVerifyMine(t *testing.T) {
	t.Parallel()
	const hands, chair = 6, 1
	e, err := fairtest.NewEvening("kratzen", hands)
	if err != nil {
		t.Fatal(err)
	}
	note := func(i int) fair.Note {
		p := &e.Hands[i].Proof
		return fair.Note{Sitting: p.Sitting, Number: p.Number, Promise: p.Promise, Chair: chair, Nonce: p.Nonces[chair].Text, Sent: true, Given: true, Played: true}
	}
	withoutLast := func(t *testing.T) []string { // as a server would that stops before the end
		var lines []string
		for _, line := range e.Lines[:hands-1] {
			h, err := history.Read(line)
			if err != nil {
				t.Fatal(err)
			}
			p := proofOf(t, h)
			p.Last = 0
			setProof(h, p)
			lines = append(lines, h.String())
		}
		return lines
	}
	for _, tt := range []struct {
		name  string
		lines func(t *testing.T) []string
		notes func(i int, n *fair.Note) // changes what was noted
		mine  string                    // instead of notes
		exit  int
		says  string
	}{
		{"all is well", nil, nil, "", exitOK, "Nothing is wrong."},
		{"by chair", nil, nil, "2", exitOK, "Nothing is wrong."},
		{"by a chair that gave none", nil, nil, "4", exitGaps, "The number of chair 4 was not used in this deal."},
		{"no such chair", nil, nil, "9", exitMisuse, "no such chair"},
		{"no such file", nil, nil, "none.jsonl", exitMisuse, "none.jsonl"},
		{"sent, and not used", nil, func(i int, n *fair.Note) {
			if i == 3 {
				n.Nonce, n.Given = fair.Secret{9}.Hex(), false
			}
		}, "", exitGaps, "Line 4: Deal 4: The number of chair 2 was not used in this deal."},
		{"given, and another used", nil, func(i int, n *fair.Note) {
			if i == 3 {
				n.Nonce = fair.Secret{9}.Hex()
			}
		}, "", exitFailed, "Line 4: Deal 4: The number that chair 2 gave was left out of the shuffle."},
		{"another commitment before", nil, func(i int, n *fair.Note) {
			if i == 0 {
				n.Promise = fair.Secret{9}.Hex()
			}
		}, "", exitFailed, "It was changed afterwards."},
		{"never heard of", nil, func(i int, n *fair.Note) {
			if i == 2 {
				n.Number = 77
				n.Played = false
			}
		}, "", exitGaps, "Line 3: Deal 3: Your notes have nothing about this deal."},
		{"the last hand is missing", withoutLast, nil, "", exitGaps, "Deal 6: Your notes say that deal 6 was played, and it is not in this file."},
		{"the last hand is missing, and nobody has noted it", withoutLast, nil, "2", exitOK, "Nothing is wrong."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			lines, notes, mine := e.Lines, "", tt.mine
			if tt.lines != nil {
				lines = tt.lines(t)
			}
			for i := range hands {
				n := note(i)
				if tt.notes != nil {
					tt.notes(i, &n)
				}
				b, err := json.Marshal(n)
				if err != nil {
					t.Fatal(err)
				}
				notes += string(b) + "\n"
			}
			for name, text := range map[string]string{"e.jsonl": fairtest.File(lines), "mine.jsonl": notes} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if mine == "" {
				mine = filepath.Join(dir, "mine.jsonl")
			}
			var out bytes.Buffer
			exit := run([]string{"verify", "--lang", "en", filepath.Join(dir, "e.jsonl"), "--mine", mine}, strings.NewReader(""), &out, &out)
			if exit != tt.exit || !strings.Contains(out.String(), tt.says) {
				t.Errorf("exit %d, want %d and %q:\n%s", exit, tt.exit, tt.says, &out)
			}
		})
	}
}
