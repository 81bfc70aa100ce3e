package products

import (
	"math/bits"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// windows reads windows of a patch to the registers of a left factor of warp groups. Each ldmatrix reads 16 rows and
// 16 columns. A lane passes the address of 8 columns of a row, wherever the window of these columns has that row.
type windows struct {
	*emit.Code
	tilegpu.Windows
	base    *ir.Value // the address of the patch, a multiple of 1024
	l       layout.Layout
	columns int // of a window, whose sizes are powers of two, as the number of rows of the result is
	row     func(constant uint64) *ir.Value
}

// The matrices that ldmatrix reads have 8 rows of 16 bytes; 16 rows and columns are four of them.
const (
	matrixBytes = 16
	twoMatrices = 2 * matrixLines
)

// loadWindows lowers a tilegpu.ring_load of windows of a patch.
func loadWindows(c *emit.Code, op *ir.Operation, w tilegpu.Windows, base *ir.Value, l layout.Layout) error {
	t := op.Result(0).Type().(*ir.TensorType)
	e, ok := tilegpu.EncodingOf(t).(*tilegpu.DotOperandAttr)
	if !ok || !isWarpGroups(e) || ir.BitWidth(t.ElementType()) != 16 {
		return op.Errorf("windows of a patch of 16-bit elements can only be the left factor of warp groups, but got %s",
			ir.Quote(t))
	}
	r := &windows{Code: c, Windows: w, base: base, l: l, columns: int(t.Shape()[1]) / len(w.Rows)}
	r.findRow()
	elem, err := c.Scalar(op, t)
	if err != nil {
		return err
	}
	c.Values.Set(op.Result(0), r.load(elem))
	c.B.Build(&nvvm.BarWarpSync, []*ir.Value{c.I32(-1)}) // one lane releases the slot for the whole warp
	return nil
}

func isWarpGroups(e *tilegpu.DotOperandAttr) bool {
	return e.Index == 0 && e.Parent.Spec.Version == 3
}

// findRow computes the row of the result whose address a lane passes, without what registers add to it.
func (w *windows) findRow() {
	sum, used := w.AddBits(nil, 0, w.Lane, 0, 4, 1) // two matrices, one below the other
	sum, used = w.BitSum(sum, used, w.Warp, w.l, layout.Warp, func(coords []int) uint64 { return uint64(coords[0]) })
	w.row = func(constant uint64) *ir.Value { return w.Combine(sum, used, constant) }
}

// load returns the registers of the result.
func (w *windows) load(elem ir.Type) []*ir.Value {
	at := make(map[[2]int]int) // registers by place, for lane 0 of warp 0
	var rows, columns []int
	for r := range emit.RegisterCount(w.l) {
		coords := w.l.Apply(r)
		at[[2]int{coords[0], coords[1]}] = r
		if coords[1] == 0 && coords[0]%twoMatrices == 0 {
			rows = append(rows, coords[0])
		}
		if coords[0] == 0 && coords[1]%twoMatrices == 0 {
			columns = append(columns, coords[1])
		}
	}
	out := make([]*ir.Value, emit.RegisterCount(w.l))
	for _, row := range rows {
		first := w.inPatch(w.row(uint64(row)))
		for _, column := range columns {
			for i, word := range nvvm.NewLdMatrix(w.B, w.address(first, column), 4, false) {
				r := at[[2]int{row + i%2*matrixLines, column + i/2*matrixLines}]
				next := at[[2]int{row + i%2*matrixLines, column + i/2*matrixLines + 1}]
				halves := w.Halves(word, elem)
				out[r], out[next] = halves[0], halves[1]
			}
		}
	}
	return out
}

// inPatch returns the row of the patch that has a row of the result, for a window that begins with row 0.
func (w *windows) inPatch(row *ir.Value) (sum *ir.Value) {
	from, pitch := ir.Product(w.Window), ir.Product(w.Patch)
	for d, n := range w.Window {
		from, pitch = from/n, pitch/w.Patch[d]
		if n == 1 {
			continue
		}
		digit := w.Binary(&llvm.And, w.Binary(&llvm.LShr, row, w.I32(int64(bits.TrailingZeros64(uint64(from))))), w.I32(n-1))
		if digit = w.Binary(&llvm.Mul, digit, w.I32(pitch)); sum != nil {
			digit = w.Binary(&llvm.Add, sum, digit)
		}
		sum = digit
	}
	if sum == nil {
		return w.I32(0)
	}
	return sum
}

// address returns the address that a lane passes to load 16 columns, of which lanes 16 to 31 pass those of the last 8.
func (w *windows) address(row *ir.Value, column int) *ir.Value {
	start := w.Element(w.Rows[column/w.columns], 0)
	second := w.Binary(&llvm.And, w.Binary(&llvm.LShr, w.Lane, w.I32(4)), w.I32(1))
	if next := w.Rows[(column+matrixLines)/w.columns]; next != w.Rows[column/w.columns] {
		start = w.Op(&llvm.Select, []*ir.Value{w.Compare("ne", second, w.I32(0)), w.Element(next, 0), start})
	}
	row = w.Binary(&llvm.Add, row, start)
	// The pattern of 128 bytes exchanges pieces of 16 bytes within each row, by the row's number modulo 8.
	piece := w.Disjoint(w.I32(int64(column/matrixLines)), second)
	piece = w.Binary(&llvm.XOr, piece, w.Binary(&llvm.And, row, w.I32(matrixLines-1)))
	offset := w.Disjoint(w.Binary(&llvm.Mul, row, w.I32(tilegpu.PatchRowBytes)),
		w.Binary(&llvm.Mul, piece, w.I32(matrixBytes)))
	return llvm.NewGEP(w.B, w.Ctx.I(8), w.base, 0, llvm.Index{Value: offset})
}
