package tile

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Permute defines `tile.permute`: the dimensions of a tensor are permuted. Dimension i of the result is dimension
// order[i] of the operand.
var Permute = ir.OpDef{
	Name:     "tile.permute",
	Summary:  "tensor with its dimensions in another order",
	Operands: []ir.ValueDef{{Name: "in", Type: tensorValues}},
	Results:  []ir.ValueDef{{Name: "out", Type: tensorValues}},
	Attrs:    []ir.OpAttr{{Name: "order", Attr: constraints.DenseI32Array}},
	Traits:   ir.Pure | ir.SameOperandsAndResultElementType,
	Assembly: `$in $order attr-dict ':' type($in) '->' type($out)`,
	Verify:   verifyPermute,
	Elided: oneResult(func(ctx *ir.Context, st *ir.OpState) ir.Type {
		order, _ := st.GetInherent("order").(*ir.DenseArrayAttr)
		return permutedType(ctx, st.Operands[0].Type(), order.Ints())
	}),

	Interfaces: []any{alias.Source(0)},
}

// Cat defines `tile.cat`: two tensors are concatenated along an axis.
var Cat = ir.OpDef{
	Name:     "tile.cat",
	Summary:  "concatenation of two tensors along an axis",
	Operands: []ir.ValueDef{{Name: "lhs", Type: tensorValues}, {Name: "rhs", Type: tensorValues}},
	Results:  []ir.ValueDef{{Name: "out", Type: tensorValues}},
	Attrs:    []ir.OpAttr{axisDef},
	Traits:   ir.Pure | ir.SameOperandsAndResultElementType,
	Assembly: `$lhs ',' $rhs 'axis' '=' $axis attr-dict ':' type($lhs) ',' type($rhs) '->' type($out)`,
	Verify:   verifyCat,
	Elided: oneResult(func(ctx *ir.Context, st *ir.OpState) ir.Type {
		return catType(ctx, st.Operands[0].Type(), st.Operands[1].Type(), axisOf(st))
	}),

	Interfaces: []any{alias.Choice(0)},
}

// Join defines `tile.join`: two tensors are joined along a new last dimension of size 2. Two scalars become a tensor of
// two elements.
var Join = ir.OpDef{
	Name:     "tile.join",
	Summary:  "two tensors joined along a new last dimension",
	Operands: []ir.ValueDef{{Name: "lhs", Type: tensorOrScalar}, {Name: "rhs", Type: tensorOrScalar}},
	Results:  []ir.ValueDef{{Name: "out", Type: tensorValues}},
	Traits:   ir.Pure | ir.SameOperandsAndResultElementType,
	Assembly: `$lhs ',' $rhs attr-dict ':' type($lhs) '->' type($out)`,
	TypeRules: []ir.TypeRule{{From: "lhs", To: "rhs", Summary: "both operands have one type",
		Map: func(_ *ir.Context, t ir.Type) ir.Type { return t }}},
	Verify: func(op *ir.Operation) error { return verifyPair(op, op.Operand(0).Type(), op.Result(0).Type()) },
	Elided: oneResult(func(ctx *ir.Context, st *ir.OpState) ir.Type { return joinedType(ctx, st.Operands[0].Type()) }),

	Interfaces: []any{alias.Choice(0)},
}

// Split defines `tile.split`: a tensor whose last dimension has size 2 is split into its halves. It is the inverse of
// tile.join.
var Split = ir.OpDef{
	Name:     "tile.split",
	Summary:  "the two halves of a tensor's last dimension",
	Operands: []ir.ValueDef{{Name: "in", Type: tensorValues}},
	Results:  []ir.ValueDef{{Name: "lhs", Type: tensorOrScalar}, {Name: "rhs", Type: tensorOrScalar}},
	Traits:   ir.Pure | ir.SameOperandsAndResultElementType,
	Assembly: `$in attr-dict ':' type($in) '->' type($lhs)`,
	TypeRules: []ir.TypeRule{{From: "lhs", To: "rhs", Summary: "both results have one type",
		Map: func(_ *ir.Context, t ir.Type) ir.Type { return t }}},
	Verify: func(op *ir.Operation) error { return verifyPair(op, op.Result(0).Type(), op.Operand(0).Type()) },
	Elided: func(ctx *ir.Context, st *ir.OpState, _ func(string) ir.Attribute) ([]ir.Type, error) {
		t := halfType(ctx, st.Operands[0].Type())
		return []ir.Type{t, t}, nil
	},

	Interfaces: []any{alias.Source(0)},
}

// Extract defines `tile.extract`: the result is a part of a tensor. The indices count parts: the part at index i starts
// at element i times the size of the part. The result for a part outside of the tensor is undefined.
var Extract = ir.OpDef{
	Name:     "tile.extract",
	Summary:  "part of a tensor",
	Operands: []ir.ValueDef{{Name: "in", Type: tensorValues}, {Name: "indices", Type: i32, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "out", Type: tensorOrScalar}},
	Traits:   ir.Pure,
	Assembly: `$in '[' $indices ']' attr-dict ':' type($in) '->' type($out)`,
	Verify: func(op *ir.Operation) error {
		return verifyPart(op, op.Result(0).Type(), op.Operand(0).Type(), op.NumOperands()-1)
	},
}

