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

// TestPoolLeavesRoom: a customer with many addresses fills at most half of what may wait, and so
// does the next one of what is left.
func TestPoolLeavesRoom(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]func(customer, i byte) netip.Prefix{
		"/48": func(customer, i byte) netip.Prefix {
			return netip.PrefixFrom(netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, 0, customer, 0, i}), 64)
		},
		"/24": func(customer, i byte) netip.Prefix {
			return netip.PrefixFrom(netip.AddrFrom4([4]byte{198, 51, customer, i}), 32)
		},
	} {
		p := NewPool(1)
		for customer, want := range []int{waitOfAll / 2, waitOfAll / 4, waitOfAll / 8} {
			waiting := 0
			for i := range waitOfAll {
				if p.enter(of(byte(customer), byte(i))) != nil {
					waiting++
				}
			}
			if waiting != want {
				t.Errorf("%s: customer %d has %d waiting, want %d", name, customer, waiting, want)
			}
		}
	}
}
