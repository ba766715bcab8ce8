package table

import (
	"errors"
	"testing"
)

// TestStandIn: everybody sees since when a person is away. The host may let a bot play for them after 30 s, the others after
// 90 s. The bot plays until they are back, their account stays theirs, the record says it, and a restart asks again.
func TestStandIn(t *testing.T) {
	t.Parallel()
	d := threePeople(t)
	away := d.table.actor()
	host, other := d.table.host, 0
	for c := range 3 {
		if c != host && c != away {
			other = c
		}
	}
	if away == host {
		t.Fatal("the seed lets the host decide first: nothing is tested")
	}
	person := d.table.PersonOn(away)
	gone := d.now
	asks := func(from int, after Millis) string {
		d.now = gone + after
		r, err := d.table.Step(d.now, Command{Do: DoStandIn, From: from, Chair: away}, d.r)
		if no, ok := errors.AsType[*Refused](err); ok {
			return no.Code
		}
		d.take(r, err)
		return ""
	}
	if code := asks(host, 0); code != RefusedSoon {
		t.Errorf("while the person is there: %q", code)
	}
	d.take(d.table.Present(gone, away, false), nil)
	if i := d.table.Info().Chairs[away]; !i.Away || i.Since != gone || i.StandIn {
		t.Errorf("they see %+v", i)
	}
	for _, tt := range []struct {
		from  int
		after Millis
		code  string
	}{
		{host, HostWaits - 1, RefusedSoon}, {other, HostWaits, RefusedSoon}, {other, AllWait - 1, RefusedSoon}, {away, AllWait, ""},
		{-1, AllWait, RefusedSoon}, {7, AllWait, RefusedSoon},
	} {
		if tt.code == "" {
			continue
		}
		if code := asks(tt.from, tt.after); code != tt.code {
			t.Errorf("chair %d after %d ms: %q, want %q", tt.from, tt.after, code, tt.code)
		}
	}
	if len(d.asks) > 0 {
		t.Fatal("a bot is asked too early")
	}
	if code := asks(other, AllWait); code != "" {
		t.Fatalf("after 90 s: %q", code)
	}
	i := d.table.Info()
	if r := i.Rights[len(i.Rights)-1]; r.Did != "standin" || r.By != i.Chairs[other].Name || r.To != i.Chairs[away].Name {
		t.Errorf("everybody reads %+v", r)
	}
	if !i.Chairs[away].StandIn || len(d.asks) != 1 || d.asks[0].Chair != away || d.asks[0].By != ByAway {
		t.Fatalf("the bot is asked %+v, the chair is %+v", d.asks, i.Chairs[away])
	}
	d.take(d.table.Step(d.now, Command{Do: DoAct, From: away, By: ByAway, Question: d.asks[0].Question, Action: d.asks[0].View.Legal[0]}, d.r))
	if r, err := DecodeRecord(d.log[len(d.log)-1]); err != nil || r.By != ByAway || r.Chair != away {
		t.Errorf("the record is %s", d.log[len(d.log)-1])
	}
	if d.table.PersonOn(away) != person || d.table.on(away).Bot != "" {
		t.Error("the account isn't theirs any more")
	}
	again, err := Replay(d.log)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []*Table{d.table, again} { // everybody reads that it has declared for them
		rights := at.Info().Rights
		if r := rights[len(rights)-1]; !d.asks[0].View.Legal[0].Kind.Contract().Declares() || r.Did != "declared" || r.By != "" || r.To != i.Chairs[away].Name {
			t.Errorf("after %v everybody reads %+v", d.asks[0].View.Legal[0], r)
		}
	}
	again.Restarted(d.now)
	if _, bot := again.standIn(away, d.now+1); bot {
		t.Error("after a restart a bot plays for a person who may be coming")
	}
	d.take(d.table.Present(d.now, away, true), nil)
	if _, bot := d.table.standIn(away, d.now); bot || d.table.Info().Chairs[away].StandIn {
		t.Error("the person is back, and a bot plays")
	}
}

// TestStandInByTheClock: everybody reads once that a bot has begun to play for a person who stays away, and which hand it played last.
func TestStandInByTheClock(t *testing.T) {
	t.Parallel()
	d := threePeople(t)
	d.table.cfg.Away = 60_000
	away := d.table.actor()
	d.take(d.table.Present(d.now, away, false), nil)
	d.now += 60_000
	d.take(d.table.Tick(d.now, d.r))
	d.take(d.table.Step(d.now, Command{Do: DoAct, From: away, By: ByAway, Question: d.asks[0].Question, Action: d.asks[0].View.Legal[0]}, d.r))
	name := d.table.nameAt(away)
	if r := d.table.Info().Rights; len(r) == 0 || r[0] != (Right{N: 1, Hand: 1, Did: "standin", To: name}) {
		t.Fatalf("everybody reads %+v", r)
	}
	n := len(d.table.rights)
	for _, told := range []int{n, n, n + 1} {
		d.table.stoodIn(name)
		last := d.table.rights[0]
		if told > n {
			last = d.table.rights[n]
		}
		if len(d.table.rights) != told || last.Hand != d.table.hands {
			t.Errorf("in hand %d everybody reads %+v", d.table.hands, d.table.rights)
		}
		if d.table.hands++; told == n && d.table.hands == 3 { // the person was there for a hand
			d.table.hands++
		}
	}
}
