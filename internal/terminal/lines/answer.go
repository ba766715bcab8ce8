package lines

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/wording"
	"chratze/rams"
)

// inputError says why an answer wasn't understood.
type inputError struct {
	code  string   // the key of a message
	word  string   // the word in question, as it was typed
	cards card.Set // the cards that it could be
}

// The codes of inputError.
const (
	hearEmpty = "cli.hear.empty" // nothing was typed, and there is more than one possible act
	hearWord  = "cli.hear.word"  // word is neither an act nor a card
	hearWhich = "cli.hear.which" // word could be any of cards
	hearTwice = "cli.hear.twice" // word, a card, is named twice
	hearCards = "cli.hear.cards" // no cards are asked for
	hearNone  = "cli.hear.none"  // cards are asked for, and none is named
	hearAct   = "cli.hear.act"   // word could be more than one act
)

// hear interprets an answer to the question in a view. The numbers 1, 2, … are the cards of
// hand in order.
func (voc *vocabulary) hear(line string, v *rams.View, hand []card.Card) (Heard, *inputError) {
	words := split(line)
	if len(words) == 0 {
		if len(v.Legal) == 1 {
			return Heard{Act: v.Legal[0]}, nil
		}
		if len(v.Legal) > 0 && v.Legal[0].Kind == rams.Play {
			return Heard{}, &inputError{code: hearNone}
		}
		return Heard{}, &inputError{code: hearEmpty}
	}
	if c, ok := voc.commands[strings.Join(words, " ")]; ok {
		return Heard{Command: c}, nil
	}
	said := strings.Join(words, " ")
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(voc.Filler, w) })
	kinds := asked(v)
	if len(words) == 0 || len(kinds) == 0 {
		return Heard{}, &inputError{code: hearWord, word: said}
	}
	kind, rest, wrong := voc.act(words, kinds)
	if wrong != nil {
		return Heard{}, wrong
	}
	a := rams.Action{Kind: kind, Seat: v.Seat}
	switch kind {
	case rams.Lay, rams.Drop, rams.Play:
		a.Cards, wrong = voc.cards(rest, hand, v.Game)
		if wrong == nil && a.Cards == 0 && kind != rams.Lay {
			wrong = &inputError{code: hearNone}
		}
	default:
		if len(rest) > 0 {
			wrong = &inputError{code: hearCards, word: rest[0]}
		}
	}
	return Heard{Act: a}, wrong
}

// asked returns the kinds of legal acts in a view, each once.
func asked(v *rams.View) (kinds []rams.Kind) {
	for _, a := range v.Legal {
		if !slices.Contains(kinds, a.Kind) {
			kinds = append(kinds, a.Kind)
		}
	}
	return kinds
}

// act returns the kind of act that is meant, and the remaining words. If the question asks for
// cards, the name of the act may be left out.
func (voc *vocabulary) act(words []string, kinds []rams.Kind) (rams.Kind, []string, *inputError) {
	cards := kinds[0] == rams.Lay || kinds[0] == rams.Drop || kinds[0] == rams.Play
	if said := strings.Join(words, " "); cards && (slices.Contains(voc.None, said) || slices.Contains(voc.All, said)) {
		return kinds[0], words, nil
	}
	for n := min(len(words), 3); n > 0; n-- { // "blinde blinde", before "blinde"
		meant, known := voc.acts[strings.Join(words[:n], " ")]
		if !known {
			continue
		}
		for _, k := range meant {
			if slices.Contains(kinds, k) {
				return k, words[n:], nil
			}
		}
		if !cards || n == len(words) && meant[0] != rams.Lay {
			return meant[0], words[n:], nil // it will be refused with a reason
		}
	}
	if cards {
		return kinds[0], words, nil
	}
	word := strings.Join(words, " ")
	if i, err := strconv.Atoi(word); err == nil && i >= 1 {
		if at := slices.IndexFunc(kinds, func(k rams.Kind) bool { return k.Price() == i }); at >= 0 {
			return kinds[at], nil, nil
		}
		if i <= len(kinds) && kinds[0].Price() == 0 {
			return kinds[i-1], nil, nil
		}
	}
	switch {
	case len(kinds) == 2 && slices.Contains(voc.Yes, word):
		return kinds[0], nil, nil
	case len(kinds) == 2 && slices.Contains(voc.No, word):
		return kinds[1], nil, nil
	}
	return voc.begun(word, kinds)
}

// begun finds the act whose name begins with the word, which must have at least two letters.
func (voc *vocabulary) begun(word string, kinds []rams.Kind) (rams.Kind, []string, *inputError) {
	var found []rams.Kind
	for name, meant := range voc.acts {
		if len(word) < 2 || !strings.HasPrefix(name, word) {
			continue
		}
		for _, k := range meant {
			if slices.Contains(kinds, k) && !slices.Contains(found, k) {
				found = append(found, k)
			}
		}
	}
	switch len(found) {
	case 0:
		return rams.NoKind, nil, &inputError{code: hearWord, word: word}
	case 1:
		return found[0], nil, nil
	}
	return rams.NoKind, nil, &inputError{code: hearAct, word: word}
}

