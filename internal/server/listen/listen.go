// Package listen opens the listeners of a server, with HTTPS or without. The certificates are in files or come from
// an authority. It knows at which addresses the server can be reached.
package listen

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
	"rsc.io/qr"

	"chratze/internal/server/httpd"
	"chratze/internal/table/host"
)

// Options say where a Site listens, and how it is secured.
type Options struct {
	Addr     string
	HTTPAddr string // plain HTTP here is redirected to HTTPS, with Domains; "": nowhere
	Cert     string // a certificate in a file, with its Key; "": none
	Key      string
	Domains  []string       // names for which an authority issues certificates; nil: none
	ACME     *acme.Client   // the authority; nil: Let's Encrypt
	Dir      string         // directory for its certificates
	Sockets  *httpd.Sockets // nil: no limits
	Logger   *slog.Logger
}

// CertificateError says that the certificate in the files can't be read.
type CertificateError struct{ Err error }

func (e *CertificateError) Error() string { return e.Err.Error() }

// ListenError says that nothing can listen on Addr.
type ListenError struct {
	Addr string
	Err  error
}

func (e *ListenError) Error() string { return e.Err.Error() }

// Taken reports whether another program uses the port.
func (e *ListenError) Taken() bool {
	return errors.Is(e.Err, syscall.EADDRINUSE) || errors.Is(e.Err, windowsInUse)
}

// Absent reports whether this machine doesn't have the address.
func (e *ListenError) Absent() bool { return errors.Is(e.Err, syscall.EADDRNOTAVAIL) }

// Site is a server with its listeners.
type Site struct {
	server   *http.Server
	listener net.Listener
	redirect *http.Server // redirects plain HTTP; nil: none
	plain    net.Listener
	secured  bool // by TLS; net/http sets server.TLSConfig without it too
	log      *slog.Logger
	domains  []string // for which an authority issues certificates
	metrics  *httpd.Metrics
	logged   host.Throttle
	end      chan struct{} // closed by Stop
}

// Open opens the listeners, so that a wrong address is reported at once. The error may be a
// *CertificateError or a *ListenError.
func Open(o Options, handler http.Handler) (*Site, error) {
	s := &Site{server: httpServer(o.Logger, handler), log: o.Logger, end: make(chan struct{})}
	if o.Sockets == nil {
		o.Sockets = &httpd.Sockets{Metrics: httpd.NewMetrics(), Logger: o.Logger}
	}
	s.server.ConnState, s.domains, s.metrics = o.Sockets.State, o.Domains, o.Sockets.Metrics
	switch {
	case len(o.Domains) > 0:
		s.certify(o)
	case o.Cert != "":
		c := &certificate{cert: o.Cert, key: o.Key, log: o.Logger, metrics: o.Sockets.Metrics}
		if _, err := c.get(nil); err != nil {
			return nil, &CertificateError{err}
		}
		s.server.TLSConfig = &tls.Config{GetCertificate: c.get, MinVersion: tls.VersionTLS12}
	}
	s.secured = s.server.TLSConfig != nil
	l, err := net.Listen("tcp", o.Addr)
	if err != nil {
		return nil, &ListenError{o.Addr, err}
	}
	s.listener = o.Sockets.Listen(l)
	return s, nil
}

// certify gets certificates from an authority.
func (s *Site) certify(o Options) {
	m := &autocert.Manager{Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(filepath.Join(o.Dir, "acme")), HostPolicy: autocert.HostWhitelist(o.Domains...), Client: o.ACME}
	s.server.TLSConfig = m.TLSConfig()
	s.server.TLSConfig.GetCertificate = s.told(m.GetCertificate)
	if o.HTTPAddr == "" {
		return
	}
	plain, err := net.Listen("tcp", o.HTTPAddr)
	if err != nil { // certificates can be obtained all the same
		o.Logger.Warn("plain HTTP is not sent on to HTTPS", "err", err)
		return
	}
	s.plain, s.redirect = plain, httpServer(o.Logger, m.HTTPHandler(nil))
}

// windowsInUse is WSAEADDRINUSE, the error of Windows for a port that is taken.
const windowsInUse = syscall.Errno(10048)

// httpServer returns a server with time limits against slow clients. They don't apply to
// WebSockets.
func httpServer(log *slog.Logger, handler http.Handler) *http.Server {
	return &http.Server{
		Handler: handler, ErrorLog: slog.NewLogLogger(log.With("from", "http").Handler(), slog.LevelDebug),
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
	}
}

// Start serves. The channel gets the error of a listener that fails.
func (s *Site) Start() <-chan error {
	failed := make(chan error, 2)
	go func() {
		if s.secured {
			failed <- s.server.ServeTLS(s.listener, "", "")
		} else {
			failed <- s.server.Serve(s.listener)
		}
	}()
	if s.redirect != nil {
		go func() { failed <- s.redirect.Serve(s.plain) }()
	}
	if s.secured {
		go s.watchCertificates()
	}
	return failed
}

// Stop accepts no new requests, and waits a little for those in progress.
func (s *Site) Stop() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	close(s.end)
	if s.redirect != nil {
		_ = s.redirect.Close()
	}
	if err := s.server.Shutdown(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		s.log.Warn("stopping", "err", err)
	}
}

// Addr returns the address on which the server listens.
func (s *Site) Addr() string { return s.listener.Addr().String() }

// Places returns the addresses of the server: the public address if there is one, otherwise
// those for this machine and then for phones.
func (s *Site) Places(public string) []Place { return s.places(public, networkCards()) }

// places is Places for the given network cards.
func (s *Site) places(public string, cards []networkCard) []Place {
	if public != "" {
		return []Place{{URL: public, Kind: Given}}
	}
	addr, ok := s.listener.Addr().(*net.TCPAddr)
	if !ok {
		return nil
	}
	scheme := "http://"
	if s.secured {
		scheme = "https://"
	}
	url := func(host string) string { return scheme + net.JoinHostPort(host, strconv.Itoa(addr.Port)) }
	switch {
	case addr.IP.IsLoopback():
		return []Place{{URL: url(addr.IP.String()), Kind: Here}}
	case !addr.IP.IsUnspecified():
		return []Place{{URL: url(addr.IP.String()), Kind: Given}}
	}
	return append([]Place{{URL: url("localhost"), Kind: Here}}, phonePlaces(cards, url)...)
}

// QRCode draws a QR code for a dark or light terminal, two rows a line.
func QRCode(text string) string {
	code, err := qr.Encode(text, qr.L)
	if err != nil { // the text is too long
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
