// Package cashdesk is the commands for people who play with real cards: kasse and settle.
package cashdesk

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/text/unicode/norm"

	"chratze/internal/atomicfile"
	"chratze/internal/bounded"
	"chratze/internal/cli/shell"
	"chratze/internal/desk"
	"chratze/internal/interrupt"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
	"chratze/pot"
)

// NewKasse is chratze kasse.
func NewKasse(sh *shell.Shell) *cobra.Command {
	var enter, asJSON, asCSV, asText bool
	cmd := &cobra.Command{
		Use: "kasse [FILE]",
		Example: `  chratze kasse evening.txt
  chratze kasse --enter evening.txt
  printf 'seats anna beat carl\nanna 2! beat 1 carl\n' | chratze kasse -`,
		Args: cobra.MaximumNArgs(1),
	}
	shell.Vars(cmd, map[string]any{"enter": &enter, "json": &asJSON, "csv": &asCSV, "text": &asText})
	cmd.MarkFlagsMutuallyExclusive("enter", "json", "csv", "text")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, scr := sh.Printer(), lines.NewScreen(cmd.OutOrStdout(), os.Getenv)
		if enter || len(args) == 0 {
			if len(args) == 0 || args[0] == "-" {
				return shell.Misuse(p.T("cli.kasse.file", nil))
			}
			if err := shell.Writable(p, args[0], shell.AnyKind); err != nil {
				return err
			}
			return enterEvening(p, scr, args[0], cmd.InOrStdin(), cmd.ErrOrStderr())
		}
		e, err := readEvening(cmd, p, args[0])
		if err != nil {
			return err
		}
		switch {
		case asJSON:
			scr.Data(string(e.JSON()))
		case asCSV:
			scr.Data(string(e.CSV(table(p, e))))
		case asText:
			scr.Data(e.Text())
		default:
			return (&clerk{p, scr, e}).report()
		}
		return scr.Flush()
	}
	return cmd
}

// table returns how an evening is written for spreadsheets, in words of p and in this machine's time.
func table(p *locale.Printer, e *desk.Evening) *desk.Table {
	t := &desk.Table{Form: p.T("kasse.csv.form", nil), Heads: strings.Split(p.T("kasse.csv.heads", nil), "\n")}
	for k := desk.Played; k <= desk.NewRace; k++ {
		t.Kinds = append(t.Kinds, p.T("kasse.kind."+k.String(), nil))
	}
	for _, st := range e.Steps() {
		text := st.Entry.Time
		if at, err := time.Parse(time.RFC3339, text); err == nil {
			text = at.Local().Format("2006-01-02 15:04:05\tUTC-07:00")
		}
		t.Times = append(t.Times, text)
	}
	return t
}

// readEvening reads an evening from a file or from standard input.
func readEvening(cmd *cobra.Command, p *locale.Printer, path string) (*desk.Evening, error) {
	in, err := shell.OpenFile(p, cmd, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }() // it was only read
	from := bufio.NewReader(in)
	const hands = `{"format":"rams-hand/`
	if start, err := from.Peek(len(hands)); err == nil && string(start) == hands {
		return nil, shell.Misuse(p.T("cli.kasse.hands", locale.Args{"path": lines.Quoted(path)}))
	}
	text, err := eveningText(from)
	if err != nil {
		return nil, shell.Unreadable(p, path, err)
	}
	e, err := interrupt.Until(cmd.Context(), func() (*desk.Evening, error) { return desk.Read(text) })
	return e, kasseFault(p, err)
}

// kasseFault turns an error of the desk into one of the command.
func kasseFault(p *locale.Printer, err error) error {
	if e, ok := errors.AsType[*desk.Error](err); ok {
		return shell.Misuse(refusedLine(p, e))
	}
	return err
}

// clerk reports an evening at the cash desk in words: in the language of p, to scr.
type clerk struct {
	p   *locale.Printer
	scr *lines.Screen
	e   *desk.Evening
}

func (c *clerk) say(key string, args locale.Args) { c.scr.Line(c.p.T(key, args)) }

