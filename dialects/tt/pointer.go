package tt

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// AddPtr defines `tt.addptr`: the result is pointers plus offsets. Offsets are signed and count elements.
var AddPtr = define(ir.OpDef{
	Name:      "tt.addptr",
	Summary:   "pointer arithmetic, in elements",
	Operands:  []ir.ValueDef{{Name: "ptr", Type: ptrLike}, {Name: "offset", Type: intLike}},
	Results:   []ir.ValueDef{{Name: "result", Type: ptrLike}},
	Traits:    elementwise | ir.SameOperandsAndResultShape,
	TypeRules: []ir.TypeRule{{From: "result", To: "ptr", Summary: "result type matches ptr type"}},
	Assembly:  `$ptr ',' $offset attr-dict ':' type($result) ',' type($offset)`,
})

// MakeTensorPtr defines `tt.make_tensor_ptr`: the result is a block pointer, which consists of the base, shape and
// strides of an array and the offsets of a block in it. The order lists the dimensions, the fastest one first.
var MakeTensorPtr = define(ir.OpDef{
	Name:    "tt.make_tensor_ptr",
	Summary: "Make a tensor pointer type with meta information of the parent tensor and the block specified",
	Operands: []ir.ValueDef{
		{Name: "base", Type: ptr},
		{Name: "shape", Type: constraints.I64, Arity: ir.Variadic},
		{Name: "strides", Type: constraints.I64, Arity: ir.Variadic},
		{Name: "offsets", Type: constraints.I32, Arity: ir.Variadic},
	},
	Results: []ir.ValueDef{{Name: "result", Type: tensorPtr}},
	Attrs:   []ir.OpAttr{{Name: "order", Attr: constraints.DenseI32Array}},
	Traits:  ir.Pure | ir.SameVariadicOperandSize,
	TypeRules: []ir.TypeRule{{From: "result", To: "base", Summary: "infer pointer type from the result type",
		Map: baseOf}},
	Parse: func(p ir.OpParser, st *ir.OpState) {
		pos := p.Pos()
		base := p.Operand()
		var lists [3][]ir.UnresolvedOperand
		for i := range lists {
			p.Literal(",")
			lists[i] = operandList(p)
		}
		p.AttrDict(st)
		p.Literal(":")
		result := parseShort(p, parsePtr)
		if p.Failed() {
			return
		}
		if !tensorPtr.Admits(result) {
			p.Errorf(pos, "'result' must be %s, but got %s", tensorPtr.Summary, ir.Quote(result))
			return
		}
		ctx := p.Context()
		st.Operands = append(st.Operands, p.Resolve(base, baseOf(ctx, result)))
		for i, t := range [...]ir.Type{ctx.I(64), ctx.I(64), ctx.I(32)} {
			resolveAll(p, st, lists[i], t)
		}
		st.Types = append(st.Types, result)
	},
	Print: func(p ir.OpPrinter, op *ir.Operation) {
		p.Text(" ")
		p.Operand(op.Operand(0))
		for i := 1; i <= 3; i++ {
			p.Text(", ")
			printList(p, op.GroupValues(i))
		}
		p.AttrDict(op)
		p.Text(" : ")
		printShort(p, op.Result(0).Type())
	},
})

// Advance defines `tt.advance`: the offsets of a block pointer are increased along each dimension.
var Advance = define(ir.OpDef{
	Name:    "tt.advance",
	Summary: "Advance a tensor pointer by offsets",
	Operands: []ir.ValueDef{
		{Name: "ptr", Type: tensorPtr},
		{Name: "offsets", Type: constraints.I32, Arity: ir.Variadic},
	},
	Results:   []ir.ValueDef{{Name: "result", Type: tensorPtr}},
	Traits:    ir.Pure,
	TypeRules: []ir.TypeRule{{From: "ptr", To: "result", Summary: "result type matches ptr type"}},
	Parse: func(p ir.OpParser, st *ir.OpState) {
		base := p.Operand()
		p.Literal(",")
		offsets := operandList(p)
		p.AttrDict(st)
		p.Literal(":")
		t := parseShort(p, parsePtr)
		if p.Failed() {
			return
		}
		st.Operands = append(st.Operands, p.Resolve(base, t))
		resolveAll(p, st, offsets, p.Context().I(32))
		st.Types = append(st.Types, t)
	},
	Print: func(p ir.OpPrinter, op *ir.Operation) {
		p.Text(" ")
		p.Operand(op.Operand(0))
		p.Text(", ")
		printList(p, op.OperandRange(1, op.NumOperands()))
		p.AttrDict(op)
		p.Text(" : ")
		printShort(p, op.Result(0).Type())
	},
})

// baseOf returns the type of pointers to the elements of a block pointer's array.
func baseOf(ctx *ir.Context, t ir.Type) ir.Type {
	p, ok := t.(*PtrType)
	if !ok {
		return t
	}
	return ptrIn(ctx, ir.ElementOrSelf(p.pointee), p.space)
}

// operandList reads `[%a, %b]`.
func operandList(p ir.OpParser) []ir.UnresolvedOperand {
	p.Literal("[")
	list := p.Operands()
	p.Literal("]")
	return list
}

func printList(p ir.OpPrinter, vs []*ir.Value) {
	p.Text("[")
	p.Operands(vs)
	p.Text("]")
}

// resolveAll resolves operands of one type and appends their values.
func resolveAll(p ir.OpParser, st *ir.OpState, list []ir.UnresolvedOperand, t ir.Type) {
	for _, u := range list {
		st.Operands = append(st.Operands, p.Resolve(u, t))
	}
}
