package local

import (
	"bytes"
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chratze/internal/table"
	"chratze/rams"
	"chratze/variant"
)

// samplePlan is a session with bots that draw chances and bots that don't.
func samplePlan(t *testing.T, preset string, seats int) Plan {
	t.Helper()
	v, ok := variant.Lookup(preset)
	if !ok {
		t.Fatal(preset)
	}
	p := Plan{Rules: v, Seed: 4711, Me: 1}
	for i := range seats {
		p.Names = append(p.Names, [...]string{"Anna", "Beat", "Dora", "Emil", "Ida", "Otti", "Sepp", "Ueli", "Walti"}[i])
		p.Bots = append(p.Bots, [...]string{"random", "", "stammtisch-1"}[min(i, 2)])
	}
	return p
}

// choose is a person who always does the same in the same place.
func choose(v *rams.View) rams.Action {
	h := fnv.New32a()
	for i := range v.Events {
		h.Write(v.Events[i].AppendTo(nil))
	}
	return v.Legal[int(h.Sum32()>>4)%len(v.Legal)]
}

func begin(s *Session) error { return s.Do(table.Command{Do: table.DoNext}) }

func act(s *Session, a rams.Action) error {
	return s.Do(table.Command{Do: table.DoAct, Question: s.News().Question.Number, Action: a})
}

