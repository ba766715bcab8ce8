package web_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/coder/websocket"

	"chratze/internal/waittest"
)

// driver is a browser other than Chromium, which chromedp can't drive: one window of it.
type driver interface {
	// evaluate returns the value of an expression as JSON, once its promise is kept.
	evaluate(ctx context.Context, expression string) ([]byte, error)
	navigate(ctx context.Context, url string) error
	click(ctx context.Context, x, y float64) error
	typed(ctx context.Context, keys string) error
	picture(ctx context.Context) ([]byte, error)
	version() string
}

// webdriverKeys are the names of keys in both protocols of W3C, by those of chromedp.
var webdriverKeys = strings.NewReplacer(kb.Enter, "\ue007", kb.Tab, "\ue004", kb.ArrowLeft, "\ue012", kb.ArrowUp, "\ue013", kb.ArrowRight, "\ue014", kb.ArrowDown, "\ue015",
	kb.End, "\ue010", kb.Home, "\ue011", kb.PageUp, "\ue00e", kb.PageDown, "\ue00f", kb.Escape, "\ue00c")

type m = map[string]any

// pressed are the actions of typing, and clicked those of a click, as WebDriver and BiDi both have them.
func pressed(keys string) []m {
	var list []m
	for _, k := range webdriverKeys.Replace(keys) {
		list = append(list, m{"type": "keyDown", "value": string(k)}, m{"type": "keyUp", "value": string(k)})
	}
	return []m{{"type": "key", "id": "keyboard", "actions": list}}
}

func clicked(x, y float64) []m {
	return []m{{"type": "pointer", "id": "mouse", "parameters": m{"pointerType": "mouse"}, "actions": []m{
		{"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
	}}}
}

// asText wraps an expression so that its value comes back as a string of JSON.
func asText(expression string) string {
	return `Promise.resolve((` + strings.TrimSuffix(strings.TrimSpace(expression), ";") + `)).then((v) => JSON.stringify(v ?? null))`
}

// otherTab opens a window of another browser on a page of the site, and runs a script there.
func otherTab(t *testing.T, at *site, d driver, script string) *tab {
	t.Helper()
	p := &tab{t: t, ctx: context.Background(), other: d, close: func() {}}
	p.visit(at.http.URL + "/web/icon.svg")
	eval[any](p, "(() => {"+introduced+script+"})()")
	return p
}

// begin starts a program with surroundings of its own, which ends with the test.
func begin(t *testing.T, env []string, name string, args ...string) (out *bufio.Reader) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = env
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		done := make(chan struct{})
		go func() { _ = cmd.Wait(); close(done) }()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			_ = cmd.Process.Kill()
			<-done
		}
		_ = r.Close()
	})
	return bufio.NewReader(r)
}

// await reads lines until one matches, and goes on reading what else is said.
func await(t *testing.T, out *bufio.Reader, pattern string) []string {
	t.Helper()
	re, found := regexp.MustCompile(pattern), make(chan []string, 1)
	var said bytes.Buffer
	go func() {
		defer close(found)
		sent := false
		for {
			line, err := out.ReadString('\n')
			if hit := re.FindStringSubmatch(line); hit != nil && !sent {
				sent = true
				found <- hit
			}
			if !sent {
				said.WriteString(line)
			}
			if err != nil {
				return
			}
		}
	}()
	select {
	case hit := <-found:
		if hit == nil {
			t.Fatalf("it ended without saying %s:\n%s", pattern, said.String())
		}
		return hit
	case <-time.After(2 * patience):
		t.Fatalf("it never says %s", pattern)
	}
	return nil
}

