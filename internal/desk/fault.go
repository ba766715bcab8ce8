package desk

import "strconv"

// Error says why a line, or a whole evening, can't be so. Code is stable and names
// a message; the other fields are its parameters.
type Error struct {
	Code  string
	Line  int    // of the file, from 1; 0: not from a file
	Word  int    // of the line, from 1; 0: the line as a whole
	Text  string // that word, or what it should have been
	Name  string // of whom it is about
	N     int    // what was said
	Want  int    // what would be right
	Entry int    // a correction: the entry that could not be any more; 0: the line itself
	Err   error  // of the rules: a *variant.Error or *rams.TallyError
}

// The codes of Error.
const (
	NoSeats       = "seats"         // nobody sits yet
	NoVersion     = "version"       // written by a newer program
	NoHead        = "head"          // this belongs before the first entry
	NoQuote       = "quote"         // a quotation mark is missing
	NoWord        = "word"          // not understood
	NoMore        = "more"          // something is missing at the end of the line
	NoLess        = "less"          // something is too much
	NoName        = "name"          // so nobody can be called
	NoPerson      = "person"        // nobody of that name sits here
	NoTwice       = "twice"         // is named twice
	NoSits        = "sits"          // sits already
	NoAmount      = "amount"        // an amount
	NoRules       = "rules"         // rules that can't be; Err
	NoMoney       = "money"         // want francs, euro or points
	NoEntry       = "entry"         // there is no entry N; the last is Want
	NoUndo        = "undo"          // there is nothing to undo
	NoRedo        = "redo"          // there is nothing to redo
	NoOver        = "over"          // the evening is over
	NoPot         = "pot"           // the last one can't go while something lies in the pot
	NoFull        = "full"          // the pot or an account would be too large
	NoWork        = "work"          // too many corrections; see MaxWork
	NoPlayers     = "players"       // too few or too many sit for this game; Err
	NoTricks      = "tricks"        // the tricks make N, they must make Want
	NoTricksOver  = "tricks-over"   // only Want tricks are left
	NoTricksShort = "tricks-short"  // the tricks of more than one are missing
	NoTricksAlone = "tricks-alone"  // alone one takes the pot without play
	NoDeclarer    = "declarer"      // nobody declared
	NoDeclarers   = "declarers"     // two declared
	NoDeclaring   = "declaring"     // in this game nobody declares
	NoBody        = "nobody"        // nobody is in
	NoOpener      = "opener"        // in this game the dealer takes the pot when all others are out
	NoContract    = "contract"      // this contract is not of this game
	NoDealerBlind = "blind"         // only the dealer can be blind
	NoMussAll     = "muss-all"      // in a Muss everybody plays
	NoMussDealer  = "muss-dealer"   // in a Muss the dealer declares
	NoMussOpen    = "muss-open"     // in a Muss there is no opening
	NoSeven       = "seven"         // no Seven Muss in this game
	NoSevenMuss   = "seven-in-muss" // it is a Muss anyway
	NoCut         = "cut"           // this game has no such cut
	NoCutOver     = "cut-over"      // after this cut the cards were dealt
	NoLost        = "lost"          // nobody can lose his Weli so
	NoLastWord    = "last-word"     // he can't have claimed the last word
	NoSusi        = "susi"          // somebody must join
	NoTally       = "tally"         // Err
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

// Unwrap returns the error of the rules, if it is one.
func (e *Error) Unwrap() error { return e.Err }

// at puts in which word it is, unless that is known.
func (e *Error) at(w word) *Error {
	if e != nil && e.Word == 0 {
		e.Word = w.n
		if e.Text == "" {
			e.Text = w.text
		}
	}
	return e
}
