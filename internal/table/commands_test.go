package table

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chratze/internal/fair"
	"chratze/rams"
)

// The commands, as calls: tests read better so.

func (t *Table) Sit(now Millis, c int, name, key string) (Ready, error) {
	return t.Step(now, Command{Do: DoSit, From: -1, Chair: c, Name: name, Key: key}, nil)
}

func (t *Table) NewKey(now Millis, host, c int, key string) (Ready, error) {
	return t.Step(now, Command{Do: DoKey, From: host, Chair: c, Key: key}, nil)
}

func (t *Table) Leave(now Millis, by, c int) (Ready, error) {
	return t.Step(now, Command{Do: DoLeave, From: by, Chair: c}, nil)
}

func (t *Table) SitBot(now Millis, host, c int, bot string) (Ready, error) {
	return t.Step(now, Command{Do: DoBot, From: host, Chair: c, Bot: bot}, nil)
}

func (t *Table) HandOver(now Millis, host, c int) (Ready, error) {
	return t.Step(now, Command{Do: DoHost, From: host, Chair: c}, nil)
}

func (t *Table) Start(now Millis, host int, source rams.Shuffler) (Ready, error) {
	return t.Step(now, Command{Do: DoStart, From: host}, source)
}

func (t *Table) Next(now Millis, c int, source rams.Shuffler) (Ready, error) {
	return t.Step(now, Command{Do: DoNext, From: c}, source)
}

func (t *Table) Change(now Millis, host int, k Kind) (Ready, error) {
	return t.Step(now, Command{Do: word(k), From: host}, nil)
}

func (t *Table) Practise(now Millis, c int, k Kind, source rams.Shuffler) (Ready, error) {
	return t.Step(now, Command{Do: word(k), From: c}, source)
}

func (t *Table) Agree(now Millis, c int, k Kind) (Ready, error) {
	return t.Step(now, Command{Do: word(k), From: c}, nil)
}

func (t *Table) Act(now Millis, c int, question uint64, act string, by By, source rams.Shuffler) (Ready, error) {
	return t.Step(now, Command{Do: DoAct, From: c, By: by, Question: question, Action: said(act)}, source)
}

func (t *Table) Six(now Millis, c int, act string, always bool) (Ready, error) {
	return t.Step(now, Command{Do: DoSix, From: c, Action: said(act), Always: always}, nil)
}

func (t *Table) Offer(now Millis, c, deal int, hash string, source rams.Shuffler) (Ready, error) {
	return t.Step(now, Command{Do: DoPromise, From: c, Question: uint64(deal), Text: hash}, source)
}

func (t *Table) Reveal(now Millis, c, deal int, nonce string, source rams.Shuffler) (Ready, error) {
	return t.Step(now, Command{Do: DoNonce, From: c, Question: uint64(deal), Text: nonce}, source)
}

func (t *Table) Renew(now Millis, secret fair.Secret) (Ready, error) {
	return t.Step(now, Command{Do: DoRenew, From: -1, Secret: secret}, nil)
}

// word reads a word of the protocol.
func word(k Kind) (d Do) {
	_ = d.UnmarshalText([]byte(k)) // never fails
	return d
}

// said reads an act; what is none gives the zero Action.
func said(act string) rams.Action {
	a, err := rams.ParseAction(act, 0)
	if err != nil {
		return rams.Action{}
	}
	return a
}

// TestWordsOfCommands: every command of people has a word that reads back, and no word that a
// client can send is a command of the server's own.
func TestWordsOfCommands(t *testing.T) {
	t.Parallel()
	for d := DoAct; d < dos; d++ {
		text, err := d.MarshalText()
		if err != nil || len(text) == 0 {
			t.Errorf("%d is %q: %v", d, text, err)
		}
		want := d
		if d >= DoSit {
			want = DoUnknown
		}
		if got := word(Kind(text)); got != want {
			t.Errorf("%s is read as %v", text, got)
		}
	}
	if got := word(""); got != DoUnknown {
		t.Errorf("nothing is read as %v", got)
	}
	d := newDriver(t, "chratze", 4, 1, nil)
	for _, do := range []Do{DoUnknown, DoProof, DoHint, DoChat, DoWatch, DoPing, dos} {
		var refused *Refused
		if _, err := d.table.Step(d.now, Command{Do: do}, d.r); !errors.As(err, &refused) || refused.Code != RefusedKind {
			t.Errorf("%v gives %v", do, err)
		}
	}
}

