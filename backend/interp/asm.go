package interp

import (
	"fmt"

	"github.com/girih-ir/girih/backend/internal/ptx"
	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func addAssembly(table map[*ir.OpDef]evaluator) { table[&tile.InlineAsm] = evalInlineAsm }

// evalInlineAsm executes PTX on packs of elements. A result is undefined if it depends on a register with an undefined
// element.
func evalInlineAsm(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	outputs, inputs, err := tile.AsmRegisters(op)
	if err != nil {
		return nil, err
	}
	var registers []ptx.Operand
	for _, r := range outputs {
		registers = append(registers, ptx.Operand{Bits: r.Bits})
	}
	for _, r := range inputs {
		registers = append(registers, ptx.Operand{Bits: r.Bits, Tied: r.Tied})
	}
	program, err := ptx.Parse(op.Inherent(tile.AsmText).(*ir.StringAttr).Value, registers, len(outputs))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	results, pack := results(op), int(tile.PackOf(op))
	for at := 0; at < results[0].len(); at += pack {
		unpackRegisters(results, outputs, at, program.Run(packRegisters(operands, inputs, at)))
	}
	return results, nil
}

// packRegisters puts the elements from position at on into registers.
func packRegisters(values []*value, registers []tile.AsmRegister, at int) []ptx.Value {
	out := make([]ptx.Value, len(registers))
	next := make([]int, len(values))
	for i, r := range registers {
		v := values[r.Value]
		width := ir.BitWidth(v.elem)
		out[i].Defined = true
		for lane := range r.Elements {
			from := at + next[r.Value]
			out[i].Bits |= v.words[from] << (lane * width)
			out[i].Defined = out[i].Defined && !v.poisoned(from)
			next[r.Value]++
		}
	}
	return out
}

// unpackRegisters is the inverse of packRegisters.
func unpackRegisters(values []*value, registers []tile.AsmRegister, at int, contents []ptx.Value) {
	next := make([]int, len(values))
	for i, r := range registers {
		v := values[r.Value]
		width := ir.BitWidth(v.elem)
		for lane := range r.Elements {
			to := at + next[r.Value]
			v.words[to] = contents[i].Bits >> (lane * width) & smallint.Mask(width)
			if !contents[i].Defined {
				v.setPoison(to)
			}
			next[r.Value]++
		}
	}
}
