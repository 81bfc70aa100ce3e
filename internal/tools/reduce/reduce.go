package reduce

import (
	"context"
	"errors"

	"github.com/girih-ir/girih/ir"
)

// Interesting reports whether a module still shows the bug. It must not change the module.
type Interesting func(ctx context.Context, module *ir.Operation) (bool, error)

// Options change how a reduction works. The zero value is ready to use.
type Options struct {
	// Progress is called for every step that made the module smaller, with the number of operations left; it may be
	// nil.
	Progress func(reducer string, operations int)
	// AnyIR tries candidates that do not verify too.
	AnyIR bool
}

// ErrNotInteresting says that the original module does not show the bug.
var ErrNotInteresting = errors.New("the input is not interesting")

// Reduce returns an interesting module that no reducer can make smaller. It does not change the given module. If ctx
// ends, it returns the smallest module so far with the context's error.
func Reduce(ctx context.Context, module *ir.Operation, interesting Interesting, opts Options) (*ir.Operation, error) {
	r := &reduction{ctx: ctx, interesting: interesting, opts: opts, best: clone(module)}
	ok, err := interesting(ctx, r.best)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, ErrNotInteresting
	}
	for {
		before := size(r.best)
		for i := range reducers {
			if err := r.run(&reducers[i]); err != nil {
				return r.best, err
			}
		}
		if size(r.best) >= before {
			return r.best, nil
		}
	}
}

// reduction is one run of Reduce.
type reduction struct {
	ctx         context.Context
	interesting Interesting
	opts        Options
	best        *ir.Operation // the smallest interesting module so far
}

// try creates a candidate by applying a reducer to the best module at the places that pick chooses, and keeps it if it
// is interesting.
func (r *reduction) try(red *reducer, pick func(place int) bool) (bool, error) {
	candidate := clone(r.best)
	e := &editor{pick: pick, b: ir.NewBuilder(candidate.Context())}
	red.apply(e, candidate)
	if !e.changed || !r.opts.AnyIR && ir.Verify(candidate, nil) != nil {
		return false, nil
	}
	if err := r.ctx.Err(); err != nil {
		return false, err
	}
	ok, err := r.interesting(r.ctx, candidate)
	if err != nil || !ok {
		return false, err
	}
	r.best = candidate
	if r.opts.Progress != nil {
		r.opts.Progress(red.name, count(candidate))
	}
	return true, nil
}

func clone(op *ir.Operation) *ir.Operation { return new(ir.Arena).Clone(op, new(ir.Mapping)) }

// count returns the number of operations inside a module.
func count(m *ir.Operation) int {
	n := -1
	m.Walk(func(*ir.Operation) bool {
		n++
		return true
	})
	return n
}

// size is the size of a module in terms of everything that reducers remove.
func size(m *ir.Operation) int {
	n := 0
	m.Walk(func(op *ir.Operation) bool {
		n += 10 + op.NumOperands() + op.NumResults() + op.Attrs().Len() + 2*op.NumSuccessors()
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				n += 5 + b.NumArgs()
			}
		}
		return true
	})
	return n
}

// run applies a reducer at as many places as possible: first at all places, then at half of them, and so on down to
// single ones. Places where the result is not interesting are left unchanged.
func (r *reduction) run(red *reducer) error {
	places := r.places(red)
	for chunk := places; chunk > 0; chunk /= 2 {
		for from := 0; from < places; {
			ok, err := r.try(red, func(place int) bool { return from <= place && place < from+chunk })
			if err != nil {
				return err
			}
			if !ok {
				from += chunk
				continue
			}
			// The places after the chunk have moved to its position.
			places = r.places(red)
		}
	}
	return nil
}

// places returns the number of places at which a reducer can change the best module.
func (r *reduction) places(red *reducer) int {
	e := &editor{pick: func(int) bool { return false }}
	red.apply(e, r.best)
	return e.places
}
