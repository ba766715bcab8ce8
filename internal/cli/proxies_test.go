//go:build linux

package cli

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"chratze/internal/client"
	"chratze/internal/waittest"
)

// proxies are the configurations in deploy/proxy, and what is another in the test: plain http at a port of its own.
//
//lattice:table
var proxies = []struct {
	file    string
	instead [][2]string // AT is where the proxy listens
	command func(file, dir string) []string
}{
	{"Caddyfile", [][2]string{{"karten.example {", "{\n\tadmin off\n\tauto_https off\n}\nhttp://AT {"}},
		func(file, _ string) []string {
			return []string{"caddy", "run", "--adapter", "caddyfile", "--config", file}
		}},
	{"nginx.conf", [][2]string{{"listen 443 ssl;", "listen AT;"}, {"\tssl_certificate /etc/letsencrypt/live/karten.example/fullchain.pem;\n", ""},
		{"\tssl_certificate_key /etc/letsencrypt/live/karten.example/privkey.pem;\n", ""}, {"map $http_upgrade", "client_body_temp_path DIR;\nproxy_temp_path DIR;\naccess_log off;\nmap $http_upgrade"}},
		func(file, dir string) []string {
			main := filepath.Join(dir, "main.conf")
			_ = os.WriteFile(main, []byte("daemon off;\nmaster_process off;\npid "+dir+"/pid;\nerror_log stderr;\nevents {}\nhttp {\ninclude "+file+";\n}\n"), 0o600) // nginx says if it isn't there
			return []string{"nginx", "-p", dir, "-c", main}
		}},
	{"haproxy.cfg", [][2]string{{"bind :443 ssl crt /etc/haproxy/karten.pem alpn h2,http/1.1", "bind AT"}, {"X-Forwarded-Proto https", "X-Forwarded-Proto http"}},
		func(file, _ string) []string { return []string{"haproxy", "-db", "-f", file} }},
}

// TestProxies: with the configurations in deploy/proxy, by Debian's Caddy, nginx and HAProxy, a person sits down and stays
// connected although they say nothing for longer than a proxy waits; limits count the person's own address, which
// nobody can claim to be another.
func TestProxies(t *testing.T) {
	t.Parallel()
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("SKIPPED: proxies are part of make verify: CHRATZE_VERIFY=1")
	}
	for _, proxy := range proxies {
		t.Run(proxy.file, func(t *testing.T) {
			t.Parallel()
			at, behind := freeAddress(t), freeAddress(t)
			base := "http://" + at
			startProxy(t, proxy.file, append(proxy.instead, [2]string{"127.0.0.1:8080", behind}, [2]string{"AT", at}), proxy.command, at)
			flags := []string{"--addr", behind, "--proxies", "127.0.0.1", "--public-url", base, "--address-connections", "1"}
			if out := checked(t, append(flags, "--data", t.TempDir())...); strings.Count(out, " fine") != 6 {
				t.Errorf("serve --check says\n%s", out)
			}
			s := startServer(t, t.TempDir(), flags...)

			seat, err := client.Make(t.Context(), base, nil, map[string]any{"name": "Anna"})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(seat.Link, base) {
				t.Errorf("the link is %s, people come by %s", seat.Link, base)
			}
			claims, _ := http.NewRequestWithContext(t.Context(), "GET", base+"/readyz", nil)
			claims.Header.Set("X-Forwarded-Prefix", "/claimed")
			if r, err := http.DefaultClient.Do(claims); err != nil || r.Body.Close() != nil || strings.Contains(s.stderr.String(), "X-Forwarded-Prefix") {
				t.Errorf("a path that a person claims is passed on: %v %s", err, s.stderr)
			}
			header := http.Header{"Authorization": {"Bearer " + seat.Secret}}
			conn, err := client.Dial(t.Context(), base+"/ws/"+seat.Table, header)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			second := header.Clone()
			second.Set("X-Forwarded-For", "203.0.113.7")
			var refused *client.StatusError
			if _, err := client.Dial(t.Context(), base+"/ws/"+seat.Table, second); !errors.As(err, &refused) || refused.Status != http.StatusTooManyRequests {
				t.Errorf("a second connection, with another address claimed: %v, expected 429", err)
			}
			if status := upgrade(t, "127.0.0.2", base+"/ws/"+seat.Table, header); status != http.StatusSwitchingProtocols {
				t.Errorf("the first connection from another address: %d, expected 101", status)
			}
			ended := make(chan error, 1)
			go func() {
				for {
					if _, err := conn.Read(); err != nil {
						ended <- err
						return
					}
				}
			}()
			select {
			case err := <-ended:
				t.Errorf("a silent connection was cut: %v", err)
			case <-time.After(70 * time.Second):
			}
		})
	}
}

