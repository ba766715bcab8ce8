package table

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chratze/variant"
)

var freeze = flag.String("freeze", "", "write the logs of a release, such as 0.1, to testdata/frozen")

// TestFrozenLogs replays sessions that earlier releases have written, hand by hand, to
// the same end. testdata/frozen/RELEASE has for each preset the log and what everybody
// knows of it; make freeze RELEASE=0.1 writes them when a release is made, and never
// again: a log that is on somebody's disk doesn't change either. Before the first
// release it freezes some sessions of today and replays those.
func TestFrozenLogs(t *testing.T) {
	t.Parallel()
	const frozen = "testdata/frozen"
	if *freeze != "" {
		freezeRelease(t, filepath.Join(frozen, filepath.Base(*freeze)), variant.Presets())
	}
	releases, err := filepath.Glob(filepath.Join(frozen, "*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(releases) == 0 {
		t.Log("NOTHING IS RELEASED: there are no frozen logs, so sessions of today stand in for them")
		releases = []string{filepath.Join(t.TempDir(), "today")}
		freezeRelease(t, releases[0], variant.Presets()[:6])
	}
	for _, dir := range releases {
		logs, err := filepath.Glob(filepath.Join(dir, "*.log"))
		if err != nil || len(logs) == 0 {
			t.Errorf("%s has no logs: %v", dir, err)
		}
		kinds := map[string]bool{}
		for _, path := range logs {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			log := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
			want, err := os.ReadFile(strings.TrimSuffix(path, ".log") + ".end")
			if err != nil {
				t.Fatal(err)
			}
			got, err := replayed(log)
			if err != nil || got != string(want) {
				t.Errorf("%s ends otherwise than it did: %v\n%s\nwant\n%s", path, err, got, want)
			}
			for _, b := range log {
				r, _ := DecodeRecord(b)
				kinds[string(r.Kind)] = true
				if r.Kind == KindAct {
					kinds["act by "+string(r.By)] = true
				}
			}
		}
		if len(kinds) < 21 { // 17 kinds, 4 of acts
			t.Errorf("%s: the logs have only %d kinds of records", dir, len(kinds))
		}
	}
}

// replayed says how a log goes: of each hand how it began, what the public was told,
// what everybody was told in one number, and how it ended; and then the evening.
func replayed(log [][]byte) (string, error) {
	var out strings.Builder
	for i := 1; i <= len(log); i++ {
		if i < len(log) {
			if r, err := DecodeRecord(log[i]); err != nil || r.Kind != KindHand {
				if err != nil {
					return "", err
				}
				continue
			}
		}
		t, err := Replay(log[:i])
		if err != nil {
			return out.String(), err
		}
		if err := t.Check(); err != nil {
			return out.String(), err
		}
		told := sha256.New()
		for chair := -1; chair < len(t.chairs); chair++ {
			v, dealt := t.View(chair)
			if dealt && chair < 0 {
				fmt.Fprintf(&out, "hand %d: pot %d, dealer %d, muss %v, redeal %d\n", t.hands, v.Start.Pot, v.Start.Dealer, v.Start.Muss, v.Start.Redeal)
			}
			for j := range v.Events {
				line := v.Events[j].AppendTo(nil)
				fmt.Fprintf(told, "%d %s\n", chair, line)
				if chair < 0 {
					fmt.Fprintf(&out, "  %s\n", line)
				}
			}
		}
		names, balances := t.Balances()
		fmt.Fprintf(&out, "  everybody was told %.8x\n%v: host %d, pot %d, accounts", told.Sum(nil), t.stage, t.host, t.session.Ledger.Pot())
		for j, name := range names {
			fmt.Fprintf(&out, " %s %d", name, balances[j])
		}
		fmt.Fprintln(&out)
	}
	return out.String(), nil
}

// freezeRelease writes the sessions of a release.
func freezeRelease(t *testing.T, dir string, presets []string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(dir), 0o755), os.Mkdir(dir, 0o755)); err != nil {
		t.Fatalf("frozen logs are never written anew: %v", err)
	}
	logs := map[string][][]byte{}
	for i, preset := range presets {
		logs[preset] = play(t, preset, uint64(i+1))
		logs["practice-"+preset] = playPractice(t, preset, uint64(i+1), false).log
	}
	for name, log := range logs {
		told, err := replayed(log)
		path := filepath.Join(dir, name)
		err = errors.Join(err, os.WriteFile(path+".log", append(bytes.Join(log, []byte("\n")), '\n'), 0o644), os.WriteFile(path+".end", []byte(told), 0o644))
		if err != nil {
			t.Fatal(err)
		}
	}
}

