package card_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"chratze/card"
)

// TestValuesPrint: values print as they are returned, and stand in JSON as their texts.
func TestValuesPrint(t *testing.T) {
	t.Parallel()
	type all struct {
		Card card.Card
		Suit card.Suit
		Set  card.Set
		List card.List
	}
	want := all{card.Weli6, card.Hearts, card.SetOf(0, card.Weli7), card.ListOf(card.Weli7, card.Hidden, 0)}
	if text := fmt.Sprint(want); text != "{6d h Ac 7d 7d ?? Ac}" {
		t.Error(text)
	}
	b, err := json.Marshal(want)
	if err != nil || string(b) != `{"Card":"6d","Suit":"h","Set":"Ac 7d","List":"7d ?? Ac"}` {
		t.Errorf("%s, %v", b, err)
	}
	var got all
	if err := json.Unmarshal(b, &got); err != nil || got != want {
		t.Errorf("%v, %v", got, err)
	}
	n := 0
	for c := range want.Set.All() {
		if n++; !want.Set.Has(c) || n > 1 && c != card.Weli7 {
			t.Errorf("card %d is %v", n, c)
		}
	}
}

// TestWrongCardsAreNamed: an error says what was given.
func TestWrongCardsAreNamed(t *testing.T) {
	t.Parallel()
	for text, named := range map[string]string{
		"As 10h Ks": "10h", "As As": "As", "As  Ks": "", "As Ks ": "Ks ", "Ax": "Ax", "AsKs": "AsKs", "As ??": "??",
	} {
		_, err := card.ParseSet(text)
		if e, ok := err.(*card.Error); !ok || e.Text != named {
			t.Errorf("%q: %v", text, err)
		}
	}
}
