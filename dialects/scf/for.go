package scf

import (
	"math/big"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/rewrite"
	"github.com/girih-ir/girih/rewrite/regionbranch"
)

// ForOp defines `scf.for`: a region runs for lower, lower+step, ... below upper. It passes on values from one iteration
// to the next. Comparisons are signed unless there is unsignedCmp.
var ForOp = ir.OpDef{
	Name:    "scf.for",
	Summary: "for operation",
	Operands: []ir.ValueDef{
		{Name: "lowerBound", Type: constraints.AnySignlessIntegerOrIndex},
		{Name: "upperBound", Type: constraints.AnySignlessIntegerOrIndex},
		{Name: "step", Type: constraints.AnySignlessIntegerOrIndex},
		{Name: "initArgs", Type: constraints.AnyType, Arity: ir.Variadic},
	},
	Results: []ir.ValueDef{{Name: "results", Type: constraints.AnyType, Arity: ir.Variadic}},
	Attrs:   []ir.OpAttr{{Name: unsignedCmp, Attr: constraints.Unit, Optional: true}},
	Regions: []ir.RegionDef{constraints.SizedRegion("region", 1)},
	Traits:  ir.AutomaticAllocationScope | ir.SingleBlock | ir.RecursiveMemoryEffects,
	TypeRules: []ir.TypeRule{
		{From: "lowerBound", To: "upperBound", Summary: sameBounds},
		{From: "lowerBound", To: "step", Summary: sameBounds},
	},
	ImplicitTerminator: "scf.yield",
	Parse:              parseFor,
	Print:              printFor,
	Verify: func(op *ir.Operation) error {
		if op.NumOperands()-3 != op.NumResults() {
			return op.Errorf("mismatch in number of loop-carried values and defined values")
		}
		return nil
	},
	VerifyRegions: verifyForRegions,
	Interfaces:    []any{forEdges{}},
}

const (
	unsignedCmp = "unsignedCmp"
	sameBounds  = "all of {lowerBound, upperBound, step} have same type"
)

// For is a view of an `scf.for`.
type For struct{ *ir.Operation }

// AsFor returns op as a loop; ok is false when it is something else.
func AsFor(op *ir.Operation) (f For, ok bool) { return For{op}, op.Is(&ForOp) }

// LowerBound, UpperBound and Step return the bounds and the step of the induction variable.
func (f For) LowerBound() *ir.Value { return f.Operand(0) }
func (f For) UpperBound() *ir.Value { return f.Operand(1) }
func (f For) Step() *ir.Value       { return f.Operand(2) }

// IsUnsigned reports whether the comparison of the induction variable with the upper bound is unsigned.
func (f For) IsUnsigned() bool { return f.Inherent(unsignedCmp) != nil }

// Inits returns the initial values of the carried values.
func (f For) Inits() []*ir.Value { return f.OperandRange(3, f.NumOperands()) }

// Body returns the block of the loop's region.
func (f For) Body() *ir.Block { return f.Region(0).Entry() }

// InductionVar returns the block argument that counts the iterations.
func (f For) InductionVar() *ir.Value { return f.Body().Arg(0) }

// IterArgs returns the block arguments that are the carried values.
func (f For) IterArgs() []*ir.Value { return f.Body().Args()[1:] }

// Yield returns the terminator of the body.
func (f For) Yield() *ir.Operation { return f.Body().Last() }

// TripCount returns the number of iterations, or nil if it is not known statically.
func (f For) TripCount() *big.Int {
	return tripCount(f.LowerBound(), f.UpperBound(), f.Step(), !f.IsUnsigned())
}

