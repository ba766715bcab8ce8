package httpd

import "sync"

// cache keeps what was made last, up to `most` bytes.
type cache[K comparable, V any] struct {
	most int

	mu    sync.Mutex
	all   map[K]cached[V]
	order []K // oldest first
	bytes int
}

type cached[V any] struct {
	value V
	size  int
}

func (c *cache[K, V]) find(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.all[key]
	return found.value, ok
}

// clear removes everything.
func (c *cache[K, V]) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all, c.order, c.bytes = nil, nil, 0
}

// keep caches a value of a size in bytes and evicts the oldest ones.
func (c *cache[K, V]) keep(key K, value V, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.all[key]; ok || size > c.most/4 {
		return
	}
	if c.all == nil {
		c.all = map[K]cached[V]{}
	}
	c.all[key], c.order = cached[V]{value, size}, append(c.order, key)
	for c.bytes += size; c.bytes > c.most; c.order = c.order[1:] {
		c.bytes -= c.all[c.order[0]].size
		delete(c.all, c.order[0])
	}
}
