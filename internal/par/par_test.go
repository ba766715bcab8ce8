package par

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestEach(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 3, 20} {
		for _, n := range []int64{0, 1, 7, 64, 100} {
			var count [100]atomic.Int64
			told := int64(0)
			made := Each(context.Background(), n, 8, workers, func(worker int, i int64) {
				if worker < 0 || worker >= workers {
					t.Errorf("worker %d of %d", worker, workers)
				}
				count[i].Add(1)
			}, func(done int64) { told = max(told, done) })
			if made != n || told != n {
				t.Errorf("%d workers made %d of %d, told %d", workers, made, n, told)
			}
			for i := range count {
				if got := count[i].Load(); got != min(1, max(0, n-int64(i))) {
					t.Errorf("%d workers: %d was done %d times of %d", workers, i, got, n)
				}
			}
		}
	}
}

func TestEachStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	var begun atomic.Int64
	made := Each(ctx, 1000, 8, 2, func(_ int, i int64) {
		if begun.Add(1) == 10 {
			cancel()
		}
	}, nil)
	if made != begun.Load() || made < 10 || made > 11 {
		t.Errorf("%d were made, %d begun", made, begun.Load())
	}
}

// upTo yields n jobs, and counts them.
func upTo(n int, begun *atomic.Int64) func(yield func(*job) bool) {
	return func(yield func(*job) bool) {
		for i := range n {
			begun.Add(1)
			if !yield(&job{number: i, lines: make(chan int, 1)}) {
				return
			}
		}
	}
}

type job struct {
	number int
	square int
	lines  chan int // what is handed over under way
}

// TestOrdered: later jobs are done sooner, and come in their order all the same.
func TestOrdered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, workers := range []int{1, 3, 20} {
			var begun atomic.Int64
			n := 0
			for k, wait := range Ordered(upTo(50, &begun), workers, func(_ int, k *job, _ <-chan struct{}) {
				time.Sleep(time.Duration(50-k.number) * time.Second)
				k.square = k.number * k.number
			}) {
				wait()
				if k.number != n || k.square != n*n {
					t.Fatalf("%d workers: job %d with %d came as number %d", workers, k.number, k.square, n)
				}
				n++
				if ahead := int(begun.Load()) - n; ahead > 3*workers+2 {
					t.Fatalf("%d workers: %d jobs ahead", workers, ahead)
				}
			}
			if n != 50 {
				t.Errorf("%d workers: %d jobs", workers, n)
			}
		}
	})
}

// TestOrderedStreams: what a job hands over can be read before it is done.
func TestOrderedStreams(t *testing.T) {
	t.Parallel()
	var begun atomic.Int64
	n := 0
	for k := range Ordered(upTo(30, &begun), 3, func(_ int, k *job, _ <-chan struct{}) {
		defer close(k.lines)
		for i := range 10 {
			k.lines <- i
		}
	}) {
		for i := range k.lines {
			n += i
		}
	}
	if n != 30*45 {
		t.Errorf("%d came", n)
	}
}

// TestOrderedEndsEarly: the workers are home behind the loop, also those that could not hand over.
func TestOrderedEndsEarly(t *testing.T) {
	t.Parallel()
	var begun, ended, at atomic.Int64
	for range Ordered(upTo(1000, &begun), 4, func(_ int, k *job, quit <-chan struct{}) {
		at.Add(1)
		defer ended.Add(1)
		for range 10 {
			select {
			case k.lines <- 1:
			case <-quit:
				return
			}
		}
	}) {
		break
	}
	if at.Load() != ended.Load() || begun.Load() > 20 {
		t.Errorf("%d jobs were handed out, %d begun, %d ended", begun.Load(), at.Load(), ended.Load())
	}
}
