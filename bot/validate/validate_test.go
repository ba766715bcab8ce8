package validate

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"chratze/bot"
	"chratze/bot/exec/exectest"
	"chratze/bot/protocol"
	"chratze/rams"
	"chratze/variant"
)

// TestMain is a program with a planted fault, if a test starts it as one.
func TestMain(m *testing.M) { exectest.Main(m, play) }

// play plays as stammtisch-1 but for its fault.
func play(kind string) error {
	spec, err := bot.Parse("stammtisch-1")
	if err != nil {
		return err
	}
	switch kind {
	case "sound":
		return protocol.Serve(os.Stdin, os.Stdout, spec)
	case "never ready":
		return errors.New("no module named numpy")
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Bytes()
		swaps := bytes.Contains(line, []byte(`"legal":["swap","keep"]`))
		act := bytes.Contains(line, []byte(`"t":"act"`))
		drops := bytes.Contains(line, []byte(`"legal":["drop`))
		switch {
		case kind == "stays" && bytes.Contains(line, []byte(`"t":"quit"`)):
			continue
		case kind == "late with the six" && swaps:
			continue
		case kind == "dies dropping" && drops:
			return errors.New("list index out of range")
		case kind == "lays" && drops:
			var m struct{ ID uint64 }
			_ = json.Unmarshal(line, &m) // it is ours
			fmt.Printf(`{"id":%d,"act":"lay"}`+"\n", m.ID)
			continue
		case kind == "prints" && act:
			fmt.Println(`thinking`)
			continue
		case kind == "kratzen only" && bytes.Contains(line, []byte(`hello`)):
			fmt.Println(`{"t":"ready","name":"K","presets":["kratzen"]}`)
			continue
		case kind == "poker only" && bytes.Contains(line, []byte(`hello`)):
			fmt.Println(`{"t":"ready","presets":["poker"]}`)
			continue
		case kind == "twice" && act:
			_ = protocol.Serve(bytes.NewReader(line), os.Stdout, spec) // as below
		}
		if err := protocol.Serve(bytes.NewReader(line), os.Stdout, spec); err != nil {
			return err
		}
	}
	if kind == "stays" {
		time.Sleep(time.Minute)
	}
	return lines.Err()
}

func options(t *testing.T, kind string) Options {
	t.Helper()
	o := Options{Command: exectest.Command(t, kind), Limit: time.Minute, Quit: time.Minute, Hands: 12, Seed: 1}
	switch kind {
	case "late with the six":
		o.Limit = time.Second // has to run out; on a busy machine TestFindings allows more
		o.Hands = 4
	case "stays":
		o.Quit = 100 * time.Millisecond
	}
	return o
}

// TestFindings: each planted fault is found, and nothing else.
func TestFindings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind, preset, code string
		phase              rams.Phase
		said               string
	}{
		{"sound", "", "", 0, ""},
		{"never ready", "", NotReady, 0, Wanted},
		{"late with the six", "chratze", string(protocol.Late), rams.PhaseSwap, ""},
		{"dies dropping", "kratzen", string(protocol.Dead), rams.PhaseDrop, ""},
		{"lays", "chratzen", string(protocol.NotLegal), rams.PhaseDrop, "lay"},
		{"prints", "zwicken", string(protocol.NotJSON), rams.PhaseJoin, "thinking"},
		{"twice", "zwicken", string(protocol.Unasked), 0, ""},
		{"stays", "zwicken", Stays, 0, ""},
		{"kratzen only", "", "", 0, ""},
		{"kratzen only", "zwicken", NoGame, 0, "kratzen"},
		{"poker only", "", NoGame, 0, "poker"},
	} {
		t.Run(tt.kind, func(t *testing.T) {
			t.Parallel()
			opt := options(t, tt.kind)
			if tt.preset != "" {
				opt.Presets = []string{tt.preset}
			}
			r, err := Run(context.Background(), opt, nil)
			for err == nil && tt.code == string(protocol.Late) && opt.Limit < 4*time.Minute && slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Phase != tt.phase }) {
				opt.Limit *= 4 // the machine is too slow for the others
				r, err = Run(context.Background(), opt, nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			if (len(r.Findings) > 0) != (tt.code != "") {
				t.Fatalf("%d findings: %+v", len(r.Findings), r.Findings)
			}
			if tt.code == "" {
				sound(t, r, tt.kind == "kratzen only")
				return
			}
			f := r.Findings[0]
			if i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Code != tt.code }); i >= 0 && tt.kind != "prints" {
				t.Errorf("found too: %+v", r.Findings[i])
			}
			if f.Code != tt.code || f.Phase != tt.phase || tt.said != "" && f.Said != tt.said {
				t.Errorf("found %q in phase %v, said %q", f.Code, f.Phase, f.Said)
			}
			if f.Question != nil {
				again(t, opt, &f)
			}
		})
	}
}

