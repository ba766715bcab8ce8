package rams_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"chratze/card"
	"chratze/rams"
)

// TestValuesPrint: what a function returns prints without a pointer, and acts and events stand in JSON as texts.
func TestValuesPrint(t *testing.T) {
	t.Parallel()
	act := rams.Action{Kind: rams.Play, Seat: 1, Cards: card.Weli7.Bit()}
	event := rams.Event{Kind: rams.EventAct, Seat: 1, Act: act, Cards: card.ListOf(card.Weli7)}
	if text := fmt.Sprint(act, event, rams.PhaseDone, rams.PhaseWait, rams.PhaseLay, rams.Nobody, rams.DealTwoTwo, rams.ForcedTenAny); text != "play 7d act 1 play 7d done wait lay nobody 2+2 ten-any" {
		t.Error(text)
	}
	b, err := json.Marshal([]any{act, event})
	if err != nil || string(b) != `["play 7d","act 1 play 7d"]` {
		t.Errorf("%s, %v", b, err)
	}
	again := rams.Action{Seat: 1}
	var told rams.Event
	if err := json.Unmarshal(b, &[]any{&again, &told}); err != nil || again != act || told != event {
		t.Errorf("%v, %v, %v", again, told, err)
	}
	for text, named := range map[string]string{"pley As": `"pley As"`, "play 10h": `"10h"`, "open As": `"open As"`} {
		if _, err := rams.ParseAction(text, 0); err == nil || !strings.HasSuffix(err.Error(), "got "+named) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := rams.ParseEvent("act 9 open"); err == nil || !strings.HasSuffix(err.Error(), `got "9 open"`) {
		t.Error(err)
	}
}
