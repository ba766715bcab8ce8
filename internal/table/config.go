package table

import (
	"errors"
	"fmt"
	"slices"

	"chratze/pot"
	"chratze/variant"
)

// Config has the settings of a table. They don't change after it is made.
type Config struct {
	Variant    variant.Variant `json:"rules"`
	Chairs     int             `json:"chairs"`
	Pace       Millis          `json:"pace,omitempty"`       // how long a settlement stays and a bot thinks; 0 for tables of programs
	Decision   Millis          `json:"decision,omitempty"`   // the clock for each decision; 0: no clock
	Bank       Millis          `json:"bank,omitempty"`       // reserve on the clock, for the whole session
	Strict     bool            `json:"strict,omitempty"`     // the clock gives no more time to those who ask for it
	Away       Millis          `json:"away,omitempty"`       // if somebody is away longer than this, a bot plays for them; 0: never
	SixWindow  Millis          `json:"six_window,omitempty"` // the longest wait for what people say about the trump six (2.9)
	SixLeast   Millis          `json:"six_least,omitempty"`  // the shortest wait for it, whatever people have said; 0: 800 ms
	Settle     Millis          `json:"settle,omitempty"`     // the longest that a settlement stays until everybody wants the next hand; 0: it stays for Pace, or until one person wants it
	Spectators bool            `json:"spectators,omitempty"`
	Public     bool            `json:"public,omitempty"`      // it is in the server's public list of tables
	PayLeavers bool            `json:"pay_leavers,omitempty"` // a person who leaves is paid their part of the pot
	Bot        string          `json:"bot,omitempty"`         // the bot that takes free chairs and plays for those away; "": chairs stay free
	Practice   bool            `json:"practice,omitempty"`    // for one person alone with bots
	Deal       *Deal           `json:"deal,omitempty"`        // the first hand of a practice table; not shown to anybody

	SpectatorDelay Millis `json:"spectator_delay,omitempty"` // the delay with which spectators see everything
	Money          string `json:"money,omitempty"`           // the unit of amounts: one of pot.Moneys; "": points
	Deck           string `json:"deck,omitempty"`            // the deck whose card names are used: one of Decks; "": as usual for the reader
	AskBlind       bool   `json:"ask_blind,omitempty"`       // clients ask every dealer about playing blind
	Proof          string `json:"proof,omitempty"`           // when the secrets of the deals are opened: ProofSitting…; "": no proof
}

// Decks returns the possible values of Config.Deck.
func Decks() []string { return []string{"french", "swiss", "german"} }

// Rules returns the rules as they are played: with the coin of the table's money.
func (cfg *Config) Rules() variant.Variant {
	v, err := cfg.Variant.In(cfg.money())
	if err != nil {
		return cfg.Variant // check has refused it
	}
	return v
}

func (cfg *Config) money() pot.Money {
	if m, ok := pot.ParseMoney(cfg.Money); ok {
		return m
	}
	return pot.Points
}

// check says what is wrong with the settings of a new table; its Deal has a check of its own.
func (cfg *Config) check() error {
	least, most := cfg.Variant.Seats()
	if cfg.Chairs < least || cfg.Chairs > most {
		return fmt.Errorf("this game seats %d to %d", least, most)
	}
	if _, err := cfg.Variant.Game(cfg.Chairs); err != nil {
		return err
	}
	if _, err := cfg.Variant.In(cfg.money()); err != nil {
		return err
	}
	for _, d := range [...]Millis{cfg.Pace, cfg.Decision, cfg.Bank, cfg.Away, cfg.SixWindow, cfg.SixLeast, cfg.Settle, cfg.SpectatorDelay} {
		if d < 0 || d > 24*60*60*1000 {
			return errors.New("duration is out of range")
		}
	}
	for _, f := range [...]struct {
		of, value string
		allowed   []string
	}{
		{"proof", cfg.Proof, []string{ProofSitting, ProofHand, ProofNever}}, {"money", cfg.Money, pot.Moneys()}, {"deck", cfg.Deck, Decks()},
	} {
		if f.value != "" && !slices.Contains(f.allowed, f.value) {
			return fmt.Errorf("%s is %q: want one of %q", f.of, f.value, f.allowed)
		}
	}
	return nil
}
