package run

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"chratze/internal/cluster"
	"chratze/internal/server/httpd"
	"chratze/internal/server/listen"
	"chratze/internal/server/store"
	"chratze/internal/server/store/postgres"
	"chratze/internal/table/host"
)

// Node is a server's part among several that share a PostgreSQL.
type Node struct {
	postgres.Membership
	Key []byte // which all of them have
}

// KeyError says that another server has another key: neither could pass anything on.
type KeyError struct{ Name, Address string }

func (e *KeyError) Error() string {
	return "run: the server " + e.Name + " at " + e.Address + " has another peer key"
}

// sharing is what a server has that is one of several.
type sharing struct {
	opt      *Options
	db       *postgres.DB
	node     *cluster.Node
	peers    *cluster.Peers
	hops     *cluster.Hops
	listener *listen.Peers
	end      context.CancelFunc
	running  sync.WaitGroup
}

// share makes a server one of several.
func (o *Options) share(db store.Store) (*sharing, error) {
	pg, ok := db.(*postgres.DB)
	if !ok {
		return nil, errors.New("run: only servers with PostgreSQL can share their tables")
	}
	peers, err := cluster.NewPeers(o.Node.Key)
	if err != nil {
		return nil, err
	}
	one := cluster.New(cluster.Options{Base: pg, Lease: o.Node.Lease, Logger: o.Logger})
	return &sharing{opt: o, db: pg, node: one, peers: peers, hops: cluster.NewHops(one, peers, o.Logger)}, nil
}

// start lets the server become a member, and listens to the others.
func (s *sharing) start(h *host.Host, server *httpd.Server, metrics *httpd.Metrics) (err error) {
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
	s.running.Go(func() { s.node.Run(ctx, h, server) })
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

// leave hands all tables over to the others.
func (s *sharing) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	s.node.Leave(ctx)
}

// stop ends the membership.
func (s *sharing) stop() {
	s.end()
	s.running.Wait()
	s.listener.Close()
	if err := s.node.Gone(); err != nil {
		s.opt.Logger.Warn("leaving", "err", err)
	}
}
