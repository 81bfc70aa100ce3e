package simt

import "github.com/girih-ir/girih/ir"

// Observation is an operation that threads of a warp are about to execute. It is valid during the call of the observer.
type Observation struct {
	Op     *ir.Operation
	Block  [3]int32 // the block's index in the grid
	Warp   int      // the warp's number in the block
	Active uint32   // the lanes that execute the operation together

	operands []slot
	warp     *warp
}

// Operand returns an operand in a lane, with one number for each element of a vector or structure, and whether all of
// it is defined.
func (o *Observation) Operand(i, lane int) (bits []uint64, defined bool) {
	defined = true
	for k := range leavesOf(o.Op.Operand(i).Type()) {
		s := o.operands[i] + slot(k)
		bits = append(bits, o.warp.registers[s][lane])
		defined = defined && o.warp.poison[s]>>lane&1 == 0
	}
	return bits, defined
}

// observe calls the observer for an instruction.
func (w *warp) observe(in *instruction, active uint32) {
	w.launch.Observe(&Observation{in.op, w.index, w.number, active, in.operands, w})
}

// operandSlots returns the registers of an operation's operands, for observers.
func (c *compiler) operandSlots(op *ir.Operation) []slot {
	if !c.observed {
		return nil
	}
	list := make([]slot, op.NumOperands())
	for i := range list {
		list[i] = c.operand(op, i)
	}
	return list
}
