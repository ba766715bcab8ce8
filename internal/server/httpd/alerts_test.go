package httpd

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// metric finds a name of ours in a rule; a histogram's series have its name and an ending.
var metric = regexp.MustCompile(`chratze_[a-z_]+`)

// TestAlertsHaveTheirMetrics: the rules in deploy name metrics that the server has, and Prometheus takes them where it is
// installed (make verify).
func TestAlertsHaveTheirMetrics(t *testing.T) {
	t.Parallel()
	m := NewMetrics()
	m.limited.WithLabelValues("test").Inc()
	m.requests.WithLabelValues("test", "200").Inc()
	m.readyBy(func() string { return "" })
	m.Add(DataBy(func() Data { return Data{} }))
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for _, f := range families {
		has[f.GetName()] = true
	}
	if promtool, err := exec.LookPath("promtool"); err == nil {
		if said, err := exec.Command(promtool, "check", "rules", "../../../deploy/alerts.yml").CombinedOutput(); err != nil {
			t.Errorf("promtool: %v\n%s", err, said)
		}
	}
	for _, file := range []string{"alerts.yml", "dashboard.json"} {
		text, err := os.ReadFile("../../../deploy/" + file)
		if err != nil {
			t.Fatal(err)
		}
		found := metric.FindAllString(string(text), -1)
		if len(found) < 5 {
			t.Errorf("deploy/%s names %q only", file, found)
		}
		for _, name := range found {
			if !has[strings.TrimSuffix(name, "_bucket")] {
				t.Errorf("deploy/%s names %s, which the server hasn't", file, name)
			}
		}
	}
}

// TestAlarms: the rules for the data are quiet while all is well, and speak when the disk fills or the last backup is old. Prometheus
// itself says so.
func TestAlarms(t *testing.T) {
	t.Parallel()
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("no promtool: CHRATZE_VERIFY=1 scripts/setup.sh installs it")
	}
	rules, err := filepath.Abs("../../../deploy/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	const day = 24 * time.Hour
	text := "rule_files: [" + rules + "]\nevaluation_interval: 1m\ntests:\n"
	for _, tt := range []struct {
		free, backup string // per minute
		after        time.Duration
		disk, old    int
	}{
		{"50e9+0x6000", "0+0x6000", day, 0, 0},
		{"50e9+0x6000", "1e5+0x6000", 3 * day, 0, 0},
		{"50e9+0x6000", "1e5+0x6000", 4 * day, 0, 1},
		{"50e9+0x6000", "0+0x6000", 3 * day, 0, 1},
		{"400e6+0x6000", "0+0x6000", day, 1, 0},
		{"50e9-20e6x6000", "0+0x6000", 8 * time.Hour, 1, 0},
		{"50e9-1e6x6000", "0+0x6000", 8 * time.Hour, 0, 0},
	} {
		text += fmt.Sprintf("- interval: 1m\n  input_series:\n  - {series: chratze_disk_free_bytes, values: %s}\n  - {series: chratze_backup_seconds, values: %s}\n  promql_expr_test:\n", tt.free, tt.backup)
		for alert, n := range map[string]int{"ChratzeDiskFills": tt.disk, "ChratzeBackupOld": tt.old} {
			samples := "[]"
			if n > 0 {
				samples = "[{labels: '{}', value: 1}]"
			}
			text += fmt.Sprintf("  - {expr: 'count(ALERTS{alertname=\"%s\",alertstate=\"firing\"})', eval_time: %dm, exp_samples: %s}\n", alert, int(tt.after.Minutes()), samples)
		}
	}
	file := filepath.Join(t.TempDir(), "alarms.yml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command(promtool, "test", "rules", file).CombinedOutput(); err != nil {
		t.Errorf("promtool: %v\n%s", err, said)
	}
}

// TestDashboardHasItsSource: each panel shows the Prometheus that one chooses; without, Grafana takes what it calls default.
func TestDashboardHasItsSource(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../deploy/dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Templating struct {
			List []struct{ Name, Type, Query string }
		}
		Panels []struct {
			Title      string
			Datasource struct{ Type, UID string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	if list := board.Templating.List; len(list) != 1 || list[0].Type != "datasource" || list[0].Query != "prometheus" {
		t.Fatalf("the variables: %+v", list)
	}
	for _, p := range board.Panels {
		if p.Datasource.UID != "${"+board.Templating.List[0].Name+"}" {
			t.Errorf("%s: the source is %+v", p.Title, p.Datasource)
		}
	}
}

// TestWhatIsMeasured: requests are counted by route, of which no guest can make more; whether tables can be played is a
// gauge; and how long an act takes is measured.
func TestWhatIsMeasured(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.MetricsToken = "for-prometheus" })
	for _, path := range []string{"/healthz", "/nowhere", "/v/1", "/v/2", "/kasse", "//kasse/x"} {
		s.request("GET", path, "", http.Header{})
	}
	metrics := func() string {
		r, text := s.get("/metrics", http.Header{"Authorization": {"Bearer for-prometheus"}})
		if r.StatusCode != http.StatusOK {
			t.Fatal(r.Status)
		}
		return text
	}
	anna := s.play(s.free(`{"name":"Anna","pace":0,"bot":"stammtisch-1"}`), 1)
	anna.send(`{"t":"start"}`)
	anna.playUntil(func() bool { return anna.hand() > 1 })
	text := metrics()
	for _, want := range []string{`chratze_requests_total{route="GET /healthz",status="200"} 1`, `{route="GET /v/{version}/{file...}",status="307"} 2`, "chratze_ready 1", `chratze_act_seconds_bucket{le="0.0005"} `} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, regexp.MustCompile("chratze_requests.*").FindAllString(text, -1))
		}
	}
	if strings.Contains(text, "/v/1") {
		t.Error("a guest makes routes")
	}
	if strings.Contains(text, "chratze_act_seconds_count 0") {
		t.Error("no act is measured")
	}
	s.server.Stop()
	if !strings.Contains(metrics(), "chratze_ready 0") {
		t.Error("a server that stops is ready")
	}
}
