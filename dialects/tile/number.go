package tile

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

// isNumber reports whether t is an element type: a bool, an integer or a float.
func isNumber(t ir.Type) bool {
	_, ok := promotion.KindOf(t)
	return ok
}

func isPtr(t ir.Type) bool {
	_, ok := t.(*PtrType)
	return ok
}

// Of returns the type of elements elem in a shape: a tensor type, or elem itself for the empty shape.
func Of(ctx *ir.Context, shape []int64, elem ir.Type) ir.Type {
	if len(shape) == 0 {
		return elem
	}
	return ctx.TensorType(shape, elem, nil)
}

// sameUpToLayout reports whether two types are equal except for the encodings of tensors.
func sameUpToLayout(a, b ir.Type) bool {
	return ir.ElementOrSelf(a) == ir.ElementOrSelf(b) && slices.Equal(ir.TensorShape(a), ir.TensorShape(b))
}

// MaxElements bounds the number of elements of a tensor, as in cuTile. Triton's bound is 2^20.
const MaxElements = 1 << 24

// sizes and powers are parts of summaries that say which dimensions tensors may have.
const (
	sizes  = " whose dimensions are powers of two, or sums of up to four of them that are at least 8"
	powers = " whose dimensions are powers of two"
)

// elements admits scalars that satisfy check and tensors of such elements. A tensor has at least one dimension. Each
// dimension is a power of two, as Triton and cuTile require, or a sum of a few powers of two ([IsSize]).
func elements(summary string, check func(ir.Type) bool) ir.TypeConstraint {
	return ir.TypeConstraint{Summary: summary, Check: func(t ir.Type) bool {
		if tensor, ok := t.(*ir.TensorType); ok {
			return isTile(tensor.Shape()) && check(tensor.ElementType())
		}
		return check(t)
	}}
}

// even admits what constraint of admits, but only tensors whose dimensions are powers of two.
func even(summary string, of ir.TypeConstraint) ir.TypeConstraint {
	return ir.TypeConstraint{Summary: summary + powers, Check: func(t ir.Type) bool {
		return of.Check(t) && isEven(ir.TensorShape(t))
	}}
}

// isEven reports whether all dimensions are powers of two.
func isEven(shape []int64) bool {
	return !slices.ContainsFunc(shape, func(n int64) bool { return n&(n-1) != 0 })
}

// IsSize reports whether a dimension of a tensor may have n elements: n is a power of two, or a multiple of 8 that is a
// sum of at most four powers of two, such as 192 or 208. Tensors of the latter sizes are computed in pieces (pass
// tile-split-tiles).
func IsSize(n int64) bool {
	if n < 1 || n > MaxElements {
		return false
	}
	parts := bits.OnesCount64(uint64(n))
	return parts == 1 || parts <= 4 && n%8 == 0
}

// isTile reports whether tensors may have the given shape.
func isTile(shape []int64) bool {
	n := int64(1)
	for _, d := range shape {
		if !IsSize(d) {
			return false
		}
		if n *= d; n > MaxElements {
			return false
		}
	}
	return len(shape) > 0
}

// tensors admits the tensors that elements admits, but no scalars.
func tensors(summary string, check func(ir.Type) bool) ir.TypeConstraint {
	both := elements(summary, check)
	return ir.TypeConstraint{Summary: summary, Check: func(t ir.Type) bool {
		_, ok := t.(*ir.TensorType)
		return ok && both.Check(t)
	}}
}

// Types that operations take.
var (
	numbers = elements("number, or tensor of numbers"+sizes, isNumber)
	// operands admits literals too, which exist at the first level.
	operands = ir.TypeConstraint{Summary: "literal, number, or tensor of numbers" + sizes,
		Check: func(t ir.Type) bool {
			_, literal := t.(*LiteralType)
			return literal || numbers.Check(t)
		}}
	bools = elements("i1, or tensor of i1"+sizes, func(t ir.Type) bool {
		return ir.IsInt(t, 1)
	})
	// truths admits bool literals too, which are the results of comparisons between literals.
	truths = ir.TypeConstraint{Summary: "bool literal, i1, or tensor of i1" + sizes,
		Check: func(t ir.Type) bool {
			literal, ok := t.(*LiteralType)
			return ok && literal.Kind() == promotion.Bool || bools.Check(t)
		}}
	ptrs           = elements("pointer, or tensor of pointers"+sizes, isPtr)
	tensorValues   = tensors("tensor of numbers or pointers"+sizes, isValue)
	tensorOrScalar = elements("number or pointer, or tensor of such"+sizes, isValue)
	scalarValues   = ir.TypeConstraint{Summary: "number or pointer", Check: isValue}
	i32            = ir.TypeConstraint{Summary: "32-bit signless integer", Check: func(t ir.Type) bool {
		return ir.IsInt(t, 32)
	},
		Build: func(c *ir.Context) ir.Type { return c.I(32) }}
	arrays = ir.TypeConstraint{Summary: "array", Check: func(t ir.Type) bool {
		_, ok := t.(*ArrayType)
		return ok
	}}
	views = ir.TypeConstraint{Summary: "array or view", Check: func(t ir.Type) bool {
		_, ok := t.(*ViewType)
		return ok || arrays.Check(t)
	}}
	i64 = ir.TypeConstraint{Summary: "64-bit signless integer", Check: func(t ir.Type) bool { return ir.IsInt(t, 64) },
		Build: func(c *ir.Context) ir.Type { return c.I(64) }}
)

func isValue(t ir.Type) bool { return isNumber(t) || isPtr(t) }
