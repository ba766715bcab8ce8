package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"chratze/card"
	"chratze/chance"
	"chratze/internal/fair"
	"chratze/variant"
)

// plainRecords are records, and whether they are read the short way.
func plainRecords() map[string]bool {
	pack, err := card.ParseList("As Td")
	if err != nil {
		panic(err)
	}
	all := map[string]bool{ // what has other fields, or is none, is left to encoding/json
		`{"k":"act","at":1}`: true, `{"k":"act","at":0}`: true, `{}`: true, `{"k":"act"}`: true, `{"k":"act","at":1 }`: true,
		`{"k":"act","at":1,"act":"a\u0041"}`: true, `{"at":1,"k":"act"}`: true, `{"k":"act","at":1,"at":2}`: true, `{"k":"act","at":1,"act":"Ä"}`: true,
		``: false, `{`: false, `[]`: false, `{"k":"act","at":01}`: false, `{"k":"act","at":1}}`: false, `{"k":"act","at":1,}`: false, `{"K":"act","at":1}`: false,
		`{"k":"act","at":1,"c":}`: false, `{"k":"act","at":12345678901234567890}`: false, `{"k":"act","at":1e3}`: false, `{"k":"act","at":1.0}`: false,
		`{"k":"act","at":1,"c":4294967296}`: false, `{"k":null,"at":1}`: false, `{"k":5,"at":1}`: false, `{"k":"act","at":1,"act":"pl`: false,
		`{"k":"a` + "\x01" + `","at":1}`: false, `{"k":"act","at":1,"act":"\ud800"}`: false, `{"k":"act","at":1,"act":"` + "\xff" + `"}`: false,
	}
	for _, r := range []struct {
		Record
		short bool
	}{
		{Record{Kind: KindAct, At: 1795232552714, Act: "play As"}, true},
		{Record{Kind: KindAct, At: 1795232552714, Chair: 3, Act: "lay 6c 7d", By: ByTimeout, Due: 1795232552713}, true},
		{Record{Kind: KindSix, At: 5, Chair: 2, Act: "swap"}, true},
		{Record{Kind: KindAct, Chair: 1, Act: "pass", Orders: []Order{Order(pack)}}, false},
		{Record{Kind: KindHand, At: 5, Chair: 2, Cuts: []int{4}}, false},
		{Record{Kind: KindShut, At: -1}, false},
		{Record{Kind: KindSit, Name: "Ännchen", Key: "k"}, false},
	} {
		all[string(r.Encode())] = r.short
	}
	return all
}

// TestShortWay: it is taken by what fills a log.
func TestShortWay(t *testing.T) {
	t.Parallel()
	for text, want := range plainRecords() {
		if got := new(Record).decodePlain([]byte(text)); got != want {
			t.Errorf("%s is read the short way: %v", text, got)
		}
		sameAsJSON(t, []byte(text))
	}
}

// FuzzDecodeRecord: the short way of reading a record gives what encoding/json gives.
func FuzzDecodeRecord(f *testing.F) {
	for text := range plainRecords() {
		f.Add([]byte(text))
	}
	f.Fuzz(sameAsJSON)
}

func sameAsJSON(t *testing.T, text []byte) {
	var want Record
	errWant := json.Unmarshal(text, &want)
	got, err := DecodeRecord(text)
	if (err == nil) != (errWant == nil) || err == nil && !reflect.DeepEqual(got, want) {
		t.Errorf("%s is read as %+v, %v, want %+v, %v", text, got, err, want, errWant)
	}
}

// TestLaterGame: a table of a game that this program doesn't know isn't called damaged alone: somebody may have gone back to it.
func TestLaterGame(t *testing.T) {
	t.Parallel()
	_, made, err := Create(0, Config{Variant: variant.Default(), Chairs: 4, Bot: StandIn}, "Anna", "", fair.Secret{})
	if err != nil {
		t.Fatal(err)
	}
	later := bytes.ReplaceAll(made.Append[0], []byte(`"chratze"`), []byte(`"later"`))
	if _, err := Replay([][]byte{later}); !errors.Is(err, ErrLog) || !strings.Contains(err.Error(), "a later version") || !strings.Contains(err.Error(), `"later"`) {
		t.Errorf("the log %s gives %v", later, err)
	}
}

// TestLacking: a log whose hand lacks an order or a cut is damaged. In games where some cuts are repeated it would be
// dealt for ever.
func TestLacking(t *testing.T) {
	t.Parallel()
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		least, _ := v.Best()
		tab, made, err := Create(0, Config{Variant: v, Chairs: least, Bot: StandIn}, "Anna", "", fair.Secret{})
		if err != nil {
			t.Fatal(err)
		}
		source := chance.Seeded(1)
		begun, err := tab.Step(1, Command{Do: DoStart}, &source)
		if err != nil {
			t.Fatal(err)
		}
		r, err := DecodeRecord(begun.Append[0])
		if err != nil {
			t.Fatal(err)
		}
		bare := r
		bare.Orders = nil
		lacking := []Record{bare}
		if bare = r; r.Cuts != nil {
			bare.Cuts = nil
			lacking = append(lacking, bare)
		}
		for _, r := range lacking {
			if _, err := Replay(append(slices.Clip(made.Append), r.Encode())); !errors.Is(err, ErrLog) || !strings.Contains(err.Error(), ": want ") {
				t.Errorf("%s: a hand with %d orders and %d cuts gives %v", name, len(r.Orders), len(r.Cuts), err)
			}
		}
	}
}
