package httpd

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"chratze/bot"
	"chratze/history"
	"chratze/internal/teach/coach"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// played returns a hand that beginners have played.
func played(t *testing.T) *history.Hand {
	t.Helper()
	v := variant.Default()
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	spec, err := bot.Parse("beginner")
	if err != nil {
		t.Fatal(err)
	}
	chance := ramstest.Rand(3)
	player, deck := spec.New(rng), rams.Deck{Source: &chance}
	for {
		var r rams.Record
		if err := r.Begin(g, g.FirstStart(0)); err != nil {
			t.Fatal(err)
		}
		for range r.Turns(&deck) {
			view := r.View(r.Turn())
			r.ApplyUnchecked(player.Act(&view), nil)
		}
		if r.Tricks(1) > 0 {
			return history.FromRecord(v, nil, &r, nil)
		}
	}
}

// TestReview: a finished hand is reviewed from one seat, a view and the whole line alike; a hand that is not
// over, or what a spectator saw, is not.
func TestReview(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	post := func(query, body string) (int, string) {
		t.Helper()
		r, err := http.Post(s.http.URL+"/api/review/de-CH"+query, "text/plain", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r.StatusCode, string(text)
	}
	h := played(t)
	view, err := h.View(history.SeatView(1))
	if err != nil {
		t.Fatal(err)
	}
	public, err := h.View(history.Public)
	if err != nil {
		t.Fatal(err)
	}
	status, whole := post("?seat=1", h.String())
	var got struct {
		Format string `json:"format"`
		Hands  []struct {
			Won       float64 `json:"won"`
			Decisions []struct {
				Mark string `json:"mark"`
			} `json:"decisions"`
		} `json:"hands"`
	}
	if err := json.Unmarshal([]byte(whole), &got); status != 200 || err != nil || got.Format != coach.ReviewFormat || len(got.Hands) != 1 || len(got.Hands[0].Decisions) < 3 {
		t.Fatalf("%d, %v: %.300s", status, err, whole)
	}
	_, part := post("", view.String())
	if strip(part) != strip(whole) {
		t.Errorf("the view: %.300s\nthe line: %.300s", part, whole)
	}
	running := view
	running.Over = false
	running.Events = running.Events[:len(running.Events)-8]
	for body, want := range map[string]int{running.String(): 409, public.String(): 422, "{}": 422, h.String(): 422} {
		if status, text := post("", body); status != want {
			t.Errorf("%.60s: %d, want %d: %.200s", body, status, want, text)
		}
	}
	for _, seat := range []string{"-1", "4", "x"} {
		if status, _ := post("?seat="+seat, h.String()); status != 422 {
			t.Errorf("seat %s: %d", seat, status)
		}
	}
}

// strip takes out the numbers of events, which a view counts otherwise.
func strip(text string) string {
	var all any
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return text
	}
	for _, hand := range all.(map[string]any)["hands"].([]any) {
		for _, d := range hand.(map[string]any)["decisions"].([]any) {
			delete(d.(map[string]any), "event")
		}
	}
	b, _ := json.Marshal(all)
	return string(b)
}
