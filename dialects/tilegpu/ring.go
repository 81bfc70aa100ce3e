package tilegpu

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// A ring is a number of slots of shared memory for tiles that are copied from global memory. Tiles are numbered from 0;
// tile n uses slot n modulo the number of slots. The program does the following for each tile: it starts an
// asynchronous copy, which waits until the previous tile in the slot is released; it waits for the tile; it multiplies
// it; and it releases it. Nothing may write the arrays while tiles are copied from them.
//
// Each warp of a block releases tiles separately, so that one warp group can be ahead of another.

// Ring defines `tilegpu.ring`: slots for tiles of a type. A ring `with` another ring shares the barriers of its slots:
// tiles of the same number are copied to both, and to wait for the tile of the other ring, or to release it, does the
// same for the tile of this ring.
var Ring = ir.OpDef{
	Name:     "tilegpu.ring",
	Summary:  "slots of shared memory for tiles that are copied asynchronously",
	Operands: []ir.ValueDef{{Name: "with", Type: shared, Arity: ir.Optional}},
	Results:  []ir.ValueDef{{Name: "ring", Type: shared}},
	Assembly: `attr-dict ':' type($ring) ('with' $with^ ':' type($with))?`, Interfaces: []any{onRings},
	Verify: verifySlots,
}

// RingCopy defines `tilegpu.ring_copy`: tile n is copied from the array that a tensor map ([TensorMap]) describes if
// the condition is true. Coordinates count elements. Elements outside the array are zero. A tile may consist of several
// pieces of equal sizes, each with its own coordinates: panels, or rows of a tile with one panel. They are one behind
// the other in the slot.
//
// With a map of pixels, the rows of the tile are consecutive pixels of the map's window. Coordinates are those of the
// first one without the offsets of the copy, which are the last coordinates; an attribute has their number.
var RingCopy = ir.OpDef{
	Name:    "tilegpu.ring_copy",
	Summary: "asynchronous copy of a tile to a slot of a ring",
	Operands: []ir.ValueDef{{Name: "ring", Type: shared}, {Name: "n", Type: constraints.I32},
		{Name: "map", Type: constraints.AnyType}, {Name: "coordinates", Type: constraints.I32, Arity: ir.Variadic},
		{Name: "exists", Type: constraints.I1}},
	Attrs: []ir.OpAttr{{Name: piecesName, Attr: constraints.I32Attr, Optional: true},
		{Name: copyOffsetsName, Attr: constraints.I32Attr, Optional: true}},
	Assembly:   `$ring '[' $n ']' 'from' $map '[' $coordinates ']' 'if' $exists attr-dict ':' type($ring) ',' type($map)`,
	Interfaces: []any{copies},
	Verify: func(op *ir.Operation) error {
		if _, ok := op.Operand(2).Type().(*tile.PtrType); !ok {
			return op.Errorf("expected a pointer to a tensor map, but got %s", ir.Quote(op.Operand(2).Type()))
		}
		if n := offsetsOf(op); n != 0 && (n < 1 || n > 3 || op.NumOperands() != 4+2*n+2) {
			return op.Errorf("%d offsets need %d coordinates with them, but there are %d", n, 2*n+2, op.NumOperands()-4)
		}
		if n := len(Coordinates(op)); n == 0 || (op.NumOperands()-4)%n != 0 {
			return op.Errorf("%d coordinates are not the same number for each of %d pieces", op.NumOperands()-4, n)
		}
		return verifyRing(op, op.Operand(0))
	},
}

// ringMemory is the resource that operations on rings access: the shared memory of rings. No other operation accesses
// it.
const ringMemory = "rings"

// onRings are the effects of operations on rings. They keep the order of these operations. copies also read arrays.
var (
	onRings = ir.EffectsFunc(touchRings)
	copies  = ir.EffectsFunc(func(op *ir.Operation, yield func(ir.Effect) bool) {
		if yield(ir.Effect{Kind: ir.Read}) {
			touchRings(op, yield)
		}
	})
)

