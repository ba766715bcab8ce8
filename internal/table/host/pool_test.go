package host

import (
	"context"
	"errors"
	"net/netip"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestPool: of an address one works at a time, and then it rests for as long; all others' turn comes all the
// same; who waits too long in line is told so, and who goes isn't worked for.
func TestPool(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := NewPool(2)
		hostile, friend := netip.MustParsePrefix("198.51.100.1/32"), netip.MustParsePrefix("198.51.100.2/32")
		var at, most, done, busy atomic.Int64
		ctx, cancel := context.WithCancel(context.Background())
		for range waitOfOne + 10 {
			go func() {
				err := p.Do(ctx, hostile, func(ctx context.Context) error {
					most.Store(max(most.Load(), at.Add(1)))
					defer at.Add(-1)
					select {
					case <-time.After(time.Minute):
						done.Add(1)
						return nil
					case <-ctx.Done():
						return ctx.Err()
					}
				})
				if errors.Is(err, ErrCrowd) {
					busy.Add(1)
				}
			}()
		}
		synctest.Wait()
		if most.Load() != 1 || busy.Load() != 10 {
			t.Errorf("of one address %d work at once and %d are refused", most.Load(), busy.Load())
		}
		begin := time.Now()
		if err := p.Do(context.Background(), friend, func(context.Context) error { return nil }); err != nil || time.Since(begin) > 0 {
			t.Errorf("somebody else waits %v: %v", time.Since(begin), err)
		}
		time.Sleep(90 * time.Second)
		if done.Load() != 1 || at.Load() != 0 || len(p.places) != 0 {
			t.Errorf("after a minute's work the address doesn't rest: %d are done, %d work, %d places are taken", done.Load(), at.Load(), len(p.places))
		}
		time.Sleep(time.Minute)
		if at.Load() != 1 {
			t.Errorf("after two minutes %d work", at.Load())
		}
		cancel()
		synctest.Wait()
		if done.Load() != 1 || at.Load() != 0 || len(p.places) != 0 {
			t.Errorf("after the address has gone: %d are done, %d work, %d places are taken", done.Load(), at.Load(), len(p.places))
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(p.lanes) != 0 || p.all != 0 {
			t.Errorf("the pool remembers %d lanes, %d in all", len(p.lanes), p.all)
		}
	})
}
