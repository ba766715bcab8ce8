//go:build js && wasm

package main

import (
	"context"
	"errors"
	"strings"
	"syscall/js"

	"chratze/internal/practice"
	"chratze/internal/table/host"
)

// log is a host.Log in the browser's storage. The object's methods return promises:
// create(about, records) of a number; append(entries), entries with table, seq and body;
// load(table) of {closed, records}, or null; and close(table). Records are texts.
type log struct{ evenings js.Value }

var _ host.Log = log{}

// await waits for a promise. Other goroutines run meanwhile.
func await(promise js.Value) (value js.Value, err error) {
	done := make(chan struct{})
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		value = args[0]
		close(done)
		return nil
	})
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		err = fault(args[0])
		close(done)
		return nil
	})
	promise.Call("then", kept, broken)
	<-done
	kept.Release()
	broken.Release()
	return value, err
}

// fault is what a promise was broken for. A record that is there already was written by
// another page.
func fault(why js.Value) error {
	if why.Type() == js.TypeObject && why.Get("name").String() == "ConstraintError" {
		return errors.Join(practice.ErrElsewhere, host.ErrStore)
	}
	return errors.New(strings.TrimSpace(js.Global().Get("String").Invoke(why).String()))
}

func texts(records [][]byte) js.Value {
	list := js.Global().Get("Array").New(len(records))
	for i, r := range records {
		list.SetIndex(i, string(r))
	}
	return list
}

// Create implements host.Log.
func (l log) Create(_ context.Context, _, about string, records [][]byte) (int64, error) {
	id, err := await(l.evenings.Call("create", about, texts(records)))
	if err != nil {
		return 0, err
	}
	return int64(id.Int()), nil
}

// Append implements host.Log.
func (l log) Append(_ context.Context, batch []host.Entry) error {
	list := js.Global().Get("Array").New(len(batch))
	for i, e := range batch {
		list.SetIndex(i, map[string]any{"table": float64(e.Table), "seq": float64(e.Seq), "body": string(e.Body)})
	}
	_, err := await(l.evenings.Call("append", list))
	return err
}

// Load implements host.Log.
func (l log) Load(_ context.Context, id int64) (host.Saved, error) {
	found, err := await(l.evenings.Call("load", float64(id)))
	if err != nil {
		return host.Saved{}, err
	}
	if found.IsNull() {
		return host.Saved{}, host.ErrNoTable
	}
	saved := host.Saved{Closed: found.Get("closed").Bool()}
	list := found.Get("records")
	for i := range list.Length() {
		saved.Records = append(saved.Records, []byte(list.Index(i).String()))
	}
	return saved, nil
}

// ByCode implements host.Log: nobody joins here.
func (log) ByCode(context.Context, string) (int64, error) { return 0, host.ErrNoTable }

// Close implements host.Log.
func (l log) Close(_ context.Context, id int64) error {
	_, err := await(l.evenings.Call("close", float64(id)))
	return err
}
