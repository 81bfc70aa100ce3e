// Package parallel divides work on many items between goroutines. Each goroutine takes shares of consecutive items,
// since these are mostly adjacent in memory: a share stays with one core, and cores seldom write to the same cache
// line.
//
// A panic on one of the goroutines becomes a panic on the caller's goroutine, as a [*Panic], so that the caller can
// recover from it.
//
// The items must be independent of each other, and the caller orders the results. Package pass runs passes on nested
// operations.
package parallel

import (
	"sync"
	"sync/atomic"
)

// For calls f for 0 to n-1, in shares of a given size, on a number of goroutines.
func For(n, share, threads int, f func(from, to int)) {
	_ = Shares(n, share, threads, func() func(from, to int) (int, error) {
		return func(from, to int) (int, error) {
			f(from, to)
			return to, nil
		}
	})
}

// Shares works on 0 to n-1 in shares of a given size, on a number of goroutines, each with a worker of its own. A
// worker returns the number at which it failed, and an error. The error of the lowest number is returned. All numbers
// before it have been processed; some after it may have been.
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

// failure is the failure with the lowest number so far.
type failure struct {
	at  atomic.Int64
	mu  sync.Mutex // held while changing it
	err error
}

// lower records that work on i failed.
func (f *failure) lower(i int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if int64(i) < f.at.Load() {
		f.at.Store(int64(i))
		f.err = err
	}
}
