package emit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/tilesize"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/sharedmem"
)

// sized records how the size of a buffer of the current operation depends on the shapes of the operation's tensors.
// sizes are the sizes of the buffer's parts in bytes.
func (c *Code) sized(b *sharedmem.Buffer, sizes []int64) {
	op := c.current
	axes := tileAxes(op, typesNow(op), b.Bytes)
	if len(axes) == 0 {
		return
	}
	source := axes
	if types := tile.WholeTypes(op); types != nil {
		source = tileAxes(op, types, b.Bytes)
	}
	if op.Is(&tile.Reduce) || op.Is(&tile.Scan) {
		axes = c.partialAxes(op, axes, b.Bytes)
	}
	if b.Tile = c.scratch.tiles[op]; b.Tile == nil || len(b.Tile.Axes) != len(axes) {
		b.Tile = &tilesize.Tile{Axes: axes, Describe: func(fits []int64) string {
			return describeTile(op, axes, fits, source)
		}}
		c.scratch.tiles[op] = b.Tile
	}
	b.Terms = nil
	for i, bytes := range sizes {
		term := tilesize.Term{Amount: bytes}
		for axis := range axes {
			if !op.Is(&tile.Dot) || dependsOn(i, axis, len(axes)) {
				term.Axes = append(term.Axes, axis)
			}
		}
		b.Terms = append(b.Terms, term)
	}
	if whole := tensorBytes(op); len(sizes) == 1 && sizes[0] < whole && inParts(op) {
		b.Terms[0].Amount = whole
	}
}

// inParts reports whether an operation moves a tensor through its buffer in parts if the tensor is larger than the
// buffer.
func inParts(op *ir.Operation) bool {
	switch op.Def() {
	case &tile.Reduce, &tile.Scan, &tile.Histogram, &tile.Extract:
		return false
	}
	return true
}

func typesNow(op *ir.Operation) (types []ir.Type) {
	for _, v := range slices.Concat(op.OperandValues(), op.ResultValues()) {
		types = append(types, v.Type())
	}
	return types
}

// tileAxes returns the sizes of the dimensions that determine the size of an operation's buffer, given the types of its
// operands and results. For tile.dot they are the number of matrices, if there are several, the rows, the columns and
// the contracted dimension. For other operations they are the shape of a tensor.
func tileAxes(op *ir.Operation, types []ir.Type, bytes int64) []int64 {
	switch {
	case op.Is(&tile.Dot):
		shape, out := ir.TensorShape(types[0]), ir.TensorShape(types[len(types)-1])
		return append(slices.Clone(out), shape[len(shape)-1])
	case op.Is(&tile.Histogram), op.Is(&arith.ConstantOp), op.Is(&tile.Extract) && bytes < tensorBytes(op):
		return ir.TensorShape(types[len(types)-1])
	}
	for _, t := range types {
		if shape := ir.TensorShape(t); shape != nil {
			return shape
		}
	}
	return nil
}

// tensorBytes returns the size in bytes of an operation's first tensor operand.
func tensorBytes(op *ir.Operation) int64 {
	for _, v := range op.Operands() {
		t, ok := v.Type().(*ir.TensorType)
		if !ok {
			continue
		}
		n := int64(8)
		if _, isPtr := t.ElementType().(*tile.PtrType); !isPtr {
			n = int64(max(8, ir.BitWidth(t.ElementType()))) / 8
		}
		return n * ir.Product(t.Shape())
	}
	return 0
}

// dependsOn reports whether an operand of a product (0 is the left one) has a certain dimension: number axis of the n
// dimensions that [tileAxes] returns. The left operand has no columns, the right one has no rows.
func dependsOn(operand, axis, n int) bool { return axis != n-2-operand }

// partialAxes returns the dimensions that determine the size of the buffer of a reduction or scan. The buffer has the
// partial results of all warps. Along the axis, the size is the largest power of two of partial results for each warp
// that the buffer has room for.
func (c *Code) partialAxes(op *ir.Operation, shape []int64, bytes int64) []int64 {
	axes, line := slices.Clone(shape), int64(0)
	for _, v := range op.Operands() {
		line += max(8, int64(ir.BitWidth(ir.ElementOrSelf(v.Type())))) / 8
	}
	axes[tile.Axis(op)] = 1
	line *= ir.Product(axes)
	for axes[tile.Axis(op)] < shape[tile.Axis(op)] && 2*axes[tile.Axis(op)]*line*int64(c.Warps) <= bytes {
		axes[tile.Axis(op)] *= 2
	}
	return axes
}

// describeTile describes a tile of the source: the shape that would fit, and its present shape. The operation may work
// on a part of that tile, if a pass has divided it.
func describeTile(op *ir.Operation, now, fits, source []int64) string {
	scaled := make([]int64, len(fits))
	for i := range fits {
		scaled[i] = source[i] / now[i] * fits[i]
	}
	return fmt.Sprintf("'%s' of %s (now %s)", op.Name(), tileText(op, scaled), tileText(op, source))
}

func tileText(op *ir.Operation, axes []int64) string {
	by := func(axes ...int64) string {
		text := make([]string, len(axes))
		for i, n := range axes {
			text[i] = fmt.Sprint(n)
		}
		return strings.Join(text, "x")
	}
	if !op.Is(&tile.Dot) {
		return by(axes...)
	}
	n := len(axes)
	matrices := slices.Clone(axes[:n-3])
	return by(append(matrices, axes[n-3], axes[n-1])...) + " by " + by(append(matrices, axes[n-1], axes[n-2])...)
}

// tooLarge turns the error about shared memory into an error of the kernel, with notes at the operations that need it.
// It names tiles that would fit.
func (c *Code) tooLarge(err error) error {
	var large *sharedmem.TooLargeError
	if !errors.As(err, &large) {
		return err
	}
	var fits []string
	for _, s := range large.Smaller {
		if text := s.Describe(s.Fits); !slices.Contains(fits, text) {
			fits = append(fits, text)
		}
	}
	advice := "no smaller tile fits"
	if len(fits) > 0 {
		advice = "it fits with " + strings.Join(fits, " and ")
	}
	d := c.kernel.Errorf("%w; %s", err, advice)
	for _, b := range large.Buffers {
		d.Note(b.Address.Loc(), "%d bytes for %s", b.Bytes, b.Purpose)
	}
	return d
}
