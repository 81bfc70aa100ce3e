package tilegpu

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// RingLoad defines `tilegpu.ring_load`: the result is tile n as a tensor in registers. If the tile has one row, only
// one dimension of the result may have a size other than 1.
//
// With rows, the tile is a patch, such as 6 by 34 pixels, and the result consists of windows of it side by side, such
// as 4 by 32 pixels. The attributes patch and window list their sizes; the products of these are the numbers of rows of
// the tile and of the result. For each window there is the row of the tile with its first element. The windows have the
// same number of columns, and each takes the next ones of the tile. Rows of a window have at least 16 bytes, since
// threads load that much of a row at once, and its sizes are powers of two.
//
//	%x = tilegpu.ring_load %ring[%n] rows [%a, %b] {patch = [6, 34], window = [4, 32]} :
//	    !tilegpu.shared<2xtensor<204x64xf16>> -> tensor<128x64xf16>
var RingLoad = ir.OpDef{
	Name:    "tilegpu.ring_load",
	Summary: "load of a ring's tile to registers",
	Operands: []ir.ValueDef{{Name: "ring", Type: shared}, {Name: "n", Type: constraints.I32},
		{Name: "rows", Type: constraints.I32, Arity: ir.Variadic}},
	Results: []ir.ValueDef{{Name: "result", Type: constraints.AnyRankedTensor}},
	Attrs: []ir.OpAttr{{Name: patchName, Attr: constraints.DenseI64Array, Optional: true},
		{Name: windowName, Attr: constraints.DenseI64Array, Optional: true}},
	Assembly: `$ring '[' $n ']' ('rows' '[' $rows^ ']')? attr-dict ':' type($ring) '->' type($result)`,
	Verify:   verifyRingLoad, Interfaces: []any{onRings},
}

// The attributes of loads from patches.
const (
	patchName  = "patch"
	windowName = "window"
)

// PatchRowBytes is the size of the rows of a patch: those of one panel, which have the widest swizzle pattern.
const PatchRowBytes = 128

// windowRowBits is the number of bits of a row that a thread loads at once: a row of a matrix of ldmatrix.
const windowRowBits = 128

// Windows says which windows of a patch a `tilegpu.ring_load` takes.
type Windows struct {
	Patch, Window []int64     // the sizes of the patch, and those of each window
	Rows          []*ir.Value // the row of the tile with the first element of each window
}

// WindowsOf returns the windows that a tilegpu.ring_load takes; ok is false if it loads a tile as a whole.
func WindowsOf(load *ir.Operation) (w Windows, ok bool) {
	if load.NumOperands() == 2 {
		return w, false
	}
	ints := func(name string) []int64 {
		a, _ := load.Inherent(name).(*ir.DenseArrayAttr)
		if a == nil {
			return nil
		}
		return a.Ints()
	}
	return Windows{Patch: ints(patchName), Window: ints(windowName), Rows: load.OperandValues()[2:]}, true
}

// NewRingLoad creates a load of tile n of a ring as a tensor of type t, and returns the tensor.
func NewRingLoad(b *ir.Builder, ring, n *ir.Value, t ir.Type) *ir.Value {
	st := b.State(&RingLoad)
	st.Operands = append(st.Operands, ring, n)
	st.Types = append(st.Types, t)
	return b.Create(st).Result(0)
}

// NewWindowLoad creates a load of windows of tile n of a ring as a tensor of type t, and returns the tensor.
func NewWindowLoad(b *ir.Builder, ring, n *ir.Value, w Windows, t ir.Type) *ir.Value {
	st := b.State(&RingLoad)
	st.Operands = append(append(st.Operands, ring, n), w.Rows...)
	st.SetInherent(patchName, b.Context().DenseI64(w.Patch...))
	st.SetInherent(windowName, b.Context().DenseI64(w.Window...))
	st.Types = append(st.Types, t)
	return b.Create(st).Result(0)
}

func verifyRingLoad(op *ir.Operation) error {
	if err := verifyRing(op, op.Operand(0)); err != nil {
		return err
	}
	cell := op.Operand(0).Type().(*SharedType).cell.(*ir.TensorType)
	t := op.Result(0).Type().(*ir.TensorType)
	if PanelBytes(cell) > 0 {
		return op.Errorf("only products read tiles whose panels have a width of their own, but got %s",
			ir.Quote(op.Operand(0).Type()))
	}
	if w, ok := WindowsOf(op); ok {
		return verifyWindows(op, w, cell, t)
	}
	most := slices.Max(append([]int64{1}, t.Shape()...))
	n, _ := ir.NumElements(t)
	whole := slices.Equal(t.Shape(), cell.Shape())
	if IsRow(cell) {
		whole = int64(n) == most && most == cell.Shape()[1]
	}
	if !whole || t.ElementType() != cell.ElementType() {
		return op.Errorf("result must be a tile of %[2]s, but got %[1]s", ir.Quote(t), ir.Quote(op.Operand(0).Type()))
	}
	return nil
}

// verifyWindows checks a load of windows from a patch.
func verifyWindows(op *ir.Operation, w Windows, cell, t *ir.TensorType) error {
	fits := len(w.Patch) == len(w.Window) && len(w.Patch) > 0
	for d := 0; fits && d < len(w.Patch); d++ {
		fits = 0 < w.Window[d] && w.Window[d] <= w.Patch[d]
	}
	switch {
	case !fits:
		return op.Errorf("windows of sizes %v are not within a patch of sizes %v", w.Window, w.Patch)
	case ir.Product(w.Patch) != cell.Shape()[0]:
		return op.Errorf("a patch of sizes %v is not a tile of %d rows", w.Patch, cell.Shape()[0])
	case cell.Shape()[1]*int64(ir.BitWidth(cell.ElementType())) != 8*PatchRowBytes:
		return op.Errorf("rows of a patch have %d bytes, but those of %s have not", PatchRowBytes, ir.Quote(cell))
	case len(t.Shape()) != 2 || t.Shape()[0] != ir.Product(w.Window) || t.Shape()[1] != cell.Shape()[1] ||
		t.ElementType() != cell.ElementType():
		return op.Errorf("%d windows of sizes %v of %s are not of type %s", len(w.Rows), w.Window, ir.Quote(cell),
			ir.Quote(t))
	case t.Shape()[1]%int64(len(w.Rows)) != 0:
		return op.Errorf("%d columns cannot be divided among %d windows", t.Shape()[1], len(w.Rows))
	}
	for _, n := range w.Window {
		if n&(n-1) != 0 {
			below := int64(1) << (bits.Len64(uint64(n)) - 1)
			return op.Errorf("windows of sizes %v: %d is not a power of two; the nearest ones are %d and %d", w.Window, n,
				below, 2*below)
		}
	}
	columns, least := t.Shape()[1]/int64(len(w.Rows)), windowRowBits/int64(ir.BitWidth(t.ElementType()))
	if columns < least {
		return op.Errorf("%d windows of %d columns of %s: a window has at least %d, as threads load %d bytes of a row at "+
			"once; at most %d windows are possible", len(w.Rows), columns, ir.Quote(t.ElementType()), least, windowRowBits/8,
			t.Shape()[1]/least)
	}
	return nil
}