func touchRings(_ *ir.Operation, yield func(ir.Effect) bool) {
	if yield(ir.Effect{Kind: ir.Read, Resource: ringMemory}) {
		yield(ir.Effect{Kind: ir.Write, Resource: ringMemory})
	}
}

// RingAwait defines `tilegpu.ring_await`: the program waits until tile n is in its slot.
var RingAwait = ir.OpDef{
	Name:     "tilegpu.ring_await",
	Summary:  "wait for a tile of a ring",
	Operands: []ir.ValueDef{{Name: "ring", Type: shared}, {Name: "n", Type: constraints.I32}},
	Assembly: `$ring '[' $n ']' attr-dict ':' type($ring)`, Interfaces: []any{onRings},
	Verify: func(op *ir.Operation) error { return verifyRing(op, op.Operand(0)) },
}

// RingRelease defines `tilegpu.ring_release`: the warp releases tile n, so that its slot can be reused. With a
// condition, it does so if that is true.
var RingRelease = ir.OpDef{
	Name:    "tilegpu.ring_release",
	Summary: "end of the use of a tile of a ring",
	Operands: []ir.ValueDef{{Name: "ring", Type: shared}, {Name: "n", Type: constraints.I32},
		{Name: "condition", Type: constraints.I1, Arity: ir.Optional}},
	Assembly: `$ring '[' $n ']' ('if' $condition^)? attr-dict ':' type($ring)`, Interfaces: []any{onRings},
	Verify: func(op *ir.Operation) error { return verifyRing(op, op.Operand(0)) },
}

// RingEnd defines `tilegpu.ring_end`: the operation ends the use of a ring, so that its memory can be used for
// something else. The program must have waited for all tiles that were copied.
var RingEnd = ir.OpDef{
	Name:     "tilegpu.ring_end",
	Summary:  "end of the use of a ring",
	Operands: []ir.ValueDef{{Name: "ring", Type: shared}},
	Assembly: `$ring attr-dict ':' type($ring)`, Interfaces: []any{onRings},
	Verify: func(op *ir.Operation) error { return verifyRing(op, op.Operand(0)) },
}

// RingDot defines `tilegpu.ring_dot`: warp groups compute a matrix product and add it to an accumulator. The right
// factor is a tile of a ring. The left factor is a tile of a ring or a tensor. A transposed factor is the transpose of
// the tile. With rhs_from, the right factor is only a part of its columns: from that one on, as many as the result has.
// An asynchronous product runs until a [RingWait]; no other operation may use its result.
var RingDot = ir.OpDef{
	Name:    "tilegpu.ring_dot",
	Summary: "matrix product with tiles of rings",
	Operands: []ir.ValueDef{{Name: "lhs", Type: constraints.AnyType},
		{Name: "lhs_n", Type: constraints.I32, Arity: ir.Optional}, {Name: "rhs", Type: shared},
		{Name: "rhs_n", Type: constraints.I32},
		{Name: "acc", Type: constraints.AnyRankedTensor}},
	Results: []ir.ValueDef{{Name: "result", Type: constraints.AnyRankedTensor}},
	Attrs: []ir.OpAttr{{Name: transposedNames[0], Attr: constraints.Unit, Optional: true},
		{Name: transposedNames[1], Attr: constraints.Unit, Optional: true},
		{Name: fromName, Attr: constraints.I32Attr, Optional: true},
		{Name: asyncName, Attr: constraints.Unit, Optional: true}},
	TypeRules: []ir.TypeRule{{From: "result", To: "acc", Summary: "the result is of the accumulator's type",
		Map: func(_ *ir.Context, t ir.Type) ir.Type { return t }}},
	Assembly: `$lhs ('[' $lhs_n^ ']')? 'by' $rhs '[' $rhs_n ']' ',' $acc attr-dict ':' type($lhs) ',' type($rhs) '->' type($result)`,
	Verify:   verifyRingDot, Interfaces: []any{onRings},
}

