package session

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant/varianttest"
)

// nextDealer plays a hand that nobody wins, dealt by the seat that deals next, and makes the
// seat after it the dealer.
func nextDealer(t interface{ Fatal(...any) }, s *Session) rams.Start {
	seats := s.Seats()
	start := s.Deal()
	r := rams.Result{Next: rams.Start{Dealer: (start.Dealer + 1) % rams.Seat(len(seats))}}
	if err := s.Settle(seats, &r, start.Dealer, rams.Nobody); err != nil {
		t.Fatal(err)
	}
	return start
}

// TestSuccession: the deal goes round among those who sit, even if people come and go between
// two hands. A script says at which places people sit (one letter each, . is free), then what
// happens.
func TestSuccession(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, places, script, dealers string }{
		{"nobody comes or goes", "abcd", "deal deal deal deal deal", "abcda"},
		{"a free place is passed over", "a.cd", "deal deal deal deal", "acda"},
		{"who would deal rises", "abcd", "deal rise1 deal deal", "acd"},
		{"the last one rises and the first deals", "abcd", "deal deal deal rise3 deal", "abca"},
		{"the only one behind is free", "ab..", "deal rise1 deal", "aa"},
		{"a newcomer in front of the next dealer waits for the deal", "a.cd", "deal sit1e deal deal deal deal", "acdae"},
		{"somebody else takes over a place", "abcd", "deal sit1e deal", "ae"},
		{"a place is put in before the next dealer", "abc", "deal insert0e deal deal deal", "abce"},
		{"a place is put in at the next dealer", "abc", "deal insert1e deal deal", "abc"},
		{"a place is put in behind the next dealer", "abc", "deal insert2e deal deal", "abe"},
		{"the next dealer's place goes", "abc", "deal remove1 deal deal", "aca"},
		{"a place before the next dealer goes", "abc", "deal deal remove0 deal deal", "abcb"},
		{"the last place goes, and was to deal", "abc", "deal deal remove2 deal", "aba"},
		{"the last place goes, was to deal, and a newcomer sits in front of all", "abc", "deal deal remove2 insert0e deal", "aba"},
	} {
		s := New(len(tt.places))
		for range 5 {
			s.Open()
		}
		for place, c := range tt.places {
			if c != '.' {
				s.Sit(place, int(c-'a'))
			}
		}
		s.First(varianttest.Game(t, "chratze", len(s.Seats())), 0)
		var dealers strings.Builder
		for _, word := range strings.Fields(tt.script) {
			place, who := 0, int(word[len(word)-1])-'a'
			if i := strings.IndexAny(word, "0123"); i >= 0 {
				place = int(word[i] - '0')
			}
			switch {
			case word == "deal":
				seats := s.Seats()
				start := nextDealer(t, &s)
				dealers.WriteByte('a' + byte(s.At(seats[start.Dealer])))
			case strings.HasPrefix(word, "rise"):
				s.Rise(place)
			case strings.HasPrefix(word, "sit"):
				s.Sit(place, who)
			case strings.HasPrefix(word, "insert"):
				s.Insert(place, who)
			default:
				s.Remove(place)
			}
		}
		if got := dealers.String(); got != tt.dealers {
			t.Errorf("%s: %s deal, want %s", tt.name, got, tt.dealers)
		}
	}
}

// TestMoneyIsConserved lets people come and go, pay, play real hands at random, be paid off and
// share the pot. Accounts and pot always add up to 0, nobody gets what belongs to another
// account, and at the end the pot is empty.
func TestMoneyIsConserved(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const places = 5
		s := New(places)
		s.Coin = 5
		rules := rapid.SampledFrom([]string{"chratze", "zwicken"}).Draw(t, "rules")
		for place := range 3 {
			s.Sit(place, s.Open())
		}
		s.First(varianttest.Game(t, rules, 3), 0)
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			place := rapid.IntRange(0, places-1).Draw(t, "place")
			before := s.Clone()
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0:
				if s.At(place) == Free {
					s.Sit(place, s.Open())
				}
			case 1:
				if seats := s.Seats(); s.At(place) != Free && len(seats) > 2 {
					part, err := s.PayOff(place, len(seats))
					if err != nil || s.Balance(s.At(place))-before.Balance(s.At(place)) != part {
						t.Fatalf("paid off %v: %v", part, err)
					}
					s.Rise(place)
				}
			case 2:
				if who := s.At(place); who != Free {
					if err := s.Pay(who, 20); err != nil || s.Balance(who) != before.Balance(who)-20 {
						t.Fatal(err)
					}
				}
			default:
				play(t, &s, rules)
			}
			if err := s.Ledger.Check(); err != nil {
				t.Fatal(err)
			}
		}
		parts, err := s.End(s.Sharers())
		if err != nil || s.Ledger.Pot() != 0 || !s.Over() || s.Ledger.Check() != nil {
			t.Fatalf("%v, and %v are left", err, s.Ledger.Pot())
		}
		if len(parts) > 1 && slices.Max(parts)-slices.Min(parts) >= pot.Chips(5*len(parts))+5 {
			t.Fatalf("the parts are %v", parts)
		}
	})
}

