package tilegpu

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// partsName is the number of blocks that share the work.
const partsName = "parts"

// MaxParts is the maximum number of blocks that share a program. It is the maximum size of a cluster; clusters of more
// than 8 blocks need a function attribute (CUDA C++ Programming Guide, "Thread Block Clusters").
const MaxParts = 16

// ClusterProgram is the unit attribute of a lowered kernel in which a cluster of blocks runs each program, instead of
// one block. Launchers multiply the grid by the size of the cluster.
const ClusterProgram = "tilegpu.cluster_program"

// Split defines `tilegpu.split`: the blocks of a cluster share work. The first region runs once for each part, each in
// a block of its own, and yields the results of the part. The second region combines the results so far, on the left,
// with those of the next part. Parts are combined in their order, so that the results do not depend on the speed of the
// blocks. Only the first used parts are combined; the other parts have no work. After the split, one block continues
// with the results, and the others end. The operation must therefore be in the kernel's entry block, and nothing before
// it may write memory.
//
//	%sum = tilegpu.split 8 used %n {
//	^bb0(%part: i32):
//	  ...
//	  tile.yield %mine : tensor<128xf32>
//	} combine {
//	^bb0(%left: tensor<128xf32>, %right: tensor<128xf32>):
//	  %s = arith.addf %left, %right : tensor<128xf32>
//	  tile.yield %s : tensor<128xf32>
//	} : tensor<128xf32>
var Split = ir.OpDef{
	Name:          "tilegpu.split",
	Summary:       "work that the blocks of a cluster share, whose results are combined in order",
	Operands:      []ir.ValueDef{{Name: "used", Type: constraints.I32}},
	Results:       []ir.ValueDef{{Name: "results", Type: constraints.AnyType, Arity: ir.Variadic}},
	Attrs:         []ir.OpAttr{{Name: partsName, Attr: constraints.I32Attr}},
	Regions:       []ir.RegionDef{constraints.SizedRegion("body", 1), constraints.SizedRegion("combiner", 1)},
	Traits:        ir.SingleBlock | ir.RecursiveMemoryEffects,
	Syntax:        `$parts 'used' $used $body 'combine' $combiner attr-dict ':' type($results)`,
	Parse:         parseSplit,
	Print:         printSplit,
	Verify:        verifySplit,
	VerifyRegions: verifySplitRegions,
	Interfaces:    []any{splitEdges{}},
}

// AsSplit returns op as a split; ok is false when it is something else.
func AsSplit(op *ir.Operation) (s Splitting, ok bool) { return Splitting{op}, op.Is(&Split) }

// Splitting is a view of a [Split].
type Splitting struct{ *ir.Operation }

// Parts returns how many blocks share the work.
func (s Splitting) Parts() int64 { return s.Inherent(partsName).(*ir.IntegerAttr).Int64() }

// Used returns the number of parts that are combined.
func (s Splitting) Used() *ir.Value { return s.Operand(0) }

// Body returns the block that runs for each part. Combiner returns the block that combines two results.
func (s Splitting) Body() *ir.Block     { return s.Region(0).Entry() }
func (s Splitting) Combiner() *ir.Block { return s.Region(1).Entry() }

// PartsOf returns the number of blocks that run a program of a kernel.
func PartsOf(kernel *ir.Operation) int64 {
	for op := range kernel.Region(0).Entry().Ops() {
		if s, ok := AsSplit(op); ok {
			return s.Parts()
		}
	}
	return 1
}

// NewSplit creates a split. The functions create the contents of the body and of the combiner and return what they
// yield.
func NewSplit(b *ir.Builder, parts int64, used *ir.Value, body func(b *ir.Builder, part *ir.Value) []*ir.Value,
	combine func(b *ir.Builder, left, right []*ir.Value) []*ir.Value) Splitting {
	ctx := b.Context()
	st := b.State(&Split)
	st.Operands = append(st.Operands, used)
	st.SetInherent(partsName, ctx.Integer(ctx.I(32), parts))
	regions := [2]*ir.Block{}
	for i := range regions {
		r := &ir.Region{}
		regions[i] = r.AppendNew()
		st.Regions = append(st.Regions, r)
	}
	yield := func(inner *ir.Builder, values []*ir.Value) {
		end := inner.State(&tile.Yield)
		end.Operands = values
		inner.Create(end)
	}
	inner := b.Inside(regions[0])
	values := body(inner, regions[0].AddArg(ctx, ctx.I(32), b.Loc()))
	yield(inner, values)
	for range 2 {
		for _, v := range values {
			regions[1].AddArg(ctx, v.Type(), b.Loc())
		}
	}
	inner = b.Inside(regions[1])
	yield(inner, combine(inner, regions[1].Args()[:len(values)], regions[1].Args()[len(values):]))
	st.Types = regions[0].Last().OperandTypes()
	return Splitting{b.Create(st)}
}

