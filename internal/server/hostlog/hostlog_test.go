package hostlog_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chratze/internal/fair"
	"chratze/internal/server/hostlog"
	"chratze/internal/server/store"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/variant"
)

// open makes a database of its own.
func open(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "x.db"), store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func bodies(texts ...string) (list [][]byte) {
	for _, text := range texts {
		list = append(list, []byte(text))
	}
	return list
}

// TestLog: what a host appends it reads again, and it can tell a table that isn't there from a
// log that can't be written any more.
func TestLog(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), open(t)
	log := hostlog.New(db, nil)
	id, err := log.Create(ctx, "ABCD", "chratze", bodies("one"))
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Append(ctx, []host.Entry{{Table: id, Seq: 1, Body: []byte("two")}, {Table: id, Seq: 2, Body: []byte("three")}}); err != nil {
		t.Fatal(err)
	}
	saved, err := log.Load(ctx, id)
	if err != nil || saved.Code != "ABCD" || saved.Closed || !slices.EqualFunc(saved.Records, bodies("one", "two", "three"), bytes.Equal) {
		t.Errorf("loaded %+v, %v", saved, err)
	}
	if found, err := log.ByCode(ctx, "ABCD"); found != id || err != nil {
		t.Errorf("by its code it is table %d, %v; want %d", found, err, id)
	}
	if err := log.Append(ctx, []host.Entry{{Table: id, Seq: 9}}); err == nil || errors.Is(err, host.ErrDead) {
		t.Errorf("a gap: %v, want an error after which the log goes on", err)
	}
	if err := log.Close(ctx, id); err != nil {
		t.Fatal(err)
	}
	if _, err := log.ByCode(ctx, "ABCD"); !errors.Is(err, host.ErrNoTable) {
		t.Errorf("a dead code: %v", err)
	}
	if saved, err := log.Load(ctx, id); err != nil || !saved.Closed {
		t.Errorf("a closed table: %+v, %v", saved, err)
	}
	if _, err := log.Load(ctx, id+1); !errors.Is(err, host.ErrNoTable) {
		t.Errorf("no such table: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := log.Close(ctx, id); !errors.Is(err, host.ErrDead) {
		t.Errorf("the store is closed: %v", err)
	}
}

// TestLinkKey: the first start makes the key, and every other start finds it.
func TestLinkKey(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), open(t)
	key, err := hostlog.LinkKey(ctx, db)
	if err != nil || len(key) != 32 || bytes.Equal(key, make([]byte, 32)) {
		t.Fatalf("key %x, %v", key, err)
	}
	again, err := hostlog.LinkKey(ctx, db)
	if err != nil || !bytes.Equal(again, key) {
		t.Errorf("the second start has the key %x, %v", again, err)
	}
}

// TestRenew: a table that goes on after it was put back gets another secret; one without proof,
// one that is over and one that can't be read stay as they are.
func TestRenew(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), open(t)
	log := hostlog.New(db, nil)
	create := func(proof string) int64 {
		cfg := table.Config{Variant: variant.Default(), Chairs: 4, Bot: table.StandIn, Proof: proof}
		_, ready, err := table.Create(1000, cfg, "Anna", "", fair.Secret{1})
		if err != nil {
			t.Fatal(err)
		}
		id, err := log.Create(ctx, "", "chratze", ready.Append)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	proven, plain, over := create(table.ProofSitting), create(""), create(table.ProofSitting)
	damaged, err := log.Create(ctx, "", "chratze", bodies("no record"))
	if err == nil {
		err = log.Close(ctx, over)
	}
	if err != nil {
		t.Fatal(err)
	}
	before := lengths(t, log, ctx, proven, plain, over, damaged)
	if err := hostlog.Renew(ctx, db); err != nil {
		t.Fatal(err)
	}
	after := lengths(t, log, ctx, proven, plain, over, damaged)
	if after[0] != before[0]+1 || !slices.Equal(after[1:], before[1:]) {
		t.Errorf("%d records, %d before: want one more of the first", after, before)
	}
	saved, err := log.Load(ctx, proven)
	if err != nil {
		t.Fatal(err)
	}
	r, err := table.DecodeRecord(saved.Records[len(saved.Records)-1])
	if secret, ok := fair.ParseSecret(r.Secret); err != nil || r.Kind != table.KindSecret || !ok || secret == (fair.Secret{1}) || secret == (fair.Secret{}) {
		t.Errorf("the record %+v, %v", r, err)
	}
}

