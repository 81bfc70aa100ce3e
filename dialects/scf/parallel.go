package scf

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/rewrite"
)

// ParallelOp defines `scf.parallel`: a loop nest whose iterations may run in any order or at the same time. Its results
// are reductions over all iterations.
var ParallelOp = ir.OpDef{
	Name:    "scf.parallel",
	Summary: "parallel for operation",
	Operands: []ir.ValueDef{
		{Name: "lowerBound", Type: constraints.Index, Arity: ir.Variadic},
		{Name: "upperBound", Type: constraints.Index, Arity: ir.Variadic},
		{Name: "step", Type: constraints.Index, Arity: ir.Variadic},
		{Name: "initVals", Type: constraints.AnyType, Arity: ir.Variadic},
	},
	Results: []ir.ValueDef{{Name: "results", Type: constraints.AnyType, Arity: ir.Variadic}},
	Regions: []ir.RegionDef{constraints.SizedRegion("region", 1)},
	Traits: ir.AutomaticAllocationScope | ir.AttrSizedOperandSegments | ir.RecursiveMemoryEffects |
		ir.SingleBlock,
	ImplicitTerminator: "scf.reduce",
	Parse:              parseParallel,
	Print:              printParallel,
	Verify:             verifyParallel,
}

// Parallel is a view of an `scf.parallel`.
type Parallel struct{ *ir.Operation }

// AsParallel returns op as a parallel loop; ok is false when it is something else.
func AsParallel(op *ir.Operation) (l Parallel, ok bool) { return Parallel{op}, op.Is(&ParallelOp) }

// LowerBounds, UpperBounds and Steps return one value for each dimension.
func (l Parallel) LowerBounds() []*ir.Value { return l.GroupValues(0) }
func (l Parallel) UpperBounds() []*ir.Value { return l.GroupValues(1) }
func (l Parallel) Steps() []*ir.Value       { return l.GroupValues(2) }

// Inits returns the initial values of the reductions.
func (l Parallel) Inits() []*ir.Value { return l.GroupValues(3) }

// Body returns the block of the loop's region; its arguments are the induction variables.
func (l Parallel) Body() *ir.Block { return l.Region(0).Entry() }

// NewParallel creates a parallel loop without reductions.
func NewParallel(b *ir.Builder, lower, upper, steps []*ir.Value, body func(b *ir.Builder, ivs []*ir.Value)) Parallel {
	st := b.State(&ParallelOp)
	st.Operands = append(append(append(st.Operands, lower...), upper...), steps...)
	st.SetSegments(int32(len(lower)), int32(len(upper)), int32(len(steps)), 0)
	block := newBody(b, st, repeat(b.Context().Index(), len(lower))...)
	in := b.Inside(block)
	if body != nil {
		body(in, block.Args())
	}
	in.Create(in.State(&Reduce))
	return Parallel{b.Create(st)}
}

func verifyParallel(op *ir.Operation) error {
	l := Parallel{op}
	from, to := op.Group(2)
	if from == to {
		return op.Errorf("needs at least one tuple element for lowerBound, upperBound and step")
	}
	for i := from; i < to; i++ {
		if step, ok := arith.ConstantInt(op.Operand(i)); ok && step <= 0 {
			return op.Errorf("constant step operand must be positive")
		}
	}
	if n := l.Body().NumArgs(); n != to-from {
		return op.Errorf("expects the same number of induction variables: %d as bound and step values: %d", n, to-from)
	}
	for _, arg := range l.Body().Args() {
		if !ir.IsIndex(arg.Type()) {
			return op.Errorf("expects arguments for the induction variable to be of index type")
		}
	}
	reduce, err := terminatorOf(op, op.Region(0), &Reduce, "expects body to terminate with 'scf.reduce'")
	if err != nil {
		return err
	}
	return verifyReductions(l, reduce)
}

// verifyReductions compares results, reductions and initial values.
func verifyReductions(l Parallel, reduce *ir.Operation) error {
	if l.NumResults() != reduce.NumRegions() {
		return l.Errorf("expects number of results: %d to be the same as number of reductions: %d", l.NumResults(),
			reduce.NumRegions())
	}
	if from, to := l.Group(3); l.NumResults() != to-from {
		return l.Errorf("expects number of results: %d to be the same as number of initial values: %d", l.NumResults(),
			to-from)
	}
	if reduce.NumOperands() != reduce.NumRegions() {
		return reduce.Errorf("expects number of operands: %d to be the same as number of reductions: %d",
			reduce.NumOperands(), reduce.NumRegions())
	}
	for i, result := range l.Results() {
		if t := reduce.Operand(i).Type(); t != result.Type() {
			return reduce.Errorf("expects type of %d-th reduction operand: %s to be the same as the %d-th result type: %s",
				i, ir.Quote(t), i, ir.Quote(result.Type()))
		}
	}
	return nil
}

