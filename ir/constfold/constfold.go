package constfold

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apint"
)

// UnaryInt applies f to an integer constant; t is the type of the result, also of integers.
func UnaryInt(ctx *ir.Context, x ir.Attribute, t ir.Type, f func(apint.Int) (apint.Int, bool)) ir.Attribute {
	return unary(ctx, integers, integers, x, t, f)
}

// UnaryFloat applies f to a float constant; t is the type of the result, also of floats.
func UnaryFloat(ctx *ir.Context, x ir.Attribute, t ir.Type, f func(Float) (Float, bool)) ir.Attribute {
	return unary(ctx, floats, floats, x, t, f)
}

// IntToFloat applies f to an integer constant; t is the type of the result, which is of floats.
func IntToFloat(ctx *ir.Context, x ir.Attribute, t ir.Type, f func(apint.Int) (Float, bool)) ir.Attribute {
	return unary(ctx, integers, floats, x, t, f)
}

// FloatToInt applies f to a float constant; t is the type of the result, which is of integers.
func FloatToInt(ctx *ir.Context, x ir.Attribute, t ir.Type, f func(Float) (apint.Int, bool)) ir.Attribute {
	return unary(ctx, floats, integers, x, t, f)
}

// BinaryInt applies f to two integer constants of one type; t is the type of the result, also of integers.
func BinaryInt(ctx *ir.Context, x, y ir.Attribute, t ir.Type, f func(a, b apint.Int) (apint.Int, bool)) ir.Attribute {
	return binary(ctx, integers, x, y, t, f)
}

// BinaryFloat applies f to two float constants of one type, which is also the type of the result.
func BinaryFloat(ctx *ir.Context, x, y ir.Attribute, t ir.Type, f func(a, b Float) (Float, bool)) ir.Attribute {
	return binary(ctx, floats, x, y, t, f)
}

func unary[A, R any](
	ctx *ir.Context, from kind[A], to kind[R], x ir.Attribute, t ir.Type, f func(A) (R, bool),
) ir.Attribute {
	if x == nil || IsPoison(x) {
		return x
	}
	if a, ok := from.scalar(x); ok {
		if r, ok := f(a); ok && !isShaped(t) {
			return to.attr(ctx, t, r)
		}
		return nil
	}
	in, out := from.elements(ctx, x), staticShape(t)
	if in == nil || out == nil {
		return nil
	}
	return collect(ctx, to, out, in.IsSplat(), func(i int) (R, bool) { return f(from.element(in, i)) })
}

func binary[A any](ctx *ir.Context, k kind[A], x, y ir.Attribute, t ir.Type, f func(a, b A) (A, bool)) ir.Attribute {
	switch {
	case IsPoison(x):
		return x
	case IsPoison(y):
		return y
	case x == nil || y == nil:
		return nil
	}
	if a, ok := k.scalar(x); ok {
		b, ok := k.scalar(y)
		if !ok || x.(ir.TypedAttr).Type() != y.(ir.TypedAttr).Type() || isShaped(t) {
			return nil
		}
		if r, ok := f(a, b); ok {
			return k.attr(ctx, t, r)
		}
		return nil
	}
	lhs, rhs, out := k.elements(ctx, x), k.elements(ctx, y), staticShape(t)
	if lhs == nil || rhs == nil || lhs.Type() != rhs.Type() || out == nil {
		return nil
	}
	return collect(ctx, k, out, lhs.IsSplat() && rhs.IsSplat(), func(i int) (A, bool) {
		return f(k.element(lhs, i), k.element(rhs, i))
	})
}

// collect returns the elements that f computes, or nil if f fails. For a splat it computes only the first.
func collect[R any](ctx *ir.Context, k kind[R], t ir.ShapedType, splat bool, f func(i int) (R, bool)) ir.Attribute {
	if splat {
		r, ok := f(0)
		if !ok {
			return nil
		}
		return ctx.DenseSplat(t, k.attr(ctx, t.ElementType(), r))
	}
	n, _ := ir.NumElements(t)
	w := newWriter(t.ElementType(), int(n))
	for i := range int(n) {
		r, ok := f(i)
		if !ok {
			return nil
		}
		k.write(&w, i, r)
	}
	return ctx.DenseElements(t, w.raw, false)
}

func isShaped(t ir.Type) bool {
	_, ok := t.(ir.ShapedType)
	return ok
}

// staticShape returns t if its shape is static and small enough for a constant.
func staticShape(t ir.Type) ir.ShapedType {
	shaped, ok := t.(ir.ShapedType)
	if !ok || !shaped.HasRank() {
		return nil
	}
	if _, ok := ir.NumElements(shaped); !ok {
		return nil
	}
	return shaped
}

// Choose returns dense elements with the elements of x where mask, of type i1, is true, and of y where it is false. It
// returns nil unless all three are dense elements of one shape.
func Choose(ctx *ir.Context, mask, x, y ir.Attribute) ir.Attribute {
	m, ok1 := mask.(*ir.DenseElementsAttr)
	a, ok2 := x.(*ir.DenseElementsAttr)
	b, ok3 := y.(*ir.DenseElementsAttr)
	if !ok1 || !ok2 || !ok3 || a.Type() != b.Type() || a.Len() != m.Len() {
		return nil
	}
	t := a.ShapedType()
	w := newWriter(t.ElementType(), a.Len())
	for i := range a.Len() {
		from := b
		if m.Bits(i) != 0 {
			from = a
		}
		if w.bits == 1 {
			w.raw[i/8] |= byte(from.Bits(i)) << (i % 8)
		} else {
			w.raw = append(w.raw, from.ValueBytes(i)...)
		}
	}
	return ctx.DenseElements(t, w.raw, false)
}
