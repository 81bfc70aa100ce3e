// Package parallel divides work on many things between goroutines, which take shares of neighbours: what lies side by
// side in memory stays with one core, and cores seldom write to the same cache line.
//
// A panic on any of the goroutines is one on the caller's, as [*Panic]: who recovers from what single-threaded work
// does recovers from this.
//
// It is for work whose parts do not depend on each other and that each caller orders itself. Passes run on nested
// operations by package pass.
package parallel

import (
	"sync"
	"sync/atomic"
)

// For calls f for all of 0 to n-1, in shares of a size, on a number of goroutines.
func For(n, share, threads int, f func(from, to int)) {
	_ = Shares(n, share, threads, func() func(from, to int) (int, error) {
		return func(from, to int) (int, error) {
			f(from, to)
			return to, nil
		}
	})
}

// Shares works on 0 to n-1 in shares of a size, on a number of goroutines, each of which has a worker of its own. A
// worker returns the number at which it fails, and why. The error is that of the lowest number; those before it have
// been worked on, those after it may have been.
func Shares(n, share, threads int, worker func() func(from, to int) (int, error)) error {
	var next atomic.Int64
	var first failure
	first.at.Store(int64(n))
	work := func() {
		from := 0
		defer func() {
			if r := recover(); r != nil {
				first.lower(from, Recovered(r))
			}
		}()
		f := worker()
		for {
			to := int(next.Add(int64(share)))
			if from = to - share; from >= int(first.at.Load()) {
				return
			}
			if at, err := f(from, min(to, n)); err != nil {
				first.lower(at, err)
			}
		}
	}
	var wg sync.WaitGroup
	for range min(threads, (n+share-1)/share) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	if p, ok := first.err.(*Panic); ok {
		panic(p)
	}
	return first.err
}

// failure is that of the lowest number of those that failed so far.
type failure struct {
	at  atomic.Int64
	mu  sync.Mutex // of those who change it
	err error
}

// lower takes note that work on i failed.
func (f *failure) lower(i int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if int64(i) < f.at.Load() {
		f.at.Store(int64(i))
		f.err = err
	}
}
