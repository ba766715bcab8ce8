package wording

import (
	"chratze/card"
	"chratze/internal/locale"
	"chratze/rams"
)

// Question returns the question that a view waits for, or a sentence about the turn if the
// question isn't for its seat.
func (t *Table) Question(v *rams.View) string {
	if len(v.Legal) == 0 && v.Phase != rams.PhaseDone {
		return t.T("ask.wait", nil)
	}
	key := "ask." + v.Phase.String()
	args := locale.Args{"name": t.Name(v.Declarer), "declarer": t.Declarer()}
	if v.Upcard != card.Hidden {
		args["card"] = t.Card(v.Upcard)
	}
	switch v.Phase {
	case rams.PhaseDoubleBlind, rams.PhaseBlind, rams.PhaseOpen:
		if v.Phase == rams.PhaseDoubleBlind && t.rules.DoubleBlind == rams.DoubleBlindBeforeUpcard {
			key += ".late"
		}
		key += t.Chosen(v.Legal[0].Kind)
		args["call"] = t.Call(v.Legal[0].Kind)
	case rams.PhaseJoin:
		switch alone := v.Alone(); {
		case alone != "":
			key = "refusal." + alone
		case v.Claimant == v.Seat:
			key += ".last"
		case v.Declarer < 0:
			key += ".nobody"
		}
	case rams.PhaseLay:
		args["least"], args["most"] = countRange(v.Legal)
		if t.rules.Rob != rams.RobNo {
			key += ".rob"
			if first := v.Table &^ v.Upcard.Bit(); first != 0 {
				key += ".two"
				args["cards"], args["weli"] = t.Cards(first.First(), v.Upcard), t.Card(first.First())
			}
		}
	case rams.PhaseDrop:
		args["n"], _ = countRange(v.Legal)
	case rams.PhasePlay:
		if v.Lead == v.Seat {
			key = "ask.lead"
		}
	}
	return t.T(key, args)
}

// countRange returns the smallest and the largest number of cards in the acts.
func countRange(legal []rams.Action) (least, most int) {
	least = card.Suits * card.Ranks
	for _, a := range legal {
		n := a.Cards.Len()
		least, most = min(least, n), max(most, n)
	}
	return least, most
}

// Choice is one possible answer to a question.
type Choice struct {
	Kind rams.Kind
	Call string // what people say at the table: metcho
	Text string // its consequences: you need one trick …
}

// Choices explains the possible answers to the question that a view waits for, in the order of
// its legal acts. An act with cards is listed once.
func (t *Table) Choices(v *rams.View) (list []Choice) {
	for _, a := range v.Legal {
		if len(list) == 0 || list[len(list)-1].Kind != a.Kind {
			list = append(list, Choice{a.Kind, t.Call(a.Kind), t.help(v, a.Kind)})
		}
	}
	return list
}

func (t *Table) help(v *rams.View, k rams.Kind) string {
	args, key := locale.Args{}, "help."+k.Base()+t.Chosen(k)
	if k == rams.See && v.Phase == rams.PhaseDoubleBlind { // the blind question may come next
		key += ".before"
		if t.rules.Blind == rams.BlindOff {
			key += ".only"
		}
	}
	if v.Alone() != "" {
		return t.Question(v)
	}
	if v.Upcard != card.Hidden {
		args["suit"], args["card"] = t.Suit(v.Trump), t.Card(v.Upcard)
	}
	switch k {
	case rams.Lay:
		if t.rules.Rob != rams.RobNo {
			key += ".rob"
		}
	case rams.Drop:
		args["n"], _ = countRange(v.Legal)
	case rams.Play:
		var can card.Set
		for _, a := range v.Legal {
			can |= a.Cards
		}
		args["cards"] = t.Set(can)
	default:
		if t.rules.Price && (k == rams.Open || k == rams.Join) {
			key += ".price"
		}
		args["amount"] = t.Money(v.Cost(k))
		stake := t.rules.Stake(k.Contract(), v.Pot)
		args["n"] = stake.Tricks
		args["penalty"] = t.Cost(stake)
	}
	if v.Cost(k) > 0 && !t.rules.Price { // beside the act itself
		return t.Sentences(t.T(key, args), t.T("help.join.entry", args))
	}
	return t.T(key, args)
}
