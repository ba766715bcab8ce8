package cli

import (
	"errors"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/internal/terminal/lines"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// spoken is what people say at the end of a hand: the pot, and who won how many
// tricks. Joiners stand in turn order from the seat after the declarer, in games
// without one from forehand.
type spoken struct {
	rules     variant.Variant
	pot       pot.Chips
	declarer  int // tricks; -1: not said
	joiners   []int
	seats     int  // 0: no more than it takes
	muss      bool // a Muss (3.5)
	sevenMuss bool // a Seven Muss (3.5)
	lost      int  // whose seven the trump ace took, 1 is the first joiner (5.8); 0: nobody's
}

// settled is the answer of chratze settle, in Rappen.
type settled struct {
	Payout  shares    `json:"payout"`
	Penalty shares    `json:"penalty"`
	Left    pot.Chips `json:"left"`     // in the pot after the payouts
	NextPot pot.Chips `json:"next_pot"` // before the antes of the next hand
}

// shares are amounts by role.
type shares struct {
	Declarer *pot.Chips  `json:"declarer,omitempty"` // nil in games without
	Joiners  []pot.Chips `json:"joiners"`
}

// unsettled says why what was said can't be settled. Code is a message.
type unsettled struct {
	code string
	n    int // what was said
	want int // what would be right
}

func (u *unsettled) Error() string { return u.code }

// settle settles what was said. The errors are *unsettled, *rams.TallyError and
// *variant.Error.
func (s *spoken) settle() (settled, error) {
	if why := s.check(); why != nil {
		return settled{}, why
	}
	least, _ := s.rules.Seats()
	seats := max(s.in(), least)
	if s.seats != 0 {
		seats = s.seats
	}
	game, err := s.rules.Game(seats)
	if err != nil {
		return settled{}, err
	}
	r, err := game.Settle(s.tally(seats))
	if err != nil {
		return settled{}, err
	}
	return settled{
		Payout: s.shares(&r.Payout), Penalty: s.shares(&r.Penalty),
		Left: r.Left, NextPot: r.Next.Pot,
	}, nil
}

func (s *spoken) declares() bool { return s.rules.Rules().Auction != rams.Joining }

// in returns how many play.
func (s *spoken) in() int {
	if s.declares() {
		return 1 + len(s.joiners)
	}
	return len(s.joiners)
}

// first is the seat of the first joiner: behind the declarer, who sits in seat 0,
// or at forehand. The dealer sits in the last seat.
func (s *spoken) first() int { return s.in() - len(s.joiners) }

// check finds what was said wrong.
func (s *spoken) check() *unsettled {
	rules := s.rules.Rules()
	size, sum, least := rules.Deal.Size(), 0, 0
	for _, n := range s.joiners {
		sum += n
		least = min(least, n)
	}
	if s.declares() {
		sum += s.declarer
		least = min(least, s.declarer)
	}
	anyMuss := s.muss || s.sevenMuss
	all := s.seats
	if all == 0 {
		all = max(s.in(), int(rules.MinSeats))
	}
	for _, f := range [...]struct {
		bad bool
		unsettled
	}{
		{s.declares() && s.declarer == notSaid, unsettled{code: "cli.settle.no-declarer"}},
		{!s.declares() && s.declarer != notSaid, unsettled{code: "cli.settle.has-declarer"}},
		{least < 0, unsettled{"cli.settle.negative", least, size}},
		{s.in() == 0, unsettled{code: "cli.settle.nobody"}},
		{s.in() > all, unsettled{"cli.settle.seats", s.in(), all}},
		{s.muss && !rules.Phases, unsettled{code: "cli.settle.no-muss"}},
		{s.sevenMuss && rules.Forced != rams.ForcedSeven, unsettled{code: "cli.settle.no-seven-muss"}},
		{s.muss && s.sevenMuss, unsettled{code: "cli.settle.two-musses"}},
		{anyMuss && s.in() != all, unsettled{"cli.settle.muss-all", s.in(), all}},
		{s.in() == 1 && sum != 0, unsettled{"cli.settle.walkover", sum, 0}},
		{s.in() > 1 && sum != size, unsettled{"cli.settle.tricks", sum, size}},
		{s.lost != 0 && !rules.SevenLost, unsettled{code: "cli.settle.no-lost"}},
		{s.lost < 0 || s.lost > len(s.joiners), unsettled{"cli.settle.lost", s.lost, len(s.joiners)}},
	} {
		if f.bad {
			return &f.unsettled
		}
	}
	return nil
}

// notSaid stands for the tricks of a declarer of whom nothing was said.
const notSaid = -1 << 31

// tally is what was said, for the kernel.
func (s *spoken) tally(seats int) rams.Tally {
	t := rams.Tally{Pot: s.pot, Dealer: rams.Seat(seats - 1), Declarer: rams.Nobody, Lost: rams.Nobody}
	declarer, joiner := rams.Declared, rams.Joined
	switch {
	case s.muss:
		declarer, joiner = rams.MussDealer, rams.MussJoined
	case s.sevenMuss:
		declarer, joiner = rams.SevenMuss, rams.MussJoined
	}
	if s.declares() {
		t.Declarer, t.Contract[0], t.Tricks[0] = 0, declarer, uint8(s.declarer)
	}
	for i, n := range s.joiners {
		t.Contract[s.first()+i], t.Tricks[s.first()+i] = joiner, uint8(n)
	}
	if s.lost > 0 {
		t.Lost = rams.Seat(s.first() + s.lost - 1)
	}
	return t
}

// shares sorts amounts by role.
func (s *spoken) shares(amounts *[rams.MaxSeats]pot.Chips) shares {
	out := shares{Joiners: amounts[s.first():s.in()]}
	if s.declares() {
		out.Declarer = &amounts[0]
	}
	return out
}

// parseTricks reads a list such as "2,1,0"; the empty text is the empty list.
func parseTricks(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	var list []int
	for item := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(item))
		if err != nil || n > rams.MaxSeats {
			return nil, errors.New(item)
		}
		list = append(list, n)
	}
	return list, nil
}

