package rings

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// blocks returns the number of blocks that a multiprocessor has enough registers for, from 0 to 4. It estimates the
// registers of a thread in two ways, from all accumulators and from the values that are live during each product.
func (r *rewriter) blocks() int {
	const registers, most = 64 << 10, 4
	sums, threads := int64(besideSums), r.threads()
	for _, p := range r.products {
		sums += r.registers(p.op.Result(0))
	}
	return int(min(most, registers/(sums*threads), registers/(r.mostHeld()*(threads+tilegpu.WarpSize))))
}

// mostHeld estimates the registers of a thread from the values that are live during each product.
func (r *rewriter) mostHeld() (held int64) {
	for _, p := range r.products {
		held = max(held, r.held(p))
	}
	return held + besideHeld
}

// Besides the values that blocks counts, a thread needs registers for addresses, counters and small tensors.
const (
	besideSums = 64 // besides all accumulators; fitted to kernels of examples/kernels
	besideHeld = 40 // besides the values that are live during a product; fitted to ptxas and registers.Estimate
)

func (r *rewriter) threads() int64 { return int64(r.warps) * tilegpu.WarpSize }

// registers returns how many registers of a thread a tensor takes; 0 for a scalar.
func (r *rewriter) registers(v *ir.Value) int64 {
	t, ok := v.Type().(*ir.TensorType)
	if !ok {
		return 0
	}
	return tensorcores.TileBytes(t) / 4 / r.threads()
}

// held returns how many registers of a thread the tensors take that are live during a product: its result, and the
// tensors from before that are used by the product or later. The result takes the registers of the accumulator, unless
// threads add the result to it.
func (r *rewriter) held(p *product) int64 {
	total := r.registers(p.op.Result(0))
	if p.readsLeft() {
		total += r.registers(p.factors[0].tile.joined)
	}
	seen := map[*ir.Value]bool{}
	if !tensorcores.Promotes(ir.ElementOrSelf(p.op.Operand(0).Type())) {
		seen[p.op.Operand(accumulator)] = true
	}
	body := p.loop.Body()
	for op := body.First(); op != nil; op = op.Next() {
		behind := op == p.op || p.op.IsBefore(op)
		op.Walk(func(inner *ir.Operation) bool {
			for _, v := range inner.Operands() {
				outside := v.ParentBlock() != body && !op.IsAncestorOf(v.ParentBlock().ParentOp())
				before := v.ParentBlock() == body && (v.DefiningOp() == nil || v.DefiningOp().IsBefore(p.op))
				if (outside || behind && before) && !seen[v] && !r.inRing(v) && !isConstant(v) {
					seen[v] = true
					total += r.registers(v)
				}
			}
			return true
		})
	}
	return total
}

// accumulator is the index of the operand to which a product is added.
const accumulator = 2

// inRing reports whether a tensor is a tile of a ring, or a permutation or reshape of one, or joins its pieces.
func (r *rewriter) inRing(v *ir.Value) bool {
	op := v.DefiningOp()
	for op != nil && (op.Is(&tile.Permute) || op.Is(&tile.Reshape) || op.Is(&tile.Cat)) {
		op = op.Operand(0).DefiningOp()
	}
	return op != nil && r.inTile(op)
}

func isConstant(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && (op.HasTrait(ir.ConstantLike) || op.Is(&tile.Splat))
}
