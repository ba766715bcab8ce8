package projecttest_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"chratze/analysis/sim"
	"chratze/bot"
	"chratze/history"
	"chratze/rams"
	"chratze/variant"
)

// handSchema compiles docs/rams-hand.schema.json and returns what is wrong with a line, or nil.
func handSchema(t *testing.T) func(line string) error {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("docs/rams-hand.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if schema.DraftVersion != 2020 {
		t.Fatalf("draft %d", schema.DraftVersion)
	}
	return func(line string) error {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err != nil {
			return err
		}
		return schema.Validate(value)
	}
}

// exampleLines are the example hands and views of the format, which between them show every event and every act.
func exampleLines(t *testing.T) (lines []string) {
	t.Helper()
	files, err := filepath.Glob("rams/ramstest/testdata/examples/*.jsonl")
	if err != nil || len(files) != len(variant.Presets()) {
		t.Fatal(files, err)
	}
	for _, file := range append(files, "history/testdata/views.jsonl") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.Split(strings.TrimSpace(string(text)), "\n")...)
	}
	return lines
}

// TestSchemaTakesHands: the schema takes the example hands, hands that chratze sim writes of every preset with all its
// numbers of seats, with and without the lists of legal acts, and every view of them.
func TestSchemaTakesHands(t *testing.T) {
	t.Parallel()
	valid := handSchema(t)
	lines := exampleLines(t)
	random, err := bot.Parse("random")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		least, most := v.Seats()
		for seats := least; seats <= most; seats++ {
			g, err := v.Game(seats)
			if err != nil {
				t.Fatal(err)
			}
			var file bytes.Buffer
			c := sim.Config{
				Variant: v, Game: g, Bots: []bot.Spec{random}, Hands: 4, Sitting: 4, Seed: uint64(seats), Workers: 1,
				History: &file, Legal: seats%2 == 0,
			}
			if _, err := sim.Run(context.Background(), c); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, strings.Split(strings.TrimSpace(file.String()), "\n")...)
		}
	}
	views := 0
	for i, line := range lines {
		if err := valid(line); err != nil {
			t.Errorf("%s\n%v", line, err)
			continue
		}
		h, err := history.Read(line)
		if err != nil {
			t.Fatal(err)
		}
		if h.For != history.Full {
			views++
			continue
		}
		audience := history.Public
		if i%4 > 0 {
			audience = history.SeatView(rams.Seat(i % h.Seats))
		}
		view, err := h.View(audience)
		if err != nil {
			t.Fatal(err)
		}
		if err := valid(view.String()); err != nil {
			t.Errorf("%s\n%v", view.String(), err)
		}
		views++
	}
	if len(lines) < 200 || views < len(lines) {
		t.Errorf("only %d lines, %d views", len(lines), views)
	}
}

// TestSchemaKillsPlantedFaults: the schema refuses what is no line, one fault at a time in lines that it takes.
func TestSchemaKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	valid := handSchema(t)
	lines := exampleLines(t)
	for _, tt := range []struct{ name, old, planted string }{
		{"format", `"rams-hand/1"`, `"rams-hand/2"`},
		{"no format", `"format":"rams-hand/1",`, ``},
		{"preset", `"preset":"kratzen"`, `"preset":"krotzn"`},
		{"no preset", `\{"preset":"chratze"\}`, `{}`},
		{"option", `"preset":"chratze"`, `"preset":"chratze","suzi":"off"`},
		{"value of an option", `"preset":"chratze"`, `"preset":"chratze","susi":"no"`},
		{"amount of an option as text", `"preset":"chratze"`, `"preset":"chratze","ante":"50"`},
		{"yes as a truth value", `"preset":"chratze"`, `"preset":"chratze","six_swap":true`},
		{"seats", `"seats":\d`, `"seats":9`},
		{"a payout too few", `"payout":\[\d+,`, `"payout":[`},
		{"half a Rappen", `"pot":\d+`, `"pot":0.5`},
		{"negative pot", `"pot":\d+`, `"pot":-20`},
		{"no events", `"events":`, `"happened":`},
		{"muss as a number", `"muss":false`, `"muss":0`},
		{"redeal 0", `"seats":`, `"redeal":0,"seats":`},
		{"payout without penalty", `"penalty":\[[^]]*\],`, ``},
		{"next without dealer", `(?s)("next":\{"pot":\d+),"dealer":\d`, `$1`},
		{"something in next", `"next":\{`, `"next":{"ante":20,`},
		{"view", `"seats":`, `"view":"all","seats":`},
		{"a complete line as a view", `"seats":(\d),`, `"view":0,"seats":$1,`},
		{"event", `"t":"susi"`, `"t":"suzi"`},
		{"key of an event", `("t":"ante","seat":\d)`, `$1,"card":"As"`},
		{"missing key", `("t":"ante","seat":\d),"amount":\d+`, `$1`},
		{"seat 8", `("t":"ante","seat":)\d`, `${1}8`},
		{"card", `("t":"upcard","card":)"..`, `$1"1s`},
		{"two cards for one", `("t":"upcard","card":)"..`, `$1"As Ks`},
		{"suit", `("t":"trump","suit":)"."`, `$1"x"`},
		{"two blanks", `("t":"deal","seat":\d,"cards":)"(..) `, `$1"$2  `},
		{"hidden card in a complete line", `("t":"deal","seat":\d,"cards":)"..`, `$1"??`},
		{"hidden discard in a complete line", `"act":"lay ..`, `"act":"lay ??`},
		{"act", `"act":"open"`, `"act":"chratze"`},
		{"act without its card", `"act":"play .."`, `"act":"play"`},
		{"drop nothing", `"act":"drop [^"]*"`, `"act":"drop"`},
		{"act with a card too many", `"act":"play (..)"`, `"act":"play $1 As"`},
		{"no legal act", `"act":"open"`, `"act":"open","legal":[]`},
		{"a legal act that is none", `"act":"open"`, `"act":"open","legal":["chratze"]`},
		{"reshuffle of n in a complete line", `"t":"reshuffle","cards":"[^"]*"`, `"t":"reshuffle","n":3`},
		{"reshuffle with its order in a view", `"t":"reshuffle","n":\d+`, `"t":"reshuffle","cards":"As Ks"`},
		{"a discard half hidden", `"act":"lay \?\? \?\?`, `"act":"lay ?? As`},
		{"text behind it", `\}$`, `}{}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			pattern := regexp.MustCompile(tt.old)
			for _, line := range lines {
				at := pattern.FindStringSubmatchIndex(line)
				if at == nil {
					continue
				}
				planted := line[:at[0]] + string(pattern.ExpandString(nil, tt.planted, line, at)) + line[at[1]:]
				if err := valid(planted); err == nil {
					t.Errorf("the schema takes\n%s", planted)
				}
				if _, err := history.Read(planted); err == nil {
					t.Errorf("the reader takes\n%s", planted)
				}
				return
			}
			t.Errorf("no line has %s", tt.old)
		})
	}
}
