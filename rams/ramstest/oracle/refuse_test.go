package oracle

import "testing"

// TestRefuse: the last paragraphs of docs/rules.md 4.
func TestRefuse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		rules   string
		seats   int
		allowed bool
	}{
		{`{"preset":"chratze"}`, 2, true}, {`{"preset":"chratze"}`, 7, true}, {`{"preset":"chratze"}`, 8, false}, {`{"preset":"chratze"}`, 1, false},
		{`{"preset":"chratzen"}`, 8, true}, {`{"preset":"chratzen"}`, 9, false},
		{`{"preset":"kratzen"}`, 2, false}, {`{"preset":"kratzen"}`, 6, true}, {`{"preset":"zwicken"}`, 2, true},
		{`{"preset":"jass"}`, 4, false}, {`{}`, 4, false}, {`[]`, 4, false}, {`{"preset":7}`, 4, false},
		{`{"preset":"chratze","nonsense":"x"}`, 4, false}, {`{"preset":"chratze","susi":"never"}`, 4, false},
		{`{"preset":"chratze","susi":null}`, 4, false}, {`{"preset":"chratze","ante":"50"}`, 4, false},
		{`{"preset":"chratze","ante":-1}`, 4, false}, {`{"preset":"chratze","coin":0}`, 4, false}, {`{"preset":"chratze","ante":1.5}`, 4, false},
		{`{"preset":"chratze","ante":50,"susi":"forced","last_word":"on"}`, 4, true},
		// blind questions need an opening round and deal 2+2, new-cards 1x4
		{`{"preset":"chratze","deal":"2+1"}`, 4, false},
		{`{"preset":"chratze","deal":"2+1","blind":"no","double_blind":"no"}`, 4, true},
		{`{"preset":"chratze","blind":"new-cards"}`, 4, false},
		{`{"preset":"chratze","deal":"1x4","blind":"new-cards","double_blind":"no"}`, 4, true},
		{`{"preset":"chratzen","double_blind":"before"}`, 4, false},
		{`{"preset":"kratzen","blind":"yes"}`, 4, false}, {`{"preset":"zwicken","double_blind":"before"}`, 4, false},
		// a declarer
		{`{"preset":"zwicken","susi":"forced"}`, 4, false}, {`{"preset":"zwicken","last_word":"on"}`, 4, false},
		{`{"preset":"zwicken","join_order":"forehand"}`, 4, false}, {`{"preset":"zwicken","split":"thirds"}`, 4, false},
		{`{"preset":"zwicken","split":"roles"}`, 4, false}, {`{"preset":"kratzen","split":"roles"}`, 4, true},
		{`{"preset":"zwicken","remainder":"declarer"}`, 4, false}, {`{"preset":"zwicken","forced_deal":"ten","deal":"1x4"}`, 4, false},
		// sixes
		{`{"preset":"chratze","pack":"skat32"}`, 4, false}, {`{"preset":"chratze","pack":"weli33"}`, 4, false},
		{`{"preset":"chratze","pack":"weli33","six_swap":"no"}`, 4, true}, {`{"preset":"chratzen","six_swap":"yes"}`, 4, true},
		{`{"preset":"chratzen","six_swap":"yes","no_open":"redeal"}`, 4, false}, {`{"preset":"kratzen","pack":"jass36","six_swap":"yes"}`, 4, false},
		{`{"preset":"zwicken","pack":"jass36","six_swap":"yes"}`, 4, true},
		// one preset's only
		{`{"preset":"chratze","forced_deal":"seven"}`, 4, false}, {`{"preset":"chratze","antes":"phase"}`, 4, false},
		{`{"preset":"zwicken","antes":"phase"}`, 4, false}, {`{"preset":"kratzen","antes":"all"}`, 4, true},
		{`{"preset":"chratze","cut":"hop"}`, 4, false}, {`{"preset":"kratzen","cut":"hop1"}`, 4, false}, {`{"preset":"kratzen","cut":"plain"}`, 4, true},
		{`{"preset":"zwicken","cut":"hop"}`, 4, false}, {`{"preset":"zwicken","cut":"plain"}`, 4, true},
		{`{"preset":"chratze","muss_payout":"quarters"}`, 4, false}, {`{"preset":"chratze","seven_lost":"yes"}`, 4, false}, {`{"preset":"zwicken","seven_top":"yes"}`, 4, false}, {`{"preset":"zwicken","seven_lost":"no","seven_top":"yes"}`, 4, true}, {`{"preset":"rams","seven_top":"no"}`, 4, false},
		{`{"preset":"kratzen","seven_muss_payout":"quarters"}`, 4, true},
		{`{"preset":"kratzen","seven_muss_payout":"quarters","forced_deal":"none"}`, 4, false},
		{`{"preset":"chratze","forced_deal":"ten"}`, 4, false}, {`{"preset":"kratzen","forced_deal":"ten","deal":"1x4"}`, 4, true},
		{`{"preset":"chratze","deals":3}`, 4, false}, {`{"preset":"chratze","deals":3,"no_open":"redeal"}`, 4, true}, {`{"preset":"chratze-en","deals":0}`, 4, true},
		{`{"preset":"chratzen","round_up":20}`, 4, false}, {`{"preset":"chratze","split":"tricks","remainder":"declarer"}`, 4, true},
		{`{"preset":"chratze","remainder":"declarer"}`, 4, false},
		{`{"preset":"chratzen","head":"yes"}`, 4, false}, {`{"preset":"chratzen","head":"yes","void":"trump"}`, 4, true},
		// the cards must fit
		{`{"preset":"chratzen","pack":"weli33"}`, 8, false}, {`{"preset":"chratzen","pack":"weli33","blind":"no"}`, 8, true},
		{`{"preset":"chratzen","pack":"skat32","blind":"no"}`, 8, false}, {`{"preset":"chratzen","pack":"skat32"}`, 7, true},
	}
	for _, test := range tests {
		if err := Refuse([]byte(test.rules), test.seats); (err == nil) != test.allowed {
			t.Errorf("%s, %d seats: %v", test.rules, test.seats, err)
		}
	}
}