// cards reads cards: numbers in the hand, "As", "♥7", "herz ass", "ace of spades", "10h", or a
// rank or suit that only one card of the hand has.
func (voc *vocabulary) cards(words []string, hand []card.Card, game *rams.Game) (card.Set, *inputError) {
	if len(words) == 1 && slices.Contains(voc.None, words[0]) {
		return 0, nil
	}
	if len(words) == 1 && slices.Contains(voc.All, words[0]) {
		return card.SetOf(hand...), nil
	}
	words = strings.FieldsFunc(strings.Join(words, " "), func(r rune) bool { return r == ' ' || r == '-' })
	var set card.Set
	for len(words) > 0 {
		c, n, wrong := voc.card(words, hand, game)
		if wrong != nil {
			return 0, wrong
		}
		if set.Has(c) {
			return 0, &inputError{code: hearTwice, word: strings.Join(words[:n], " ")}
		}
		set |= c.Bit()
		words = words[n:]
	}
	return set, nil
}

// card reads one card, and returns the number of words it used.
func (voc *vocabulary) card(words []string, hand []card.Card, game *rams.Game) (card.Card, int, *inputError) {
	first, second := words[0], ""
	if len(words) > 1 {
		second = words[1]
	}
	rules := game.Rules()
	if weli := rules.Weli.Card(); weli != 0 && slices.Contains(voc.Weli, first) {
		return weli.First(), 1, nil
	}
	suit, isSuit := voc.suits[first]
	pack := rules.Pack.Cards()
	rank, isRank := voc.rank(first, pack)
	if isSuit {
		if r, ok := voc.rank(second, pack); ok {
			return card.New(r, suit), 2, nil
		}
	}
	if isRank {
		if s, ok := voc.suits[second]; ok {
			return card.New(rank, s), 2, nil
		}
	}
	if i, err := strconv.Atoi(first); err == nil && i >= 1 && i <= len(hand) {
		return hand[i-1], 1, nil
	}
	if c, ok := voc.joined(first, isRank, pack); ok {
		return c, 1, nil
	}
	if !isSuit && !isRank {
		return 0, 1, &inputError{code: hearWord, word: first}
	}
	var which card.Set
	for _, c := range hand {
		if isSuit && c.Suit() == suit || isRank && c.Rank() == rank {
			which |= c.Bit()
		}
	}
	if which.Len() != 1 {
		code := hearWhich
		if which == 0 {
			code = hearWord
		}
		return 0, 1, &inputError{code: code, word: first, cards: which}
	}
	return which.First(), 1, nil
}

// rank reads a rank that the pack has.
func (voc *vocabulary) rank(word string, pack card.Set) (card.Rank, bool) {
	r, ok := voc.ranks[word]
	return r, ok && pack&card.ByRank(r) != 0
}

// joined reads a card in one word, rank and suit in either order: "As", "♥10", "herzkönig". If
// the word alone is also a rank, it counts as a card only if it is as short as "as".
func (voc *vocabulary) joined(word string, isRank bool, pack card.Set) (card.Card, bool) {
	if isRank && len(word) > 2 {
		return 0, false
	}
	for i := range word {
		a, b := word[:i], word[i:]
		if r, ok := voc.rank(a, pack); ok {
			if s, ok := voc.suits[b]; ok {
				return card.New(r, s), true
			}
		}
		if s, ok := voc.suits[a]; ok {
			if r, ok := voc.rank(b, pack); ok {
				return card.New(r, s), true
			}
		}
	}
	return 0, false
}

// split splits a line into plain words.
func split(line string) []string {
	fields := strings.FieldsFunc(line, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(",;+.!\"'«»()", r)
	})
	var words []string
	for _, f := range fields {
		if w := plainWord(f); w != "" {
			words = append(words, w)
		}
	}
	return words
}

// Narrow returns a text as it is typed without an input method: full-width letters, digits, signs and blanks in ASCII, 。 as a point.
func Narrow(text string) string { return strings.ReplaceAll(width.Fold.String(text), "。", ".") }

// plainWord returns a word in the form of the vocabulary: lower case, ä as ae. Signs of suits
// and ? stay; everything else that is neither a letter nor a digit is removed.
func plainWord(word string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(width.Fold.String(word)) {
		switch {
		case r == '♣' || r == '♠' || r == '♥' || r == '♦':
			b.WriteRune(r)
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '?'):
			b.WriteRune(r)
		case asciiFor[r] != "" && unicode.IsLetter(r):
			b.WriteString(asciiFor[r])
		case wide(r):
			b.WriteRune(r)
		case unicode.IsLetter(r):
			b.WriteByte('?')
		}
	}
	return b.String()
}

// Ear understands what people type, in all languages.
type Ear struct{ voc *vocabulary }

// GoesOn reports whether a line asks for the next hand.
func (e *Ear) GoesOn(line string) bool {
	said := strings.Join(split(line), " ")
	return said == "" || slices.Contains(e.voc.On, said)
}

// NewEar returns an ear.
func NewEar() *Ear { return &Ear{newVocabulary()} }

// Heard is the interpretation of a line: an act, or a command by its letter, which is the same
// in every language and client. y and n are allow and deny, where nothing else is asked.
type Heard struct {
	Act     rams.Action
	Command rune   // ? h t l p w s r i u U y n e q; 0: an act
	Wrong   string // why the line wasn't understood, in words; "": it was
}

// Hear interprets an answer to the question in a view. The numbers 1, 2, … are the cards of
// hand in order. t makes the sentence in Wrong.
func (e *Ear) Hear(line string, v *rams.View, hand []card.Card, t *wording.Table) Heard {
	said, wrong := e.voc.hear(line, v, hand)
	if wrong != nil {
		return Heard{Wrong: t.T(wrong.code, locale.Args{"word": Clip(wrong.word), "cards": t.Set(wrong.cards)})}
	}
	return said
}
