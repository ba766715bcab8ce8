package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chratze/internal/hub/evenings"
)

// TestAdminGroups: while a server runs, a desk is deleted, and the group of its evening keeps the sums and says that the cards are gone; an export is
// verified, a name is taken out of all data, and the group is deleted.
func TestAdminGroups(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startServer(t, data)
	desk := s.post(t, "/api/kasse", `{"lines":["kasse 1","rules chratze,ante=50","money francs credit","seats Zacharias Anna Cla dealer Cla","Anna 2! Zacharias 2"]}`)
	made := s.post(t, "/api/groups", fmt.Sprintf(`{"name":"G","money":"francs","mode":"carried","enter":{"desk":%q,"secret":%q}}`, desk["id"], desk["write"]))
	id := "g" + made["id"].(string)
	get := func(query string) []byte {
		t.Helper()
		r, err := http.NewRequest(http.MethodGet, s.base+"/api/groups/"+id[1:]+query, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+made["key"].(string))
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		b, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%d %s %v", answer.StatusCode, b, err)
		}
		return b
	}
	file := filepath.Join(t.TempDir(), "group.json")
	export := get("?export=1")
	if err := os.WriteFile(file, export, 0o600); err != nil {
		t.Fatal(err)
	}
	if text := commanded(t, "group", "verify", file); !strings.Contains(text, "folded anew: 1") {
		t.Errorf("verify: %s", text)
	}
	var x evenings.Export
	if err := json.Unmarshal(export, &x); err != nil {
		t.Fatal(err)
	}
	x.Sources[desk["id"].(string)][4] = "Anna 3! Zacharias 1"
	altered, _ := json.Marshal(x)
	for name, text := range map[string][]byte{"line ": altered, "The lines aren't": bytes.Replace(export, []byte("money francs"), []byte("money euro"), 1), "no group as a file": []byte("nothing")} {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if said := commandedFails(t, "group", "verify", file); !strings.Contains(said, name) {
			t.Errorf("verify says %s, want %s", said, name)
		}
	}
	if text := commanded(t, "admin", "groups", "--data", data); !strings.HasPrefix(text, id+": ") || !strings.Contains(text, "Zacharias, Anna, Cla") {
		t.Errorf("groups: %s", text)
	}
	commanded(t, "admin", "forget", "--data", data, desk["id"].(string))
	var v struct {
		Evenings []struct{ Counts, Deleted bool }
		Open     []struct{ Amount int }
	}
	if err := json.Unmarshal(get(""), &v); err != nil || len(v.Evenings) != 1 || !v.Evenings[0].Counts || !v.Evenings[0].Deleted || len(v.Open) == 0 {
		t.Errorf("when the desk is deleted: %+v %v", v, err)
	}
	if text := commandedFails(t, "admin", "scrub", "--group", "--data", data, id, "Xenia"); !strings.Contains(text, "Zacharias") {
		t.Errorf("a wrong name: %s", text)
	}
	commanded(t, "admin", "scrub", "--group", "--data", data, id, "Zacharias")
	if b := get(""); bytes.Contains(b, []byte("Zacharias")) || !bytes.Contains(b, []byte("Guest 1")) {
		t.Errorf("after scrub the group has %s", b)
	}
	files, err := filepath.Glob(filepath.Join(data, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if b, err := os.ReadFile(name); err == nil && bytes.Contains(b, []byte("Zacharias")) {
			t.Errorf("%s has the name", name)
		}
	}
	commandedFails(t, "admin", "forget", "--data", data, "gxxxxxxxxxxxx")
	commanded(t, "admin", "forget", "--data", data, id)
	if text := commanded(t, "admin", "groups", "--data", data); !strings.Contains(text, "no groups") {
		t.Errorf("when it is deleted: %s", text)
	}
}
