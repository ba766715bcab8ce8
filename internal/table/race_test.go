package table

import (
	"slices"
	"testing"
)

// TestRace: in a race the people who are through are dealt no more hands, the others go on, and the evening is over
// when one is left. Its log gives the same table.
func TestRace(t *testing.T) {
	t.Parallel()
	const goal = 7
	d := newDriver(t, "rams,penalty=10,score=up,goal=7,prize_fine=50", 4, 11, nil)
	through := []int{}
	for steps := 0; d.table.Stage() != Over && steps < 5000; steps++ {
		switch {
		case d.table.Stage() == Lobby:
			d.take(d.table.Start(d.now, 0, d.r))
		case !d.answer():
			d.take(d.table.Tick(d.now, d.r))
		}
		info := d.table.Info()
		if d.table.Stage() == Between {
			var told Info
			if told.Take(info.Parts(PartMoney)); !info.Why.End.Opened() || told.Result == nil || told.Result.Points != info.Result.Points {
				t.Fatalf("told is %+v of %+v", told.Result, info.Result)
			}
		}
		for c, chair := range info.Chairs {
			if (chair.Prize > 0) != (chair.Points >= goal) {
				t.Fatalf("%s has %d points and prize %d", chair.Name, chair.Points, chair.Prize)
			}
			if chair.Prize > 0 && !slices.Contains(through, c) {
				through = append(through, c)
			}
		}
		if d.table.Stage() == Playing {
			if s := d.table.hand.State(); s.Game().Seats() != 4-len(through) {
				t.Fatalf("%d play although %v are through", s.Game().Seats(), through)
			}
		}
	}
	if d.table.Stage() != Over || len(through) != 3 {
		t.Fatalf("the table is %v, through are %v", d.table.Stage(), through)
	}
	if err := d.table.Check(); err != nil || d.table.Pot() != 0 {
		t.Errorf("%v; %v is in the pot", err, d.table.Pot())
	}
	again, err := Replay(d.log)
	if err != nil {
		t.Fatal(err)
	}
	for c, chair := range again.Info().Chairs {
		if was := d.table.Info().Chairs[c]; chair.Points != was.Points || chair.Prize != was.Prize || chair.Balance != was.Balance {
			t.Errorf("replayed: %+v, was %+v", chair, was)
		}
	}
}

// TestRacerLeaves: a person who has left keeps their points, and a prize; who comes again has them.
func TestRacerLeaves(t *testing.T) {
	t.Parallel()
	d := newDriver(t, "ramset,goal=9", 4, 11, nil)
	d.take(d.table.Start(d.now, 0, d.r))
	play := func(done func() bool) {
		for steps := 0; !done(); steps++ {
			if steps > 5000 {
				t.Fatal("stuck")
			}
			if !d.answer() {
				d.wish(d.table.Tick(d.now, d.r))
			}
		}
	}
	play(func() bool { return d.table.Stage() == Between && d.table.Info().Chairs[1].Points > 0 })
	was := d.table.Info().Chairs[1]
	d.take(d.table.Leave(d.now, 1, 1))
	play(func() bool { return len(d.table.Info().Gone) > 0 })
	if g := d.table.Info().Gone[0]; g.Name != was.Name || g.Points != was.Points || g.Prize != was.Prize {
		t.Errorf("%+v has left, was %+v", g, was)
	}
}