// tell writes a settlement as a small table, with the reason.
func (s *spoken) tell(p *locale.Printer, scr *lines.Screen, out *settled) error {
	w := p.Words(s.rules, p.DeckOf(s.rules.Preset()))
	money := p.SheetOf(s.rules, 0).Money
	amount := func(n pot.Chips) string { return p.Number(money, n) }
	scr.Line(p.T("cli.settle.title", locale.Args{"game": scr.Strong(w.Game()), "amount": amount(s.pot)}))
	scr.Gap()
	var rows [][]string
	row := func(who string, tricks int, payout, penalty pot.Chips) {
		cells := []string{who, p.T("cli.settle.tricks-won", locale.Args{"n": tricks}), "", ""}
		if payout > 0 {
			cells[2] = p.T("cli.settle.gets", locale.Args{"amount": amount(payout)})
		}
		if penalty > 0 {
			cells[3] = p.T("cli.settle.pays", locale.Args{"amount": amount(penalty)})
		}
		rows = append(rows, cells)
	}
	if s.declares() {
		row(w.Declarer(), s.declarer, *out.Payout.Declarer, *out.Penalty.Declarer)
	}
	for i, n := range s.joiners {
		row(p.T("cli.settle.joiner", locale.Args{"n": i + 1}), n, out.Payout.Joiners[i], out.Penalty.Joiners[i])
	}
	for _, line := range lines.Align(rows, "  ") {
		scr.Line("  " + line)
	}
	scr.Gap()
	scr.Line(s.why(w))
	scr.Line(p.T("cli.settle.pots", locale.Args{"left": amount(out.Left), "next": amount(out.NextPot)}))
	return scr.Flush()
}

