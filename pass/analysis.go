package pass

import (
	"slices"

	"github.com/girih-ir/girih/ir"
)

// Analysis is a result about an operation that passes can ask for. Results are computed on demand, and cached until a
// pass runs that does not preserve them. Declare analyses as package variables: the pointer identifies them.
type Analysis[T any] struct {
	// Name appears in the timing report.
	Name string
	// Compute finds the result for op. It may ask ctx for other analyses of the same operation, but must not change IR.
	Compute func(ctx *Context, op *ir.Operation) T
	// Holds reports whether a cached result is still valid after a pass. If it is nil, the result is kept only if the
	// pass preserved the analysis itself.
	Holds func(result T, preserved *Preserved) bool
}

// AnyAnalysis is an *Analysis with a result of any type.
type AnyAnalysis interface {
	name() string
	holds(result any, p *Preserved) bool
}

func (a *Analysis[T]) name() string { return a.Name }

func (a *Analysis[T]) holds(result any, p *Preserved) bool {
	if a.Holds == nil {
		return p.Has(a)
	}
	t, _ := result.(T)
	return a.Holds(t, p)
}

// Of returns the result for op, which is the operation that the pass runs on, or an operation inside it. The result
// comes from the cache, or is computed and cached. For any other operation it is computed each time.
func (a *Analysis[T]) Of(ctx *Context, op *ir.Operation) T {
	u := ctx.unit.find(op)
	if u == nil {
		return a.Compute(ctx, op)
	}
	if cached, ok := u.cached(a); ok {
		t, _ := cached.(T)
		return t
	}
	inner := *ctx
	inner.unit = u
	stop := ctx.exec.startAnalysis(ctx.step, a)
	t := a.Compute(&inner, op)
	stop()
	u.results = append(u.results, result{a, t})
	return t
}

// Cached returns the cached result for op, if there is one. op is the operation that the pass runs on, an operation
// inside it, or one around it: a pass may read the analyses of enclosing operations, but not compute them.
func (a *Analysis[T]) Cached(ctx *Context, op *ir.Operation) (T, bool) {
	var zero T
	u := ctx.unit.around(op)
	if u == nil {
		u = ctx.unit.known(op)
	}
	if u == nil {
		return zero, false
	}
	cached, ok := u.cached(a)
	if !ok {
		return zero, false
	}
	t, _ := cached.(T)
	return t, true
}

// Dominance computes the dominator trees of an operation's regions.
var Dominance = &Analysis[*ir.Dominance]{
	Name:    "DominanceInfo",
	Compute: func(*Context, *ir.Operation) *ir.Dominance { return ir.NewDominance() },
}

// Preserved says which analyses a pass has preserved.
type Preserved struct {
	all  bool
	some []AnyAnalysis
}

// Has reports whether an analysis was preserved.
func (p *Preserved) Has(a AnyAnalysis) bool { return p.all || slices.Contains(p.some, a) }

// unit is an operation that passes run on, or read, with the analyses that are cached for it.
type unit struct {
	op       *ir.Operation
	parent   *unit
	results  []result
	children map[*ir.Operation]*unit
}

type result struct {
	analysis AnyAnalysis
	value    any
}

// cached returns the result of an analysis if it is cached.
func (u *unit) cached(a AnyAnalysis) (any, bool) {
	for i := range u.results {
		if u.results[i].analysis == a {
			return u.results[i].value, true
		}
	}
	return nil, false
}

// find returns the unit of op, and creates it if needed; nil if op is not inside u.
func (u *unit) find(op *ir.Operation) *unit {
	if op == u.op {
		return u
	}
	parent := op.Parent()
	if parent == nil {
		return nil
	}
	outer := u.find(parent)
	if outer == nil {
		return nil
	}
	inner, ok := outer.children[op]
	if !ok {
		if outer.children == nil {
			outer.children = make(map[*ir.Operation]*unit)
		}
		inner = &unit{op: op, parent: outer}
		outer.children[op] = inner
	}
	return inner
}

// known returns the unit of op in u if it exists.
func (u *unit) known(op *ir.Operation) *unit {
	if op == u.op {
		return u
	}
	parent := op.Parent()
	if parent == nil {
		return nil
	}
	if outer := u.known(parent); outer != nil {
		return outer.children[op]
	}
	return nil
}

// around returns the unit of op if op is the unit's operation or one that encloses it.
func (u *unit) around(op *ir.Operation) *unit {
	for ; u != nil; u = u.parent {
		if u.op == op {
			return u
		}
	}
	return nil
}

// child returns a unit for an operation in u's regions. Several goroutines may ask for different children at the same
// time.
func (u *unit) child(op *ir.Operation) *unit {
	if inner, ok := u.children[op]; ok {
		return inner
	}
	return &unit{op: op, parent: u}
}

// invalidate removes the results that a pass did not preserve, for this unit and the units inside.
func (u *unit) invalidate(p *Preserved) {
	if p.all {
		return
	}
	u.results = slices.DeleteFunc(u.results, func(r result) bool { return !r.analysis.holds(r.value, p) })
	if len(p.some) == 0 && len(u.results) == 0 {
		u.children = nil
		return
	}
	for _, inner := range u.children {
		inner.invalidate(p)
	}
}
