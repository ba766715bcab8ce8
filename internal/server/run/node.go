package run

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"time"

	"chratze/internal/cluster"
	"chratze/internal/owner"
	"chratze/internal/server/hostlog"
	"chratze/internal/server/httpd"
	"chratze/internal/server/listen"
	"chratze/internal/server/store"
	"chratze/internal/server/store/postgres"
	"chratze/internal/table/host"
)

// Node is a server's part among several that share a PostgreSQL.
type Node struct {
	Name    string // among the others
	Address string // where they reach it
	Key     []byte // which all of them have
	Lease   time.Duration
}

// KeyError says that another server has another key: neither could pass anything on.
type KeyError struct{ Name, Address string }

func (e *KeyError) Error() string {
	return "run: the server " + e.Name + " at " + e.Address + " has another peer key"
}

// meet notes which program writes to the database, or refuses what can't be understood.
func (o *Options) meet(ctx context.Context, db store.Store) error {
	var others []string
	if pg, ok := db.(*postgres.DB); ok && o.Node.Name != "" {
		v, _, err := pg.Nodes(ctx)
		if err != nil {
			return err
		}
		for _, m := range v.Members {
			if m.Name != o.Node.Name {
				others = append(others, m.Name)
			}
		}
	}
	this := o.Program()
	if o.Data.URL == "" {
		if twin := hostlog.CopiedFrom(ctx, db); twin != "" {
			o.Logger.Warn("these data are a copy of others that are still there, and people's links lead to both: start only one server, and after a copy run chratze admin renew", "database", db.Path(), "other", twin)
		}
		this.At = db.Path()
	}
	return hostlog.Meet(ctx, db, this, o.Node.Name, others)
}

func (n *Node) membership() *postgres.Membership {
	if n.Name == "" {
		return nil
	}
	return &postgres.Membership{Name: n.Name, Address: n.Address, Lease: n.Lease}
}

// sharing is a server's part among several; nil: it is alone.
type sharing struct {
	opt      *Options
	db       *postgres.DB
	node     *cluster.Node
	peers    *cluster.Peers
	hops     *cluster.Hops
	listener *listen.Peers
	end      context.CancelFunc
	ended    chan struct{}
}

// share makes a server one of several, if it is to be.
func (o *Options) share(db store.Store) (*sharing, error) {
	if o.Node.Name == "" {
		return nil, nil
	}
	pg, ok := db.(*postgres.DB)
	if !ok {
		return nil, errors.New("run: only servers with PostgreSQL can share their tables")
	}
	peers, err := cluster.NewPeers(o.Node.Key)
	if err != nil {
		return nil, err
	}
	one := cluster.New(cluster.Options{Base: pg, Lease: o.Node.Lease, Logger: o.Logger})
	return &sharing{opt: o, db: pg, node: one, peers: peers, hops: cluster.NewHops(one, peers, o.Logger), ended: make(chan struct{})}, nil
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
	s.listener, err = listen.OpenPeers(s.opt.Node.Address, s.peers.Listen, cluster.Accept(http.HandlerFunc(server.Passed)), s.opt.Logger)
	if err != nil {
		return &listen.ListenError{Addr: s.opt.Node.Address, Err: err}
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

// sameKey returns a *KeyError if a server that can be reached has another key.
func (s *sharing) sameKey() error {
	ctx, cancel := context.WithTimeout(context.Background(), s.opt.Node.Lease/2)
	defer cancel()
	v, _, err := s.db.Nodes(ctx)
	for _, m := range v.Members {
		if m.Name != s.opt.Node.Name && errors.Is(s.peers.Try(ctx, m.Address, s.opt.Node.Lease/4), cluster.ErrPeer) {
			return &KeyError{m.Name, m.Address}
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
		s.opt.Logger.Warn("leaving", "err", err)
	}
}
