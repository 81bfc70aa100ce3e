package emit

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// Sizes of the 8x8 matrices of 16-bit elements that stmatrix writes (PTX ISA, "stmatrix"). A lane holds two neighbors
// in a row of each matrix, and one lane has the address of each row of up to four matrices.
const (
	matrixRow   = 8
	matrixSM    = 90 // sm_90 is the first target that has stmatrix
	laneBits    = 5
	mostInPairs = 2 // bits of register numbers that select one of up to four matrices
)

// PutMatrices writes the thread's elements of a tensor with layout l to shared memory by stmatrix, and reports whether
// it could. The target must have the instruction, and elements must have 16 bits. Their places must have the form that
// the instruction requires: rows of 16 bytes, which lie anywhere. Either two neighbors in a register pair and four
// lanes make a row, or eight lanes do, with one element each, and the instruction transposes the matrices.
func (c *Code) PutMatrices(base *ir.Value, values []*ir.Value, l layout.Layout, at Place) bool {
	free := l.FreeMasks()
	if c.SM < matrixSM || ir.BitWidth(values[0].Type()) != 16 || len(l.Bases(layout.Lane)) != laneBits ||
		free[layout.Lane]|free[layout.Warp]|free[layout.Register] != 0 {
		return false
	}
	m, ok := matricesOf(l, at)
	if !ok {
		return false
	}
	mask := 1 << m.pair
	for _, i := range m.together {
		mask |= 1 << i
	}
	address := c.rowAddresses(l, at, m.rows)
	for r := range values {
		if r&mask != 0 {
			continue
		}
		var words []*ir.Value
		for n := range 1 << len(m.together) {
			from := r
			for bit, i := range m.together {
				from |= n >> bit & 1 << i
			}
			words = append(words, c.Word([]*ir.Value{values[from], values[from|1<<m.pair]}))
		}
		to := llvm.NewGEP(c.B, c.Ctx.I(16), base, 0, llvm.Index{Value: address(at(l.Apply(r)))})
		nvvm.NewStMatrix(c.B, to, words, m.transposed)
	}
	return true
}

// matrices says how the elements of a tensor are those of 8x8 matrices.
type matrices struct {
	pair       int   // the bit of register numbers that selects one of the two elements in a word
	together   []int // the bits that select one of the matrices that an instruction writes
	rows       [][]int
	transposed bool // rows in memory are columns of the matrices that lanes hold
}

// matricesOf finds matrices whose rows are contiguous in memory; ok is false if there are none. rows has the
// coordinates that each bit of a lane's number adds to the row whose address it passes: lane r of matrix i has row r of
// that matrix.
func matricesOf(l layout.Layout, at Place) (m matrices, ok bool) {
	registers, lanes := l.Bases(layout.Register), l.Bases(layout.Lane)
	var apart [][]int // must lie at multiples of a row
	pairAt := func(place uint64) int {
		return slices.IndexFunc(registers, func(basis []int) bool { return at(basis) == place })
	}
	switch {
	case at(lanes[0]) == 2 && at(lanes[1]) == 4:
		m.pair, m.rows = pairAt(1), slices.Clone(lanes[2:])
		apart = lanes[2:]
	case at(lanes[2]) == 1 && at(lanes[3]) == 2 && at(lanes[4]) == 4 && len(registers) > 0:
		m.transposed, m.rows = true, append([][]int{registers[0]}, lanes[:2]...)
		apart = append([][]int{registers[0]}, lanes[:2]...)
	default:
		return m, false
	}
	if m.pair < 0 {
		return m, false
	}
	for i, basis := range registers {
		if i != m.pair {
			apart = append(slices.Clip(apart), basis)
			if len(m.together) < mostInPairs {
				m.together, m.rows = append(m.together, i), append(m.rows, basis)
			}
		}
	}
	apart = append(slices.Clip(apart), l.Bases(layout.Warp)...)
	return m, !slices.ContainsFunc(apart, func(basis []int) bool { return at(basis)%matrixRow != 0 })
}

// rowAddresses returns a function from the place of a register in lane 0 of warp 0 to the address that a lane passes to
// the instruction, which is that of a row. rows has the coordinates that each bit of the lane number adds.
func (c *Code) rowAddresses(l layout.Layout, at Place, rows [][]int) func(constant uint64) *ir.Value {
	var sum *ir.Value
	used := uint64(0)
	for i, basis := range rows {
		if image := at(basis); image != 0 {
			sum, used = c.AddBits(sum, used, c.Lane, i, 1, image)
		}
	}
	sum, used = c.BitSum(sum, used, c.Warp, l, layout.Warp, at)
	return func(constant uint64) *ir.Value { return c.Combine(sum, used, constant) }
}
