package hosting

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"time"

	"chratze/internal/bounded"
	"chratze/internal/cli/shell"
	"chratze/internal/cluster"
	"chratze/internal/locale"
	"chratze/internal/owner"
	"chratze/internal/server/hostlog"
	"chratze/internal/server/httpd"
	"chratze/internal/server/listen"
	"chratze/internal/server/store"
	"chratze/internal/server/store/postgres"
	"chratze/internal/table/host"
)

// nodeFlags are the settings of a server that is one of several.
type nodeFlags struct {
	name, key, address string
	lease              time.Duration
	secret             []byte // what is in the file of the key
}

// leastLease is the shortest lease: a heartbeat a tenth of a second.
const leastLease = 500 * time.Millisecond

// check refuses invalid settings, and reads the key.
func (n *nodeFlags) check(f *serveFlags) error {
	if n.name == "" {
		if n.key != "" || n.address != "" {
			return f.misuse("serve.bad.node", "")
		}
		return nil
	}
	if f.db == "" || n.key == "" || n.address == "" || len(n.name) > 100 {
		return f.misuse("serve.bad.node", n.name)
	}
	if host, port, err := net.SplitHostPort(n.address); err != nil || host == "" || port == "" {
		return f.misuse("serve.bad.peer-address", n.address)
	}
	if n.lease < leastLease {
		return f.misuse("serve.bad.lease", n.lease.String())
	}
	text, err := bounded.ReadText(n.key, 1<<12)
	if err != nil {
		return f.wrong("--peer-key: " + shell.FileFault(f.say, n.key, err))
	}
	if n.secret = bytes.TrimSpace(text); len(n.secret) < cluster.MinKey {
		return f.misuse("serve.bad.peer-key", n.key)
	}
	return nil
}

// warnOfKey says if every user of this machine can read the key. A credential of systemd may be
// readable for a group.
func (n *nodeFlags) warnOfKey(log *slog.Logger) {
	if info, err := os.Stat(n.key); err == nil && info.Mode().Perm()&0o007 != 0 && runtime.GOOS != "windows" {
		log.Warn("every user of this machine can read the key of the servers: take that right away (chmod o= FILE)", "peer-key", n.key, "mode", info.Mode().Perm().String())
	}
}

// meet notes which program writes to the database, or refuses what can't be understood.
func (f *serveFlags) meet(ctx context.Context, db store.Store) error {
	var others []string
	if pg, ok := db.(*postgres.DB); ok && f.node.name != "" {
		v, _, err := pg.Nodes(ctx)
		if err != nil {
			return err
		}
		for _, m := range v.Members {
			if m.Name != f.node.name {
				others = append(others, m.Name)
			}
		}
	}
	this := hostlog.Program{Version: f.build.Name(), Format: hostlog.RecordVersion}
	if f.db == "" {
		if twin := hostlog.CopiedFrom(ctx, db); twin != "" {
			f.logger.Warn("these data are a copy of others that are still there, and people's links lead to both: start only one server, and after a copy run chratze admin renew", "database", db.Path(), "other", twin)
		}
		this.At = db.Path()
	}
	return hostlog.Meet(ctx, db, this, f.node.name, others)
}

func (n *nodeFlags) membership() *postgres.Membership {
	if n.name == "" {
		return nil
	}
	return &postgres.Membership{Name: n.name, Address: n.address, Lease: n.lease}
}

// sharing is a server's part among several; nil: it is alone.
type sharing struct {
	flags    *serveFlags
	db       *postgres.DB
	node     *cluster.Node
	peers    *cluster.Peers
	hops     *cluster.Hops
	listener *listen.Peers
	end      context.CancelFunc
	ended    chan struct{}
}

