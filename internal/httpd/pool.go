package httpd

import (
	"context"
	"errors"
	"net/netip"
	"sync"
)

// How many may wait for work that takes longer than a moment: of one address, and in all.
const (
	waitOfOne = 16
	waitOfAll = 256
)

// errBusy says that too many wait already.
var errBusy = errors.New("httpd: too many wait for this already")

// pool is where work is done that takes longer than a moment: reviews, exports, long
// evenings of the cash desk. So many are at it at once, and of each address one: the
// others of that address wait behind it and hold nobody else up.
type pool struct {
	places chan struct{} // who works holds one

	mu    sync.Mutex
	all   int // who work or wait
	lanes map[netip.Prefix]*lane
}

// lane is the work of one address.
type lane struct {
	n    int // who work or wait
	turn chan struct{}
}

func newPool(places int) *pool {
	return &pool{places: make(chan struct{}, places), lanes: map[netip.Prefix]*lane{}}
}

// do does the work of an address when its turn has come. The work has to end soon after
// its context is done; then the error is the context's. errBusy: too many wait.
func (p *pool) do(ctx context.Context, from netip.Addr, work func(context.Context) error) error {
	key := network(from)
	l := p.enter(key)
	if l == nil {
		return errBusy
	}
	defer p.leave(key, l)
	for _, place := range [...]chan struct{}{l.turn, p.places} {
		select {
		case place <- struct{}{}:
			defer func() { <-place }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return work(ctx)
}

// enter counts who comes; nil if too many are here.
func (p *pool) enter(key netip.Prefix) *lane {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.lanes[key]
	if l == nil {
		l = &lane{turn: make(chan struct{}, 1)}
	}
	if l.n >= waitOfOne || p.all >= waitOfAll {
		return nil
	}
	l.n++
	p.all++
	p.lanes[key] = l
	return l
}

func (p *pool) leave(key netip.Prefix, l *lane) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all--
	if l.n--; l.n == 0 {
		delete(p.lanes, key)
	}
}
