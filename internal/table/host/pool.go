package host

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"time"
)

// Limits of waiting work, per address and in all.
const (
	waitOfOne = 16
	waitOfAll = 256
)

// ErrCrowd says that too much work is waiting.
var ErrCrowd = errors.New("host: work queue is full")

// Pool runs work that takes longer than a moment: hints, reviews, exports, long evenings of the
// cash desk. The number of places is fixed, and each address has at most one: its other work
// waits, and delays no other address. After work an address pauses for as long as the work took.
// So a flood of requests uses at most half a place, and leaves the processors to those who play.
// A large network (a customer's /48, a /24) may have as many waiting as there is room left, so a
// customer with many addresses leaves half of the room to others (dynamic thresholds, Choudhury
// and Hahne 1998).
type Pool struct {
	places chan struct{} // one token for each place in use
	spare  chan struct{} // one token for each turn that an address has beside its own; nil: it has none

	mu    sync.Mutex
	all   int // working and waiting
	lanes map[netip.Prefix]*lane
	large map[netip.Prefix]int // working and waiting of each large network
}

// lane is the work of one address.
type lane struct {
	n    int // working, waiting, and one that pauses
	turn chan struct{}
}

// NewPool returns a Pool with the given number of places.
func NewPool(places int) *Pool {
	return &Pool{places: make(chan struct{}, places), lanes: map[netip.Prefix]*lane{}, large: map[netip.Prefix]int{}}
}

// Customer returns the largest network that a customer may have whose address this is: a /24, and of
// IPv6 a /48.
func Customer(of netip.Prefix) netip.Prefix {
	bits := 24
	if of.Addr().Is6() {
		bits = 48
	}
	p, _ := of.Addr().Prefix(bits) // the zero Addr is its own
	return p
}

// Do runs the work of an address when it is its turn. The work must end soon after its context
// is done; Do then returns the error of the context. It returns ErrCrowd if too much work
// waits.
func (p *Pool) Do(ctx context.Context, from netip.Prefix, work func(context.Context) error) error {
	give, err := p.place(ctx, from)
	if err != nil {
		return err
	}
	begin := time.Now()
	defer func() { give(time.Since(begin)) }()
	return work(ctx)
}

// place waits for the turn of an address and for a place. The function that it returns gives both
// back, the turn after a pause.
func (p *Pool) place(ctx context.Context, from netip.Prefix) (give func(pause time.Duration), err error) {
	l := p.enter(from)
	if l == nil {
		return nil, ErrCrowd
	}
	turn := l.turn
	select {
	case turn <- struct{}{}:
	default:
		select {
		case turn <- struct{}{}:
		case p.spare <- struct{}{}:
			turn = p.spare
		case <-ctx.Done():
			p.leave(from, l)
			return nil, ctx.Err()
		}
	}
	over := func() {
		<-turn
		p.leave(from, l)
	}
	if !take(ctx, p.places) {
		over()
		return nil, ctx.Err()
	}
	return func(pause time.Duration) {
		<-p.places
		if pause == 0 {
			over()
		} else {
			time.AfterFunc(pause, over)
		}
	}, nil
}

// take waits for a place. It returns false if the context is done first.
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

// enter counts new work of an address. It returns nil if there is too much already.
func (p *Pool) enter(key netip.Prefix) *lane {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.lanes[key]
	if l == nil {
		l = &lane{turn: make(chan struct{}, 1)}
	}
	if l.n >= waitOfOne || p.large[Customer(key)] >= waitOfAll-p.all {
		return nil
	}
	l.n++
	p.all++
	p.large[Customer(key)]++
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
	if p.large[Customer(key)]--; p.large[Customer(key)] == 0 {
		delete(p.large, Customer(key))
	}
}
