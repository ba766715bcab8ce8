//go:build unix

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"chratze/internal/waittest"
)

// TestGroupAtThreeServers: any of three servers answers for a group, also for an evening at a desk of another; one has it, and when that is killed another
// takes it over with all lines.
func TestGroupAtThreeServers(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	ask := func(i int, method, path, key, body string, into any) int {
		t.Helper()
		r, err := http.NewRequest(method, c.servers[i].base+path, bytes.NewReader([]byte(body)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Load-Token", "none")
		r.Header.Set("Authorization", "Bearer "+key)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0
		}
		defer answer.Body.Close()
		b, err := io.ReadAll(answer.Body)
		if err != nil {
			return 0
		}
		if into != nil && answer.StatusCode < 300 {
			if err := json.Unmarshal(b, into); err != nil {
				t.Fatal(err)
			}
		}
		if answer.StatusCode >= 400 && answer.StatusCode < 500 {
			t.Errorf("server %d: %s %s: %d %s", i, method, path, answer.StatusCode, b)
		}
		return answer.StatusCode
	}
	var made struct{ ID, Key string }
	if status := ask(0, "POST", "/api/groups", "", `{"name":"G","money":"francs","mode":"carried"}`, &made); status != http.StatusCreated {
		t.Fatal(status)
	}
	at := "/api/groups/" + made.ID
	type state struct {
		N        int
		Phone    int
		Members  []struct{ Name string }
		Evenings []struct{ Counts bool }
	}
	for i, name := range []string{"Anna", "Beat", "Carl"} {
		var s state
		if status := ask(i, "GET", at, made.Key, "", &s); status != 200 || s.Phone != 1 || s.N != 3+i {
			t.Fatalf("server %d: %d %+v", i, status, s)
		}
		if status := ask(i, "POST", at, made.Key, fmt.Sprintf(`{"from":%d,"lines":["member %d \"%s\""]}`, s.N, i+1, name), nil); status != 200 {
			t.Fatalf("server %d: %d", i, status)
		}
	}
	var seat struct{ Table, Secret, Code string }
	ask(0, "POST", "/api/tables", "", `{"name":"Anna","chairs":3,"bot":""}`, &seat)
	if status := ask(0, "POST", at, made.Key, fmt.Sprintf(`{"from":6,"enter":{"table":%q,"secret":%q}}`, seat.Table, seat.Secret), nil); status != 200 {
		t.Fatal(status)
	}
	var on state
	ask(2, "GET", at, made.Key, "", &on)
	for i := range 3 { // all lead to the table with its code, whichever has it
		var s struct{ Codes map[string]string }
		if ask(i, "GET", at, made.Key, "", &s); s.Codes[seat.Table] != seat.Code || seat.Code == "" {
			t.Errorf("server %d says the codes %v, the table has %q", i, s.Codes, seat.Code)
		}
	}
	var desk struct{ ID, Write string }
	ask(1, "POST", "/api/kasse", "", `{"lines":["kasse 1","money francs credit","seats Anna Beat Carl dealer Carl","Anna 2! Beat 2"]}`, &desk)
	if status := ask(2, "POST", at, made.Key, fmt.Sprintf(`{"from":%d,"enter":{"desk":%q,"secret":%q}}`, on.N, desk.ID, desk.Write), nil); status != 200 {
		t.Fatal(status)
	}
	ask(2, "POST", "/api/kasse/"+desk.ID, desk.Write, `{"from":4,"lines":["end"]}`, nil)
	waittest.Until(t, "the end of the evening is folded", func() bool {
		var s state
		return ask(1, "GET", at, made.Key, "", &s) == 200 && len(s.Evenings) == 2 && s.Evenings[1].Counts
	})
	var before state
	ask(1, "GET", at, made.Key, "", &before)
	var code struct{ Code string }
	ask(1, "POST", "/api/groups/code", made.Key, fmt.Sprintf(`{"group":%q}`, made.ID), &code)
	c.kill(0)
	var in struct{ Phone int }
	waittest.Until(t, "another server has the group", func() bool {
		var s state
		return ask(1, "GET", at, made.Key, "", &s) == 200 && s.N == before.N
	})
	if status := ask(2, "POST", "/api/groups/code", "", fmt.Sprintf(`{"code":%q}`, code.Code), &in); status != 200 || in.Phone != 2 {
		t.Errorf("by a code: %d, phone %d", status, in.Phone)
	}
	if status := ask(2, "POST", at, made.Key, fmt.Sprintf(`{"from":%d,"lines":["name \"H\""]}`, before.N), nil); status != 200 {
		t.Errorf("after the kill: %d", status)
	}
}
