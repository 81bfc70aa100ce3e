package prefetch

import (
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// Tiles that a product reads from shared memory anyway need not go through registers. With Options.Cells, threads copy
// them there asynchronously (cp.async). A buffer in shared memory has several cells, each for one tile. With n cells,
// copies begin n-1 iterations ahead.
//
//	%x = tile.load %q                          tilegpu.shared_await {pending = 2 : i32}
//	%sum = tile.dot %x, ...                    %x = tilegpu.shared_load %buffer[%from]
//	                                           %sum = tile.dot %x, ...
//	                                           tilegpu.shared_copy %q3, %exists to %buffer[%to]
//	                                           tilegpu.shared_group
//
// Here there are four cells, and %q3 are the addresses three iterations later. tilegpu.shared_await waits until all
// threads have made their copies, and then for a barrier. After the barrier no thread reads the tile of the previous
// iteration any more, so the next copy goes to the cell of that tile. A loop whose tiles all have a cell is unrolled:
// its copies begin together, and the program waits for them once.

// copies reports whether tiles can be copied asynchronously. Only products may use them, their addresses must follow
// from the loop's counter, and masked elements must be zero. Elements have at least 16 bits.
func (a *ahead) copies(cells int) bool {
	step, _ := arith.ConstantInt(a.Step())
	if cells < 2 || len(a.carried) > 0 || step > math.MaxInt32/int64(cells) {
		return false
	}
	for _, load := range a.loads {
		bits := ir.BitWidth(ir.ElementOrSelf(load.Result(0).Type()))
		if bits < 16 || a.factorOf(load) == nil ||
			load.NumOperands() > 2 && !tensorcores.IsZero(load.Operand(2)) {
			return false
		}
		for _, arg := range a.IterArgs() {
			if a.uses(a.slice, load, arg) {
				return false
			}
		}
	}
	return true
}

// factorOf returns the factor of a product that is the loaded tile, or a permutation or reshape of it. It returns nil
// if there is none, or if the tile has other uses.
func (a *ahead) factorOf(load *ir.Operation) *ir.Value {
	for v := load.Result(0); v.HasOneUse(); {
		var use *ir.Operand
		for u := range v.Uses() {
			use = u
		}
		switch op := use.Owner(); {
		case op.Block() != a.Body():
			return nil
		case op.Is(&tile.Permute), op.Is(&tile.Reshape):
			v = op.Result(0)
		case op.Is(&tile.Dot) && use.Index() <= 1 && tile.PrecisionOf(op) != tile.PrecisionTF32:
			return v
		default:
			return nil
		}
	}
	return nil
}

// inOrder applies the permutations and reshapes between a load and its factor to another tensor, such as the load's
// addresses.
func (a *ahead) inOrder(b *ir.Builder, v *ir.Value, load *ir.Operation, factor *ir.Value) *ir.Value {
	if factor == load.Result(0) {
		return v
	}
	move := factor.DefiningOp()
	v = a.inOrder(b, v, load, move.Operand(0))
	var m ir.Mapping
	m.Map(move.Operand(0), v)
	moved := b.Clone(move, &m)
	shape, elem := factor.Type().(*ir.TensorType).Shape(), v.Type().(*ir.TensorType).ElementType()
	moved.Result(0).SetType(a.Context().TensorType(shape, elem, nil))
	return moved.Result(0)
}

// turnedBetween returns how a factor is ordered relative to the load of it, if it is reshaped such that one dimension
// becomes two, which change places and become one again. Addresses in the order of the load remain known to be
// consecutive.
func turnedBetween(load, factor *ir.Value) (t tilegpu.Turned) {
	joined := factor.DefiningOp()
	if joined == nil || factor == load || !joined.Is(&tile.Reshape) {
		return t
	}
	moved := joined.Operand(0).DefiningOp()
	if moved == nil || !moved.Is(&tile.Permute) {
		return t
	}
	apart := moved.Operand(0).DefiningOp()
	if apart == nil || !apart.Is(&tile.Reshape) || apart.Operand(0) != load || load.Type() != factor.Type() {
		return t
	}
	shape, sizes := load.Type().(*ir.TensorType).Shape(), apart.Result(0).Type().(*ir.TensorType).Shape()
	order := tile.OrderOf(moved)
	if len(sizes) != len(shape)+1 {
		return t
	}
	for d, n := range sizes[:len(shape)] {
		if n == shape[d] && order[d] == int64(d) {
			continue
		}
		want := make([]int64, len(sizes))
		for i := range want {
			want[i] = int64(i)
		}
		want[d], want[d+1] = want[d+1], want[d]
		if slices.Equal(order, want) && n*sizes[d+1] == shape[d] && layout.IsPowerOfTwo(int(shape[d])) {
			return tilegpu.Turned{Dim: d, Run: int(sizes[d+1])}
		}
		break
	}
	return t
}

// movesTile reports whether an operation is a permutation or reshape between a load and its factor.
func (a *ahead) movesTile(op *ir.Operation) bool {
	if !op.Is(&tile.Permute) && !op.Is(&tile.Reshape) {
		return false
	}
	from := op.Operand(0).DefiningOp()
	return from != nil && (a.isLoad(from) || a.movesTile(from))
}

// rewriteToCopies replaces the loop by one whose tiles are copied asynchronously. See the top of this file.
func (a *ahead) rewriteToCopies(cells int) {
	b := ir.NewBuilder(a.Context()).Before(a.Operation)
	b.SetLoc(a.Loc())
	if trips := a.TripCount(); trips != nil && trips.IsInt64() && a.fitAtOnce(trips.Int64(), int64(cells)) {
		a.replace(a.atOnce(b, trips.Int64()))
		return
	}
	var buffers []*ir.Value
	for _, load := range a.loads {
		buffers = append(buffers, tilegpu.NewSharedBuffer(b, cells, a.factorOf(load).Type().(*ir.TensorType)))
	}
	i32, step := a.InductionVar().Type(), a.step()
	some := arith.NewCmpI(b, arith.SLT, a.LowerBound(), a.UpperBound())
	left := b.Build(&arith.SubI, []*ir.Value{a.UpperBound(), a.LowerBound()}).Result(0) // unsigned, it does not overflow
	var m ir.Mapping
	for n := range int64(cells - 1) {
		at := arith.NewInt(b, i32, n*step)
		exists := b.Build(&arith.AndI, []*ir.Value{some, arith.NewCmpI(b, arith.UGT, left, at)}).Result(0)
		iv := b.Build(&arith.AddI, []*ir.Value{a.LowerBound(), at}).Result(0)
		a.copy(b, &m, iv, exists, buffers, arith.NewInt(b, i32, n))
	}
	var results []*ir.Value
	if a.alternate {
		results = a.overCells(b, buffers, int64(cells))
	} else {
		inits := append(a.Inits()[:len(a.Inits()):len(a.Inits())], arith.NewInt(b, i32, 0))
		results = scf.NewFor(b, a.LowerBound(), a.UpperBound(), a.Step(), inits,
			func(b *ir.Builder, iv *ir.Value, args []*ir.Value) []*ir.Value {
				return a.inNextCell(b, iv, args, buffers, int64(cells))
			}).ResultValues()
	}
	tilegpu.NewSharedAwait(b, 0)
	a.replace(results)
}

// replace erases the loop, whose results are now those given.
func (a *ahead) replace(results []*ir.Value) {
	for i := range a.NumResults() {
		a.Result(i).ReplaceAllUsesWith(results[i])
	}
	a.DropAllReferences()
	a.Erase()
}

// fitAtOnce reports whether there are cells for the tiles of all iterations, which are so small that other blocks have
// room beside them.
func (a *ahead) fitAtOnce(trips, cells int64) bool {
	if trips > cells {
		return false
	}
	bits := int64(0)
	for _, load := range a.loads {
		bits += trips * int64(bitsOf(load.Result(0).Type().(*ir.TensorType)))
	}
	return bits/8 <= costs.SharedAtOnce
}

// atOnce replaces a loop whose tiles all have a cell: all copies begin before the first product, and threads wait for
// them together, instead of in each iteration. It returns the results.
func (a *ahead) atOnce(b *ir.Builder, trips int64) []*ir.Value {
	var buffers []*ir.Value
	for _, load := range a.loads {
		buffers = append(buffers, tilegpu.NewSharedBuffer(b, int(trips), a.factorOf(load).Type().(*ir.TensorType)))
	}
	i32 := a.InductionVar().Type()
	counter := func(n int64) *ir.Value {
		return b.Build(&arith.AddI, []*ir.Value{a.LowerBound(), arith.NewInt(b, i32, n*a.step())}).Result(0)
	}
	exists := arith.NewInt(b, b.Context().I(1), 1)
	var m ir.Mapping
	for n := range trips {
		a.copy(b, &m, counter(n), exists, buffers, arith.NewInt(b, i32, n))
	}
	tilegpu.NewSharedAwait(b, 0)
	args := a.Inits()
	for n := range trips {
		args = a.multiply(b, counter(n), args, buffers, arith.NewInt(b, i32, n))
	}
	return args
}

func (a *ahead) step() int64 {
	n, _ := arith.ConstantInt(a.Step())
	return n
}

// overCells replaces a loop with a constant number of iterations by one that is unrolled by the number of cells, so
// that each copy of the body has a constant cell. The remaining iterations follow the loop. It returns the results.
func (a *ahead) overCells(b *ir.Builder, buffers []*ir.Value, cells int64) []*ir.Value {
	i32, rest := a.InductionVar().Type(), a.TripCount().Int64()%cells
	number := func(n int64) *ir.Value { return arith.NewInt(b, i32, n) }
	each := func(b *ir.Builder, from *ir.Value, args []*ir.Value, n int64) []*ir.Value {
		for cell := range n {
			iv := b.Build(&arith.AddI, []*ir.Value{from, arith.NewInt(b, i32, cell*a.step())}).Result(0)
			args = a.bodyWithCopies(b, iv, args, buffers, cells, arith.NewInt(b, i32, cell),
				arith.NewInt(b, i32, (cell+cells-1)%cells))
		}
		return args
	}
	length := number((a.TripCount().Int64() - rest) * a.step())
	end := b.Build(&arith.AddI, []*ir.Value{a.LowerBound(), length}).Result(0)
	loop := scf.NewFor(b, a.LowerBound(), end, number(cells*a.step()), a.Inits(),
		func(b *ir.Builder, iv *ir.Value, args []*ir.Value) []*ir.Value { return each(b, iv, args, cells) })
	return each(b, end, loop.ResultValues(), rest)
}

// inNextCell makes the body of the new loop and returns what it yields. The loop carries the cell of the current
// iteration as an additional, last value.
func (a *ahead) inNextCell(b *ir.Builder, iv *ir.Value, args, buffers []*ir.Value, cells int64) []*ir.Value {
	last := len(args) - 1
	number := func(n int64) *ir.Value { return arith.NewInt(b, iv.Type(), n) }
	binary := func(def *ir.OpDef, x, y *ir.Value) *ir.Value { return b.Build(def, []*ir.Value{x, y}).Result(0) }
	cell := args[last]
	before := arith.NewSelect(b, arith.NewCmpI(b, arith.EQ, cell, number(0)), number(cells-1),
		binary(&arith.SubI, cell, number(1)))
	yields := a.bodyWithCopies(b, iv, args[:last], buffers, cells, cell, before)
	after := binary(&arith.AddI, cell, number(1))
	return append(yields, arith.NewSelect(b, arith.NewCmpI(b, arith.EQ, after, number(cells)), number(0), after))
}

// copiesFollow reports whether copies begin after the products of an iteration, which then do not wait until the
// addresses of copies are computed. That needs more than two cells, or copies would have no time, and products of more
// than one instruction along the sum: iterations of one took more time that way.
func (a *ahead) copiesFollow(cells int64) bool {
	var last *ir.Operation
	depth, least := int64(0), int64(0)
	for op := range a.Body().Ops() {
		if op.Is(&tile.Dot) && (last == nil || op.Operand(2) == last.Result(0)) {
			t := op.Operand(0).Type().(*ir.TensorType)
			depth, least = depth+t.Shape()[len(t.Shape())-1], instructionDepth[ir.BitWidth(t.ElementType())]
			last = op
		}
	}
	return cells > 2 && depth > least
}

// instructionDepth is how many products an instruction of a warp adds up, by the bits of elements; those of 32 bits are
// multiplied one by one.
var instructionDepth = map[int]int64{16: 16, 32: 1, 64: 8}

// bodyWithCopies makes one iteration and returns what it yields. The iteration multiplies the tiles in cell, and begins
// copies to before, the cell of the previous iteration.
func (a *ahead) bodyWithCopies(b *ir.Builder, iv *ir.Value, args, buffers []*ir.Value, cells int64,
	cell, before *ir.Value) (yields []*ir.Value) {
	tilegpu.NewSharedAwait(b, int(cells-2))
	copies := func() {
		by := arith.NewInt(b, iv.Type(), (cells-1)*a.step())
		left := b.Build(&arith.SubI, []*ir.Value{a.UpperBound(), iv}).Result(0)
		later := b.Build(&arith.AddI, []*ir.Value{iv, by}).Result(0)
		a.copy(b, &ir.Mapping{}, later, arith.NewCmpI(b, arith.UGT, left, by), buffers, before)
	}
	follow := a.copiesFollow(cells)
	if !follow {
		copies()
	}
	yields = a.multiply(b, iv, args, buffers, cell)
	if follow {
		copies()
	}
	return yields
}

// multiply makes the products of one iteration, whose tiles are in a cell, and returns what the iteration yields.
func (a *ahead) multiply(b *ir.Builder, iv *ir.Value, args, buffers []*ir.Value, cell *ir.Value) (yields []*ir.Value) {
	var now ir.Mapping
	now.Map(a.InductionVar(), iv)
	for i, arg := range a.IterArgs() {
		now.Map(arg, args[i])
	}
	for i, load := range a.loads {
		now.Map(a.factorOf(load), tilegpu.NewSharedLoad(b, buffers[i], cell))
	}
	for op := range a.Body().Ops() {
		if op != a.Yield() && !a.isLoad(op) && !a.onlyAddresses(op) && !a.movesTile(op) {
			b.Clone(op, &now)
		}
	}
	for _, v := range a.Yield().Operands() {
		yields = append(yields, now.Lookup(v))
	}
	return yields
}

// onlyAddresses reports whether the results of an operation are used for the addresses of loads only.
func (a *ahead) onlyAddresses(op *ir.Operation) bool {
	if !a.slice[op] {
		return false
	}
	for _, v := range op.ResultValues() {
		for u := range v.Uses() {
			if user := u.Owner(); !a.isLoad(user) && !a.onlyAddresses(user) {
				return false
			}
		}
	}
	return true
}

// copy begins to copy the tiles of the iteration with counter iv to a cell of each buffer, if exists is true. What does
// not depend on the counter is computed once for all copies that have the same mapping.
func (a *ahead) copy(b *ir.Builder, m *ir.Mapping, iv, exists *ir.Value, buffers []*ir.Value, cell *ir.Value) {
	m.Map(a.InductionVar(), iv)
	depends := make(map[*ir.Operation]bool)
	for op := range a.Body().Ops() {
		if !a.slice[op] {
			continue
		}
		for _, v := range op.OperandValues() {
			if by := v.DefiningOp(); v == a.InductionVar() || by != nil && depends[by] {
				depends[op] = true
			}
		}
		if v := op.Result(0); depends[op] || m.Lookup(v) == v {
			b.Clone(op, m)
		}
	}
	for i, load := range a.loads {
		mask := tile.NewSplat(b, exists, load.Result(0).Type().(*ir.TensorType).Shape()...)
		if load.NumOperands() > 1 {
			mask = b.Build(&arith.AndI, []*ir.Value{mask, m.Lookup(load.Operand(1))}).Result(0)
		}
		factor := a.factorOf(load)
		pointers, turned := m.Lookup(load.Operand(0)), turnedBetween(load.Result(0), factor)
		if turned == (tilegpu.Turned{}) {
			pointers, mask = a.inOrder(b, pointers, load, factor), a.inOrder(b, mask, load, factor)
		}
		copied := tilegpu.NewSharedCopy(b, pointers, mask, buffers[i], cell)
		tilegpu.SetTurned(copied, turned)
		copied.SetLoc(load.Loc())
	}
	b.Build(&tilegpu.SharedGroup, nil)
}
