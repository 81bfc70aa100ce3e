package prim

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
)

// Apply creates a primitive and returns its results, whose types its rule infers.
func Apply(b *ir.Builder, def *ir.OpDef, operands []*ir.Value, attrs ...ir.NamedAttr) ([]*ir.Value, error) {
	return apply(b, def, nil, operands, attrs)
}

// Make creates a primitive whose result type cannot be inferred, and returns the result. Operands of type index give
// the unknown sizes of the result.
func Make(b *ir.Builder, def *ir.OpDef, t ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) (*ir.Value, error) {
	results, err := apply(b, def, []ir.Type{t}, operands, attrs)
	if err != nil {
		return nil, err
	}
	return results[0], nil
}

func apply(b *ir.Builder, def *ir.OpDef, declared []ir.Type, operands []*ir.Value, attrs []ir.NamedAttr) (
	[]*ir.Value, error) {
	st := b.State(def)
	st.Operands, st.Types = operands, declared
	for _, a := range attrs {
		st.AddAttr(a.Name, a.Value)
	}
	types, err := ir.InferResultTypes(b.Context(), st)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", def.Name, err)
	}
	if st.Types = types; declared != nil {
		st.Types = declared
	}
	return b.Create(st).ResultValues(), nil
}

// Attr, IntAttr and IntsAttr are attributes for [Apply] and [Make]: a number, an integer, and a list of integers.
func Attr(ctx *ir.Context, name string, number any) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: NumberAttr(ctx, number)}
}

func IntAttr(ctx *ir.Context, name string, v int) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: ctx.Integer(ctx.I(64), int64(v))}
}

func IntsAttr[T int | int64](ctx *ir.Context, name string, list []T) ir.NamedAttr {
	wide := make([]int64, len(list))
	for i, v := range list {
		wide[i] = int64(v)
	}
	return ir.NamedAttr{Name: name, Value: ctx.DenseI64(wide...)}
}

// Flag is a unit attribute for [Apply] and [Make].
func Flag(ctx *ir.Context, name string) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: ctx.Unit()}
}
