package rams_test

import (
	"errors"
	"fmt"

	"chratze/card"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// A hand of Chratze: three seats, each of which does the first thing it may. So
// the dealer declares double blind, without having seen a card.
func Example() {
	v, err := variant.Parse("chratze")
	if err != nil {
		panic(err)
	}
	game, err := v.Game(3)
	if err != nil {
		panic(err)
	}
	var hand rams.Record
	if err := hand.Begin(game, game.FirstStart(0)); err != nil {
		panic(err)
	}
	chance := ramstest.Rand(1) // or any other rams.Shuffler
	deck := rams.Deck{Source: &chance}
	for seat := range hand.Turns(&deck) {
		view := hand.View(seat) // all that this seat may know
		act := view.Legal[0]    // think here
		if err := hand.Apply(act); err != nil {
			panic(err)
		}
	}
	for _, event := range hand.Log[4:] { // behind the antes and the shuffle
		fmt.Println(&event)
	}
	result := hand.Result()
	fmt.Println("payout", result.Payout[:3], "penalty", result.Penalty[:3], "next pot", result.Next.Pot)
	// Output:
	// deal 1 Tc Ad
	// deal 2 Qd 6s
	// deal 0 Qc Qs
	// act 0 double-blind
	// upcard 6c
	// trump c
	// deal 1 Jd Ts
	// deal 2 9c Ac
	// deal 0 6d Td 8c
	// take 0 6c
	// act 1 join
	// act 2 join
	// act 0 lay Qc 8c
	// act 1 lay
	// act 2 lay
	// act 0 play 6c
	// act 1 play Tc
	// act 2 play Ac
	// trick 2
	// act 2 play 9c
	// act 0 play Qs
	// act 1 play Ts
	// trick 2
	// act 2 play 6s
	// act 0 play Td
	// act 1 play Ad
	// trick 2
	// act 2 play Qd
	// act 0 play 6d
	// act 1 play Jd
	// trick 2
	// payout [0 0 60] penalty [120 60 0] next pot 180
}

// A hand of Kratzen, in words for whoever watches: cards in others' hands are ??,
// and the fourth card drawn comes face up.
func Example_kratzen() {
	hand := playFirst("kratzen", 3, rams.Start{Dealer: 1, Pot: 60}, 3)
	for _, event := range hand.View(rams.Nobody).Events {
		fmt.Println(&event)
	}
	result := hand.Result()
	fmt.Println("payout", result.Payout[:3], "penalty", result.Penalty[:3], "next pot", result.Next.Pot)
	// Output:
	// ante 1 10
	// cut 0 7 Ks
	// deal 2 ?? ??
	// deal 0 ?? ??
	// deal 1 ?? ??
	// upcard As
	// trump s
	// deal 2 ?? ??
	// deal 0 ?? ??
	// deal 1 ?? ??
	// take 1 As
	// act 1 schlagen
	// act 2 oder
	// act 0 weiter-oder
	// turn Qs
	// trump s
	// act 1 join
	// act 2 join
	// act 0 lay ?? ?? ?? ??
	// draw 0 ?? ?? ?? Ts ?? up Ts
	// act 0 drop ??
	// act 1 lay ?? ?? ?? ?? ??
	// draw 1 ?? ?? ?? Qc Jh up Qc Jh
	// act 1 drop ??
	// act 2 lay ?? ?? ?? ??
	// draw 2 ?? ?? ?? 8d up 8d
	// act 0 play 7s
	// act 1 play 6d
	// act 2 play Jc
	// trick 1
	// act 1 play 8c
	// act 2 play Qh
	// act 0 play Ah
	// trick 1
	// act 1 play Kh
	// act 2 play 8h
	// act 0 play 9h
	// trick 1
	// act 1 play Jh
	// act 2 play 8d
	// act 0 play 7h
	// trick 1
	// payout [0 70 0] penalty [140 0 70] next pot 210
}

// A hand by the house rules of chratzen, as its blind dealer sees it. Of the three cards put
// away unseen the dealer learns only that there were three.
func Example_chratzen() {
	hand := playFirst("chratzen", 2, rams.Start{}, 3)
	for _, event := range hand.View(0).Events {
		fmt.Println(&event)
	}
	result := hand.Result()
	fmt.Println("payout", result.Payout[:2], "penalty", result.Penalty[:2], "next pot", result.Next.Pot)
	// Output:
	// ante 0 50
	// ante 1 50
	// deal 1 ??
	// deal 0 ??
	// deal 1 ??
	// deal 0 ??
	// deal 1 ??
	// deal 0 ??
	// deal 1 ??
	// upcard 9c
	// trump c
	// take 0 9c
	// act 0 blind
	// deal 0 Kd Js Jh Th
	// act 1 join
	// act 0 lay 9c Js Jh Th Kd
	// draw 0 9d 8d 9s Ad As Jc
	// act 1 lay ?? ?? ?? ??
	// draw 1 ?? ?? ?? ?? ??
	// act 0 drop Jc As
	// act 1 drop ??
	// act 0 play 9s
	// act 1 play 7c
	// trick 1
	// act 1 play 8s
	// act 0 play Ad
	// trick 1
	// act 1 play 7s
	// act 0 play 9d
	// trick 1
	// act 1 play Td
	// act 0 play 8d
	// trick 1
	// payout [0 100] penalty [200 0] next pot 200
}

// A hand of Zwicken, the game of three cards without a declarer.
func Example_zwicken() {
	hand := playFirst("zwicken", 3, rams.Start{}, 1)
	for _, event := range hand.Log {
		fmt.Println(&event)
	}
	result := hand.Result()
	fmt.Println("payout", result.Payout[:3], "penalty", result.Penalty[:3], "next pot", result.Next.Pot)
	// Output:
	// ante 0 30
	// shuffle Ad 9h Kh 8d 9c Jc 7s Ah Kc Tc 8s Ac Js Jh Qd Kd Qc 7c Qs Ks Jd As 7d 8c 9s 8h Th Td Ts 9d 7h Qh
	// cut 2 19 Qs
	// deal 1 Ks Jd
	// deal 2 As 7d
	// deal 0 8c 9s
	// upcard 8h
	// trump h
	// deal 1 Th
	// deal 2 Td
	// deal 0 Ts
	// act 1 join
	// act 2 join
	// act 0 join
	// act 1 lay Ks Th Jd
	// draw 1 9d 7h Qh
	// act 2 lay As Td 7d
	// draw 2 Ad 9h Kh
	// act 0 lay 8c Ts 9s
	// draw 0 8d 9c Jc
	// act 1 play Qh
	// act 2 play Kh
	// act 0 play Jc
	// trick 2
	// act 2 play 9h
	// act 0 play 9c
	// act 1 play 7h
	// trick 2
	// act 2 play Ad
	// act 0 play 8d
	// act 1 play 9d
	// trick 2
	// payout [0 0 30] penalty [30 30 0] next pot 60
}

// playFirst plays a hand in which every seat does the first thing it may, but lays
// down all its cards.
func playFirst(rules string, seats int, start rams.Start, seed ramstest.Rand) *rams.Record {
	v, err := variant.Parse(rules)
	if err != nil {
		panic(err)
	}
	game, err := v.Game(seats)
	if err != nil {
		panic(err)
	}
	var hand rams.Record
	if err := hand.Begin(game, start); err != nil {
		panic(err)
	}
	deck := rams.Deck{Source: &seed}
	for range hand.Turns(&deck) {
		legal := hand.Legal(nil)
		act := legal[0]
		if hand.Phase() == rams.PhaseLay {
			act = legal[len(legal)-1]
		}
		if err := hand.Apply(act); err != nil {
			panic(err)
		}
	}
	return &hand
}

// Apply says why it refuses an action, and changes nothing.
func ExampleState_Apply() {
	hand := playFirst("chratze", 2, rams.Start{}, 1).State()
	act, err := rams.ParseAction("play As", 1)
	if err != nil {
		panic(err)
	}
	err = hand.Apply(act)
	fmt.Println(err)
	var refusal *rams.Refusal
	if errors.As(err, &refusal) {
		fmt.Println(refusal.Code)
	}
	// Output:
	// rams: play As: the hand is over
	// over
}

// Nature is a seat: whoever plays it chooses the cards, so a search can try any
// world. PendingChance says what comes next, and which cards are possible.
func ExampleState_PendingChance() {
	v, _ := variant.Lookup("zwicken")
	game, err := v.Game(2)
	if err != nil {
		panic(err)
	}
	hand, err := game.NewHand(rams.Start{})
	if err != nil {
		panic(err)
	}
	hand.ApplyUnchecked(rams.Action{Kind: rams.Shuffle, Seat: rams.Nature})
	ten, _ := card.Parse("Td")
	hand.ApplyUnchecked(rams.Action{Kind: rams.CutPack, Seat: 1, Shown: rams.Shown{At: 12, Up: card.PairOf(ten)}})

	debt := hand.PendingChance()
	fmt.Println(debt.Kind, debt.Seat, debt.N, "of", debt.From.Len(), "cards, not", game.Rules().Pack.Cards()&^debt.From)
	// Output:
	// deal 1 2 of 31 cards, not Td
}

// A settlement needs no cards, only who had taken on what and who won how many
// tricks.
func ExampleGame_Settle() {
	v, _ := variant.Lookup("chratze")
	game, err := v.Game(5)
	if err != nil {
		panic(err)
	}
	result, err := game.Settle(rams.Tally{
		Pot: 100, Dealer: 0, Declarer: 1, Lost: rams.Nobody,
		Contract: [rams.MaxSeats]rams.Contract{rams.Folded, rams.Declared, rams.Joined, rams.Joined, rams.Joined},
		Tricks:   [rams.MaxSeats]uint8{0, 1, 2, 1, 0},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println("payout", result.Payout[:5], "penalty", result.Penalty[:5], "next pot", result.Next.Pot)
	// Output:
	// payout [0 0 50 50 0] penalty [0 200 0 0 100] next pot 300
}

// A client has no state of the hand, only the events that its seat observes.
func ExampleFold() {
	v, _ := variant.Parse("zwicken")
	game, err := v.Game(2)
	if err != nil {
		panic(err)
	}
	fold, err := game.Fold(game.FirstStart(0), 1)
	if err != nil {
		panic(err)
	}
	for _, text := range []string{"ante 0 30", "cut 1 4 8d", "deal 1 As Qh", "deal 0 ?? ??", "upcard Th", "trump h", "deal 1 9c", "deal 0 ??"} {
		event, err := rams.ParseEvent(text)
		if err == nil {
			err = fold.Add(&event)
		}
		if err != nil {
			panic(err)
		}
	}
	view := fold.View(nil)
	fmt.Println("seat", view.Seat, "holds", view.Hand, "trump", view.Trump, "pot", view.Pot)
	fmt.Println("it may", view.Legal)
	// Output:
	// seat 1 holds 9c As Qh trump h pot 30
	// it may [join out]
}
