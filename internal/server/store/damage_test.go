package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"chratze/internal/server/store"
)

// verify asks for the long checks.
var verify = os.Getenv("CHRATZE_VERIFY") != ""

// TestDamage: whatever the disk does to a database that nobody has open, a record
// is given back as it was written, or it is said that it can't be: no panic, no
// record missing in silence, no error of another kind.
func TestDamage(t *testing.T) {
	t.Parallel()
	s := opened(t, store.Options{})
	const tables, records = 12, 30
	want := make([][]string, tables+1)
	r := rand.New(rand.NewPCG(1, 2))
	for id := int64(1); id <= tables; id++ {
		mustCreate(t, s, fmt.Sprint("C", id))
		for seq := range uint64(records) {
			body := make([]byte, r.IntN(120))
			if r.IntN(20) == 0 {
				body = make([]byte, r.IntN(3000))
			}
			for i := range body {
				body[i] = byte(r.IntN(256))
			}
			mustAppend(t, s, store.Entry{id, seq, 1, body})
			want[id] = append(want[id], string(body))
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(s.Path())
	if err != nil {
		t.Fatal(err)
	}
	rounds := 100
	switch {
	case verify:
		rounds = 20_000
	case testing.Short():
		rounds = 30
	}
	path := filepath.Join(t.TempDir(), "x.db")
	kinds := map[string]int{}
	for range rounds {
		b, what := spoil(r, slices.Clone(sound))
		for _, suffix := range []string{"-wal", "-shm"} {
			_ = os.Remove(path + suffix)
		}
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		kind, err := readBack(path, want)
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		kinds[kind]++
	}
	t.Log(kinds)
	if kinds["unopened"] == 0 || kinds["unread"] == 0 || kinds["untouched"] == 0 {
		t.Errorf("%v: want all kinds", kinds)
	}
}

// spoil damages a file as disks and people do.
func spoil(r *rand.Rand, b []byte) (spoilt []byte, what string) {
	at := r.IntN(len(b))
	switch r.IntN(6) {
	case 0:
		return b[:at], fmt.Sprintf("truncated to %d", at)
	case 1: // a sector that was not written
		at &^= 511
		clear(b[at : at+512])
		return b, fmt.Sprintf("sector at %d empty", at)
	case 2: // a page in the place of another
		from, to := r.IntN(len(b)/4096), r.IntN(len(b)/4096)
		copy(b[to*4096:][:4096], b[from*4096:])
		return b, fmt.Sprintf("page %d in the place of %d", from, to)
	case 3:
		at &^= 511
		for i := range 512 {
			b[at+i] = byte(r.IntN(256))
		}
		return b, fmt.Sprintf("noise at %d", at)
	}
	bit := byte(1) << r.IntN(8)
	b[at] ^= bit
	return b, fmt.Sprintf("bit %#x at %d", bit, at)
}

// readBack opens and reads a database. The error is what must not be.
func readBack(path string, want [][]string) (kind string, err error) {
	ctx := context.Background()
	s, err := store.Open(ctx, path, store.Options{Check: -1})
	if err != nil {
		return "unopened", wrongKind(err)
	}
	defer s.Close()
	kind = "untouched"
	for id := int64(1); id < int64(len(want)); id++ {
		var got []string
		var failed error
		for rec, err := range s.Load(ctx, id) {
			if failed = err; err == nil {
				got = append(got, string(rec.Body))
			}
		}
		if failed != nil {
			kind = "unread"
			err = wrongKind(failed)
		} else if !slices.Equal(got, want[id]) {
			err = fmt.Errorf("table %d: %d records, not what was written", id, len(got))
		}
		if err != nil {
			return kind, err
		}
	}
	return kind, nil
}

// wrongKind is an error that doesn't say that there is damage.
func wrongKind(err error) error {
	for _, kind := range []store.Code{store.ErrDamaged, store.ErrForeign, store.ErrNewer, store.ErrNoTable} {
		if errors.Is(err, kind) {
			return nil
		}
	}
	return err
}
