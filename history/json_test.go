package history_test

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"chratze/history"
	"chratze/rams"
	"chratze/variant"
)

// opened is a hand of Zwicken that has just been cut, short enough to change.
const opened = `{"format":"rams-hand/1","rules":{"preset":"zwicken"},"seats":2,"names":["Anna","Beat"],"dealer":0,"muss":false,"pot":5,` +
	`"events":[{"t":"ante","seat":0,"amount":30},{"t":"shuffle","cards":"8d Kc 9c 9h 8s Ad Ts Js Jd 7h Kd Qc Th 9s Qh As Ac 7d 8h Tc Td Jh Kh 7s Ks Jc Qd 9d 7c 8c Qs Ah"},` +
	`{"t":"cut","seat":1,"at":3,"shown":"9c"}]}`

// TestJSON: what is and isn't a line, byte by byte.
func TestJSON(t *testing.T) {
	t.Parallel()
	if h, err := history.Read(opened); err != nil || h.String() != opened {
		t.Fatal(h, err)
	}
	tests := []struct {
		name     string
		old, new string // replaced in opened
		code     string // "": accepted
		event    int
		field    string
	}{
		{"spaces", `"seats":2,`, "\t\"seats\" : 2 , ", "", 0, ""},
		{"carriage return inside", `"seats":2,`, "\r\"seats\":2,", "", 0, ""},
		{"escapes", `"Anna"`, `"\u0041nna\n\"\\\/\b\f\r\t\ud83c\udca1"`, "", 0, ""},
		{"escaped key", `"seats"`, `"se\u0061ts"`, "", 0, ""},
		{"escaped word", `"t":"cut"`, `"t":"c\u0075t"`, "", 0, ""},
		{"keys in any order", `"t":"cut","seat":1`, `"seat":1,"t":"cut"`, "", 0, ""},
		{"no names", `"names":["Anna","Beat"],`, ``, "", 0, ""},
		{"unknown fields", `"pot":5`, `"pot":5,"note":{"a":[1,-2.5e+3,true,false,null,"x",{}],"":[]},"id":"k3f9"`, "", 0, ""},

		{"nothing", opened, ``, history.CodeEmpty, -1, ""},
		{"no object", opened, `[]`, history.CodeType, -1, ""},
		{"a number", opened, `7`, history.CodeType, -1, ""},
		{"a word", opened, `hand`, history.CodeSyntax, -1, ""},
		{"truncated", `}]}`, ``, history.CodeTruncated, 2, "shown"},
		{"truncated in a string", `c"}]}`, ``, history.CodeTruncated, 2, "shown"},
		{"truncated in an escape", `Beat"],"dealer":0,"muss":false,"pot":5,`, `\u00`, history.CodeSyntax, -1, "names"},
		{"two hands", `"9c"}]}`, `"9c"}]}{}`, history.CodeSyntax, -1, ""},
		{"a comma behind", `"9c"}]}`, `"9c"}],}`, history.CodeSyntax, -1, ""},
		{"a comma in front", `{"format"`, `{,"format"`, history.CodeSyntax, -1, ""},
		{"a list with a comma", `"Beat"]`, `"Beat",]`, history.CodeSyntax, -1, "names"},
		{"no comma", `"seats":2,`, `"seats":2 `, history.CodeSyntax, -1, "seats"},
		{"no colon", `"seats":2`, `"seats" 2`, history.CodeSyntax, -1, ""},
		{"key without quotes", `"seats"`, `seats`, history.CodeSyntax, -1, ""},
		{"single quotes", `"seats"`, `'seats'`, history.CodeSyntax, -1, ""},
		{"byte order mark", opened, "\ufeff" + opened, history.CodeSyntax, -1, ""},
		{"not UTF-8", `Anna`, "\xc3(", history.CodeUTF8, -1, ""},
		{"half a character", `Anna`, `\ud83c!`, history.CodeUTF8, -1, "names"},
		{"another half", `Anna`, `\udca1\ud83c`, history.CodeUTF8, -1, "names"},
		{"control character", `Anna`, "An\tna", history.CodeSyntax, -1, "names"},
		{"no escape", `Anna`, `\x41`, history.CodeSyntax, -1, "names"},
		{"no hexadecimal", `Anna`, `\u004g`, history.CodeSyntax, -1, "names"},
		{"a long key", `"pot":5`, `"pot":5,"` + strings.Repeat("x", 500) + `":1.`, history.CodeSyntax, -1, strings.Repeat("x", 120) + " …"},
		{"too deep", `"pot":5`, `"pot":5,"x":` + strings.Repeat("[", 1000), history.CodeDepth, -1, "x"},
		{"deep enough", `"pot":5`, `"pot":5,"x":` + strings.Repeat(`[`, 60) + strings.Repeat(`]`, 60), "", 0, ""},
		{"bad value inside", `"pot":5`, `"pot":5,"x":[1,tru]`, history.CodeSyntax, -1, "x"},
		{"bad number inside", `"pot":5`, `"pot":5,"x":1.e3`, history.CodeSyntax, -1, "x"},
		{"leading zero inside", `"pot":5`, `"pot":5,"x":01`, history.CodeSyntax, -1, "x"},
		{"many fields", `"pot":5`, `"pot":5,"` + strings.Join(manyKeys(300), `":1,"`) + `":1`, history.CodeMany, -1, "k256"},

		{"another format", `hand/1`, `hand/2`, history.CodeFormat, -1, "format"},
		{"no format", `"format":"rams-hand/1",`, ``, history.CodeMissing, -1, "format"},
		{"no rules", `"rules":{"preset":"zwicken"},`, ``, history.CodeMissing, -1, "rules"},
		{"no seats", `"seats":2,`, ``, history.CodeMissing, -1, "seats"},
		{"no dealer", `"dealer":0,`, ``, history.CodeMissing, -1, "dealer"},
		{"no muss", `"muss":false,`, ``, history.CodeMissing, -1, "muss"},
		{"no pot", `"pot":5,`, ``, history.CodeMissing, -1, "pot"},
		{"no events", `"events":`, `"event":`, history.CodeMissing, -1, "events"},
		{"seats twice", `"seats":2,`, `"seats":2,"seats":2,`, history.CodeTwice, -1, "seats"},
		{"unknown twice", `"seats":2,`, `"seats":2,"x":2,"x":3,`, history.CodeTwice, -1, "x"},
		{"format null", `"rams-hand/1"`, `null`, history.CodeType, -1, "format"},
		{"rules are a string", `{"preset":"zwicken"}`, `"zwicken"`, history.CodeType, -1, "rules"},
		{"no such preset", `"zwicken"`, `"zwick"`, history.CodeRules, -1, "rules"},
		{"rules twice", `{"preset":"zwicken"}`, `{"preset":"zwicken","head":"no","head":"no"}`, history.CodeRules, -1, "rules"},
		{"too many seats", `"seats":2,"names":["Anna","Beat"]`, `"seats":7`, history.CodeRules, -1, "rules"},
		{"no seats at all", `"seats":2,"names":["Anna","Beat"]`, `"seats":0`, history.CodeRules, -1, "rules"},
		{"nine seats", `"seats":2`, `"seats":9`, history.CodeNumber, -1, "seats"},
		{"huge", `"seats":2`, `"seats":99999999999999999999999999`, history.CodeNumber, -1, "seats"},
		{"a fraction", `"pot":5`, `"pot":5.0`, history.CodeNumber, -1, "pot"},
		{"with an exponent", `"pot":5`, `"pot":1e3`, history.CodeNumber, -1, "pot"},
		{"negative", `"pot":5`, `"pot":-5`, history.CodeNumber, -1, "pot"},
		{"leading zero", `"pot":5`, `"pot":05`, history.CodeSyntax, -1, "pot"},
		{"a number in quotes", `"pot":5`, `"pot":"5"`, history.CodeType, -1, "pot"},
		{"too much", `"pot":5`, `"pot":1000000000000001`, history.CodeStart, -1, ""},
		{"far too much", `"pot":5`, `"pot":1000000000000000001`, history.CodeNumber, -1, "pot"},
		{"no such dealer", `"dealer":0`, `"dealer":2`, history.CodeStart, -1, ""},
		{"dealer 9", `"dealer":0`, `"dealer":9`, history.CodeNumber, -1, "dealer"},
		{"muss is a number", `"muss":false`, `"muss":0`, history.CodeType, -1, "muss"},
		{"muss in Zwicken", `"muss":false`, `"muss":true`, history.CodeStart, -1, ""},
		{"redeal in Zwicken", `"pot":5`, `"pot":5,"redeal":1`, history.CodeStart, -1, ""},
		{"redeal 0", `"pot":5`, `"pot":5,"redeal":0`, history.CodeNumber, -1, "redeal"},
		{"three names", `"Beat"]`, `"Beat","Chregu"]`, history.CodeValue, -1, "names"},
		{"nine names", `"Beat"]`, `"B","C","D","E","F","G","H","I"]`, history.CodeMany, -1, "names"},
		{"a name is a number", `"Beat"]`, `7]`, history.CodeType, -1, "names"},
		{"no such view", `"pot":5`, `"pot":5,"view":"all"`, history.CodeValue, -1, "view"},
		{"no such seat", `"pot":5`, `"pot":5,"view":2`, history.CodeValue, -1, "view"},
		{"a view with a shuffle", `"pot":5`, `"pot":5,"view":1`, history.CodeEvent, 1, ""},
		{"events are an object", `"events":[`, `"events":{},"x":[`, history.CodeType, -1, "events"},
		{"an event is a number", `{"t":"cut","seat":1,"at":3,"shown":"9c"}`, `7`, history.CodeType, 2, ""},
		{"unknown event", `"t":"cut"`, `"t":"cuts"`, history.CodeUnknown, 2, "t"},
		{"event without t", `"t":"cut",`, ``, history.CodeMissing, 2, ""},
		{"cut without at", `"at":3,`, ``, history.CodeMissing, 2, ""},
		{"cut with cards", `"at":3,`, `"at":3,"cards":"9c",`, history.CodeUnknown, 2, ""},
		{"unknown key of an event", `"at":3,`, `"at":3,"by":1,`, history.CodeUnknown, 2, "by"},
		{"key of an event twice", `"at":3,`, `"at":3,"at":3,`, history.CodeTwice, 2, "at"},
		{"no such card", `"9c"`, `"1c"`, history.CodeValue, 2, "shown"},
		{"no card", `"9c"`, `""`, history.CodeValue, 2, "shown"},
		{"three cards shown", `"9c"`, `"9c 9d 9h"`, history.CodeValue, 2, "shown"},
		{"two spaces", `Qs Ah"`, `Qs  Ah"`, history.CodeValue, 1, "cards"},
		{"a card twice", `Qs Ah"`, `Ah Ah"`, history.CodeShuffle, 1, ""},
		{"a card of another pack", `Qs Ah"`, `Qs 6h"`, history.CodeShuffle, 1, ""},
		{"53 cards", `Qs Ah"`, `Qs Ah` + strings.Repeat(" As", 21) + `"`, history.CodeValue, 1, "cards"},
		{"a hidden card", `Qs Ah"`, `Qs ??"`, history.CodeShuffle, 1, ""},
		{"cut at 0", `"at":3`, `"at":0`, history.CodeCut, 2, ""},
		{"cut at 32", `"at":3`, `"at":32`, history.CodeCut, 2, ""},
		{"cut at 99", `"at":3`, `"at":99`, history.CodeNumber, 2, "at"},
		{"cut elsewhere", `"at":3`, `"at":4`, history.CodeEvent, 2, ""},
		{"other seat", `"seat":0,"amount"`, `"seat":1,"amount"`, history.CodeEvent, 0, ""},
		{"other amount", `30}`, `31}`, history.CodeEvent, 0, ""},
		{"an act too early", `{"t":"cut"`, `{"t":"act","seat":1,"act":"join"},{"t":"cut"`, history.CodeEvent, 2, ""},
		{"unknown act", `{"t":"cut"`, `{"t":"act","seat":1,"act":"joins"},{"t":"cut"`, history.CodeUnknown, 2, "act"},
		{"act with cards", `{"t":"cut"`, `{"t":"act","seat":1,"act":"join As"},{"t":"cut"`, history.CodeUnknown, 2, "act"},
		{"half hidden", `{"t":"cut"`, `{"t":"act","seat":1,"act":"lay As ??"},{"t":"cut"`, history.CodeUnknown, 2, "act"},
		{"reshuffle of both", `{"t":"cut"`, `{"t":"reshuffle","n":2,"cards":"As Ad"},{"t":"cut"`, history.CodeUnknown, 2, ""},
		{"reshuffle of none", `{"t":"cut"`, `{"t":"reshuffle"},{"t":"cut"`, history.CodeMissing, 2, ""},
		{"empty legal", `{"t":"cut"`, `{"t":"act","seat":1,"act":"join","legal":[]},{"t":"cut"`, history.CodeLegal, 2, "legal"},
		{"unknown legal", `{"t":"cut"`, `{"t":"act","seat":1,"act":"join","legal":["joins"]},{"t":"cut"`, history.CodeUnknown, 2, "legal"},
		{"legal of numbers", `{"t":"cut"`, `{"t":"act","seat":1,"act":"join","legal":[1]},{"t":"cut"`, history.CodeType, 2, "legal"},
		{"result too early", `"9c"}]`, `"9c"}],"payout":[0,0],"penalty":[0,0],"next":{"pot":35,"dealer":1,"muss":false}`, history.CodeOpen, 3, ""},
		{"part of a result", `"9c"}]`, `"9c"}],"payout":[0,0],"penalty":[0,0]`, history.CodeMissing, -1, "next"},
		{"payout of three", `"9c"}]`, `"9c"}],"payout":[0,0,0],"penalty":[0,0],"next":{"pot":35,"dealer":1,"muss":false}`, history.CodeValue, -1, "payout"},
		{"penalty of one", `"9c"}]`, `"9c"}],"payout":[0,0],"penalty":[0],"next":{"pot":35,"dealer":1,"muss":false}`, history.CodeValue, -1, "penalty"},
		{"payout of nine", `"9c"}]`, `"9c"}],"payout":[0,0,0,0,0,0,0,0,0]`, history.CodeMany, -1, "payout"},
		{"next without pot", `"9c"}]`, `"9c"}],"next":{"dealer":1,"muss":false}`, history.CodeMissing, -1, "next"},
		{"next with more", `"9c"}]`, `"9c"}],"next":{"pot":1,"seats":2}`, history.CodeUnknown, -1, "seats"},
		{"next with pot twice", `"9c"}]`, `"9c"}],"next":{"pot":1,"pot":2}`, history.CodeTwice, -1, "next.pot"},
	}
	for _, test := range tests {
		if strings.Count(opened, test.old) != 1 {
			t.Errorf("%s: %q isn't there once", test.name, test.old)
		}
		line := strings.Replace(opened, test.old, test.new, 1)
		h, err := history.Read(line)
		if test.code == "" {
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			} else if again, err := history.Read(h.String()); err != nil || again.String() != h.String() {
				t.Errorf("%s: written as %s: %v", test.name, h, err)
			}
			continue
		}
		var e *history.Error
		if !errors.As(err, &e) || e.Code != test.code || e.Event != test.event || e.Field != test.field {
			t.Errorf("%s: %v (%+v), want %s, event %d, field %q", test.name, err, err, test.code, test.event, test.field)
		}
	}
}