// play plays a hand of those who sit, and checks that each account changes by what the hand's
// result says.
func play(t *rapid.T, s *Session, rules string) {
	seats := s.Seats()
	hand, err := varianttest.Game(t, rules, len(seats)).NewHand(s.Deal())
	if err != nil {
		t.Fatal(err)
	}
	deck := rams.Deck{Source: shuffler{t}}
	for !hand.Done() {
		if hand.Turn() == rams.Nature {
			hand.ApplyUnchecked(deck.Next(&hand))
		} else {
			hand.ApplyUnchecked(rapid.SampledFrom(hand.Legal(nil)).Draw(t, "act"))
		}
	}
	r, before := hand.Result(), s.Clone()
	if err := s.Settle(seats, &r, hand.Dealer(), hand.Declarer()); err != nil {
		t.Fatal(err)
	}
	for seat, place := range seats {
		who := s.At(place)
		if got, want := s.Balance(who)-before.Balance(who), r.Payout[seat]-r.Penalty[seat]-r.Paid[seat]; got != want {
			t.Fatalf("seat %d gets %v, want %v", seat, got, want)
		}
	}
	if start := s.Deal(); start != r.Next {
		t.Fatalf("the next hand begins with %+v, want %+v", start, r.Next)
	}
}

// shuffler draws the order of the pack.
type shuffler struct{ *rapid.T }

func (s shuffler) Shuffle(cards []card.Card) {
	copy(cards, rapid.Permutation(cards).Draw(s.T, "pack"))
}

func (s shuffler) Cut(n int) int { return rapid.IntRange(1, n-1).Draw(s.T, "cut") }

// TestHeirs: what can't be divided goes to the last declarer if they still sit, otherwise to
// the last dealer, otherwise to the first place.
func TestHeirs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name                  string
		dealer, declarer, out int
		want                  []pot.Chips
	}{
		{"the declarer", 0, 1, -1, []pot.Chips{35, 40, 35}},
		{"the declarer has gone", 2, 1, 1, []pot.Chips{55, 55}},
		{"nobody declared", 2, int(rams.Nobody), -1, []pot.Chips{35, 35, 40}},
		{"both have gone", 2, 2, 2, []pot.Chips{55, 55}},
	} {
		s := New(3)
		s.Coin = 5
		for place := range 3 {
			s.Sit(place, s.Open())
		}
		s.First(varianttest.Game(t, "chratze", 3), 0)
		r := rams.Result{Paid: [rams.MaxSeats]pot.Chips{110}}
		if err := s.Settle(s.Seats(), &r, rams.Seat(tt.dealer), rams.Seat(tt.declarer)); err != nil {
			t.Fatal(err)
		}
		if tt.out >= 0 {
			s.Forgo(s.At(tt.out))
			s.Rise(tt.out)
		}
		if parts, err := s.End(s.Sharers()); err != nil || !slices.Equal(parts, tt.want) {
			t.Errorf("%s: %v %v, want %v", tt.name, parts, err, tt.want)
		}
	}
}

