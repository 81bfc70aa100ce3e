package rewrite

import (
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/girih-ir/girih/ir"
)

// driver works, on one goroutine, on one unit after the other. A unit is an operation that is isolated from above, with
// everything inside, but without nested units. Nested units are rewritten first.
type driver struct {
	opts     *Options
	patterns *Set
	noFold   bool
	threads  int
	rw       *Rewriter
	kinds    []kind // by ir.OpInfo.Index
	inner    *driver

	root      *ir.Operation
	work      worklist
	children  []*ir.Operation
	constants constantPool
	folding   ir.Folding
	released  []*ir.Value // the operands of operations that are being erased
	results   []*ir.Value // the results of a fold

	exhausted bool // whether some unit has changed in the last allowed iteration
	changed   bool // whether something has changed in this iteration
	branches  bool // whether regions may have several blocks
	graphs    bool // whether there are values in regions without SSA dominance
	applied   int  // the number of patterns applied in this iteration
	rewrites  int  // the number of patterns and folds in total
	limit     int
	recent    []string // the names of the last rewrites, recorded near the limit
	steps     int
	pattern   *Pattern // the current pattern; nil in a fold
	operation *ir.Operation
	watch     *watch // nil without instrumentation
}

// kind holds what the driver knows about all operations of a name.
type kind struct {
	known    bool
	folds    bool
	patterns []*Pattern
}

// driverPool holds the idle drivers of a context. Passes on many small functions would otherwise spend more time
// creating drivers than using them.
type driverPool struct{}

func pool(ctx *ir.Context) *sync.Pool {
	return ir.Intern(ctx, driverPool{}, func(driverPool) *sync.Pool {
		return &sync.Pool{New: func() any {
			d := new(driver)
			d.rw = NewRewriter(ctx, d)
			return d
		}}
	})
}

// newDriver returns a driver for some patterns. Release it after use.
func newDriver(ctx *ir.Context, patterns *Set, opts *Options) *driver {
	d := pool(ctx).Get().(*driver)
	if d.patterns != patterns || d.noFold != opts.NoFold {
		clear(d.kinds)
	}
	d.opts, d.patterns, d.noFold, d.threads = opts, patterns, opts.NoFold, opts.threads(ctx)
	if in := InstrumentationOf(opts.Context); in != nil {
		d.watch = &watch{Instrumentation: in}
	}
	return d
}

// release returns the driver to the pool. A driver that failed is not reused.
func (d *driver) release() {
	if d.inner != nil {
		d.inner.release()
		d.inner = nil
	}
	d.opts, d.watch, d.root, d.operation, d.exhausted = nil, nil, nil, nil, false
	d.rw.match = Match{}
	d.work.reset()
	d.constants.reset()
	pool(d.rw.Context()).Put(d)
}

// another returns another driver with the same patterns and options, for another goroutine.
func (d *driver) another() *driver {
	a := newDriver(d.rw.Context(), d.patterns, d.opts)
	a.threads = 1
	return a
}

// Bounds on the number of rewrites. If a unit has more rewrites than any terminating set of patterns should need, the
// patterns probably undo each other. The names of the last rewrites are recorded for the error message.
const (
	minRewrites    = 10000
	rewritesPerOp  = 64
	recentRewrites = 100
)

// unit rewrites root until nothing changes.
func (d *driver) unit(root *ir.Operation) (changed bool, err error) {
	d.root, d.limit, d.rewrites, d.recent = root, 0, 0, d.recent[:0]
	for n := 1; ; n++ {
		if most := d.opts.iterations(); most > 0 && n > most {
			d.exhausted = true
			return changed, nil
		}
		again, inside, err := d.iteration()
		changed = changed || again || inside
		if err != nil || !again {
			return changed, err
		}
	}
}

// iteration visits everything once. It reports whether another iteration is needed because the unit has changed, and
// whether constants have moved or nested units have changed.
func (d *driver) iteration() (changed, inside bool, err error) {
	d.collect()
	gathered := d.constants.moved()
	if d.limit == 0 {
		d.limit = minRewrites + rewritesPerOp*d.work.len()
	}
	inside, err = d.units(d.children)
	inside = inside || gathered
	if err != nil {
		return false, inside, err
	}
	d.changed, d.applied = false, 0
	if d.branches {
		d.changed = d.eraseUnreachable()
	}
	if err := d.run(); err != nil {
		return d.changed, inside, err
	}
	d.simplify()
	return d.changed, inside, nil
}

// run takes operations from the worklist until it is empty. A panic in a pattern or fold becomes an error.
func (d *driver) run() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = d.panicked(r)
		}
	}()
	for {
		op := d.work.pop()
		if op == nil || d.opts.MaxRewrites > 0 && d.applied >= d.opts.MaxRewrites {
			return nil
		}
		if d.steps++; d.steps%1024 == 0 && d.opts.Context != nil && d.opts.Context.Err() != nil {
			return d.opts.Context.Err()
		}
		if err := d.visit(op); err != nil {
			return err
		}
	}
}

// visit erases op if it is dead, else folds it, else applies a pattern.
func (d *driver) visit(op *ir.Operation) error {
	if d.watch != nil {
		return d.visitWatched(op)
	}
	if !d.opts.KeepDead && ir.IsTriviallyDead(op) {
		d.rw.Erase(op)
		d.changed = true
		return nil
	}
	k := d.kind(op.Info())
	if k.folds && d.tryFold(op) {
		return d.count(Folding)
	}
	for _, p := range k.patterns {
		if d.try(p, op) {
			return d.count(p.Name)
		}
	}
	return nil
}

// tryFold folds op, and reports whether it did.
func (d *driver) tryFold(op *ir.Operation) bool {
	d.pattern, d.operation = nil, op
	return d.fold(op)
}

// try applies a pattern to op, and reports whether it matched.
func (d *driver) try(p *Pattern, op *ir.Operation) bool {
	d.pattern, d.operation = p, op
	d.rw.Before(op)
	d.rw.CopyLoc(op)
	matched := p.Rewrite(d.rw, op)
	if d.rw.refused {
		d.rw.refused = false
		return false
	}
	if matched {
		d.applied++
	}
	return matched
}

// kind returns what is known about operations of op's name.
func (d *driver) kind(info *ir.OpInfo) *kind {
	i := info.Index()
	if i >= len(d.kinds) {
		d.kinds = append(d.kinds, make([]kind, i+1-len(d.kinds))...)
	}
	k := &d.kinds[i]
	if !k.known {
		k.known = true
		k.folds = !d.noFold && !info.HasTrait(ir.ConstantLike) && info.Folds()
		k.patterns = d.patterns.of(info.Def)
	}
	return k
}

// count counts a rewrite. It returns an error if there are too many.
func (d *driver) count(name string) error {
	d.changed = true
	if d.rewrites++; d.rewrites <= d.limit-recentRewrites {
		return nil
	}
	d.recent = append(d.recent, name)
	if d.rewrites < d.limit {
		return nil
	}
	return ir.Errorf(d.root.Loc(), "%w: %d rewrites in '%s', the last ones by %s", ErrNoConvergence, d.rewrites,
		d.root.Name(), cycle(d.recent))
}

// panicked returns the error for a panic in a pattern or a fold.
func (d *driver) panicked(reason any) error {
	what := "fold"
	if d.pattern != nil {
		what = fmt.Sprintf("pattern '%s'", d.pattern.Name)
	}
	return ir.Errorf(d.operation.Loc(), "%w: %s on '%s': %v\n%s", ErrPanic, what, d.operation.Name(), reason,
		debug.Stack())
}
