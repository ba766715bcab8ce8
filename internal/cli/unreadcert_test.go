package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUnreadableCertificate: a start whose certificate can't be read ends with the code after which the unit doesn't try
// again each second, and says what a person has to do.
func TestUnreadableCertificate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	missing := filepath.Join(dir, "cert.pem")
	var out bytes.Buffer
	exit := run([]string{"serve", "--addr", "127.0.0.1:0", "--data", dir, "--lang", "en", "--tls-cert", missing, "--tls-key", missing}, strings.NewReader(""), &out, &out)
	if exit != exitMisuse || !strings.Contains(out.String(), "in files that this user can read") {
		t.Errorf("exit %d, want %d:\n%s", exit, exitMisuse, &out)
	}
	if unit, err := os.ReadFile("../../deploy/chratze.service"); err != nil || !strings.Contains(string(unit), "\nRestartPreventExitStatus=2\n") {
		t.Error("the unit starts again after exit code 2")
	}
}
