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
	CodeSeats       = "seats"         // nobody sits yet
	CodeVersion     = "version"       // written by a newer program
	CodeHead        = "head"          // this belongs before the first entry
	CodeQuote       = "quote"         // a quotation mark is missing
	CodeWord        = "word"          // not understood
	CodeMore        = "more"          // the line ends too early
	CodeLess        = "less"          // the line has too many words
	CodeName        = "name"          // this can't be a name
	CodePerson      = "person"        // nobody of that name sits here
	CodeTwice       = "twice"         // a person is named twice
	CodeSits        = "sits"          // this person sits already
	CodeAmount      = "amount"        // not an amount
	CodeRules       = "rules"         // invalid rules; see Err
	CodeMoney       = "money"         // not francs, euro, yen or points
	CodeLine        = "no-line"       // there is no line N; the last is Want
	CodeShort       = "short"         // the pot has less than is taken out of it
	CodeLike        = "like"          // nobody of that name sits here, but somebody whose name is like it: Text
	CodeEntry       = "entry"         // there is no entry N; the last is Want
	CodeUndo        = "undo"          // nothing to undo
	CodeRedo        = "redo"          // nothing to redo
	CodeOver        = "over"          // the evening is over
	CodePot         = "pot"           // the last person can't leave while there is money in the pot
	CodeFull        = "full"          // the pot or an account would be too large
	CodeWork        = "work"          // too many corrections; see MaxWork
	CodePlayers     = "players"       // too few or too many people for this game; see Err
	CodeTricks      = "tricks"        // the tricks add up to N and must add up to Want
	CodeTricksOver  = "tricks-over"   // only Want tricks are left
	CodeTricksShort = "tricks-short"  // the tricks of more than one player are missing
	CodeTricksAlone = "tricks-alone"  // a single player takes the pot without play
	CodeAlonePot    = "alone-pot"     // the same, where the dealer can play for the pot: Text says so
	CodeDeclarer    = "declarer"      // nobody declared
	CodeDeclarers   = "declarers"     // two players declared
	CodeDeclaring   = "declaring"     // in this game nobody declares
	CodeNobody      = "nobody"        // nobody is in
	CodeOpener      = "opener"        // in this game the dealer takes the pot when all others are out
	CodeContract    = "contract"      // this contract is not of this game
	CodePrice       = "price"         // no price, or not in this game
	CodeDealerBlind = "blind"         // only the dealer can declare blind
	CodeMussAll     = "muss-all"      // in a Muss everybody plays
	CodeMussDealer  = "muss-dealer"   // in a Muss the dealer declares
	CodeMussOpen    = "muss-open"     // a Muss has no opening
	CodeSeven       = "seven"         // no Seven Muss in this game
	CodeSevenInMuss = "seven-in-muss" // it is a Muss anyway
	CodeCut         = "cut"           // this game has no such cut
	CodeCutOver     = "cut-over"      // after a cut like this the cards were dealt, so no other follows
	CodeLost        = "lost"          // this player can't have lost the Weli
	CodeForPot      = "for-pot"       // only a dealer can play for the pot, where a spare hand is dealt, against a single player
	CodeLastWord    = "last-word"     // this player can't have claimed the last word
	CodeSusi        = "susi"          // somebody must join
	CodeRace        = "race"          // a line of a race that can't be read
	CodeRaceHead    = "race-head"     // a race needs Format 2
	CodeRaceRules   = "race-rules"    // rules of a pot can't have a race
	CodeGoal        = "goal"          // not a number of points up to Want
	CodePrizes      = "prizes"        // N prizes; at most Want for these people
	CodeRacers      = "racers"        // N people can't race; at most Want
	CodeThrough     = "through"       // this player has reached the goal
	CodeDecided     = "decided"       // the round is over
	CodeFine        = "fine"          // no amount was given, and no fine was agreed
	CodePotOnly     = "pot-only"      // this is of games with a pot
	CodeRaceOnly    = "race-only"     // this is of a race
	CodeTally       = "tally"         // see Err
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
