package conversion

import (
	"context"
	"errors"
	"sync"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// Options change how a conversion works. The zero value is ready to use.
type Options struct {
	// Context ends the conversion early; if it is nil, nothing does. It may carry a [rewrite.Instrumentation]; the
	// driver then uses one goroutine.
	Context context.Context
	// NoFolding keeps the driver from folding illegal operations before it tries patterns.
	NoFolding bool
	// LastFirst converts the operations of a block from the last to the first. Patterns that split the block at every
	// operation they convert then take linear time.
	LastFirst bool
	// Nested converts each operation inside root that is isolated from above separately, on as many goroutines as the
	// context allows. Patterns must not move, replace or erase these operations themselves.
	Nested bool
}

// ErrNotLegalized is wrapped by the error of a conversion that could not make an operation legal.
var ErrNotLegalized = errors.New("not legalized")

// Partial converts root and everything inside, until no operation is left that is illegal for the target. Operations
// that patterns create must be legal, or be converted too. On an error the IR is unchanged; the error wraps
// [ErrNotLegalized], unless the context ended or a pattern panicked.
func Partial(root *ir.Operation, t *Target, patterns *Set, opts Options) error {
	return convert(root, t, patterns, opts, partial)
}

// Full is [Partial], but also fails if an operation remains whose legality is [Unknown].
func Full(root *ir.Operation, t *Target, patterns *Set, opts Options) error {
	return convert(root, t, patterns, opts, full)
}

// convert makes no change permanent before the whole conversion has succeeded.
func convert(root *ir.Operation, t *Target, patterns *Set, opts Options, m mode) error {
	var mu sync.Mutex
	var drivers []*driver
	worker := func() func(*ir.Operation) error {
		d := newDriver(root, t, patterns, opts, m)
		mu.Lock()
		defer mu.Unlock()
		drivers = append(drivers, d)
		return d.convert
	}
	var err error
	if opts.Nested {
		err = rewrite.InParallel(append([]*ir.Operation{root}, isolated(root)...), opts.threads(root.Context()), worker)
	} else {
		err = worker()(root)
	}
	for _, d := range drivers {
		if err != nil {
			d.undo(0)
		} else {
			d.commit()
		}
	}
	return err
}

// threads returns the greatest number of goroutines.
func (o *Options) threads(ctx *ir.Context) int {
	if rewrite.InstrumentationOf(o.Context) != nil {
		return 1
	}
	return ctx.Workers()
}

// isolated returns the outermost operations inside root that are isolated from above.
func isolated(root *ir.Operation) (ops []*ir.Operation) {
	for op := range root.Nested() {
		if op.HasTrait(ir.IsolatedFromAbove) {
			ops = append(ops, op)
		} else {
			ops = append(ops, isolated(op)...)
		}
	}
	return ops
}

// Analyze returns the operations inside root that a conversion could make legal, and leaves the IR as it is.
func Analyze(root *ir.Operation, t *Target, patterns *Set, opts Options) ([]*ir.Operation, error) {
	d := newDriver(root, t, patterns, opts, analysis)
	d.unit = root
	err := d.convertAll()
	d.undo(0)
	return d.legalizable, err
}

type mode uint8

const (
	partial mode = iota
	full
	analysis
)

// driver is one run of a conversion.
type driver struct {
	root     *ir.Operation
	unit     *ir.Operation // root, or an operation inside that is converted separately
	shallow  bool          // whether to skip operations that are converted separately
	target   *Target
	patterns *Set
	opts     Options
	mode     mode

	rw      *Rewriter
	arena   *ir.Arena
	journal journal
	ops     stack[*ir.Operation] // the operations of the unit at the start
	rules   map[*ir.OpInfo]*rule

	converter *TypeConverter              // the converter of the running pattern
	pending   []*ir.Operation             // created or modified operations that must still be legalized
	active    []frame                     // patterns whose results are being legalized, outermost first
	casts     map[*ir.Operation]cast      // the driver's casts
	castOrder []*ir.Operation             // the keys of casts, in the order of their creation
	targets   map[targetKey]*ir.Operation // casts to converted types, for reuse
	gone      map[*ir.Operation]struct{}  // operations inside erased ones
	recursive map[*ir.Operation]struct{}  // operations that are legal with everything inside
	fatal     error                       // an error that ends the conversion

	legalizable []*ir.Operation // found by an analysis
	explain     *explanation    // nil unless the reasons of a failure are wanted
	watch       *watch          // nil without instrumentation
	folding     ir.Folding
}

// frame is a pattern that was applied to an operation.
type frame struct {
	pattern *Pattern
	op      string
}

func newDriver(root *ir.Operation, t *Target, patterns *Set, opts Options, m mode) *driver {
	d := &driver{root: root, target: t, patterns: patterns, opts: opts, mode: m, arena: new(ir.Arena),
		rules: make(map[*ir.OpInfo]*rule), casts: make(map[*ir.Operation]cast),
		targets: make(map[targetKey]*ir.Operation), gone: make(map[*ir.Operation]struct{}),
		recursive: make(map[*ir.Operation]struct{}), watch: newWatch(rewrite.InstrumentationOf(opts.Context))}
	d.rw = &Rewriter{Builder: ir.NewBuilder(root.Context()), d: d}
	d.rw.OnInsert(d.inserted)
	return d
}

// inserted records an operation that a pattern or a materialization created.
func (d *driver) inserted(op *ir.Operation) {
	d.journal.create(op)
	d.pending = append(d.pending, op)
}

// convert converts one operation with everything inside, but does not commit the changes.
func (d *driver) convert(op *ir.Operation) error {
	d.shallow = d.opts.Nested && op == d.root
	d.unit = op
	err := d.convertAll()
	if err == nil {
		err = d.materializeCasts()
	}
	d.castOrder = d.castOrder[:0]
	return err
}

// convertAll legalizes the unit and everything inside, each operation before what its regions hold.
func (d *driver) convertAll() error {
	d.order()
	for i := range d.ops.n {
		op := d.ops.at(i)
		if i%1024 == 0 && d.opts.Context != nil && d.opts.Context.Err() != nil {
			return d.opts.Context.Err()
		}
		if d.isGone(op) || d.insideRecursive(op) {
			continue
		}
		if err := d.convertOne(op); err != nil {
			return err
		}
	}
	return nil
}

// order lists the unit and everything inside, each operation before what its regions hold.
func (d *driver) order() {
	d.ops.reset()
	var visit func(op *ir.Operation)
	visit = func(op *ir.Operation) {
		if d.shallow && op != d.unit && op.HasTrait(ir.IsolatedFromAbove) {
			return
		}
		d.ops.push(op)
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				if !d.opts.LastFirst {
					for inner := range b.Ops() {
						visit(inner)
					}
					continue
				}
				for inner := b.Last(); inner != nil; inner = inner.Prev() {
					visit(inner)
				}
			}
		}
	}
	visit(d.unit)
}