// NewFor creates a loop. body receives the induction variable and the carried values, and returns the next carried
// values. It may be nil if there are no carried values.
func NewFor(b *ir.Builder, lower, upper, step *ir.Value, inits []*ir.Value,
	body func(b *ir.Builder, iv *ir.Value, args []*ir.Value) []*ir.Value) For {
	st := b.State(&ForOp)
	st.Operands = append(append(st.Operands, lower, upper, step), inits...)
	st.Types = ir.TypesOf(inits)
	block := newBody(b, st, append([]ir.Type{lower.Type()}, st.Types...)...)
	fill(b, block, func(b *ir.Builder) []*ir.Value {
		if body == nil {
			return nil
		}
		return body(b, block.Arg(0), block.Args()[1:])
	})
	return For{b.Create(st)}
}

type forEdges struct{}

// RegionEdges implements [ir.RegionBranch].
func (forEdges) RegionEdges(op *ir.Operation, yield func(ir.RegionEdge) bool) {
	body := op.Region(0)
	_ = yield(ir.RegionEdge{Point: op, From: 3, To: op.NumOperands(), Successor: body, Skip: 1}) &&
		yield(ir.RegionEdge{Point: op, From: 3, To: op.NumOperands()}) &&
		yieldEdges(body, body, 1, yield) &&
		yieldEdges(body, nil, 0, yield)
}

func verifyForRegions(op *ir.Operation) error {
	f := For{op}
	if f.Body().NumArgs() == 0 {
		return op.Errorf("expected body to have an argument for the induction variable")
	}
	if err := verifyCarried(f); err != nil {
		return err
	}
	if err := ir.VerifyRegionBranch(op, forEdges{}); err != nil {
		return err
	}
	if f.InductionVar().Type() != f.LowerBound().Type() {
		return op.Errorf("expected induction variable to be same type as bounds and step")
	}
	return nil
}

// verifyCarried compares initial values, block arguments and yielded values. Its messages are more specific than those
// about control-flow edges.
func verifyCarried(f For) error {
	yielded := f.Yield()
	inits, args, yields := f.NumOperands()-3, f.Body().NumArgs()-1, yielded.NumOperands()
	if inits != args {
		return f.Errorf("different number of inits and region iter_args: %d != %d", inits, args)
	}
	if yields > 0 && args != yields {
		return f.Errorf("different number of region iter_args and yielded values: %d != %d", args, yields)
	}
	for i := range args {
		init, arg := f.Operand(3+i).Type(), f.Body().Arg(1+i).Type()
		if init != arg {
			return f.Errorf("%d-th init and %d-th region iter_arg have different type: %s != %s", i, i, ir.Quote(init),
				ir.Quote(arg))
		}
		if yields > 0 && yielded.Operand(i).Type() != arg {
			return f.Errorf("%d-th region iter_arg and %d-th yielded value have different type: %s != %s", i, i,
				ir.Quote(arg), ir.Quote(yielded.Operand(i).Type()))
		}
	}
	for i, result := range f.Results() {
		if arg := f.Body().Arg(1 + i).Type(); result.Type() != arg {
			return f.Errorf("%d-th region iter_arg and %d-th loop result have different type: %s != %s", i, i,
				ir.Quote(arg), ir.Quote(result.Type()))
		}
	}
	return nil
}

func parseFor(p ir.OpParser, st *ir.OpState) {
	if p.TryLiteral("unsigned") {
		st.SetInherent(unsignedCmp, p.Context().Unit())
	}
	args := []ir.Argument{p.Argument(false)}
	p.Literal("=")
	lower := p.Operand()
	p.Literal("to")
	upper := p.Operand()
	p.Literal("step")
	step := p.Operand()
	var inits []ir.UnresolvedOperand
	if p.TryLiteral("iter_args") {
		var carried []ir.Argument
		carried, inits = parseAssignments(p)
		args = append(args, carried...)
		st.Types = p.ArrowTypes()
	}
	if len(inits) != len(st.Types) {
		p.Errorf(p.NamePos(), "mismatch in number of loop-carried values and defined values")
	}
	bound := ir.Type(p.Context().Index())
	if p.TryLiteral(":") {
		bound = p.Type()
	}
	if p.Failed() {
		return
	}
	args[0].Type = bound
	setTypes(args[1:], st.Types)
	p.EnsureTerminator(st, p.Region(st, args...))
	// Operands are resolved after the region, so that names that only the region defines are rejected.
	p.ResolveInto(st, []ir.UnresolvedOperand{lower, upper, step}, repeat(bound, 3), p.NamePos())
	p.ResolveInto(st, inits, st.Types, p.NamePos())
	p.AttrDict(st)
}

