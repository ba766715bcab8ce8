package exec

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"chratze/bot"
	"chratze/bot/protocol"
	"chratze/history"
)

// play is a program that errs in the way of its kind.
func play(kind string) error {
	if kind == "stammtisch-1" {
		spec, err := bot.Parse(kind)
		if err != nil {
			return err
		}
		return protocol.Serve(os.Stdin, os.Stdout, spec)
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	var behind []uint64
	told := false
	for lines.Scan() {
		var m struct {
			T, Hand string
			ID      uint64
			Seat    int
			View    json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return err
		}
		answer := func(id uint64, act string) { fmt.Printf(`{"id":%d,"act":%q}`+"\n", id, act) }
		switch m.T {
		case "hello":
			if kind == "not ready" {
				fmt.Println(`{"t":"act"}`)
				break
			}
			fmt.Println(`{"t":"ready"}`)
		case "end":
			h, err := history.Read(string(m.View))
			told = err == nil && h.Over && m.Hand == "h7" && m.Seat == 2 && h.For.Seat() == 2
		case "quit":
			return nil
		case "act":
			switch kind {
			case "silent":
			case "resigns":
				answer(m.ID, "resign")
			case "babbles":
				fmt.Println("I open!")
			case "twice":
				answer(m.ID, "open")
				answer(m.ID, "open")
			case "spaced":
				fmt.Printf("\n \t\r\n"+`{"id":%d.0,"act":"open"}`+"\n\n", m.ID)
			case "dies":
				return errors.New("I die")
			case "dies later":
				if len(behind) == 1 {
					return errors.New("I die")
				}
				behind = append(behind, m.ID)
				answer(m.ID, "open")
			case "one behind":
				if behind = append(behind, m.ID); len(behind) == 2 {
					answer(behind[0], "open")
					answer(behind[1], "open")
				}
			case "backwards":
				if behind = append(behind, m.ID); len(behind) == 8 {
					for i := 7; i >= 0; i-- {
						answer(behind[i], "open")
					}
				}
			case "told":
				if !told {
					return errors.New("not told")
				}
				answer(m.ID, "open")
			}
		}
	}
	return lines.Err()
}