func (c *clerk) number(n pot.Chips) string {
	m, _ := c.e.Money()
	return c.p.Number(locale.Money(m), n)
}

func (c *clerk) balance(n pot.Chips) string {
	m, _ := c.e.Money()
	return c.p.Balance(locale.Money(m), n)
}

// refusedLine explains why a line is invalid.
func refusedLine(p *locale.Printer, err error) string {
	e, ok := errors.AsType[*desk.Error](err)
	if !ok {
		return err.Error()
	}
	f := locale.DeskFault(*e)
	f.Text, f.Name = lines.Visible(lines.Clip(e.Text)), lines.Visible(e.Name)
	return p.DeskFault(f)
}

// title writes which evening it is.
func (c *clerk) title() {
	m, cash := c.e.Money()
	how := "kasse.credit"
	if cash {
		how = "kasse.cash"
	}
	name := c.e.Name()
	if name == "" {
		name = c.p.T("kasse.evening", nil)
	}
	c.say("kasse.title", locale.Args{"name": c.scr.Strong(name), "game": c.game(), "money": c.p.T("kasse.money."+m.String(), nil), "how": c.p.T(how, nil)})
}

// game returns the name of the game.
func (c *clerk) game() string {
	race := c.e.Race()
	switch {
	case race == nil:
		return c.p.Words(c.e.Rules(), c.p.DeckOf(c.e.Rules().Preset())).Game()
	case race.Up:
		return c.p.T("kasse.race.up", locale.Args{"n": race.Goal})
	}
	return c.p.T("kasse.race.down", locale.Args{"n": race.Goal})
}

// ofGame returns the key of a text for games with a pot, or that for races.
func (c *clerk) ofGame(pot, race string) string {
	if c.e.Race() != nil {
		return race
	}
	return pot
}

// step writes an entry and its effect.
func (c *clerk) step(number int, st *desk.Step) {
	c.say(c.ofGame("kasse.entry", "kasse.entry.race"), locale.Args{"n": number, "line": st.Entry.String(), "flows": c.flows(st), "amount": c.number(st.Pot)})
}

// flows returns the changes of the accounts in a step: "Anna +0.80, Beat -0.20".
func (c *clerk) flows(st *desk.Step) string {
	var list []string
	for who, name := range c.e.People() {
		if n := st.Change(who); n != 0 {
			list = append(list, name+"\u00a0"+c.balance(n))
		}
	}
	for _, won := range st.Prizes {
		list = append(list, c.p.T("kasse.hands.prize.take", locale.Args{"to": c.e.People()[won.Person], "prize": won.Name}))
	}
	switch {
	case st.Entry.Kind == desk.Pay:
		return c.p.T("kasse.pays", locale.Args{"from": st.Entry.Who, "to": st.Entry.To, "amount": c.number(st.Entry.Amount)})
	case len(list) == 0:
		return c.p.T("kasse.noflow", nil)
	}
	return c.p.List(list)
}

// report writes the state of the evening.
func (c *clerk) report() error {
	c.title()
	p := c.e.Now()
	if p == nil {
		c.say("kasse.empty", nil)
		return c.scr.Flush()
	}
	c.scr.Gap()
	for i := range c.e.Steps() {
		c.step(i+1, &c.e.Steps()[i])
	}
	c.scr.Gap()
	c.standings(p)
	c.scr.Gap()
	c.next(p)
	c.rest(p)
	return c.scr.Flush()
}

// rest writes what is to be done with the coins, the Susi list, and who pays whom.
func (c *clerk) rest(p *desk.Position) {
	c.lay()
	c.susis()
	c.payments(p)
}

// standings writes what everybody has won or lost.
func (c *clerk) standings(p *desk.Position) {
	c.say("kasse.standings", nil)
	var rows [][]string
	for who, name := range c.e.People() {
		row := []string{name, c.balance(p.Won[who])}
		if p.Points != nil {
			row = []string{name, c.p.T("kasse.strokes", locale.Args{"n": p.Points[who]}), row[1]}
		}
		rows = append(rows, row)
	}
	c.scr.Grid("  ", rows, "  ")
}