// TestSharers: who gets a part of the pot at the end, by what has happened since it was last empty.
func TestSharers(t *testing.T) {
	t.Parallel()
	// hand is settled: everybody pays 20, then of what lies there that much stays, and penalties come in.
	hand := func(s *Session, stays, penalty pot.Chips) {
		places := s.Seats()
		r := rams.Result{PotPlayedFor: s.Ledger.Pot() + 20*pot.Chips(len(places))}
		for seat := range places {
			r.Paid[seat] = 20
		}
		r.Left, r.Payout[0], r.Penalty[1] = min(stays, r.PotPlayedFor), max(0, r.PotPlayedFor-stays), penalty
		if err := s.Settle(places, &r, 0, 0); err != nil {
			t.Fatal(err)
		}
	}
	const all = 1 << 20 // stays
	for _, tt := range []struct {
		name string
		do   func(s *Session)
		want []int
	}{
		{"all who have played", func(s *Session) { hand(s, all, 0) }, []int{0, 1, 2}},
		{"nobody has: all who sit", func(s *Session) { _ = s.Ledger.Post(pot.Move{ID: "0", Amount: -30}) }, []int{0, 1, 2}},
		{"a newcomer in the last hand hasn't played", func(s *Session) { hand(s, 0, 60); s.Sit(3, s.Open()) }, []int{0, 1, 2}},
		{"sent away, after they have paid into it", func(s *Session) { hand(s, 0, 60); s.Rise(1) }, []int{0, 2, 1}},
		{"sent away, then back", func(s *Session) { hand(s, 0, 60); s.Rise(1); s.Sit(4, 1) }, []int{0, 2, 1}},
		{"left, somebody won the pot, sat down again", func(s *Session) {
			hand(s, 0, 60)
			s.Rise(1)
			hand(s, 0, 60)
			s.Sit(1, 1)
		}, []int{0, 2}},
		{"left, nobody won the pot, sat down again", func(s *Session) { hand(s, 0, 60); s.Rise(1); hand(s, all, 0); s.Sit(1, 1) }, []int{0, 1, 2}},
		{"odd cents that can't be divided are nobody's", func(s *Session) { hand(s, 0, 60); s.Rise(1); hand(s, 9, 60) }, []int{0, 2}},
		{"but a whole coin each is", func(s *Session) { hand(s, 0, 60); s.Rise(1); hand(s, 10, 60) }, []int{0, 2, 1}},
		{"was paid their part", func(s *Session) { hand(s, 0, 60); _, _ = s.PayOff(1, 3); s.Rise(1) }, []int{0, 2}},
		{"leaves it to the others", func(s *Session) { hand(s, 0, 60); s.Forgo(1); s.Rise(1) }, []int{0, 2}},
		{"two are one person", func(s *Session) {
			hand(s, 0, 60)
			s.Rise(1)
			n := s.Open()
			s.Sit(1, n)
			if err := s.Join(1, n); err != nil {
				t.Fatal(err)
			}
		}, []int{0, 3, 2}},
		{"two who have both played are one person with one part", func(s *Session) {
			hand(s, 0, 60)
			s.Rise(1)
			n := s.Open()
			s.Sit(1, n)
			hand(s, all, 0)
			if err := s.Join(1, n); err != nil {
				t.Fatal(err)
			}
		}, []int{0, 3, 2}},
		{"a newcomer who has put something in", func(s *Session) { hand(s, 0, 60); n := s.Open(); s.Sit(3, n); _ = s.Pay(n, 20) }, []int{0, 1, 2, 3}},
	} {
		s := New(5)
		s.Coin = 5
		for place := range 3 {
			s.Sit(place, s.Open())
		}
		s.First(varianttest.Game(t, "chratze", 3), 0)
		tt.do(&s)
		before := s.Clone()
		if got := s.Sharers(); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v share it, want %v", tt.name, got, tt.want)
			continue
		}
		parts, err := s.End(s.Sharers())
		if err != nil || s.Ledger.Pot() != 0 || s.Ledger.Check() != nil {
			t.Errorf("%s: %v, and %d are left", tt.name, err, s.Ledger.Pot())
		}
		for i, person := range tt.want {
			if got := s.Balance(person) - before.Balance(person); got != parts[i] || got <= 0 {
				t.Errorf("%s: person %d gets %d of it, told %d", tt.name, person, got, parts[i])
			}
		}
	}
}

// TestCloneShares: a change to a copy doesn't affect the original.
func TestCloneShares(t *testing.T) {
	t.Parallel()
	s := New(2)
	s.Sit(0, s.Open())
	c := s.Clone()
	c.Sit(1, c.Open())
	if err := c.Pay(0, 10); err != nil {
		t.Fatal(err)
	}
	if s.At(1) != Free || s.Balance(0) != 0 || len(s.Ledger.Accounts()) != 1 {
		t.Errorf("the original is %+v", s)
	}
}

// TestSpared: who pays no ante for the next hand is a person, wherever they sit when it begins, and it holds for one hand.
func TestSpared(t *testing.T) {
	t.Parallel()
	s := New(3)
	for place := range 3 {
		s.Sit(place, s.Open())
	}
	if err := s.Settle([]int{0, 1, 2}, &rams.Result{Next: rams.Start{Spared: 0b101}}, 0, rams.Nobody); err != nil {
		t.Fatal(err)
	}
	s.Insert(1, s.Open()) // person 3 sits between person 0 and person 1
	if got := s.Deal().Spared; got != 0b1001 {
		t.Errorf("spared are the seats %b, want 1001", got)
	}
	other := s.Clone()
	if other.SpareNone(); other.Deal().Spared != 0 || s.Deal().Spared == 0 {
		t.Error("a copy is not by itself")
	}
	if s.Rise(0); s.Deal().Spared != 0b100 {
		t.Errorf("spared are the seats %b, want 100", s.Deal().Spared)
	}
	if err := s.Settle([]int{1, 2, 3}, &rams.Result{}, 0, rams.Nobody); err != nil || s.Deal().Spared != 0 {
		t.Errorf("after another hand %b are spared: %v", s.Deal().Spared, err)
	}
}