// manyKeys are n different keys.
func manyKeys(n int) (keys []string) {
	for i := range n {
		keys = append(keys, "k"+strconv.Itoa(i))
	}
	return keys
}

// TestTruncated: every beginning of a line is refused, and none panics.
func TestTruncated(t *testing.T) {
	t.Parallel()
	for n := range len(opened) {
		var e *history.Error
		if _, err := history.Read(opened[:n]); !errors.As(err, &e) {
			t.Errorf("%d bytes: %v", n, err)
		} else if n > 0 && e.Code != history.CodeTruncated {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

// TestManyEvents: a line of a hundred thousand events is refused.
func TestManyEvents(t *testing.T) {
	t.Parallel()
	events := strings.Repeat(`{"t":"a"},`, 100_000)
	for _, test := range []struct {
		events string
		code   string
		event  int
	}{
		{events, history.CodeUnknown, 0},
		{strings.ReplaceAll(events, `{"t":"a"}`, `{}`), history.CodeMissing, 0},
		{strings.Repeat(`{"t":"susi","seat":0},`, 40_000), history.CodeMany, 1 << 15},
		{strings.Repeat(`{"t":"susi","seat":0},`, 30_000), history.CodeEvent, 0},
	} {
		line := strings.Replace(opened, `"events":[`, `"events":[`+test.events, 1)
		_, err := history.Read(line)
		var e *history.Error
		if !errors.As(err, &e) || e.Code != test.code || e.Event != test.event {
			t.Errorf("%v, want %s at event %d", err, test.code, test.event)
		}
	}
}

// TestExtra: unknown fields are kept as they are, behind the others.
func TestExtra(t *testing.T) {
	t.Parallel()
	line := strings.Replace(opened, `{"format"`, `{"id":"k3f9", "note" : { "a" : 1.50 },"format"`, 1)
	h, err := history.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSuffix(opened, "}") + `,"id":"k3f9","note":{ "a" : 1.50 }}`
	if h.String() != want {
		t.Errorf("written as %s", h)
	}
	if v, ok := h.Field("note"); !ok || v != `{ "a" : 1.50 }` {
		t.Errorf("note is %s, %v", v, ok)
	}
	if _, ok := h.Field("format"); ok {
		t.Error("format is no extra field")
	}
}

// TestReader reads streams.
func TestReader(t *testing.T) {
	t.Parallel()
	long := strings.Replace(opened, `"pot"`, `"note":"`+strings.Repeat("x", history.MaxLine-len(opened)-len(`"note":"",`))+`","pot"`, 1)
	if len(long) != history.MaxLine {
		t.Fatal(len(long))
	}
	tests := []struct {
		name, text string
		want       string // by line: + or the code
	}{
		{"empty", "", ""},
		{"one", opened, "+"},
		{"one with its end", opened + "\n", "+"},
		{"two", opened + "\n" + opened + "\n", "+ +"},
		{"CR LF", opened + "\r\n" + opened + "\r\n", "+ +"},
		{"an empty line", opened + "\n\n" + opened, "+ empty +"},
		{"only an end", "\n", "empty"},
		{"the longest", long + "\n" + opened, "+ +"},
		{"the longest, CR LF", long + "\r\n" + opened, "+ +"},
		{"the longest, alone", long, "+"},
		{"too long", long + " \n" + opened, "long +"},
		{"too long, alone", long + " ", "long"},
		{"far too long", strings.Repeat(long, 3) + "\n" + opened, "long +"},
		{"truncated", opened + "\n" + opened[:100], "+ truncated"},
		{"a bad one between", opened + "\n{}\n" + opened, "+ missing +"},
	}
	for _, test := range tests {
		for _, in := range []io.Reader{strings.NewReader(test.text), iotest.HalfReader(strings.NewReader(test.text))} {
			r := history.NewReader(in)
			got := []string{}
			for {
				h, err := r.Next()
				if err == io.EOF {
					break
				}
				var e *history.Error
				if errors.As(err, &e) {
					got = append(got, e.Code)
					if e.Line != len(got) {
						t.Errorf("%s: line %d is called %d", test.name, len(got), e.Line)
					}
					continue
				}
				got = append(got, "+")
				if err != nil || h.Variant.Preset() != "zwicken" {
					t.Errorf("%s: %v", test.name, err)
				}
			}
			if text, err := history.NewReader(strings.NewReader(test.text)).Text(); (err == nil) == strings.HasPrefix(test.want, "long") != (test.want == "") {
				t.Errorf("%s: Text gives %d bytes, %v", test.name, len(text), err)
			}
			if strings.Join(got, " ") != test.want || r.Line() != len(got) {
				t.Errorf("%s: %v, want %s", test.name, got, test.want)
			}
		}
	}
}

// TestReaderFails: a stream that fails is no end.
func TestReaderFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("the cable")
	r := history.NewReader(io.MultiReader(strings.NewReader(opened+"\n"+opened[:9]), iotest.ErrReader(broken)))
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	_, err := r.Next()
	var e *history.Error
	if !errors.As(err, &e) || e.Code != history.CodeRead || e.Line != 2 || !errors.Is(err, broken) {
		t.Error(err)
	}
}

// TestErrors: the text says where and why, and what the kernel says can be found.
func TestErrors(t *testing.T) {
	t.Parallel()
	x := examples(t)[6] // the first of Chratze
	line := strings.Replace(x.text, `"act":"play 7c"`, `"act":"play 6c"`, 1)
	r := history.NewReader(strings.NewReader(x.text + "\n" + line))
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	_, err := r.Next()
	var refusal *rams.Refusal
	if !errors.As(err, &refusal) || refusal.Code != rams.RefuseCards || refusal.Action.Seat != 1 {
		t.Error(err)
	}
	const want = "line 2: event 33: refused: rams: play 6c: not in the hand: 6c"
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
	_, err = history.Read(strings.Replace(x.text, `"preset":"chratze-en"`, `"preset":"chratze-en","susi":"on"`, 1))
	var house *variant.Error
	if !errors.As(err, &house) || house.Code != variant.CodeValue {
		t.Error(err)
	}
}
