// Package prefetch is the pass gpu-prefetch-tiles. In a loop that loads tiles and multiplies them, it loads the tiles
// of the next iteration before it multiplies those of the current one. Loads and products then overlap. The pass is for
// tiles that go through registers. Loops whose tiles can be loaded by bulk copies become streams instead (package
// streams).
//
// Before:
//
//	tile.kernel @products(%ps: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
//	  %c0 = arith.constant 0 : i32
//	  %c1 = arith.constant 1 : i32
//	  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
//	  %all = tile.iota : tensor<256xi32>
//	  %at = tile.reshape %all : tensor<256xi32> -> tensor<16x16xi32>
//	  %p = tile.splat %ps : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>>
//	  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<16x16xf32>) : i32 {
//	    %q = tile.addptr %p, %at : tensor<16x16x!tile.ptr<f16>>, tensor<16x16xi32> -> tensor<16x16x!tile.ptr<f16>>
//	    %x = tile.load %q : tensor<16x16x!tile.ptr<f16>>
//	    %next = tile.dot %x, %x, %acc : tensor<16x16xf16>, tensor<16x16xf16> -> tensor<16x16xf32>
//	    scf.yield %next : tensor<16x16xf32>
//	  }
//	  %r = tile.splat %out : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
//	  %to = tile.addptr %r, %at : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xi32> -> tensor<16x16x!tile.ptr<f32>>
//	  tile.store %to, %sum : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xf32>
//	  tile.return
//	}
//
// After gpu-prefetch-tiles{num-warps=4}:
//
//	tile.kernel @products(%arg0: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %arg1: !tile.ptr<f32>, %arg2: i32) {
//	  %c0_i32 = arith.constant 0 : i32
//	  %c1_i32 = arith.constant 1 : i32
//	  %cst = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
//	  %0 = tile.iota : tensor<256xi32>
//	  %1 = tile.reshape %0 : tensor<256xi32> -> tensor<16x16xi32>
//	  %2 = tile.splat %arg0 : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>>
//	  %3 = arith.cmpi slt, %c0_i32, %arg2 : i32
//	  %4 = tile.addptr %2, %1 : tensor<16x16x!tile.ptr<f16>>, tensor<16x16xi32> -> tensor<16x16x!tile.ptr<f16>>
//	  %5 = tile.splat %3 : i1 -> tensor<16x16xi1>
//	  %6 = tile.load %4, %5 : tensor<16x16x!tile.ptr<f16>>, tensor<16x16xi1>
//	  %7:2 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %cst, %arg5 = %6)
//	      -> (tensor<16x16xf32>, tensor<16x16xf16>)  : i32 {
//	    %10 = arith.subi %arg2, %arg3 : i32
//	    %11 = arith.cmpi ugt, %10, %c1_i32 : i32
//	    %12 = tile.addptr %2, %1 : tensor<16x16x!tile.ptr<f16>>, tensor<16x16xi32> -> tensor<16x16x!tile.ptr<f16>>
//	    %13 = tile.splat %11 : i1 -> tensor<16x16xi1>
//	    %14 = tile.load %12, %13 : tensor<16x16x!tile.ptr<f16>>, tensor<16x16xi1>
//	    %15 = tile.dot %arg5, %arg5, %arg4 : tensor<16x16xf16>, tensor<16x16xf16> -> tensor<16x16xf32>
//	    scf.yield %15, %14 : tensor<16x16xf32>, tensor<16x16xf16>
//	  } {tilegpu.loads_ahead}
//	  %8 = tile.splat %arg1 : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
//	  %9 = tile.addptr %8, %1 : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xi32> -> tensor<16x16x!tile.ptr<f32>>
//	  tile.store %9, %7#0 : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xf32>
//	  tile.return
//	}
//
// Loops without products load the tensors of the next iteration ahead, too, if threads wait for each other in every
// iteration, for a reduction, or if they load much and compute elementary functions or quotients (rows.go). Other loops
// are better unrolled, so that the loads of several iterations are made at once.
//
// With the option cells, tiles that only products read are copied to shared memory asynchronously (copies.go).
//
// The loop must not write memory, and addresses must follow from its counter and what it carries by pure arithmetic.
// The pass expects strict kernels without arrays, before layouts are assigned. Start at prefetch.
package prefetch

