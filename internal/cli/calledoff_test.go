package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chratze/history"
	"chratze/internal/fair"
	"chratze/internal/table/fairtest"
)

// TestVerifyCalledOff: a server that calls deals off until it likes one, or that leaves out what could be
// checked, never hears that nothing is wrong, with the exit code and what is said.
func TestVerifyCalledOff(t *testing.T) {
	t.Parallel()
	e, err := fairtest.NewEvening("chratze", 14)
	if err != nil {
		t.Fatal(err)
	}
	// off changes the file to that of a server that has called the deals from first to last off because of chairs.
	off := func(first, last int, chairs ...int) func(int, *history.Hand, *fair.Proof) bool {
		return func(number int, h *history.Hand, p *fair.Proof) bool {
			if number == last+1 {
				line, err := e.CallOff(last, first-1, chairs...)
				if err != nil {
					t.Fatal(err)
				}
				again, err := history.Read(line)
				if err != nil {
					t.Fatal(err)
				}
				*h, *p = *again, *proofOf(t, again)
			}
			return number < first || number > last
		}
	}
	all := func(change func(p *fair.Proof)) func(int, *history.Hand, *fair.Proof) bool {
		return func(_ int, _ *history.Hand, p *fair.Proof) bool { change(p); return true }
	}
	given := func(number int) *fair.Note {
		p := &e.Hands[number-1].Proof
		return &fair.Note{Sitting: p.Sitting, Number: number, Promise: p.Promise, Chair: 1, Nonce: p.Nonces[1].Text, Sent: true, Given: true}
	}
	proof4 := &e.Hands[3].Proof
	for _, tt := range []struct {
		name string
		do   func(number int, h *history.Hand, p *fair.Proof) bool // changes a line and its proof; false leaves the line out
		note *fair.Note
		exit int
		says string
	}{
		{"nothing", all(func(*fair.Proof) {}), nil, exitOK, "Nothing is wrong."},
		{"one, of a chair that was away", off(4, 4, 1), nil, exitGaps, "But 1 deal was called off"},
		{"one, in the file only", func(number int, _ *history.Hand, p *fair.Proof) bool {
			if number == 5 {
				p.After, p.Void = 3, []fair.Void{{Number: 4, Chairs: []int{1}, Promises: e.Hands[3].Proof.Promises}}
			}
			return number != 4
		}, nil, exitFailed, "didn't lie in the order"},
		{"two in a row", off(4, 5, 1), nil, exitGaps, "But 2 deals were called off"},
		{"one whose number had been sent", off(4, 4, 1), given(4), exitGaps, "although your notes say"},
		{"of no chair", off(4, 4), nil, exitGaps, "without a reason that counts"},
		{"of a chair without a commitment", off(4, 4, 3), nil, exitGaps, "without a reason that counts"},
		{"of a chair that doesn't exist", off(4, 4, 9), nil, exitGaps, "without a reason that counts"},
		{"of a chair named twice", off(4, 4, 1, 1), nil, exitGaps, "without a reason that counts"},
		{"eight in a row", off(3, 10, 1), nil, exitGaps, "more than three in a row"},
		{"four of one chair", func(number int, h *history.Hand, p *fair.Proof) bool {
			for _, n := range []int{2, 4, 6, 8} {
				if number == n || number == n+1 {
					return off(n, n, 0)(number, h, p)
				}
			}
			return true
		}, nil, exitGaps, "because of one chair"},
		{"for a new secret each time", func(number int, h *history.Hand, p *fair.Proof) bool {
			n := number / 2
			stays := number == 1 || off(2*n, 2*n)(number, h, p)
			p.SittingSecret, p.Secret, p.Last, p.Sitting = "", "", 0, fair.SittingPromise(fair.Secret{byte(n)})
			if n > 0 {
				p.Former = fair.SittingPromise(fair.Secret{byte(n - 1)})
			}
			return stays
		}, nil, exitGaps, "for new secrets"},
		{"two for one new secret", func(number int, h *history.Hand, p *fair.Proof) bool {
			stays := off(4, 5)(number, h, p)
			p.SittingSecret, p.Secret, p.Last = "", "", 0
			if number >= 4 {
				p.Sitting, p.Former = fair.SittingPromise(fair.Secret{7}), p.Sitting
			}
			return stays
		}, nil, exitGaps, "without a reason that counts"},
		{"none, but another number in the list", all(func(*fair.Proof) {}), &fair.Note{
			Sitting: proof4.Sitting, Number: 4, Promise: proof4.Promise, Chair: 0, Nonce: proof4.Nonces[0].Text, Listed: fair.Listed(4, proof4.Promises[:1]),
		}, exitFailed, "something else about this deal"},
		{"none, but begun anew", all(func(*fair.Proof) {}), &fair.Note{
			Sitting: proof4.Sitting, Number: 4, Promise: proof4.Promise, Chair: 0, Nonce: proof4.Nonces[0].Text, Anew: 1,
		}, exitGaps, "called off or begun anew"},
		{"a former secret that never was", all(func(p *fair.Proof) { p.Former = fair.SittingPromise(fair.Secret{7}) }), nil, exitGaps, "isn't one that it had"},
		{"a former secret from some hand on", func(number int, _ *history.Hand, p *fair.Proof) bool {
			if number > 5 {
				p.Former = fair.SittingPromise(fair.Secret{7})
			}
			return true
		}, nil, exitGaps, "isn't one that it had"},
		{"no secret at the end", all(func(p *fair.Proof) { p.SittingSecret, p.Secret = "", "" }), nil, exitGaps, "the server keeps it closed"},
		{"no secret, no envelopes", all(func(p *fair.Proof) { p.SittingSecret, p.Secret, p.Open = "", "", nil }), nil, exitFailed, "the server doesn't open it"},
		{"no secret yet", all(func(p *fair.Proof) { p.SittingSecret, p.Secret, p.Last = "", "", 0 }), nil, exitOK, "The order of all cards can be checked once"},
		{"no envelopes", all(func(p *fair.Proof) { p.Open = nil }), nil, exitGaps, "Not one card"},
		{"all for practice", all(func(p *fair.Proof) { p.Practice = true }), nil, exitOK, "this table is for practice"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var lines []string
			for i, line := range e.Lines {
				h, err := history.Read(line)
				if err != nil {
					t.Fatal(err)
				}
				p := proofOf(t, h)
				if !tt.do(i+1, h, p) {
					continue
				}
				setProof(h, p)
				lines = append(lines, h.String())
			}
			file := filepath.Join(t.TempDir(), "e.jsonl")
			args := []string{"verify", "--lang", "en", file}
			if tt.note != nil {
				var notes []string
				for _, line := range lines {
					h, err := history.Read(line)
					if err != nil {
						t.Fatal(err)
					}
					if n := given(proofOf(t, h).Number); n.Number != tt.note.Number {
						n.Played = true
						notes = append(notes, noteLine(t, n))
					}
				}
				args = append(args, "--mine", file+".mine")
				if err := os.WriteFile(file+".mine", []byte(strings.Join(append(notes, noteLine(t, tt.note)), "\n")), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(file, []byte(fairtest.File(lines)), 0o600); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			exit := run(args, strings.NewReader(""), &out, &out)
			if good := strings.Contains(out.String(), "Nothing is wrong."); exit != tt.exit || !strings.Contains(out.String(), tt.says) || good != strings.Contains(tt.says, "Nothing") {
				t.Errorf("exit %d, want %d and %q:\n%s", exit, tt.exit, tt.says, &out)
			}
		})
	}
}

func noteLine(t *testing.T, n *fair.Note) string {
	t.Helper()
	b, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
