package table

import (
	"slices"
	"strings"
	"testing"

	"chratze/history"
	"chratze/pot"
)

// TestAccountsAreOfPeople: an account belongs to one person or bot, even if another has the
// same name.
func TestAccountsAreOfPeople(t *testing.T) {
	t.Parallel()
	i := Info{
		InfoPeople: InfoPeople{Chairs: []Chair{{Person: 1, Name: "Anna", Balance: 300}, {Person: 4, Name: "Bob", Balance: -340}, {}},
			Gone: []Gone{{Person: 2, Name: "Bob", Balance: 220}, {Person: 3, Name: "Cara", Balance: -180}}},
		InfoStage: InfoStage{Pays: []Pay{{Payer: 3, Payee: 1, Amount: 180}, {Payer: 4, Payee: 2, Amount: 220}, {Payer: 4, Payee: 1, Amount: 120}}},
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
// another person. A bot that gives way before it has played has no account.
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
	if k := slices.IndexFunc(i.Gone, func(g Gone) bool { return g.Person == bot.ID }); k < 0 || i.Gone[k] != (Gone{Person: bot.ID, Name: "Vreni", Bot: "random", Balance: before}) {
		t.Errorf("the bot that left has %+v, want %v", i.Gone, before)
	}
	names, _ := i.Accounts()
	slices.Sort(names)
	if want := []string{"Anna", "Sepp", "Vreni", "Vreni 2", "Vreni 3"}; !slices.Equal(names, want) {
		t.Errorf("accounts of %q, want %q", names, want)
	}
	mine := d.table.AccountOf("kVreni 2")
	if mine == nil || mine.Balance != d.table.session.Balance(mine.Person-1) || d.table.people[mine.Person-1].Name != "Vreni 2" {
		t.Fatalf("the person who left has %+v", mine)
	}
	want := slices.DeleteFunc(slices.Clone(i.Pays), func(p Pay) bool { return p.From != "Vreni 2" && p.To != "Vreni 2" })
	if mine.Balance == 0 || !slices.Equal(mine.Pays, want) || len(want) == 0 {
		t.Errorf("the person who left has %+v of %v", mine, i.Pays)
	}
	if got := d.table.AccountOf("kVreni 3"); got != nil {
		t.Errorf("a person on a chair has left with %v", got)
	}
	for _, p := range i.Pays {
		if d.table.people[p.Payer-1].Bot != "" || d.table.people[p.Payee-1].Bot != "" {
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

// TestWhoComesAgain: a person who comes again with the secret of the chair that they left goes
// on with their account and their name, also if the hand in which they left still runs. With the
// name alone they are another person, and so is the next who comes with that secret.
func TestWhoComesAgain(t *testing.T) {
	t.Parallel()
	d := newDriver(t, "chratze", 3, 5, func(c *Config) { c.Bot, c.PayLeavers = "random", true })
	d.every = true
	d.take(d.table.Sit(d.now, 1, "Beat", "k1"))
	d.take(d.table.Start(d.now, 0, d.r))
	until := func(n int, stage Stage) {
		t.Helper()
		for steps := 0; d.table.hands < n || d.table.stage != stage; steps++ {
			if steps > 20_000 {
				t.Fatal("stuck")
			}
			if !d.answer() {
				d.wish(d.table.Tick(d.now, d.r))
			}
		}
	}
	sit := func(name, key, left string) *Person {
		t.Helper()
		d.take(d.table.Step(d.now, Command{Do: DoSit, From: -1, Chair: d.table.FreeChair(name), Name: name, Key: key, Left: left}, d.r))
		return d.table.on(d.table.ChairOf(key))
	}
	until(2, Between)
	beat := d.table.on(1)
	d.take(d.table.Leave(d.now, 1, 1))
	had := d.table.session.Balance(beat.ID - 1)
	if p := sit("Beat", "k2", ""); p.ID == beat.ID || p.Name != "Beat 2" {
		t.Errorf("with the name alone Beat is %+v", p)
	}
	p := sit("Peter", "k3", "k1")
	if p.ID != beat.ID || p.Name != "Beat" || d.table.session.Balance(p.ID-1) != had || len(d.table.Info().Gone) != 1 { // and the bot
		t.Errorf("with the secret Beat is %+v with %v, not %v; gone %+v", p, d.table.session.Balance(p.ID-1), had, d.table.Info().Gone)
	}
	if name, balance := d.table.Info().Player(1); p.Chair == 1 || name != "Beat" || balance != had {
		t.Errorf("on chair %d, and seat 1 of the last hand is %q with %v", p.Chair, name, balance)
	}
	if slices.Contains(d.table.sharers(), p.ID-1) {
		t.Error("Beat left with a part of the pot and has another before the next hand")
	}
	if _, err := d.table.Step(d.now, Command{Do: DoSit, From: -1, Chair: d.table.FreeChair(""), Name: "Beat", Key: "k4", Left: "k1"}, d.r); err == nil {
		t.Error("a fourth person at three chairs")
	}
	until(3, Playing)
	chair := p.Chair
	d.take(d.table.Leave(d.now, chair, chair))
	if p = sit("Beat", "k5", "k3"); p.ID != beat.ID || p.Chair != chair || d.table.chairs[chair].leaving {
		t.Errorf("in the hand in which Beat wanted to leave they are %+v, leaving %v", p, d.table.chairs[chair].leaving)
	}
	until(3, Between)
	if d.table.ChairOf("k5") != chair || d.table.on(chair).ID != beat.ID {
		t.Error("Beat has gone")
	}
	if !slices.Contains(d.table.sharers(), p.ID-1) {
		t.Error("Beat has paid into the pot and has no part of it")
	}
}

// TestWhoComesAgainInAHand: the account of a person who takes the chair of a bot in the middle of
// a hand waits for them, and for nobody else.
func TestWhoComesAgainInAHand(t *testing.T) {
	t.Parallel()
	d := newDriver(t, "chratze", 4, 5, func(c *Config) { c.Bot = "random" })
	d.every = true
	d.take(d.table.Sit(d.now, 1, "Beat", "k1"))
	d.take(d.table.Start(d.now, 0, d.r))
	until := func(n int, stage Stage) {
		t.Helper()
		for steps := 0; d.table.hands < n || d.table.stage != stage; steps++ {
			if steps > 20_000 {
				t.Fatal("stuck")
			}
			if !d.answer() {
				d.wish(d.table.Tick(d.now, d.r))
			}
		}
	}
	until(1, Between)
	beat := d.table.PersonOn(1)
	d.take(d.table.Leave(d.now, 1, 1))
	until(2, Playing)
	for k, key := range []string{"k2", "k3"} {
		d.take(d.table.Step(d.now, Command{Do: DoSit, From: -1, Chair: 2 + k, Name: "Beat", Key: key, Left: "k1"}, d.r))
	}
	until(2, Between)
	for k, want := range []string{"Beat", "Beat 2"} {
		if p := d.table.on(2 + k); p.Name != want || (p.ID == beat) != (k == 0) {
			t.Errorf("the %d. who comes with the secret is %+v", k+1, p)
		}
	}
}

// TestTwoAreOne: the host says that a person who has left is another. They have one account, at
// every place, before and after the log is read again; hands that were played before name them
// alike, and who may see which cards stays as it was.
func TestTwoAreOne(t *testing.T) {
	t.Parallel()
	d := newDriver(t, "chratze", 3, 5, func(c *Config) { c.Bot = "random" })
	d.every = true
	d.take(d.table.Sit(d.now, 1, "Beat", "k1"))
	d.take(d.table.Start(d.now, 0, d.r))
	until := func(n int, stage Stage) {
		t.Helper()
		for steps := 0; d.table.hands < n || d.table.stage != stage; steps++ {
			if steps > 20_000 {
				t.Fatal("stuck")
			}
			if !d.answer() {
				d.wish(d.table.Tick(d.now, d.r))
			}
		}
	}
	until(2, Between)
	anna, beat := d.table.PersonOn(0), d.table.PersonOn(1)
	d.take(d.table.Leave(d.now, 1, 1))
	had := d.table.session.Balance(beat - 1)
	d.take(d.table.Sit(d.now, 1, "Beat", "k2"))
	until(3, Between)
	two, bot := d.table.PersonOn(1), d.table.PersonOn(2)
	gains := d.table.session.Balance(two - 1)
	for _, tt := range []struct{ from, left, into int }{
		{1, beat, two}, {0, two, beat}, {0, beat, beat}, {0, beat, bot}, {0, beat, anna}, {0, beat, 0}, {0, beat, 99}, {0, -1, two},
	} {
		if _, err := d.table.Step(d.now, Command{Do: DoSame, From: tt.from, Person: tt.left, Into: tt.into}, nil); err == nil {
			t.Errorf("%+v is done", tt)
		}
	}
	seen := func(person int) (names []string, own int) {
		if err := Hands(d.log, person, func(_ int, _ Millis, h *history.Hand) bool {
			names = append(names, strings.Join(h.Names, " "))
			if h.For != history.Public {
				own++
			}
			return true
		}); err != nil {
			t.Fatal(err)
		}
		return names, own
	}
	if names, own := seen(two); !slices.Equal(names, []string{"Anna Beat Sepp", "Anna Beat Sepp", "Anna Beat 2 Sepp"}) || own != 1 {
		t.Errorf("before, the hands are those of %q, %d seen by the second", names, own)
	}
	if course := d.table.past().Course[beat]; !slices.Contains(course, had) { // they have left, and their line goes on
		t.Errorf("whoever has left with %v had %v", had, course)
	}
	d.take(d.table.Step(d.now, Command{Do: DoSame, From: 0, Person: beat, Into: two}, nil))
	d.replay()
	if names, own := seen(two); !slices.Equal(names, []string{"Anna Beat Sepp", "Anna Beat Sepp", "Anna Beat Sepp"}) || own != 1 {
		t.Errorf("the hands are those of %q, %d seen by the second", names, own)
	}
	i := d.table.Info()
	if c := i.Chairs[1]; c.Name != "Beat" || c.Balance != had+gains || len(i.Gone) != 0 {
		t.Errorf("%+v, want %v and %v; gone %+v", c, had, gains, i.Gone)
	}
	if course := d.table.past().Course[d.table.on(1).ID]; !slices.Equal(course, []pot.Chips{course[0], had, had + gains}) || course[0] == 0 {
		t.Errorf("the account went %v, want %v and %v", course, had, had+gains)
	}
	if r := i.Rights[len(i.Rights)-1]; r.Did != "same" || r.By != "Anna" || r.To != "Beat = Beat 2" {
		t.Errorf("told of %+v", r)
	}
	if _, err := d.table.Step(d.now, Command{Do: DoSit, From: -1, Chair: 2, Name: "Beat", Key: "k3", Left: "k1"}, d.r); err != nil || d.table.people[len(d.table.people)-1].Name != "Beat 2" {
		t.Errorf("with the old secret they are %+v, %v", d.table.people[len(d.table.people)-1], err)
	}
}