// TestMourn: an older database in the place of a newer one is found by a command that opens it first. The next start still gives
// the tables new secrets, and says so, once.
func TestMourn(t *testing.T) {
	t.Parallel()
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "x.db")
	opened := func() *store.DB {
		t.Helper()
		db, err := store.Open(ctx, path, store.Options{Create: true})
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	db := opened()
	_, ready, err := table.Create(1000, table.Config{Variant: variant.Default(), Chairs: 4, Bot: table.StandIn, Proof: table.ProofSitting}, "Anna", "", fair.Secret{1})
	if err != nil {
		t.Fatal(err)
	}
	id, err := hostlog.New(db, nil).Create(ctx, "", "chratze", ready.Append)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	db = opened()
	first := lengths(t, hostlog.New(db, nil), ctx, id)[0]
	err = errors.Join(db.Append(ctx, []store.Entry{{Table: id, Seq: uint64(first), Version: hostlog.RecordVersion, Body: ready.Append[len(ready.Append)-1]}}), db.Close(), os.WriteFile(path, old, 0o600), opened().Close())
	if err != nil {
		t.Fatal(err)
	}
	db = opened()
	defer func() { _ = db.Close() }()
	for n := range 2 {
		var said bytes.Buffer
		if err := hostlog.Mourn(ctx, db, slog.New(slog.NewTextHandler(&said, nil))); err != nil {
			t.Fatal(err)
		}
		if has := lengths(t, hostlog.New(db, nil), ctx, id)[0]; has != first+1 {
			t.Errorf("%d records became %d: want one new secret", first, has)
		}
		if strings.Contains(said.String(), "a part of the log is missing") != (n == 0) {
			t.Errorf("start %d says %s", n, &said)
		}
	}
}

// lengths are how many records tables have.
func lengths(t *testing.T, log *hostlog.Log, ctx context.Context, ids ...int64) (n []int) {
	t.Helper()
	for _, id := range ids {
		saved, err := log.Load(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		n = append(n, len(saved.Records))
	}
	return n
}

// TestScrub: the log of a table without a name can still be played, and differs in the name
// only. Nothing is changed if nobody has the name, or if not every record is understood.
func TestScrub(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), open(t)
	log := hostlog.New(db, nil)
	tab, made, err := table.Create(1, table.Config{Variant: variant.Default(), Chairs: 3, Bot: "random"}, "Vreni", "k", fair.Secret{})
	if err != nil {
		t.Fatal(err)
	}
	sat, err := tab.Step(2, table.Command{Do: table.DoSit, From: -1, Chair: 1, Name: "Vreni"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	records := append(made.Append, sat.Append...)
	for i, body := range records {
		records[i] = bytes.ReplaceAll(body, []byte(`"Vreni 2"`), []byte(`"Vreni"`)) // two of one name: both go
	}
	bot := table.Record{Kind: table.KindSit, Chair: 2, Name: "Vreni", Bot: "random"}
	create := func(records ...[]byte) int64 {
		id, err := log.Create(ctx, "", "chratze", records)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	load := func(id int64) [][]byte {
		saved, err := log.Load(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		return saved.Records
	}
	id, withBot := create(records...), create(append(slices.Clone(records), bot.Encode())...)
	for _, id := range []int64{id, withBot} {
		if n, err := hostlog.Scrub(ctx, db, id, "Vreni"); n != 2 || err != nil {
			t.Errorf("%d records changed, want 2, both of that person's name: %v", n, err)
		}
		for i, body := range load(id)[:len(records)] {
			if want := bytes.ReplaceAll(records[i], []byte(`"name":"Vreni"`), []byte(`"name":"N.N."`)); !bytes.Equal(body, want) {
				t.Errorf("%s, want %s", body, want)
			}
		}
	}
	if got := load(withBot)[len(records)]; !bytes.Equal(got, bot.Encode()) {
		t.Errorf("the record of a bot is now %s", got)
	}
	if _, err := table.Replay(load(id)); err != nil {
		t.Error(err)
	}
	if e, ok := errors.AsType[*hostlog.NameError](second(hostlog.Scrub(ctx, db, id, "Sepp"))); !ok || len(e.Names) != 0 {
		t.Errorf("of a name that nobody has: %v", e)
	}
	for _, last := range []string{"{", `{"k":"sit","at":2,"name":"Vreni","later":1}`} {
		id := create(append(slices.Clone(records), []byte(last))...)
		if e, ok := errors.AsType[*hostlog.RecordError](second(hostlog.Scrub(ctx, db, id, "Vreni"))); !ok || e.Seq != uint64(len(records)) {
			t.Errorf("with the record %s: %v", last, e)
		}
		if !slices.EqualFunc(load(id)[:len(records)], records, bytes.Equal) {
			t.Errorf("with the record %s the log was changed", last)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestScrubComposed: a name is found however the letters are composed in which it is typed.
func TestScrubComposed(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), open(t)
	_, made, err := table.Create(1, table.Config{Variant: variant.Default(), Chairs: 3}, "Zoe\u0301", "k", fair.Secret{})
	if err != nil {
		t.Fatal(err)
	}
	for _, typed := range []string{"Zoé", "Zoe\u0301"} {
		id, err := hostlog.New(db, nil).Create(ctx, "", "chratze", made.Append)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := hostlog.Scrub(ctx, db, id, typed); n != 1 || err != nil {
			t.Errorf("%+q is in %d records: %v", typed, n, err)
		}
	}
}