// TestNothingTwice: a command that would change nothing makes no record, and nobody leaves twice.
func TestNothingTwice(t *testing.T) {
	t.Parallel()
	d := newDriver(t, "chratze", 3, 1, func(c *Config) { c.Practice, c.SixWindow = true, 3000 })
	d.take(d.table.Start(d.now, 0, d.r))
	for steps := 0; d.table.sixSaid(0) == SixNot; steps++ {
		if steps > 1000 {
			t.Fatal("nobody can say anything about the trump six")
		}
		switch {
		case d.table.stage == Between:
			d.take(d.table.Next(d.now, 0, d.r))
		case !d.answer():
			d.take(d.table.Tick(d.now, d.r))
		}
	}
	for _, c := range []Command{
		{Do: DoShow}, {Do: DoHide}, {Do: DoAgree}, {Do: DoDisagree},
		{Do: DoSix, Action: said("swap")}, {Do: DoSix, Action: said("keep")}, {Do: DoSix, Action: said("keep"), Always: true},
	} {
		for i, want := range []int{1, 0} {
			ready, err := d.table.Step(d.now, c, d.r)
			if err != nil || len(ready.Append) != want {
				t.Errorf("%v, time %d: %d records, %v, want %d", c.Do, i+1, len(ready.Append), err, want)
			}
			d.take(ready, err)
		}
	}
	d.take(d.table.Leave(d.now, 0, 0))
	var refused *Refused
	if _, err := d.table.Leave(d.now, 0, 0); !errors.As(err, &refused) || refused.Code != RefusedChair {
		t.Errorf("leaving twice gives %v", err)
	}
}

// TestBadLogs: a record that can't follow is found out when a log is read, with its number.
func TestBadLogs(t *testing.T) {
	t.Parallel()
	d := newDriver(t, "chratze", 4, 3, func(c *Config) { c.SixWindow = 3000 })
	d.take(d.table.Start(d.now, 0, d.r))
	inWindow := false
	for steps := 0; d.table.hands < 3 && steps < 2000; steps++ {
		bad := []Record{{Kind: "fly"}, {Kind: KindCreate}, {Kind: KindLeave, Chair: 9}, {Kind: KindHost, Chair: 1}, {Kind: KindResume}, {Kind: KindBack}, {Kind: KindSet}}
		if d.table.stage == Playing {
			turn := d.table.hand.Turn()
			legal := d.table.hand.Legal(nil)[0].String()
			bad = append(bad, Record{Kind: KindHand}, Record{Kind: KindEnd}, Record{Kind: KindAct, Chair: d.table.seats[(turn+1)%4], Act: legal}, Record{Kind: KindAct, Chair: d.table.seats[turn], Act: "fly"})
			if d.table.window != 0 {
				inWindow = true
				bad = append(bad, Record{Kind: KindAct, Chair: d.table.seats[turn], Act: legal})
			} else {
				bad = append(bad, Record{Kind: KindShut})
			}
		}
		for _, r := range bad {
			_, err := Replay(append(slices.Clone(d.log), r.Encode()))
			if !errors.Is(err, ErrLog) || !strings.Contains(err.Error(), strconv.Itoa(len(d.log))) {
				t.Fatalf("after %d records %s gives %v", len(d.log), r.Encode(), err)
			}
		}
		if !d.answer() {
			d.take(d.table.Tick(d.now, d.r))
		}
	}
	if !inWindow {
		t.Error("no window for the trump six was open: that says little")
	}
}
