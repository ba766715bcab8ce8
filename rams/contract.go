package rams

import "chratze/pot"

// Contract is what a seat has taken on by the end of the auction.
type Contract uint8

// The contracts. Up to Folded a seat is not in the hand, from Joined on it is.
const (
	NoContract Contract = iota // has not been asked yet, or passed
	Folded                     // out
	Joined
	Declared // opened, struck, or made to declare by a forced deal
	DeclaredBlind
	DeclaredDoubleBlind
	DeclaredTurn  // oder
	DeclaredTop   // weiter-oder
	MussJoined    // has to join
	MussDealer    // has to declare
	SevenMuss     // has to declare, but needs no more than a joiner
	JoinedSpare   // joined with the spare hand
	ForPot        // the dealer plays the spare hand: what it earns stays in the pot, and it pays nothing
	DeclaredSeven // has to declare by a seven turned up, and needs no more than a joiner

	contracts
)

// In reports whether a seat with this contract plays for tricks.
func (c Contract) In() bool { return c >= Joined }

// Declares reports whether the contract is the declarer's, wished or forced.
func (c Contract) Declares() bool {
	switch c {
	case Declared, DeclaredBlind, DeclaredDoubleBlind, DeclaredTurn, DeclaredTop, MussDealer, SevenMuss, DeclaredSeven:
		return true
	}
	return false
}

// muss reports whether it is the declarer's in a Muss or a Seven Muss.
func (c Contract) muss() bool { return c == MussDealer || c == SevenMuss }

// contractTerms is what a contract asks for and costs.
type contractTerms struct {
	name    string
	full    bool // needs Rules.Target tricks; else, if in the hand, Rules.JoinTarget
	penalty uint8
}

// terms is the table of contracts (2.11, 3.5, 3.10, 5.8). Penalties are in pots.
//
//lattice:table
var terms = [contracts]contractTerms{
	NoContract:          {"none", false, 0},
	Folded:              {"out", false, 0},
	Joined:              {"joined", false, 1},
	Declared:            {"declared", true, 2},
	DeclaredBlind:       {"blind", true, 2},
	DeclaredDoubleBlind: {"double-blind", true, 2},
	DeclaredTurn:        {"oder", true, 2},
	DeclaredTop:         {"weiter-oder", true, 2},
	MussJoined:          {"muss", false, 1},
	MussDealer:          {"muss-dealer", true, 2},
	SevenMuss:           {"seven-muss", false, 2},
	JoinedSpare:         {"spare", false, 1},
	ForPot:              {"for-pot", false, 0},
	DeclaredSeven:       {"seven", false, 2},
}

// String returns the contract's name, such as "joined".
func (c Contract) String() string {
	if c < contracts {
		return terms[c].name
	}
	return "none"
}

// Bids is how the contracts of a bidding rank (3.6).
type Bids uint8

// The orders of the contracts.
const (
	BidsRising  Bids = iota // schlagen, oder, weiter-oder: the last one ranks highest
	BidsFalling             // the first one ranks highest
)

// TopBid says who may bid weiter-oder, and so declares with it (3.6).
type TopBid uint8

// Who may bid weiter-oder.
const (
	TopBidAll TopBid = iota
	TopBidDealer
)

// EndsBidding reports whether no bid of those who speak later beats contract c (3.6).
func (r *Rules) EndsBidding(c Contract) bool {
	switch {
	case r.Bids == BidsFalling:
		return c == Declared
	case r.TopBid == TopBidDealer: // who has spoken first
		return c >= DeclaredTurn
	}
	return c == DeclaredTop
}

// MayBid reports whether the dealer, or another seat, may bid contract c over the highest bid so far, or over NoContract (3.6).
func (r *Rules) MayBid(c, over Contract, dealer bool) bool {
	switch {
	case c == DeclaredTop && r.TopBid == TopBidDealer && !dealer:
		return false
	case r.Bids == BidsFalling && over != NoContract:
		return c < over
	}
	return c > over
}

// TricksFor returns the tricks a seat with contract c has to win; 0 if it is not in.
func (r *Rules) TricksFor(c Contract) int {
	switch {
	case !c.In(), c == ForPot:
		return 0
	case terms[c].full:
		return int(r.Target)
	}
	return int(r.JoinTarget)
}

// Stake is what a contract asks of a seat, and what failing costs.
type Stake struct {
	Tricks  int       // it has to win; 0: it is not in, and risks nothing
	Pots    int       // it pays if it fails, or as many times a fixed penalty
	Penalty pot.Chips // the same in Rappen, with the caps (Rules.PenaltyCap, Rules.PotCap)
	Back    int       // points that failing costs in a race
}

// Stake returns what a seat with contract c risks in a hand that is played for this pot, in Rappen
// (2.11, 3.5, 3.10, 5.8). A Weli that falls to the trump ace costs one penalty more, and the
// pot takes no more than it can hold ([pot.Pay]).
func (r *Rules) Stake(c Contract, played pot.Chips) Stake {
	if r.Price { // it is lost, and no more
		return Stake{}
	}
	if c == DeclaredBlind && r.Auction == AuctionJoining { // nobody declares: the dealer has turned its own card (5.10)
		c = Joined
	}
	n := int(terms[c].penalty)
	s := Stake{r.TricksFor(c), n, min(r.penalty(played, n), r.mostPot()), 0}
	if s.Tricks > 0 && r.setsBack() {
		s.Back = int(r.Back)
	}
	return s
}

// penalty returns what n penalties cost after a hand played for this pot: the pot each time, or a fixed sum (2.11), always in a race.
func (r *Rules) penalty(played pot.Chips, n int) pot.Chips {
	return pot.Penalty(r.owed(played, 1), n, r.PenaltyCap)
}

// owed is penalty without the cap.
func (r *Rules) owed(played pot.Chips, n int) pot.Chips {
	if r.fixed() {
		played = r.Penalty
	}
	return pot.Chips(n) * played
}

// fixed reports whether a penalty doesn't depend on the pot.
func (r *Rules) fixed() bool { return r.Penalty > 0 || r.Races() }

// Contract returns what a seat takes on by saying k in the auction, or [NoContract] if it takes
// on nothing yet.
func (k Kind) Contract() Contract {
	switch k {
	case DoubleBlind:
		return DeclaredDoubleBlind
	case GoBlind:
		return DeclaredBlind
	case Open, BidStrike:
		return Declared
	case BidTurn:
		return DeclaredTurn
	case BidTop:
		return DeclaredTop
	case Join:
		return Joined
	case TakeSpare:
		return JoinedSpare
	case PlayForPot:
		return ForPot
	case Out:
		return Folded
	}
	return NoContract
}
