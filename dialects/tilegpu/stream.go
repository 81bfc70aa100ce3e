package tilegpu

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// StreamDot defines `tilegpu.stream_dot`: the operation multiplies tiles of two matrices in global memory, one pair
// after the other along the contracted dimension, and adds the products to an accumulator. k runs from one tile number
// to another. The tiles are (row, k) of the left matrix and (k, column) of the right one; lhs_tile and rhs_tile are
// their types. A transposed factor is the transpose of its tile, which is (k, row) or (column, k). Elements outside
// the matrices are zero. The matrices are tensor maps ([TensorMap]). Tiles are copied asynchronously, several ahead.
// Nothing may write the matrices while the kernel runs.
var StreamDot = ir.OpDef{
	Name:    "tilegpu.stream_dot",
	Summary: "matrix product of streams of tiles in global memory",
	Operands: []ir.ValueDef{
		{Name: "lhs", Type: constraints.AnyType}, {Name: "row", Type: constraints.I32},
		{Name: "rhs", Type: constraints.AnyType}, {Name: "column", Type: constraints.I32},
		{Name: "from", Type: constraints.I32}, {Name: "to", Type: constraints.I32},
		{Name: "acc", Type: constraints.AnyRankedTensor},
	},
	Results: []ir.ValueDef{{Name: "result", Type: constraints.AnyRankedTensor}},
	Attrs: []ir.OpAttr{{Name: "lhs_tile", Attr: constraints.Type}, {Name: "rhs_tile", Attr: constraints.Type},
		{Name: transposedNames[0], Attr: constraints.Unit, Optional: true},
		{Name: transposedNames[1], Attr: constraints.Unit, Optional: true},
		{Name: "stages", Attr: constraints.I32Attr}},
	Traits: ir.Pure,
	TypeRules: []ir.TypeRule{{From: "result", To: "acc", Summary: "the result is of the accumulator's type",
		Map: func(_ *ir.Context, t ir.Type) ir.Type { return t }}},
	Assembly: `$lhs '[' $row ']' 'by' $rhs '[' $column ']' 'from' $from 'to' $to ',' $acc attr-dict ':' type($lhs) ',' type($rhs) ` +
		`'->' type($result)`,
	Verify: verifyStream,
}

// TensorMap is the attribute of a kernel's argument that is a tensor map: a description of an array in global memory
// for asynchronous copies of boxes. The launcher creates the tensor map from other arguments. The attribute has the
// following entries. base is the number of the argument that is the array's address. sizes and strides have a number
// for each dimension: that of an argument, or -1-n for the constant n. box has the sizes of a box. swizzle is a number
// of bytes. elem is the type of elements; if it is tf32 for an array of f32, copies to shared memory round elements to
// nearest even. With checked, the kernel itself checks that sizes and strides are positive and that rows do not
// overlap, and otherwise does not use the map. The launcher may then create any map for invalid arguments.
const TensorMap = "tilegpu.tensor_map"

// ChecksMap is the unit attribute of a tile.make_array whose sizes and strides the kernel checks before it uses the
// array. Tensor maps of the array have the entry checked.
const ChecksMap = "tilegpu.checks_map"

// Stream is a view of a `tilegpu.stream_dot`.
type Stream struct{ *ir.Operation }

// AsStream returns op as a stream; ok is false when it is something else.
func AsStream(op *ir.Operation) (s Stream, ok bool) { return Stream{op}, op.Is(&StreamDot) }

// LHS and RHS return the tensor maps of the matrices.
func (s Stream) LHS() *ir.Value { return s.Operand(0) }
func (s Stream) RHS() *ir.Value { return s.Operand(2) }

// Row returns the tile number along the rows of the left matrix. Column returns the tile number along the columns of
// the right one.
func (s Stream) Row() *ir.Value    { return s.Operand(1) }
func (s Stream) Column() *ir.Value { return s.Operand(3) }

// From and To return the bounds of the tile numbers along the contracted dimension.
func (s Stream) From() *ir.Value { return s.Operand(4) }
func (s Stream) To() *ir.Value   { return s.Operand(5) }

// Accumulator returns the tensor that the products are added to.
func (s Stream) Accumulator() *ir.Value { return s.Operand(6) }

// Tile returns the type of the tiles of the left matrix (0) or of the right one (1).
func (s Stream) Tile(i int) *ir.TensorType {
	t, _ := s.Inherent([]string{"lhs_tile", "rhs_tile"}[i]).(*ir.TypeAttr).Value.(*ir.TensorType)
	return t
}

// Transposed reports whether factor i, 0 or 1, is the transpose of its tile.
func (s Stream) Transposed(i int) bool { return s.Inherent(transposedNames[i]) != nil }

// Stages returns the number of pairs of tiles that are in shared memory at the same time.
func (s Stream) Stages() int { return int(s.Inherent("stages").(*ir.IntegerAttr).Int64()) }

// NewStream creates a product of streams and returns the sum. The tiles of transposed factors are as in memory.
func NewStream(b *ir.Builder, operands [7]*ir.Value, tiles [2]*ir.TensorType, transposed [2]bool,
	stages int) *ir.Value {
	ctx := b.Context()
	st := b.State(&StreamDot)
	st.Operands = append(st.Operands, operands[:]...)
	st.Types = append(st.Types, operands[6].Type())
	st.SetInherent("lhs_tile", ctx.TypeAttr(tiles[0]))
	st.SetInherent("rhs_tile", ctx.TypeAttr(tiles[1]))
	for i, is := range transposed {
		if is {
			st.SetInherent(transposedNames[i], ctx.Unit())
		}
	}
	st.SetInherent("stages", ctx.Integer(ctx.I(32), int64(stages)))
	return b.Create(st).Result(0)
}

func verifyStream(op *ir.Operation) error {
	s := Stream{op}
	for i, v := range []*ir.Value{s.LHS(), s.RHS()} {
		if _, ok := v.Type().(*tile.PtrType); !ok {
			return op.Errorf("expected a pointer to a tensor map, but got %s", ir.Quote(v.Type()))
		}
		if t := s.Tile(i); t == nil || len(t.Shape()) != 2 {
			return op.Errorf("tiles must be tensors of two dimensions")
		}
	}
	sum, l, r := op.Result(0).Type().(*ir.TensorType).Shape(), s.shape(0), s.shape(1)
	if len(sum) != 2 || l[0] != sum[0] || r[1] != sum[1] || l[1] != r[0] {
		return op.Errorf("tiles of %s and %s have no product of type %s", ir.Quote(s.Tile(0)), ir.Quote(s.Tile(1)),
			ir.Quote(op.Result(0).Type()))
	}
	if s.Stages() < 2 {
		return op.Errorf("needs at least 2 stages, but has %d", s.Stages())
	}
	return nil
}

// shape returns the shape of factor i.
func (s Stream) shape(i int) []int64 {
	shape := s.Tile(i).Shape()
	if s.Transposed(i) {
		shape = []int64{shape[1], shape[0]}
	}
	return shape
}
