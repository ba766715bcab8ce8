package history_test

import (
	"errors"
	"strings"
	"testing"

	"chratze/history"
	"chratze/rams"
)

// TestLines: lines that are valid JSON and almost a hand.
func TestLines(t *testing.T) {
	t.Parallel()
	full, err := history.Read(played)
	if err != nil {
		t.Fatal(err)
	}
	view, err := full.View(history.SeatView(1))
	if err != nil {
		t.Fatal(err)
	}
	public, err := full.View(history.Public)
	if err != nil {
		t.Fatal(err)
	}
	const result = `,"payout":[20,10],"penalty":[0,0],"next":{"pot":0,"dealer":1,"muss":false}`
	tests := []struct {
		name     string
		line     string
		old, new string
		code     string // "": accepted
		event    int
	}{
		{"cards in any order", played, "lay Js Kh", "lay Kh Js", "", 0},
		{"without the result", played, result, "", history.CodeResult, -1},
		{"without the end", played, `,{"t":"trick","seat":0}],`, `],`, history.CodeOpen, 21},
		{"without the end and the result", played, `,{"t":"trick","seat":0}]` + result, `]`, history.CodeResult, -1},
		{"behind the end", played, `],"payout"`, `,{"t":"trick","seat":0}],"payout"`, history.CodeOver, 22},
		{"unfinished", played, `,{"t":"act","seat":0,"act":"play Qs"},{"t":"trick","seat":0}]` + result, `]`, "", 0},
		{"hidden cards of an act", played, "lay Js Kh", "lay ?? ??", history.CodeHidden, 10},
		{"hidden cards of a deal", played, `"cards":"Kh"`, `"cards":"??"`, history.CodeEvent, 6},
		{"legal", played, `"lay"}`, `"lay","legal":["lay","lay Qs","lay Ks","lay 8c","lay Qs Ks","lay Qs 8c","lay Ks 8c","lay Qs Ks 8c"]}`, history.CodeLegal, 12},
		{"legal in order", played, `"lay"}`, `"lay","legal":["lay","lay 8c","lay Ks","lay Qs","lay 8c Ks","lay 8c Qs","lay Ks Qs","lay 8c Ks Qs"]}`, "", 0},
		{"legal of another seat", played, `"seat":0,"act":"join"`, `"seat":0,"act":"join","legal":["join"]`, history.CodeLegal, 9},

		{"a view with an own legal list", view.String(), `"seat":1,"act":"join"`, `"seat":1,"act":"join","legal":["join","out"]`, "", 0},
		{"a view with a wrong one", view.String(), `"seat":1,"act":"join"`, `"seat":1,"act":"join","legal":["out","join"]`, history.CodeLegal, 7},
		{"a view with another's", view.String(), `"seat":0,"act":"join"`, `"seat":0,"act":"join","legal":["join","out"]`, history.CodeHidden, 8},
		{"a public one with a list", public.String(), `"seat":0,"act":"join"`, `"seat":0,"act":"join","legal":["join","out"]`, history.CodeHidden, 8},
		{"a view that shows a card", view.String(), `"seat":0,"cards":"??"`, `"seat":0,"cards":"Ks"`, history.CodeHidden, 6},
		{"a view that hides a card", view.String(), `"seat":1,"cards":"Kh"`, `"seat":1,"cards":"??"`, history.CodeHidden, 5},
		{"a view that hides a lay", view.String(), `lay Js Kh`, `lay ?? ??`, history.CodeHidden, 9},
		{"a view of the other seat", view.String(), `"view":1`, `"view":0`, history.CodeHidden, 1},
		{"a view that shows an own card elsewhere", view.String(), `"act":"play Ks"`, `"act":"play Kh"`, history.CodeWorld, 13},
		{"a view that shows a card twice", view.String(), `"act":"play 8c"`, `"act":"play Ks"`, history.CodeWorld, 15},
		{"a view with a wrong winner", view.String(), `"act":"play Ks"},{"t":"trick","seat":0}`, `"act":"play Ks"},{"t":"trick","seat":1}`, history.CodeEvent, 14},
		{"a view with two faults", view.String(), `"act":"play Ks"},{"t":"trick","seat":0},{"t":"act","seat":0,"act":"play 8c"}`,
			`"act":"play Ks"},{"t":"trick","seat":1},{"t":"act","seat":0,"act":"play Ks"}`, history.CodeEvent, 14},
		{"a view without its result", view.String(), result, "", history.CodeResult, -1},
		{"a view with a wrong result", view.String(), `"payout":[20,10]`, `"payout":[10,20]`, history.CodeResult, -1},
	}
	for _, test := range tests {
		if strings.Count(test.line, test.old) != 1 {
			t.Errorf("%s: %q stands %d times in %s", test.name, test.old, strings.Count(test.line, test.old), test.line)
		}
		line := strings.Replace(test.line, test.old, test.new, 1)
		h, err := history.Read(line)
		var e *history.Error
		switch {
		case test.code == "" && err != nil, test.code != "" && err == nil:
			t.Errorf("%s: %v", test.name, err)
		case err != nil && (!errors.As(err, &e) || e.Code != test.code || e.Event != test.event):
			t.Errorf("%s: %v, want %s at event %d", test.name, err, test.code, test.event)
		case test.name == "cards in any order" && h.String() != played:
			t.Errorf("written as %s", h)
		}
	}
}

// TestNoSecondView: of a view there is only the view itself, and the public's.
func TestNoSecondView(t *testing.T) {
	t.Parallel()
	full, err := history.Read(strings.Replace(played, `"pot":0,"events"`, `"pot":0,"fair":{"seed":1},"id":7,"events"`, 1))
	if err != nil {
		t.Fatal(err)
	}
	public, err := full.View(history.Public)
	if err != nil {
		t.Fatal(err)
	}
	own, err := full.View(history.SeatView(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []*history.Hand{&public, &own} {
		if id, ok := v.Field("id"); !ok || id != "7" {
			t.Error("the view has lost the id")
		}
		if _, ok := v.Field("fair"); ok {
			t.Error("the view shows the secrets of the shuffle")
		}
	}
	if same, err := own.View(history.SeatView(1)); err != nil || same.String() != own.String() {
		t.Errorf("%v: %v", err, same.String())
	}
	if narrow, err := own.View(history.Public); err != nil || narrow.String() != public.String() {
		t.Errorf("%v: %v", err, narrow.String())
	}
	for _, test := range []struct {
		of *history.Hand
		to history.Audience
	}{
		{&own, history.SeatView(0)}, {&own, history.Full}, {&public, history.SeatView(0)}, {&public, history.Full}, {full, history.SeatView(2)},
	} {
		var e *history.Error
		if v, err := test.of.View(test.to); !errors.As(err, &e) || e.Field != "view" {
			t.Errorf("view %d of %d: %v, %v", test.to, test.of.For, v.String(), err)
		}
	}
	if history.Public.Seat() != rams.Nobody || history.Full.Seat() != rams.Nobody || history.SeatView(3).Seat() != 3 {
		t.Error("audiences are mixed up")
	}
}
