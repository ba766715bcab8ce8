package hostlog_test

import (
	"errors"
	"strings"
	"testing"

	"chratze/internal/server/hostlog"
	"chratze/internal/server/store"
)

// TestMeet: a program is refused where one with later records has written, and where others write that wouldn't understand it.
func TestMeet(t *testing.T) {
	t.Parallel()
	db := open(t)
	v1, v2 := hostlog.Program{Version: "0.1", Format: 1}, hostlog.Program{Version: "0.2", Format: 2}
	for _, c := range []struct {
		who    hostlog.Program
		node   string
		others []string
		want   error
		says   string
	}{
		{v1, "a", nil, nil, ""},
		{v1, "b", []string{"a"}, nil, ""},
		{v2, "b", []string{"a"}, store.ErrLocked, "the servers a run 0.1 and don't understand what 0.2 writes"},
		{v1, "c", []string{"a", "b"}, nil, ""},
		{v2, "", nil, nil, ""},
		{v1, "a", nil, store.ErrNewer, "written by 0.2, this is 0.1"},
		{v2, "a", []string{"b"}, nil, ""},
	} {
		err := hostlog.Meet(t.Context(), db, c.who, c.node, c.others)
		if !errors.Is(err, c.want) || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if got := hostlog.ProgramOf(t.Context(), db, "a") + hostlog.ProgramOf(t.Context(), db, "c") + hostlog.ProgramOf(t.Context(), db, "d"); got != "0.20.1" {
		t.Errorf("who runs what: %s", got)
	}
}

// TestNewerRecords: a table with records of a later format isn't taken for damaged.
func TestNewerRecords(t *testing.T) {
	t.Parallel()
	db := open(t)
	id, err := db.Create(t.Context(), store.New{Version: hostlog.RecordVersion + 1, Bodies: [][]byte{{1}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := hostlog.New(db, nil).Load(t.Context(), id); !errors.Is(err, store.ErrNewer) {
		t.Errorf("%v", err)
	}
}
