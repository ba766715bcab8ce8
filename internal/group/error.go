package group

import "strconv"

// Error says why a line can't be added. Code is stable and names a message; the other fields are its parameters.
type Error struct {
	Code string
	Line int    // of the log, from 1; 0: not from a log
	Word int    // in the line, from 1; 0: the whole line
	Text string // that word
	Name string // the person, or what would be right
	N    int    // the number that is there already
	Want int    // the number that would be right
}

// The codes of Error.
const (
	CodeVersion  = "version"  // the first line isn't Format: written by a newer program, or no group
	CodeQuote    = "quote"    // a quotation mark is missing
	CodeWord     = "word"     // not understood; Name has the words that are
	CodeMore     = "more"     // the line ends too early
	CodeLess     = "less"     // the line has too many words
	CodeNumber   = "number"   // not a whole number from 1
	CodeName     = "name"     // a name must be quoted, with a letter
	CodeUnnamed  = "unnamed"  // a name or a text is empty
	CodeAmount   = "amount"   // not an amount of this money
	CodeCoin     = "coin"     // no coins of this money make the amount; Name is the smallest
	CodeSign     = "sign"     // an amount needs + or -
	CodeSigns    = "signs"    // an amount has two signs
	CodePeople   = "people"   // an evening by hand has too few people or too many
	CodeDate     = "date"     // no date
	CodeFull     = "full"     // the group, or the line, is too long
	CodeBreak    = "break"    // a line break within a text
	CodeFuture   = "future"   // an evening that is still to come
	CodePast     = "past"     // a next evening that is over
	CodeNext     = "next"     // the next number is Want
	CodeAnna     = "anna"     // member N has the name
	CodeMember   = "member"   // no member has this number
	CodeGone     = "gone"     // this member is gone
	CodePhone    = "phone"    // a phone speaks for itself only
	CodeAsk      = "ask"      // this phone asks for nothing
	CodeEvening  = "evening"  // no evening has this number
	CodeTwice    = "twice"    // it is in the group as evening N
	CodePerson   = "person"   // no person of that evening has this number
	CodeTwo      = "two"      // a member sits twice at one table
	CodeSum      = "sum"      // the sums add up to Name, and must add up to 0
	CodeHand     = "hand"     // only evenings by hand can be fixed
	CodeTogether = "together" // they sat at one table, in evening N
	CodeSame     = "same"     // this name is another's already, or isn't
	CodeMoney    = "money"    // the money changes only before the first payment
	CodePoints   = "points"   // points are no money
	CodeJar      = "jar"      // only with a jar
	CodeEmpty    = "empty"    // the jar has only Name
	CodeSelf     = "self"     // who pays and who is paid are the same
	CodeDate0    = "no-date"  // no next evening is set
	CodeDigest   = "digest"   // a digest that can't be read
	CodeServer   = "server"   // only the server writes this
)

func (e *Error) Error() string {
	text := "group: " + e.Code
	if e.Line > 0 {
		text = "group: line " + strconv.Itoa(e.Line) + ": " + e.Code
	}
	for _, s := range [...]string{e.Text, e.Name} {
		if s != "" {
			text += " " + strconv.Quote(s)
		}
	}
	return text
}