// play plays an evening in which everything happens that a log can tell.
func play(t *testing.T, preset string, seed uint64) [][]byte {
	t.Helper()
	d := newDriver(t, preset, 4, seed, func(c *Config) {
		c.Pace, c.SixWindow, c.Decision, c.Bank = 4000, 3000, 20_000, 30_000
		c.PayLeavers = seed%2 == 0
	})
	keys := 0
	sit := func() {
		keys++
		if c := d.table.FreeChair(""); c >= 0 {
			d.wish(d.table.Sit(d.now, c, "Beat", "k"+strconv.Itoa(keys)))
			d.take(d.table.Present(d.now, c, true), nil)
		}
	}
	sit()
	d.take(d.table.Start(d.now, 0, d.r))
	for d.table.Stage() != Over && len(d.log) < 2000 {
		host, chair := d.table.host, d.r.IntN(4)
		switch d.r.IntN(60) {
		case 0:
			sit()
		case 1:
			d.take(d.table.Present(d.now, chair, d.r.IntN(2) == 0), nil)
		case 2:
			if chair > 0 && d.table.human(chair) {
				d.wish(d.table.Leave(d.now, chair, chair))
			}
		case 3:
			keys++
			d.wish(d.table.NewKey(d.now, host, chair, "k"+strconv.Itoa(keys)))
			d.take(d.table.Present(d.now, chair, true), nil)
		case 4:
			d.wish(d.table.HandOver(d.now, host, chair))
		case 5:
			d.wish(d.table.Change(d.now, host, KindPause))
		case 6, 7, 8, 9:
			d.wish(d.table.Change(d.now, host, KindResume))
		case 10, 11:
			d.wish(d.table.Six(d.now, chair, [...]string{"swap", "keep"}[d.r.IntN(2)], d.r.IntN(4) == 0))
		case 12:
			d.now += 30_000 // somebody's time is over, or they are away
		}
		switch {
		case d.table.hands == 8 && seed%2 == 0 && !d.table.session.Last:
			d.wish(d.table.Change(d.now, host, KindLast))
		case d.table.hands == 8:
			d.wish(d.table.Change(d.now, host, KindEnd))
		}
		switch {
		case d.table.Stage() == Over:
		case len(d.asks) > 0:
			a := d.asks[0]
			d.asks = d.asks[1:]
			d.now = max(d.now, a.At)
			d.wish(d.table.Act(d.now, a.Chair, a.Question, a.View.Legal[d.r.IntN(len(a.View.Legal))].String(), a.By, d.r))
		case d.r.IntN(4) == 0 || !d.answer():
			d.wish(d.table.Tick(d.now, d.r))
		}
	}
	if d.table.Stage() != Over {
		t.Fatalf("%s: after %d records it is hand %d, and %v", preset, len(d.log), d.table.hands, d.table.Stage())
	}
	return slices.Clone(d.log)
}

// wish takes what was granted; what was refused has not happened.
func (d *driver) wish(ready Ready, err error) {
	d.t.Helper()
	var refused *Refused
	if errors.As(err, &refused) {
		return
	}
	d.take(ready, err)
}