// next writes how the next hand begins, or what has to be said before it.
func (c *clerk) next(p *desk.Position) {
	switch {
	case p == nil:
		c.say("kasse.no.seats", nil)
	case p.Over:
		c.say("kasse.over", nil)
	case p.Players != nil:
		c.scr.Line(refusedLine(c.p, p.Players))
	default:
		c.say(c.ofGame("kasse.next", "kasse.next.race"), locale.Args{"hand": p.Hands + 1, "name": c.e.People()[p.Dealer], "amount": c.number(p.Pot)})
		switch {
		case p.Muss:
			c.say("kasse.muss", nil)
		case p.All:
			c.say("kasse.all", nil)
		}
		if p.Last {
			c.say("kasse.last.hand", nil)
		}
	}
}

// lay writes what everybody still has to do with their coins and prizes.
func (c *clerk) lay() {
	due, prizes := c.e.Orders(), c.e.Prizes()
	repriced, only := c.e.Corrected()
	if len(due)+len(prizes)+len(repriced) > 0 {
		c.scr.Gap()
	}
	if len(due)+len(prizes) > 0 {
		c.say("kasse.lay", nil)
	}
	var rows [][]string
	for _, o := range due {
		row := []string{o.Name, c.p.T("kasse.takes", locale.Args{"amount": c.number(o.Take)}), c.why(o.Why)}
		if o.Give > 0 {
			row[1] = c.p.T("kasse.gives", locale.Args{"amount": c.number(o.Give), "coins": c.coins(o.Give)})
		}
		rows = append(rows, row)
	}
	c.scr.Grid("  ", rows, "  ")
	for _, h := range prizes {
		key := "kasse.hands.prize"
		if h.From == "" {
			key += ".take"
		} else if h.To == "" {
			key += ".lay"
		}
		c.scr.Line("  " + c.p.T(key, locale.Args{"from": h.From, "to": h.To, "prize": h.Prize}))
	}
	for _, r := range repriced {
		c.say("kasse.repriced", locale.Args{"n": r.Hand, "was": c.number(r.Was), "now": c.number(r.Now)})
	}
	if only != "" {
		c.say("cli.kasse.only", locale.Args{"line": only})
	}
}

// why says for what coins move, unless it is the last hand alone.
func (c *clerk) why(list []desk.Reason) string {
	var why []string
	for _, r := range list {
		what := c.p.T("kasse.kind."+r.Kind.String(), nil)
		if r.Hand > 0 {
			what = c.p.T("kasse.handno", locale.Args{"n": r.Hand})
		}
		switch {
		case r.Undone:
			what = c.p.T("kasse.why.undone", nil)
		case r.Verb == "seats":
			what = c.p.T("kasse.why.antes", nil)
		case r.Verb != "":
			what = c.p.T("kasse.why.fixed", locale.Args{"what": what})
		case len(list) == 1 && r.Hand > 0 && r.Hand == c.e.Now().Hands:
			return ""
		}
		why = append(why, what)
	}
	return c.p.List(why)
}

// coins returns the coins for an amount: "1 × 2.00, 1 × 0.20".
func (c *clerk) coins(n pot.Chips) string {
	m, _ := c.e.Money()
	coins, rest := m.Coins(n)
	var list string
	for i, k := range coins {
		if i > 0 {
			list += ", "
		}
		list += strconv.FormatInt(k.N, 10) + "\u00a0×\u00a0" + c.number(k.Value)
	}
	if rest > 0 && len(coins) > 0 {
		list += ", + " + c.number(rest)
	}
	if list == "" {
		return ""
	}
	return "(" + list + ")"
}

// susis writes who let the declarer take the pot, and when.
func (c *clerk) susis() {
	first := true
	for who, hands := range c.e.Susis() {
		if len(hands) == 0 {
			continue
		}
		if first {
			c.scr.Gap()
			first = false
		}
		list := make([]string, len(hands))
		for i, n := range hands {
			list[i] = strconv.Itoa(n)
		}
		c.say("kasse.susi", locale.Args{"name": c.e.People()[who], "n": len(hands), "hands": c.p.List(list)})
	}
}

