package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// wgmma takes a right factor of tf32 from shared memory only in K-major order, with contiguous elements along the
// contracted dimension (PTX ISA, wgmma.mma_async). A left factor may also be in registers. So a product whose right
// factor is stored with contiguous rows is computed as its transpose: the right factor becomes the left one, and
// threads read it from its slot to registers, in any order.
//
//	c = a * b    becomes    ct = bt * at, c = transpose(ct)
//
// Transposing an accumulator moves no elements, since its layout says which thread has which element.

// swap replaces a product by its transpose, if that lets warp groups compute it.
func (p *product) swap() {
	a, b := p.factors[0], p.factors[1]
	if a.tile == nil || b.tile == nil || ir.BitWidth(b.tile.tile.ElementType()) != 32 ||
		tensorcores.RingFactor(b.tile.tile, b.transposed, 1).KMajor() ||
		!tensorcores.RingFactor(a.tile.tile, !a.transposed, 1).KMajor() {
		return
	}
	p.swapped = true
	p.factors = [2]factor{{tile: b.tile, transposed: !b.transposed}, {tile: a.tile, transposed: !a.transposed}}
}

// readsLeft reports whether threads read the left factor from its slot.
func (p *product) readsLeft() bool {
	left := p.factors[0]
	return left.tile != nil && (left.tile.patch != nil ||
		tensorcores.ThroughRegisters(tensorcores.RingFactor(left.tile.tile, left.transposed, 0), 0))
}

// sum returns the type of the result that warp groups compute: the product, or its transpose.
func (p *product) sum() *ir.TensorType {
	t := p.op.Result(0).Type().(*ir.TensorType)
	if p.swapped {
		return transposedType(p.op.Context(), t)
	}
	return t
}

func transposedType(ctx *ir.Context, t *ir.TensorType) *ir.TensorType {
	return ctx.TensorType([]int64{t.Shape()[1], t.Shape()[0]}, t.ElementType(), nil)
}

// transposed returns the transpose of an accumulator.
func (r *rewriter) transposed(v *ir.Value) *ir.Value {
	if tensorcores.IsZero(v) {
		ctx := r.b.Context()
		t, zero := v.Type().(*ir.TensorType), ir.ConstantOf(v).(*ir.DenseElementsAttr).SplatValue(ctx)
		return arith.NewConstant(r.b, ctx.DenseSplat(transposedType(ctx, t), zero))
	}
	return tile.NewPermute(r.b, v, 1, 0)
}

// whole returns the product, given v, the result that warp groups compute: it transposes v if the product is swapped.
func (r *rewriter) whole(p *product, v *ir.Value) *ir.Value {
	if p.swapped {
		return tile.NewPermute(r.b, v, 1, 0)
	}
	return v
}

// carryTransposed changes a loop that carries a value only to accumulate a transposed product. The loop then carries
// the transpose, and nothing is transposed inside of it. after is the value that the loop yields:
//
//	%t = tile.permute %acc 1, 0                 %s = tilegpu.ring_dot ..., %acc
//	%s = tilegpu.ring_dot ..., %t          =>   scf.yield %s
//	%after = tile.permute %s 1, 0
//	scf.yield %after
func (r *rewriter) carryTransposed(loop scf.For, after *ir.Value) {
	back := after.DefiningOp()
	if !after.HasOneUse() || after.FirstUse().Owner() != loop.Yield() {
		return
	}
	i := after.FirstUse().Index()
	arg, init := loop.IterArgs()[i], loop.Inits()[i]
	if !arg.HasOneUse() || !arg.FirstUse().Owner().Is(&tile.Permute) {
		return
	}
	there, result := arg.FirstUse().Owner(), loop.Result(i)
	sum := back.Operand(0)
	if !slices.Contains(sum.DefiningOp().OperandValues(), there.Result(0)) {
		return
	}
	r.b.Before(loop.Operation)
	at := len(loop.OperandValues()) - len(loop.Inits()) + i
	loop.SetOperand(at, r.transposed(init))
	arg.SetType(sum.Type())
	there.Result(0).ReplaceAllUsesWith(arg)
	there.Erase()
	loop.Yield().SetOperand(i, sum)
	back.Erase()
	result.SetType(sum.Type())
	r.b.After(loop.Operation)
	whole := tile.NewPermute(r.b, result, 1, 0)
	result.ReplaceUsesIf(whole, func(u *ir.Operand) bool { return u.Owner() != whole.DefiningOp() })
}
