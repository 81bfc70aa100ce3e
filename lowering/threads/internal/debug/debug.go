// Package debug lowers operations for debugging: printing, assertions and assumptions.
package debug

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// The functions that device code calls for output and failed assertions (CUDA C++ Programming Guide, "Formatted Output"
// and "Assertion"; PTX's "System Calls" name them). The driver links them.
const (
	printFunction  = "vprintf"
	assertFunction = "__assertfail"
)

// Assert stops the kernel if a thread holds an element of the condition that is false.
func Assert(c *emit.Code, op *ir.Operation) error {
	holds := c.Distinct(op.Operand(0))
	all := holds[0]
	for _, v := range holds[1:] {
		all = c.Binary(&llvm.And, all, v)
	}
	ptr := llvm.Ptr(c.Ctx, 0)
	f, err := external(c, op, assertFunction, llvm.Void(c.Ctx), ptr, ptr, c.Ctx.I(32), ptr, c.Ctx.I(64))
	if err != nil {
		return err
	}
	file, line := "unknown", uint32(0)
	if at := ir.FileLocation(op.Loc()); at != nil {
		file, line = at.File, at.StartLine
	}
	fails := c.Binary(&llvm.XOr, all, c.Number(c.Ctx.I(1), -1))
	c.When(fails, nil, func() []*ir.Value {
		llvm.NewCall(c.B, f, llvm.Void(c.Ctx), text(c, messageOf(op)), text(c, file),
			c.I32(int64(line)), text(c, ir.SymbolNameOf(c.Fn.Operation)), c.Number(c.Ctx.I(64), 1))
		return nil
	})
	return nil
}

// messageOf returns the text of a tile.assert or cf.assert.
func messageOf(op *ir.Operation) string {
	for _, name := range [...]string{"message", "msg"} {
		if text, ok := op.Inherent(name).(*ir.StringAttr); ok {
			return text.Value
		}
	}
	return ""
}

// external returns a reference to a function that is linked later. It declares the function on first use.
func external(c *emit.Code, op *ir.Operation, name string, result ir.Type, params ...ir.Type) (*ir.SymbolRefAttr,
	error) {
	t := llvm.FuncOf(c.Ctx, result, params, false)
	if known := ir.LookupSymbol(c.Fn.Parent(), name); known == nil {
		at := *c.B
		c.B.Before(c.Fn.Operation)
		llvm.NewDeclaration(c.B, name, t)
		*c.B = at
	} else if f, ok := llvm.AsFunc(known); !ok || f.Type() != t {
		return nil, op.Errorf("cannot call @%s: the module has something else of that name", name)
	}
	return c.Ctx.SymbolRef(name), nil
}

// text returns a generic pointer to a constant text.
func text(c *emit.Code, s string) *ir.Value {
	at := *c.B
	c.B.Before(c.Fn.Operation)
	global := llvm.NewText(c.B, c.UniqueName("text"), s, llvm.GlobalSpace)
	*c.B = at
	return llvm.NewCast(c.B, &llvm.AddrSpaceCast, llvm.NewAddressOf(c.B, global), llvm.Ptr(c.Ctx, 0))
}

// Print prints a line for each element, in one of the threads that hold it. The line has the program's index, the
// element's coordinates, the prefix and the value.
func Print(c *emit.Code, op *ir.Operation) error {
	f, err := external(c, op, printFunction, c.Ctx.I(32), llvm.Ptr(c.Ctx, 0), llvm.Ptr(c.Ctx, 0))
	if err != nil {
		return err
	}
	offsets := op.GroupValues(1)
	for k, v := range op.GroupValues(0) {
		l, err := c.Layout(op, v.Type())
		if err != nil {
			return err
		}
		line, err := lineFormat(c, op, k, len(l.Outs()))
		if err != nil {
			return err
		}
		text := text(c, line)
		registers, lanes, warps := c.Copies(l)
		c.When(c.Owner(lanes, warps), nil, func() []*ir.Value {
			coordinates := coordinates(c, l, offsets)
			buffer := lineBuffer(c, len(l.Outs()))
			for r, x := range c.Values.Get(v) {
				if r&registers == 0 {
					fill(c, buffer, append(append([]*ir.Value{}, coordinates[r]...), printable(c, op, x)))
					llvm.NewCall(c.B, f, c.Ctx.I(32), text, buffer)
				}
			}
			return nil
		})
	}
	return nil
}