// need returns where a program is, or skips the test; in CI it fails.
func need(t *testing.T, pack string, names ...string) string {
	t.Helper()
	for _, name := range names {
		found, err := filepath.Glob(name)
		if err == nil && len(found) > 0 {
			return found[0]
		}
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	why := fmt.Sprintf("there is no %s: apt-get install %s, or CHRATZE_VERIFY=1 scripts/setup.sh", names[0], pack)
	if os.Getenv("CI") != "" {
		t.Fatal(why)
	}
	t.Skip("SKIPPED: " + why)
	return ""
}

// firefox is driven by WebDriver BiDi, over its own WebSocket.
type firefox struct {
	conn    *websocket.Conn
	name    string
	context string
	next    atomic.Int64
	mu      sync.Mutex
	answers map[int64]chan bidiAnswer
	faults  func(string)
}

type bidiAnswer struct {
	ID      int64
	Type    string
	Method  string
	Result  json.RawMessage
	Params  json.RawMessage
	Error   string
	Message string
}

// startFirefox starts Firefox without a screen.
func startFirefox(t *testing.T, s size) *firefox {
	t.Helper()
	path := need(t, "firefox-esr", "firefox-esr", "firefox")
	home := t.TempDir()
	env, err := surroundings(home, chosenFont())
	if err != nil {
		t.Fatal(err)
	}
	profile := filepath.Join(home, "profile")
	prefs := `user_pref("intl.accept_languages", "en-US, en");
user_pref("intl.locale.requested", "en-US");
user_pref("layout.css.prefers-color-scheme.content-override", 1);
user_pref("ui.prefersReducedMotion", 0);
user_pref("app.update.enabled", false);
user_pref("app.normandy.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("browser.safebrowsing.downloads.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("toolkit.telemetry.enabled", false);
`
	if err := errors.Join(os.MkdirAll(profile, 0o700), os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o600)); err != nil {
		t.Fatal(err)
	}
	out := begin(t, env, path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank")
	at := await(t, out, `WebDriver BiDi listening on (ws://\S+)`)[1]
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, at+"/session", nil)
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(1 << 26)
	f := &firefox{conn: conn, answers: map[int64]chan bidiAnswer{}, faults: func(string) {}}
	go f.listen()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_, _ = f.call(ctx, "browser.close", m{})
		_ = conn.CloseNow()
	})
	var session struct {
		Capabilities struct{ BrowserName, BrowserVersion string }
	}
	var tree struct{ Contexts []struct{ Context string } }
	must(t, f.ask(ctx, "session.new", m{"capabilities": m{}}, &session))
	f.name = session.Capabilities.BrowserName + " " + session.Capabilities.BrowserVersion
	must(t, f.ask(ctx, "browsingContext.getTree", m{}, &tree))
	f.context = tree.Contexts[0].Context
	must(t, f.ask(ctx, "session.subscribe", m{"events": []string{"log.entryAdded"}}, nil))
	must(t, f.ask(ctx, "browsingContext.setViewport", m{"context": f.context, "viewport": m{"width": s.w, "height": s.h}, "devicePixelRatio": 1}, nil))
	return f
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (f *firefox) listen() {
	for {
		_, data, err := f.conn.Read(context.Background())
		if err != nil {
			f.mu.Lock()
			for id, c := range f.answers {
				c <- bidiAnswer{ID: id, Error: "gone", Message: err.Error()}
			}
			f.answers = nil
			f.mu.Unlock()
			return
		}
		var a bidiAnswer
		if json.Unmarshal(data, &a) != nil {
			continue
		}
		if a.Type == "event" {
			var entry struct{ Level, Text string }
			if a.Method == "log.entryAdded" && json.Unmarshal(a.Params, &entry) == nil && entry.Level == "error" {
				f.faults(entry.Text)
			}
			continue
		}
		f.mu.Lock()
		if c := f.answers[a.ID]; c != nil {
			c <- a
			delete(f.answers, a.ID)
		}
		f.mu.Unlock()
	}
}