import (
	"math/big"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block" values:"1,2,4,8,16,32"`
	// Alternate unrolls loops with a constant number of iterations by two. The tiles of even and of odd iterations then
	// have separate places in shared memory, so that one barrier in each iteration is enough, instead of two.
	Alternate bool `opt:"alternate" help:"put the tiles of odd iterations in a second place, which takes fewer barriers"`
	// Cells is the number of tiles of each factor that shared memory has room for, if threads copy them asynchronously:
	// one is multiplied while the others arrive. With 1, tiles are loaded into registers. With 0, the attribute
	// [tilegpu.Cells] of a loop is the number, and tiles of loops without it are loaded into registers.
	Cells int `opt:"cells" help:"tiles of a factor in shared memory; 1 for registers, 0 for the number that each loop states"`
	// Remarks reports loops that ask for several tiles of a factor in shared memory and get another number, with severity
	// [ir.Remark].
	Remarks bool `opt:"remarks" help:"report loops that do not get as many tiles in shared memory as they ask for"`
}

// Pass is gpu-prefetch-tiles.
var Pass = &pass.Pass{
	Name:    "gpu-prefetch-tiles",
	Summary: "Load what a loop's next iteration needs before the products or reductions of the current one",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4} },
	Run: pass.Each(tile.Kernels, func(ctx *pass.Context, kernel tile.Kernel) (changed bool, err error) {
		opts := *ctx.Options.(*Options)
		report := func(*ir.Diagnostic) {}
		if opts.Remarks {
			report = ctx.Remark
		}
		facts := func() *axisinfo.Info { return axisinfo.Facts.Of(ctx, kernel.Operation) }
		return prefetch(kernel, opts, facts, report), nil
	}),
}

// prefetch rewrites the loops of a kernel whose tiles can be loaded ahead, and returns whether there were any. It
// reports loops that do not get what they ask for.
func prefetch(
	kernel tile.Kernel, opts Options, facts func() *axisinfo.Info, report func(*ir.Diagnostic),
) (changed bool) {
	var found []*ahead
	var info *axisinfo.Info // of kernels with loops
	kernel.WalkPostOrder(func(op *ir.Operation) {
		if loop, ok := scf.AsFor(op); ok {
			if info == nil {
				info = facts()
			}
			a := match(loop, opts, info)
			if d := stagesRemark(loop, a); d != nil {
				report(d)
			}
			if a != nil {
				trips := loop.TripCount()
				asked := opts.Alternate || !a.copied && loop.Attr(tilegpu.TwoPlaces) != nil
				a.alternate = asked && a.products && trips != nil && trips.IsInt64()
				found = append(found, a)
			}
		}
	})
	for _, a := range found {
		if a.copied {
			a.rewriteToCopies(a.cells)
		} else {
			a.rewrite()
		}
	}
	return found != nil
}

// ahead is a loop with the loads of tiles that can be made an iteration ahead.
type ahead struct {
	scf.For
	loads []*ir.Operation
	// slice has the operations that compute the addresses of an iteration. carried has the operations that compute the
	// carried values on which the addresses of the next iteration depend.
	slice, carried map[*ir.Operation]bool
	products       bool // whether the loop multiplies tiles
	alternate      bool // unroll the loop: by two, or by the number of cells
	copied         bool // copy tiles to shared memory asynchronously
	cells          int  // of each factor there, then
}

// Bounds on the registers of 32 bits in each thread: maxAhead for tiles that are loaded ahead, and maxWords for these
// tiles and the accumulators together.
const (
	maxAhead = 64
	maxWords = 192
)

// minVectorBits is the least width of the accesses that load tiles ahead. Elements that are loaded by narrower accesses
// would take a register each.
const minVectorBits = 32

// match returns the loads of a loop that can be made ahead; nil if there are none.
func match(loop scf.For, opts Options, info *axisinfo.Info) *ahead {
	a := &ahead{For: loop, slice: make(map[*ir.Operation]bool), carried: make(map[*ir.Operation]bool),
		products: multiplies(loop)}
	if step, constant := arith.ConstantInt(loop.Step()); !constant || step < 1 || loop.IsUnsigned() ||
		!ir.IsInt(loop.InductionVar().Type(), 32) {
		return nil
	}
	if trips := loop.TripCount(); trips != nil && trips.Cmp(one) <= 0 {
		return nil
	}
	bits, sums := 0, 0
	for op := range loop.Body().Ops() {
		switch {
		case op.Is(&tile.Dot):
			sums += bitsOf(op.Result(0).Type().(*ir.TensorType))
		case op.Is(&tile.Load):
			t, ok := op.Result(0).Type().(*ir.TensorType)
			if ok && (len(t.Shape()) >= 2 || !a.products) && op.Inherent(tile.VolatileName) == nil &&
				wide(info, op, t) && a.follows(op) {
				a.loads, bits = append(a.loads, op), bits+bitsOf(t)
			}
		case op.HasTrait(ir.Terminator), ir.HasNoEffect(op):
		default:
			return nil
		}
	}
	word := 32 * opts.NumWarps * tilegpu.WarpSize // the bits of one register in all threads
	if a.loads == nil || !a.products {
		return a.ofRows(bits, word)
	}
	if a.cells = opts.Cells; a.cells == 0 {
		a.cells = tilegpu.CellsOf(loop.Operation)
	}
	if a.copied = a.copies(a.cells); a.copied {
		return a
	}
	if bits > maxAhead*word || bits+sums > maxWords*word {
		return nil
	}
	return a
}

