package rewrite

import (
	"sync"
	"sync/atomic"

	"github.com/girih-ir/girih/ir"
)

// Greedy folds the operations inside root, but not root itself, and applies patterns to them until none matches. It
// erases operations that are dead, gathers constants at the start of the regions that are isolated from above, and
// simplifies control flow. It reports whether anything changed.
//
// Operations are visited from the start of the IR to its end; operations that a rewrite changed are visited again at
// once. If an iteration changed anything, another one follows. Operations that are isolated from above are
// independent of each other and may be processed in parallel: patterns must stay inside the isolated operation that
// holds the operation they match. The result does not depend on the number of threads.
//
// The error wraps [ErrNoConvergence], [ErrIterations] or [ErrPanic], or is that of the context.
func Greedy(root *ir.Operation, patterns *Set, opts Options) (changed bool, err error) {
	d := newDriver(root.Context(), patterns, &opts)
	if changed, err = d.unit(root); err != nil {
		return changed, err
	}
	if d.exhausted {
		err = ir.Errorf(root.Loc(), "%w: there have been %d", ErrIterations, opts.iterations())
	}
	d.release()
	return changed, err
}

// threads returns the greatest number of goroutines. It is one if there is a bound on the total number of rewrites, or
// an instrumentation.
func (o *Options) threads(ctx *ir.Context) int {
	if o.MaxRewrites > 0 || InstrumentationOf(o.Context) != nil {
		return 1
	}
	return ctx.Workers()
}

// units processes operations that are isolated from each other, in parallel if the options allow it. It returns the
// error of the first one that fails.
func (d *driver) units(ops []*ir.Operation) (changed bool, err error) {
	if len(ops) == 0 {
		return false, nil
	}
	if min(d.threads, len(ops)) == 1 {
		if d.inner == nil {
			d.inner = d.another()
		}
		for _, op := range ops {
			c, err := d.inner.unit(op)
			if changed = changed || c; err != nil {
				return changed, err
			}
		}
		d.exhausted = d.exhausted || d.inner.exhausted
		return changed, nil
	}
	var anyChanged atomic.Bool
	workers := make([]*driver, 0, d.threads)
	var mu sync.Mutex
	err = InParallel(ops, d.threads, func() func(*ir.Operation) error {
		w := d.another()
		mu.Lock()
		workers = append(workers, w)
		mu.Unlock()
		return func(op *ir.Operation) error {
			c, err := w.unit(op)
			if c {
				anyChanged.Store(true)
			}
			return err
		}
	})
	if err == nil {
		for _, w := range workers {
			d.exhausted = d.exhausted || w.exhausted
			w.release()
		}
	}
	return anyChanged.Load(), err
}
