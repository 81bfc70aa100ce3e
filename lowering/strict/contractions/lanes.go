package contractions

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// maxUnrolled bounds the sums that are written out, whose indices are then known.
const maxUnrolled = 32

// tileOfLanes computes a tile of elements of the output one by one: each is a sum of its own.
func (l *lowering) tileOfLanes(i number) {
	size := l.shape[rows]
	there := l.part(l.m, rows, l.mul(i, known(size)))
	acc := l.everyLane(zero(l.Context(), l.Accumulator), l.Accumulator)
	n := l.product(l.k)
	if n.v == nil && n.n <= maxUnrolled {
		for k := range n.n {
			l.digits(known(k), l.k, l.of, l.values)
			acc = l.addLanes(acc, there)
		}
	} else {
		i32 := indices{l.b, l.b.Context().I(32)}
		loop := scf.NewFor(l.b, i32.value(known(0), nil), l.narrow(n), i32.value(known(1), nil), []*ir.Value{acc},
			func(b *ir.Builder, k *ir.Value, acc []*ir.Value) []*ir.Value {
				outside := l.b
				l.b = b
				defer func() { l.b = outside }()
				l.digits(l.converted(k), l.k, l.of, l.values)
				return []*ir.Value{l.addLanes(acc[0], there)}
			})
		acc = loop.Result(0)
	}
	l.storeLanes(acc, there)
}

// everyLane returns a constant for all lanes.
func (l *lowering) everyLane(value ir.Attribute, elem ir.Type) *ir.Value {
	ctx := l.Context()
	return arith.NewConstant(l.b, ctx.DenseSplat(ctx.TensorType([]int64{l.shape[rows]}, elem, nil), value))
}

// addLanes adds the products at the present values of the letters.
func (l *lowering) addLanes(acc *ir.Value, there part) *ir.Value {
	var factors [2]*ir.Value
	for i, v := range [2]*ir.Value{l.LHS, l.RHS} {
		factors[i] = tile.Convert(l.b, l.loadLanes(i, v, [2][]contract.Axis{l.A, l.B}[i], there), l.Accumulator)
	}
	if !ir.IsFloat(l.Accumulator) {
		return arith.Binary(l.b, &arith.AddI, acc, arith.Binary(l.b, &arith.MulI, factors[0], factors[1]))
	}
	return arith.Binary(l.b, &arith.AddF, acc, arith.Binary(l.b, &arith.MulF, factors[0], factors[1]))
}

// loadLanes loads the factor of each lane, once for all lanes if it is the same.
func (l *lowering) loadLanes(i int, v *ir.Value, axes []contract.Axis, there part) *ir.Value {
	var at number
	var inside *ir.Value
	for d, axis := range axes {
		index := l.eval(axis.Expr)
		if l.padding(i, d) {
			in := l.below(index, l.arrays[v].sizes[d])
			inside = and(l.b, l.same(inside, index), l.spreadMask(in, inside))
		}
		at = l.add(at, l.mul(index, l.arrays[v].strides[d]))
	}
	l.checkLanes(i, v, axes, there)
	shape, elem := []int64{l.shape[rows]}, v.Type().(*tile.ArrayType).ElementType()
	if _, ok := maskShape(inside); at.shape() == nil && !ok {
		ptr := l.moved(l.address(v), at)
		if inside == nil {
			return tile.NewSplat(l.b, tile.NewLoad(l.b, ptr, nil, nil), shape...)
		}
		other := arith.NewConstant(l.b, zero(l.Context(), elem).(ir.TypedAttr))
		return tile.NewSplat(l.b, tile.NewLoad(l.b, ptr, inside, other), shape...)
	}
	if inside != nil {
		inside = l.full(inside, shape)
	}
	ptrs := l.moved(tile.NewSplat(l.b, l.address(v), shape...), at)
	mask := l.where(there.inside, inside, shape)
	if mask == nil {
		return tile.NewLoad(l.b, ptrs, nil, nil)
	}
	return tile.NewLoad(l.b, ptrs, mask, l.everyLane(zero(l.Context(), elem), elem))
}

// checkLanes stops a kernel that is to be checked where an index lies outside that may not.
func (l *lowering) checkLanes(i int, v *ir.Value, axes []contract.Axis, there part) {
	for d, axis := range axes {
		if _, alone := axis.Expr.(contract.Letter); !l.check || alone || l.Outside[i][d] != tile.OutsideChecked {
			continue
		}
		shape := []int64{l.shape[rows]}
		in := l.full(l.below(l.eval(axis.Expr), l.arrays[v].sizes[d]), shape)
		if there.inside != nil {
			in = arith.NewSelect(l.b, there.inside, in, l.all(shape, 1))
		}
		tile.NewAssert(l.b, in, fmt.Sprintf("an index of axis %d of %s lies outside", d, [2]string{"lhs", "rhs"}[i]))
	}
}

// spreadMask returns a mask in the shape of another.
func (l *lowering) spreadMask(mask, other *ir.Value) *ir.Value {
	if shape, ok := maskShape(other); ok {
		return l.full(mask, shape)
	}
	return mask
}

// maskShape returns the shape of a mask that is a tensor.
func maskShape(mask *ir.Value) ([]int64, bool) {
	if mask == nil {
		return nil, false
	}
	t, ok := mask.Type().(*ir.TensorType)
	if !ok {
		return nil, false
	}
	return t.Shape(), true
}

// storeLanes puts sums through the epilogue and into the output.
func (l *lowering) storeLanes(acc *ir.Value, there part) {
	shape := []int64{l.shape[rows]}
	at := func(v *ir.Value, axes []contract.Expr) *ir.Value {
		var sum number
		for d, x := range axes {
			sum = l.add(sum, l.mul(l.eval(x), l.arrays[v].strides[d]))
		}
		return l.moved(tile.NewSplat(l.b, l.address(v), shape...), sum)
	}
	var others []*ir.Value
	for i, v := range l.Others {
		axes := make([]contract.Expr, len(l.Axes[i]))
		for k, letter := range l.Axes[i] {
			axes[k] = letter
		}
		others = append(others, tile.NewLoad(l.b, at(v, axes), there.inside, nil))
	}
	result, mask := l.finish(acc, others), there.inside
	var axes []contract.Expr
	for d, axis := range l.C {
		axes = append(axes, axis.Expr)
		if _, alone := axis.Expr.(contract.Letter); !alone {
			mask = l.where(mask, l.full(l.below(l.eval(axis.Expr), l.arrays[l.Output].sizes[d]), shape), shape)
		}
	}
	if !l.Scatters() {
		tile.NewStore(l.b, at(l.Output, axes), result, mask)
		return
	}
	tile.NewAtomicRMW(l.b, tile.AtomicAdd, tile.Relaxed, tile.ScopeDevice, at(l.Output, axes), result, mask)
}
