package constraints

import "github.com/girih-ir/girih/ir"

// Types admitted one by one.
var (
	AnyType  = ir.AnyType
	Index    = ir.TypeConstraint{Summary: "index", Check: ir.IsIndex, Build: index}
	I1       = signless("1-bit signless integer", 1)
	I8       = signless("8-bit signless integer", 8)
	I16      = signless("16-bit signless integer", 16)
	I32      = signless("32-bit signless integer", 32)
	I64      = signless("64-bit signless integer", 64)
	F16      = float("16-bit float", "f16")
	BF16     = float("bfloat16 type", "bf16")
	F32      = float("32-bit float", "f32")
	F64      = float("64-bit float", "f64")
	AnyFloat = ir.TypeConstraint{Summary: "floating-point", Check: ir.IsFloat}

	// AnyInteger admits integers of any width and signedness, but not index.
	AnyInteger = ir.TypeConstraint{Summary: "integer", Check: IsInteger}
	// AnySignlessInteger and AnySignlessIntegerOrIndex admit iN, the latter index too.
	AnySignlessInteger        = ir.TypeConstraint{Summary: "signless integer", Check: IsSignless}
	AnySignlessIntegerOrIndex = ir.TypeConstraint{Summary: "signless integer or index", Check: IsSignlessOrIndex}
	// FunctionType admits function types.
	FunctionType = ir.TypeConstraint{Summary: "function type", Check: isFunction}
	// AnyRankedTensor admits tensors with a rank.
	AnyRankedTensor = ir.TypeConstraint{Summary: "ranked tensor of any type values", Check: isRankedTensor}
)

// Types, and the vectors and tensors of them.
var (
	BoolLike                   = valueLike("bool-like", isI1)
	SignlessIntegerLike        = valueLike("signless-integer", IsSignless)
	SignlessIntegerOrIndexLike = valueLike("signless-integer-like", IsSignlessOrIndex)
	FloatLike                  = valueLike("floating-point-like", ir.IsFloat)
)

func signless(summary string, width uint32) ir.TypeConstraint {
	return ir.TypeConstraint{
		Summary: summary,
		Check:   func(t ir.Type) bool { return ir.IsInt(t, width) },
		Build:   func(c *ir.Context) ir.Type { return c.I(width) },
	}
}

func float(summary, name string) ir.TypeConstraint {
	return ir.TypeConstraint{
		Summary: summary,
		Check: func(t ir.Type) bool {
			f, ok := t.(*ir.FloatType)
			return ok && f.Format.Name() == name
		},
		Build: func(c *ir.Context) ir.Type { return c.Float(name) },
	}
}

func valueLike(summary string, elem func(ir.Type) bool) ir.TypeConstraint {
	return ir.TypeConstraint{Summary: summary, Check: func(t ir.Type) bool { return elem(ValueElement(t)) }}
}

// ValueElement returns the element type of a vector or tensor and any other type itself: upstream's "type or value
// semantics container".
func ValueElement(t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType:
		return t
	case *ir.VectorType, *ir.TensorType, *ir.UnrankedTensorType:
		return t.(ir.ShapedType).ElementType()
	}
	return t
}

// IsInteger reports whether t is an integer type of any signedness.
func IsInteger(t ir.Type) bool {
	_, ok := t.(*ir.IntegerType)
	return ok
}

// IsSignless reports whether t is a signless integer type of any width.
func IsSignless(t ir.Type) bool { return ir.IsInt(t, 0) }

// IsSignlessOrIndex reports whether t is a signless integer type or index.
func IsSignlessOrIndex(t ir.Type) bool { return ir.IsInt(t, 0) || ir.IsIndex(t) }

func index(c *ir.Context) ir.Type { return c.Index() }

func isI1(t ir.Type) bool { return ir.IsInt(t, 1) }

func isFunction(t ir.Type) bool {
	_, ok := t.(*ir.FunctionType)
	return ok
}

func isRankedTensor(t ir.Type) bool {
	_, ok := t.(*ir.TensorType)
	return ok
}
