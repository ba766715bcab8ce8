package cli

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"chratze/internal/waittest"
)

// TestHAProxyAsksForNamesAgain: a server that is made anew, as containers are, has another address, and HAProxy finds it there.
func TestHAProxyAsksForNamesAgain(t *testing.T) {
	t.Parallel()
	program := haproxy(t)
	var at atomic.Pointer[net.TCPAddr]
	serve := func() (end func()) {
		host, _, err := net.SplitHostPort(freeAddress(t))
		if err != nil {
			t.Fatal(err)
		}
		l, err := net.Listen("tcp", host+":8080")
		if err != nil {
			t.Fatal(err)
		}
		s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, host) })}
		go func() { _ = s.Serve(l) }()
		at.Store(l.Addr().(*net.TCPAddr))
		return func() { _ = s.Close() }
	}
	end := serve()
	base := freeAddress(t)
	startHAProxy(t, program, base, nil, names(t, func(name string) net.IP {
		if strings.HasPrefix(name, "node1.") {
			return at.Load().IP
		}
		return nil
	}))
	for range 2 {
		waittest.Until(t, "node1 is found at "+at.Load().String(), func() bool {
			answer, err := http.Get("http://" + base)
			if err != nil {
				return false
			}
			said, _ := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			return string(said) == at.Load().IP.String()
		})
		end()
		end = serve()
	}
	end()
}

// names is a nameserver; it returns its address.
func names(t *testing.T, find func(name string) net.IP) string {
	l, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for question := make([]byte, 512); ; {
			n, from, err := l.ReadFrom(question)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(question[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			q := m.Questions[0]
			m.Response, m.Additionals = true, nil
			if ip := find(q.Name.String()).To4(); ip != nil && q.Type == dnsmessage.TypeA {
				m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 1}, Body: &dnsmessage.AResource{A: [4]byte(ip)}}}
			} else if ip == nil {
				m.RCode = dnsmessage.RCodeNameError
			}
			if answer, err := m.Pack(); err == nil {
				_, _ = l.WriteTo(answer, from)
			}
		}
	}()
	return l.LocalAddr().String()
}
