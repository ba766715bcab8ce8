package cli

import (
	"bytes"
	"net"
	"strconv"
	"strings"
	"testing"

	"chratze/internal/cli/shell"
)

// TestPortTaken: a port that another program uses is said in words, with one to try.
func TestPortTaken(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	addr, port := l.Addr().String(), l.Addr().(*net.TCPAddr).Port
	next := port + 1
	if port == 65535 {
		next = 8081
	}
	var stdout, stderr bytes.Buffer
	code := execute(t.Context(), shell.New(), []string{"serve", "--lang", "en", "--addr", addr, "--data", t.TempDir()}, strings.NewReader(""), &stdout, &stderr)
	want := "another program uses port " + strconv.Itoa(port) + ". Stop it, or try another port: --addr 127.0.0.1:" + strconv.Itoa(next) + "\n"
	if code != exitFailed || !strings.HasSuffix(stderr.String(), want) {
		t.Errorf("exit code %d, %q; want %q at the end", code, stderr.String(), want)
	}
}
