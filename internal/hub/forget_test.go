package hub

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestForget: desks are listed with their people and their last day, and nothing of a deleted one stays, nor does any secret
// open it. What nobody has used for long goes by itself.
func TestForget(t *testing.T) {
	t.Parallel()
	ctx, log := context.Background(), &kept{rows: map[string][]byte{}}
	g := Guest{Work: func(ctx context.Context, work func(context.Context) error) error { return work(ctx) }, Allow: func() error { return nil }}
	h, lines := New(Desks(), log), []string{"kasse 1", "rules chratze", "seats Anna Beat Carl dealer Anna"}
	var links []Links
	for range 3 {
		l, err := h.Make(ctx, g, slices.Clone(lines))
		if err != nil {
			t.Fatal(err)
		}
		links = append(links, l)
	}
	keys := func() []string { return slices.Sorted(maps.Keys(log.rows)) }
	key := ("kasse/" + links[0].ID)
	begin, _, ok := strings.Cut(string(log.rows[key]), `,"used":`)
	if !ok {
		t.Fatalf("the day isn't kept: %s", log.rows[key])
	}
	log.rows[key] = []byte(begin + `,"used":20000}`) // long ago
	list, err := Desks().List(ctx, log, keys())
	if err != nil || len(list) != 3 || slices.ContainsFunc(list, func(d Kept) bool { return strings.Join(d.People, " ") != "Anna Beat Carl" || d.Lines != len(lines) }) {
		t.Errorf("%+v %v", list, err)
	}
	log.rows[pieceKey("kasse/"+links[0].ID, 7)] = []byte(`["bookings behind a piece that can't be read"]`)
	for _, want := range []int{1, 0} {
		if n, err := Desks().Retain(ctx, log, keys(), time.Now().AddDate(0, 0, -30), func(_ string, f func() error) error { return f() }); n != want || err != nil {
			t.Errorf("%d are gone, %v", n, err)
		}
	}
	if list, err = Desks().List(ctx, log, keys()); err != nil || len(list) != 2 || slices.ContainsFunc(list, func(d Kept) bool { return d.Used.IsZero() }) {
		t.Errorf("left are %+v %v", list, err)
	}
	for key, value := range log.rows {
		if strings.HasPrefix(key, ("kasse/"+links[0].ID)) && len(value) > 2 {
			t.Errorf("%s still has %s", key, value)
		}
	}
	again := New(Desks(), log)
	for i, want := range []error{ErrNone, nil, nil} {
		g.Secret = links[i].Write
		if _, _, err := again.Find(ctx, g, links[i].ID); err != want {
			t.Errorf("desk %d: %v", i, err)
		}
	}
	g.Secret = ""
	if _, _, err := again.Find(ctx, g, links[0].ID); err != ErrNone {
		t.Errorf("without a secret: %v", err)
	}
}
