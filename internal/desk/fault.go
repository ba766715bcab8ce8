package desk

import "strconv"

// Error says why a line, or a whole evening, is invalid. Code is stable and names a message;
// the other fields are the parameters of that message.
type Error struct {
	Code  string
	Line  int    // of the file, from 1; 0: not from a file
	Word  int    // in the line, from 1; 0: the whole line
	Text  string // that word, or the word that was expected
	Name  string // the person it is about
	N     int    // the number that was given
	Want  int    // the number that would be right
	Entry int    // of a correction: the entry that became invalid; 0: the line itself
	Err   error  // of the rules: a *variant.Error or *rams.TallyError
}

// The codes of Error.
const (
	NoSeats       = "seats"         // nobody sits yet
	NoVersion     = "version"       // written by a newer program
	NoHead        = "head"          // this belongs before the first entry
	NoQuote       = "quote"         // a quotation mark is missing
	NoWord        = "word"          // not understood
	NoMore        = "more"          // the line ends too early
	NoLess        = "less"          // the line has too many words
	NoName        = "name"          // this can't be a name
	NoPerson      = "person"        // nobody of that name sits here
	NoTwice       = "twice"         // a person is named twice
	NoSits        = "sits"          // this person sits already
	NoAmount      = "amount"        // not an amount
	NoRules       = "rules"         // invalid rules; see Err
	NoMoney       = "money"         // not francs, euro or points
	NoEntry       = "entry"         // there is no entry N; the last is Want
	NoUndo        = "undo"          // nothing to undo
	NoRedo        = "redo"          // nothing to redo
	NoOver        = "over"          // the evening is over
	NoPot         = "pot"           // the last person can't leave while there is money in the pot
	NoFull        = "full"          // the pot or an account would be too large
	NoWork        = "work"          // too many corrections; see MaxWork
	NoPlayers     = "players"       // too few or too many people for this game; see Err
	NoTricks      = "tricks"        // the tricks add up to N and must add up to Want
	NoTricksOver  = "tricks-over"   // only Want tricks are left
	NoTricksShort = "tricks-short"  // the tricks of more than one player are missing
	NoTricksAlone = "tricks-alone"  // a single player takes the pot without play
	NoDeclarer    = "declarer"      // nobody declared
	NoDeclarers   = "declarers"     // two players declared
	NoDeclaring   = "declaring"     // in this game nobody declares
	NoBody        = "nobody"        // nobody is in
	NoOpener      = "opener"        // in this game the dealer takes the pot when all others are out
	NoContract    = "contract"      // this contract is not of this game
	NoDealerBlind = "blind"         // only the dealer can declare blind
	NoMussAll     = "muss-all"      // in a Muss everybody plays
	NoMussDealer  = "muss-dealer"   // in a Muss the dealer declares
	NoMussOpen    = "muss-open"     // a Muss has no opening
	NoSeven       = "seven"         // no Seven Muss in this game
	NoSevenMuss   = "seven-in-muss" // it is a Muss anyway
	NoCut         = "cut"           // this game has no such cut
	NoCutOver     = "cut-over"      // after a cut like this the cards were dealt, so no other follows
	NoLost        = "lost"          // this player can't have lost the Weli
	NoLastWord    = "last-word"     // this player can't have claimed the last word
	NoSusi        = "susi"          // somebody must join
	NoTally       = "tally"         // see Err
)

func (e *Error) Error() string {
	text := "desk: " + e.Code
	if e.Line > 0 {
		text = "desk: line " + strconv.Itoa(e.Line) + ", word " + strconv.Itoa(e.Word) + ": " + e.Code
	}
	for _, s := range [...]string{e.Text, e.Name} {
		if s != "" {
			text += " " + strconv.Quote(s)
		}
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the error of the rules, if there is one.
func (e *Error) Unwrap() error { return e.Err }

// at sets the number of the word, unless it is set already.
func (e *Error) at(w word) *Error {
	if e != nil && e.Word == 0 {
		e.Word = w.n
		if e.Text == "" {
			e.Text = w.text
		}
	}
	return e
}