// payments writes who pays whom.
func (c *clerk) payments(p *desk.Position) {
	c.scr.Gap()
	list := c.e.Payments()
	switch {
	case len(list) == 0:
		c.say("kasse.even", nil)
	case p.Over:
		c.say("kasse.payments", nil)
	default:
		c.say("kasse.payments.now", nil)
	}
	people := c.e.People()
	for _, t := range list {
		c.scr.Line("  " + c.p.T("kasse.pays", locale.Args{"from": people[t.From], "to": people[t.To], "amount": c.number(t.Amount)}))
	}
}

// enterEvening reads an evening line by line from in, and saves it in a file after each. It tells errOut of a hand that is left
// unbooked.
func enterEvening(p *locale.Printer, scr *lines.Screen, path string, in io.Reader, errOut io.Writer) error {
	text, err := eveningOf(path)
	if err != nil {
		return shell.Unreadable(p, path, err)
	}
	e, err := desk.Read(text)
	if err != nil {
		return kasseFault(p, err)
	}
	t := &typist{clerk: &clerk{p, scr, e}, path: path, kept: text}
	t.title()
	t.next(e.Now())
	scan := bufio.NewScanner(bounded.Text(in))
	scan.Buffer(nil, desk.MaxLine*4)
	for scr.Flush() == nil && scan.Scan() {
		done, err := t.enter(norm.NFC.String(strings.TrimSpace(scan.Text())))
		if err != nil || done {
			err = errors.Join(err, scr.Flush())
			t.tellUnbooked(errOut)
			return err
		}
	}
	err = errors.Join(scan.Err(), scr.Flush())
	t.tellUnbooked(errOut)
	return err
}

// tellUnbooked says that the hand shown last isn't booked.
func (t *typist) tellUnbooked(errOut io.Writer) {
	if t.pending != nil {
		fmt.Fprintln(errOut, t.p.T("cli.kasse.unbooked", locale.Args{"line": last(t.pending)}))
	}
}

// last returns the last line of an evening.
func last(e *desk.Evening) string {
	list := e.Lines()
	return list[len(list)-1]
}

// typist appends typed lines to the file of an evening.
type typist struct {
	*clerk
	path, kept string        // the file, and its contents
	pending    *desk.Evening // with a hand that was shown but isn't booked yet
}

// enter handles a line, and reports whether it was the last one. A hand is shown first, and an empty line books it. Until then
// another hand replaces it, undo drops it, and nothing else goes on.
func (t *typist) enter(line string) (done bool, err error) {
	shown := t.pending
	t.pending = nil
	switch line = t.lowered(line); {
	case line == "" && shown != nil:
		return t.book(shown)
	case line == "undo" && shown != nil:
		t.say("cli.kasse.unbooked", locale.Args{"line": last(shown)})
		return false, nil
	case line == "q":
		t.pending = shown
		return true, nil
	}
	if near, name := t.e.Like(line); near != "" {
		t.say("kasse.no.like", locale.Args{"name": lines.Visible(name), "text": lines.Visible(near)})
		t.say("cli.kasse.like", locale.Args{"text": `come "` + lines.Visible(name) + `"`})
		return false, nil
	}
	trial := t.e.Clone()
	if err := trial.Append(line); err != nil {
		t.scr.Line(t.refused(line, err))
		return false, nil
	}
	steps := trial.Steps()
	switch {
	case len(trial.Lines()) == len(t.e.Lines()): // nothing, or a comment
		t.pending = shown
		return false, nil
	case len(steps) == len(t.e.Steps())+1 && steps[len(steps)-1].Hand != 0:
	case shown != nil: // it would be lost without a word
		t.pending = shown
		t.say("cli.kasse.first", locale.Args{"line": last(shown)})
		return false, nil
	default:
		return t.book(trial)
	}
	if _, cash := t.e.Money(); cash && len(t.e.Orders())+len(t.e.Prizes()) > 0 { // before the next hand the coins lie where they should
		next := t.e.Clone()
		if next.Append("done") == nil && next.Append(line) == nil {
			trial = next
			t.say("cli.kasse.moved", nil)
		}
	}
	t.pending = trial
	c := &clerk{t.p, t.scr, trial}
	c.step(len(steps), &steps[len(steps)-1])
	c.lay()
	t.say("cli.kasse.book", nil)
	return false, nil
}