func parseParallel(p ir.OpParser, st *ir.OpState) {
	index := p.Context().Index()
	ivs := parseArguments(p, index)
	p.Literal("=")
	parseOperandTuple(p, st, index, len(ivs))
	p.Literal("to")
	parseOperandTuple(p, st, index, len(ivs))
	p.Literal("step")
	parseOperandTuple(p, st, index, len(ivs))
	var inits []ir.UnresolvedOperand
	if p.TryLiteral("init") {
		inits = parseOperands(p)
	}
	st.Types = p.TryArrowTypes()
	body := p.Region(st, ivs...)
	p.AttrDict(st)
	p.ResolveInto(st, inits, st.Types, p.NamePos())
	if p.Failed() {
		return
	}
	n := int32(len(ivs))
	st.SetSegments(n, n, n, int32(len(inits)))
	p.EnsureTerminator(st, body)
}

func printParallel(p ir.OpPrinter, op *ir.Operation) {
	l := Parallel{op}
	p.Text(" ")
	printTuple(p, l.Body().Args())
	p.Text(" = ")
	printTuple(p, l.LowerBounds())
	p.Text(" to ")
	printTuple(p, l.UpperBounds())
	p.Text(" step ")
	printTuple(p, l.Steps())
	if inits := l.Inits(); len(inits) > 0 {
		p.Text(" init ")
		printTuple(p, inits)
	}
	p.ArrowTypes(op.ResultTypes())
	p.Text(" ")
	p.Region(op.Region(0), false, true)
	p.AttrDict(op, ir.OperandSegments)
}

// Reduce defines `scf.reduce`: the terminator of a parallel loop. It has one region for each reduction, which combines
// two values.
var Reduce = ir.OpDef{
	Name:     "scf.reduce",
	Summary:  "reduce operation for scf.parallel",
	Operands: []ir.ValueDef{{Name: "operands", Type: constraints.AnyType, Arity: ir.Variadic}},
	Regions:  []ir.RegionDef{variadic(constraints.SizedRegion("reductions", 1))},
	Traits:   ir.Terminator | ir.RecursiveMemoryEffects,
	Parents:  []string{"scf.parallel"},
	Assembly: `('(' $operands^ ':' type($operands) ')')? $reductions attr-dict`,
	VerifyRegions: func(op *ir.Operation) error {
		for i := range op.NumRegions() {
			if err := verifyReduction(op, i); err != nil {
				return err
			}
		}
		return nil
	},
}

func variadic(def ir.RegionDef) ir.RegionDef {
	def.Variadic = true
	return def
}

func verifyReduction(op *ir.Operation, i int) error {
	block := op.Region(i).Entry()
	if block.IsEmpty() {
		return op.Errorf("%d-th reduction has an empty body", i)
	}
	if i >= op.NumOperands() {
		return op.Errorf("expects number of operands: %d to be the same as number of reductions: %d", op.NumOperands(),
			op.NumRegions())
	}
	t := op.Operand(i).Type()
	if block.NumArgs() != 2 || block.Arg(0).Type() != t || block.Arg(1).Type() != t {
		return op.Errorf("expected two block arguments with type %s in the %d-th reduction region", ir.Quote(t), i)
	}
	if !block.Last().Is(&ReduceReturn) {
		return op.Errorf("reduction bodies must be terminated with an 'scf.reduce.return' op")
	}
	return nil
}

// ReduceReturn defines `scf.reduce.return`: the terminator of a reduction, which returns the combined value.
var ReduceReturn = ir.OpDef{
	Name:     "scf.reduce.return",
	Summary:  "terminator for reduce operation",
	Operands: []ir.ValueDef{{Name: "result", Type: constraints.AnyType}},
	Traits:   ir.Pure | ir.Terminator,
	Parents:  []string{"scf.reduce"},
	Assembly: `$result attr-dict ':' type($result)`,
	Verify: func(op *ir.Operation) error {
		args := op.Block().Args()
		if len(args) > 0 && args[0].Type() != op.Operand(0).Type() {
			return op.Errorf("must have type %s (the type of the reduction inputs)", ir.Quote(args[0].Type()))
		}
		return nil
	},
}

func init() { // here, since patterns refer to the definitions that they belong to
	rewrite.Canonicalize(&ParallelOp,
		&rewrite.Pattern{Name: "scf.parallel.trivial-dims", Rewrite: foldTrivialDims},
		&rewrite.Pattern{Name: "scf.parallel.merge-nested", Rewrite: mergeNestedParallel},
	)
}

