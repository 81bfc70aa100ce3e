package simt

import (
	"strconv"
	"strings"

	"github.com/girih-ir/girih/backend/interp/ptx"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// inlineAsm compiles inline assembly: straight-line PTX on registers, by the executor of package ptx.
func (c *compiler) inlineAsm(op *ir.Operation) error {
	text, constraints, _ := llvm.AsmOf(op)
	var outputs []leaf
	var to []slot
	if op.NumResults() > 0 {
		outputs = leavesOf(op.Result(0).Type())
		for i := range outputs {
			to = append(to, c.result(op)+slot(i))
		}
	}
	var registers []ptx.Operand
	for _, l := range outputs {
		registers = append(registers, ptx.Operand{Bits: width(l.t)})
	}
	tied := ties(constraints)
	var from []slot
	for i, v := range op.Operands() {
		if len(leavesOf(v.Type())) != 1 {
			return op.Errorf("%w by threads: operand #%d is no number", ErrUnsupported, i)
		}
		registers = append(registers, ptx.Operand{Bits: width(v.Type()), Tied: tied[len(outputs)+i]})
		from = append(from, c.slotOf(v))
	}
	program, err := ptx.Parse(text, registers, len(outputs))
	if err != nil {
		return op.Errorf("%w by threads: %w", ErrUnsupported, err)
	}
	c.emit(op, func(w *warp, active uint32) error {
		inputs := make([]ptx.Value, len(from))
		forEach(active, func(lane int) {
			for i, s := range from {
				inputs[i] = ptx.Value{Bits: w.registers[s][lane], Defined: w.poison[s]>>lane&1 == 0}
			}
			for i, v := range program.Run(inputs) {
				w.registers[to[i]][lane] = v.Bits & mask(width(outputs[i].t))
				poison := uint32(0)
				if !v.Defined {
					poison = everyone
				}
				w.taint(to[i], 1<<lane, poison)
			}
		})
		return nil
	})
	return nil
}

// ties returns for each constraint that is the number of a result 1 + that number.
func ties(constraints string) map[int]int {
	out := make(map[int]int)
	at := 0
	for _, one := range strings.Split(constraints, ",") {
		one = strings.TrimSpace(one)
		if one == "" || strings.HasPrefix(one, "~") {
			continue
		}
		if n, err := strconv.Atoi(one); err == nil {
			out[at] = n + 1
		}
		at++
	}
	return out
}
