// SPDX-License-Identifier: 0BSD (this file is yours: no notice needed)

// Command gobot is a bot for Chratze and its relatives that speaks rams-bot/1: it reads
// questions, lines of JSON on standard input, and writes answers to standard
// output. Change decide; the rest is the protocol.
//
//	go build -o ./bot main.go
//	chratze bot validate -- ./bot
//	chratze arena --bots exec:./bot,stammtisch-1
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"os"
	"strings"
)

const name = "my first bot"

// message is what the server says: hello, act, end or quit.
type message struct {
	T     string   `json:"t"`
	ID    uint64   `json:"id"`
	Hand  string   `json:"hand"` // names the hand
	Seat  int      `json:"seat"` // of the hand that is asked
	MS    int      `json:"ms"`   // how long the answer may take
	Legal []string `json:"legal"`
	View  view     `json:"view"`
}

// view is the hand so far, as the seat may know it.
type view struct {
	Rules  map[string]any `json:"rules"` // "preset", and what differs from it
	Seats  int            `json:"seats"`
	Dealer int            `json:"dealer"`
	Pot    int            `json:"pot"` // before this hand's antes, in Rappen
	Events []event        `json:"events"`
}

// event is something that happened; "t" says what, and which other fields there
// are. Cards that the seat may not know are "??".
type event struct {
	T      string `json:"t"`
	Seat   int    `json:"seat"`
	Cards  string `json:"cards"`
	Card   string `json:"card"`
	Suit   string `json:"suit"`
	Act    string `json:"act"`
	Amount int    `json:"amount"`
}

// decide returns one of m.Legal.
func decide(m *message) string {
	hand, trump := m.View.cards(m.Seat)
	for _, act := range m.Legal {
		switch act {
		case "open", "join", "schlagen": // with enough trumps and aces
			need := 3
			if act == "join" {
				need = 2
			}
			for _, card := range hand {
				if card[1:] == trump || card[:1] == "A" {
					need--
				}
			}
			if need <= 0 {
				return act
			}
		}
	}
	for _, act := range []string{"see", "pass", "weiter", "out", "swap"} {
		for _, legal := range m.Legal {
			if legal == act {
				return act
			}
		}
	}
	switch word, _, _ := strings.Cut(m.Legal[0], " "); word {
	case "lay": // all that is neither trump nor an ace, if that is legal
		var away []string
		for _, card := range hand {
			if card[1:] != trump && card[:1] != "A" {
				away = append(away, card)
			}
		}
		for _, legal := range m.Legal {
			if sameCards(legal, strings.Join(append([]string{"lay"}, away...), " ")) {
				return legal
			}
		}
	case "play": // the highest card
		best := m.Legal[0]
		for _, act := range m.Legal {
			if value(act[5:], trump) > value(best[5:], trump) {
				best = act
			}
		}
		return best
	}
	return m.Legal[0]
}

// cards returns the hand of a seat and the trump suit, from what has happened.
func (v *view) cards(seat int) (hand []string, trump string) {
	for _, e := range v.Events {
		if e.T == "trump" {
			trump = e.Suit
		}
		if e.Seat != seat {
			continue
		}
		switch e.T {
		case "deal", "draw":
			hand = append(hand, strings.Fields(e.Cards)...)
		case "take":
			hand = append(hand, e.Card)
		case "act":
			words := strings.Fields(e.Act)
			switch words[0] {
			case "lay", "drop", "play":
				hand = without(hand, words[1:])
			}
		}
	}
	return hand, trump
}

func without(hand, cards []string) (rest []string) {
	for _, card := range hand {
		gone := false
		for _, c := range cards {
			gone = gone || c == card
		}
		if !gone && card != "??" {
			rest = append(rest, card)
		}
	}
	return rest
}

// value says how high a card is.
func value(card, trump string) int {
	v := strings.Index("23456789TJQKA", card[:1])
	if card[1:] == trump {
		v += 13
	}
	return v
}

// sameCards compares two acts; the order of the cards means nothing.
func sameCards(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	return len(x) == len(y) && len(without(y, x)) == 0
}

func main() {
	log.SetFlags(0) // standard error is this bot's own log
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			log.Fatal(err)
		}
		switch m.T {
		case "hello":
			err = out.Encode(map[string]any{"t": "ready", "name": name, "knows": []string{"spare", "price"}}) // decide may be asked about these, too
		case "act":
			err = out.Encode(map[string]any{"id": m.ID, "act": decide(&m)})
		case "quit":
			return
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}
