package rewrite

import (
	"sync"
	"sync/atomic"

	"github.com/girih-ir/girih/ir"
)

// InParallel works on operations that are isolated from each other, on a number of goroutines, each of which has a
// worker of its own. The error is that of the first operation, in the order given, on which a worker fails; those
// before it have been worked on, those after it may have been.
func InParallel(ops []*ir.Operation, threads int, worker func() func(*ir.Operation) error) error {
	threads = min(threads, len(ops))
	errs := make([]error, len(ops))
	var next, failed atomic.Int64
	failed.Store(int64(len(ops)))
	work := func() {
		f := worker()
		for {
			i := next.Add(1) - 1
			if i >= failed.Load() {
				return
			}
			if errs[i] = f(ops[i]); errs[i] != nil {
				lower(&failed, i)
			}
		}
	}
	var wg sync.WaitGroup
	for range threads - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	if i := failed.Load(); i < int64(len(ops)) {
		return errs[i]
	}
	return nil
}

// lower makes i the value of a if it is less.
func lower(a *atomic.Int64, i int64) {
	for {
		old := a.Load()
		if i >= old || a.CompareAndSwap(old, i) {
			return
		}
	}
}
