package projecttest_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestPracticeLinksNoNetwork: the table of practice runs in the page, so it links nothing that only
// servers need. A room that it imports must not pull that in.
func TestPracticeLinksNoNetwork(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("go", "list", "-deps", "./cmd/practice")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Fields(string(out))
	if !slices.Contains(linked, module+"/internal/table/host") {
		t.Fatalf("the host isn't linked: what is looked at? %d packages", len(linked))
	}
	for _, pkg := range linked {
		if pkg == "net" || pkg == "net/http" || pkg == "crypto/tls" || strings.HasPrefix(pkg, module+"/internal/cluster") || strings.HasPrefix(pkg, module+"/internal/server") {
			t.Errorf("practice.wasm links %s", pkg)
		}
	}
}
