// Package run runs a server: it opens the data, the tables, the pages and the listeners. Whoever embeds a server needs no more.
package run

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"chratze/bot"
	"chratze/internal/owner"
	"chratze/internal/server/hostlog"
	"chratze/internal/server/httpd"
	"chratze/internal/server/listen"
	"chratze/internal/server/store"
	"chratze/internal/server/store/postgres"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/teach/adviser"
	practice "chratze/internal/web/practicewasm"
)

// Options are the settings of a server.
type Options struct {
	Web               httpd.Options    // settings of its pages; Start adds the parts
	Listen            listen.Options   // where it listens; Start adds the directory and limits
	Data              Database         // its directory exists
	Node              Node             // one of several servers; zero: it has its database alone
	MaxTables         int              // limit of live tables
	EndAfter          int              // days after which an abandoned table is closed; 0: never
	Version, Revision string           // of the program; "": a development build
	Logger            *slog.Logger     // nil: none
	Wall              func() time.Time // nil: the system's clock

	linkKey []byte // once the database is open

	// Alone is called when the server has its database alone, and stop before it closes it; nil: nothing is.
	Alone func(store.Store, *httpd.Server) (stop func())
}

// Defaults are the options of a server of which nothing else is known.
func Defaults() Options {
	return Options{Web: httpd.Options{Limits: httpd.DefaultLimits()}, Listen: listen.Options{Addr: ":8080", HTTPAddr: ":80"}, Node: Node{Membership: postgres.Membership{Lease: 2 * time.Second}}, MaxTables: 10_000, EndAfter: 30}
}

// Program is how the server names itself to those that use the same data.
func (o *Options) Program() hostlog.Program {
	return hostlog.Program{Version: cmp.Or(o.Version, strings.TrimSpace("development "+o.Revision[:min(8, len(o.Revision))])), Format: hostlog.RecordVersion}
}

// LostError ends a server that can't write to its database any more.
type LostError struct{ Err error }

func (e *LostError) Error() string { return "run: the database is lost: " + e.Err.Error() }

// Server is a server that Start has started.
type Server struct {
	opt   Options
	site  *listen.Site  // once it listens
	up    chan struct{} // closed when it answers
	ended chan struct{}
	err   error // why it ended; read it only after ended
}

// Start starts a server, which runs until the context is done. The error may be a *store.Error, a *listen.ListenError, a
// *listen.CertificateError or a *KeyError.
func Start(ctx context.Context, o Options) (*Server, error) {
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	if o.Wall == nil {
		o.Wall = time.Now
	}
	s := &Server{opt: o, up: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(s.ended)
		if db, err := s.opt.open(ctx); err != nil || db == nil {
			s.err = err
		} else {
			s.err = errors.Join(s.run(ctx, db), db.Close())
		}
	}()
	select {
	case <-s.up:
		return s, nil
	case <-s.ended:
		return s, s.err
	}
}

// Wait returns when the server has ended: nil after the context is done, otherwise perhaps a *LostError.
func (s *Server) Wait() error {
	<-s.ended
	return s.err
}

func (s *Server) run(ctx context.Context, db store.Store) (err error) {
	o, metrics := &s.opt, httpd.NewMetrics()
	metrics.Built(o.Version, o.Revision)
	var shared *sharing // nil: it is alone
	web := o.Web
	if o.Node.Name != "" {
		if shared, err = o.share(db); err != nil {
			return err
		}
		web.Owner, web.Pass, web.Public = shared.node, shared.hops.Pass, shared.db.Public
	}
	h := host.New(host.Options{
		Limits: host.DefaultLimits(), LinkKey: o.linkKey,
		Wall: func() table.Millis { return table.Millis(o.Wall().UnixMilli()) },
		Log:  hostlog.New(db, web.Owner), Owner: web.Owner, Logger: o.Logger, Measure: metrics.Measure(), MaxTables: o.MaxTables,
		Chance: host.NewChance(), Secret: host.FreshSecret, Code: host.FreshCode, Think: host.Think, Quick: host.Quick, Slow: host.Slow, Notes: db, Hint: adviser.Hints(300 * time.Millisecond),
	})
	defer h.Close()
	web.Host, web.Logger, web.Metrics, web.Phones, web.Settings = h, o.Logger, metrics, s.forPhones, db
	web.Bots, web.Practice, web.Review = bot.Levels(), practice.Embedded(), adviser.Reviews()
	if o.Data.URL == "" {
		web.Room = func() uint64 { return store.FreeRoom(filepath.Dir(db.Path())) }
	} else if shared == nil {
		web.Reached = func() error { return reach(ctx, db) }
	}
	metrics.Add(o.Data.look(db))
	server, err := httpd.New(web)
	if err != nil {
		return err
	}
	sockets := &httpd.Sockets{All: listen.MostSockets(), Address: web.Limits.Sockets, Proxies: web.Proxies, Metrics: metrics, Logger: o.Logger}
	if all := sockets.All; all > 0 {
		sockets.Address = min(sockets.Address, max(all/4, 1))
	}
	if web.LoadToken != "" { // a load test uses one address
		sockets.Address = 0
	}
	at := o.Listen
	at.Dir, at.Sockets, at.Logger = o.Data.Dir, sockets, o.Logger
	if s.site, err = listen.Open(at, server); err != nil {
		return err
	}
	if shared != nil {
		if err := shared.start(h, server, metrics); err != nil {
			return err
		}
		defer shared.stop()
	} else if o.Alone != nil {
		defer o.Alone(db, server)()
	}
	s.started(db)
	failed := s.site.Start()
	go server.Prepare()
	close(s.up)
	tellSystemd("READY=1\nSTATUS=")
	go feedWatchdog(ctx, h)
	go o.endAbandoned(ctx, db, h, web.Owner)
	select {
	case err = <-failed:
	case <-h.Done():
		err = &LostError{h.Err()}
	case err = <-died(ctx, db):
		err = &LostError{err}
	case <-ctx.Done():
		o.Logger.Info("stopping")
		if shared != nil {
			shared.leave()
		}
	}
	tellSystemd("STOPPING=1")
	server.Stop()
	s.site.Stop()
	h.Close()                    // everybody is informed, and everything acknowledged is written
	server.Wait(2 * time.Second) // a sleeping page doesn't answer
	return err
}

