package rams_test

import (
	"cmp"
	"testing"

	"chratze/pot"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant/varianttest"
)

// TestStake: what an act of the auction promises and risks is what the seat owes in the
// end, in every game and with house rules, also where a deal forces it to play.
func TestStake(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(8)
		staked(t, g, &r, times(60))
	})
}

// TestStakeOfHouseRules is TestStake with options changed at random.
func TestStakeOfHouseRules(t *testing.T) {
	t.Parallel()
	r := ramstest.Rand(9)
	forced := staked(t, varianttest.Game(t, "chratzen,forced_deal=ten-any", 4), &r, 100) // which chance seldom makes
	for range times(800) {
		v, seats := houseRules(&r)
		if g, err := v.Game(seats); err == nil {
			for c, n := range staked(t, g, &r, 6) {
				forced[c] += n
			}
		}
	}
	for _, c := range []rams.Contract{rams.MussDealer, rams.MussJoined, rams.SevenMuss, rams.Declared} {
		if forced[c] == 0 {
			t.Errorf("no deal has forced anybody into %v: nothing was tested", c)
		}
	}
}

// staked plays hands, and compares what was announced with how they were settled. It
// returns how often a contract was forced on a seat.
func staked(t *testing.T, g *rams.Game, r *ramstest.Rand, hands int) map[rams.Contract]int {
	t.Helper()
	rules := g.Rules()
	forced := map[rams.Contract]int{}
	start := g.FirstStart(0)
	for range hands {
		var said [rams.MaxSeats]rams.Stake
		s, err := ramstest.Play(g, start, r, r.Any, func(m *ramstest.Moment) error {
			if k := m.Action.Kind; k.Player() && k < rams.Lay && k != rams.Last {
				said[m.Action.Seat] = rules.Stake(k.Contract(), m.Before.Pot())
			} else if m.Action.Seat == rams.Nature {
				for seat := range rams.Seat(g.Seats()) { // a seven turned after the auction forces all into a Muss, whatever they bid
					if m.After.Contract(seat) != m.Before.Contract(seat) {
						said[seat] = rams.Stake{}
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		result, in := s.Result(), 0
		for seat := range rams.Seat(g.Seats()) {
			if s.Contract(seat).In() {
				in++
			}
		}
		left, most := result.Left, cmp.Or(rules.PotCap, pot.Max)
		all, paid, cut := pot.Chips(0), pot.Chips(0), false
		for i := range rams.Seat(g.Seats()) { // in the order in which they pay
			first := s.Declarer()
			if first < 0 {
				first = s.Dealer() + 1
			}
			seat := (first + i) % rams.Seat(g.Seats())
			c := s.Contract(seat)
			due := rules.Stake(c, result.PotPlayedFor)
			switch asked := said[seat] != (rams.Stake{}); {
			case !c.In() && due != (rams.Stake{}):
				t.Fatalf("%+v: seat %d is out and risks %+v", rules, seat, due)
			case c.In() && !asked:
				forced[c]++
			case c.In() && said[seat] != due && s.Price() == 0: // what others pay to join makes it more
				t.Fatalf("%+v: seat %d was told of %+v, and has taken on %+v as %v", rules, seat, said[seat], due, c)
			}
			if in < 2 || !c.In() {
				continue
			}
			short := s.Tricks(seat) < due.Tricks
			owed := pot.Chips(0)
			if short {
				owed = due.Penalty
			}
			if rules.SevenLost && result.Penalty[seat] > owed { // the trump ace took the Weli
				owed = pot.Penalty(cmp.Or(rules.Penalty, result.PotPlayedFor), 1+map[bool]int{true: due.Pots}[short], rules.PenaltyCap)
			}
			all += owed
			paid += result.Penalty[seat]
			cut = cut || result.Penalty[seat] < owed
			if result.Penalty[seat] > owed {
				t.Fatalf("%+v: seat %d, %v with %d tricks of %d, pays %v, was told %v", rules, seat, c, s.Tricks(seat), due.Tricks, result.Penalty[seat], owed)
			}
		}
		if room := max(0, most-left); cut && (all <= room || paid > room || paid+rules.Coin*pot.Chips(in) <= room) {
			t.Fatalf("%+v: %v is owed, there is room for %v, and %v is paid", rules, all, room, paid)
		}
		start = result.Next
	}
	return forced
}
