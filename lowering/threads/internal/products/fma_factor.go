package products

import (
	"math/bits"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// factor is an operand of a product in shared memory.
type factor struct {
	*product
	index    int // of the operand: 0 is the left one
	value    *ir.Value
	layout   layout.Layout
	elem     ir.Type // the type of elements in shared memory
	unsigned bool
	swizzle  swizzle
	width    int // elements that one load moves
	base     *ir.Value
	copied   bool // whether it was copied to shared memory before the product
	// The place of an element that the thread reads is dynamic plus a constant; used is a mask of the bits of dynamic.
	dynamic *ir.Value
	used    uint64
	// The same, including the offset of the current iteration.
	stepBase *ir.Value
	stepUsed uint64
	loaded   map[uint64]*ir.Value // elements loaded in the current iteration, by constant
}

func (p *product) newFactor(i int, l layout.Layout) (*factor, error) {
	f := &factor{product: p, index: i, value: p.op.Operand(i), layout: l,
		unsigned: p.op.Inherent([2]string{tile.LHSUnsigned, tile.RHSUnsigned}[i]) != nil}
	_, f.copied = tilegpu.CopiedTileOf(f.value)
	elem := ir.ElementOrSelf(f.value.Type())
	if emit.IsByte(elem) {
		return nil, p.op.Errorf("has no rule for operands of %s: tile-expand-math makes f8E4M3FN and f8E5M2 wider",
			ir.Quote(elem))
	}
	var err error
	if f.elem, err = p.Scalar(p.op, elem); err != nil {
		return nil, err
	}
	return f, nil
}

// converted converts an element to the type of the product.
func (f *factor) converted(v *ir.Value) *ir.Value {
	t := f.compute
	if !ir.IsFloat(t) {
		extension := &llvm.SExt
		if f.unsigned || ir.IsInt(v.Type(), 1) {
			extension = &llvm.ZExt
		}
		return f.Resized(extension, v, t)
	}
	if v.Type() != t {
		return llvm.NewCast(f.B, &llvm.FPExt, v, t)
	}
	if tile.PrecisionOf(f.op) == tile.PrecisionTF32 {
		return roundedToTF32(f.Code, v)
	}
	return v
}

// roundedToTF32 rounds an f32 number to the 11 bits of a tf32's significand, to nearest even. NaNs stay NaNs.
func roundedToTF32(c *emit.Code, v *ir.Value) *ir.Value {
	const dropped = 13
	t, pattern, magnitude := c.FloatBits(v)
	last := c.Binary(&llvm.And, c.Binary(&llvm.LShr, pattern, c.I32(dropped)), c.I32(1))
	rounded := c.Binary(&llvm.Add, c.Binary(&llvm.Add, pattern, c.I32(1<<(dropped-1)-1)), last)
	rounded = c.Bitcast(c.Binary(&llvm.And, rounded, c.I32(-1<<dropped)), v.Type())
	return c.Choose(c.Compare("ugt", magnitude, c.Number(t, emit.InfinityBits(v.Type()))), v, rounded)
}

// maxWidth is the number of elements in the widest access to shared memory.
func (f *factor) maxWidth() int { return costs.VectorBytes / int(emit.BytesOf(f.elem)) }

// at returns the place of the element with the given coordinates in the operand.
func (f *factor) at(coords []int) uint64 {
	n := len(coords)
	matrix := 0
	if n == 3 {
		matrix = coords[0]
	}
	if f.index == 0 {
		return f.swizzle.place(matrix, coords[n-2], coords[n-1])
	}
	return f.swizzle.place(matrix, coords[n-1], coords[n-2])
}

// line returns the place of the first element of the row, or column, that an element of the accumulator needs.
func (f *factor) line(coords []int) uint64 {
	n := len(coords)
	matrix := 0
	if n == 3 {
		matrix = coords[0]
	}
	return f.swizzle.place(matrix, coords[n-2+f.index], 0)
}

// arrange chooses the places of elements in shared memory. It counts the passes that the accesses of a warp take to
// write and to read them, and takes the places with the fewest.
func (f *factor) arrange() {
	outs := f.layout.Outs()
	lines, best := outs[len(outs)-2+f.index].Size, 0
	var chosen swizzle
	for _, alongLine := range []bool{false, true} {
		f.swizzle = swizzle{lines: lines, depth: f.depth, alongLine: alongLine}
		width := min(f.step, f.maxWidth())
		if !alongLine {
			width = len(emit.ConsecutiveRegisters(f.acc, f.line, f.maxWidth()))
		}
		for _, s := range f.swizzle.candidates(width) {
			f.swizzle = s
			if cost := f.cost(width); best == 0 || cost < best {
				best, chosen, f.width = cost, s, width
			}
		}
	}
	f.swizzle = chosen
}

// cost returns how many passes a warp takes to write the factor, and to read it in vectors of the given width.
func (f *factor) cost(width int) int {
	bytes := int(emit.BytesOf(f.elem))
	written := len(emit.ConsecutiveRegisters(f.layout, f.at, f.maxWidth()))
	writes := emit.RegisterCount(f.layout) / written * passes(images(f.layout, f.at), written, bytes)
	lines := make(map[uint64]bool)
	for r := range emit.RegisterCount(f.acc) {
		lines[f.line(f.acc.Apply(r))] = true
	}
	return writes + max(1, len(lines)*f.depth/width)*passes(images(f.acc, f.line), width, bytes)
}

// addThread computes the part of the places that depends only on the thread.
func (f *factor) addThread() {
	f.dynamic, f.used = f.BitSum(nil, 0, f.Lane, f.acc, layout.Lane, f.line)
	f.dynamic, f.used = f.BitSum(f.dynamic, f.used, f.Warp, f.acc, layout.Warp, f.line)
}

// begin prepares the loads of an iteration.
func (f *factor) begin(from *ir.Value) error {
	f.loaded = make(map[uint64]*ir.Value)
	f.stepBase, f.stepUsed = f.dynamic, f.used
	if from == nil {
		return nil
	}
	bases := make([][]int, bits.TrailingZeros(uint(f.depth)))
	for i := range bases {
		bases[i] = []int{1 << i &^ (f.step - 1)} // from is a multiple of the step
	}
	counter, err := layout.New([]layout.In{{Name: "counter", Bases: bases}}, []layout.Dim{{Name: "k", Size: f.depth}})
	if err != nil {
		return err
	}
	along := func(coords []int) uint64 { return f.swizzle.place(0, 0, coords[0]) }
	f.stepBase, f.stepUsed = f.BitSum(f.dynamic, f.used, from, counter, "counter", along)
	return nil
}

// read returns the factor that an element of the accumulator needs. coords are the element's coordinates in thread 0,
// and k is an index along the contracted dimension within the iteration.
func (f *factor) read(coords []int, k int) *ir.Value {
	constant := f.line(coords) ^ f.swizzle.place(0, 0, k)
	if v := f.loaded[constant]; v != nil {
		return v
	}
	first := constant &^ uint64(f.width-1)
	values := f.LoadSharedVector(f.base, f.Combine(f.stepBase, f.stepUsed, first), f.elem, f.width)
	for i, v := range values {
		if !f.wide {
			v = f.converted(v)
		}
		f.loaded[first+uint64(i)] = v
	}
	return f.loaded[constant]
}
