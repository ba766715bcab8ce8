package hosting

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/coder/websocket"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/server/hostlog"
	"chratze/internal/server/httpd"
	"chratze/internal/server/listen"
	"chratze/internal/server/run"
	"chratze/internal/server/store"
	"chratze/internal/server/store/postgres"
	"chratze/internal/terminal/lines"
)

// lookAhead says of each thing that a start needs whether it is fine, or what to do (serve --check). It changes nothing.
func (f *serveFlags) lookAhead(ctx context.Context) error {
	at, rows, faults := f.Data, [][]string(nil), false
	tell := func(key string) func(what string, err error) {
		return func(what string, err error) {
			text := f.say.T("check.fine", nil)
			if what != "" {
				text += " (" + what + ")"
			}
			if err != nil {
				text, faults = err.Error(), true
			}
			rows = append(rows, []string{f.say.T(key, nil), text})
		}
	}
	l, err := net.Listen("tcp", f.Listen.Addr)
	taken := &listen.ListenError{Addr: f.Listen.Addr, Err: err}
	runs := err != nil && taken.Taken() && f.runs(ctx, at)
	tell("check.settings")(f.config, nil)
	tell("check.data")(f.lookAtDirectory(at, runs))
	tell("check.database")(f.lookAtDatabase(ctx, at))
	pair, what, bad := f.lookAtCertificate()
	tell("check.certificate")(what, bad)
	switch {
	case runs:
		tell("check.address")(f.say.T("check.running", locale.Args{"what": f.Listen.Addr}), nil)
		tell("check.public")(f.lookAtPublic(ctx, nil, pair))
	case err == nil:
		tell("check.address")(f.Listen.Addr, nil)
		tell("check.public")(f.lookAtPublic(ctx, l, pair))
	default:
		tell("check.address")("", f.cantListen(taken))
	}
	fmt.Fprintln(f.stdout, strings.Join(lines.Align(rows, "  "), "\n"))
	if faults {
		return shell.BadConfig(f.say.T("check.faults", nil))
	}
	return nil
}

// runs reports whether the server that these settings are for is running: one answers at the address, and one has the data.
func (f *serveFlags) runs(ctx context.Context, at run.Database) bool {
	if f.Node.Name == "" { // one of several takes no orders
		conn, err := net.Dial("unix", at.Socket())
		if err != nil {
			return false
		}
		_ = conn.Close() // nothing was asked
	}
	answer, err := f.ask(ctx, "/healthz")
	return err == nil && answer.Body.Close() == nil && answer.StatusCode == http.StatusOK
}

// lookAtDirectory says how much room the data directory has, or why the server can't use it.
func (f *serveFlags) lookAtDirectory(at run.Database, runs bool) (what string, err error) {
	_, there := os.Stat(at.Dir)
	err = store.Usable(filepath.Join(at.Dir, run.DatabaseName))
	if runs = runs && errors.Is(err, store.ErrLocked); runs {
		err = nil
	}
	if _, ok := errors.AsType[*store.Error](err); err != nil && !ok {
		return "", cantMake(f.say, at.Dir, err)
	} else if errors.Is(there, fs.ErrNotExist) {
		return f.say.T("check.new", nil), nil
	}
	free := store.FreeRoom(at.Dir)
	if err == nil && free < httpd.LeastRoom {
		err = &store.Error{Code: store.ErrFull, Path: at.Dir}
	}
	if what = at.Dir; free < math.MaxInt64 { // it is known
		what = f.say.T("check.room", locale.Args{"path": at.Dir, "size": shell.BytesText(int64(free))})
	}
	if runs {
		what = f.say.T("check.running", locale.Args{"what": what})
	}
	return what, startFault(f.say, err)
}

// lookAtDatabase says which database it is, or why the server can't use it.
func (f *serveFlags) lookAtDatabase(ctx context.Context, at run.Database) (what string, err error) {
	r, err := at.Read(ctx)
	if err == nil {
		defer func() { err = cmp.Or(err, r.Close()) }()
	}
	missing := errors.Is(err, store.ErrMissing)
	if n := at.Unused(ctx, r); n > 0 && (err == nil || missing) {
		return "", errors.New(f.say.T("check.unused", locale.Args{"path": at.Dir, "n": n}))
	} else if missing {
		return f.say.T("check.new", nil), nil
	}
	if lite, ok := r.(*store.Reader); ok && err == nil {
		err = lite.Check(ctx, store.CheckTime) // as a start does
	}
	if err == nil {
		_, err = hostlog.Understand(ctx, r, f.Program())
	}
	if err != nil {
		return "", startFault(f.say, err)
	}
	if pg, ok := r.(*postgres.Reader); ok && pg.Plain(ctx) {
		return f.say.T("check.plain", locale.Args{"path": r.Path()}), nil
	}
	return r.Path(), nil
}

