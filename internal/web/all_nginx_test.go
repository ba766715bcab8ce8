package web_test

import (
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table"
	"chratze/internal/waittest"
)

// behindNginx starts nginx with deploy/proxy/nginx.conf, as it is for a path of a site (docs/operations.md), before a
// server. It returns the address of the site, and what was asked for so far, by lines.
func behindNginx(t *testing.T, s *site) (site string, asked func() string) {
	t.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		program = "/usr/sbin/nginx"
	}
	if _, err := os.Stat(program); err != nil && os.Getenv("CI") == "" {
		t.Skip("SKIPPED: no nginx; CHRATZE_VERIFY=1 scripts/setup.sh installs it")
	}
	config, err := os.ReadFile("../../deploy/proxy/nginx.conf")
	must(t, err)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	at, dir := free.Addr().String(), t.TempDir()
	must(t, free.Close())
	text, server := string(config), strings.TrimPrefix(s.http.URL, "http://")
	for _, change := range [][2]string{
		{"location / {", "location " + s.base + "/ {"}, {"http://127.0.0.1:8080", "http://" + server}, {"listen 443 ssl;", "listen " + at + ";"},
		{"\tssl_certificate /etc/letsencrypt/live/karten.example/fullchain.pem;\n", ""}, {"\tssl_certificate_key /etc/letsencrypt/live/karten.example/privkey.pem;\n", ""},
		{"map $http_upgrade", "log_format asked '$request_method $uri $status';\naccess_log " + dir + "/asked asked; \nclient_body_temp_path " + dir + ";\nproxy_temp_path " + dir + ";\nmap $http_upgrade"},
	} {
		if !strings.Contains(text, change[0]) {
			t.Fatalf("deploy/proxy/nginx.conf has no %q", change[0])
		}
		text = strings.Replace(text, change[0], change[1], 1)
	}
	main := filepath.Join(dir, "main.conf")
	must(t, os.WriteFile(main, []byte("daemon off;\nmaster_process off;\npid "+dir+"/pid;\nerror_log stderr;\nevents {}\nhttp {\n"+text+"}\n"), 0o600))
	nginx := exec.Command(program, "-p", dir, "-c", main)
	var said strings.Builder
	nginx.Stderr = &said
	must(t, nginx.Start())
	t.Cleanup(func() {
		_ = nginx.Process.Kill()
		_ = nginx.Wait() // it was killed
		if t.Failed() {
			t.Log(said.String())
		}
	})
	waittest.Until(t, "nginx listens", func() bool {
		conn, err := net.Dial("tcp", at)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
	return "http://" + at, func() string {
		lines, err := os.ReadFile(filepath.Join(dir, "asked"))
		must(t, err)
		return string(lines)
	}
}

// TestTwoPhonesBehindNginx: nginx passes /cards/ of a site on to the server. On a phone somebody makes a table; on a second
// phone a friend sits down by the link, another by the code. They read who can check the deals, and play a hand that
// their phones check. Nothing outside of the path is asked for, and nothing that isn't there.
func TestTwoPhonesBehindNginx(t *testing.T) {
	onlyVerify(t, "nginx is part of it")
	t.Parallel()
	needBrowser(t)
	s := &site{t: t, seed: 5, log: hosttest.NewMemory(), bot: table.StandIn, base: "/cards"}
	s.start()
	t.Cleanup(func() { s.stop() })
	outside, asked := behindNginx(t, s)
	home, small := outside+"/cards/", phone
	r, err := http.Get(strings.TrimSuffix(home, "/"))
	must(t, err)
	must(t, r.Body.Close())
	if r.Request.URL.String() != home {
		t.Errorf("without the last slash people come to %s", r.Request.URL)
	}

	a := newTab(t, s, small, "")
	a.visit(home)
	a.tap("#friends")
	a.set("[name=name]", "Anna")
	a.tap("#make")
	a.wait(`document.body.dataset.stage === 'lobby' && document.querySelector('.qr').naturalWidth > 0`)
	if text := eval[string](a, `document.querySelector('#panel').innerText`); !strings.Contains(text, "Everybody at the table can check every deal") || !strings.Contains(text, "Spectators can't") {
		t.Errorf("who can check the deals? The table says %q", text)
	}
	link := eval[string](a, `document.querySelector('.invitation a').href`)
	if !strings.HasPrefix(link, home+"#") {
		t.Errorf("friends come by %q", link)
	}
	b := newTab(t, s, small, "")
	b.visit(link)
	b.set("[name=name]", "Beat")
	b.tap("#join")
	c := newTab(t, s, small, "")
	c.visit(home)
	c.tap("#coded")
	c.set("[name=name]", "Chregu")
	at, err := url.Parse(link)
	must(t, err)
	c.set("[name=code]", strings.ToLower(at.Fragment))
	c.tap("#join")
	a.wait(`document.body.innerText.includes('Beat') && document.body.innerText.includes('Chregu')`)
	for _, p := range []*tab{a, b, c} { // a page that comes too late for the first deal has no number in it
		p.wait(`Object.values(localStorage).some((text) => text.includes('"sent":true'))`)
	}
	a.tap("[data-act=start]")
	for _, p := range []*tab{a, b, c} {
		p.wait(`document.body.dataset.stage === 'playing' && location.pathname.startsWith('/cards/t/')`)
	}
	playHand(a, b, c)
	for _, p := range []*tab{a, b, c} {
		p.wait(`document.querySelector('#panel .proof')`)
		if mark := p.proof(); mark != "good" {
			t.Errorf("the mark of the deal is %q", mark)
		}
		if wide := eval[int64](p, `document.documentElement.scrollWidth`); wide > small.w {
			t.Errorf("the page is %d wide on a phone of %d", wide, small.w)
		}
	}
	for line := range strings.Lines(asked()) {
		if word := strings.Fields(line); !strings.HasPrefix(word[1], "/cards") || word[2] >= "400" {
			t.Errorf("it is asked for %s", line)
		}
	}
}
