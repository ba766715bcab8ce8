package httpd

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// metric finds a name of ours in a rule; a histogram's series have its name and an ending.
var metric = regexp.MustCompile(`chratze_[a-z_]+`)

// TestAlertsHaveTheirMetrics: the rules in deploy name metrics that the server has, and Prometheus takes them where it is
// installed (make verify).
func TestAlertsHaveTheirMetrics(t *testing.T) {
	t.Parallel()
	m := NewMetrics()
	m.limited.WithLabelValues("test").Inc()
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
	text, err := os.ReadFile("../../../deploy/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	found := metric.FindAllString(string(text), -1)
	if len(found) < 5 {
		t.Errorf("the rules name %q only", found)
	}
	for _, name := range found {
		if !has[strings.TrimSuffix(name, "_bucket")] {
			t.Errorf("deploy/alerts.yml names %s, which the server hasn't", name)
		}
	}
}
