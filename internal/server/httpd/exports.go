package httpd

import (
	"net/netip"
	"sync"
)

// Limits: how many bytes of exported evenings are cached, and how many exports one address may
// be downloading at once.
const (
	keptExports  = 16 << 20
	exportsOfOne = 4
)

// exportKey identifies an export: the evening, for whom, and the number of its records and
// notes.
type exportKey struct {
	table  int64
	person int
	seq    uint64
	notes  int
}

// exports caches recent exports, and counts the downloads.
type exports struct {
	mu      sync.Mutex
	reading map[netip.Prefix]int
	bodies  map[exportKey][]byte
	order   []exportKey // oldest first
	bytes   int
}

func newExports() *exports {
	return &exports{reading: map[netip.Prefix]int{}, bodies: map[exportKey][]byte{}}
}

// enter counts a download. Call leave when it has ended.
func (x *exports) enter(from netip.Prefix) (leave func(), ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.reading[from] >= exportsOfOne {
		return nil, false
	}
	x.reading[from]++
	return func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		if x.reading[from]--; x.reading[from] == 0 {
			delete(x.reading, from)
		}
	}, true
}

func (x *exports) cached(key exportKey) ([]byte, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	body, ok := x.bodies[key]
	return body, ok
}

// keep caches an evening and evicts the oldest ones.
func (x *exports) keep(key exportKey, body []byte) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.bodies[key] != nil || len(body) > keptExports/4 {
		return
	}
	x.bodies[key], x.order = body, append(x.order, key)
	for x.bytes += len(body); x.bytes > keptExports; x.order = x.order[1:] {
		x.bytes -= len(x.bodies[x.order[0]])
		delete(x.bodies, x.order[0])
	}
}
