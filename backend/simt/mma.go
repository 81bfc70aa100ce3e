package simt

import (
	"fmt"
	"math"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

func addWarpProducts(table map[*ir.OpDef]rule) {
	table[&nvvm.MmaSync] = (*compiler).warpProduct
}

// byWarp compiles an operation that all lanes of a warp execute together.
func (c *compiler) byWarp(op *ir.Operation, f func(w *warp) error) {
	c.emit(op, func(w *warp, active uint32) error {
		if active != everyone {
			return w.inLane(lowest(active), fmt.Errorf("%w: all lanes of the warp take part, but only %#x do", ErrDivergence,
				active))
		}
		return f(w)
	})
}

// matrixRows is the number of rows, or columns, that one register of all lanes covers; four lanes share a row.
const matrixRows = 8

// warpProduct compiles mma.sync (PTX ISA, "Matrix Fragments for mma"). Register i of A has rows from 8*(i%2) on, if the
// instruction has 16 rows; from register 2 on it has the second half of K. Register i of B has half i of K. The
// elements of a register are consecutive along K.
func (c *compiler) warpProduct(op *ir.Operation) error {
	m := nvvm.MmaOf(op)
	if nvvm.WgmmaBits(m.TypeA) == 0 && m.TypeA != nvvm.TypeF64 {
		return op.Errorf("%w by threads: products of %s", ErrUnsupported, m.TypeA)
	}
	var registers [3][]slot
	for i, group := range nvvm.MmaOperands(op) {
		for _, v := range group {
			registers[i] = append(registers[i], c.slotOf(v))
		}
	}
	result := c.result(op)
	c.byWarp(op, func(w *warp) error {
		tall := m.M / matrixRows
		x := w.fragment(registers[0], m.TypeA, m.M, m.K, func(i int) (line, part int) { return i % tall, i / tall })
		y := w.fragment(registers[1], m.TypeB, m.N, m.K, func(i int) (line, part int) { return 0, i })
		for i, s := range registers[2] {
			poison := w.poison[s]
			for lane := range lanes {
				row, column := matrixRows*(i/2)+lane/4, 2*(lane%4)+i%2
				w.registers[result+slot(i)][lane] = dotProduct(m.TypeD, w.registers[s][lane], x[row], y[column])
				if x[row] == nil || y[column] == nil {
					poison |= 1 << lane
				}
			}
			w.poison[result+slot(i)] = poison
		}
		return nil
	})
	return nil
}

// fragment returns the rows of a factor that a warp holds in registers; a row with undefined elements is nil. place
// returns the group of eight rows, and the part along K, of a register.
func (w *warp) fragment(registers []slot, name string, lines, depth int,
	place func(i int) (line, part int)) [][]float64 {
	out, bad := make([][]float64, lines), make([]bool, lines)
	for i := range out {
		out[i] = make([]float64, depth)
	}
	width := 1
	if bits := nvvm.WgmmaBits(name); bits > 0 {
		width = 32 / bits
	}
	for i, s := range registers {
		line, part := place(i)
		for lane := range lanes {
			at := matrixRows*line + lane/4
			for k := range width {
				v, defined := w.packed(s, name, lane, k)
				bad[at] = bad[at] || !defined
				out[at][(4*part+lane%4)*width+k] = v
			}
		}
	}
	for i := range out {
		if bad[i] {
			out[i] = nil
		}
	}
	return out
}

// packed returns an element of a factor's register, and whether it is defined.
func (w *warp) packed(s slot, name string, lane, k int) (v float64, defined bool) {
	switch name {
	case nvvm.TypeF64:
		return math.Float64frombits(w.registers[s][lane]), w.poison[s]>>lane&1 == 0
	case nvvm.TypeF16: // a vector has a register for each element
		at := s + slot(k)
		return apfloat.F16.Float64(pattern(w.registers[at][lane])), w.poison[at]>>lane&1 == 0
	}
	bits := nvvm.WgmmaBits(name)
	element := w.registers[s][lane] >> (k * bits) & (1<<bits - 1)
	return decoders[name](element), w.poison[s]>>lane&1 == 0
}

// dotProduct adds the products of the elements of two rows to a sum.
func dotProduct(name string, sum uint64, x, y []float64) uint64 {
	if x == nil || y == nil {
		return 0
	}
	switch name {
	case nvvm.TypeF64:
		total := math.Float64frombits(sum)
		for k, v := range x {
			total = math.FMA(v, y[k], total)
		}
		return math.Float64bits(total)
	case nvvm.TypeS32:
		total := int64(int32(sum))
		for k, v := range x {
			total += int64(v * y[k])
		}
		return uint64(uint32(total))
	}
	total := float64(f32(sum))
	for k, v := range x {
		total += v * y[k]
	}
	return uint64(math.Float32bits(float32(total)))
}
