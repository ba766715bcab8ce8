package table

import (
	"slices"

	"chratze/internal/fair"
	"chratze/rams"
)

// Do says what a Command does. Its text is a word of the protocol.
type Do uint8

// The commands of people and bots. Step carries them out, except those that another room
// answers.
const (
	DoUnknown  Do = iota // a word that the protocol doesn't have
	DoAct                // From decides Action, in answer to Question
	DoSix                // From says in advance what to do with the trump six: Action is rams.Swap or rams.Keep
	DoStart              // begins the first hand; Deals says who deals it (host)
	DoNext               // begins the next hand: at once, or when everybody who is connected wants it
	DoPause              // stops between two hands (host)
	DoResume             // continues after a pause (host)
	DoLast               // announces that the next or the running hand is the last (host)
	DoEnd                // ends the evening between two hands (host)
	DoLeave              // frees Chair: From's own, or another (host)
	DoHost               // gives the host's rights to Chair (host)
	DoKey                // gives Chair a link with the secret whose hash is Key (host)
	DoBot                // seats Bot on the free Chair (host)
	DoSame               // Person, who has left, is Into: they have one account (host)
	DoStandIn            // lets a bot play for the person on Chair, who is away, until they are back
	DoRename             // From is called Text from now on
	DoBack               // takes back the last decision (alone with bots)
	DoAgain              // begins the hand again, with the same cards (alone with bots)
	DoShow               // shows all hands (alone with bots)
	DoHide               // hides them again
	DoAgree              // agrees to hints at this table
	DoDisagree           // no longer agrees
	DoWall               // agrees to a screen on the wall, at a table without spectators
	DoUnwall             // no longer agrees
	DoUndo               // asks the others whether From may take its last decision back
	DoAllow              // agrees to that
	DoDeny               // doesn't
	DoMore               // asks for more time to answer Question
	DoPromise            // commits to a nonce for the deal with the number Question: Text is its hash
	DoCopies             // sends copies of that nonce to the other chairs, encrypted: Text
	DoNonce              // reveals that nonce: Text

	// The host answers these; Step refuses them.
	DoProof // From's connection wants to be told of the proof
	DoHint  // asks for a hint about Question
	DoChat  // says Text to everybody
	DoLead  // takes the lead of those who look at the hands together
	DoLook  // shows them another moment of the hands
	DoNote  // adds the note Text to a moment
	DoWatch // gives a spectator the name Text
	DoPing  // asks for a pong

	// Commands of the server itself. No client can send them.
	DoSit   // seats the person Name, whose link has the hash Key, on Chair
	DoRenew // gives the table a new Secret for the deals to come

	dos
)

//lattice:table
var doWords = [dos]string{
	DoAct: "act", DoSix: "six", DoStart: "start", DoNext: "next", DoPause: "pause", DoResume: "resume", DoLast: "last", DoEnd: "end",
	DoLeave: "leave", DoHost: "host", DoKey: "key", DoBot: "bot", DoSame: "same", DoStandIn: "standin", DoRename: "rename", DoBack: "back", DoAgain: "again", DoShow: "show", DoHide: "hide",
	DoAgree: "agree", DoDisagree: "disagree", DoWall: "wall", DoUnwall: "unwall", DoUndo: "undo", DoAllow: "allow", DoDeny: "deny", DoMore: "more", DoPromise: "promise", DoCopies: "copies", DoNonce: "nonce", DoProof: "proof", DoHint: "hint", DoChat: "chat",
	DoLead: "lead", DoLook: "look", DoNote: "note", DoWatch: "watch", DoPing: "ping", DoSit: "sit", DoRenew: "renew",
}

// String returns the word of the protocol, "" for DoUnknown.
func (d Do) String() string {
	if d < dos {
		return doWords[d]
	}
	return ""
}

// MarshalText returns the word of the protocol.
func (d Do) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads a word of the protocol. Any other word gives DoUnknown, which every table
// refuses; so do the words of the server's own commands.
func (d *Do) UnmarshalText(text []byte) error {
	*d = Do(max(0, slices.Index(doWords[:DoSit], string(text))))
	return nil
}

// byHost reports whether only the host may give the command.
func (d Do) byHost() bool {
	switch d {
	case DoStart, DoPause, DoResume, DoLast, DoEnd, DoHost, DoKey, DoBot, DoSame:
		return true
	}
	return false
}

// Command is a request to change a table. Which fields are used depends on Do.
type Command struct {
	Do       Do
	From     int         // the chair that gives the command; -1: none
	By       By          // act: who made the decision
	Chair    int         // leave, host, key, bot, standin, sit: the chair it is about
	Deals    int         // start: the chair that deals, counted from 1; 0: drawn by lot
	Question uint64      // act, hint, more: number of the question; promise, copies, nonce: number of the deal
	Action   rams.Action // act, six: the table fills in the seat; the zero Action is refused
	Always   bool        // six: in the hands to come too
	Name     string      // sit
	Key      string      // sit, key: SHA-256 of a secret, hexadecimal
	Left     string      // sit: the same of the chair that the person has left; "": none
	Bot      string      // bot: its name
	Person   int         // same: the number of the one who has left
	Into     int         // same: the number of the other
	Text     string      // promise, nonce, chat, note, watch, rename
	Phrase   string      // chat: which of the fixed phrases Text is; "": none
	Hand, At int         // look, note: the moment
	Secret   fair.Secret // renew
}
