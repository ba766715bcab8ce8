package rams

import (
	"errors"
	"slices"
	"strings"
)

// name returns the i-th of some words, or "?".
func name[T ~uint8](words string, i T) string {
	list := strings.Fields(words)
	if int(i) < len(list) {
		return list[i]
	}
	return "?"
}

// String returns what is asked, in the words of the acts where it is a question: "open", "lay", "play"; "wait" in
// views, "done" at the end.
func (p Phase) String() string { return name(phases, p) }

// phases are the words of the phases. Their numbers are written nowhere: a phase may come between.
const phases = "shuffle cut double-blind deal upcard blind new-cards open price bid turn join lay draw drop swap play done wait"

// MarshalText returns what String returns.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// ErrPhase is returned for a text that is no phase.
var ErrPhase = errors.New("rams: no such phase: want one of " + phases)

// UnmarshalText reads what String returns.
func (p *Phase) UnmarshalText(text []byte) error {
	i := slices.Index(strings.Fields(phases), string(text))
	if i < 0 {
		return &textError{ErrPhase, string(text)}
	}
	*p = Phase(i)
	return nil
}

// String returns opening, bidding or joining.
func (a Auction) String() string { return name("opening bidding joining", a) }

// String returns none, six, seven, jack or seven-top.
func (w Weli) String() string { return name("none six seven jack seven-top", w) }

// The other options are named by their values in the key table of docs/rules.md 4.

// String returns the value of the option antes.
func (a Antes) String() string { return name("all phase dealer empty dealer-twice players twice", a) }

// String returns the value of the option next_ante.
func (n NextAnte) String() string { return name("all spared", n) }

// String returns the value of the option deal.
func (d Deal) String() string {
	return name("2+2 1x4 2+1 1x4+upcard 1x3+upcard 3+2+upcard 1x5 2+3+upcard 1x3", d)
}

// String returns the value of the option trump.
func (t Trump) String() string { return name("upcard dealer", t) }

// String returns the value of the option cut.
func (c Cut) String() string { return name("plain hop hop1 hop-again", c) }

// String returns the value of the option blind.
func (b Blind) String() string { return name("no yes new-cards before-look", b) }

// String returns the value of the option double_blind.
func (d DoubleBlinds) String() string { return name("no before before-upcard", d) }

// String returns the value of the option no_open.
func (n NoOpen) String() string { return name("upcards redeal throw_in", n) }

// String returns the value of the option bids.
func (b Bids) String() string { return name("rising falling", b) }

// String returns the value of the option weiter_oder.
func (t TopBid) String() string { return name("all dealer", t) }

// String returns the value of the option join_order.
func (j JoinOrder) String() string { return name("declarer forehand", j) }

// String returns the value of the option susi.
func (s Susi) String() string { return name("off guideline forced", s) }

// String returns the value of the option last_word.
func (l LastWord) String() string { return name("off on must", l) }

// String returns the value of the option forced_deal.
func (f Forced) String() string { return name("none seven ten ten-any seven-any", f) }

// String returns the value of the option all_play.
func (a AllPlay) String() string { return name("off bare ten clubs", a) }

// String returns the value of the option dealer_plays.
func (d DealerPlays) String() string { return name("no ace seven+ace", d) }

// String returns the value of the option exchange_max.
func (m ExchangeMax) String() string { return name("no 1 2 3 4 seats", m) }

// String returns the value of the option surplus.
func (s Surplus) String() string { return name("now last", s) }

// String returns the value of the option tie.
func (t Tie) String() string { return name("carry split", t) }

// String returns the value of the option spare.
func (s Spare) String() string { return name("no yes dealer room must", s) }

// String returns the value of the option rob.
func (r Rob) String() string { return name("no dealer dealer+weli", r) }

// String returns the value of the option exchange.
func (e Exchange) String() string { return name("none five one_more kratzen plain five-suit", e) }

// String returns the value of the option void.
func (v Void) String() string { return name("trump any", v) }

// String returns the value of the option head.
func (h Head) String() string { return name("no yes suit trump", h) }

// String returns the value of the option must_lead.
func (m MustLead) String() string { return name("no ace ace+trump loo trump cinch", m) }

// String returns the value of the option split.
func (s Split) String() string { return name("thirds roles tricks most", s) }

// String returns the value of the option score.
func (s Score) String() string { return name("pot down up", s) }

// String returns the value of the option remainder.
func (r Remainder) String() string { return name("pot declarer", r) }

// String returns the value of the options muss_payout and seven_muss_payout.
func (m MussPayout) String() string { return name("none quarters", m) }
