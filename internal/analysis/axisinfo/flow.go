package axisinfo

import (
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// maxOptimism is the number of rounds in which values that are passed on may change. After that they count as
// irregular.
const maxOptimism = 32

// solve evaluates operations until nothing changes. A value that is not known yet is as regular as possible. If no
// values are passed on, and each is defined after its operands, one round is enough.
func (in *Info) solve(root *ir.Operation) {
	passed := make(map[*ir.Value]bool)
	for round := 0; ; round++ {
		in.changed, in.waiting = false, false
		root.Walk(func(op *ir.Operation) bool {
			if op == root {
				return true
			}
			in.evaluate(op)
			in.pass(op, passed)
			return true
		})
		if !in.changed || len(passed) == 0 && !in.waiting && round == 0 {
			return
		}
		if round == maxOptimism {
			for v := range passed {
				in.facts.Set(v, fact{dims: nothing(rank(v.Type())), known: true})
			}
			passed = nil
		}
	}
}

// evaluate computes the results of operations whose operands are known.
func (in *Info) evaluate(op *ir.Operation) {
	transfer := transfers.Get(op.Def())
	if transfer == nil || op.NumResults() == 0 {
		return
	}
	for _, v := range op.Operands() {
		if !in.reached(v) {
			in.waiting = true
			return
		}
	}
	in.scratch = in.scratch[:0]
	for i, v := range op.Results() {
		if i > 0 && !op.Is(&tile.Split) {
			in.set(v, nothing(rank(v.Type())), false)
			continue
		}
		dims := transfer(in, op)
		if n := in.promise[v]; n > 1 {
			dims = promised(dims, n)
		}
		in.set(v, dims, in.isNatural(op))
	}
}

// reached reports whether a value is known. A value that is passed on is known once one of its sources is.
func (in *Info) reached(v *ir.Value) bool {
	if in.facts.Get(v).known {
		return true
	}
	op := v.DefiningOp()
	if op == nil {
		return !in.isPassedOn(v)
	}
	if transfers.Get(op.Def()) != nil {
		return false
	}
	_, branches := ir.InterfaceOf[ir.RegionBranch](op)
	return !branches
}

// isPassedOn reports whether an argument of a block gets its value along edges of control flow.
func (in *Info) isPassedOn(v *ir.Value) bool {
	block := v.ParentBlock()
	if !block.IsEntry() {
		return true
	}
	parent := block.ParentOp()
	if _, ok := tile.AsKernel(parent); ok {
		return false
	}
	_, ok := ir.InterfaceOf[ir.RegionBranch](parent)
	return ok
}

// set records a fact about a value, and that something has changed.
func (in *Info) set(v *ir.Value, dims []Dim, natural bool) {
	f := in.facts.At(v)
	if f.known && f.natural == natural && (isNothing(f.dims) && isNothing(dims) || slices.Equal(f.dims, dims)) {
		return
	}
	*f, in.changed = fact{in.keep(dims), natural, true}, true
}

// pass joins the values that an operation passes along edges of control flow into their targets. passed is nil once
// values that are passed on count as irregular.
func (in *Info) pass(op *ir.Operation, passed map[*ir.Value]bool) {
	if op.NumRegions() == 0 && op.NumSuccessors() == 0 {
		return
	}
	if b, ok := ir.InterfaceOf[ir.RegionBranch](op); ok {
		b.RegionEdges(op, func(e ir.RegionEdge) bool {
			if e.Point == op && e.Successor != nil {
				in.provided(op, e.Successor.Entry().Args()[:e.Skip])
			}
			for i := range e.To - e.From {
				in.join(e.Point.Operand(e.From+i), e.Input(op, i), passed)
			}
			return true
		})
	}
	if op.Is(&scf.ForOp) {
		in.counter(scf.For{Operation: op})
	}
	if b, ok := ir.InterfaceOf[ir.Branch](op); ok {
		for s := range op.NumSuccessors() {
			from, to := b.SuccessorOperands(op, s)
			for i := range to - from {
				in.join(op.Operand(from+i), op.Successor(s).Arg(i), passed)
			}
		}
	}
}

// provided sets the facts about arguments of a region that an operation provides, such as the number of a part of a
// tilegpu.split: nothing is known about them. Counters of loops are an exception (counter).
func (in *Info) provided(op *ir.Operation, args []*ir.Value) {
	for _, v := range args {
		if !op.Is(&scf.ForOp) {
			in.set(v, nothing(rank(v.Type())), false)
		}
	}
}

// counter sets the facts about the induction variable of a loop.
func (in *Info) counter(f scf.For) {
	lower, step := f.LowerBound(), f.Step()
	if !in.reached(lower) || !in.reached(step) {
		return
	}
	in.set(f.InductionVar(), []Dim{dim(1, min(in.Of(lower)[0].Divisor, in.Of(step)[0].Divisor), 1)}, in.natural(lower))
}

func (in *Info) join(from, to *ir.Value, passed map[*ir.Value]bool) {
	if passed == nil {
		return
	}
	if !in.reached(from) {
		in.waiting = true
		return
	}
	dims, natural := in.Of(from), in.natural(from)
	if old := in.facts.Get(to); old.known && passed[to] {
		dims, natural = in.joined(old.dims, dims, elemBytes(to.Type())), natural && old.natural
	}
	passed[to] = true
	in.set(to, dims, natural)
}

// joined returns the facts about a value that is one of two.
func (in *Info) joined(x, y []Dim, step int64) []Dim {
	out := in.room(len(x))
	for i := range x {
		c := min(x[i].Contiguity, y[i].Contiguity)
		a, b := shortened(x[i], c, step), shortened(y[i], c, step)
		out[i] = dim(c, min(a.Divisor, b.Divisor), min(a.Constancy, b.Constancy))
	}
	return out
}

// shortened describes a value by runs of at most n elements. step is the difference between neighbors.
func shortened(d Dim, n, step int64) Dim {
	if n < d.Contiguity {
		d.Divisor = min(d.Divisor, scale(n, step))
		d.Contiguity = n
	}
	return d
}
