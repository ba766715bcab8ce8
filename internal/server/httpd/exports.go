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
	cache[exportKey, []byte]
	mu      sync.Mutex
	reading map[netip.Prefix]int
}

func newExports() *exports {
	return &exports{cache: cache[exportKey, []byte]{most: keptExports}, reading: map[netip.Prefix]int{}}
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
