package tile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// InlineAsm defines `tile.inline_asm`: PTX code is applied to scalars, or to the elements of tensors of one shape.
//
// With pack = n, the code takes n consecutive elements, in row-major order, at a time. Elements of fewer than 32 bits
// then share a register: the first element is in its lowest bits, and unused bits are zero. Registers are numbered $0,
// $1 and so on: first those of the results, then those of the operands.
//
// There is one constraint for each register, in this order. Constraints are those of LLVM's NVPTX: h, r and l for 16,
// 32 and 64 bits, f and d for floats of 32 and 64 bits, and b for a predicate. Constraints of results begin with =, or
// with =& if the register is written while operands are still read. An operand that uses the same register as a result
// has the number of the result as its constraint. Without pure, the assembly may have side effects.
var InlineAsm = ir.OpDef{
	Name:     "tile.inline_asm",
	Summary:  "inline assembly applied to elements",
	Operands: []ir.ValueDef{{Name: "inputs", Type: numbers, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "results", Type: numbers, Arity: ir.Variadic}},
	Attrs: []ir.OpAttr{
		{Name: AsmText, Attr: constraints.String}, {Name: AsmConstraints, Attr: constraints.String},
		{Name: PackName, Attr: constraints.I32Attr, Optional: true},
		{Name: PureName, Attr: constraints.Unit, Optional: true},
	},
	Assembly: `$asm ',' $constraints ('pack' '=' $pack^)? ('pure' $pure^)? ($inputs^ ':' type($inputs))? attr-dict ` +
		`'->' type($results)`,
	Interfaces: []any{asmEffects{}},
	Verify:     verifyInlineAsm,
}

// Attributes of tile.inline_asm.
const (
	// AsmText is the PTX code.
	AsmText = "asm"
	// AsmConstraints has the constraints of the registers, separated by commas.
	AsmConstraints = "constraints"
	// PureName says that the code has no side effects.
	PureName = "pure"
)

// AsmRegister is a register of inline assembly.
type AsmRegister struct {
	Bits     int // width of the register
	Value    int // the operand or the result whose elements are in it
	Elements int // number of elements
	Tied     int // for operands: 1 + the number of the result register it shares, or 0
}

// AsmRegisters returns the registers of a tile.inline_asm, or an error if its constraints are invalid.
func AsmRegisters(op *ir.Operation) (results, operands []AsmRegister, err error) {
	var marked, plain []AsmRegister
	for _, c := range strings.Split(op.Inherent(AsmConstraints).(*ir.StringAttr).Value, ",") {
		c = strings.TrimSpace(c)
		if c == "" || strings.HasPrefix(c, "~{") {
			continue
		}
		letter, isResult := strings.CutPrefix(c, "=")
		if isResult {
			letter = strings.TrimPrefix(letter, "&")
		}
		n, numeric := strconv.Atoi(letter)
		switch width, ok := asmWidths[letter]; {
		case ok && isResult && len(plain) > 0:
			return nil, nil, fmt.Errorf("constraint '%s' must come before those of operands", c)
		case ok && isResult:
			marked = append(marked, AsmRegister{Bits: width})
		case ok:
			plain = append(plain, AsmRegister{Bits: width})
		case !isResult && numeric == nil && n >= 0 && n < len(marked):
			plain = append(plain, AsmRegister{Bits: marked[n].Bits, Tied: n + 1})
		default:
			return nil, nil, fmt.Errorf("constraint '%s' is none of b, h, r, l, f and d, with = for results, or the "+
				"number of a "+
				"result", c)
		}
	}
	if err := fillRegisters("result", marked, op.ResultTypes(), PackOf(op)); err != nil {
		return nil, nil, err
	}
	return marked, plain, fillRegisters("operand", plain, op.OperandTypes(), PackOf(op))
}

// asmWidths maps constraints to the widths of registers in bits.
var asmWidths = map[string]int{"b": 1, "h": 16, "r": 32, "l": 64, "f": 32, "d": 64}

// fillRegisters assigns the elements of values to registers.
func fillRegisters(what string, registers []AsmRegister, types []ir.Type, pack int64) error {
	at := 0
	for i, t := range types {
		width := ir.BitWidth(ir.ElementOrSelf(t))
		each := 1
		for 2*each*width <= 32 && 2*int64(each) <= pack {
			each *= 2
		}
		for range pack / int64(each) {
			if at < len(registers) {
				r := &registers[at]
				if r.Value, r.Elements = i, each; each*width > r.Bits {
					return fmt.Errorf("register %d of the %ss has %d bits, but %d elements of %s have %d", at, what, r.Bits, each,
						ir.Quote(t), each*width)
				}
			}
			at++
		}
	}
	if at != len(registers) {
		return fmt.Errorf("there are %d constraints of %ss, but they have %d registers", len(registers), what, at)
	}
	return nil
}

func verifyInlineAsm(op *ir.Operation) error {
	if op.NumResults() == 0 {
		return op.Errorf("expected at least one result")
	}
	shape := ir.TensorShape(op.Result(0).Type())
	for _, t := range slices.Concat(op.OperandTypes(), op.ResultTypes()) {
		if !slices.Equal(ir.TensorShape(t), shape) {
			return op.Errorf("operands and results must have the same shape, but got %s and %s",
				ir.QuoteTypes(op.OperandTypes()), ir.QuoteTypes(op.ResultTypes()))
		}
	}
	if err := verifyPack(op, shape); err != nil {
		return err
	}
	if _, _, err := AsmRegisters(op); err != nil {
		return op.Errorf("%w", err)
	}
	return nil
}

// asmEffects gives inline assembly that is not pure an effect on a resource of its own, so that it is neither erased
// nor reordered.
type asmEffects struct{}

// Effects implements [ir.MemoryEffects].
func (asmEffects) Effects(op *ir.Operation, yield func(ir.Effect) bool) {
	if op.Inherent(PureName) == nil {
		_ = yield(ir.Effect{Kind: ir.Write}) && yield(ir.Effect{Kind: ir.Read})
	}
}

// IsSpeculatable implements [ir.Speculation].
func (asmEffects) IsSpeculatable(op *ir.Operation) bool { return op.Inherent(PureName) != nil }
