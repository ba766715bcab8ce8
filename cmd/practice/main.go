//go:build js && wasm

// Command practice is a table for the people at one device, and bots, as WebAssembly: package practice
// behind one object, which a worker of the page gives messages to (internal/web,
// static/practice/worker.js). The worker has put there before an object evenings, which
// keeps records (log.go), and a function policy(name), which promises the bytes of a trained policy.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"strconv"
	"syscall/js"

	"chratze/bot/trained"
	"chratze/internal/practice"
	"chratze/internal/table"
	"chratze/internal/table/talk"
)

func main() {
	evenings := js.Global().Get("evenings")
	trained.From(func(name string) ([]byte, error) {
		file, err := await(js.Global().Call("policy", name))
		if err != nil {
			return nil, err
		}
		body := make([]byte, file.Length())
		js.CopyBytesToGo(body, file)
		return body, nil
	})
	room := practice.New(practice.Options{
		Log:    log{evenings},
		Unkept: func(err error) { evenings.Call("unkept", err.Error()) },
	})
	js.Global().Set("practice", map[string]any{
		"ask": js.FuncOf(func(_ js.Value, args []js.Value) any { return ask(room, args) }),
		"sit": js.FuncOf(func(_ js.Value, args []js.Value) any {
			return sit(room, args[0].String(), args[1].Int(), args[2], args[3])
		}),
	})
	js.Global().Call("practiceReady")
	select {}
}

// answer is what a request comes back with: as the server's, JSON or lines.
type answer struct {
	status int
	body   any // []byte is sent as it is
}

// problem is why a request was refused.
type problem struct {
	Code   string `json:"code"`
	Detail string `json:"detail,omitempty"`
	Line   int    `json:"line,omitempty"`
}

// ask answers a request, ask(what, text, text, done), by calling done with a status and a
// text.
func ask(room *practice.Room, args []js.Value) any {
	what, first, second, done := args[0].String(), args[1].String(), args[2].String(), args[3]
	go func() {
		a := answerTo(room, what, first, second)
		body, raw := a.body.([]byte)
		if !raw {
			var err error
			if body, err = json.Marshal(a.body); err != nil {
				panic(err) // all fields can be written
			}
		}
		done.Invoke(a.status, string(body))
	}()
	return nil
}

func answerTo(room *practice.Room, what, first, second string) answer {
	ctx := context.Background()
	var body any
	var err error
	ok := 200
	switch what {
	case "make":
		ok = 201
		body, err = room.Make(ctx, []byte(first))
	case "hands":
		body, err = room.Hands(ctx, first)
	case "hand":
		body = room.Read(first, second)
	case "bring":
		body, err = practice.Bring(first)
	case "review":
		seat, bad := strconv.Atoi(second)
		if bad != nil {
			seat = -1
		}
		body, err = room.Review(first, seat)
	case "memory": // for measurements
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		body = map[string]uint64{"bytes": m.Sys}
	default:
		err = &table.Refused{Code: "kind"}
	}
	var unfit *practice.Unfit
	if errors.As(err, &unfit) {
		return answer{400, problem{unfit.Code, unfit.Detail, unfit.Line}}
	}
	if err != nil {
		code, _ := talk.Trouble(err)
		return answer{400, problem{Code: code, Detail: err.Error()}}
	}
	return answer{ok, body}
}

// sit sits down on a chair of a table: post takes its messages. It returns an object with the methods
// hear and leave.
func sit(room *practice.Room, name string, chair int, post, gone js.Value) any {
	sits := make(chan *practice.Seat, 1)
	said := make(chan []byte, 64) // in the order in which it came
	go func() {
		s := room.Sit(context.Background(), name, chair, func(message []byte) { post.Invoke(string(message)) }, func() { gone.Invoke() })
		for message := range said {
			s.Hear(message)
		}
		sits <- s
	}()
	var hear, leave js.Func
	hear = js.FuncOf(func(_ js.Value, args []js.Value) any {
		message := []byte(args[0].String())
		select {
		case said <- message:
		default: // more than anybody taps
		}
		return nil
	})
	leave = js.FuncOf(func(js.Value, []js.Value) any {
		close(said)
		go func() { (<-sits).Leave() }()
		hear.Release()
		leave.Release()
		return nil
	})
	return map[string]any{"hear": hear, "leave": leave}
}