// lookAtCertificate returns the certificate in files, if there is one, and says when it ends.
func (f *serveFlags) lookAtCertificate() (c *tls.Certificate, what string, err error) {
	switch {
	case len(f.Listen.Domains) > 0:
		return nil, f.say.T("check.acme", nil), nil
	case f.Listen.Cert == "":
		return nil, f.say.T("check.no-tls", nil), nil
	}
	pair, err := tls.LoadX509KeyPair(f.Listen.Cert, f.Listen.Key)
	if at, bad := url.Parse(f.Web.PublicURL); err == nil && bad == nil && at.Hostname() != "" {
		err = pair.Leaf.VerifyHostname(at.Hostname())
	}
	if err != nil {
		return nil, "", f.cantListen(&listen.CertificateError{Err: err})
	}
	from, until := pair.Leaf.NotBefore, pair.Leaf.NotAfter
	ends := locale.Args{"when": until.Local().Format(minute)}
	switch left := time.Until(until); {
	case time.Until(from) > 0:
		err = errors.New(f.say.T("check.begins", locale.Args{"when": from.Local().Format(minute)}))
	case left < 0:
		err = errors.New(f.say.T("check.ended", ends))
	case left < listen.CertificateSoon:
		err = errors.New(f.say.T("check.ends", ends))
	}
	return &pair, f.say.T("check.until", ends), err
}

// lookAtPublic asks the public address for a WebSocket, as a browser does, and answers at the listener in the server's
// place: so it sees what a proxy passes on. It closes the listener. If there is none, the server is running, and answers itself.
func (f *serveFlags) lookAtPublic(ctx context.Context, l net.Listener, pair *tls.Certificate) (what string, err error) {
	if l != nil {
		defer func() { _ = l.Close() }() // nothing was written
	}
	switch {
	case len(f.Listen.Domains) > 0:
		return f.say.T("check.acme", nil), nil
	case f.Web.PublicURL == "":
		return f.say.T("check.public.unset", nil), nil
	case pair != nil && l != nil:
		l = tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{*pair}, MinVersion: tls.VersionTLS12})
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second) // shell.Unreached says so
	defer cancel()
	path, came := "/ws/"+rand.Text(), make(chan *http.Request, 1)
	server := &http.Server{ReadHeaderTimeout: healthWithin, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, path) { // a stranger
			http.NotFound(w, r)
			return
		}
		came <- r
		if c, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}); err == nil {
			_ = c.CloseNow()
		}
	})}
	if l != nil {
		go func() { _ = server.Serve(l) }() // until it is closed
	}
	defer func() { _ = server.Close() }()
	args := locale.Args{"url": f.Web.PublicURL + f.Web.BasePath, "addr": f.Listen.Addr}
	c, answer, err := websocket.Dial(ctx, f.Web.PublicURL+f.Web.BasePath+path, nil)
	if err == nil {
		_ = c.CloseNow()
	} else if answer == nil {
		args["reason"] = shell.Unreached(f.say, err)
		return "", errors.New(f.say.T("check.public.none", args))
	}
	key := ""
	select {
	case r := <-came:
		proxy, trusted, told := httpd.Proxy(r, f.Web.Proxies)
		args["proxy"] = proxy
		switch {
		case err != nil:
			key = "check.public.upgrade"
		case told && !trusted:
			key = "check.public.proxies"
		case trusted && !told:
			key = "check.public.whose"
		}
	default:
		args["status"] = answer.Status
		switch {
		case l != nil || err != nil && answer.StatusCode != http.StatusUpgradeRequired:
			key = "check.public.other"
		case err != nil:
			key = "check.public.upgrade"
		}
	}
	if key != "" {
		return "", errors.New(f.say.T(key, args))
	}
	return f.Web.PublicURL + f.Web.BasePath, nil
}
