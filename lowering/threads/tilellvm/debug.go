package tilellvm

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// The functions that device code calls for output and failed assertions (CUDA C++ Programming Guide, "Formatted Output"
// and "Assertion"; PTX's "System Calls" name them). The driver links them.
const (
	printFunction  = "vprintf"
	assertFunction = "__assertfail"
)

// assertion stops the kernel in a thread that holds an element of the condition that is false.
func (c *converter) assertion(op *ir.Operation) error {
	holds := c.distinct(op.Operand(0))
	all := holds[0]
	for _, v := range holds[1:] {
		all = c.binary(&llvm.And, all, v)
	}
	ptr := llvm.Ptr(c.ctx, 0)
	f, err := c.external(op, assertFunction, llvm.Void(c.ctx), ptr, ptr, c.ctx.I(32), ptr, c.ctx.I(64))
	if err != nil {
		return err
	}
	file, line := "unknown", uint32(0)
	if at := ir.FileLocation(op.Loc()); at != nil {
		file, line = at.File, at.StartLine
	}
	fails := c.binary(&llvm.XOr, all, c.number(c.ctx.I(1), -1))
	c.when(fails, nil, func() []*ir.Value {
		llvm.NewCall(c.b, f, llvm.Void(c.ctx), c.text(messageOf(op)), c.text(file),
			c.i32(int64(line)), c.text(ir.SymbolNameOf(c.fn.Operation)), c.number(c.ctx.I(64), 1))
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

// external returns the name of a function that is linked later, declared on first use.
func (c *converter) external(op *ir.Operation, name string, result ir.Type, params ...ir.Type) (*ir.SymbolRefAttr, error) {
	t := llvm.FuncOf(c.ctx, result, params, false)
	if known := ir.LookupSymbol(c.fn.Parent(), name); known == nil {
		at := *c.b
		c.b.Before(c.fn.Operation)
		llvm.NewDeclaration(c.b, name, t)
		*c.b = at
	} else if f, ok := llvm.AsFunc(known); !ok || f.Type() != t {
		return nil, op.Errorf("cannot call @%s: the module has something else of that name", name)
	}
	return c.ctx.SymbolRef(name), nil
}

// text returns a generic pointer to a constant text.
func (c *converter) text(s string) *ir.Value {
	at := *c.b
	c.b.Before(c.fn.Operation)
	global := llvm.NewText(c.b, c.uniqueName("text"), s, llvm.GlobalSpace)
	*c.b = at
	return llvm.NewCast(c.b, &llvm.AddrSpaceCast, llvm.NewAddressOf(c.b, global), llvm.Ptr(c.ctx, 0))
}

// print prints a line for each element, in one of the threads that hold it: the program, the coordinates, the prefix and
// the value.
func (c *converter) print(op *ir.Operation) error {
	f, err := c.external(op, printFunction, c.ctx.I(32), llvm.Ptr(c.ctx, 0), llvm.Ptr(c.ctx, 0))
	if err != nil {
		return err
	}
	offsets := op.GroupValues(1)
	for k, v := range op.GroupValues(0) {
		l, err := c.linear(op, v.Type())
		if err != nil {
			return err
		}
		line, err := c.lineFormat(op, k, len(l.Outs()))
		if err != nil {
			return err
		}
		text := c.text(line)
		registers, lanes, warps := c.free(l)
		c.when(c.owner(lanes, warps), nil, func() []*ir.Value {
			coordinates := c.coordinates(l, offsets)
			buffer := c.lineBuffer(len(l.Outs()))
			for r, x := range c.values[v] {
				if r&registers == 0 {
					c.fill(buffer, append(append([]*ir.Value{}, coordinates[r]...), c.printable(op, x)))
					llvm.NewCall(c.b, f, c.ctx.I(32), text, buffer)
				}
			}
			return nil
		})
	}
	return nil
}

// lineFormat returns the format of a line about operand k, with a number of dimensions.
func (c *converter) lineFormat(op *ir.Operation, k, rank int) (string, error) {
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
	case isByte(t):
		return "", op.Errorf("has no rule for %s: tile-expand-math prints it as f32", ir.Quote(t))
	case ir.IsFloat(t):
		return line + "%g\n", nil
	case hex:
		return line + fmt.Sprintf("0x%%0%d%sx\n", (width+3)/4, long), nil
	}
	return line + "%" + long + "d\n", nil
}

// coordinates returns the program and the coordinates of each register's element in a tensor that begins at offsets, if there
// are any, as i32.
func (c *converter) coordinates(l layout.Layout, offsets []*ir.Value) [][]*ir.Value {
	var program []*ir.Value
	for _, def := range nvvm.BlockID {
		program = append(program, nvvm.ReadRegister(c.b, def, 0))
	}
	out := make([][]*ir.Value, registerCount(l))
	for r := range out {
		out[r] = program
	}
	for d := range l.Outs() {
		for r, v := range c.positions(l, func(coords []int) uint64 { return uint64(coords[d]) }) {
			if len(offsets) > 0 {
				v = c.binary(&llvm.Add, v, c.element(offsets[d], 0))
			}
			out[r] = append(out[r][:3+d:3+d], v)
		}
	}
	return out
}

// lineBuffer returns memory of the thread's own for what a line has: words, and at the end 8 bytes for the value.
func (c *converter) lineBuffer(rank int) *ir.Value {
	at := *c.b
	c.b.AtStart(c.fn.Region(0).Entry())
	words := int64(3+rank+1) / 2
	buffer := llvm.NewAlloca(c.b, c.ctx.I(64), words+1, 8)
	*c.b = at
	return buffer
}

// fill puts arguments into a buffer as variadic functions take them: one behind the other, at multiples of their sizes.
func (c *converter) fill(buffer *ir.Value, args []*ir.Value) {
	offset := int64(0)
	for _, v := range args {
		size := bytesOf(v.Type())
		offset = (offset + size - 1) / size * size
		ptr := llvm.NewGEP(c.b, c.ctx.I(8), buffer, 0, llvm.Index{Constant: int32(offset)})
		llvm.NewStore(c.b, v, ptr, size)
		offset += size
	}
}

// printable promotes a value as C does for variadic functions: integers to 32 or 64 bits, floats to f64.
func (c *converter) printable(op *ir.Operation, v *ir.Value) *ir.Value {
	t := v.Type()
	_, isPointer := t.(*llvm.PointerType)
	switch width := ir.BitWidth(t); {
	case isPointer:
		return llvm.NewCast(c.b, &llvm.PtrToInt, v, c.ctx.I(64))
	case ir.IsFloat(t):
		if width < 32 {
			v = llvm.NewCast(c.b, &llvm.FPExt, v, c.ctx.F32())
		}
		if width < 64 {
			v = llvm.NewCast(c.b, &llvm.FPExt, v, c.ctx.F64())
		}
		return v
	case width == 1, op.Inherent("hex") != nil:
		return c.resized(&llvm.ZExt, v, c.ctx.I(uint32(max(32, width))))
	default:
		return c.resized(&llvm.SExt, v, c.ctx.I(uint32(max(32, width))))
	}
}