// started says in the log which program has started where, and what an operator should change.
func (s *Server) started(db store.Store) {
	addresses := []string{}
	for _, p := range s.Places() {
		addresses = append(addresses, p.URL)
	}
	o := &s.opt
	o.Logger.Info("started", "version", cmp.Or(o.Version, "development"), "revision", o.Revision, "node", o.Node.Name,
		"database", db.Path(), "data", o.Data.Dir, "listens", s.site.Addr(), "addresses", addresses)
	o.tellPlain(db)
}

// tellPlain says in the log that what the server writes can be read on its way to PostgreSQL.
func (o *Options) tellPlain(db store.Store) {
	if pg, ok := db.(interface{ Plain() bool }); ok && pg.Plain() {
		o.Logger.Warn("the connection to PostgreSQL isn't encrypted: cards and secrets can be read on the way. Set sslmode=verify-full in --db")
	}
}

// Places returns the addresses of the server, with the path of the site that it lies below; nil: it ended before it listened.
func (s *Server) Places() []listen.Place {
	if s.site == nil {
		return nil
	}
	places := s.site.Places(s.opt.Web.PublicURL)
	for i := range places {
		if s.opt.Web.BasePath != "" {
			places[i].URL += s.opt.Web.BasePath + "/"
		}
	}
	return places
}

// forPhones returns the likeliest address for a phone, without the last slash; "": there is none.
func (s *Server) forPhones() string {
	places := s.Places()
	if i := listen.ForPhone(places); i >= 0 {
		return strings.TrimSuffix(places[i].URL, "/")
	}
	return ""
}

// died has why nothing can be written to a store any more, also if nobody writes.
func died(ctx context.Context, db store.Store) <-chan error {
	dead := make(chan error, 1)
	go func() {
		for ctx.Err() == nil {
			pause(ctx, time.Second)
			if err := db.Dead(); err != nil {
				dead <- err
				return
			}
		}
	}()
	return dead
}

// endAbandoned closes the tables where nobody has been for EndAfter days, until the context is done. It first waits an hour: a
// machine may not know the time when it starts.
func (o *Options) endAbandoned(ctx context.Context, db store.Store, h *host.Host, by owner.Owner) {
	for o.EndAfter > 0 {
		if pause(ctx, time.Hour); ctx.Err() != nil {
			return
		}
		if err := o.closeAbandoned(ctx, db, h, by); err != nil {
			o.Logger.Warn("closing abandoned tables failed", "err", err)
		}
	}
}

func (o *Options) closeAbandoned(ctx context.Context, db store.Store, h *host.Host, by owner.Owner) error {
	list, err := db.Tables(ctx, store.Live)
	for _, t := range list {
		if err != nil || !t.Active.Before(o.Wall().AddDate(0, 0, -o.EndAfter)) {
			continue
		}
		if by != nil {
			if _, here, away := by.Where(t.ID); !here || away != nil {
				continue
			}
		}
		var done bool
		if done, err = h.Abandon(ctx, t.ID); done {
			o.Logger.Info("abandoned table closed", "table", t.ID, "since", t.Active)
		}
	}
	return err
}
