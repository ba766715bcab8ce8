package table

import "chratze/rams"

// Refused says why a command was refused. Code is stable and names a message. If the kernel
// refused an act, Rule has its reason.
type Refused struct {
	Code   string
	Rule   *rams.Refusal
	Detail string // for developers; may be empty
}

func (r *Refused) Error() string {
	if r.Rule != nil {
		return "table: refused: " + r.Rule.Error()
	}
	if r.Detail != "" {
		return "table: refused: " + r.Code + ": " + r.Detail
	}
	return "table: refused: " + r.Code
}

// The codes of Refused.
const (
	RefusedKind    = "kind"    // no such command
	RefusedStage   = "stage"   // not possible at this stage of the evening
	RefusedTurn    = "turn"    // this chair has no question
	RefusedStale   = "stale"   // the question is already answered
	RefusedAct     = "act"     // no such act
	RefusedRule    = "rule"    // the rules forbid it: Rule says why
	RefusedChair   = "chair"   // no such chair, or it is taken
	RefusedPerson  = "person"  // these two can't be one person
	RefusedFull    = "full"    // no free chair
	RefusedName    = "name"    // not a name
	RefusedHost    = "host"    // only the host may
	RefusedSoon    = "soon"    // they aren't away, or not long enough
	RefusedPlayers = "players" // too few or too many people sit
	RefusedConfig  = "config"  // invalid Config
	RefusedDeal    = "deal"    // a table can't begin with this deal: Detail says why

	RefusedPractice = "practice" // only for a person alone with bots at a practice table
	RefusedMore     = "more"     // no clock runs, or this question gets no more time, or none does at this table
	RefusedBack     = "back"     // there is nothing to take back or play again
	RefusedHint     = "hint"     // somebody at the table hasn't agreed to hints
	RefusedProof    = "proof"    // the table has no proof, or this is neither a commitment nor a nonce
)

func refuse(code string) error { return &Refused{Code: code} }
