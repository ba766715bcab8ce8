package host

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"time"
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
// others of that address wait behind it and hold nobody else up. After work an address has
// to rest for as long as the work took: what it sends all at once takes no more than half of
// a place, and leaves the processors to those who play.
type Pool struct {
	places chan struct{} // who works holds one

	mu    sync.Mutex
	all   int // who work or wait
	lanes map[netip.Prefix]*lane
}

// lane is the work of one address.
type lane struct {
	n    int // who work or wait, and one who rests
	turn chan struct{}
}

// NewPool returns a Pool in which this many may work at once.
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
	if !take(ctx, l.turn) {
		p.leave(from, l)
		return ctx.Err()
	}
	var took time.Duration
	defer func() {
		time.AfterFunc(took, func() {
			<-l.turn
			p.leave(from, l)
		})
	}()
	if !take(ctx, p.places) {
		return ctx.Err()
	}
	begin := time.Now()
	defer func() {
		took = time.Since(begin)
		<-p.places
	}()
	return work(ctx)
}

// take waits for a place, and reports whether it is there before the context is done.
func take(ctx context.Context, place chan struct{}) bool {
	select {
	case place <- struct{}{}:
		if ctx.Err() == nil {
			return true
		}
		<-place
	case <-ctx.Done():
	}
	return false
}

// enter counts an arrival; nil if too many are here.
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