// why says by which rule the pot was shared.
func (s *spoken) why(w *locale.Words) string {
	rules := s.rules.Rules()
	made, declarer := 0, false
	for _, n := range s.joiners {
		if n >= int(rules.JoinTarget) {
			made++
		}
	}
	if s.declares() {
		declarer = s.declarer >= int(rules.Target)
	}
	key := "cli.settle.why.joiners"
	switch {
	case s.in() == 1:
		key = "cli.settle.why.walkover"
	case s.muss && rules.MussPayout == rams.PayNothing, s.sevenMuss && rules.SevenMussPayout == rams.PayNothing:
		key = "cli.settle.why.muss"
	case rules.Split == rams.SplitTricks && rules.Deal.Size() == 3:
		key = "cli.settle.why.thirds-of-tricks"
	case s.muss, s.sevenMuss, rules.Split == rams.SplitTricks:
		key = "cli.settle.why.quarters"
	case declarer && made == 0, !declarer && made == 1:
		key = "cli.settle.why.alone"
	case rules.Split == rams.SplitRoles && declarer:
		key = "cli.settle.why.roles"
	case declarer:
		key = "cli.settle.why.both"
	}
	text := w.T(key, locale.Args{"declarer": w.Declarer()})
	if s.lost > 0 {
		text += " " + w.T("cli.settle.why.lost", nil)
	}
	return text
}

// newSettle is chratze settle.
func newSettle(sh *shell) *cobra.Command {
	s := &spoken{}
	var rules, amount, joiners string
	var asJSON bool
	cmd := &cobra.Command{
		Use: "settle",
		Example: `  chratze settle --pot 100 --declarer 1 --joiners 2,1,0
  chratze settle --rules kratzen --pot 90 --declarer 3 --joiners 1,0 --json
  chratze settle --rules kratzen --muss --pot 50 --declarer 2 --joiners 1,1,0
  chratze settle --rules zwicken --pot 90 --joiners 2,1,0 --lost 2`,
		Args: cobra.NoArgs,
	}
	rulesFlag(cmd, &rules)
	flags := cmd.Flags()
	flags.StringVar(&amount, "pot", "", "")
	flags.IntVar(&s.declarer, "declarer", notSaid, "")
	flags.Lookup("declarer").DefValue = "0" // not shown
	flags.StringVar(&joiners, "joiners", "", "")
	flags.IntVar(&s.seats, "seats", 0, "")
	flags.BoolVar(&s.muss, "muss", false, "")
	flags.BoolVar(&s.sevenMuss, "seven-muss", false, "")
	flags.IntVar(&s.lost, "lost", 0, "")
	flags.BoolVar(&asJSON, "json", false, "")
	sh.describe(cmd, "settle")
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		p := sh.printer()
		if s.rules, err = sh.readRules(rules); err != nil {
			return err
		}
		if amount == "" {
			return misuse(p.T("cli.bad.pot.missing", nil))
		}
		if s.pot, err = pot.Parse(amount); err != nil || s.pot < 0 {
			return misuse(p.T("cli.bad.pot", locale.Args{"value": lines.Quoted(amount)}))
		}
		if s.joiners, err = parseTricks(joiners); err != nil {
			return misuse(p.T("cli.bad.tricks", locale.Args{"value": lines.Quoted(joiners)}))
		}
		out, err := s.settle()
		if err != nil {
			return misuse(sayUnsettled(p, err))
		}
		scr := lines.NewScreen(cmd.OutOrStdout(), os.Getenv)
		if asJSON {
			scr.Raw(report.JSON(out))
			return scr.Flush()
		}
		return s.tell(p, scr, &out)
	}
	return cmd
}

// sayUnsettled says why something can't be settled.
func sayUnsettled(p *locale.Printer, err error) string {
	if u, ok := errors.AsType[*unsettled](err); ok {
		return p.T(u.code, locale.Args{"n": u.n, "want": u.want})
	}
	return p.Error(err)
}
