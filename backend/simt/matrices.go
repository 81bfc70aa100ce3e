package simt

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

func addMatrices(table map[*ir.OpDef]rule) {
	table[&nvvm.LdMatrix] = (*compiler).loadMatrices
	table[&nvvm.StMatrix] = (*compiler).storeMatrices
}

// matrixBytes is the size of a row of a matrix that ldmatrix reads.
const matrixBytes = 16

// loadMatrices compiles ldmatrix (PTX ISA, "ldmatrix"): lane 8*i+r has the address of row r of matrix i.
func (c *compiler) loadMatrices(op *ir.Operation) error {
	n, transposed := nvvm.LdMatrixOf(op)
	pointer, result, at := c.operand(op, 0), c.result(op), int32(len(c.code))
	c.granule = min(c.granule, 2)
	c.byWarp(op, func(w *warp) error {
		for i := range n {
			var elements [matrixRows][matrixRows]uint64
			var poison [matrixRows]bool
			for r := range matrixRows {
				lane := matrixRows*i + r
				mem, offset, err := w.matrixRow(pointer, lane, at, reads)
				if err != nil {
					return w.about(lane, err)
				}
				if poison[r], err = mem.undefined(offset, matrixBytes); err != nil {
					return w.inLane(lane, err)
				}
				for k := range elements[r] {
					elements[r][k] = word(mem.data[offset+2*int64(k):], 2)
				}
			}
			out := result + slot(i)
			w.poison[out] = 0
			for lane := range lanes {
				for half := range 2 {
					row, column := lane/4, 2*(lane%4)+half
					if transposed {
						row, column = column, row
					}
					if half == 0 {
						w.registers[out][lane] = 0
					}
					w.registers[out][lane] |= elements[row][column] << (16 * half)
					if poison[row] {
						w.poison[out] |= 1 << lane
					}
				}
			}
		}
		return nil
	})
	return nil
}

// storeMatrices compiles stmatrix (PTX ISA, "stmatrix"). Lanes have addresses as for ldmatrix.
func (c *compiler) storeMatrices(op *ir.Operation) error {
	n, transposed := nvvm.StMatrixOf(op)
	pointer, at := c.operand(op, 0), int32(len(c.code))
	sources := make([]slot, n)
	for i := range sources {
		sources[i] = c.operand(op, i+1)
	}
	c.granule = min(c.granule, 2)
	c.byWarp(op, func(w *warp) error {
		for i, from := range sources {
			for r := range matrixRows {
				lane := matrixRows*i + r
				mem, offset, err := w.matrixRow(pointer, lane, at, writes)
				if err != nil {
					return w.about(lane, err)
				}
				for k := range matrixRows {
					row, column := r, k
					if transposed {
						row, column = column, row
					}
					owner := 4*row + column/2
					there := offset + 2*int64(k)
					mem.put(there, 2, w.registers[from][owner]>>(column%2*16))
					mem.mark(there, 2, w.poison[from]>>owner&1 != 0)
				}
			}
		}
		return nil
	})
	return nil
}

// matrixRow returns the row at the address in a lane, and checks the access.
func (w *warp) matrixRow(pointer slot, lane int, code int32, how uint8) (*allocation, int64, error) {
	if w.poison[pointer]>>lane&1 != 0 {
		return nil, 0, undefined("an address")
	}
	mem, offset, err := w.check(w.registers[pointer][lane], matrixBytes, matrixBytes)
	if err != nil {
		return nil, 0, err
	}
	if mem.space != sharedMemory {
		return nil, 0, fmt.Errorf("%w: byte %d of %s, which is not in shared memory", ErrOutOfBounds, offset, mem.name)
	}
	row := span{mem, offset, matrixBytes}
	switch {
	case w.engine == nil:
	case how == writes:
		err = w.storeShared(row, lane)
	default:
		err = w.free(row, "read")
	}
	if err != nil {
		return nil, 0, err
	}
	return mem, offset, w.track(mem, offset, matrixBytes, lane, code, how)
}
