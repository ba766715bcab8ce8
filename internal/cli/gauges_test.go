package cli

import (
	"math"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"chratze/internal/server/store/postgres/pgtest"
)

// dataGauges returns what /metrics tells of the data of a server with the token M, by name.
func dataGauges(t *testing.T, base string) map[string]float64 {
	t.Helper()
	all := map[string]float64{}
	for _, found := range regexp.MustCompile(`(?m)^chratze_(tables|database_bytes|disk_free_bytes|backup_seconds) (\S+)$`).FindAllStringSubmatch(scrape(t, base), -1) {
		value, err := strconv.ParseFloat(found[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		all[found[1]] = value
	}
	return all
}

// TestDataGauges: the metrics tell how many tables are live, what the data and their disk measure, and when the last backup was made.
func TestDataGauges(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startServer(t, data, "--metrics-token", "M")
	before := dataGauges(t, s.base)
	if before["tables"] != 0 || before["database_bytes"] < 1000 || before["backup_seconds"] != 0 || len(before) < 3 {
		t.Errorf("at first: %v", before)
	}
	if free, told := before["disk_free_bytes"]; told != (runtime.GOOS == "linux" || runtime.GOOS == "darwin") || told && free < 1 {
		t.Errorf("the disk has %v bytes", free)
	}
	s.post(t, "/api/tables", `{"name":"Anna"}`)
	began := time.Now()
	commanded(t, "backup", "--data", data, filepath.Join(t.TempDir(), "copy.db"))
	after := dataGauges(t, s.base)
	if after["tables"] != 1 || math.Abs(after["backup_seconds"]-float64(began.Unix())) > 600 {
		t.Errorf("with a table and a backup: %v", after)
	}
	none := filepath.Join(data, "none")
	if out := commandedFails(t, "backup", "--data", data, filepath.Join(none, "copy.db")); !strings.Contains(out, none+": there is no such folder for the backup") {
		t.Errorf("into a folder that is missing: %s", out)
	}
	if again := dataGauges(t, s.base); again["backup_seconds"] != after["backup_seconds"] {
		t.Errorf("a backup that failed counts: %v", again)
	}
}

// TestDataGaugesOnPostgres: what a server there can't know, its metrics don't tell.
func TestDataGaugesOnPostgres(t *testing.T) {
	t.Parallel()
	pg := pgtest.New(t)
	s := startServer(t, t.TempDir(), "--metrics-token", "M", "--db", pg.URL)
	s.post(t, "/api/tables", `{"name":"Anna"}`)
	if all := dataGauges(t, s.base); all["tables"] != 1 || all["database_bytes"] < 1000 || len(all) != 2 {
		t.Errorf("%v", all)
	}
}