// Insert defines `tile.insert`: the result is a tensor with a part of it replaced. The indices count parts as in
// tile.extract.
var Insert = ir.OpDef{
	Name:    "tile.insert",
	Summary: "tensor with a part of it replaced",
	Operands: []ir.ValueDef{
		{Name: "part", Type: tensorOrScalar}, {Name: "in", Type: tensorValues},
		{Name: "indices", Type: i32, Arity: ir.Variadic},
	},
	Results: []ir.ValueDef{{Name: "out", Type: tensorValues}},
	Traits:  ir.Pure,
	TypeRules: []ir.TypeRule{{From: "in", To: "out", Summary: "the result is of the tensor's type",
		Map: func(_ *ir.Context, t ir.Type) ir.Type { return t }}},
	Assembly: `$part ',' $in '[' $indices ']' attr-dict ':' type($part) ',' type($in)`,

	OptionalTypes: true,
	Verify: func(op *ir.Operation) error {
		return verifyPart(op, op.Operand(0).Type(), op.Operand(1).Type(), op.NumOperands()-2)
	},
}

// Flip defines `tile.flip`: the order of the elements along an axis is reversed.
var Flip = ir.OpDef{
	Name:     "tile.flip",
	Summary:  "tensor with the elements along an axis in reverse order",
	Operands: []ir.ValueDef{{Name: "in", Type: tensorValues}},
	Results:  []ir.ValueDef{{Name: "out", Type: tensorValues}},
	Attrs:    []ir.OpAttr{axisDef},
	Traits:   ir.Pure,
	Assembly: `$in 'axis' '=' $axis attr-dict ':' type($in)`,

	OptionalTypes: true,
	TypeRules: []ir.TypeRule{{From: "in", To: "out", Summary: "the result is of the operand's type",
		Map: func(_ *ir.Context, t ir.Type) ir.Type { return t }}},
	Verify: func(op *ir.Operation) error { return verifyAxis(op, op.Operand(0).Type()) },

	Interfaces: []any{alias.Source(0)},
}

// axisDef is the attribute `axis`.
var axisDef = ir.OpAttr{Name: "axis", Attr: constraints.I32Attr}

// NewPermute creates a tensor with its dimensions in another order and returns it.
func NewPermute(b *ir.Builder, v *ir.Value, order ...int) *ir.Value {
	dims, values := make([]int64, len(order)), make([]int32, len(order))
	for i, d := range order {
		dims[i], values[i] = int64(d), int32(d)
	}
	return reshaped(b, &Permute, v, permutedType(b.Context(), v.Type(), dims),
		ir.NamedAttr{Name: "order", Value: b.Context().DenseI32(values...)})
}

// permutedType returns a tensor type with its dimensions in another order.
func permutedType(ctx *ir.Context, t ir.Type, order []int64) ir.Type {
	in, out := ir.TensorShape(t), make([]int64, len(order))
	for i, d := range order {
		out[i] = 1
		if 0 <= d && d < int64(len(in)) { // the verifier refuses others
			out[i] = in[d]
		}
	}
	return Of(ctx, out, ir.ElementOrSelf(t))
}

// NewCat creates a concatenation of two tensors along an axis and returns the result.
func NewCat(b *ir.Builder, lhs, rhs *ir.Value, axis int) *ir.Value {
	st := b.State(&Cat)
	st.Operands = append(st.Operands, lhs, rhs)
	st.Types = append(st.Types, catType(b.Context(), lhs.Type(), rhs.Type(), axis))
	a := axisAttr(b, axis)
	st.AddAttr(a.Name, a.Value)
	return b.Create(st).Result(0)
}

// catType returns the type of the concatenation of two tensors along an axis.
func catType(ctx *ir.Context, lhs, rhs ir.Type, axis int) ir.Type {
	shape, more := slices.Clone(ir.TensorShape(lhs)), ir.TensorShape(rhs)
	if 0 <= axis && axis < min(len(shape), len(more)) { // the verifier refuses another axis
		shape[axis] += more[axis]
	}
	return Of(ctx, shape, ir.ElementOrSelf(lhs))
}

// NewJoin creates a join of two tensors along a new last dimension and returns the result.
func NewJoin(b *ir.Builder, lhs, rhs *ir.Value) *ir.Value {
	st := b.State(&Join)
	st.Operands = append(st.Operands, lhs, rhs)
	st.Types = append(st.Types, joinedType(b.Context(), lhs.Type()))
	return b.Create(st).Result(0)
}

// joinedType returns the type of a join of two tensors of type t. halfType returns the type of the halves of a tensor
// of type t.
func joinedType(ctx *ir.Context, t ir.Type) ir.Type {
	return Of(ctx, append(slices.Clone(ir.TensorShape(t)), 2), ir.ElementOrSelf(t))
}