// TestCaddyBelowAPath: with the lines of docs/operations.md for a path of a site, people who leave out the last slash come
// to the pages, too, and what lies beside the path isn't passed on.
func TestCaddyBelowAPath(t *testing.T) {
	t.Parallel()
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("SKIPPED: proxies are part of make verify: CHRATZE_VERIFY=1")
	}
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(string(text), "```text\n# Caddy, in the site's block\n")
	lines, _, _ = strings.Cut(lines, "```")
	at, behind := freeAddress(t), freeAddress(t)
	base := "http://" + at
	startServer(t, t.TempDir(), "--addr", behind, "--proxies", "127.0.0.1", "--public-url", base, "--base-path", "/cards")
	caddy := proxies[0]
	startProxy(t, caddy.file, append(caddy.instead, [2]string{"\treverse_proxy 127.0.0.1:8080 {\n\t\theader_up -X-Forwarded-Prefix # what people claim about a path goes\n\t}\n", lines}, [2]string{"127.0.0.1:8080", behind}), caddy.command, at)
	for path, lands := range map[string]string{"/cards": "/cards/", "/cards/": "/cards/", "/cards/learn/1": "/cards/learn/1", "/healthz": "/healthz"} {
		r, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(r.Body)
		if err := errors.Join(err, r.Body.Close()); err != nil {
			t.Fatal(err)
		}
		if inside := strings.HasPrefix(path, "/cards"); r.Request.URL.Path != lands || (len(page) > 0) != inside {
			t.Errorf("%s: %d bytes from %s", path, len(page), r.Request.URL)
		}
	}
	seat, err := client.Make(t.Context(), base+"/cards", nil, map[string]any{"name": "Anna"})
	if err != nil || !strings.HasPrefix(seat.Link, base+"/cards/") {
		t.Errorf("the link is %q (%v)", seat.Link, err)
	}
}

// startProxy runs a proxy until the test ends.
func startProxy(t *testing.T, name string, instead [][2]string, command func(file, dir string) []string, at string) {
	t.Helper()
	config, err := os.ReadFile("../../deploy/proxy/" + name)
	if err != nil {
		t.Fatal(err)
	}
	text, dir := string(config), t.TempDir()
	for _, pair := range append(instead, [2]string{"AT", at}) {
		if pair[0] != "AT" && !strings.Contains(text, pair[0]) {
			t.Fatalf("deploy/proxy/%s has no %q", name, pair[0])
		}
		text = strings.ReplaceAll(text, pair[0], pair[1])
	}
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(text, "DIR", dir)), 0o600); err != nil {
		t.Fatal(err)
	}
	args := command(file, dir)
	program, err := exec.LookPath(args[0])
	if err != nil {
		program = "/usr/sbin/" + args[0]
	}
	cmd := exec.Command(program, args[1:]...)
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skipf("SKIPPED: no %s; CHRATZE_VERIFY=1 scripts/setup.sh installs it", args[0])
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
		if t.Failed() {
			t.Log(said.String())
		}
	})
	waittest.Until(t, args[0]+" listens", func() bool {
		conn, err := net.Dial("tcp", at)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
}

// upgrade asks for a WebSocket from an address of this machine, and returns the status.
func upgrade(t *testing.T, from, url string, header http.Header) int {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	request, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = header.Clone()
	for key, value := range map[string]string{"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="} {
		request.Header.Set(key, value)
	}
	answer, err := (&http.Transport{DialContext: dialer.DialContext}).RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}
