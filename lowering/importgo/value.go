package importgo

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// axis is a named dimension of tiles, made by one call of kernel.Range in the source. Axes are ranked in the order in
// which they are made. Tensors have their axes in the order of rank.
type axis struct {
	size int64
	rank int
	pos  token.Pos // the position of the call
}

var boolType = types.Typ[types.Bool]

// value is the value of an expression. Exactly one of v, con, special, fields, fn and option is set.
type value struct {
	typ types.Type
	// v is a scalar, or a tensor with the given axes; an array or a pointer.
	v    *ir.Value
	axes []*axis
	// con is a compile-time constant.
	con constant.Value
	// fields has the fields of a struct, or several results of a function.
	fields []*value
	// fn is a function.
	fn *closure
	// along says that the value is start + 0, 1, 2, ... along this axis.
	along *axis
	start *value // nil for 0
	// factor and scale say that a scalar is factor * scale, as in 64*p. From this, blockOf finds the step of blocks.
	factor *value
	scale  int64
	// special is an infinity or NaN, which package constant cannot represent.
	special *float64
	// product is the tile.dot that defines the value, if its accumulator is zero.
	product *ir.Operation
	// option is an option of an access or function.
	option *option
}

func constantInt(t types.Type, n int64) *value { return &value{typ: t, con: constant.MakeInt64(n)} }

// shape returns the sizes of axes.
func shape(axes []*axis) []int64 {
	var out []int64
	for _, a := range axes {
		out = append(out, a.size)
	}
	return out
}

// union returns the axes of both lists, in the order of rank.
func union(a, b []*axis) []*axis {
	out := slices.Clone(a)
	for _, x := range b {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	slices.SortFunc(out, func(x, y *axis) int { return x.rank - y.rank })
	return out
}

func contains(all, some []*axis) bool {
	return !slices.ContainsFunc(some, func(a *axis) bool { return !slices.Contains(all, a) })
}

// leaves appends the parts of a value that are scalars or tensors.
func leaves(v *value, out []*value) []*value {
	if v.fields == nil {
		return append(out, v)
	}
	for _, f := range v.fields {
		out = leaves(f, out)
	}
	return out
}

// rebuild returns a value with the structure of v, whose leaves next returns one after the other.
func rebuild(v *value, next func() *value) *value {
	if v.fields == nil {
		return next()
	}
	out := &value{typ: v.typ, fields: make([]*value, len(v.fields))}
	for n, f := range v.fields {
		out.fields[n] = rebuild(f, next)
	}
	return out
}

// tensor returns the IR value of a value. For a constant, it makes an arith.constant.
func (i *importer) tensor(v *value) *ir.Value {
	if v.v != nil {
		return v.v
	}
	if v.special != nil {
		t, ok := i.element(v.typ).(*ir.FloatType)
		if !ok {
			i.failHere("an infinity or NaN cannot be of type %s", i.typeName(v.typ))
		}
		return arith.NewFloat(i.b, t, *v.special)
	}
	if v.con == nil {
		i.failHere("this is not a number, but a %s", i.typeName(v.typ))
	}
	t := i.element(v.typ)
	switch t := t.(type) {
	case *ir.FloatType:
		f, _ := constant.Float64Val(constant.ToFloat(v.con))
		return arith.NewFloat(i.b, t, f)
	case *ir.IntegerType:
		if v.con.Kind() == constant.Bool {
			n := int64(0)
			if constant.BoolVal(v.con) {
				n = 1
			}
			return arith.NewInt(i.b, t, n)
		}
		n, exact := constant.Int64Val(constant.ToInt(v.con))
		if t.Signedness == ir.Signless && exact {
			return arith.NewInt(i.b, t, n)
		}
		if !exact {
			u, _ := constant.Uint64Val(constant.ToInt(v.con))
			n = int64(u)
		}
		return i.cast(arith.NewInt(i.b, i.ctx.I(t.Width), n), t)
	}
	i.failHere("a constant cannot be of type %s", t)
	return nil
}

// cast converts the elements of a tensor or scalar.
func (i *importer) cast(v *ir.Value, elem ir.Type) *ir.Value {
	st := i.b.State(&tile.Cast)
	st.Operands = append(st.Operands, v)
	t := elem
	if tensor, ok := v.Type().(*ir.TensorType); ok {
		t = i.ctx.TensorType(tensor.Shape(), elem, nil)
	}
	st.Types = append(st.Types, t)
	return i.b.Create(st).Result(0)
}

// aligned returns a value as an operand of an operation that broadcasts its operands to axes. It inserts a dimension of
// size 1 for each axis after the value's first one that the value lacks.
func (i *importer) aligned(v *value, axes []*axis) *ir.Value {
	t := i.tensor(v)
	if len(v.axes) == 0 {
		return t
	}
	first := slices.Index(axes, v.axes[0])
	for n, a := range axes[first:] {
		if !slices.Contains(v.axes, a) {
			t = tile.NewExpandDims(i.b, t, n)
		}
	}
	return t
}

// whole returns a value as a tensor of exactly the given axes.
func (i *importer) whole(v *value, axes []*axis) *ir.Value {
	t := i.tensor(v)
	if slices.Equal(v.axes, axes) {
		return t
	}
	if len(v.axes) == 0 {
		return tile.NewSplat(i.b, t, shape(axes)...)
	}
	for n, a := range axes {
		if !slices.Contains(v.axes, a) {
			t = tile.NewExpandDims(i.b, t, n)
		}
	}
	return tile.NewBroadcast(i.b, t, shape(axes)...)
}