func bitsOf(t *ir.TensorType) int {
	n, _ := ir.NumElements(t)
	return int(n) * ir.BitWidth(t.ElementType())
}

// wide reports whether threads can load a tile by accesses of at least minVectorBits.
func wide(info *axisinfo.Info, load *ir.Operation, t *ir.TensorType) bool {
	p := accesses.PatternOf(info, load)
	return p.Vector(p.Order()[0])*int64(ir.BitWidth(t.ElementType())) >= minVectorBits
}

// follows reports whether the addresses of a load follow from the loop's counter and carried values by pure operations.
// It adds these operations to slice and carried.
func (a *ahead) follows(load *ir.Operation) bool {
	slice, carried := make(map[*ir.Operation]bool), make(map[*ir.Operation]bool)
	for _, v := range load.Operands() {
		if !a.collect(v, slice) {
			return false
		}
	}
	for i, arg := range a.IterArgs() {
		if a.uses(slice, load, arg) && !a.collect(a.Yield().Operand(i), carried) {
			return false
		}
	}
	for op := range slice {
		a.slice[op] = true
	}
	for op := range carried {
		a.carried[op] = true
	}
	return true
}

// collect adds the operations of the loop that compute a value to a set. It returns false if one of them is not pure.
func (a *ahead) collect(v *ir.Value, into map[*ir.Operation]bool) bool {
	op := v.DefiningOp()
	if op == nil || op.Block() != a.Body() || into[op] {
		return op != nil || v.ParentBlock() == a.Body() || a.outside(v)
	}
	if !ir.IsPure(op) || op.NumRegions() > 0 || op.Is(&tile.Dot) {
		return false
	}
	for _, x := range op.Operands() {
		if !a.collect(x, into) {
			return false
		}
	}
	into[op] = true
	return true
}

// outside reports whether a block argument belongs to a block around the loop.
func (a *ahead) outside(v *ir.Value) bool {
	for b := a.Block(); b != nil; b = b.ParentOp().Block() {
		if v.ParentBlock() == b {
			return true
		}
		if b.ParentOp() == nil {
			break
		}
	}
	return false
}

// uses reports whether a load, or an operation in the slice that computes its addresses, uses an argument of the loop.
func (a *ahead) uses(slice map[*ir.Operation]bool, load *ir.Operation, arg *ir.Value) bool {
	for u := range arg.Uses() {
		if slice[u.Owner()] || u.Owner() == load {
			return true
		}
	}
	return false
}

// rewrite replaces the loop by one that carries the tiles of the next iteration in registers.
func (a *ahead) rewrite() {
	b := ir.NewBuilder(a.Context()).Before(a.Operation)
	b.SetLoc(a.Loc())
	var first ir.Mapping
	first.Map(a.InductionVar(), a.LowerBound())
	for i, arg := range a.IterArgs() {
		first.Map(arg, a.Inits()[i])
	}
	some := arith.NewCmpI(b, arith.SLT, a.LowerBound(), a.UpperBound())
	inits := append(a.Inits()[:len(a.Inits()):len(a.Inits())], a.load(b, &first, some)...)
	loop := a.loop(b, inits)
	loop.SetAttr(tilegpu.LoadsAhead, a.Context().Unit())
	for op := loop.Body().Last(); op != nil; { // erase the computation of the current iteration's addresses
		before := op.Prev()
		if !op.HasTrait(ir.Terminator) && ir.IsPure(op) && unused(op) {
			op.Erase()
		}
		op = before
	}
	results := loop.ResultValues()
	if a.alternate && a.TripCount().Bit(0) == 1 {
		results = a.body(b, loop.UpperBound(), results)
	}
	for i := range a.NumResults() {
		a.Result(i).ReplaceAllUsesWith(results[i])
	}
	a.DropAllReferences()
	a.Erase()
}

