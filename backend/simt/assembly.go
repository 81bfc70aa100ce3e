package simt

import (
	"strconv"
	"strings"

	"github.com/girih-ir/girih/backend/internal/ptx"
	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// asmRegister is a register of inline assembly, which holds a number or a vector: the first of the warp's registers
// that hold its elements, and their widths, the lowest element first.
type asmRegister struct {
	first  slot
	widths []int
}

func (r asmRegister) bits() (n int) {
	for _, w := range r.widths {
		n += w
	}
	return n
}

// inlineAsm compiles inline assembly: straight-line PTX on registers, which package ptx executes.
func (c *compiler) inlineAsm(op *ir.Operation) error {
	text, constraints, _ := llvm.AsmOf(op)
	var outputs, inputs []asmRegister
	if op.NumResults() > 0 {
		outputs = c.asmResults(op)
	}
	for _, v := range op.Operands() {
		inputs = append(inputs, asmRegisterOf(v.Type(), c.slotOf(v)))
	}
	var registers []ptx.Operand
	for _, r := range outputs {
		registers = append(registers, ptx.Operand{Bits: r.bits()})
	}
	tied := ties(constraints)
	for i, r := range inputs {
		registers = append(registers, ptx.Operand{Bits: r.bits(), Tied: tied[len(outputs)+i]})
	}
	program, err := ptx.Parse(text, registers, len(outputs))
	if err != nil {
		return op.Errorf("%w by threads: %w", ErrUnsupported, err)
	}
	c.emit(op, func(w *warp, active uint32) error {
		forEach(active, func(lane int) { w.assemble(program, outputs, inputs, lane) })
		return nil
	})
	return nil
}

// asmResults returns the registers of the results: the members of a structure, or a single result.
func (c *compiler) asmResults(op *ir.Operation) (out []asmRegister) {
	t, at := op.Result(0).Type(), c.result(op)
	s, ok := t.(*llvm.StructType)
	if !ok {
		return []asmRegister{asmRegisterOf(t, at)}
	}
	for _, f := range s.Fields {
		out = append(out, asmRegisterOf(f, at))
		at += slot(len(leavesOf(f)))
	}
	return out
}

func asmRegisterOf(t ir.Type, first slot) asmRegister {
	r := asmRegister{first: first}
	for _, l := range leavesOf(t) {
		r.widths = append(r.widths, width(l.t))
	}
	return r
}

// assemble runs inline assembly in a lane. If only some elements of its inputs are undefined, the assembly may still
// work element by element. So it is run with two different fillings of the undefined elements, and the bits of the
// results that differ are undefined.
func (w *warp) assemble(program *ptx.Program, outputs, inputs []asmRegister, lane int) {
	values, undefined, total := w.gathered(inputs, lane, 0)
	if undefined == total && total > 0 {
		for i := range values {
			values[i].Defined = false
		}
	}
	results := program.Run(values)
	others := results
	if undefined > 0 && undefined < total {
		values, _, _ = w.gathered(inputs, lane, 0x5A5A_5A5A_5A5A_5A5A)
		others = program.Run(values)
	}
	for i, r := range outputs {
		at := 0
		for k, bits := range r.widths {
			s := r.first + slot(k)
			v := results[i].Bits >> at & smallint.Mask(bits)
			poison := uint32(0)
			if !results[i].Defined || others[i].Bits>>at&smallint.Mask(bits) != v {
				poison = everyone
			}
			w.registers[s][lane] = v
			w.taint(s, 1<<lane, poison)
			at += bits
		}
	}
}

// gathered returns the contents of registers, in which the bits of fill replace undefined elements. It also returns the
// number of undefined elements and that of all elements.
func (w *warp) gathered(registers []asmRegister, lane int, fill uint64) (values []ptx.Value, undefined, total int) {
	for _, r := range registers {
		v, at := ptx.Value{Defined: true}, 0
		for k, bits := range r.widths {
			s := r.first + slot(k)
			word := w.registers[s][lane]
			if w.poison[s]>>lane&1 != 0 {
				undefined++
				word = fill
			}
			v.Bits |= word & smallint.Mask(bits) << at
			at += bits
		}
		total += len(r.widths)
		values = append(values, v)
	}
	return values, undefined, total
}

// ties returns, for each constraint that ties an input to a result, 1 + the number of the result.
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