// foldTrivialDims removes a parallel loop that never runs, and dimensions that have one iteration.
func foldTrivialDims(rw *rewrite.Rewriter, op *ir.Operation) bool {
	l := Parallel{op}
	lower, upper, steps := l.LowerBounds(), l.UpperBounds(), l.Steps()
	once := make([]bool, len(lower))
	for i := range lower {
		count := tripCount(lower[i], upper[i], steps[i], true)
		if count != nil && count.Sign() == 0 {
			rw.Replace(op, l.Inits()...)
			return true
		}
		once[i] = runs(count, 1)
	}
	switch {
	case !slices.Contains(once, true):
		return false
	case !slices.Contains(once, false):
		inlineOnlyIteration(rw, l)
		return true
	}
	body := &ir.Block{}
	var ivs []*ir.Value // for the old body's induction variables
	var bounds [3][]*ir.Value
	for i := range lower {
		if once[i] {
			ivs = append(ivs, lower[i])
			continue
		}
		ivs = append(ivs, body.AddArg(rw.Context(), lower[i].Type(), l.Body().Arg(i).Loc()))
		bounds[0], bounds[1], bounds[2] = append(bounds[0], lower[i]), append(bounds[1], upper[i]),
			append(bounds[2], steps[i])
	}
	rest := parallelWith(rw, bounds, l.Inits(), body)
	rw.MergeBlocks(l.Body(), body, ivs...)
	rw.ReplaceWithOp(op, rest)
	return true
}

// parallelWith creates a parallel loop around a block. The block's operations may be created later.
func parallelWith(rw *rewrite.Rewriter, bounds [3][]*ir.Value, inits []*ir.Value, body *ir.Block) *ir.Operation {
	st := rw.State(&ParallelOp)
	st.Operands = slices.Concat(bounds[0], bounds[1], bounds[2], inits)
	n := int32(len(bounds[0]))
	st.SetSegments(n, n, n, int32(len(inits)))
	st.Types = ir.TypesOf(inits)
	r := &ir.Region{}
	r.Append(body)
	st.Regions = []*ir.Region{r}
	return rw.Create(st)
}

// inlineOnlyIteration replaces a parallel loop with one iteration by its body and the reductions of the initial values.
func inlineOnlyIteration(rw *rewrite.Rewriter, l Parallel) {
	inits, reduce := l.Inits(), l.Body().Last()
	var results []*ir.Operation // the terminators of the reductions
	for i := range reduce.NumRegions() {
		combine := reduce.Region(i).Entry()
		results = append(results, combine.Last())
		rw.InlineBlockBefore(combine, reduce, inits[i], reduce.Operand(i))
	}
	rw.InlineBlockBefore(l.Body(), l.Operation, l.LowerBounds()...)
	values := make([]*ir.Value, len(results))
	for i, r := range results {
		values[i] = r.Operand(0)
	}
	rw.Replace(l.Operation, values...)
	for _, r := range results {
		rw.Erase(r)
	}
	rw.Erase(reduce)
}

// mergeNestedParallel merges two loops if the second one is the only operation in the first one, neither has
// reductions, and the bounds of the second do not depend on the first.
func mergeNestedParallel(rw *rewrite.Rewriter, op *ir.Operation) bool {
	outer := Parallel{op}
	first := outer.Body().First()
	if !first.Is(&ParallelOp) || first.Next() != outer.Body().Last() || op.NumResults() > 0 || first.NumResults() > 0 {
		return false
	}
	for _, v := range first.Operands() {
		if v.ArgumentOf() == outer.Body() {
			return false
		}
	}
	inner := Parallel{first}
	body := &ir.Block{}
	var ivs [2][]*ir.Value
	for i, b := range []*ir.Block{outer.Body(), inner.Body()} {
		for _, arg := range b.Args() {
			ivs[i] = append(ivs[i], body.AddArg(rw.Context(), arg.Type(), arg.Loc()))
		}
	}
	parallelWith(rw, [3][]*ir.Value{
		slices.Concat(outer.LowerBounds(), inner.LowerBounds()),
		slices.Concat(outer.UpperBounds(), inner.UpperBounds()),
		slices.Concat(outer.Steps(), inner.Steps()),
	}, nil, body)
	for i, arg := range outer.Body().Args() {
		rw.ReplaceAllUses(arg, ivs[0][i])
	}
	rw.MergeBlocks(inner.Body(), body, ivs[1]...)
	rw.Erase(op)
	return true
}