// playOn plays until n hands are settled. Between every two steps it calls interrupt, which may
// give back another process's session.
func playOn(t *testing.T, s *Session, hands int, interrupt func(*Session) *Session) *Session {
	t.Helper()
	for len(s.hands) < hands {
		if interrupt != nil {
			s = interrupt(s)
		}
		var err error
		if s.Info().Stage == table.Playing {
			view := s.View()
			err = act(s, choose(&view))
		} else if len(s.hands) < hands {
			err = begin(s)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func create(t *testing.T, data string, p Plan) *Session {
	t.Helper()
	s, err := Create(data, p, Look{Lang: "en"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func resume(t *testing.T, data string) *Session {
	t.Helper()
	n, err := Unfinished(data)
	if err != nil || n != 1 {
		t.Fatalf("session %d, %v", n, err)
	}
	s, err := Resume(data, n)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestComingBackChangesNothing leaves a session before every decision, and comes
// back with nothing but what is on the disk.
func TestComingBackChangesNothing(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			const hands = 8
			v, _ := variant.Lookup(preset)
			_, most := v.Seats() // so that cards run out, and discards are shuffled in the middle of a hand
			p := samplePlan(t, preset, most)
			want := read(t, playOn(t, create(t, t.TempDir(), p), hands, nil).HandsPath())
			data := t.TempDir()
			s := playOn(t, create(t, data, p), hands, func(s *Session) *Session {
				_ = s.Close()
				return resume(t, data)
			})
			if got := read(t, s.HandsPath()); !bytes.Equal(got, want) || bytes.Count(want, []byte("\n")) != hands {
				t.Errorf("coming back changed the hands:\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestKilledWhileWriting ends the process somewhere in what a step writes: in the middle of a record,
// or between the two files. What was there before the step still is.
func TestKilledWhileWriting(t *testing.T) {
	t.Parallel()
	const hands = 5
	rng := rand.New(rand.NewPCG(7, 7))
	p := samplePlan(t, "chratze", 4)
	want := read(t, playOn(t, create(t, t.TempDir(), p), hands, nil).HandsPath())
	data := t.TempDir()
	var records, lines []byte // before the last step
	kills := 0
	s := playOn(t, create(t, data, p), hands, func(s *Session) *Session {
		all := read(t, s.path(recordsFile))
		if records != nil && rng.IntN(2) == 0 {
			kills++
			_ = s.Close()
			if cut := len(records) + rng.IntN(len(all)-len(records)); rng.IntN(2) == 0 {
				write(t, s.path(recordsFile), all[:cut])
			}
			write(t, s.HandsPath(), lines)
			s = resume(t, data)
		}
		records, lines = read(t, s.path(recordsFile)), nil
		if len(s.hands) > 0 {
			lines = read(t, s.HandsPath())
		}
		return s
	})
	if got := read(t, s.HandsPath()); !bytes.Equal(got, want) || kills < 5 {
		t.Errorf("killed %d times: the hands are\n%s\nwant\n%s", kills, got, want)
	}
}

// TestKilledAfterTheLastHand: the process ends after the last hand is in the records and before
// its line is among the settled hands. The session counts as unfinished until the line is there.
func TestKilledAfterTheLastHand(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s, err := Create(data, samplePlan(t, "chratze", 3), Look{Lang: "en"}, 2)
	if err != nil {
		t.Fatal(err)
	}
	s = playOn(t, s, 2, nil)
	if s.Info().Stage != table.Over || !s.Over {
		t.Fatalf("after the last hand the table is %v", s.Info().Stage)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	hands := read(t, s.HandsPath())
	last := func(b []byte) int { return bytes.LastIndexByte(b[:len(b)-1], '\n') + 1 }
	write(t, s.HandsPath(), hands[:last(hands)])
	settings := read(t, s.path(settingsFile))
	write(t, s.path(settingsFile), bytes.Replace(settings, []byte(`,"over":true`), nil, 1))

	s = resume(t, data)
	if got := read(t, s.HandsPath()); !bytes.Equal(got, hands) {
		t.Errorf("the settled hands are\n%s\nwant\n%s", got, hands)
	}
	if got := read(t, s.path(settingsFile)); !bytes.Equal(got, settings) || !s.Over {
		t.Errorf("the settings are %s", got)
	}
}

func TestLocked(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := create(t, data, samplePlan(t, "chratze", 3))
	if _, err := Resume(data, 1); !errors.Is(err, ErrLocked) {
		t.Errorf("a session that is played is resumed: %v", err)
	}
	_ = s.Close()
	_ = resume(t, data).Close()
	if _, err := Resume(data, 2); !errors.Is(err, ErrNone) {
		t.Errorf("a session that isn't there: %v", err)
	}
}

// TestDamage: what can't be right is refused with the file, and nothing is changed.
func TestDamage(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := playOn(t, create(t, data, samplePlan(t, "kratzen", 4)), 3, nil)
	if err := begin(s); err != nil {
		t.Fatal(err)
	}
	_ = s.Close()
	for _, c := range []struct {
		name, file string
		change     func([]byte) []byte
		want       string
	}{
		{"no settings", settingsFile, func([]byte) []byte { return nil }, "EOF"},
		{"no records", recordsFile, func([]byte) []byte { return nil }, "empty"},
		{"binary", recordsFile, func([]byte) []byte { return []byte{0, 1, 2, 255, '\n'} }, "record 0"},
		{"another format", settingsFile, replace("sitting/3", "sitting/4"), "chratze-sitting/3"},
		{"another rule", recordsFile, replace("kratzen", "krotzen"), "krotzen"},
		{"an unknown key", settingsFile, replace(`"look":`, `"book":`), "book"},
		{"another seed", settingsFile, replace("4711", "4712"), "seed"},
		{"an act", recordsFile, replace(`"act":"`, `"act":"fly `), "log"},
		{"a record gone", recordsFile, func(b []byte) []byte {
			at := bytes.Index(b, []byte(`{"k":"act"`))
			return append(b[:at:at], b[at+1+bytes.IndexByte(b[at:], '\n'):]...)
		}, "log"},
		{"hands gone", handsFile, func([]byte) []byte { return nil }, "0 hands, want the 3 that were settled"},
		{"too many hands", handsFile, func(b []byte) []byte { return append(b, b...) }, "6 hands"},
	} {
		path := s.path(c.file)
		good := read(t, path)
		bad := c.change(bytes.Clone(good))
		write(t, path, bad)
		_, err := Resume(data, 1)
		var d *Damage
		if !errors.As(err, &d) || !strings.HasPrefix(d.Path, s.Dir()) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if now := read(t, path); !bytes.Equal(now, bad) {
			t.Errorf("%s: the file was changed", c.name)
		}
		write(t, path, good)
	}
	if s = resume(t, data); len(s.hands) != 3 || s.Info().Stage != table.Playing {
		t.Fatalf("the good files: %d hands, %v", len(s.hands), s.Info().Stage)
	}
}

func replace(old, new string) func([]byte) []byte {
	return func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(new), 1) }
}

// TestEveningsEnd: the pot is shared out, the accounts sum to zero, and nobody waits for it any more.
func TestEveningsEnd(t *testing.T) {
	t.Parallel()
	for _, last := range []int{0, 7} {
		data := t.TempDir()
		s, err := Create(data, samplePlan(t, "chratze", 5), Look{}, last)
		if err != nil {
			t.Fatal(err)
		}
		before := playOn(t, s, 7, nil).Info().Pot
		if over := s.Info().Stage == table.Over; over != (last == 7) {
			t.Errorf("after hand 7 of %d it is over: %v", last, over)
		}
		if err := s.Do(table.Command{Do: table.DoEnd}); (err != nil) != (last == 7) {
			t.Fatal(err)
		}
		_, balances := s.Info().Accounts()
		var sum, shared int64
		for i, c := range s.Info().Chairs {
			course := s.News().Past.Course[c.Person]
			sum, shared = sum+int64(balances[i]), shared+int64(balances[i]-course[len(course)-1])
		}
		if sum != 0 || s.Info().Pot != 0 || shared == 0 || last == 0 && shared != int64(before) {
			t.Errorf("pot %d, shares %v, balances %v", before, shared, balances)
		}
		_ = s.Close()
		if n, err := Unfinished(data); n != 0 || err != nil {
			t.Errorf("unfinished is %d, %v", n, err)
		}
		if s, err = Resume(data, 1); err != nil || s.Info().Stage != table.Over {
			t.Fatalf("a session that is over: %v", err)
		}
		_ = s.Close()
	}
}

// TestKilledBeforeTheFirstSave: a directory without settings is no session, and no hindrance; nor is one of an
// earlier version.
func TestKilledBeforeTheFirstSave(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	for n, file := range map[string]string{"1": recordsFile, "2": "sitting.json"} {
		if err := os.MkdirAll(filepath.Join(data, "sittings", n), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(data, "sittings", n, file), []byte("{}\n"))
	}
	if n, err := Unfinished(data); n != 0 || err != nil {
		t.Errorf("unfinished is %d, %v", n, err)
	}
	for n := 1; n <= 3; n++ {
		if _, err := Resume(data, n); !errors.Is(err, ErrNone) {
			t.Errorf("session %d: %v", n, err)
		}
	}
	if s := create(t, data, samplePlan(t, "chratze", 3)); s.Number() != "3" {
		t.Errorf("the new session is %s", s.Number())
	}
}

// TestMoreHands: who comes back may say how many hands are still to come, in another language.
func TestMoreHands(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	_ = playOn(t, create(t, data, samplePlan(t, "chratze", 4)), 2, nil).Close()
	s := resume(t, data)
	if err := s.Show(Look{Lang: "ja"}, 2); err != nil {
		t.Fatal(err)
	}
	_ = s.Close()
	if s = resume(t, data); s.Look.Lang != "ja" {
		t.Errorf("the look is %+v", s.Look)
	}
	if s = playOn(t, s, 4, nil); s.Info().Stage != table.Over {
		t.Errorf("after the last hand the table is %v", s.Info().Stage)
	}
}

// TestTakenBackIsAsIfItHadNotBeen: decisions are taken back and made again, hands are played again from their deal, and
// the process ends in between. What is settled is what would have been settled without all that.
func TestTakenBackIsAsIfItHadNotBeen(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			v, _ := variant.Lookup(preset)
			_, most := v.Seats() // so that discards are shuffled in the middle of a hand
			plan := samplePlan(t, preset, most)
			straight := playOn(t, create(t, t.TempDir(), plan), 6, nil)
			data := t.TempDir()
			rng := rand.New(rand.NewPCG(5, 6))
			backs, agains := 0, 0
			s := playOn(t, create(t, data, plan), 6, func(s *Session) *Session {
				p := s.Info().Practice
				undo := table.DoBack
				switch n := rng.IntN(8); {
				case n < 3 && p.Back:
					backs++
				case n == 3 && p.Again && agains < 5:
					agains++
					undo = table.DoAgain
				case n == 4:
					if err := s.Close(); err != nil {
						t.Fatal(err)
					}
					return resume(t, data)
				default:
					return s
				}
				hands, events := s.Hands(), len(s.View().Events)
				if err := s.Do(table.Command{Do: undo}); err != nil {
					t.Fatal(err)
				}
				if s.Info().Stage != table.Playing || s.Hands() != hands || len(s.View().Events) >= events && s.Info().Practice.Back {
					t.Fatalf("%d hands, %d events, then %d and %d", hands, events, s.Hands(), len(s.View().Events))
				}
				return s
			})
			if backs < 5 || agains < 1 {
				t.Fatalf("%d times taken back, %d times again", backs, agains)
			}
			if got, want := read(t, s.HandsPath()), read(t, straight.HandsPath()); !bytes.Equal(got, want) {
				t.Errorf("settled\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestEvenings: the unfinished evenings are listed, the newest first, up to a limit, with their last state; one that
// can't be read is among them.
func TestEvenings(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if list, err := Evenings(data, 9); err != nil || len(list) != 0 {
		t.Errorf("of nothing: %v, %v", list, err)
	}
	var last *Session
	for i, hands := range []int{2, 0, 3, 1, 4} {
		s := playOn(t, create(t, data, samplePlan(t, "chratze", 4)), hands, nil)
		if i == 2 {
			if err := s.Do(table.Command{Do: table.DoEnd}); err != nil {
				t.Fatal(err)
			}
		}
		last = s
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(data, "sittings", "4", recordsFile), []byte("nonsense\n"))
	list, err := Evenings(data, 3)
	if err != nil || len(list) != 3 || list[0].Number != 5 || list[1].Number != 4 || list[2].Number != 2 {
		t.Fatalf("%+v, %v: want 5, 4 and 2", list, err)
	}
	e := list[0]
	if balance := last.Info().Chairs[last.me].Balance; e.Hands != 4 || e.Balance != balance || strings.Join(e.Others, " ") != "Anna Dora Emil" || e.Err != nil || e.Rules.Preset() != "chratze" {
		t.Errorf("%+v: want 4 hands, %v", e, balance)
	}
	if list[1].Err == nil {
		t.Error("nonsense can be read")
	}
}

// TestChosenDealer: the seat that was named deals the first hand, and what comes then follows from the seed as ever.
func TestChosenDealer(t *testing.T) {
	t.Parallel()
	for dealer := 1; dealer <= 4; dealer++ {
		p := samplePlan(t, "kratzen", 4)
		p.Dealer = dealer
		var hands [2]string
		for i := range hands {
			s, err := Create(t.TempDir(), p, Look{Lang: "en"}, 0)
			if err != nil {
				t.Fatal(err)
			}
			if err := begin(s); err != nil {
				t.Fatal(err)
			}
			if view := s.View(); int(view.Start.Dealer) != dealer-1 {
				t.Errorf("seat %d was to deal, and %d does", dealer-1, view.Start.Dealer)
			}
			playOn(t, s, 3, nil)
			text, err := os.ReadFile(s.HandsPath())
			if err != nil {
				t.Fatal(err)
			}
			hands[i] = string(text)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if hands[0] != hands[1] {
			t.Error("the same seed and dealer give other hands")
		}
	}
}
