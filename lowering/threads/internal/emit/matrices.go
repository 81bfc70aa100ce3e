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
	rowBits     = 3
	mostInPairs = 2 // bits of register numbers that select one of up to four matrices
)

// PutMatrices writes the thread's elements of a tensor with layout l to shared memory by stmatrix, and reports whether
// it could. The target must have the instruction, and elements must have 16 bits. Their places must have the form that
// the instruction requires: two neighbors in a register pair, four lanes side by side in a row of 16 bytes, and eight
// such rows anywhere.
func (c *Code) PutMatrices(base *ir.Value, values []*ir.Value, l layout.Layout, at Place) bool {
	registers, lanes := l.Bases(layout.Register), l.Bases(layout.Lane)
	free := l.FreeMasks()
	if c.SM < matrixSM || ir.BitWidth(values[0].Type()) != 16 || len(lanes) != 2+rowBits ||
		free[layout.Lane]|free[layout.Warp]|free[layout.Register] != 0 || at(lanes[0]) != 2 || at(lanes[1]) != 4 {
		return false
	}
	pair := slices.IndexFunc(registers, func(basis []int) bool { return at(basis) == 1 })
	if pair < 0 || !alone(l, at, 1<<pair, 1) {
		return false
	}
	var others []int // bits of register numbers that select a matrix
	for i, basis := range registers {
		if i != pair {
			if at(basis)%matrixRow != 0 {
				return false
			}
			others = append(others, i)
		}
	}
	for _, basis := range append(slices.Clone(lanes[2:]), l.Bases(layout.Warp)...) {
		if at(basis)%matrixRow != 0 {
			return false
		}
	}
	together := others[:min(len(others), mostInPairs)]
	// Lane r of matrix i passes the address of row r of that matrix.
	rows := slices.Clone(lanes[2:])
	mask := 1 << pair
	for _, i := range together {
		rows = append(rows, registers[i])
		mask |= 1 << i
	}
	address := c.rowAddresses(l, at, rows)
	for r := range values {
		if r&mask != 0 {
			continue
		}
		var words []*ir.Value
		for n := range 1 << len(together) {
			from := r
			for bit, i := range together {
				from |= n >> bit & 1 << i
			}
			words = append(words, c.Word([]*ir.Value{values[from], values[from|1<<pair]}))
		}
		to := llvm.NewGEP(c.B, c.Ctx.I(16), base, 0, llvm.Index{Value: address(at(l.Apply(r)))})
		nvvm.NewStMatrix(c.B, to, words, false)
	}
	return true
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
