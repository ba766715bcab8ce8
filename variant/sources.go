package variant

import "strings"

// Mark says where a rule of a preset comes from.
type Mark uint8

// The marks. Rule sheets show Elsewhere and Ours.
const (
	Stated    Mark = iota // the preset's own text has the rule
	Elsewhere             // its own text is silent; another text of the game has the rule
	Absent                // no text has such a rule, so the preset plays without it
	Ours                  // the texts are silent or contradict themselves, and the choice is ours
)

// String returns stated, elsewhere, absent or ours.
func (m Mark) String() string {
	return [...]string{"stated", "elsewhere", "absent", "ours"}[min(m, Ours)]
}

// Source says who states a rule: a row of the last table of its page in docs/games (docs/rules.md 4.1).
type Source struct {
	Key        string // of an option, or of a rule that is no option, such as "walkover"
	Paragraphs string // of docs/rules.md, separated by spaces
	Texts      string // the letters of the texts that state it or, if Absent, that are without it: "DE"
	Mark       Mark
}

// sources is the table that docs/rules.md 4.1 is about, a row a rule: its key, its paragraphs, and who states it in each preset, in
// the order of the presets. Letters are texts that state what the preset plays. Small letters are texts without such a
// rule. "own" is the description of a preset that follows none of the four texts, and holds for presets behind the
// last one; a letter there is a text that fills a gap of it; a dash means that the preset doesn't have the rule.
//
//lattice:table
var sources = [...]struct{ key, paragraphs, says string }{
	{"seats", "4", "DEJ DEJ DEJ K own own own own own own own own own own own own own"},
	{"best", "4", "DEJ DEJ DEJ - ours - ours ours own own - own ours ours ours own own"},
	{"turns", "1", "DEJ DEJ DEJ K own own own own own own own own own own own own own"},
	{"pack", "1", "DEJ DEJ DEJ K own own own own own own own own own own ours own own"},
	{"ante", "2.1 3 5.2", "DEJ DEJ DEJ ours own own own own own own ours own own own ours ours -"},
	{"antes", "2.1 3.2 4 5.2", "DEJ DEJ DEJ K own own own own own own own own own own ours own -"},
	{"next_ante", "4", "dej dej dej - - - - - - - - - - own - own -"},
	{"deal", "2.2 3.4 4 5.4", "DEJ DEJ DEJ K own own own own own own own own own own own own own"},
	{"trump", "4 5.10", "- - - - - own - own own own - own own own own - own"},
	{"cut", "1 3.3 5.3", "DEJ DEJ DEJ K D own own own own own own own own own own own own"},
	{"blind", "2.3 4", "D EJ EJ k own own own own own own own own own own own own own"},
	{"double_blind", "2.3", "DEJ DEJ DEJ k own own own own own own own own own own own own own"},
	{"no_open", "2.5 3.6 4", "D EJ EJ ours own - own - - - ours - - - - own -"},
	{"deals", "2.5", "- E J - - - - - - - - - - - - - -"},
	{"join_order", "2.6 3.7", "DE DE J ours own - ours - - - ours - - - - own -"},
	{"susi", "2.6", "DEJ DEJ DEJ k own own own own own own own own own own own own own"},
	{"bids", "3.6", "- - - ours - - - - - - ours - - - - - -"},
	{"weiter_oder", "3.6", "- - - ours - - - - - - ours - - - - - -"},
	{"last_word", "4", "dej dej dej K own own own own own own own own own own own own own"},
	{"forced_deal", "3.5 4", "dej dej dej K own own own own own own own own own own own own own"},
	{"all_play", "4", "dej dej dej - own own own own own own - ours own own own own own"},
	{"dealer_plays", "4", "dej dej dej - own own own own own own - own own own own own own"},
	{"dealer_trump", "4 5.10", "- - - - - own - own own own - - - own - - -"},
	{"spare", "4", "- - - - - own - own own own - own own own ours - own"},
	{"exchange", "2.8 3.8 4 5.6", "DEJ DEJ DEJ K own own own own own own own own own ours ours ours own"},
	{"exchange_max", "4", "DEJ DEJ DEJ K own own own - own - own - - ours - - -"},
	{"surplus", "2.8", "DE DE DE - own - - - - - - - - - - - -"},
	{"rob", "4", "- - - - - own - own own own - own own own ours - own"},
	{"six_swap", "2.9", "DEJ DEJ DEJ k own own own own own own own own own own own own own"},
	{"void", "2.10 3.9 4 5.7", "DEJ DEJ DEJ K own ours own own own own own own own own ours own own"},
	{"ruff_anytime", "2.10 3.9 4 5.7", "DEJ DEJ DEJ K own own own own own own own own own own ours ours own"},
	{"head", "2.10 3.9 5.7", "dej dej dej K own own own own own own own own own own ours ours own"},
	{"must_lead", "4", "- - - - - own - own own own - ours own ours - - own"},
	{"three_jacks", "4", "- - - - - - - own - own - - - - - own -"},
	{"split", "2.11 3.10 4 5.8", "DE DE DE K own own ours own own own own own own own ours ours -"},
	{"tie", "4", "- - - - - - - - - - - - - own - - -"},
	{"round_up", "2.11", "D ours ours - - - - - - - - - - - - - -"},
	{"coin", "2.11 3.10 5.8", "ours ours ours ours own ours ours ours ours ours ours ours ours ours ours ours ours"},
	{"remainder", "3.10 5.8", "- - - K - ours ours ours ours ours own ours ours - ours ours -"},
	{"price", "4", "dej dej dej - own - own - - - - - - - - own -"},
	{"penalty", "2.11", "DE DE DE K own own own own own own own own own own ours - own"},
	{"penalty_cap", "2.11", "dej dej dej k own own own own own own own own own own own - own"},
	{"pot_cap", "2.11", "dej dej dej k own own own own own own own own own own own own own"},
	{"score", "4", "- - - - - own - own own own - own own own ours - own"},
	{"goal", "4", "- - - - - - - - - - - - - - - - own"},
	{"back", "4", "- - - - - - - - - - - - - - - - own"},
	{"prizes", "4", "- - - - - - - - - - - - - - - - own"},
	{"prize_fine", "4", "- - - - - - - - - - - - - - - - own"},
	{"muss_payout", "3.5", "- - - ours - - - - - - own - - - - - -"},
	{"seven_muss_payout", "3.5", "- - - ours - - - - - - ours - - - - - -"},
	{"seven_lost", "5.8", "- - - - - own - - own ours - - - - - - own"},
	{"seven_top", "4", "- - - - - own - - own own - - - - - - own"},

	{"first_dealer", "1", "EJ EJ EJ ours ours ours ours ours ours ours own ours ours ours own ours own"}, // agreed among the players
	{"lot", "1", "ours ours ours ours ours ours ours ours ours ours own ours ours ours own ours ours"},
	{"points", "1", "EJ EJ EJ K own own own own own own own own own own ours ours own"}, // cards have none
	{"cut_weli", "3.3", "- - - ours - - - - - - own - - - - - -"},
	{"cut_sevens", "3.3", "- - - ours - - - - - - ours - - - - - -"},
	{"cut_again", "3.3", "- - - ours - - - - - - own - - - - - -"},
	{"cut_packets", "3.3", "- - - ours - - - - - - ours - - - - - -"}, // a card in each, the lower one on top
	{"open_order", "2.4", "D D D - own - own - - - - - - - - own -"},  // from forehand on
	{"new_antes", "2.5", "D D D - own - - - - - - - - - - - -"},       // on a redeal
	{"old_upcard", "2.5", "ours ours ours - own - - - - - - - - - - - -"},
	{"muss_exchange", "3.5", "- - - ours - - - - - - ours - - - - - -"},  // none
	{"contract_seven", "3.5", "- - - ours - - - - - - ours - - - - - -"}, // a seven turned for a contract
	{"bid_order", "3.6", "- - - ours - - - - - - ours - - - - - -"},
	{"bid_ends", "3.6", "- - - ours - - - - - - ours - - - - - -"},
	{"bid_stays", "3.6", "- - - ours - - - - - - ours - - - - - -"}, // the trump, if no other suit comes
	{"bid_cards", "3.6", "- - - ours - - - - - - ours - - - - - -"},
	{"bid_weli", "3.6", "- - - ours - - - - - - ours - - - - - -"},
	{"final", "2.6 3.7", "D D D ours own ours ours ours ours ours ours ours ours ours ours ours ours"}, // the answer
	{"may_pass", "4", "- - - - - - - - - - - own ours - ours - ours"},                                  // while the spare hand lies there
	{"walkover", "2.7 3.7 5.5", "DEJ DEJ DEJ ours D ours own ours ours ours ours own ours own ours ours ours"},
	{"exchange_order", "2.8 3.8 5.6", "DEJ DEJ DEJ ours own own ours - own - ours - - own - - -"},
	{"at_once", "2.8", "ours ours ours - ours - - - - - - - - - - - -"}, // the fifth card goes if the pack is not enough for all
	{"discards_down", "2.8 3.8 5.6", "EJ EJ EJ ours own ours ours - ours - ours - - ours - - -"},
	{"back_to_four", "3.8", "- - - ours - - - - - - ours - - - - - -"},
	{"face_up", "3.8", "- - - ours - - - - - - ours - - - - - -"},
	{"bonus_down", "3.8", "- - - ours - - - - - - ours - - - - - -"},
	{"bonus_ace", "3.8", "- - - ours - - - - - - ours - - - - - -"},
	{"reshuffle", "2.8 3.8 5.6", "ours ours ours ours ours ours ours - ours - ours - - own - - -"},
	{"six_when", "2.9", "D D D - - - - - - - - - - - - - -"}, // after the exchange
	{"six_secret", "2.9", "ours ours ours - - - - - - - - - - - - - -"},
	{"lead", "2.10 3.9 5.7", "DEJ DEJ DEJ ours own own ours own own own ours own own own ours ours own"},
	{"winner_leads", "2.10 3.9 5.7", "EJ EJ EJ K own own own own own own own own own own ours ours own"},
	{"void_both", "2.10 3.9 5.7", "EJ EJ EJ ours - own own own - own ours own own own ours own own"}, // any card from a hand without the suit and trumps
	{"leftover", "2.11", "ours ours ours - ours - - - - - - - - - - - -"},
	{"payout_first", "2.11 3.10 5.8", "DEJ DEJ DEJ ours own ours ours ours ours ours ours ours ours ours ours - -"},
	{"penalties", "2.11 3.10 5.8", "DE DE DE K own own own own own own own own own own ours ours own"},
	{"next_dealer", "2.12 3.11 5.9", "DJ DJ DJ K own own own own own own own own own own own own ours"},
	{"ending", "6", "ours ours ours ours ours ours ours ours ours ours ours ours ours ours ours ours ours"},
}

