package hub

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestGroupKeys: each key opens what it is for, none is kept, and one that was replaced opens nothing.
func TestGroupKeys(t *testing.T) {
	t.Parallel()
	ctx, log := context.Background(), &kept{rows: map[string][]byte{}}
	h := New(Groups(), log)
	links, err := h.MakeGroup(ctx, anybody(""), 0, []string{"group 1", `member 1 "Anna"`})
	if err != nil {
		t.Fatal(err)
	}
	second, n, err := h.Admit(ctx, anybody(""), links.ID)
	if err != nil || n != 2 {
		t.Fatal(n, err)
	}
	opens := func(h *Hub, secret string) string {
		d, write, err := h.Find(ctx, anybody(secret), links.ID)
		switch {
		case err != nil:
			return err.Error()
		case write:
			return "writes " + strconv.Itoa(d.Key(anybody(secret)).N)
		}
		return "looks"
	}
	none := ErrNone.Error()
	want := func(when string, all map[string]string) {
		t.Helper()
		for _, h := range []*Hub{h, New(Groups(), log)} {
			for secret, want := range all {
				if got := opens(h, secret); got != want {
					t.Errorf("%s: %s, want %s", when, got, want)
				}
			}
		}
	}
	want("at first", map[string]string{links.Members: "writes 0", links.Phone: "writes 1", second: "writes 2", links.Look: "looks", "": none, "x": none})
	if _, err := h.NewKey(ctx, anybody(links.Look), links.ID, Members, true); !errors.Is(err, ErrReadOnly) {
		t.Errorf("who may look makes a key: %v", err)
	}
	more, err := h.NewKey(ctx, anybody(second), links.ID, Look, false)
	if err != nil {
		t.Fatal(err)
	}
	want("one more to look", map[string]string{links.Look: "looks", more: "looks"})
	members, err := h.NewKey(ctx, anybody(second), links.ID, Members, true)
	if err != nil {
		t.Fatal(err)
	}
	want("members replaced", map[string]string{members: "writes 0", second: "writes 2", links.Members: none, links.Phone: none, links.Look: "looks"})
	if third, n, _ := h.Admit(ctx, anybody(""), links.ID); n != 3 || opens(h, third) != "writes 3" {
		t.Errorf("a number is used again: %d", n)
	}
	for _, secret := range []string{links.Members, links.Phone, links.Look, second, more, members} {
		for key, row := range log.rows {
			if bytes.Contains(row, []byte(secret)) {
				t.Errorf("%s has a key", key)
			}
		}
	}
	if _, _, err := h.Admit(ctx, anybody(""), "nosuchgroup"); !errors.Is(err, ErrNone) {
		t.Errorf("a group that doesn't exist: %v", err)
	}
	keys := slices.Sorted(maps.Keys(log.rows))
	if list, err := Groups().List(ctx, log, keys); err != nil || len(list) != 1 || !slices.Equal(list[0].People, []string{"Anna"}) {
		t.Errorf("listed: %+v %v", list, err)
	}
	if list, err := Desks().List(ctx, log, keys); err != nil || len(list) != 0 {
		t.Errorf("as desks: %+v %v", list, err)
	}
}

// TestNameGoneAfterKill: whenever a server is killed, no line is lost, and once a name is taken out it stays out of
// all that is kept, also of pieces that the killed server hadn't come to.
func TestNameGoneAfterKill(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	var lines []string
	lines = append(lines, "group 1", `member 1 "Anna"`, `member 2 "Zwetschgenbeat"`)
	for n := range 200 {
		lines = append(lines, `evening `+strconv.Itoa(n+1)+` hand 2026-01-01 1 +`+strconv.Itoa(5*n+5)+` "Zwetschgenbeat" -`+strconv.Itoa(5*n+5))
	}
	for left := range 7 {
		log := &failing{kept: &kept{rows: map[string][]byte{}}, left: -1}
		h := New(Groups(), log)
		links, err := h.MakeGroup(ctx, anybody(""), 0, slices.Clone(lines))
		if err != nil {
			t.Fatal(err)
		}
		g := anybody(links.Members)
		log.left = left
		_, _, err = h.Book(ctx, g, links.ID, len(lines), []string{"gone 2"})
		log.left = -1
		again := New(Groups(), log)
		d, _, found := again.Find(ctx, g, links.ID)
		if found != nil {
			t.Fatal(found)
		}
		n := len(d.Wait(ctx, 0, 0))
		if n != len(lines)+1 && (err == nil || n != len(lines)) {
			t.Errorf("after %d writes there are %d lines, %v", left, n, err)
		}
		if gone := n == len(lines)+1; gone != !keptName(log.kept, "Zwetschgenbeat") {
			t.Errorf("after %d writes and a restart: gone %v, the name is kept %v", left, gone, keptName(log.kept, "Zwetschgenbeat"))
		}
	}
}

func keptName(log *kept, name string) bool {
	for _, row := range log.rows {
		if strings.Contains(string(row), name) {
			return true
		}
	}
	return false
}
