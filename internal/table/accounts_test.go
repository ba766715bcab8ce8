package table

import (
	"slices"
	"testing"

	"chratze/pot"
)

// TestAccountsAreOfPeople: an account belongs to one person or bot, even if another has the
// same name, as in the logs of older tables.
func TestAccountsAreOfPeople(t *testing.T) {
	t.Parallel()
	i := Info{
		Chairs: []Chair{{Person: 1, Name: "Anna", Balance: 300}, {Person: 4, Name: "Bob", Balance: -340}, {}},
		Gone:   []Gone{{Person: 2, Name: "Bob", Balance: 220}, {Person: 3, Name: "Cara", Balance: -180}},
		Pays:   []pot.Transfer{{From: 3, To: 1, Amount: 180}, {From: 4, To: 2, Amount: 220}, {From: 4, To: 1, Amount: 120}},
	}
	names, balances := i.Accounts()
	if !slices.Equal(names, []string{"Anna", "Bob", "", "Bob", "Cara"}) || !slices.Equal(balances, []pot.Chips{300, -340, 0, 220, -180}) {
		t.Errorf("%q %v", names, balances)
	}
	want := []pot.Transfer{{From: 4, To: 0, Amount: 180}, {From: 1, To: 3, Amount: 220}, {From: 1, To: 0, Amount: 120}}
	if got := i.Payments(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestWhoIsCalledLikeABot: a person with the name of a bot that has played gets another name
// and an account of their own. Whoever leaves and comes again with nothing but the name is
// somebody else. A bot that gives way before it has played has no account.
func TestWhoIsCalledLikeABot(t *testing.T) {
	t.Parallel()
	d := newDriver(t, "chratze", 3, 5, func(c *Config) { c.Bot = "random" })
	d.take(d.table.Start(d.now, 0, d.r))
	hands := func(n int) {
		for steps := 0; d.table.hands < n || d.table.stage == Playing; steps++ {
			if steps > 20_000 {
				t.Fatal("stuck")
			}
			if !d.answer() {
				d.wish(d.table.Tick(d.now, d.r))
			}
		}
	}
	hands(3)
	bot := d.table.people[1]
	before := d.table.session.Balance(1)
	for n, want := range []string{"Vreni 2", "Vreni 3"} {
		d.take(d.table.Sit(d.now, d.table.FreeChair("Vreni"), "Vreni", "k"+want))
		if n > 0 {
			break
		}
		chair := d.table.ChairOf("k" + want)
		if p := d.table.on(chair); p.Name != want || d.table.session.Balance(p.ID-1) != 0 {
			t.Errorf("%q has %v; want %q, and nothing", p.Name, d.table.session.Balance(p.ID-1), want)
		}
		hands(5)
		d.take(d.table.Leave(d.now, chair, chair))
	}
	d.wish(d.table.Change(d.now, 0, KindEnd))
	i := d.table.Info()
	if k := slices.IndexFunc(i.Gone, func(g Gone) bool { return g.Person == bot.ID }); k < 0 || i.Gone[k] != (Gone{bot.ID, "Vreni", "random", before}) {
		t.Errorf("the bot that left has %+v, want %v", i.Gone, before)
	}
	names, _ := i.Accounts()
	slices.Sort(names)
	if want := []string{"Anna", "Sepp", "Vreni", "Vreni 2", "Vreni 3"}; !slices.Equal(names, want) {
		t.Errorf("accounts of %q, want %q", names, want)
	}
	for _, p := range i.Pays {
		if d.table.people[p.From-1].Bot != "" || d.table.people[p.To-1].Bot != "" {
			t.Errorf("a bot has a part in %v", p)
		}
	}
}

// TestWhoComesLateHasNoSeatInTheHand: a newcomer is no player of the hand that runs, nor of the
// one that has just ended, which is told under the names of those who played it.
func TestWhoComesLateHasNoSeatInTheHand(t *testing.T) {
	t.Parallel()
	d := newDriver(t, "chratze", 3, 5, func(c *Config) { c.Bot = "random" })
	d.take(d.table.Start(d.now, 0, d.r))
	d.take(d.table.Sit(d.now, 1, "Mia", "k1"))
	players := d.table.Names()
	for _, stage := range []Stage{Playing, Between} {
		for steps := 0; d.table.stage != stage; steps++ {
			if steps > 20_000 {
				t.Fatal("stuck")
			}
			if !d.answer() {
				d.wish(d.table.Tick(d.now, d.r))
			}
		}
		i := d.table.Info()
		if i.Seat(1) >= 0 || i.Seat(0) != 0 || !slices.Equal(i.Players(), players) {
			t.Errorf("%v: Mia has seat %v in a hand of %q", stage, i.Seat(1), i.Players())
		}
		if name, balance := i.Player(1); stage == Between && (name != players[1] || balance != d.table.session.Balance(1) || i.Chairs[1].Name != "Mia") {
			t.Errorf("%s has %v, and %s sits there", name, balance, i.Chairs[1].Name)
		}
	}
}