func (d *driver) convertOne(op *ir.Operation) error {
	legality := d.legality(op)
	if d.watch != nil {
		d.explain = &explanation{} // collect reasons now: to repeat a failure would count its patterns twice
	}
	if legality == Legal || d.legalize(op) {
		if d.mode == analysis && legality != Legal {
			d.legalizable = append(d.legalizable, op)
		}
		return nil
	}
	switch {
	case d.fatal != nil:
		return d.fatal
	case d.mode == analysis, d.mode == partial && legality != Illegal:
		return nil
	}
	return d.failure(op, legality)
}

// legality looks up the target's verdict, and records operations whose regions need not be converted.
func (d *driver) legality(op *ir.Operation) Legality {
	info := op.Info()
	r, known := d.rules[info]
	if !known {
		r = d.target.ruleOf(info)
		d.rules[info] = r
	}
	l, recursive := d.target.decide(op, r)
	if recursive && l == Legal {
		d.recursive[op] = struct{}{}
	}
	return l
}

func (d *driver) insideRecursive(op *ir.Operation) bool {
	if len(d.recursive) == 0 {
		return false
	}
	for p := op.Parent(); p != nil; p = p.Parent() {
		if _, in := d.recursive[p]; in {
			return true
		}
	}
	return false
}

// erase takes op out of its block. Its operands stay until the conversion has succeeded.
func (d *driver) erase(op *ir.Operation) {
	for inner := range op.Nested() {
		d.mark(inner)
	}
	d.journal.erase(op)
	op.Remove()
}

// mark records that op, which stays in its block, is erased with everything inside.
func (d *driver) mark(op *ir.Operation) {
	op.Walk(func(inner *ir.Operation) bool {
		d.gone[inner] = struct{}{}
		return true
	})
}

// unmark undoes mark.
func (d *driver) unmark(op *ir.Operation) {
	op.Walk(func(inner *ir.Operation) bool {
		delete(d.gone, inner)
		return true
	})
}

func (d *driver) unmarkNested(op *ir.Operation) {
	for inner := range op.Nested() {
		d.unmark(inner)
	}
}

// isGone reports whether op was erased and the erasure not undone.
func (d *driver) isGone(op *ir.Operation) bool {
	if op.Block() == nil && op != d.unit {
		return true
	}
	_, gone := d.gone[op]
	return gone
}

// moveOps moves op and everything after it to the end of a block.
func (d *driver) moveOps(op *ir.Operation, to *ir.Block) {
	for op != nil {
		next := op.Next()
		d.journal.move(op)
		op.MoveToEnd(to)
		op = next
	}
}

// redirect replaces the successor from of a terminator by be.
func (d *driver) redirect(terminator *ir.Operation, from, to *ir.Block) {
	for i := range terminator.NumSuccessors() {
		if terminator.Successor(i) == from {
			d.journal.redirect(terminator, i, from)
			terminator.SetSuccessor(i, to)
		}
	}
}
