package arithexpand

import (
	"errors"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// errDynamic is the error for types that have no constants.
var errDynamic = errors.New("there are no constants of a type of dynamic shape")

// builder creates operations on values of one shape, with different element types.
type builder struct {
	*ir.Builder
	shape ir.Type
}

// newBuilder returns a builder of operations of the shape of v. It fails for shapes without constants.
func newBuilder(rw *conversion.Rewriter, v *ir.Value) (builder, error) {
	if !ir.HasConstants(v.Type()) {
		return builder{}, errDynamic
	}
	return builder{rw.Builder, v.Type()}, nil
}

// typeOf returns the type of the builder's shape with elements of another type.
func (b builder) typeOf(elem ir.Type) ir.Type { return b.Context().WithElement(b.shape, elem) }

// integer creates a constant of integers with element type elem, or with the element type of the shape if elem is nil.
func (b builder) integer(elem ir.Type, v int64) *ir.Value {
	t := b.shape
	if elem != nil {
		t = b.typeOf(elem)
	}
	return arith.NewConstant(b.Builder, constfold.Splat(b.Context(), t, v))
}

// bits creates a constant of integers of the given width.
func (b builder) bits(width uint32, v int64) *ir.Value { return b.integer(b.Context().I(width), v) }

// f32 creates a constant of f32.
func (b builder) f32(v float64) *ir.Value {
	c := b.Context().FloatAttr(b.Context().F32(), v)
	if t, ok := b.typeOf(b.Context().F32()).(ir.ShapedType); ok {
		return arith.NewConstant(b.Builder, b.Context().DenseSplat(t, c))
	}
	return arith.NewConstant(b.Builder, c)
}

func (b builder) binary(def *ir.OpDef, x, y *ir.Value) *ir.Value {
	return arith.Binary(b.Builder, def, x, y)
}

func (b builder) compare(predicate int, x, y *ir.Value) *ir.Value {
	return arith.NewCmpI(b.Builder, predicate, x, y)
}

func (b builder) choose(condition, x, y *ir.Value) *ir.Value {
	return arith.NewSelect(b.Builder, condition, x, y)
}

func (b builder) cast(def *ir.OpDef, v *ir.Value, elem ir.Type) *ir.Value {
	return arith.Cast(b.Builder, def, v, b.typeOf(elem))
}

// asBits returns the bits of a float as an integer of the same width.
func (b builder) asBits(v *ir.Value) *ir.Value {
	return b.cast(&arith.Bitcast, v, b.Context().I(uint32(formatOf(v).Bits())))
}

// castLike creates a cast of floats with the given attributes. It skips attributes that are nil.
func castLike(rw *conversion.Rewriter, def *ir.OpDef, v *ir.Value, to ir.Type, attrs ...ir.NamedAttr) *ir.Value {
	st := rw.State(def)
	st.Operands, st.Types = []*ir.Value{v}, []ir.Type{to}
	for _, a := range attrs {
		if a.Value != nil {
			st.SetInherent(a.Name, a.Value)
		}
	}
	return rw.Create(st).Result(0)
}

// inherent returns an inherent attribute of op with its name. The value is nil if op does not have it.
func inherent(op *ir.Operation, name string) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: op.Inherent(name)}
}
