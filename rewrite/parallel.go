package rewrite

import (
	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
)

// InParallel processes operations that are isolated from each other on a number of goroutines, each with its own
// worker. The error is that of the first operation, in the order given, on which a worker failed. All operations
// before that one have been processed; some after it may have been.
func InParallel(ops []*ir.Operation, threads int, worker func() func(*ir.Operation) error) error {
	return parallel.Shares(len(ops), shareOf(len(ops), threads), threads, func() func(from, to int) (int, error) {
		f := worker()
		return func(from, to int) (int, error) {
			for i := from; i < to; i++ {
				if err := f(ops[i]); err != nil {
					return i, err
				}
			}
			return to, nil
		}
	})
}

// maxShare bounds how many operations a goroutine takes at once.
const maxShare = 32

// shareOf returns how many of n operations a goroutine takes at once. Adjacent operations are mostly adjacent in
// memory. Shares are small enough that no goroutine waits long for the last one.
func shareOf(n, threads int) int { return min(max(1, n/(16*max(threads, 1))), maxShare) }
