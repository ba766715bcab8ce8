package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/crypto/acme/autocert"
	"rsc.io/qr"

	"chratze/internal/locale"
	"chratze/internal/server/httpd"
)

// site is a server with its listeners.
type site struct {
	server   *http.Server
	listener net.Listener
	redirect *http.Server // plain HTTP, sent on; nil: none
	plain    net.Listener
	log      *slog.Logger
}

// listen opens the listeners, so that a wrong address is told at once.
func (f *serveFlags) listen(dir string, handler http.Handler) (*site, error) {
	s := &site{server: f.httpServer(handler), log: f.logger}
	if f.sockets == nil {
		f.sockets = &httpd.Sockets{Metrics: httpd.NewMetrics(), Logger: f.logger}
	}
	s.server.ConnState = f.sockets.State
	switch {
	case len(f.domains) > 0:
		m := &autocert.Manager{Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(filepath.Join(dir, "acme")), HostPolicy: autocert.HostWhitelist(f.domains...), Client: f.acme}
		s.server.TLSConfig = m.TLSConfig()
		if f.httpAddr != "" {
			plain, err := net.Listen("tcp", f.httpAddr)
			if err != nil { // certificates can be had without
				f.logger.Warn("plain HTTP is not sent on to HTTPS", "err", err)
			} else {
				s.plain, s.redirect = plain, f.httpServer(m.HTTPHandler(nil))
			}
		}
	case f.cert != "":
		c := &certificate{cert: f.cert, key: f.key}
		if _, err := c.get(nil); err != nil {
			return nil, errors.New(f.say.T("serve.cant-read-cert", locale.Args{"reason": err}))
		}
		s.server.TLSConfig = &tls.Config{GetCertificate: c.get, MinVersion: tls.VersionTLS12}
	}
	var err error
	if s.listener, err = net.Listen("tcp", f.addr); err != nil {
		return nil, errors.New(f.cantListen(err))
	}
	s.listener = f.sockets.Listen(s.listener)
	return s, nil
}

// windowsInUse is WSAEADDRINUSE, which Windows says of a port that is taken.
const windowsInUse = syscall.Errno(10048)

// cantListen says why there is no listener; where another program has the port, which
// one to try instead.
func (f *serveFlags) cantListen(err error) string {
	host, port, bad := net.SplitHostPort(f.addr)
	if bad != nil || !errors.Is(err, syscall.EADDRINUSE) && !errors.Is(err, windowsInUse) {
		return f.say.T("serve.cant-listen", locale.Args{"value": f.addr, "reason": err})
	}
	next := "8081"
	if n, err := strconv.Atoi(port); err == nil && n > 1023 && n < 65535 {
		next = strconv.Itoa(n + 1)
	}
	other := net.JoinHostPort(host, next)
	return f.say.T("serve.port-taken", locale.Args{"value": f.addr, "port": port, "other": other})
}

// httpServer is a server that nobody can keep busy by being slow. The times don't
// apply to WebSockets.
func (f *serveFlags) httpServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler: handler, ErrorLog: slog.NewLogLogger(serverErrors(f.logger).Handler(), slog.LevelDebug),
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
	}
}

// start serves; a listener that fails is told.
func (s *site) start() <-chan error {
	failed := make(chan error, 2)
	go func() {
		if s.server.TLSConfig != nil {
			failed <- s.server.ServeTLS(s.listener, "", "")
		} else {
			failed <- s.server.Serve(s.listener)
		}
	}()
	if s.redirect != nil {
		go func() { failed <- s.redirect.Serve(s.plain) }()
	}
	return failed
}

// stop takes no new requests and waits a little for those that are being answered.
func (s *site) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if s.redirect != nil {
		_ = s.redirect.Close()
	}
	if err := s.server.Shutdown(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		s.log.Warn("stopping", "err", err)
	}
}

// certificate is one in files; it is read again when they have changed.
type certificate struct {
	cert, key string

	mu      sync.Mutex
	loaded  *tls.Certificate
	changed time.Time
	looked  time.Time
}

func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.loaded != nil && time.Since(c.looked) < time.Minute {
		return c.loaded, nil
	}
	c.looked = time.Now()
	info, err := os.Stat(c.cert)
	if err == nil && c.loaded != nil && info.ModTime().Equal(c.changed) {
		return c.loaded, nil
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	switch {
	case err == nil:
		c.loaded, c.changed = &pair, info.ModTime()
	case c.loaded == nil:
		return nil, err
	}
	return c.loaded, nil // the old one, while the new one is being written
}

// places are where the server can be reached: from this machine, and then by phones.
func (s *site) places(public string, cards []networkCard) []place {
	if public != "" {
		return []place{{url: public, kind: placeGiven}}
	}
	addr, ok := s.listener.Addr().(*net.TCPAddr)
	if !ok {
		return nil
	}
	scheme := "http://"
	if s.server.TLSConfig != nil {
		scheme = "https://"
	}
	url := func(host string) string { return scheme + net.JoinHostPort(host, strconv.Itoa(addr.Port)) }
	switch {
	case addr.IP.IsLoopback():
		return []place{{url: url(addr.IP.String()), kind: placeHere}}
	case !addr.IP.IsUnspecified():
		return []place{{url: url(addr.IP.String()), kind: placeGiven}}
	}
	return append([]place{{url: url("localhost"), kind: placeHere}}, phonePlaces(cards, url)...)
}

// qrCode draws a QR code for a dark or light terminal, two rows a line.
func qrCode(text string) string {
	code, err := qr.Encode(text, qr.L)
	if err != nil { // too long a text
		return ""
	}
	const border = 2
	light := func(x, y int) bool { return !code.Black(x, y) } // outside: white
	var b strings.Builder
	for y := -border; y < code.Size+border; y += 2 {
		b.WriteString("\x1b[30;107m") // black on white, whatever the terminal's colours are
		for x := -border; x < code.Size+border; x++ {
			upper, lower := light(x, y), light(x, y+1)
			switch {
			case upper && lower:
				b.WriteRune(' ')
			case upper:
				b.WriteRune('▄')
			case lower:
				b.WriteRune('▀')
			default:
				b.WriteRune('█')
			}
		}
		b.WriteString("\x1b[0m\n")
	}
	return b.String()
}
