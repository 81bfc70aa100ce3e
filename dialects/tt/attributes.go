package tt

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/enums"
)

// The enumerations of the dialect (TritonAttrDefs.td). They are i32 integers that are printed as keywords. A variable
// has the name of the attribute that it is for.
var (
	// CacheModifiers are the cache operators of PTX's ld and st.
	CacheModifiers = cases("cache", "none", "ca", "cg", "wb", "cs", "wt", "cv")
	// EvictionPolicies say how likely a line stays in the cache.
	EvictionPolicies = cases("evict", "evict_normal", "evict_first", "evict_last")
	// Paddings are the values that are read outside of the array of a block pointer.
	Paddings = cases("padding", "zero", "nan")
	// MemorySemantics are the orderings of atomic operations.
	MemorySemantics = cases("sem", "relaxed", "acquire", "release", "acq_rel")
	// MemoryScopes are the threads for which atomic operations order accesses.
	MemoryScopes = cases("scope", "gpu", "cta", "sys")
	// AtomicKinds are the operations of [AtomicRMW].
	AtomicKinds = cases("atomic_rmw_op", "and", "or", "xor", "add", "fadd", "max", "min", "umax", "umin", "exch")
	// ReduceKinds are the operations of [DescriptorReduce].
	ReduceKinds = cases("kind", "add", "min", "max", "inc", "dec", "and", "or", "xor")
	// Dimensions are the dimensions of the grid.
	Dimensions = enums.NewKeyword("axis", "", 32, "x", "y", "z")
	// Roundings are the rounding modes of [FpToFp].
	Roundings = enums.NewKeyword("rounding", "", 32, "rtz", "rtne")
	// NaNPropagations say whether the result is NaN if an operand is NaN.
	NaNPropagations = enums.NewCases("propagateNan", "", 32, enums.Case{Name: "none"},
		enums.Case{Name: "all", Value: 0xffff})
	// InputPrecisions say how [Dot] multiplies f32.
	InputPrecisions = enums.NewKeyword("inputPrecision", "", 32, "tf32", "tf32x3", "ieee", "bf16x3", "bf16x6")
	// lhsFormats and rhsFormats are the element formats of the operands of [DotScaled].
	lhsFormats = formats("a_elem_type")
	rhsFormats = formats("b_elem_type")
)

// Values of enumerations that other packages need.
const (
	NoCacheModifier = 1 // of CacheModifiers
	EvictNormally   = 1 // of EvictionPolicies
	PadZero         = 1 // of Paddings
	PadNaN          = 2
	IEEE            = 2 // of InputPrecisions
)

// cases declares an enumeration whose cases are numbered from 1.
func cases(attr string, names ...string) *enums.Keyword {
	list := make([]enums.Case, len(names))
	for i, name := range names {
		list[i] = enums.Case{Name: name, Value: i + 1}
	}
	return enums.NewCases(attr, "", 32, list...)
}

func formats(attr string) *enums.Keyword {
	return enums.NewKeyword(attr, "", 32, "e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "bf16", "fp16")
}

// required, withDefault and optional declare an attribute that is an enumeration.
func required(name string, k *enums.Keyword) ir.OpAttr {
	return ir.OpAttr{Name: name, Attr: k.Constraint()}
}

func withDefault(name string, k *enums.Keyword, value int) ir.OpAttr {
	return ir.OpAttr{Name: name, Attr: k.Constraint(), Default: func(ctx *ir.Context) ir.Attribute {
		return k.Attr(ctx, value)
	}}
}

func optional(name string, k *enums.Keyword) ir.OpAttr {
	return ir.OpAttr{Name: name, Attr: k.Constraint(), Optional: true}
}

// Keyword returns the keyword of an attribute of op, or "" if op does not have the attribute.
func Keyword(op *ir.Operation, name string, k *enums.Keyword) string {
	if v, ok := k.Value(op.Inherent(name)); ok {
		return k.Name(v)
	}
	return ""
}

func falseAttr(ctx *ir.Context) ir.Attribute { return ctx.Bool(false) }

func trueAttr(ctx *ir.Context) ir.Attribute { return ctx.Bool(true) }

// Format returns the name of the format in an attribute of a [DotScaled].
func Format(op *ir.Operation, name string) string { return Keyword(op, name, lhsFormats) }
