package history_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"chratze/card"
	"chratze/history"
	"chratze/rams"
	"chratze/variant"
)

// played is a hand of Zwicken for two.
const played = `{"format":"rams-hand/1","rules":{"preset":"zwicken","cut":"plain"},"seats":2,"names":["Anna","Beat"],"dealer":0,"muss":false,"pot":0,"events":[` +
	`{"t":"ante","seat":0,"amount":30},` +
	`{"t":"shuffle","cards":"Js Qc Qs 8c 9s Kh Ks 7h Ts Th As Tc Ad Ah Qh 7c Kd 7d 9h 8s Ac Kc Jh 9c Jc Td Jd 7s 9d 8h Qd 8d"},` +
	`{"t":"deal","seat":1,"cards":"Js Qc"},{"t":"deal","seat":0,"cards":"Qs 8c"},{"t":"upcard","card":"9s"},{"t":"trump","suit":"s"},` +
	`{"t":"deal","seat":1,"cards":"Kh"},{"t":"deal","seat":0,"cards":"Ks"},{"t":"act","seat":1,"act":"join"},{"t":"act","seat":0,"act":"join"},` +
	`{"t":"act","seat":1,"act":"lay Js Kh"},{"t":"draw","seat":1,"cards":"7h Ts"},{"t":"act","seat":0,"act":"lay"},{"t":"act","seat":1,"act":"play 7h"},` +
	`{"t":"act","seat":0,"act":"play Ks"},{"t":"trick","seat":0},{"t":"act","seat":0,"act":"play 8c"},{"t":"act","seat":1,"act":"play Qc"},` +
	`{"t":"trick","seat":1},{"t":"act","seat":1,"act":"play Ts"},{"t":"act","seat":0,"act":"play Qs"},` +
	`{"t":"trick","seat":0}],"payout":[20,10],"penalty":[0,0],"next":{"pot":0,"dealer":1,"muss":false}}`

// unshuffled is a Shuffler that leaves the pack in its order.
type unshuffled struct{}

func (unshuffled) Shuffle([]card.Card) {}
func (unshuffled) Cut(n int) int       { return n / 2 }

// A hand is played, with the first legal act each time, and written down.
func ExampleFromRecord() {
	v, _ := variant.Lookup("chratze-en")
	game, _ := v.Game(2)
	deck := rams.Deck{Source: unshuffled{}}
	var record rams.Record
	_ = record.Begin(game, game.FirstStart(0))
	for range record.Turns(&deck) {
		legal := record.Legal(nil)
		_ = record.Apply(legal[len(legal)-1])
	}
	h := history.FromRecord(v, []string{"Anna", "Beat"}, &record, nil)
	fmt.Println(h)
	// Output:
	// {"format":"rams-hand/1","rules":{"preset":"chratze-en"},"seats":2,"names":["Anna","Beat"],"dealer":0,"muss":false,"pot":0,"events":[{"t":"ante","seat":0,"amount":20},{"t":"ante","seat":1,"amount":20},{"t":"shuffle","cards":"Ac Kc Qc Jc Tc 9c 8c 7c 6c As Ks Qs Js Ts 9s 8s 7s 6s Ah Kh Qh Jh Th 9h 8h 7h 6h Ad Kd Qd Jd Td 9d 8d 7d 6d"},{"t":"deal","seat":1,"cards":"Ac Kc"},{"t":"deal","seat":0,"cards":"Qc Jc"},{"t":"act","seat":0,"act":"see"},{"t":"upcard","card":"Tc"},{"t":"trump","suit":"c"},{"t":"act","seat":0,"act":"see"},{"t":"deal","seat":1,"cards":"9c 8c"},{"t":"deal","seat":0,"cards":"7c 6c"},{"t":"act","seat":1,"act":"pass"},{"t":"act","seat":0,"act":"pass"}],"payout":[0,0],"penalty":[0,0],"next":{"pot":40,"dealer":0,"muss":false,"redeal":1}}
}

// A card that nobody holds is refused, with the number of the event.
func ExampleRead() {
	line := strings.Replace(played, `"act":"play Qc"`, `"act":"play Kc"`, 1)
	_, err := history.Read(line)
	fmt.Println(err)
	var refusal *rams.Refusal
	if errors.As(err, &refusal) {
		fmt.Println(refusal.Code)
	}
	// Output:
	// event 17: refused: rams: play Kc: not in the hand: Kc
	// cards
}

// A view shows a seat what it was shown, and hides the rest.
func ExampleHand_View() {
	h, err := history.Read(played)
	if err != nil {
		fmt.Println(err)
		return
	}
	view, err := h.View(history.SeatView(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range view.Events[1:11] {
		fmt.Println(string(e.AppendJSON(nil)))
	}
	// Output:
	// {"t":"deal","seat":1,"cards":"Js Qc"}
	// {"t":"deal","seat":0,"cards":"?? ??"}
	// {"t":"upcard","card":"9s"}
	// {"t":"trump","suit":"s"}
	// {"t":"deal","seat":1,"cards":"Kh"}
	// {"t":"deal","seat":0,"cards":"??"}
	// {"t":"act","seat":1,"act":"join"}
	// {"t":"act","seat":0,"act":"join"}
	// {"t":"act","seat":1,"act":"lay Js Kh"}
	// {"t":"draw","seat":1,"cards":"7h Ts"}
}

// The hand is seen again as seat 1 saw it.
func ExampleHand_Steps() {
	h, err := history.Read(played)
	if err != nil {
		fmt.Println(err)
		return
	}
	steps, err := h.Steps()
	if err != nil {
		fmt.Println(err)
		return
	}
	for step := range steps {
		if v := step.View(1); v.Turn == 1 && step.Event != nil && step.Event.Kind == rams.EventAct {
			fmt.Println(v.Hand, "->", step.Event.Act)
		}
	}
	// Output:
	// Qc Js Kh -> join
	// Qc Js Kh -> lay Js Kh
	// Qc Ts 7h -> play 7h
	// Qc Ts -> play Qc
	// Ts -> play Ts
}

// A file is read hand by hand; a bad line is reported, and the next one read.
func ExampleReader() {
	r := history.NewReader(strings.NewReader(played + "\n{}\n" + played + "\n"))
	for {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println("line", r.Line(), h.Variant, h.Payout[:h.Seats])
	}
	// Output:
	// line 1 zwicken,cut=plain [20 10]
	// line 2: format: missing
	// line 3 zwicken,cut=plain [20 10]
}
