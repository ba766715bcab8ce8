package oracle

import (
	"fmt"
	"slices"
	"strings"
)

// A teller says what the rules leave open, and is told what they demand. There
// are two: a line that is checked (below) and chance (generate.go).
type teller interface {
	order(t string, cards []string) []string // nature: these cards shuffled
	cutAt(cards int) int                     // nature: the size of the top packet
	choose(seat int, legal []string) string  // the decision of a seat
	told(e event)                            // the next event by the rules
}

// nobody stands for a seat where there is none, such as the seat that may see the cards of an event.
const nobody = -1

// hand is one hand as it goes on. All slices by seat have one entry a seat.
type hand struct {
	header
	teller
	weli string

	dealer   int   // changes when the deal hops
	pot      int64 // what lies in it now
	stake    int64 // P: the pot when the hand was opened (docs/rules.md 2.11)
	cards    [][]string
	stock    []string // top card first
	discards []string
	upcards  []string // the last one turned up gave the trump
	table    string   // the upcard that lies on the table, "" if in a hand
	trump    string   // suit

	declarer    int // nobody in Zwicken and before the auction
	active      []bool
	allIn       bool // nobody is asked, everybody plays
	blind       bool // declared blind or double blind
	doubleBlind bool
	sevenMuss   bool
	one         bool // one trick is enough for the declarer
	tricks      []int
	gone        []string // played
	leader      int      // who has led or leads to the trick
	spare       int      // who plays the spare hand, or nobody
	forPot      bool     // and plays it for the pot
	price       int64    // what each pays who plays
	titscht     bool     // the dealer has turned their own last card for trump (docs/rules.md 5.10)
	sevenLost   int      // the seat whose 7d the trump ace took, or nobody

	payout, penalty []int64
	strokes         []int64 // of a race
	after           next

	log       []event
	seer      []int // by event: who may see its cards
	hoodwink  bool  // the dealer can't see the dealer's own cards yet
	decisions []Decision
}

// begin puts the seats at the table.
func begin(h header, t teller) *hand {
	n := h.seats
	return &hand{
		header: h, teller: t, weli: h.rules.weli(), dealer: h.Dealer, pot: h.Pot,
		cards: make([][]string, n), active: make([]bool, n), tricks: make([]int, n),
		declarer: nobody, sevenLost: nobody, spare: nobody, payout: make([]int64, n), penalty: make([]int64, n), strokes: make([]int64, n),
		hoodwink: !h.rules.is("blind", "no") || !h.rules.is("double_blind", "no") || h.rules.dealerTurns(),
	}
}

// run plays the hand from the antes to the settlement (docs/rules.md 2, 3, 5).
func (h *hand) run() {
	h.payAntes()
	h.shuffleAndCut()
	h.stake = h.pot
	h.deal()
	switch {
	case h.Muss || h.sevenMuss:
		h.muss()
		return
	case h.forcedTen(), h.allMustPlay():
		h.everybodyPlays()
		h.exchangeAll()
		h.swapSix()
		h.rob()
	default:
		if h.rules.joinsOnly() {
			h.zwickenJoin()
		} else {
			if !h.dealerDeclares() && !h.auction() {
				h.nobodyOpened()
				return
			}
			if h.sevenMuss { // by a card turned for a contract
				h.muss()
				return
			}
			if !h.allIn {
				h.join()
			}
		}
		switch in := h.inTurn(h.forehand()); len(in) {
		case 0:
			h.nobodyOpened()
			return
		case 1:
			h.uncontested(in[0])
			return
		}
		h.exchangeAll()
		h.swapSix()
		h.rob()
	}
	h.play()
	h.settle()
}

// muss: docs/rules.md 3.5.
func (h *hand) muss() {
	h.everybodyPlays()
	h.getDown(h.dealer)
	h.play()
	h.settle()
}

// everybodyPlays: the dealer declares, if somebody does, and nobody is asked (docs/rules.md 3.5, 4). With deal 1x3 nobody does.
func (h *hand) everybodyPlays() {
	if !h.rules.joinsOnly() && !h.rules.is("deal", "1x3") {
		h.declarer = h.dealer
	}
	h.allIn = true
	for seat := range h.active {
		h.active[seat] = true
	}
}

// forcedTen: "upcard T at a pot of antes only: dealer declares, all join"; the
// first upcard only, never on a redeal (docs/rules.md 4). With ten-any every
// upcard that gives the trump, whatever lies in the pot.
// AMBIGUOUS: in Kratzen a Muss goes before it, and after a Weli the card that
// gave the trump counts.
func (h *hand) forcedTen() bool {
	if h.Muss || len(h.upcards) == 0 || !strings.HasPrefix(h.upcards[len(h.upcards)-1], "T") {
		return false
	}
	return h.rules.is("forced_deal", "ten-any") || h.rules.is("forced_deal", "ten") && h.Pot == 0 && h.Redeal == 0
}

// allMustPlay: option all_play (docs/rules.md 4): earlier hands left nothing in the pot, or the upcard is a ten.
func (h *hand) allMustPlay() bool {
	ten := h.rules.is("all_play", "ten") && strings.HasPrefix(h.upcards[len(h.upcards)-1], "T") // the last: a Weli may lie before it
	clubs := h.rules.is("all_play", "clubs") && strings.HasSuffix(h.upcards[len(h.upcards)-1], "c")
	return h.rules.is("all_play", "bare") && h.Pot == 0 || ten || clubs
}

