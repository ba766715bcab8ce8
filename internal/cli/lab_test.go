package cli

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"chratze/internal/waittest"
)

// loaded is what rams-lab load --json says of a server, as far as these tests read it. Times are milliseconds since 1970.
type loaded struct {
	Moves   int64
	Faults  map[string]int64
	Outages []outage
}

type outage struct {
	Lost      int64 `json:"lost"`
	FirstBack int64 `json:"first_back"`
	P99Back   int64 `json:"p99_back"`
	AllBack   int64 `json:"all_back"`
}

// lostConnections is the fault that a kill of a server is.
const lostConnections = "lost connections"

// playLoad lets rams-lab play at a server of startServer's, and calls during several times a second with the seconds since then.
func playLoad(t *testing.T, url string, during func(seconds int64), flags ...string) (r loaded) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "rams-lab")
	if out, err := exec.Command("go", "-C", "../../lab", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var said, out strings.Builder
	cmd := exec.CommandContext(t.Context(), program, append([]string{"load", "--json", "--token", "none", "--url", url}, flags...)...)
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	began, ended := time.Now(), make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for tick := time.NewTicker(100 * time.Millisecond); ; {
		select {
		case <-tick.C:
			during(int64(time.Since(began).Seconds()))
			continue
		case <-ended: // with 1 if there were faults
		}
		break
	}
	if err := json.Unmarshal([]byte(out.String()), &r); err != nil {
		t.Fatalf("%v: %s%s", err, &out, &said)
	}
	t.Logf("rams-lab load: %s", &out)
	return r
}

// TestManyComeBack kills a server with many tables and starts it again: all come
// back, and nothing that anybody was told is lost. It logs how long that takes.
func TestManyComeBack(t *testing.T) {
	t.Parallel()
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("part of make verify: 4000 connections")
	}
	data := t.TempDir()
	s := startServer(t, data)
	ready := make(chan time.Duration, 1)
	time.AfterFunc(20*time.Second, func() {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
		began := time.Now()
		s = startServer(t, data, "--addr", strings.TrimPrefix(s.base, "http://"))
		if answer, err := http.Get(s.base + "/readyz"); err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("it isn't ready: %v", err)
		}
		ready <- time.Since(began)
	})
	r := playLoad(t, s.base, func(int64) {}, "--tables", "1000", "--warm", "0s", "--duration", "40s", "--pace", "1s")
	t.Logf("ready after %v", <-ready)
	delete(r.Faults, lostConnections)
	if len(r.Faults) > 0 {
		t.Errorf("faults %v", r.Faults)
	}
	if len(r.Outages) != 1 || r.Outages[0].AllBack == 0 {
		t.Errorf("outages %+v", r.Outages)
	}
}

// longer tries something that takes a time, at first half a second of it and then more, until it comes to
// what has to come.
func longer(t *testing.T, what string, comes func(time.Duration) bool) {
	t.Helper()
	for d := 500 * time.Millisecond; !comes(d); d *= 4 {
		if d > time.Minute {
			t.Fatal(waittest.Late(what))
		}
	}
}

// scrape returns what /metrics says of a server with the token M.
func scrape(t *testing.T, base string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/metrics", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer M")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// metric returns the value of a metric of a server with the token M.
func metric(t *testing.T, at, name string) string {
	t.Helper()
	_, value, ok := strings.Cut(scrape(t, "http://"+at), "\n"+name)
	if !ok {
		t.Fatalf("%s says nothing of %s", at, name)
	}
	value, _, _ = strings.Cut(value, "\n")
	return value
}
