package cli

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	server "chratze/internal/server/run"
	"chratze/internal/waittest"
)

// TestAdminWhileServerRuns: the names at a table and a cash desk are deleted without stopping the server. Those who are
// connected come back to their table and see N.N.; nothing in the data has the names; other commands say what they need. A table is
// closed, and deleted with all that happened there, in the same way.
func TestAdminWhileServerRuns(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startServer(t, data)
	made := s.post(t, "/api/tables", `{"name":"Anna"}`)
	s.post(t, "/api/join", fmt.Sprintf(`{"name":"Quirina","code":%q}`, made["code"]))
	desk := s.post(t, "/api/kasse", `{"lines":["seats Zacharias Anna Cla"]}`)
	path := fmt.Sprintf("/api/kasse/%s", desk["id"])
	write := desk["write"].(string)
	look := func() int {
		r, err := http.NewRequest(http.MethodGet, s.base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+write)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		return answer.StatusCode
	}
	if status := look(); status != http.StatusOK {
		t.Fatal(status)
	}
	secret := made["secret"].(string)
	anna := s.sit(t, "1", secret)
	for anna.fresh {
		anna.next()
	}
	if text := commandedFails(t, "admin", "scrub", "--data", data, "1", "Xenia"); !strings.Contains(text, "Quirina") {
		t.Errorf("a wrong name: %s", text)
	}
	if text := commandedFails(t, "admin", "renew", "--data", data); !strings.Contains(text, "stop that process first") {
		t.Errorf("renew: %s", text)
	}
	if text := commanded(t, "admin", "scrub", "--data", data, "1", "Quirina"); !strings.Contains(text, "Records changed: 1") {
		t.Errorf("scrub: %s", text)
	}
	for anna.next() {
	}
	if anna.bye != "restart" {
		t.Errorf("who is connected is told %q", anna.bye)
	}
	anna = s.sit(t, "1", secret)
	for anna.fresh {
		anna.next()
	}
	if seen := fmt.Sprint(anna.info); !strings.Contains(seen, "N.N.") || strings.Contains(seen, "Quirina") {
		t.Errorf("who comes back sees %s", seen)
	}
	if text := commanded(t, "admin", "forget", "--data", data, "--json", desk["id"].(string)); !strings.Contains(text, `"id"`) {
		t.Errorf("forget: %s", text)
	}
	if status := look(); status != http.StatusNotFound {
		t.Errorf("a desk that is deleted: %d", status)
	}
	if answer, status := s.try(t, path, fmt.Sprintf(`{"from":0,"secret":%q,"lines":["seats Zacharias Anna Cla"]}`, write)); status < 400 {
		t.Errorf("one can still book there: %d %v", status, answer)
	}
	for _, name := range []string{"Quirina", "Zacharias"} {
		files, _ := filepath.Glob(filepath.Join(data, server.DatabaseName+"*"))
		for _, file := range files {
			if content, err := os.ReadFile(file); err != nil || bytes.Contains(content, []byte(name)) {
				t.Errorf("%s has %s: %v", file, name, err)
			}
		}
	}
	_ = s.end(syscall.SIGKILL)
	s = startServer(t, data) // a socket is left behind
	if text := commanded(t, "admin", "scrub", "--data", data, "1", "Anna"); !strings.Contains(text, "Records changed: 1") {
		t.Errorf("scrub: %s", text)
	}
	anna = s.sit(t, "1", secret)
	if text := commanded(t, "admin", "close", "--data", data, "1"); !strings.Contains(text, "is closed") {
		t.Errorf("close: %s", text)
	}
	for anna.next() {
	}
	if anna = s.sit(t, "1", secret); anna.heard(2) || anna.bye != "table" {
		t.Errorf("who comes back to a closed table is told %q", anna.bye)
	}
	over := s.post(t, "/api/tables", `{"name":"Ursina"}`) // its evening is over, and she looks at it
	ursina := s.sit(t, over["table"].(string), over["secret"].(string))
	ursina.send(`{"t":"end"}`)
	waittest.Until(t, "the evening is over", func() bool { return !ursina.next() || ursina.info["stage"] == "over" })
	s.post(t, "/api/kasse", `{"lines":["seats Zeno Anna Cla"]}`)
	if text := commanded(t, "admin", "retention", "--data", data, "--keep-list", "0"); !strings.Contains(text, "deleted: 2.") {
		t.Errorf("retention: %s", text)
	}
	for ursina.next() {
	}
	if ursina = s.sit(t, over["table"].(string), over["secret"].(string)); ursina.heard(2) || ursina.bye != "table" {
		t.Errorf("who comes back to a deleted table is told %q", ursina.bye)
	}
	files, _ := filepath.Glob(filepath.Join(data, server.DatabaseName+"*"))
	for _, file := range files {
		if content, err := os.ReadFile(file); err != nil || bytes.Contains(content, []byte("Ursina")) {
			t.Errorf("%s has Ursina: %v", file, err)
		}
	}
	if text := commanded(t, "admin", "list", "--data", data); strings.Count(text, "closed") < 2 {
		t.Errorf("--keep-list: %s", text)
	}
	_ = s.end(syscall.SIGTERM)
	if left, _ := filepath.Glob(filepath.Join(data, "*.sock")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