func (f *firefox) call(ctx context.Context, method string, params any) (json.RawMessage, error) {
	id, c := f.next.Add(1), make(chan bidiAnswer, 1)
	f.mu.Lock()
	if f.answers == nil {
		f.mu.Unlock()
		return nil, errors.New("firefox is gone")
	}
	f.answers[id] = c
	f.mu.Unlock()
	data, err := json.Marshal(m{"id": id, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	if err := f.conn.Write(ctx, websocket.MessageText, data); err != nil {
		return nil, err
	}
	select {
	case a := <-c:
		if a.Error != "" {
			return nil, fmt.Errorf("%s: %s: %s", method, a.Error, a.Message)
		}
		return a.Result, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

func (f *firefox) ask(ctx context.Context, method string, params, into any) error {
	data, err := f.call(ctx, method, params)
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(data, into)
}

func (f *firefox) evaluate(ctx context.Context, expression string) ([]byte, error) {
	var r struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	err := f.ask(ctx, "script.evaluate", m{"expression": asText(expression), "target": m{"context": f.context}, "awaitPromise": true, "userActivation": true}, &r)
	if err == nil && r.Type == "exception" {
		err = errors.New(r.ExceptionDetails.Text)
	}
	return []byte(r.Result.Value), err
}

func (f *firefox) navigate(ctx context.Context, url string) error {
	return f.ask(ctx, "browsingContext.navigate", m{"context": f.context, "url": url, "wait": "complete"}, nil)
}

func (f *firefox) click(ctx context.Context, x, y float64) error {
	return f.ask(ctx, "input.performActions", m{"context": f.context, "actions": clicked(x, y)}, nil)
}

func (f *firefox) typed(ctx context.Context, keys string) error {
	return f.ask(ctx, "input.performActions", m{"context": f.context, "actions": pressed(keys)}, nil)
}

func (f *firefox) picture(ctx context.Context) ([]byte, error) {
	var r struct{ Data []byte }
	err := f.ask(ctx, "browsingContext.captureScreenshot", m{"context": f.context}, &r)
	return r.Data, err
}

func (f *firefox) version() string { return f.name }

// webkit is driven by WebDriver, over HTTP: WebKitGTK's MiniBrowser, on a screen that nobody sees.
type webkit struct{ at, name string }

// startWebKit starts the screen, the driver and the browser.
func startWebKit(t *testing.T, s size) *webkit {
	t.Helper()
	drives := need(t, "webkit2gtk-driver", "WebKitWebDriver")
	browser := need(t, "libwebkit2gtk-4.1-0", "/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/libexec/webkit2gtk-4.1/MiniBrowser")
	home := t.TempDir()
	env, err := surroundings(home, chosenFont())
	must(t, err)
	env = append(env, "DISPLAY="+startScreen(t, env), "GDK_BACKEND=x11", "XDG_RUNTIME_DIR="+home, "LIBGL_ALWAYS_SOFTWARE=1")
	config := filepath.Join(home, ".config", "gtk-3.0")
	must(t, os.MkdirAll(config, 0o700)) // a window as narrow as a phone has no room for a toolbar
	must(t, os.WriteFile(filepath.Join(config, "gtk.css"), []byte("* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 4px; }"), 0o600))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	must(t, l.Close())
	out := begin(t, env, drives, "--host=127.0.0.1", "--port="+port)
	go func() { _, _ = io.Copy(io.Discard, out) }()
	w := &webkit{at: "http://127.0.0.1:" + port}
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	waittest.Until(t, "WebKit's driver answers", func() bool { return w.ask(ctx, http.MethodGet, "/status", nil, nil) == nil })
	var session struct {
		SessionID    string
		Capabilities struct{ BrowserName, BrowserVersion string }
	}
	must(t, w.ask(ctx, http.MethodPost, "/session", m{"capabilities": m{"alwaysMatch": m{"webkitgtk:browserOptions": m{"binary": browser, "args": []string{"--automation"}}}}}, &session))
	w.at += "/session/" + session.SessionID
	w.name = session.Capabilities.BrowserName + " " + session.Capabilities.BrowserVersion
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = w.ask(ctx, http.MethodDelete, "", nil, nil)
	})
	must(t, w.ask(ctx, http.MethodPost, "/timeouts", m{"script": 2 * patience.Milliseconds(), "pageLoad": patience.Milliseconds()}, nil))
	var want, last size
	waittest.Until(t, "a page of "+s.String(), func() bool {
		data, err := w.evaluate(ctx, `[innerWidth, innerHeight]`)
		must(t, err)
		var got [2]int64
		must(t, json.Unmarshal(data, &got))
		if now := (size{got[0], got[1]}); now == last && now != s { // it keeps a wrong size
			if want == (size{}) {
				want = s
			} else {
				want = size{want.w + s.w - now.w, want.h + s.h - now.h} // a window is larger than the page in it
			}
			must(t, w.ask(ctx, http.MethodPost, "/window/rect", m{"x": 0, "y": 0, "width": want.w, "height": want.h}, nil))
			last = size{}
		} else {
			last = now
		}
		return last == s
	})
	return w
}

// startScreen starts an X server without a screen, and returns its name.
func startScreen(t *testing.T, env []string) string {
	t.Helper()
	cmd := exec.Command(need(t, "xvfb", "Xvfb"), "-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp")
	cmd.Env = env
	r, w, err := os.Pipe()
	must(t, err)
	cmd.ExtraFiles = []*os.File{w}
	must(t, cmd.Start())
	_ = w.Close()
	t.Cleanup(func() { _ = cmd.Process.Signal(os.Interrupt); _ = cmd.Wait(); _ = r.Close() })
	number, err := bufio.NewReader(r).ReadString('\n')
	must(t, err)
	return ":" + strings.TrimSpace(number)
}

func (w *webkit) ask(ctx context.Context, method, path string, body, into any) error {
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, w.at+path, bytes.NewReader(data))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	var got struct{ Value json.RawMessage }
	if err := json.NewDecoder(answer.Body).Decode(&got); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, got.Value)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(got.Value, into)
}

func (w *webkit) evaluate(ctx context.Context, expression string) ([]byte, error) {
	var r struct{ Value, Fault string }
	script := `const done = arguments[0]; (` + `async () => (` + asText(expression) + `))().then((value) => done({value}), (e) => done({fault: String(e)}));`
	err := w.ask(ctx, http.MethodPost, "/execute/async", m{"script": script, "args": []any{}}, &r)
	if err == nil && r.Fault != "" {
		err = errors.New(r.Fault)
	}
	return []byte(r.Value), err
}

func (w *webkit) navigate(ctx context.Context, url string) error {
	return w.ask(ctx, http.MethodPost, "/url", m{"url": url}, nil)
}

func (w *webkit) click(ctx context.Context, x, y float64) error {
	return w.ask(ctx, http.MethodPost, "/actions", m{"actions": clicked(x, y)}, nil)
}

func (w *webkit) typed(ctx context.Context, keys string) error {
	return w.ask(ctx, http.MethodPost, "/actions", m{"actions": pressed(keys)}, nil)
}

func (w *webkit) picture(ctx context.Context) ([]byte, error) {
	var text string
	if err := w.ask(ctx, http.MethodGet, "/screenshot", nil, &text); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(text)
}

func (w *webkit) version() string { return w.name }
