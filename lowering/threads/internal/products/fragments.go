package products

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// fragments are the registers of one factor of a warp's mma instructions. If the factor has the layout that the
// instruction requires, they are the registers that the threads hold. Otherwise ldmatrix loads them from shared memory,
// part by part along K, or all elements go through shared memory one by one.
type fragments struct {
	*emit.Code
	op    *ir.Operation
	index int
	how   tensorcores.Warp
	name  string // the type of elements, as package nvvm names it
	from  layout.Layout
	to    layout.Layout // the layout that the instruction requires
	elem  ir.Type       // the type of elements in shared memory

	values []*ir.Value    // the registers of layout to, nil for those not yet loaded; not used with matrix
	at     map[[3]int]int // register numbers by place, for lane 0 of warp 0
	made   map[[3]int]*ir.Value

	base *ir.Value // the address in shared memory
	// addresses are the places in shared memory of the registers of layout to.
	addresses []*ir.Value
	copied    bool // whether the factor was copied to shared memory before the product
	places    layout.Places
	read      []int // the registers of a vector that is loaded at once, as [emit.ConsecutiveRegisters] returns them
	matrix    *matrices
}

// matrices is how ldmatrix reads a factor from shared memory.
type matrices struct {
	spec       layout.WgmmaFactor
	place      emit.Place
	transposed bool          // rows of the 8x8 matrices are along the lines, not along K
	rows       layout.Layout // from lanes to the rows of matrices whose addresses they pass; a register for each load
	address    func(constant uint64) *ir.Value
	lines      []int // offsets of the lines of the matrices that one load loads: 0, and perhaps another
}

// newFragments chooses how the registers of a factor are loaded.
func newFragments(c *emit.Code, op *ir.Operation, index int, how tensorcores.Warp, l layout.Layout,
	accumulator *tilegpu.MMAAttr) (*fragments, error) {
	f := &fragments{Code: c, op: op, index: index, how: how, name: []string{how.TypeA, how.TypeB}[index], from: l,
		made: make(map[[3]int]*ir.Value)}
	t := op.Operand(index).Type().(*ir.TensorType)
	var err error
	if f.to, err = tensorcores.FactorLayout(op, index, accumulator).Linear(t.Shape()); err != nil {
		return nil, op.Errorf("%w", err)
	}
	if f.elem, err = c.Scalar(op, t.ElementType()); err != nil {
		return nil, err
	}
	_, f.copied = tilegpu.CopiedTileOf(op.Operand(index))
	if s, ok := layout.Select(l, f.to); ok && !f.copied && !slices.ContainsFunc(slices.Concat(s.Lane, s.Warp), nonzero) {
		have := c.Values.Get(op.Operand(index))
		for _, r := range s.Registers {
			f.values = append(f.values, have[r])
		}
		return f, nil
	}
	if f.matrix, err = f.asMatrices(); err != nil {
		if f.places, err = placesOf(l, f.to, emit.BytesOf(f.elem)); err != nil {
			return nil, op.Errorf("%w", err)
		}
	}
	return f, nil
}

// placesOf returns the places of a factor's elements that are loaded one by one, or in vectors of elements that share a
// register of the instruction. f64 elements are loaded one by one: instructions require them in groups of registers,
// and the elements of a vector would have to be moved there.
func placesOf(from, to layout.Layout, bytes int64) (layout.Places, error) {
	if bytes == 8 {
		lanes, err := layout.New([]layout.In{{Name: layout.Register}, {Name: layout.Lane, Bases: to.Bases(layout.Lane)},
			{Name: layout.Warp, Bases: to.Bases(layout.Warp)}}, to.Outs())
		if err != nil {
			return layout.Places{}, err
		}
		to = lanes
	}
	return layout.ExchangePlaces(from, to, int(bytes)), nil
}

func nonzero(n int) bool { return n != 0 }

// asMatrices returns how ldmatrix can read the factor; the error says why it cannot.
func (f *fragments) asMatrices() (*matrices, error) {
	t := f.op.Operand(f.index).Type().(*ir.TensorType)
	if len(t.Shape()) != 2 || ir.BitWidth(t.ElementType()) > 32 {
		return nil, layout.ErrInvalid
	}
	lines := int(t.Shape()[f.index])
	spec, place, err := swizzledFactor(f.Code, f.op.Operand(f.index), f.index, f.from, lines)
	if err != nil {
		return nil, err
	}
	if err := spec.Check(lines); err != nil {
		return nil, err
	}
	if ir.BitWidth(f.elem) == 32 && len(emit.ConsecutiveRegisters(f.from, place, 2)) == 1 {
		return nil, fmt.Errorf("%w: writes of single words would have bank conflicts", layout.ErrInvalid)
	}
	m := &matrices{spec: spec, place: place, transposed: !spec.KMajor(), lines: []int{0}}
	along, across := 1-f.index, f.index // dimensions of K and of the lines
	unit := func(dim, n int) []int {
		out := make([]int, 2)
		out[dim] = n
		return out
	}
	second := unit(across, matrixLines)
	var outer [][]int
	more := false
	for _, basis := range f.to.Bases(layout.Register) {
		switch {
		case basis[across] == 0 && basis[along] < f.how.PartK(): // within a word, or in the second half of a part
		case slices.Equal(basis, second):
			more = true
		default:
			outer = append(outer, basis)
		}
	}
	row, half, line := along, unit(along, f.how.PartK()/2), make([]int, 2)
	if !m.transposed {
		row = across
	}
	if more {
		line, m.lines = second, append(m.lines, matrixLines)
	}
	lanes := [][]int{unit(row, 1), unit(row, 2), unit(row, 4), line, half}
	if f.index == 1 {
		lanes[3], lanes[4] = half, line
	}
	m.rows, err = layout.New([]layout.In{{Name: layout.Register, Bases: outer}, {Name: layout.Lane, Bases: lanes},
		{Name: layout.Warp, Bases: f.to.Bases(layout.Warp)}}, f.to.Outs())
	return m, err
}

