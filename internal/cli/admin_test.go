package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"chratze/internal/server/hostlog"
	server "chratze/internal/server/run"
	"chratze/internal/server/store"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/variant"
)

// TestAdminScripts runs the commands that look after a server's data, as
// testdata/admin/*.txtar say. There,
//
//	tables DIR        makes tables: 1 and 2 live, 3 closed long ago
//	hold DIR          keeps the database of DIR open for writing, as a server does
//	release           closes what is held
//	traces DIR WORD   wants a word in no file of a directory, or, with !, in one
func TestAdminScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/admin",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit2": exits(exitMisuse, 2), "exit78": exits(exitConfig, 1), "tables": makeTables, "hold": hold, "release": release, "traces": traces,
		},
	})
}

// openData opens the database of a directory of a script.
func openData(ts *testscript.TestScript, dir string, o store.Options) *store.DB {
	dir = ts.MkAbs(dir)
	ts.Check(os.MkdirAll(dir, 0o700))
	o.Create = true
	db, err := store.Open(context.Background(), filepath.Join(dir, server.DatabaseName), o)
	ts.Check(err)
	return db
}

// makeTables makes tables at which Vreni has made the table and Sepp has sat down.
func makeTables(ts *testscript.TestScript, _ bool, args []string) {
	ctx := context.Background()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	db := openData(ts, args[0], store.Options{Now: func() time.Time { return now }})
	for i, rules := range []string{"chratze", "kratzen", "zwicken"} {
		v, err := variant.Parse(rules)
		ts.Check(err)
		at := table.Millis(now.UnixMilli())
		t, made, err := table.Create(at, table.Config{Variant: v, Chairs: 3}, "Vreni", "", [32]byte{})
		ts.Check(err)
		sat, err := t.Step(at, table.Command{Do: table.DoSit, From: -1, Chair: 1, Name: "Sepp"}, nil)
		ts.Check(err)
		_, err = db.Create(ctx, store.New{
			Code: fmt.Sprint("CODE", i+1), Preset: rules, Version: hostlog.RecordVersion, Bodies: append(made.Append, sat.Append...),
		})
		ts.Check(err)
		now = now.Add(time.Hour)
	}
	for id, used := range map[string]int{"new": 30000, "old": 20000} {
		ts.Check(db.Set(ctx, "kasse/"+id+"/0", []byte(`["kasse 1","rules chratze","seats `+id+`Resi Urs Toni dealer Urs"]`)))
		ts.Check(db.Set(ctx, "kasse/"+id, fmt.Appendf(nil, `{"read":"r","write":"w","used":%d}`, used)))
	}
	ts.Check(db.CloseTable(ctx, 3))
	ts.Check(db.Set(ctx, host.NotesKey(3), []byte(`[{"hand":1,"text":"Notabene"}]`)))
	ts.Check(db.Close())
}

// held is what scripts hold, by script.
var held sync.Map

func hold(ts *testscript.TestScript, _ bool, args []string) {
	db := openData(ts, args[0], store.Options{})
	ts.Defer(func() { _ = db.Close() })
	held.Store(ts, db)
}

func release(ts *testscript.TestScript, _ bool, _ []string) {
	db, _ := held.LoadAndDelete(ts)
	ts.Check(db.(*store.DB).Close())
}

func traces(ts *testscript.TestScript, neg bool, args []string) {
	found := ""
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if bytes.Contains(content, []byte(args[1])) {
			found = path
		}
		return err
	}))
	if (found != "") != neg {
		ts.Fatalf("%q stands in: %q", args[1], found)
	}
}