// seat returns the seat a number of places after another one.
func (h *hand) seat(from, steps int) int { return ((from+steps)%h.seats + h.seats) % h.seats }
func (h *hand) forehand() int            { return h.seat(h.dealer, 1) }
func (h *hand) rearhand() int            { return h.seat(h.dealer, -1) }

// round returns all seats in turn order from one.
func (h *hand) round(from int) []int {
	var seats []int
	for i := range h.seats {
		seats = append(seats, h.seat(from, i))
	}
	return seats
}

// inTurn returns the seats that play, in turn order from one.
func (h *hand) inTurn(from int) []int {
	return slices.DeleteFunc(h.round(from), func(seat int) bool { return !h.active[seat] })
}

// tell puts an event that all see into the history; pairs are keys and values.
func (h *hand) tell(t string, pairs ...any) {
	e := event{"t": t}
	for i := 0; i < len(pairs); i += 2 {
		value := pairs[i+1]
		switch v := value.(type) {
		case int:
			value = int64(v)
		case []string:
			value = strings.Join(v, " ")
		}
		e[pairs[i].(string)] = value
	}
	h.put(e, nobody)
}

// put puts an event into the history and notes who may see its cards.
func (h *hand) put(e event, seer int) {
	h.told(e)
	h.log = append(h.log, e)
	h.seer = append(h.seer, seer)
}

// give gives a seat cards that only it sees (`deal` or `draw`); up are those
// that came face up.
func (h *hand) give(t string, seat int, cards, up []string) {
	h.cards[seat] = append(h.cards[seat], cards...)
	e := event{"t": t, "seat": int64(seat), "cards": strings.Join(cards, " ")}
	if len(up) > 0 {
		e["up"] = strings.Join(up, " ")
	}
	seer := seat
	if t == "deal" && seat == h.dealer && h.hoodwink {
		seer = nobody
	}
	h.put(e, seer)
}

// unhood: the dealer has answered the last blind question, or none can come
// any more. From now on the dealer sees the cards (docs/rules.md 2.3, docs/rams-hand.md views).
func (h *hand) unhood() {
	if !h.hoodwink {
		return
	}
	h.hoodwink = false
	for i, e := range h.log {
		if e["t"] == "deal" && e["seat"] == int64(h.dealer) {
			h.seer[i] = h.dealer
		}
	}
}

// ask puts a question to a seat and records what was answered. A question with
// one legal answer is asked too.
func (h *hand) ask(seat int, legal ...string) string {
	h.decisions = append(h.decisions, Decision{Event: len(h.log), Seat: seat, Legal: legal})
	act := h.choose(seat, legal)
	h.decisions[len(h.decisions)-1].Chosen = act
	h.put(event{"t": "act", "seat": int64(seat), "act": act, "legal": legal}, seat)
	return act
}

// askCards asks for one of several choices of cards: "lay 6c 7d".
func (h *hand) askCards(seat int, verb string, options [][]string) []string {
	var legal []string
	for _, cards := range options {
		legal = append(legal, strings.Join(append([]string{verb}, cards...), " "))
	}
	return strings.Fields(h.ask(seat, legal...))[1:]
}

// stop ends a hand early; err is nil if an unfinished line came to its end.
type stop struct{ err error }

// reader is the teller that reads a line.
type reader struct {
	line *line
	at   int // the next event
}

// fail ends the check at the next event.
func (r *reader) fail(format string, args ...any) {
	panic(stop{fmt.Errorf("event %d: %s", r.at, fmt.Sprintf(format, args...))})
}

// peek returns the next event of the line; want describes it if there is none.
func (r *reader) peek(want func() string) event {
	if r.at < len(r.line.events) {
		return r.line.events[r.at]
	}
	if r.line.finished {
		r.fail("missing, expected %s", want())
	}
	panic(stop{})
}

func (r *reader) told(e event) {
	if found := r.peek(e.text); !e.same(found) {
		r.fail("expected %s, found %s", e.text(), found.text())
	}
	r.at++
}

func (r *reader) order(t string, cards []string) []string {
	want := func() string { return fmt.Sprintf("%s of %v", t, inPackOrder(cards)) }
	found := r.peek(want)
	text, _ := found["cards"].(string)
	order := strings.Split(text, " ")
	if found["t"] != t || slices.ContainsFunc(order, func(c string) bool { return !isCard(c) }) || !sameCards(order, cards) {
		r.fail("expected %s, found %s", want(), found.text())
	}
	return order
}

func (r *reader) cutAt(cards int) int {
	want := func() string { return fmt.Sprintf("cut at 1 to %d", cards-1) }
	found := r.peek(want)
	at, isNumber := found["at"].(int64)
	if found["t"] != "cut" || !isNumber || at < 1 || at >= int64(cards) {
		r.fail("expected %s, found %s", want(), found.text())
	}
	return int(at)
}

func (r *reader) choose(seat int, legal []string) string {
	want := func() string { return fmt.Sprintf("act of seat %d, one of %q", seat, legal) }
	found := r.peek(want)
	act, _ := found["act"].(string)
	if found["t"] != "act" || found["seat"] != int64(seat) || !slices.Contains(legal, act) {
		r.fail("expected %s, found %s", want(), found.text())
	}
	return act
}
