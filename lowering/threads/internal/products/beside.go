package products

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// besideOf returns a product and those directly behind it that one instruction can compute together: they have the same
// left factor, and their right factors are the next columns of the same tile.
//
//	%u = ring_dot %a[%k] by %b[%k], %s {rhs_from = 0} : ... -> tensor<128x128xf32>
//	%v = ring_dot %a[%k] by %b[%k], %t {rhs_from = 128} : ... -> tensor<128x64xf32>    =>    one instruction of 192 columns
func besideOf(c *emit.Code, p tilegpu.RingProduct, typeA string) (all []tilegpu.RingProduct) {
	all = []tilegpu.RingProduct{p}
	from, part := p.From()
	n, ok := oneAcross(p)
	for ok && part {
		next, isProduct := tilegpu.AsRingProduct(behindConstants(all[len(all)-1].Operation))
		if !isProduct || !sameFactors(p, next) || c.Values.Get(next.Accumulator()) == nil || adds(all, next) ||
			tensorcores.IsZero(next.Accumulator()) != tensorcores.IsZero(p.Accumulator()) {
			break
		}
		more, fits := oneAcross(next)
		if at, _ := next.From(); !fits || at != from+int64(n) || !(nvvm.Wgmma{N: n + more, TypeA: typeA}).ExistsN() {
			break
		}
		all, n = append(all, next), n+more
	}
	return all
}

// oneAcross returns the number of columns of a product if one instruction of each warp group has all of them, and no
// other product runs beside it.
func oneAcross(p tilegpu.RingProduct) (n int, ok bool) {
	e, err := ringLayout(p)
	if err != nil || p.IsAsync() {
		return 0, false
	}
	return e.Spec.N, e.Spec.WarpsPerCTA[1] == 1 && columnsOf(p) == e.Spec.N
}

// adds reports whether a product is added to the result of one of others.
func adds(others []tilegpu.RingProduct, p tilegpu.RingProduct) bool {
	return slices.ContainsFunc(others, func(q tilegpu.RingProduct) bool { return p.Accumulator() == q.Result(0) })
}

// sameFactors reports whether two products have the same left factor, and right factors in the same tile.
func sameFactors(p, q tilegpu.RingProduct) bool {
	for i := range 2 {
		v, n := p.Factor(i)
		w, m := q.Factor(i)
		if v != w || !sameNumber(n, m) || p.Transposed(i) != q.Transposed(i) {
			return false
		}
	}
	return true
}

// sameNumber reports whether two values, or constants, are the same. A tensor has no number.
func sameNumber(n, m *ir.Value) bool {
	if n == nil || m == nil {
		return n == m
	}
	x, known := arith.ConstantInt(n)
	y, alsoKnown := arith.ConstantInt(m)
	return n == m || known && alsoKnown && x == y
}

// behindConstants returns the first operation behind one that is no constant.
func behindConstants(op *ir.Operation) *ir.Operation {
	for op = op.Next(); op != nil && op.HasTrait(ir.ConstantLike); op = op.Next() {
	}
	return op
}

// columnsOf returns the number of columns of a product.
func columnsOf(p tilegpu.RingProduct) int { return int(p.Result(0).Type().(*ir.TensorType).Shape()[1]) }

// together returns the registers of the accumulators that one instruction computes, given those of each product: for
// each instruction, its registers of one product follow those of another.
func together(sums [][]*ir.Value, instructions int) (out []*ir.Value) {
	for i := range instructions {
		for _, one := range sums {
			n := len(one) / instructions
			out = append(out, one[i*n:(i+1)*n]...)
		}
	}
	return out
}

// apart returns the registers of each product again, which are as many as in sums.
func apart(registers []*ir.Value, sums [][]*ir.Value, instructions int) [][]*ir.Value {
	out := make([][]*ir.Value, len(sums))
	for range instructions {
		for i, one := range sums {
			n := len(one) / instructions
			out[i], registers = append(out[i], registers[:n]...), registers[n:]
		}
	}
	return out
}
