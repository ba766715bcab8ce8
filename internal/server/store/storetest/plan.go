package storetest

import "sync"

// Plan says which call fails, and how. It is safe for concurrent use.
type Plan struct {
	mu   sync.Mutex
	left int // calls until the failure; 0: none is planned
	how  Failure
}

// Fail makes the n-th call from now fail; 1 is the next. 0 cancels it.
func (p *Plan) Fail(n int, how Failure) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left, p.how = n, how
}

// Left returns the number of calls until the failure, or 0 if none is planned.
func (p *Plan) Left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.left
}

// Due counts a call and reports whether it is the one that fails, and how.
func (p *Plan) Due() (fails bool, how Failure) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fails = p.left == 1
	if p.left > 0 {
		p.left--
	}
	return fails, p.how
}
