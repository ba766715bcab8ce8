// Package par lets workers share work: Each where its order doesn't matter, Ordered where what comes of
// it is needed in its order. Both return only when every worker has come home.
package par

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
)

// Each calls do with 0 … n-1, each on one of the workers, which take chunk of them at a time. It stops
// behind the calls under way when ctx ends, and returns how many were made. Progress, if not nil, is told that now
// and then, by one worker at a time.
func Each(ctx context.Context, n, chunk int64, workers int, do func(worker int, i int64), progress func(done int64)) int64 {
	var next, done atomic.Int64
	var all sync.WaitGroup
	var telling sync.Mutex
	for worker := range workers {
		all.Go(func() {
			for from := next.Add(chunk) - chunk; from < n && ctx.Err() == nil; from = next.Add(chunk) - chunk {
				i := from
				for ; i < min(from+chunk, n) && ctx.Err() == nil; i++ {
					do(worker, i)
				}
				if made := done.Add(i - from); progress != nil {
					telling.Lock()
					progress(made)
					telling.Unlock()
				}
			}
		})
	}
	all.Wait()
	return done.Load()
}

// Ordered works on jobs and yields them in their order, each with a function that waits until it is
// done: what a job hands over while it is under way can be read before. A job that is yielded is under way
// or about to be, and no more than a few are ahead of it. If the loop ends early, quit is closed, no
// further job is begun, and those under way are waited for: they must not wait for the loop then.
func Ordered[T any](jobs iter.Seq[T], workers int, work func(worker int, job T, quit <-chan struct{})) iter.Seq2[T, func()] {
	type task struct {
		job  T
		done chan struct{}
	}
	return func(yield func(T, func()) bool) {
		quit := make(chan struct{})
		todo, order := make(chan task), make(chan task, 2*workers)
		var all sync.WaitGroup
		all.Go(func() {
			defer close(order)
			defer close(todo)
			for job := range jobs {
				k := task{job, make(chan struct{})}
				for _, to := range []chan<- task{order, todo} {
					select {
					case to <- k:
					case <-quit:
						return
					}
				}
			}
		})
		for worker := range workers {
			all.Go(func() {
				for k := range todo {
					work(worker, k.job, quit)
					close(k.done)
				}
			})
		}
		defer all.Wait()
		defer close(quit)
		for k := range order {
			if !yield(k.job, func() { <-k.done }) {
				return
			}
		}
	}
}