func parseSplit(p ir.OpParser, st *ir.OpState) {
	ctx := p.Context()
	st.SetInherent(partsName, ctx.Integer(ctx.I(32), p.Int64()))
	p.Literal("used")
	used := p.Operand()
	st.Operands = append(st.Operands, p.Resolve(used, ctx.I(32)))
	p.Region(st)
	p.Literal("combine")
	p.Region(st)
	p.AttrDict(st)
	p.Literal(":")
	st.Types = p.Types()
}

func printSplit(p ir.OpPrinter, op *ir.Operation) {
	p.Text(" ")
	p.Int(Splitting{op}.Parts())
	p.Text(" used ")
	p.Operand(op.Operand(0))
	p.Text(" ")
	p.Region(op.Region(0), true, true)
	p.Text(" combine ")
	p.Region(op.Region(1), true, true)
	p.AttrDict(op, partsName)
	p.Text(" : ")
	p.Types(op.ResultTypes())
}

func verifySplit(op *ir.Operation) error {
	switch n := (Splitting{op}).Parts(); {
	case n < 2 || n > MaxParts:
		return op.Errorf("expected 2 to %d parts, but got %d", MaxParts, n)
	case op.NumResults() == 0:
		return op.Errorf("expected results")
	}
	kernel, ok := tile.AsKernel(op.Parent())
	if !ok || op.Block() != kernel.Entry() {
		return op.Errorf("must be in the entry block of a kernel, since only one block of the cluster continues after it")
	}
	for other := op.Prev(); other != nil; other = other.Prev() {
		if other.Is(op.Def()) {
			return op.Errorf("must be the only tilegpu.split of its kernel").Note(other.Loc(), "another one is here")
		}
	}
	return nil
}

func verifySplitRegions(op *ir.Operation) error {
	s := Splitting{op}
	i32, results := []ir.Type{op.Context().I(32)}, op.ResultTypes()
	for i, want := range [][]ir.Type{i32, slices.Concat(results, results)} {
		block, name := op.Region(i).Entry(), op.Def().Regions[i].Name
		if got := block.ArgTypes(); !slices.Equal(got, want) {
			return op.Errorf("%s must have arguments of types %s, but has %s", name, ir.QuoteTypes(want), ir.QuoteTypes(got))
		}
		end := block.Last()
		if end == nil || !end.Is(&tile.Yield) || !slices.Equal(end.OperandTypes(), results) {
			return op.Errorf("%s must end with tile.yield of values of types %s", name, ir.QuoteTypes(results))
		}
	}
	for inner := range s.Combiner().Ops() {
		if !inner.HasTrait(ir.Terminator) && !ir.HasNoEffect(inner) {
			return inner.Errorf("must have no effects, since it combines parts")
		}
	}
	return nil
}

// splitEdges implements [ir.RegionBranch]. Values that parts yield become arguments on both sides of the combiner.
// Values that the combiner yields become its left arguments or the results.
type splitEdges struct{}

// RegionEdges implements [ir.RegionBranch].
func (splitEdges) RegionEdges(op *ir.Operation, yield func(ir.RegionEdge) bool) {
	body, combiner, n := op.Region(0), op.Region(1), op.NumResults()
	if !yield(ir.RegionEdge{Point: op, Successor: body, Skip: 1}) {
		return
	}
	for _, end := range []*ir.Operation{body.Entry().Last(), combiner.Entry().Last()} {
		for _, e := range []ir.RegionEdge{{Successor: combiner}, {Successor: combiner, Skip: n}, {}} {
			e.Point, e.To = end, n
			if !yield(e) {
				return
			}
		}
	}
}
