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
	wordLists
	acts     map[string][]rams.Kind
	commands map[string]rune
	suits    map[string]card.Suit
	ranks    map[string]card.Rank
}

// wordLists are the words that don't name an act, a command or a card.
type wordLists struct {
	Weli    []string // words for the Weli
	None    []string // no cards
	All     []string // all cards
	Yes, No []string // the first and the last of two possible answers
	On      []string // go on with the next hand
	Filler  []string // words that are ignored
}

// newVocabulary reads the embedded vocabulary. It panics if that is invalid; a test checks it.
func newVocabulary() *vocabulary {
	var raw struct {
		wordLists
		Acts     map[string][]string
		Commands map[string][]string // by the letter of each
		Suits    map[string][]string
		Ranks    map[string][]string
	}
	if err := json.Unmarshal(vocabularyJSON, &raw); err != nil {
		panic("the embedded vocabulary is broken: " + err.Error())
	}
	voc := &vocabulary{
		raw.wordLists, map[string][]rams.Kind{}, map[string]rune{}, map[string]card.Suit{}, map[string]card.Rank{},
	}
	for k := rams.DoubleBlind; k <= rams.Price10; k++ {
		for _, word := range raw.Acts[k.String()] {
			voc.acts[word] = append(voc.acts[word], k)
		}
	}
	for letter, words := range raw.Commands {
		for _, word := range words {
			voc.commands[word] = rune(letter[0])
		}
	}
	for s := card.Clubs; s < card.Suits; s++ {
		for _, word := range raw.Suits[s.String()] {
			voc.suits[word] = s
		}
	}
	for r := card.Two; r <= card.Ace; r++ {
		for _, word := range raw.Ranks[r.String()] {
			voc.ranks[word] = r
		}
	}
	return voc
}