// lineFormat returns the printf format of a line for operand k, which has rank dimensions.
func lineFormat(c *emit.Code, op *ir.Operation, k, rank int) (string, error) {
	prefix := strings.ReplaceAll(op.Inherent("prefix").(*ir.StringAttr).Value, "%", "%%")
	if len(op.GroupValues(0)) > 1 {
		prefix += fmt.Sprintf("(operand %d) ", k)
	}
	at := strings.TrimSuffix(strings.Repeat("%d, ", rank), ", ")
	line := "pid (%d, %d, %d) idx (" + at + ")" + prefix
	t := ir.ElementOrSelf(op.Operand(k).Type())
	width := ir.BitWidth(t)
	if _, isPointer := t.(*tile.PtrType); isPointer {
		return line + "0x%llx\n", nil
	}
	if _, isIndex := t.(*ir.IndexType); isIndex {
		width = 64
	}
	long := ""
	if width > 32 {
		long = "ll"
	}
	switch hex := op.Inherent("hex") != nil; {
	case emit.IsByte(t):
		return "", op.Errorf("has no rule for %s: tile-expand-math prints it as f32", ir.Quote(t))
	case ir.IsFloat(t):
		return line + "%g\n", nil
	case hex:
		return line + fmt.Sprintf("0x%%0%d%sx\n", (width+3)/4, long), nil
	}
	return line + "%" + long + "d\n", nil
}

// coordinates returns, for each register, the program's index and the coordinates of the element, as i32. The tensor
// begins at offsets, if there are any.
func coordinates(c *emit.Code, l layout.Layout, offsets []*ir.Value) [][]*ir.Value {
	var program []*ir.Value
	for _, def := range nvvm.BlockID {
		program = append(program, nvvm.ReadRegister(c.B, def, 0))
	}
	out := make([][]*ir.Value, emit.RegisterCount(l))
	for r := range out {
		out[r] = program
	}
	for d := range l.Outs() {
		for r, v := range c.Positions(l, func(coords []int) uint64 { return uint64(coords[d]) }) {
			if len(offsets) > 0 {
				v = c.Binary(&llvm.Add, v, c.Element(offsets[d], 0))
			}
			out[r] = append(out[r][:3+d:3+d], v)
		}
	}
	return out
}

// lineBuffer returns local memory for the arguments of a line: words, followed by 8 bytes for the value.
func lineBuffer(c *emit.Code, rank int) *ir.Value {
	at := *c.B
	c.B.AtStart(c.Fn.Region(0).Entry())
	words := int64(3+rank+1) / 2
	buffer := llvm.NewAlloca(c.B, c.Ctx.I(64), words+1, 8)
	*c.B = at
	return buffer
}

// fill stores arguments in a buffer as variadic functions expect them: each at a multiple of its size.
func fill(c *emit.Code, buffer *ir.Value, args []*ir.Value) {
	offset := int64(0)
	for _, v := range args {
		size := emit.BytesOf(v.Type())
		offset = (offset + size - 1) / size * size
		ptr := llvm.NewGEP(c.B, c.Ctx.I(8), buffer, 0, llvm.Index{Constant: int32(offset)})
		llvm.NewStore(c.B, v, ptr, size)
		offset += size
	}
}

// printable promotes a value as C does for variadic functions: integers to 32 or 64 bits, floats to f64.
func printable(c *emit.Code, op *ir.Operation, v *ir.Value) *ir.Value {
	t := v.Type()
	_, isPointer := t.(*llvm.PointerType)
	switch width := ir.BitWidth(t); {
	case isPointer:
		return llvm.NewCast(c.B, &llvm.PtrToInt, v, c.Ctx.I(64))
	case ir.IsFloat(t):
		if width < 32 {
			v = llvm.NewCast(c.B, &llvm.FPExt, v, c.Ctx.F32())
		}
		if width < 64 {
			v = llvm.NewCast(c.B, &llvm.FPExt, v, c.Ctx.F64())
		}
		return v
	case width == 1, op.Inherent("hex") != nil:
		return c.Resized(&llvm.ZExt, v, c.Ctx.I(uint32(max(32, width))))
	default:
		return c.Resized(&llvm.SExt, v, c.Ctx.I(uint32(max(32, width))))
	}
}

// Assume lowers tile.assume to an assumption about each element that the thread holds.
func Assume(c *emit.Code, op *ir.Operation) error {
	for _, v := range c.Distinct(op.Operand(0)) {
		c.B.Build(&llvm.Assume, []*ir.Value{v})
	}
	return nil
}