func halfType(ctx *ir.Context, t ir.Type) ir.Type {
	shape := ir.TensorShape(t)
	return Of(ctx, slices.Clone(shape[:max(0, len(shape)-1)]), ir.ElementOrSelf(t))
}

// NewSplit creates the halves of a tensor's last dimension and returns them.
func NewSplit(b *ir.Builder, v *ir.Value) (lhs, rhs *ir.Value) {
	st := b.State(&Split)
	st.Operands = append(st.Operands, v)
	t := halfType(b.Context(), v.Type())
	st.Types = append(st.Types, t, t)
	op := b.Create(st)
	return op.Result(0), op.Result(1)
}

// NewExtract creates a part of a tensor and returns it. The indices count parts.
func NewExtract(b *ir.Builder, v *ir.Value, shape []int64, indices ...*ir.Value) *ir.Value {
	st := b.State(&Extract)
	st.Operands = append(append(st.Operands, v), indices...)
	st.Types = append(st.Types, Of(b.Context(), shape, ir.ElementOrSelf(v.Type())))
	return b.Create(st).Result(0)
}

// NewInsert creates a tensor with a part of it replaced and returns it.
func NewInsert(b *ir.Builder, part, v *ir.Value, indices ...*ir.Value) *ir.Value {
	return b.Build(&Insert, append([]*ir.Value{part, v}, indices...)).Result(0)
}

// NewFlip creates a tensor with the elements along an axis in reverse order and returns it.
func NewFlip(b *ir.Builder, v *ir.Value, axis int) *ir.Value {
	return b.Build(&Flip, []*ir.Value{v}, axisAttr(b, axis)).Result(0)
}

// OrderOf returns the order of dimensions of a tile.permute.
func OrderOf(op *ir.Operation) []int64 {
	a, ok := op.Inherent("order").(*ir.DenseArrayAttr)
	if !ok {
		return nil
	}
	return a.Ints()
}

func verifyAxis(op *ir.Operation, t ir.Type) error {
	if a, rank := Axis(op), len(ir.TensorShape(t)); a < 0 || a >= rank {
		return op.Errorf("axis must be less than %d, the number of dimensions, but got %d", rank, a)
	}
	return nil
}

func verifyPermute(op *ir.Operation) error {
	in, out, order := ir.TensorShape(op.Operand(0).Type()), ir.TensorShape(op.Result(0).Type()), OrderOf(op)
	if !isPermutation(order, len(in)) {
		return op.Errorf("order must name each of the %d dimensions once, but got %v", len(in), order)
	}
	want := make([]int64, len(in))
	for i, d := range order {
		want[i] = in[d]
	}
	if !slices.Equal(out, want) {
		return op.Errorf("result must have shape %v, but got %s", want, ir.Quote(op.Result(0).Type()))
	}
	return nil
}

func verifyCat(op *ir.Operation) error {
	if err := verifyAxis(op, op.Operand(0).Type()); err != nil {
		return err
	}
	a, b, axis := ir.TensorShape(op.Operand(0).Type()), ir.TensorShape(op.Operand(1).Type()), Axis(op)
	if len(a) != len(b) {
		return op.Errorf("operands must have the same number of dimensions, but got %s", ir.QuoteTypes(op.OperandTypes()))
	}
	want := slices.Clone(a)
	want[axis] += b[axis]
	for i := range a {
		if i != axis && a[i] != b[i] {
			return op.Errorf("operands must have the same size along dimension %d, but got %s", i,
				ir.QuoteTypes(op.OperandTypes()))
		}
	}
	if !slices.Equal(ir.TensorShape(op.Result(0).Type()), want) {
		return op.Errorf("result must have shape %v, but got %s", want, ir.Quote(op.Result(0).Type()))
	}
	return nil
}

// verifyPair checks that whole has the shape of half with a new last dimension of size 2.
func verifyPair(op *ir.Operation, half, whole ir.Type) error {
	if want := append(slices.Clone(ir.TensorShape(half)), 2); !slices.Equal(ir.TensorShape(whole), want) {
		return op.Errorf("the joined tensor must have shape %v, but got %s", want, ir.Quote(whole))
	}
	return nil
}

// verifyPart checks that a part fits in a tensor and that there is an index for each dimension.
func verifyPart(op *ir.Operation, part, whole ir.Type, indices int) error {
	if ir.ElementOrSelf(part) != ir.ElementOrSelf(whole) {
		return op.Errorf("a part must have the tensor's elements, but got %s of %s", ir.Quote(part), ir.Quote(whole))
	}
	p, w := ir.TensorShape(part), ir.TensorShape(whole)
	if len(p) != len(w) && len(p) > 0 {
		return op.Errorf("a part must be a scalar or have the tensor's %d dimensions, but got %s", len(w), ir.Quote(part))
	}
	for i, d := range p {
		if d > w[i] {
			return op.Errorf("a part must not be larger than the tensor, but got %s of %s", ir.Quote(part), ir.Quote(whole))
		}
	}
	if indices != len(w) {
		return op.Errorf("expected %d indices, one for each dimension, but got %d", len(w), indices)
	}
	return nil
}
