package table

import (
	"strings"
	"testing"

	"chratze/history"
	"chratze/internal/fair"
)

// TestWhoComesLateLearnsNothingOfBefore: when the evening is over, a person who sat down after
// some hands gets the hands from their first one on, with the secrets of these; not the secret
// of all.
func TestWhoComesLateLearnsNothingOfBefore(t *testing.T) {
	t.Parallel()
	d := newDriver(t, "chratze", 3, 5, func(c *Config) { c.Proof = ProofSitting })
	d.take(d.table.Start(d.now, 0, d.r))
	for steps := 0; d.table.hands < 6 || d.table.stage == Playing; steps++ {
		if steps > 20_000 {
			t.Fatal("stuck")
		}
		if d.table.hands == 3 && !d.table.human(1) && d.table.chairs[1].next == nil {
			d.wish(d.table.Sit(d.now, 1, "Beat", "k1"))
			d.take(d.table.Present(d.now, 1, true), nil)
		}
		if !d.answer() {
			d.wish(d.table.Tick(d.now, d.r))
		}
	}
	d.wish(d.table.Change(d.now, 0, KindEnd))
	anna, beat := d.table.PersonOn(0), d.table.PersonOn(1)
	first := d.table.people[beat-1].First
	if first < 3 || d.table.stage != Over {
		t.Fatalf("Beat plays from hand %d on, the evening is %v", first, d.table.stage)
	}
	for _, person := range []int{anna, beat} {
		err := Hands(d.log, person, func(n int, _ Millis, h *history.Hand) bool {
			field, _ := h.Field("fair")
			sitting, secret := strings.Contains(field, `"sitting_secret"`), strings.Contains(field, `"secret"`)
			came := person == anna || n >= first
			if (h.For == history.Full) != came || sitting != (person == anna) || secret != (person == beat && came) {
				t.Errorf("person %d, hand %d: seen as %v, sitting's secret %v, hand's secret %v", person, n, h.For, sitting, secret)
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestSecretForAllWhoPlayed: a person who has played since the first hand, left, and sits down again during the last one, is
// told the secret of the session when it is over, with which they check their hands. A newcomer of that hand is told nothing.
func TestSecretForAllWhoPlayed(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "chratze", Config{Chairs: 4, Pace: 5000, Proof: ProofSitting}, 3)
	e.connect()
	e.take(e.table.Start(e.now, 0, e.chance))
	e.play(2)
	e.take(e.table.Leave(e.now, 2, 2))
	for e.table.stage != Playing {
		e.turn()
	}
	e.take(e.table.Step(e.now, Command{Do: DoSit, From: -1, Chair: 2, Name: "Chregu", Key: "again", Left: "k2"}, nil))
	e.take(e.table.Sit(e.now, 3, "Dora", "dora"))
	e.take(e.table.Change(e.now, 0, KindLast))
	dora := &prover{chair: 3, nonces: map[int]string{}}
	e.people = append(e.people, dora)
	for _, p := range e.people[2:] {
		p.told, p.cursor = nil, Cursor{}
		p.cursor.Prove()
		e.take(e.table.Present(e.now, p.chair, true), nil)
		e.take(e.table.Prove(e.now, p.chair, true), nil)
	}
	for e.table.stage != Over {
		e.turn()
	}
	e.hear()
	for _, p := range e.people {
		opened, own := "", ""
		for _, n := range p.told {
			if n.Hand != nil {
				opened, own = opened+n.Hand.SittingSecret, own+n.Hand.Secret
			}
		}
		want := fair.Secret{1, 2, 3}.Hex()
		if p == dora {
			want = ""
		}
		if opened != want || own != "" {
			t.Errorf("chair %d is told the secrets %q and %q, want %q", p.chair, opened, own, want)
		}
	}
}
