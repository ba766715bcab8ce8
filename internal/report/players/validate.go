package players

import (
	"encoding/json"
	"strconv"
	"strings"

	"chratze/bot/validate"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/variant"
)

// Validate is what tests of a bot found, as chratze bot validate --json has it.
type Validate struct {
	Command []string // the bot
	Found   *validate.Report
	Saved   []string // the files with the questions of the findings, "" where there is none
}

// MarshalJSON implements json.Marshaler.
func (v *Validate) MarshalJSON() ([]byte, error) {
	return json.Marshal(newValidateReport(v.Found, v.Saved))
}

// validateText writes the report in a language.
type validateText struct {
	*report.Text
	command []string
}

// FindingText says what is wrong with an answer of the bot with this command.
func FindingText(p *locale.Printer, command []string, f *validate.Finding) string {
	t := &validateText{report.NewText(p), command}
	t.finding(f, "")
	return t.String()
}

// Text implements report.Report.
func (v *Validate) Text(p *locale.Printer) string {
	t, r, saved := &validateText{report.NewText(p), v.Command}, v.Found, v.Saved
	if r.Ready > 0 {
		t.Line(t.T("bot.ready", locale.Args{"name": r.Hello.Name, "ms": r.Ready.Milliseconds()}))
		t.tries(r)
	}
	if len(r.Findings) == 0 {
		t.Line("")
		t.Line(t.T("bot.sound", nil))
		return t.String()
	}
	for i := range r.Findings {
		t.Line("")
		t.finding(&r.Findings[i], saved[i])
	}
	return t.String()
}

func (t *validateText) tries(r *validate.Report) {
	table := [][]string{{t.T("bot.preset", nil), t.T("bot.questions", nil), t.T("bot.slowest", nil), t.T("arena.faults", nil)}}
	for i := range r.Tries {
		try := &r.Tries[i]
		row := []string{try.Preset, t.Count(int64(try.Questions)), t.Decimal(try.Slowest.Seconds()*1000, 1), t.Count(int64(try.Faults))}
		if try.Skipped {
			why := "bot.skipped"
			if r.Hello.Lists(try.Preset) {
				why = "bot.skipped.spare"
			}
			row = []string{try.Preset, t.T(why, nil), "–", "–"}
		}
		table = append(table, row)
	}
	t.Grid(table)
}

// clip is how much of an answer or a list is shown, in characters.
const clip = 300

func clipped(text string) string {
	if r := []rune(text); len(r) > clip {
		return string(r[:clip]) + " …"
	}
	return text
}

// finding says what is wrong, with what, and how to see it again.
func (t *validateText) finding(f *validate.Finding, saved string) {
	said := clipped(f.Said)
	if f.Code != validate.NotReady {
		said = strconv.Quote(said)
	}
	args := locale.Args{"said": said, "n": f.Said, "reason": f.Err, "form": `{"id":7,"act":"pass"}`, "allowed": t.List(variant.Presets())}
	t.Line(t.T("bot.fault."+f.Code, args))
	if q := f.Question; q != nil {
		legal := make([]string, len(q.Legal))
		for i := range q.Legal {
			legal[i] = q.Legal[i].String()
		}
		t.Line("  " + t.T("bot.where", locale.Args{"preset": f.Preset, "seats": q.View.Seats, "seat": int(q.Seat), "phase": t.T("bot.phase."+f.Phase.String(), nil)}))
		t.Line("  " + t.T("bot.legal", locale.Args{"legal": clipped(strings.Join(legal, ", ")), "count": len(legal)}))
	}
	if saved != "" {
		t.Line("  " + t.T("bot.saved", locale.Args{"path": saved, "command": strings.Join(t.command, " ")}))
	}
}

// validateReport is the same as --json has it.
type validateReport struct {
	Name     string          `json:"name"`
	Presets  []string        `json:"presets"` // null: all
	ReadyMS  int64           `json:"ready_ms"`
	Tries    []tryReport     `json:"tries"`
	Findings []findingReport `json:"findings"`
}

type tryReport struct {
	Preset    string  `json:"preset"`
	Skipped   bool    `json:"skipped"`
	Questions int     `json:"questions"`
	SlowestMS float64 `json:"slowest_ms"`
	Faults    int     `json:"faults"`
}

type findingReport struct {
	Code   string `json:"code"`
	Said   string `json:"said"`
	Preset string `json:"preset,omitempty"`
	File   string `json:"file,omitempty"`
	Error  string `json:"error,omitempty"`
}

func newValidateReport(r *validate.Report, saved []string) *validateReport {
	out := &validateReport{Name: r.Hello.Name, Presets: r.Hello.Presets, ReadyMS: r.Ready.Milliseconds(), Findings: []findingReport{}}
	for i := range r.Tries {
		try := &r.Tries[i]
		out.Tries = append(out.Tries, tryReport{try.Preset, try.Skipped, try.Questions, report.RoundMillis(try.Slowest.Seconds() * 1000), try.Faults})
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		finding := findingReport{Code: f.Code, Said: f.Said, Preset: f.Preset, File: saved[i]}
		if f.Err != nil {
			finding.Error = f.Err.Error()
		}
		out.Findings = append(out.Findings, finding)
	}
	return out
}