// RingWait defines `tilegpu.ring_wait`: the operation waits for an asynchronous product and returns its result. At most
// pending products that started later may still be running.
var RingWait = ir.OpDef{
	Name:     "tilegpu.ring_wait",
	Summary:  "wait for an asynchronous product",
	Operands: []ir.ValueDef{{Name: "product", Type: constraints.AnyRankedTensor}},
	Results:  []ir.ValueDef{{Name: "result", Type: constraints.AnyRankedTensor}},
	TypeRules: []ir.TypeRule{{From: "result", To: "product", Summary: "the result is of the product's type",
		Map: func(_ *ir.Context, t ir.Type) ir.Type { return t }}},
	Attrs:    []ir.OpAttr{{Name: "pending", Attr: constraints.I32Attr}},
	Assembly: `$product attr-dict ':' type($result)`, Interfaces: []any{onRings},
	Verify: func(op *ir.Operation) error {
		if p, ok := AsRingProduct(op.Operand(0).DefiningOp()); !ok || !p.IsAsync() {
			return op.Errorf("expected the result of an asynchronous product")
		}
		return nil
	},
}

// asyncName makes a product run until a wait. fromName is the first column of a right factor that is a part of a tile.
const (
	asyncName = "async"
	fromName  = "rhs_from"
)

// Registers is the attribute of kernels with rings that gives the number of registers that a thread that multiplies
// needs at least. Threads that only copy can give up some of their registers.
const Registers = "tilegpu.registers"

// PingPong is the unit attribute of kernels of one warp group that computes tiles of the result, one after the other,
// which do not depend on each other. Two warp groups may compute them in turns.
const PingPong = "tilegpu.ping_pong"

// transposedNames are the attributes that say that a factor is transposed.
var transposedNames = [2]string{"lhs_transposed", "rhs_transposed"}

// RingProduct is a view of a `tilegpu.ring_dot`.
type RingProduct struct{ *ir.Operation }

// AsRingProduct returns op as a product of tiles of rings; ok is false when it is something else.
func AsRingProduct(op *ir.Operation) (p RingProduct, ok bool) {
	return RingProduct{op}, op != nil && op.Is(&RingDot)
}

// LHSInRegisters reports whether the left factor is a tensor.
func (p RingProduct) LHSInRegisters() bool { return p.NumOperands() == 4 }

// Factor returns factor i, 0 or 1: a ring and the number of its tile, or a tensor and nil.
func (p RingProduct) Factor(i int) (v, n *ir.Value) {
	at := p.NumOperands() - 3
	switch {
	case i == 1:
		return p.Operand(at), p.Operand(at + 1)
	case p.LHSInRegisters():
		return p.Operand(0), nil
	}
	return p.Operand(0), p.Operand(1)
}

// Accumulator returns what the product is added to.
func (p RingProduct) Accumulator() *ir.Value { return p.Operand(p.NumOperands() - 1) }

// Transposed reports whether factor i is transposed.
func (p RingProduct) Transposed(i int) bool { return p.Inherent(transposedNames[i]) != nil }

// From returns the first column of the right factor that the product uses, and whether that factor is only a part of
// the tile.
func (p RingProduct) From() (column int64, part bool) {
	a, part := p.Inherent(fromName).(*ir.IntegerAttr)
	if part {
		column = a.Int64()
	}
	return column, part
}

// IsAsync reports whether the product is asynchronous: it runs until a wait.
func (p RingProduct) IsAsync() bool { return p.Inherent(asyncName) != nil }

// SetAsync makes the product asynchronous.
func (p RingProduct) SetAsync() { p.SetAttr(asyncName, p.Context().Unit()) }

