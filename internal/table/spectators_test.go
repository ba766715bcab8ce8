package table

import (
	"reflect"
	"testing"
)

// TestDelayed: at every moment a delayed table tells what the table itself told the
// public so long ago, by another clock; and who comes later is told the same.
func TestDelayed(t *testing.T) {
	t.Parallel()
	const by = 90_000
	for _, preset := range []string{"chratze", "kratzen", "zwicken"} {
		log := play(t, preset, 3)
		first, err := DecodeRecord(log[0])
		if err != nil {
			t.Fatal(err)
		}
		first.Config.SpectatorDelay = by
		log[0] = first.Encode()
		cut := len(log) / 3
		d, err := NewDelayed(log[:cut], first.At)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range log[cut:] {
			d.Append(b)
		}
		told := 0
		for steps := 0; d.Next() != 0; steps++ {
			now := d.Next()
			d.Advance(now - 1)
			if d.Next() != now {
				t.Fatalf("%s: something is told a millisecond early", preset)
			}
			d.Advance(now)
			n := 0
			for n < len(log) {
				if r, _ := DecodeRecord(log[n]); r.At != first.At && r.At+by > now {
					break
				}
				n++
			}
			if d.t.Seq() != uint64(n) {
				t.Fatalf("%s: at %d it has %d records, want %d", preset, now, d.t.Seq(), n)
			}
			if steps%10 != 0 {
				continue
			}
			then, err := Replay(log[:n])
			if err != nil {
				t.Fatal(err)
			}
			then.everybody()
			again, err := NewDelayed(log, now)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := then.News(-1, new(Cursor))
			for _, got := range []*Delayed{d, again} {
				n, ok := got.News(new(Cursor))
				if !ok || !reflect.DeepEqual(n.Events, want.Events) || n.Turn != want.Turn || !reflect.DeepEqual(n.Past, want.Past) {
					t.Fatalf("%s: it tells %+v, and the table told %+v", preset, n, want)
				}
				for _, at := range [][2]Millis{{n.Due, want.Due}, {n.Window, want.Window}, {n.Info.NextAt, want.Info.NextAt}} {
					if at[1] != 0 && at[0] != at[1]+by || at[1] == 0 && at[0] != 0 {
						t.Errorf("%s: the moment %d is told as %d", preset, at[1], at[0])
					}
				}
				if len(n.Events) > 0 {
					told++
				}
			}
		}
		if told < 10 {
			t.Errorf("%s: only %d looks: nothing was tested", preset, told)
		}
	}
}
