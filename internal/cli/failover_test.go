//go:build unix

package cli

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	server "chratze/internal/server/run"
	"chratze/internal/server/store/postgres/pgtest"
	"chratze/internal/waittest"
)

// TestPostgresFailsOver: of two PostgreSQL with synchronous replication the first dies under play, and the second is promoted. A
// server alone and three that share the database go on by themselves, and nothing that anybody has seen is lost.
func TestPostgresFailsOver(t *testing.T) {
	t.Parallel()
	for name, nodes := range map[string]int{"alone": 1, "three": 3} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first, data := pgtest.New(t), t.TempDir()
			second := first.Standby(t)
			waittest.Until(t, "commits wait for the standby", func() bool { return first.InSync(t) })
			host := func(s *pgtest.Server) string {
				u, err := url.Parse(s.URL)
				if err != nil {
					t.Fatal(err)
				}
				return u.Host
			}
			db := "postgres://chratze@" + host(first) + "," + host(second) + "/chratze?target_session_attrs=read-write"
			key := filepath.Join(t.TempDir(), "key")
			if err := os.WriteFile(key, []byte(rand.Text()), 0o600); err != nil {
				t.Fatal(err)
			}
			e := &evening{T: t, quiet: 30 * time.Second}
			var servers []*serving
			for i := range nodes {
				flags := []string{"--db", db}
				if nodes > 1 {
					flags = append(flags, "--node", fmt.Sprint("node", i), "--peer-key", key, "--peer-address", freeAddress(t))
				}
				servers = append(servers, startServer(t, filepath.Join(data, fmt.Sprint(i)), flags...))
				e.bases = append(e.bases, servers[i].base)
			}
			e.away.Store(true)
			e.begin(servers[0], 6, 3)
			e.wait(40 * len(e.people))
			first.Kill(t)
			waittest.Until(t, "a server says that it can't write", func() bool {
				answer, err := http.Get(servers[0].base + "/readyz")
				if err != nil {
					t.Fatal(err)
				}
				_ = answer.Body.Close()
				return answer.StatusCode == http.StatusServiceUnavailable
			})
			second.Promote(t)
			begin := time.Now()
			t.Logf("after the promotion everybody was told something again within %v", slices.Max(e.again(begin)))
			e.wait(20 * len(e.people))
			e.end()
			for _, s := range servers {
				if err := s.end(syscall.SIGTERM); err != nil {
					t.Errorf("%v\n%s", err, s.stderr)
				}
			}
			e.check(server.Database{Dir: data, URL: second.URL})
			if out := commanded(t, "admin", "lost", "--db", db, "--data", data); !strings.Contains(out, "Nothing was ever missing") {
				t.Error(out)
			}
		})
	}
}
