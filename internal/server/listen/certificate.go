package listen

import (
	"crypto/tls"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"chratze/internal/server/httpd"
)

// Certificates are looked at from time to time, and ending ones are told some days before.
const (
	certificateEvery = time.Hour
	CertificateSoon  = 14 * 24 * time.Hour
)

// told returns get, whose failures for the server's own names are in the log.
func (s *Site) told(get func(*tls.ClientHelloInfo) (*tls.Certificate, error)) func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	return func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		c, err := get(hello)
		if err != nil && slices.Contains(s.domains, hello.ServerName) && s.logged.Passes(hello.ServerName) {
			s.log.Warn("no certificate: browsers can't connect", "name", hello.ServerName, "err", err)
		}
		return c, err
	}
}

// watchCertificates looks at the certificates until Stop: from an authority it gets those that
// nobody has asked for yet. The log and the metrics tell when they end.
func (s *Site) watchCertificates() {
	every := time.NewTicker(certificateEvery)
	defer every.Stop()
	for {
		s.lookAtCertificates(time.Now())
		select {
		case <-every.C:
		case <-s.end:
			return
		}
	}
}

func (s *Site) lookAtCertificates(now time.Time) {
	names := s.domains
	if names == nil {
		names = []string{""} // the one in files
	}
	var first time.Time
	for _, name := range names {
		// A client of today: the authority issues another kind for others.
		c, err := s.server.TLSConfig.GetCertificate(&tls.ClientHelloInfo{ServerName: name, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}})
		if err != nil {
			continue // it is in the log
		}
		ends := c.Leaf.NotAfter
		if first.IsZero() || ends.Before(first) {
			first = ends
		}
		if ends.Sub(now) < CertificateSoon {
			s.log.Warn("a certificate ends soon, or has ended, and wasn't renewed", "name", name, "ends", ends)
		}
	}
	s.metrics.CertificateEnds(first)
}

// certificate is a certificate in files; it is read again when they change.
type certificate struct {
	cert, key string
	log       *slog.Logger
	metrics   *httpd.Metrics

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
	var changed time.Time // zero while there is no such file
	if info, err := os.Stat(c.cert); err == nil {
		changed = info.ModTime()
	}
	if c.loaded != nil && !changed.IsZero() && changed.Equal(c.changed) {
		return c.loaded, nil
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	switch {
	case err == nil:
		if c.loaded != nil {
			c.log.Info("the certificate was read again", "cert", c.cert, "ends", pair.Leaf.NotAfter)
			c.metrics.CertificateEnds(pair.Leaf.NotAfter)
		}
		c.loaded, c.changed = &pair, changed
	case c.loaded == nil:
		return nil, err
	default:
		c.log.Warn("the certificate can't be read again: the server goes on with the one before", "cert", c.cert, "key", c.key, "err", err)
	}
	return c.loaded, nil // the old one, while the files are being replaced
}
