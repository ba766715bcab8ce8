package lines

import (
	_ "embed"
	"encoding/json"

	"chratze/card"
	"chratze/rams"
)

// vocabularyJSON has the words that people type, in all languages, in the form of plainWord. It
// is data like the catalogue, in the other direction.
//
//go:embed vocabulary.json
var vocabularyJSON []byte

// vocabulary has the words that people type in all languages, in lower case and without accents
// (see plainWord).
type vocabulary struct {
	acts     map[string][]rams.Kind
	commands map[string]command
	suits    map[string]card.Suit
	ranks    map[string]card.Rank
	weli     []string // words for the Weli
	none     []string // no cards
	all      []string // all cards
	yes, no  []string // the first and the last of two possible answers
	on       []string // go on with the next hand
	filler   []string // words that are ignored
}

// commandKeys are the commands' keys in the vocabulary.
//
//lattice:table
var commandKeys = [commands]string{
	askHelp: "help", askHand: "hand", askTrick: "trick", askLast: "last", askPot: "pot", askIn: "in",
	askStand: "stand", askRules: "rules", askHint: "hint", sayBack: "back", sayAgain: "again", sayAllow: "allow", sayDeny: "deny",
	sayEnd: "end", sayQuit: "quit",
}

// newVocabulary reads the embedded vocabulary. It panics if that is invalid; a test checks it.
func newVocabulary() *vocabulary {
	var raw struct {
		Acts     map[string][]string `json:"acts"`
		Commands map[string][]string `json:"commands"`
		Suits    map[string][]string `json:"suits"`
		Ranks    map[string][]string `json:"ranks"`
		Weli     []string            `json:"weli"`
		None     []string            `json:"none"`
		All      []string            `json:"all"`
		Yes      []string            `json:"yes"`
		No       []string            `json:"no"`
		On       []string            `json:"on"`
		Filler   []string            `json:"filler"`
	}
	if err := json.Unmarshal(vocabularyJSON, &raw); err != nil {
		panic("the embedded vocabulary is broken: " + err.Error())
	}
	voc := &vocabulary{
		acts: map[string][]rams.Kind{}, commands: map[string]command{},
		suits: map[string]card.Suit{}, ranks: map[string]card.Rank{},
		weli: raw.Weli, none: raw.None, all: raw.All, yes: raw.Yes, no: raw.No, on: raw.On, filler: raw.Filler,
	}
	for k := rams.DoubleBlind; k <= rams.Play; k++ {
		for _, word := range raw.Acts[k.String()] {
			voc.acts[word] = append(voc.acts[word], k)
		}
	}
	for c, key := range commandKeys {
		for _, word := range raw.Commands[key] {
			voc.commands[word] = command(c)
		}
	}
	for s := card.Clubs; s < card.Suits; s++ {
		for _, word := range raw.Suits[s.String()] {
			voc.suits[word] = s
		}
	}
	for r := card.Six; r <= card.Ace; r++ {
		for _, word := range raw.Ranks[r.String()] {
			voc.ranks[word] = r
		}
	}
	return voc
}
