package broadcast

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// rules returns the patterns that merge broadcasts, splats and changes of shape.
func rules() []*rewrite.Pattern {
	x := rewrite.Any("x")
	var out []*rewrite.Pattern
	for _, r := range []rewrite.Rule{
		{Name: "broadcast-of-broadcast", Match: rewrite.Op(&tile.Broadcast, rewrite.Op(&tile.Broadcast, x)),
			Replace: []rewrite.New{toShapeOfRoot("x")}},
		{Name: "broadcast-of-splat", Match: rewrite.Op(&tile.Broadcast, rewrite.Op(&tile.Splat, x)),
			Replace: []rewrite.New{toShapeOfRoot("x")}},
		{Name: "broadcast-of-leading-dimension", Match: rewrite.Op(&tile.Broadcast,
			rewrite.Op(&tile.ExpandDims, x).As("expand")),
			Where:   []func(*rewrite.Match) bool{func(m *rewrite.Match) bool { return tile.Axis(m.Op("expand")) == 0 }},
			Replace: []rewrite.New{toShapeOfRoot("x")}},
		{Name: "broadcast-to-same-shape", Match: rewrite.Op(&tile.Broadcast, x), Where: []func(*rewrite.Match) bool{sameType},
			Replace: []rewrite.New{rewrite.Use("x")}},
		{Name: "expand-dims-of-splat", Match: rewrite.Op(&tile.ExpandDims, rewrite.Op(&tile.Splat, x)),
			Replace: []rewrite.New{toShapeOfRoot("x")}},
		{Name: "reshape-of-splat", Match: rewrite.Op(&tile.Reshape, rewrite.Op(&tile.Splat, x)),
			Replace: []rewrite.New{toShapeOfRoot("x")}},
		{Name: "permute-of-splat", Match: rewrite.Op(&tile.Permute, rewrite.Op(&tile.Splat, x)),
			Replace: []rewrite.New{toShapeOfRoot("x")}},
		{Name: "flip-of-splat", Match: rewrite.Op(&tile.Flip, rewrite.Op(&tile.Splat, x)),
			Replace: []rewrite.New{toShapeOfRoot("x")}},
		{Name: "expand-dims-of-broadcast", Match: rewrite.Op(&tile.ExpandDims, rewrite.Op(&tile.Broadcast, x)),
			Replace: []rewrite.New{rewrite.Compute(expandBeforeBroadcast)}},
		{Name: "splat-of-constant", Match: rewrite.Op(&tile.Splat, rewrite.Constant("x")), Where: []func(*rewrite.Match) bool{
			isArith},
			Replace: []rewrite.New{rewrite.Compute(constantOfRootType)}},
		{Name: "broadcast-of-constant", Match: rewrite.Op(&tile.Broadcast, rewrite.Constant("x")),
			Where:   []func(*rewrite.Match) bool{isArith},
			Replace: []rewrite.New{rewrite.Compute(constantOfRootType)}},
		{Name: "expand-dims-of-constant", Match: rewrite.Op(&tile.ExpandDims, rewrite.Constant("x")),
			Where:   []func(*rewrite.Match) bool{isArith},
			Replace: []rewrite.New{rewrite.Compute(constantOfRootType)}},
		{Name: "reshape-of-constant", Match: rewrite.Op(&tile.Reshape, rewrite.Constant("x")),
			Where:   []func(*rewrite.Match) bool{isArith},
			Replace: []rewrite.New{rewrite.Compute(constantOfRootType)}},
	} {
		r.Where = append(r.Where, hasNoLayout)
		out = append(out, r.MustPattern())
	}
	return out
}

// toShapeOfRoot replaces the root by the matched value of a name, broadcast to the shape of the root's result.
func toShapeOfRoot(name string) rewrite.New {
	return rewrite.Compute(func(m *rewrite.Match, rw *rewrite.Rewriter) *ir.Value {
		return expand(rw.Builder, m.Value(name), ir.TensorShape(m.Root().Result(0).Type()))
	})
}

// hasNoLayout reports whether the root's result has no layout yet: the new tensors have none.
func hasNoLayout(m *rewrite.Match) bool {
	t, ok := m.Root().Result(0).Type().(*ir.TensorType)
	return !ok || t.Encoding == nil
}

func sameType(m *rewrite.Match) bool { return m.Value("x").Type() == m.Root().Result(0).Type() }

// isArith reports whether "x" is an arith.constant that is a scalar or a splat.
func isArith(m *rewrite.Match) bool {
	v := m.Value("x")
	return arith.ConstantValue(v) != nil && (len(ir.TensorShape(v.Type())) == 0 || splatOf(v) != nil)
}

func constantOfRootType(m *rewrite.Match, rw *rewrite.Rewriter) *ir.Value {
	v := m.Value("x")
	value, _ := arith.ConstantValue(v).(ir.TypedAttr)
	if element := splatOf(v); element != nil {
		value = element
	}
	return arith.NewConstant(rw.Builder, rw.Context().DenseSplat(m.Root().Result(0).Type().(ir.ShapedType), value))
}

// expandBeforeBroadcast moves tile.expand_dims before the broadcast. If the new dimension precedes all dimensions of
// the broadcast's operand, expand_dims is not needed, since the broadcast adds leading dimensions.
func expandBeforeBroadcast(m *rewrite.Match, rw *rewrite.Rewriter) *ir.Value {
	x, to := m.Value("x"), ir.TensorShape(m.Root().Result(0).Type())
	missing := len(to) - 1 - len(ir.TensorShape(x.Type()))
	if axis := tile.Axis(m.Root()) - missing; axis > 0 {
		x = tile.NewExpandDims(rw.Builder, x, axis)
	}
	return expand(rw.Builder, x, to)
}
