package table_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"chratze/bot"
	"chratze/chance"
	"chratze/internal/table"
	"chratze/variant"
)

// driver runs one table whose log is a file, a record a line. Time passes at once.
type driver struct {
	table  *table.Table
	log    *os.File
	now    table.Millis
	nature chance.Shuffler
	asks   []table.Ask
	cursor table.Cursor // what chair 0 has been told
	news   table.News
}

// open makes the table of a new file, or reads it from one.
func open(path string) (*driver, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	d := &driver{log: f, now: 1000, nature: chance.Of(rand.New(rand.NewPCG(1, 2)))}
	var records [][]byte
	for s := bufio.NewScanner(f); s.Scan(); {
		records = append(records, bytes.Clone(s.Bytes()))
	}
	if len(records) > 0 {
		if d.table, err = table.Replay(records); err != nil {
			return nil, err
		}
		d.table.Restarted(d.now)
		return d, d.take(d.table.Tick(d.now, d.nature))
	}
	cfg := table.Config{Variant: variant.Default(), Chairs: 4, Bot: "stammtisch-1"}
	var made table.Ready
	if d.table, made, err = table.Create(d.now, cfg, "Anna", "", [32]byte{}); err != nil {
		return nil, err
	}
	return d, d.take(made, nil)
}

// take does what a Ready asks for, in its order.
func (d *driver) take(r table.Ready, err error) error {
	if err != nil {
		return err
	}
	for _, record := range r.Append {
		if _, err := d.log.Write(append(record, '\n')); err != nil {
			return err // the table must be thrown away
		}
	}
	if err := d.log.Sync(); err != nil {
		return err
	}
	if n, ok := d.table.News(0, &d.cursor); ok {
		d.news = n // here it would be shown
	}
	d.asks = append(d.asks, r.Asks...)
	if r.Wake > d.now {
		d.now = r.Wake
	}
	return nil
}

// step lets chair 0 do something.
func (d *driver) step(c table.Command) error {
	return d.take(d.table.Step(d.now, c, d.nature))
}

// bots lets bots answer until chair 0 is asked, or the hand is over.
func (d *driver) bots() error {
	for len(d.asks) > 0 {
		a := d.asks[0]
		d.asks = d.asks[1:]
		err := d.step(table.Command{Do: table.DoAct, From: a.Chair, By: a.By, Question: a.Question, Action: bot.Fallback(a.View.Legal)})
		if _, refused := errors.AsType[*table.Refused](err); err != nil && !refused {
			return err
		}
	}
	return nil
}

// A driver of one table with its log in a file: it plays a hand, and goes on in another process.
func ExampleTable_Step() {
	dir, err := os.MkdirTemp("", "table")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "evening.log")
	d, err := open(path)
	if err != nil {
		panic(err)
	}
	d.table.Present(d.now, 0, true) // no record tells of it
	err = d.step(table.Command{Do: table.DoStart})
	for err == nil && d.table.Stage() == table.Playing {
		if err = d.bots(); err != nil || d.table.Stage() != table.Playing {
			break
		}
		q := d.news.Question
		err = d.step(table.Command{Do: table.DoAct, Question: q.Number, Action: bot.Fallback(q.Legal)})
	}
	fmt.Println(err, d.table.Hands(), d.table.Stage())
	err = d.step(table.Command{Do: table.DoAct, Question: 1})
	fmt.Println(err)

	again, err := open(path)
	if err != nil {
		panic(err)
	}
	fmt.Println(again.table.Hands(), again.table.Pot() == d.table.Pot(), again.table.Seq() == d.table.Seq())
	// Output:
	// <nil> 1 between
	// table: refused: stale
	// 1 true true
}