// matrixLines is the number of rows of a matrix that ldmatrix loads, and of 16-bit elements in a row.
const matrixLines = 8

// bytes returns how much shared memory the factor needs.
func (f *fragments) bytes() int64 {
	if f.values != nil || f.copied {
		return 0
	}
	return (emit.ElementCount(f.from)*emit.BytesOf(f.elem) + sharedAlignment - 1) &^ (sharedAlignment - 1)
}

// sharedAlignment aligns factors to the width of all 32 banks, in bytes.
const sharedAlignment = 128

// share writes the factors that are not in registers to shared memory, and emits a barrier.
func share(c *emit.Code, factors [2]*fragments) {
	var sizes []int64
	for _, f := range factors {
		if f.copied {
			f.base = cellOf(c, f.op.Operand(f.index))
		}
		if n := f.bytes(); n > 0 {
			sizes = append(sizes, n)
		}
	}
	if sizes == nil {
		return
	}
	base, at := c.AcquireAligned(sharedAlignment, sizes), int64(0)
	for _, f := range factors {
		if n := f.bytes(); n > 0 {
			f.put(llvm.NewGEP(c.B, c.Ctx.I(8), base, 0, llvm.Index{Constant: int32(at)}))
			at += n
		}
	}
	c.Barrier()
}

// put writes the factor to shared memory.
func (f *fragments) put(base *ir.Value) {
	f.base = base
	if f.matrix != nil {
		putFactor(f.Code, f.op, f.index, base, f.from, f.matrix.place)
		return
	}
	f.PutVectors(base, f.Values.Get(f.op.Operand(f.index)), f.from, f.places.At,
		emit.ConsecutiveRegisters(f.from, f.places.At, f.places.Written))
}

// placeAt returns the place of elements in shared memory.
func (f *fragments) placeAt() emit.Place {
	if f.matrix != nil {
		return f.matrix.place
	}
	return f.places.At
}

// get prepares the loads of the factor. Each element is loaded when the product first needs it, so that the first
// instructions do not wait for all loads.
func (f *fragments) get() {
	if f.matrix != nil {
		f.matrix.address = f.Addresses(f.matrix.rows, f.matrix.place)
		return
	}
	if f.values == nil {
		f.values = make([]*ir.Value, emit.RegisterCount(f.to))
		f.addresses = f.Places(f.to, f.places.At, 0)
		f.read = emit.ConsecutiveRegisters(f.to, f.places.At, f.places.Read)
	}
	f.at = make(map[[3]int]int)
	for r := range f.values {
		if at := f.placeOf(f.to.Apply(r)); !has(f.at, at) {
			f.at[at] = r
		}
	}
}

// element returns the element at a place. On first use it loads it, with its neighbors.
func (f *fragments) element(at [3]int) *ir.Value {
	r := f.at[at]
	if f.values[r] == nil {
		first := r &^ f.read[len(f.read)-1]
		for i, v := range f.LoadSharedVector(f.base, f.addresses[first], f.elem, len(f.read)) {
			f.values[first|f.read[i]] = v
		}
	}
	return f.values[r]
}

func has(m map[[3]int]int, at [3]int) bool {
	_, ok := m[at]
	return ok
}

// placeOf converts coordinates in the factor to a place: batch, line, and position along K. The lines are the rows of
// the left factor and the columns of the right one.
func (f *fragments) placeOf(coords []int) (at [3]int) {
	n := len(coords)
	at[1], at[2] = coords[n-2], coords[n-1]
	if f.index == 1 {
		at[1], at[2] = at[2], at[1]
	}
	if n == 3 {
		at[0] = coords[0]
	}
	return at
}

// begin loads the matrices of the part at position k along K.
func (f *fragments) begin(k int) {
	if f.matrix == nil {
		return
	}
	m, half := f.matrix, f.how.PartK()/2
	for r := range emit.RegisterCount(m.rows) {
		at := f.placeOf(m.rows.Apply(r))
		if at[2] != k || f.made[at] != nil {
			continue
		}
		pointer := llvm.NewGEP(f.B, f.elem, f.base, 0, llvm.Index{Value: m.address(m.place(m.rows.Apply(r)))})
		words := nvvm.NewLdMatrix(f.B, pointer, 2*len(m.lines), m.transposed)
		for i, w := range words {
			line, part := i%len(m.lines), i/len(m.lines)
			if f.index == 1 {
				line, part = i/2, i%2
			}
			if f.name == nvvm.TypeF16 {
				w = f.Bitcast(w, f.Ctx.VectorType([]int64{2}, f.Ctx.F16(), nil))
			}
			f.made[[3]int{at[0], at[1] + m.lines[line], k + part*half}] = w
		}
	}
}

// word returns the register with the elements from a place on, in the form that the instruction takes.
func (f *fragments) word(at [3]int) *ir.Value {
	if f.made[at] != nil {
		return f.made[at]
	}
	elements := make([]*ir.Value, f.how.KWidth)
	for i := range elements {
		elements[i] = f.element([3]int{at[0], at[1], at[2] + i})
	}
	var word *ir.Value
	switch f.name {
	case nvvm.TypeF64:
		word = elements[0]
	case nvvm.TypeTF32:
		word = f.Bits(roundedToTF32(f.Code, elements[0]))
	case nvvm.TypeF16:
		word = f.Pair(elements)
	default:
		word = f.Word(elements)
	}
	f.made[at] = word
	return word
}