// Tile returns the type of factor i in memory or in registers, before it is transposed.
func (p RingProduct) Tile(i int) *ir.TensorType {
	v, _ := p.Factor(i)
	if s, ok := v.Type().(*SharedType); ok {
		t, _ := s.cell.(*ir.TensorType)
		return t
	}
	t, _ := v.Type().(*ir.TensorType)
	return t
}

// RingFactor is a factor of a product: a tile of a ring, or a tensor, for which N is nil. A right factor may be a Part
// of a tile, whose columns begin at From.
type RingFactor struct {
	Value, N         *ir.Value
	Transposed, Part bool
	From             int64
}

// NewRingDot creates a product of two factors plus acc and returns it. The right factor must be a tile of a ring.
func NewRingDot(b *ir.Builder, factors [2]RingFactor, acc *ir.Value) *ir.Value {
	st := b.State(&RingDot)
	for i, f := range factors {
		st.Operands = append(st.Operands, f.Value)
		if f.N != nil {
			st.Operands = append(st.Operands, f.N)
		}
		if f.Transposed {
			st.SetInherent(transposedNames[i], b.Context().Unit())
		}
		if f.Part {
			st.SetInherent(fromName, b.Context().Integer(b.Context().I(32), f.From))
		}
	}
	st.Operands = append(st.Operands, acc)
	st.Types = append(st.Types, acc.Type())
	return b.Create(st).Result(0)
}

// NewRingWait creates a wait for an asynchronous product and returns the product's result. At most pending later
// products may still be running.
func NewRingWait(b *ir.Builder, product *ir.Value, pending int64) *ir.Value {
	st := b.State(&RingWait)
	st.SetInherent("pending", b.Context().Integer(b.Context().I(32), pending))
	st.Operands = append(st.Operands, product)
	st.Types = append(st.Types, product.Type())
	return b.Create(st).Result(0)
}

// NewRing creates a ring with the given number of slots and returns it. It shares the barriers of another ring, with,
// unless that is nil.
func NewRing(b *ir.Builder, slots int, t *ir.TensorType, with *ir.Value) *ir.Value {
	st := b.State(&Ring)
	if with != nil {
		st.Operands = append(st.Operands, with)
	}
	st.Types = append(st.Types, Shared(b.Context(), []int64{int64(slots)}, t))
	return b.Create(st).Result(0)
}

// NewRingCopy creates the copy of a tile. There are coordinates for the whole tile, or for each of its pieces.
func NewRingCopy(b *ir.Builder, ring, n, tensorMap, exists *ir.Value, coordinates ...[]*ir.Value) *ir.Operation {
	op := b.Build(&RingCopy, slices.Concat([]*ir.Value{ring, n, tensorMap}, slices.Concat(coordinates...),
		[]*ir.Value{exists}))
	if len(coordinates) > 1 {
		op.SetAttr(piecesName, b.Context().Integer(b.Context().I(32), int64(len(coordinates))))
	}
	return op
}

// NewRingCopyOfPixels creates the copy of a tile whose rows are pixels.
func NewRingCopyOfPixels(b *ir.Builder, ring, n, tensorMap, exists *ir.Value, coordinates,
	offsets []*ir.Value) *ir.Operation {
	op := NewRingCopy(b, ring, n, tensorMap, exists, slices.Concat(coordinates, offsets))
	op.SetAttr(copyOffsetsName, b.Context().Integer(b.Context().I(32), int64(len(offsets))))
	return op
}

// piecesName is the attribute of copies that has the number of pieces, if there are several. copyOffsetsName has the
// number of offsets of a copy of pixels.
const (
	piecesName      = "pieces"
	copyOffsetsName = "offsets"
)

// Offsets returns the offsets of a tilegpu.ring_copy of pixels.
func Offsets(op *ir.Operation) []*ir.Value {
	end := op.NumOperands() - 1
	return op.OperandRange(end-offsetsOf(op), end)
}

func offsetsOf(op *ir.Operation) int {
	if a, ok := op.Inherent(copyOffsetsName).(*ir.IntegerAttr); ok {
		return int(a.Int64())
	}
	return 0
}