// book saves the evening that has one more line, unless the file was changed meanwhile. It reports whether the evening is
// over; then it has written who pays whom.
func (t *typist) book(next *desk.Evening) (over bool, err error) {
	on, err := eveningOf(t.path)
	if err != nil {
		return false, shell.Unreadable(t.p, t.path, err)
	}
	if on != t.kept {
		t.say("cli.kasse.conflict", locale.Args{"path": locale.Quoted(t.path)})
		return false, shell.ErrSilent
	}
	more, kept := next.Lines()[len(t.e.Lines()):], t.kept
	booked := more[len(more)-1]
	if kept != "" && !strings.HasSuffix(kept, "\n") {
		kept += "\n"
	}
	kept += strings.Join(more, "\n") + "\n" // keeps the comments of the file
	if err := atomicfile.Write(t.path, []byte(kept), 0o644); err != nil {
		t.say("cli.kasse.unsaved", locale.Args{"path": locale.Quoted(t.path), "reason": lines.Reason(err)})
		return false, shell.ErrSilent
	}
	t.e, t.kept = next, kept
	t.say("cli.kasse.booked", locale.Args{"line": booked})
	now := t.e.Now()
	t.next(now)
	if steps := t.e.Steps(); len(steps) == 0 || steps[len(steps)-1].Hand == 0 || strings.HasPrefix(booked, "fix") {
		t.lay()
	}
	if now == nil || !now.Over {
		return false, nil
	}
	t.rest(now)
	return true, nil
}

// lineWords are the first words of lines, except the names that begin a hand.
const lineWords = " kasse name rules race fine money seats dealer cut seven nobody come go break last end ante pay undo redo done late fix drop insert "

func isLineWord(word string) bool { return strings.Contains(lineWords, " "+word+" ") }

// lowered returns a line whose first word is in lower case if it then is a command, and also
// the word "dealer" in a line of seats. The name of a person who sits here stays unchanged.
func (t *typist) lowered(line string) string {
	wide := func(name string) bool { return lines.Narrow(name) != name }
	if !slices.ContainsFunc(t.e.People(), wide) && !strings.Contains(line, `"`) {
		line = lines.Narrow(line)
	}
	verb, rest, more := strings.Cut(line, " ")
	if low := strings.ToLower(verb); isLineWord(low) && !slices.Contains(t.e.People(), verb) {
		if low == "seats" {
			rest = strings.Replace(rest, " Dealer ", " dealer ", 1)
		}
		if line = low; more {
			line += " " + rest
		}
	}
	return line
}

// refused explains why a line is invalid. While nobody sits, it names a word that isn't
// understood, since a question about seats would be no help.
func (t *typist) refused(line string, err error) string {
	text := refusedLine(t.p, err)
	e, ok := errors.AsType[*desk.Error](err)
	if verb, _, _ := strings.Cut(line, " "); ok && e.Code == desk.CodeSeats && !isLineWord(verb) {
		text = t.p.T("kasse.no.word", locale.Args{"text": lines.Visible(lines.Clip(verb))}) + " " + text
	}
	return text
}

// eveningOf reads the file of an evening. A missing file counts as empty.
func eveningOf(path string) (string, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	return eveningText(f)
}

// eveningText reads the text of an evening, and composes its letters. It reads nothing if the text is longer than an evening can
// be; the error may then be a *bounded.LargeError.
func eveningText(in io.Reader) (string, error) {
	b, err := bounded.Read(bounded.Text(in), desk.MaxLines*desk.MaxLine)
	return norm.NFC.String(string(b)), err
}