// loop returns the loop that replaces a. If it alternates, each of its iterations has two iterations of a; if a has an
// odd number of iterations, the last one is left out.
func (a *ahead) loop(b *ir.Builder, inits []*ir.Value) scf.For {
	binary := func(def *ir.OpDef, x, y *ir.Value) *ir.Value { return b.Build(def, []*ir.Value{x, y}).Result(0) }
	step, end := a.Step(), a.UpperBound()
	if a.alternate {
		step = binary(&arith.AddI, step, step)
		if n := a.TripCount(); n.Bit(0) == 1 {
			each, _ := arith.ConstantInt(a.Step())
			length := arith.NewInt(b, a.InductionVar().Type(), each*(n.Int64()-1))
			end = binary(&arith.AddI, a.LowerBound(), length)
		}
	}
	return scf.NewFor(b, a.LowerBound(), end, step, inits,
		func(b *ir.Builder, iv *ir.Value, args []*ir.Value) []*ir.Value {
			if args = a.body(b, iv, args); a.alternate {
				args = a.body(b, b.Build(&arith.AddI, []*ir.Value{iv, a.Step()}).Result(0), args)
			}
			return args
		})
}

func unused(op *ir.Operation) bool {
	return !slices.ContainsFunc(op.ResultValues(), func(v *ir.Value) bool { return v.HasUses() })
}

// body makes one iteration, which loads the tiles of the next one first, and returns what it yields.
func (a *ahead) body(b *ir.Builder, iv *ir.Value, args []*ir.Value) (yields []*ir.Value) {
	n := len(a.Inits())
	var now, next ir.Mapping
	now.Map(a.InductionVar(), iv)
	for i, arg := range a.IterArgs() {
		now.Map(arg, args[i])
	}
	next.Map(a.InductionVar(), b.Build(&arith.AddI, []*ir.Value{iv, a.Step()}).Result(0))
	a.clone(b, &now, a.carried)
	for i, arg := range a.IterArgs() {
		next.Map(arg, now.Lookup(a.Yield().Operand(i)))
	}
	left := b.Build(&arith.SubI, []*ir.Value{a.UpperBound(), iv}).Result(0) // unsigned, it does not overflow
	loaded := a.load(b, &next, arith.NewCmpI(b, arith.UGT, left, a.Step()))
	for i, load := range a.loads {
		now.Map(load.Result(0), args[n+i])
	}
	for op := range a.Body().Ops() {
		if op == a.Yield() || a.isLoad(op) || a.carried[op] {
			continue
		}
		b.Clone(op, &now)
	}
	for _, v := range a.Yield().Operands() {
		yields = append(yields, now.Lookup(v))
	}
	return append(yields, loaded...)
}

func (a *ahead) isLoad(op *ir.Operation) bool { return slices.Contains(a.loads, op) }

// clone copies the operations of the loop that are in some, in their order.
func (a *ahead) clone(b *ir.Builder, m *ir.Mapping, some map[*ir.Operation]bool) {
	for op := range a.Body().Ops() {
		if some[op] {
			b.Clone(op, m)
		}
	}
}

// load makes the loads of an iteration, masked by exists: they read nothing if there is no such iteration. The mapping
// has the iteration's counter and carried values.
func (a *ahead) load(b *ir.Builder, m *ir.Mapping, exists *ir.Value) (loaded []*ir.Value) {
	a.clone(b, m, a.slice)
	for _, load := range a.loads {
		shape := load.Result(0).Type().(*ir.TensorType).Shape()
		mask := tile.NewSplat(b, exists, shape...)
		var other *ir.Value
		if load.NumOperands() > 1 {
			mask = b.Build(&arith.AndI, []*ir.Value{mask, m.Lookup(load.Operand(1))}).Result(0)
		}
		if load.NumOperands() > 2 {
			other = m.Lookup(load.Operand(2))
		}
		v := tile.NewLoad(b, m.Lookup(load.Operand(0)), mask, other)
		v.DefiningOp().SetLoc(load.Loc())
		for _, name := range []string{tile.CacheName, tile.EvictionName} {
			if hint := load.Inherent(name); hint != nil {
				v.DefiningOp().SetAttr(name, hint)
			}
		}
		loaded = append(loaded, v)
	}
	return loaded
}

// one is a number of iterations: in a loop that runs at most once, there is nothing to load ahead.
var one = big.NewInt(1)