// Coordinates returns the coordinates of a tilegpu.ring_copy: those of the first element of each piece of a tile.
func Coordinates(op *ir.Operation) (out [][]*ir.Value) {
	all, n := op.OperandValues()[3:op.NumOperands()-1-offsetsOf(op)], int64(1)
	if a, ok := op.Inherent(piecesName).(*ir.IntegerAttr); ok {
		n = a.Int64()
	}
	if n < 1 || n > int64(len(all)) {
		return nil
	}
	return slices.Collect(slices.Chunk(all, len(all)/int(n)))
}

// verifyRing checks that a value is a ring of tiles of two dimensions.
func verifyRing(op *ir.Operation, v *ir.Value) error {
	s := v.Type().(*SharedType)
	if t, ok := s.cell.(*ir.TensorType); !ok || len(t.Shape()) != 2 || len(s.shape) != 1 {
		return op.Errorf("expected a ring of tiles of two dimensions, such as '!tilegpu.shared<2xtensor<64x64xf16>>', "+
			"but got %s", ir.Quote(s))
	}
	return nil
}

// verifySlots checks a ring, and the one whose barriers it shares.
func verifySlots(op *ir.Operation) error {
	if err := verifyRing(op, op.Result(0)); err != nil || op.NumOperands() == 0 {
		return err
	}
	with, slots := op.Operand(0).DefiningOp(), op.Result(0).Type().(*SharedType).NumCells()
	if with == nil || with.Def() != op.Def() || with.NumOperands() > 0 ||
		with.Result(0).Type().(*SharedType).NumCells() != slots {
		return op.Errorf("'with' must be a ring of %d slots that has barriers of its own", slots)
	}
	return nil
}

// BarriersOf returns the ring whose barriers a ring uses: another one that it shares them with, or the ring itself.
func BarriersOf(ring *ir.Value) *ir.Value {
	if op := ring.DefiningOp(); op != nil && op.Is(&Ring) && op.NumOperands() > 0 {
		return op.Operand(0)
	}
	return ring
}

// IsRow reports whether tiles have one row. Such tiles are not swizzled.
func IsRow(t *ir.TensorType) bool { return t.Shape()[0] == 1 }

func verifyRingDot(op *ir.Operation) error {
	p := RingProduct{op}
	var shapes [2][2]int64
	for i := range shapes {
		v, n := p.Factor(i)
		if _, isRing := v.Type().(*SharedType); isRing {
			if err := verifyRing(op, v); err != nil {
				return err
			}
			if n == nil {
				return op.Errorf("a factor that is a ring needs the number of a tile")
			}
		}
		t := p.Tile(i)
		if t == nil || len(t.Shape()) != 2 || v.Type() == ir.Type(t) && (n != nil || p.Transposed(i)) {
			return op.Errorf("the left factor must be a tile of a ring or a tensor of two dimensions, which has no number and "+
				"is not transposed, but got %s", ir.Quote(v.Type()))
		}
		shapes[i] = [2]int64{t.Shape()[0], t.Shape()[1]}
		if p.Transposed(i) {
			shapes[i] = [2]int64{t.Shape()[1], t.Shape()[0]}
		}
	}
	sum := op.Result(0).Type().(*ir.TensorType).Shape()
	if from, part := p.From(); part && len(sum) == 2 {
		if from < 0 || sum[1] == 0 || from > shapes[1][1]-sum[1] {
			return op.Errorf("a right factor of %d columns has no %d columns from column %d on", shapes[1][1], sum[1], from)
		}
		shapes[1][1] = sum[1]
	}
	if len(sum) != 2 || shapes[0][0] != sum[0] || shapes[1][1] != sum[1] || shapes[0][1] != shapes[1][0] {
		return op.Errorf("factors of shapes %v and %v have no product of type %s", shapes[0], shapes[1],
			ir.Quote(op.Result(0).Type()))
	}
	return nil
}
