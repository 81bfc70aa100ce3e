package sharetail

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
)

// cost has cycles: of a step of a program, of writing a part, of reading one, and of what a piece takes besides.
type cost struct{ step, write, read, meet int64 }

// Bytes that a multiprocessor of an H200 moves to and from the L2 cache in a cycle, and the cycles until a block knows
// whether it is the last one. They are fitted to products of 128 by 256 in benchmarks/results/tensorcores-h200.md.
const (
	writtenPerCycle = 56
	readPerCycle    = 80
	meetCycles      = 2500
)

func costOf(t *tail) cost {
	bytes := t.slotWords() * costs.WordBytes
	c := cost{write: bytes / writtenPerCycle, read: bytes / readPerCycle, meet: meetCycles}
	t.steps.Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.Dot) {
			c.step += dotCycles(op)
		}
		return true
	})
	c.step = max(c.step, 1)
	return c
}

// dotCycles estimates the cycles of a product on tensor cores.
func dotCycles(op *ir.Operation) int64 {
	left, right := op.Operand(0).Type().(*ir.TensorType), ir.TensorShape(op.Operand(1).Type())
	work := 2 * float64(ir.Product(left.Shape())*right[len(right)-1])
	if rate := machine.ProductFlops[left.ElementType().String()]; rate > 0 {
		return int64(work / rate)
	}
	return int64(work / machine.MultiplyAdd)
}

// machine is that of targets whose blocks can be persistent.
var machine = costs.MachineOf(90)

// slotWords returns how many numbers a part has.
func (t *tail) slotWords() (n int64) {
	for _, i := range t.sums {
		n += ir.Product(ir.TensorShape(t.steps.Result(i).Type()))
	}
	return n
}