// sound holds what was tried of a program without faults.
func sound(t *testing.T, r *Report, kratzen bool) {
	t.Helper()
	phases := map[rams.Phase]int{}
	for i := range r.Tries {
		try := &r.Tries[i]
		for phase, n := range try.Phases {
			phases[phase] += n
		}
		if want := kratzen && try.Preset != "kratzen"; try.Skipped != want || (try.Questions > 100) == want {
			t.Errorf("%s: skipped %v, %d questions", try.Preset, try.Skipped, try.Questions)
		}
	}
	if len(r.Tries) != len(variant.Presets()) {
		t.Errorf("%d presets were tried", len(r.Tries))
	}
	for _, phase := range []rams.Phase{
		rams.PhaseDoubleBlind, rams.PhaseBlind, rams.PhaseOpen, rams.PhaseBid, rams.PhaseJoin, rams.PhaseLay, rams.PhaseDrop, rams.PhaseSwap, rams.PhasePlay,
	} {
		if phases[phase] < 3 && !kratzen {
			t.Errorf("in phase %v it was asked %d times", phase, phases[phase])
		}
	}
}

// again asks the question of a finding again: it is found again, and is none of a
// sound program.
func again(t *testing.T, opt Options, f *Finding) {
	t.Helper()
	q, err := Load(Save(f.Question))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(q.Legal, f.Question.Legal) || q.View.String() != f.Question.View.String() {
		t.Errorf("saved and loaded it is another question:\n%s\n%s", q.AppendTo(nil), f.Question.AppendTo(nil))
	}
	_, found := Again(context.Background(), opt, q)
	if found == nil || found.Code != f.Code || found.Phase != f.Phase || found.Preset != f.Preset {
		t.Errorf("asked again: %+v", found)
	}
	if f.Code == string(protocol.Late) { // it doesn't answer: an interrupt ends it
		ctx, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer stop()
		patient := opt
		patient.Limit = time.Hour
		if reply, _ := Again(ctx, patient, q); reply.Fault != protocol.Dead {
			t.Errorf("interrupted: %+v", reply)
		}
	}
	reply, found := Again(context.Background(), options(t, "sound"), q)
	if found != nil || !slices.Contains(q.Legal, reply.Action) {
		t.Errorf("a sound program, asked the same: %+v", found)
	}
}

func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		"":             "no line asks",
		"{":            "unexpected end",
		protocol.Hello: "no line asks",
		`{"t":"act"}`:  "every line is one hand",
		`{"t":"act","seat":1,"legal":["fold"],"view":{"format":"rams-hand/1","rules":{"preset":"zwicken"},"seats":2,"view":1,"dealer":0,"muss":false,"pot":0,"events":[{"t":"ante","seat":0,"amount":30}]}}`: "no such act",
		`{"t":"act","seat":1,"legal":[],"view":{"format":"rams-hand/1","rules":{"preset":"zwicken"},"seats":2,"view":1,"dealer":0,"muss":false,"pot":0,"events":[{"t":"ante","seat":0,"amount":30}]}}`:       "nothing is legal",
	} {
		if _, err := Load([]byte(data)); !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", data, err, want)
		}
	}
}
