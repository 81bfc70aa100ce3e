package arithmetic

import (
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// packs applies a function to packs of consecutive elements, which a thread holds in neighboring registers. The
// arguments are the pack of operand 0, then that of operand 1, and so on. apply returns the packs of the results in the
// same order. Packs that are copies of others are not computed again.
func packs(c *emit.Code, op *ir.Operation, apply func(args []*ir.Value) ([]*ir.Value, error)) error {
	l, err := packedLayout(c, op)
	if err != nil {
		return err
	}
	n, pack := emit.RegisterCount(l), int(tile.PackOf(op))
	registers, _, _ := c.Copies(l)
	for _, v := range op.Results() {
		c.Values.Set(v, make([]*ir.Value, n))
	}
	for r := 0; r < n; r += pack {
		if from := r &^ registers; from != r {
			for _, v := range op.Results() {
				copy(c.Values.Get(v)[r:r+pack], c.Values.Get(v)[from:])
			}
			continue
		}
		var args []*ir.Value
		for _, v := range op.Operands() {
			args = append(args, c.Values.Get(v)[r:r+pack]...)
		}
		out, err := apply(args)
		if err != nil {
			return err
		}
		for i, v := range op.Results() {
			copy(c.Values.Get(v)[r:], out[i*pack:(i+1)*pack])
		}
	}
	return nil
}

// packedLayout returns the layout that all tensors of an operation share. Packs must lie in neighboring registers.
func packedLayout(c *emit.Code, op *ir.Operation) (l layout.Layout, err error) {
	if l, err = c.Layout(op, op.Result(0).Type()); err != nil {
		return l, err
	}
	for _, t := range append(op.OperandTypes(), op.ResultTypes()...) {
		if tilegpu.EncodingOf(t) != tilegpu.EncodingOf(op.Result(0).Type()) {
			return l, op.Errorf("operands and results must have the same layout")
		}
	}
	at := emit.RowMajor(l)
	for i, step := 0, 1; step < int(tile.PackOf(op)); i, step = i+1, step*2 {
		if bases := l.Bases(layout.Register); i >= len(bases) || at(bases[i]) != uint64(step) {
			return l, op.Errorf("takes packs of %d consecutive elements, but the layout gives threads fewer of them in a row",
				tile.PackOf(op))
		}
	}
	return l, nil
}

// Map repeats the region for each pack. Threads execute it independently.
func Map(c *emit.Code, op *ir.Operation) error {
	if len(c.AccessesIn(op, true)) > 0 || contains(op, &tile.Print) {
		return op.Errorf("has no rule: its region accesses memory or prints, which several threads would do for the " +
			"same element")
	}
	for _, v := range op.Results() {
		if _, err := c.Scalar(op, v.Type()); err != nil {
			return err
		}
	}
	body := op.Region(0).Entry()
	return packs(c, op, func(args []*ir.Value) ([]*ir.Value, error) {
		for i, v := range args {
			c.Values.Set(body.Arg(i), []*ir.Value{v})
		}
		if err := c.Block(body); err != nil {
			return nil, err
		}
		return c.Flat(body.Last().OperandValues()), nil
	})
}

// contains reports whether op contains an operation of a kind.
func contains(op *ir.Operation, kind *ir.OpDef) (found bool) {
	op.Walk(func(inner *ir.Operation) bool {
		found = found || inner.Is(kind)
		return !found
	})
	return found
}

// InlineAsm repeats the assembly for each pack. Its constraints say how many elements share a register.
func InlineAsm(c *emit.Code, op *ir.Operation) error {
	outputs, inputs, err := tile.AsmRegisters(op)
	if err != nil {
		return op.Errorf("%w", err)
	}
	text := op.Inherent(tile.AsmText).(*ir.StringAttr).Value
	constraints := op.Inherent(tile.AsmConstraints).(*ir.StringAttr).Value
	letters := registerLetters(constraints, len(outputs))
	elems := make([]ir.Type, op.NumResults())
	for i, v := range op.Results() {
		if elems[i], err = c.Scalar(op, v.Type()); err != nil {
			return err
		}
	}
	types := make([]ir.Type, len(outputs))
	for i, r := range outputs {
		types[i] = registerType(c, letters[i], r.Bits)
	}
	result := types[0]
	if len(types) > 1 {
		result = llvm.StructOf(c.Ctx, false, types...)
	}
	pack := int(tile.PackOf(op))
	return packs(c, op, func(args []*ir.Value) ([]*ir.Value, error) {
		operands := make([]*ir.Value, len(inputs))
		next := make([]int, op.NumOperands())
		for i, r := range inputs {
			from := r.Value*pack + next[r.Value]
			next[r.Value] += r.Elements
			operands[i] = packedRegister(c, args[from:from+r.Elements], registerType(c, letters[len(outputs)+i], r.Bits))
		}
		all := llvm.NewInlineAsm(c.B, text, constraints, op.Inherent(tile.PureName) == nil, result, operands...)
		out := make([]*ir.Value, pack*op.NumResults())
		next = make([]int, op.NumResults())
		for i, r := range outputs {
			v := all
			if len(outputs) > 1 {
				v = llvm.NewExtractValue(c.B, all, int64(i))
			}
			at := r.Value*pack + next[r.Value]
			next[r.Value] += r.Elements
			copy(out[at:], unpackedRegister(c, v, r.Elements, elems[r.Value]))
		}
		return out, nil
	})
}

// registerLetters returns the letter of each constraint. An operand that must be in the register of a result, such as
// "0", has the letter of that result.
func registerLetters(constraints string, results int) (letters []string) {
	for _, one := range strings.Split(constraints, ",") {
		one = strings.TrimLeft(strings.TrimSpace(one), "=&")
		switch {
		case one == "" || strings.HasPrefix(one, "~"):
		case one[0] >= '0' && one[0] <= '9' && int(one[0]-'0') < results:
			letters = append(letters, letters[one[0]-'0'])
		default:
			letters = append(letters, one)
		}
	}
	return letters
}

// registerType returns the LLVM type of a register with a constraint letter and a number of bits.
func registerType(c *emit.Code, letter string, bits int) ir.Type {
	switch letter {
	case "f":
		return c.Ctx.F32()
	case "d":
		return c.Ctx.F64()
	}
	return c.Ctx.I(uint32(bits))
}

// packedRegister packs numbers into one register of type t, the first one in the lowest bits.
func packedRegister(c *emit.Code, values []*ir.Value, t ir.Type) *ir.Value {
	if len(values) == 1 && values[0].Type() == t {
		return values[0]
	}
	word := c.Ctx.I(uint32(ir.BitWidth(t)))
	var out *ir.Value
	at := int64(0)
	for _, v := range values {
		part := c.Resized(&llvm.ZExt, c.Bits(v), word)
		if at > 0 {
			part = c.Binary(&llvm.Shl, part, c.Number(word, at))
		}
		if out == nil {
			out = part
		} else {
			out = c.Binary(&llvm.Or, out, part)
		}
		at += int64(ir.BitWidth(v.Type()))
	}
	return c.Bitcast(out, t)
}

// unpackedRegister is the inverse of packedRegister, for n numbers of type t.
func unpackedRegister(c *emit.Code, v *ir.Value, n int, t ir.Type) []*ir.Value {
	if n == 1 && v.Type() == t {
		return []*ir.Value{v}
	}
	word := c.Bits(v)
	out := make([]*ir.Value, n)
	for i := range out {
		part := word
		if i > 0 {
			part = c.Binary(&llvm.LShr, word, c.Number(word.Type(), int64(i*ir.BitWidth(t))))
		}
		out[i] = c.Bitcast(c.Resized(&llvm.ZExt, part, c.Ctx.I(uint32(ir.BitWidth(t)))), t)
	}
	return out
}