// In the table of sources own means a preset's own description, and dash a rule that a preset doesn't have.
const (
	own  = "own"
	ours = "ours"
	dash = "-"
)

// SourceKeys returns the keys of the table of sources, in its order.
func SourceKeys() []string {
	keys := make([]string, len(sources))
	for i := range sources {
		keys[i] = sources[i].key
	}
	return keys
}

// Sources returns who states the rules of the variant's preset (docs/rules.md 4.1): its options first, then
// the rules that aren't options. House rules don't change it.
func (v Variant) Sources() (list []Source) {
	for i := range sources {
		if s, ok := v.sourceAt(i); ok {
			list = append(list, s)
		}
	}
	return list
}

// SourceOf returns who states a rule, and whether the preset has it. Where the table has no row it is Ours.
func (v Variant) SourceOf(key string) (Source, bool) {
	for i := range sources {
		if sources[i].key == key {
			return v.sourceAt(i)
		}
	}
	return Source{Key: key, Mark: Ours}, false
}

func (v Variant) sourceAt(i int) (Source, bool) {
	row := &sources[i]
	s := Source{Key: row.key, Paragraphs: row.paragraphs, Mark: Ours}
	for j := range presets {
		if &presets[j] != v.preset {
			continue
		}
		says := strings.Fields(row.says + strings.Repeat(" "+own, len(presets)))[j]
		switch {
		case says == own:
			s.Mark = Stated
		case says == dash:
			return s, false
		case says != ours:
			s.Texts = strings.ToUpper(says)
			s.Mark = Elsewhere
			if strings.Contains(s.Texts, v.preset.source) {
				s.Mark = Stated
			}
			if says != s.Texts {
				s.Mark = Absent
			}
		}
		return s, true
	}
	return s, false
}
