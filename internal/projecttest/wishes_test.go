package projecttest

import (
	"errors"
	"os"
	"strings"
	"testing"

	"chratze/variant"
)

// wishes are the rules that public tables of these games write down, each as it is said, or the word by which it is
// refused.
var wishes = []struct{ wish, said string }{
	{"Mauscheln: a trump must be beaten", "mauscheln,head=trump"},
	{"the last one must join", "mauscheln,last_word=must"},
	{"as the last, five cards for four", "mauscheln,five_for_last=yes"},
	{"a bare pot: all play, the dealer declares", "mauscheln,all_play=bare"},
	{"the pot holds at most 1", "mauscheln,pot_cap=100"},
	{"at most 2 are lost", "mauscheln,penalty_cap=200"},
	{"a seven turned: the dealer declares for one trick, an ace: for two", "mauscheln,dealer_plays=seven+ace"},
	{"the trump ace must declare", "mauscheln,must_declare=yes"},
	{"four of a suit for five cards", "mauscheln,exchange=five-suit"},
	{"the dealer unseen, with the upcard", "mauscheln,blind=yes"},
	{"the Weli is the second trump, and the ace takes it", "mauscheln,pack=weli33,seven_lost=yes"},
	{"one trick pays one pot, none two", "mauscheln,one_trick=yes"},
	{"Tippen with an exchange", "tippen,exchange=plain"},
	{"three chips instead of the pot", "tippen,penalty=30"},
	{"hop", "tippen,cut=hop1"},
	{"jump", "tippen,jump=yes"},
	{"sniffing", "tippen,sniffing=yes"},
	{"the dealer takes the upcard", "tippen,rob=dealer"},
	{"the winner of a trick leads a trump", "tippen,must_lead=trump"},
	{"all stake, the dealer double", "tippen,antes=dealer-twice"},
	{"Bourré: a limit of the pot", "bourre,pot_cap=1000"},
	{"two chips for a bourré", "bourre,penalty=40"},
	{"at most four cards, three with seven players, two with eight", "bourre,exchange_max=seats"},
	{"an ace turned: the dealer plays", "bourre,dealer_plays=ace"},
	{"a second ante to play", "bourre,antes=twice"},
	{"a tie splits the pot", "bourre,tie=split"},
	{"cinch", "bourre,must_lead=cinch"},
	{"all decide at the same moment", "bourre,at_once=yes"},
	{"only those who play pay an ante", "bourre,antes=players"},
	{"buy in, bust, buy again", "bourre,buy_in=500"},
	{"Loo with 52 cards", "loo,pack=full52"},
	{"unlimited", "loo,penalty=0"},
	{"mixed", "loo,penalty=0,penalty_cap=300"},
	{"Irish Loo", "loo,spare=no,exchange=plain,pack=full52,all_play=clubs"},
	{"the highest of two trumps", "loo,must_lead=highest"},
	{"five cards with Pam", "loo,pam=yes"},
	{"a flush", "loo,flush=yes"},
	{"Rams: all must join while the spare hand lies there", "rams,spare=must"},
	{"general", "rams,general=yes"},
	{"tokens", "rams-tokens"},
	{"Schnalzen", "schnalzen"},
	{"Ramscheln", "rams,ramscheln=yes"},
	{"Zwicken: the dealer turns a card", "zwicken-schlecken,trump=dealer"},
	{"Kratzen: new cuts, bids falling, quarters in a Muss", "kratzen,cut=hop-again,bids=falling,muss_payout=quarters"},
	{"Ramset to 15, one prize, the Bälli on top", "ramset,goal=15,prizes=1,seven_top=yes"},
	{"the Bälli may be kept back", "ramset,keep_bälli=yes"},
	{"the spare hand before the question who plays", "ramset,spare=blinde_first"},
	{"35 cards with five players", "ramset,pack=pack35"},
	{"Lupfen: a must with an empty pot", "lupfen,all_play=bare"},
	{"Susi forced", "chratze,susi=forced"},
}

// TestWishes: each wish can be said, or is refused with the place that says why, and that place has the word.
func TestWishes(t *testing.T) {
	t.Parallel()
	rules, err := os.ReadFile("docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wishes {
		_, err := variant.Parse(w.said)
		e, refused := errors.AsType[*variant.Error](err)
		if !refused {
			continue
		}
		_, chapter, _ := strings.Cut(string(rules), "\n### "+e.Needs+" ")
		if !strings.Contains(e.Needs, ".") {
			_, chapter, _ = strings.Cut(string(rules), "\n## "+e.Needs+" ")
		}
		if strings.Contains(e.Needs, ".") {
			chapter, _, _ = strings.Cut(chapter, "\n### ")
		}
		if e.Code != variant.CodeUnbuilt || !strings.Contains(chapter, "`"+e.Value+"`") {
			t.Errorf("%s (%s): %v, and docs/rules.md %q doesn't say why", w.wish, w.said, err, e.Needs)
		}
	}
}
