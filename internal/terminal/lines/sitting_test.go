package lines

import (
	"bytes"
	"errors"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chratze/rams"
	"chratze/variant"
)

// samplePlan is a sitting with bots that draw chances and bots that don't.
func samplePlan(t *testing.T, preset string, seats int) plan {
	t.Helper()
	v, ok := variant.Lookup(preset)
	if !ok {
		t.Fatal(preset)
	}
	p := plan{Rules: v, Seed: 4711, Me: 1}
	for i := range seats {
		p.Names = append(p.Names, strangers[i])
		p.Bots = append(p.Bots, [...]string{"random", "", "stammtisch-1"}[min(i, 2)])
	}
	return p
}

// choose is a person who always does the same in the same place.
func choose(v *rams.View) rams.Action {
	h := fnv.New32a()
	for i := range v.Events {
		h.Write(v.Events[i].AppendText(nil))
	}
	return v.Legal[int(h.Sum32()>>4)%len(v.Legal)]
}

// keep does what an evening does after each step.
func keepStep(t *testing.T, v *save, s *sitting) {
	t.Helper()
	keep := v.keep
	if s.over() {
		keep = v.settle
	}
	if err := keep(s); err != nil {
		t.Fatal(err)
	}
}

// playOn plays until so many hands are settled. Between every two steps it calls
// interrupt, which may give back another process's view of the same sitting.
func playOn(t *testing.T, v *save, s *sitting, hands int, interrupt func(*save, *sitting) (*save, *sitting)) (*save, *sitting) {
	t.Helper()
	for s.hands < hands {
		if interrupt != nil {
			v, s = interrupt(v, s)
		}
		var err error
		if s.dealt {
			view := s.view()
			err = s.act(choose(&view))
		} else {
			err = s.begin()
		}
		if err != nil {
			t.Fatal(err)
		}
		keepStep(t, v, s)
	}
	return v, s
}

func startSitting(t *testing.T, data string, p plan) (*save, *sitting) {
	t.Helper()
	s, err := newSitting(p)
	if err != nil {
		t.Fatal(err)
	}
	v, err := create(data, s, Look{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.close() })
	return v, s
}

func mustResume(t *testing.T, data string) (*save, *sitting) {
	t.Helper()
	n, err := unfinished(data)
	if err != nil || n != 1 {
		t.Fatalf("sitting %d, %v", n, err)
	}
	v, s, err := resume(data, n)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.close() })
	return v, s
}

func historyOf(t *testing.T, v *save) []byte {
	t.Helper()
	data, err := os.ReadFile(v.path(handsFile))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestComingBackChangesNothing leaves a sitting before every decision, and comes
// back with nothing but what is on the disk.
func TestComingBackChangesNothing(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			const hands = 6
			p := samplePlan(t, preset, 4)
			whole, s := startSitting(t, t.TempDir(), p)
			playOn(t, whole, s, hands, nil)
			want := historyOf(t, whole)

			data := t.TempDir()
			v, s := startSitting(t, data, p)
			v, back := playOn(t, v, s, hands, func(v *save, _ *sitting) (*save, *sitting) {
				v.close()
				return mustResume(t, data)
			})
			if got := historyOf(t, v); !bytes.Equal(got, want) {
				t.Errorf("coming back changed the hands:\n%s\nwant\n%s", got, want)
			}
			if len(back.balances()) == 0 || bytes.Count(want, []byte("\n")) != hands {
				t.Error("nothing was played")
			}
		})
	}
}

