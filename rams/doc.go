// The files, from the rules to the money: rules.go, contract.go, ranking.go,
// game.go, state.go, auction.go (dealing and auction), play.go (exchange and
// play), cut.go, nature.go, legal.go, apply.go, settle.go, event.go,
// view.go, fold.go.

// Package rams is the kernel: one hand of a game of the Rams group, by the
// rules of docs/rules.md, as a state machine.
//
// A [Game] is checked [Rules] for a number of seats. Its hands are States: small
// comparable values that hold every card, the pot, and what the hand waits for.
// Players and nature take Actions. Nature is a seat like any other: shuffling,
// cutting, dealing and drawing come from outside, so that a test can script any
// deal, a search can try any world, and the state never holds the order of the
// pack. A [Deck] plays nature from a shuffled pack.
//
//	g, err := rams.NewGame(rules, 4)
//	s, err := g.NewHand(g.FirstStart(0))
//	for !s.Done() {
//		if s.Turn() == rams.Nature {
//			s.ApplyUnchecked(deck.Next(&s))
//			continue
//		}
//		s.ApplyUnchecked(choose(s.Legal(nil)))
//	}
//	result := s.Result()
//
// Apply is for people: it refuses an illegal action with a reason. ApplyUnchecked is
// for search: it trusts its caller. Legal lists the actions in a fixed order.
//
// What happens is described by Events, the vocabulary of docs/rams-hand.md. A [Record]
// keeps a hand with its events and builds for each seat the [View] that this seat
// may have, and no more. A [Fold] makes the same View from the events that a seat
// observes, where there is no [State]: in a client.
package rams
