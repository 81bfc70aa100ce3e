// Package llvmtypes converts builtin types to types of dialect llvm: index to i64, a vector of several dimensions to an
// array of vectors, a memref to a descriptor (a struct), and a function type to a pointer. Types that exist in LLVM IR
// stay as they are. The conversions to dialect llvm share the package.
package llvmtypes

import (
	"context"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// newConverter returns a type converter whose materializations are unrealized casts, which pass
// `reconcile-unrealized-casts` removes when both sides are converted.
func newConverter(ctx *ir.Context) *conversion.TypeConverter {
	c := new(conversion.TypeConverter)
	c.AddOne(func(t ir.Type) ir.Type { return convert(ctx, t) })
	c.AddSource(cast)
	c.AddTarget(cast)
	return c
}

// Options are options of [Convert].
type Options struct {
	// Nested says that the patterns do not change operations that are isolated from above.
	Nested bool
	// Illegal is a dialect whose operations must all be converted; "" for none.
	Illegal string
}

// Convert applies patterns with a new type converter. Operations that no pattern converts stay as they are.
func Convert(ctx context.Context, op *ir.Operation, options Options,
	patterns func(c *conversion.TypeConverter) []*conversion.Pattern) error {
	target := conversion.NewTarget()
	target.LegalDialects("llvm", "builtin")
	if options.Illegal != "" {
		target.IllegalDialects(options.Illegal)
	}
	set, err := conversion.NewSet(patterns(newConverter(op.Context()))...)
	if err != nil {
		return err
	}
	return conversion.Partial(op, target, set, conversion.Options{Context: ctx, Nested: options.Nested})
}

func cast(b *ir.Builder, types []ir.Type, inputs []*ir.Value) []*ir.Value {
	return builtin.NewUnrealizedConversionCast(b, inputs, types...).ResultValues()
}

func convert(ctx *ir.Context, t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.IntegerType:
		if t.Signedness == ir.Signless && t.Width > 0 {
			return t
		}
	case *ir.FloatType:
		switch t.Format.Name() {
		case "f16", "bf16", "f32", "f64", "f80", "f128":
			return t
		}
	case *ir.IndexType:
		return ctx.I(ir.IndexWidth)
	case *ir.VectorType:
		return convertVector(ctx, t)
	case *ir.MemRefType:
		return convertMemRef(ctx, t)
	case *ir.FunctionType:
		return llvm.Ptr(ctx, 0)
	case *llvm.PointerType, *llvm.StructType, *llvm.ArrayType, *llvm.FunctionType, *llvm.VoidType:
		return t
	}
	return nil
}

// convertVector converts a vector type. LLVM IR has only one-dimensional vectors, so further dimensions become arrays.
// A vector without dimensions becomes a vector of one element. The result is nil if an outer dimension is scalable,
// since arrays have a static length.
func convertVector(ctx *ir.Context, t *ir.VectorType) ir.Type {
	elem := convert(ctx, t.ElementType())
	shape := t.Shape()
	if elem == nil {
		return nil
	}
	if len(shape) == 0 {
		return ctx.VectorType([]int64{1}, elem, nil)
	}
	last := len(shape) - 1
	var scalable []bool
	if t.IsScalable() {
		for i := range last {
			if t.ScalableDims()[i] {
				return nil
			}
		}
		scalable = t.ScalableDims()[last:]
	}
	var out ir.Type = ctx.VectorType(shape[last:], elem, scalable)
	for i := last - 1; i >= 0; i-- {
		out = llvm.ArrayOf(ctx, shape[i], out)
	}
	return out
}

// FunctionType converts a function type to the type of an llvm.func: a memref is passed as the fields of its
// descriptor, no result becomes void, and several results become a struct. It returns nil if a type has no counterpart.
func FunctionType(c *conversion.TypeConverter, ctx *ir.Context, t *ir.FunctionType, variadic bool) *llvm.FunctionType {
	var params []ir.Type
	for _, input := range t.Inputs {
		parts := Parameters(c, ctx, input)
		if parts == nil {
			return nil
		}
		params = append(params, parts...)
	}
	result := Result(c, ctx, t.Results)
	if result == nil {
		return nil
	}
	return llvm.FuncOf(ctx, result, params, variadic)
}

// Result returns the result type of an llvm.func for the results of a function: void, a type, or a struct. It returns
// nil if a result has no counterpart.
func Result(c *conversion.TypeConverter, ctx *ir.Context, results []ir.Type) ir.Type {
	types, ok := c.ConvertAll(results)
	switch {
	case !ok:
		return nil
	case len(types) == 0:
		return llvm.Void(ctx)
	case len(types) == 1:
		return types[0]
	}
	return llvm.StructOf(ctx, false, types...)
}