// TestKilledWhileSettling ends the process after the line of a hand is written and
// before the sitting says so, and in the middle of the line; and it leaves behind
// what a longer line could have left.
func TestKilledWhileSettling(t *testing.T) {
	t.Parallel()
	const hands = 4
	p := samplePlan(t, "chratze", 4)
	whole, s := startSitting(t, t.TempDir(), p)
	playOn(t, whole, s, hands, nil)
	want := historyOf(t, whole)
	for _, left := range []func([]byte) []byte{
		func(lines []byte) []byte { return lines },
		func(lines []byte) []byte { return lines[:len(lines)-30] },
		func(lines []byte) []byte { return append(lines, bytes.Repeat([]byte("x"), 9999)...) },
	} {
		data := t.TempDir()
		var before []byte
		killed := map[int]bool{} // by hands settled
		v, s := startSitting(t, data, p)
		v, _ = playOn(t, v, s, hands, func(v *save, s *sitting) (*save, *sitting) {
			path := v.path(sittingFile)
			if n := s.hands; n > 0 && !killed[n] { // the process ends before sitting.json is replaced
				killed[n] = true
				v.close()
				if err := os.WriteFile(path, before, 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(v.path(handsFile), left(historyOf(t, v)), 0o600); err != nil {
					t.Fatal(err)
				}
				if v, s = mustResume(t, data); s.hands != n-1 {
					t.Fatalf("%d hands after hand %d was torn", s.hands, n)
				}
			}
			var err error
			if before, err = os.ReadFile(path); err != nil {
				t.Fatal(err)
			}
			return v, s
		})
		if got := historyOf(t, v); !bytes.Equal(got, want) || len(killed) == 0 {
			t.Errorf("killed after %v: the hands are\n%s\nwant\n%s", killed, got, want)
		}
	}
}

func TestLocked(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	v, _ := startSitting(t, data, samplePlan(t, "chratze", 3))
	if _, _, err := resume(data, 1); !errors.Is(err, errLocked) {
		t.Errorf("a sitting that is played is taken up: %v", err)
	}
	v.close()
	v, _, err := resume(data, 1)
	if err != nil {
		t.Fatal(err)
	}
	v.close()
	if _, _, err := resume(data, 2); !errors.Is(err, errNoSitting) {
		t.Errorf("a sitting that isn't there: %v", err)
	}
}

// TestDamage: what can't be right is refused with the file, and nothing is
// changed.
func TestDamage(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	v, s := startSitting(t, data, samplePlan(t, "kratzen", 4))
	v, s = playOn(t, v, s, 3, nil)
	if err := s.begin(); err != nil {
		t.Fatal(err)
	}
	keepStep(t, v, s)
	v.close()
	for _, c := range []struct {
		name, file string
		change     func([]byte) []byte
		want       string
	}{
		{"empty", sittingFile, func([]byte) []byte { return nil }, "EOF"},
		{"torn", sittingFile, func(b []byte) []byte { return b[:len(b)/2] }, "unexpected EOF"},
		{"binary", sittingFile, func([]byte) []byte { return []byte{0, 1, 2, 255} }, "invalid character"},
		{"another format", sittingFile, replace("sitting/1", "sitting/2"), "chratze-sitting/1"},
		{"another rule", sittingFile, replace("kratzen", "krotzen"), "krotzen"},
		{"an unknown key", sittingFile, replace(`"me":`, `"you":`), "you"},
		{"seats", sittingFile, replace(`"me":1`, `"me":7`), "seat 7"},
		{"negative seat", sittingFile, replace(`"me":1`, `"me":-1`), "seat -1"},
		{"two of a name", sittingFile, replace("Beat", "Anna"), "Anna"},
		{"an act", sittingFile, replace(`"acts":[`, `"acts":["fly",`), "act 1"},
		{"more acts", sittingFile, replace(`"acts":[`, `"acts":["weiter","weiter","weiter","weiter",`), "act"},
		{"fewer hands", sittingFile, replace(`"hands":3`, `"hands":2`), "2 were settled"},
		{"bytes", sittingFile, replace(`"bytes":`, `"bytes":9`), "were written"},
		{"negative bytes", sittingFile, replace(`"bytes":`, `"bytes":-`), "were written"},
		{"too long", sittingFile, func(b []byte) []byte { return append(bytes.Repeat([]byte(" "), maxSitting), b...) }, "longer"},
		{"hands torn", handsFile, func(b []byte) []byte { return b[:len(b)-1] }, "were written"},
		{"hands gone", handsFile, func([]byte) []byte { return nil }, "0 bytes"},
		{"another payment", handsFile, replace(`"penalty":[`, `"penalty":[1`), "line 1"},
		{"hands exchanged", handsFile, func(b []byte) []byte {
			lines := bytes.SplitAfter(b, []byte("\n"))
			return bytes.Join([][]byte{lines[1], lines[0], lines[2]}, nil)
		}, "not the hand"},
	} {
		path := v.path(c.file)
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bad := c.change(bytes.Clone(good))
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err = resume(data, 1)
		var d *damage
		if !errors.As(err, &d) || !strings.HasPrefix(d.Path, v.dir) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if now, _ := os.ReadFile(path); !bytes.Equal(now, bad) {
			t.Errorf("%s: the file was changed", c.name)
		}
		if err := os.WriteFile(path, good, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	back, s, err := resume(data, 1)
	if err != nil || s.hands != 3 || !s.dealt {
		t.Fatalf("the good files: %d hands, %v", s.hands, err)
	}
	back.close()
}

func replace(old, new string) func([]byte) []byte {
	return func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(new), 1) }
}

// TestEveningsEnd: the pot is shared out and the accounts sum to zero.
func TestEveningsEnd(t *testing.T) {
	t.Parallel()
	v, s := startSitting(t, t.TempDir(), samplePlan(t, "chratze", 5))
	_, s = playOn(t, v, s, 7, nil)
	before := s.ledger.Pot()
	shares, err := s.end()
	if err != nil {
		t.Fatal(err)
	}
	sum := before
	for _, n := range shares {
		sum -= n
	}
	for _, n := range s.balances() {
		sum += n
	}
	if sum != 0 || s.ledger.Pot() != 0 {
		t.Errorf("pot %d, shares %v, balances %v", before, shares, s.balances())
	}
}

// TestKilledBeforeTheFirstSave: an empty directory is no sitting, and no hindrance.
func TestKilledBeforeTheFirstSave(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if err := os.MkdirAll(filepath.Join(data, "sittings", "1"), 0o700); err != nil {
		t.Fatal(err)
	}
	if n, err := unfinished(data); n != 0 || err != nil {
		t.Errorf("unfinished is %d, %v", n, err)
	}
	if _, _, err := resume(data, 1); !errors.Is(err, errNoSitting) {
		t.Errorf("an empty directory: %v", err)
	}
	v, _ := startSitting(t, data, samplePlan(t, "chratze", 3))
	if v.number() != "2" {
		t.Errorf("the new sitting is %s", v.number())
	}
}

// TestKilledWhileSaving leaves the half of a new sitting.json, which goes away.
func TestKilledWhileSaving(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	v, _ := startSitting(t, data, samplePlan(t, "chratze", 3))
	v.close()
	half := v.path("." + sittingFile + ".123")
	if err := os.WriteFile(half, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	mustResume(t, data)
	if _, err := os.Stat(half); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the half is still there: %v", err)
	}
}
