package host

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

// ErrCrowd says that too many wait for the pool already.
var ErrCrowd = errors.New("host: too many wait for this already")

// Pool is where work is done that takes longer than a moment: hints, reviews, exports, long
// evenings of the cash desk. So many are at it at once, and of each address one: the
// others of that address wait behind it and hold nobody else up.
type Pool struct {
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

// NewPool returns a Pool in which so many may work at once.
func NewPool(places int) *Pool {
	return &Pool{places: make(chan struct{}, places), lanes: map[netip.Prefix]*lane{}}
}

// Do does the work of an address when its turn has come. The work has to end soon after
// its context is done; then the error is the context's. ErrCrowd: too many wait.
func (p *Pool) Do(ctx context.Context, from netip.Prefix, work func(context.Context) error) error {
	l := p.enter(from)
	if l == nil {
		return ErrCrowd
	}
	defer p.leave(from, l)
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
func (p *Pool) enter(key netip.Prefix) *lane {
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

func (p *Pool) leave(key netip.Prefix, l *lane) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all--
	if l.n--; l.n == 0 {
		delete(p.lanes, key)
	}
}
