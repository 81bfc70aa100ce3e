package tilellvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// meet makes all threads wait for each other.
func (c *converter) meet(*ir.Operation) error {
	c.barrier()
	return nil
}

// assume tells the compiler about each element that a thread holds.
func (c *converter) assume(op *ir.Operation) error {
	for _, v := range c.distinct(op.Operand(0)) {
		c.b.Build(&llvm.Assume, []*ir.Value{v})
	}
	return nil
}

// distinct returns what a thread holds of a value, without repetitions.
func (c *converter) distinct(v *ir.Value) (out []*ir.Value) {
	seen := make(map[*ir.Value]bool)
	for _, one := range c.values[v] {
		if !seen[one] {
			seen[one] = true
			out = append(out, one)
		}
	}
	return out
}

// hint passes the value on: what it says is for the analysis of addresses.
func (c *converter) hint(op *ir.Operation) error {
	c.values[op.Result(0)] = c.values[op.Operand(0)]
	return nil
}

func unchanged(_ *converter, _ *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value { return args[0] }