// share makes a server one of several, if it is to be.
func (n *nodeFlags) share(f *serveFlags, db store.Store) (*sharing, error) {
	if n.name == "" {
		return nil, nil
	}
	pg, ok := db.(*postgres.DB)
	if !ok {
		return nil, f.misuse("serve.bad.node", n.name)
	}
	n.warnOfKey(f.logger)
	peers, err := cluster.NewPeers(n.secret)
	if err != nil {
		return nil, err
	}
	one := cluster.New(cluster.Options{Base: pg, Lease: n.lease, Logger: f.logger})
	return &sharing{flags: f, db: pg, node: one, peers: peers, hops: cluster.NewHops(one, peers, f.logger), ended: make(chan struct{})}, nil
}

func (s *sharing) log(db store.Store) host.Log {
	if s == nil {
		return hostlog.New(db)
	}
	return hostlog.Shared(db, s.node)
}

func (s *sharing) owner() owner.Owner {
	if s == nil {
		return nil
	}
	return s.node
}

// join lets a server meet the others.
func (s *sharing) join(o *httpd.Options) {
	if s != nil {
		o.Owner, o.Pass, o.Public = s.node, s.hops.Pass, s.db.Public
	}
}

// start lets the server become a member, and listens to the others.
func (s *sharing) start(h *host.Host, server *httpd.Server, metrics *httpd.Metrics) (err error) {
	if s == nil {
		return nil
	}
	s.listener, err = listen.OpenPeers(s.flags.node.address, s.peers.Listen, cluster.Accept(http.HandlerFunc(server.Passed)), s.flags.logger)
	if err != nil {
		return errors.New(s.flags.say.T("serve.cant-listen", locale.Args{"value": s.flags.node.address, "reason": err}))
	}
	if err := s.sameKey(); err != nil {
		s.listener.Close()
		return err
	}
	metrics.Add(s.hops.Metrics()...)
	ctx, cancel := context.WithCancel(context.Background())
	s.end = cancel
	go func() {
		defer close(s.ended)
		s.node.Run(ctx, h, server)
	}()
	go s.hops.Run(ctx)
	go s.publish(ctx, server)
	_, changed := s.node.View()
	select {
	case <-changed:
	case <-time.After(5 * time.Second): // /readyz says why
	}
	return nil
}

// sameKey returns an error if another server that can be reached has another key: neither could
// pass anything on.
func (s *sharing) sameKey() error {
	ctx, cancel := context.WithTimeout(context.Background(), s.flags.node.lease/2)
	defer cancel()
	v, _, err := s.db.Nodes(ctx)
	for _, m := range v.Members {
		if m.Name != s.flags.node.name && errors.Is(s.peers.Try(ctx, m.Address, s.flags.node.lease/4), cluster.ErrPeer) {
			return errors.New(s.flags.say.T("serve.other-key", locale.Args{"name": m.Name, "address": m.Address}))
		}
	}
	return err
}

// publish tells the others from time to time which tables anybody may see.
func (s *sharing) publish(ctx context.Context, server *httpd.Server) {
	every := time.NewTicker(time.Second)
	defer every.Stop()
	var last []byte
	self := int64(0)
	for {
		select {
		case <-every.C:
		case <-ctx.Done():
			return
		}
		if v, _ := s.node.View(); v.Self != self { // it has joined, perhaps again
			self, last = v.Self, nil
		}
		list, err := server.Listed(ctx)
		if err == nil && !bytes.Equal(list, last) && s.db.SetPublic(ctx, list) == nil {
			last = list
		}
	}
}

// handOver is how long handing over all tables may take.
const handOver = 10 * time.Second

// leave hands all tables over to the others.
func (s *sharing) leave() {
	if s != nil {
		ctx, cancel := context.WithTimeout(context.Background(), handOver)
		defer cancel()
		s.node.Leave(ctx)
	}
}

// stop ends the membership.
func (s *sharing) stop() {
	if s == nil {
		return
	}
	s.end()
	<-s.ended
	s.listener.Close()
	if err := s.node.Gone(); err != nil {
		s.flags.logger.Warn("leaving", "err", err)
	}
}