func printFor(p ir.OpPrinter, op *ir.Operation) {
	f := For{op}
	inits := f.Inits()
	p.Text(" ")
	if f.IsUnsigned() {
		p.Text("unsigned ")
	}
	p.Operand(f.InductionVar())
	p.Text(" = ")
	p.Operand(f.LowerBound())
	p.Text(" to ")
	p.Operand(f.UpperBound())
	p.Text(" step ")
	p.Operand(f.Step())
	printAssignments(p, " iter_args", f.IterArgs(), inits)
	printArrowTuple(p, ir.TypesOf(inits))
	p.Text(" ")
	if t := f.InductionVar().Type(); !ir.IsIndex(t) {
		p.Text(" : ")
		p.Type(t)
		p.Text(" ")
	}
	p.Region(op.Region(0), false, len(inits) > 0)
	p.AttrDict(op, unsignedCmp)
}

func init() { // here, since patterns refer to the definitions that they belong to
	rewrite.Canonicalize(&ForOp, &rewrite.Pattern{Name: "scf.for.trivial", Rewrite: simplifyTrivialFor})
	regionbranch.Canonicalize(&ForOp)
}

// simplifyTrivialFor removes a loop that never runs, inlines one that runs once, and removes one that only yields
// values from outside.
func simplifyTrivialFor(rw *rewrite.Rewriter, op *ir.Operation) bool {
	f := For{op}
	count := f.TripCount()
	switch {
	case count == nil:
		return false
	case count.Sign() == 0:
		rw.Replace(op, f.Inits()...)
		return true
	case runs(count, 1):
		replaceWithRegion(rw, op, op.Region(0), append([]*ir.Value{f.LowerBound()}, f.Inits()...)...)
		return true
	case !yieldsOnly(f.Body()):
		return false
	}
	yielded := f.Yield().OperandValues()
	for _, v := range yielded {
		if op.Region(0).IsAncestorOf(parentRegion(v)) {
			return false
		}
	}
	rw.Replace(op, yielded...)
	return true
}

func init() { // here, since the definitions are initialized by their own expressions
	for _, def := range []*ir.OpDef{&ForOp, &WhileOp, &ParallelOp, &ForallOp} {
		def.Interfaces = append(def.Interfaces, loop{})
	}
	ForOp.Interfaces = append(ForOp.Interfaces, unitStep{})
	IfOp.Interfaces = append(IfOp.Interfaces, branch{})
	IndexSwitchOp.Interfaces = append(IndexSwitchOp.Interfaces, branch{})
}

// loop implements [ir.LoopLike] for operations whose regions may all run more than once.
type loop struct{}

func (loop) LoopRegions(op *ir.Operation) (regions []*ir.Region) {
	for i := range op.NumRegions() {
		regions = append(regions, op.Region(i))
	}
	return regions
}

// branch implements [ir.RunsOnce].
type branch struct{}

func (branch) RegionsRunAtMostOnce() {}

// unitStep implements [ir.Speculation]. Only loops with step 1 are known to end.
type unitStep struct{}

func (unitStep) IsSpeculatable(op *ir.Operation) bool {
	step, ok := ir.ConstantOf(For{op}.Step()).(*ir.IntegerAttr)
	if !ok || step.Int64() != 1 {
		return false
	}
	for inner := range op.Nested() {
		if !ir.IsSpeculatable(inner) {
			return false
		}
	}
	return true
}
