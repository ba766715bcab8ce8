package rams_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"chratze/chance"
	"chratze/rams"
)

// TestAsked: in random hands of all games a prize that is asked for is what the settlement pays to those who make
// it, one card to play is refused to the others by the rule that is told, and what a deal forces is said once the
// trump lies, before anybody acts.
func TestAsked(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		rng := rand.New(rand.NewPCG(4, 5))
		deck := rams.Deck{Source: chance.Of(rng)}
		rules, start := g.Rules(), g.FirstStart(0)
		var rec rams.Record
		for range times(40) {
			if err := rec.Begin(g, start); err != nil {
				t.Fatal(err)
			}
			var prizes [rams.MaxSeats]rams.Prize
			acted := false
			for rec.Nature(&deck); !rec.Done(); rec.Nature(&deck) {
				v := rec.View(rec.Turn())
				prize := v.Prize()
				if (prize.Wins == rams.WinsNothing) != (!v.Phase.Auction() || rules.Races() || v.Alone() != "") {
					t.Fatalf("%v asks for %v", v.Phase, prize)
				}
				forced := rules.ForcedBy(rec.Start, rec.Log)
				if asked := v.Phase == rams.PhaseJoin || v.Phase == rams.PhaseOpen || v.Phase == rams.PhaseBid; forced != rams.NoContract && asked && !acted {
					t.Fatalf("%v is asked, and %q is forced", v.Phase, forced.Forced())
				} else if in := v.Contract[(v.Dealer+1)%rams.Seat(g.Seats())].In(); forced == rams.NoContract && in && !acted && v.Phase >= rams.PhaseJoin {
					t.Fatal("all are in, and nothing forces them")
				}
				if fault := only(&rec, &v); fault != "" {
					t.Fatal(fault)
				}
				a := v.Legal[rng.IntN(len(v.Legal))]
				if prize.Wins != rams.WinsNothing && a.Kind.Contract().In() {
					prizes[a.Seat] = prize
				}
				acted = acted || v.Phase != rams.PhaseLay && v.Phase != rams.PhaseDrop
				rec.ApplyUnchecked(a, nil)
			}
			r, why := rec.Result(), rec.Reasons()
			for seat := range rams.Seat(g.Seats()) {
				x, prize := why.Seat[seat], prizes[seat]
				if x.Share.Paid() && x.Share != rams.ShareAll && prize.Wins != rams.WinsNothing && why.End == rams.EndPlayed && !fits(g, &r, &x, prize, r.Payout[seat] == 0) {
					t.Fatalf("seat %d was promised %v and got %v of %v: %+v", seat, prize, r.Payout[seat], r.PotPlayedFor, x)
				}
			}
			start = r.Next
		}
	})
}

// fits reports whether a share is of the kind that was promised.
func fits(g *rams.Game, r *rams.Result, x *rams.Reason, prize rams.Prize, none bool) bool {
	switch prize.Wins {
	case rams.WinsTricks: // what is paid to play makes the pot larger
		return x.Share == rams.ShareTricks || x.Share == rams.ShareTricksDown || none
	case rams.WinsTwoThirds:
		return x.Share == rams.ShareThirds || x.Share == rams.ShareThirdsUp
	case rams.WinsRest:
		return x.Share == rams.ShareRest || x.Share == rams.ShareEqual || x.Share == rams.ShareSwallowed
	case rams.WinsTwoParts, rams.WinsOnePart:
		return x.Share == rams.ShareRole || x.Share == rams.ShareEqual
	case rams.WinsMost:
		return x.Share == rams.ShareMost && prize.Amount <= r.PotPlayedFor
	}
	return false
}

// only compares what is said of one card to play with why the others are refused.
func only(rec *rams.Record, v *rams.View) string {
	rule := rec.Only()
	if v.Phase == rams.PhaseJoin && rule != v.Alone() {
		return fmt.Sprintf("the state says %q of a dealer left alone, and the view %q", rule, v.Alone())
	} else if v.Phase == rams.PhaseJoin {
		return ""
	}
	if one := v.Phase == rams.PhasePlay && len(v.Legal) == 1 && v.Hand.Len() > 1; one != (rule != "") {
		return "one card to play, and it is said: " + rule
	} else if !one {
		return ""
	}
	var codes []string
	for rest := v.Hand &^ v.Legal[0].Cards; rest != 0; rest &^= rest.First().Bit() {
		if no, ok := errors.AsType[*rams.Refusal](rec.Why(rams.Action{Kind: rams.Play, Seat: v.Seat, Cards: rest.First().Bit()})); ok {
			codes = append(codes, no.Code)
		}
	}
	if !slices.Contains(codes, rule) || slices.Contains(codes, rams.RefuseHead) && rule != rams.RefuseHead {
		return fmt.Sprintf("the others are refused by %q, and %q is told", codes, rule)
	}
	return ""
}
