package tilegpu

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// AddParts defines `tilegpu.add_parts`: programs that run at the same time, or one after the other in any order, each
// have a part of some sums. The last one to arrive gets the sums, and true. It adds the parts in their order, so that
// the sums do not depend on who is the last one. The others get what they have, and false. Nobody waits for others. If
// there is one part only, the sums are that part, and nothing touches memory; with no parts, the result is false.
//
//	%sum, %last = tilegpu.add_parts %mine part %s of %parts slots %first of %memory counter %n of %counters :
//	    !tile.ptr<i32>, tensor<128x256xf32>
//
// Part number s of the sums goes to slot first + s of the memory, which has room for all elements of the values. Where
// in a slot an element goes is not specified. Number n of the counters counts who has arrived. It must be zero before
// the first one arrives, and is zero again when the last one has the sums. What programs wrote before they arrive is
// visible to the last one.
var AddParts = ir.OpDef{
	Name:    "tilegpu.add_parts",
	Summary: "sums of parts that several programs have, for the last one to arrive",
	Operands: []ir.ValueDef{{Name: "values", Type: constraints.AnyRankedTensor, Arity: ir.Variadic},
		{Name: "part", Type: constraints.I32}, {Name: "parts", Type: constraints.I32},
		{Name: "first", Type: constraints.I32}, {Name: "memory", Type: constraints.AnyType},
		{Name: "n", Type: constraints.I32}, {Name: "counters", Type: constraints.AnyType}},
	Results: []ir.ValueDef{{Name: "sums", Type: constraints.AnyRankedTensor, Arity: ir.Variadic},
		{Name: "last", Type: constraints.I1}},
	TypeRules: []ir.TypeRule{
		{From: "values", To: "sums", Summary: "the sums have the types of the parts",
			Map: func(_ *ir.Context, t ir.Type) ir.Type { return t }},
		{From: "memory", To: "counters", Summary: "both pointers lead to numbers of 32 bits",
			Map: func(_ *ir.Context, t ir.Type) ir.Type { return t }}},
	Assembly: `$values 'part' $part 'of' $parts 'slots' $first 'of' $memory 'counter' $n 'of' $counters attr-dict ` +
		`':' type($memory) ',' type($values)`,
	Interfaces: []any{ir.EffectsFunc(func(op *ir.Operation, yield func(ir.Effect) bool) {
		p := PartsAdded{op}
		for _, at := range []*ir.Value{p.Memory(), p.Counters()} {
			if !yield(ir.Effect{Kind: ir.Read, Value: at}) || !yield(ir.Effect{Kind: ir.Write, Value: at}) {
				return
			}
		}
	})},
	Verify: verifyAddParts,
}

// PartsAdded is a view of an [AddParts].
type PartsAdded struct{ *ir.Operation }

// behind are the operands of an [AddParts] behind the values.
const behind = 6

func (p PartsAdded) operand(i int) *ir.Value { return p.Operand(p.NumOperands() - behind + i) }

// Values returns what the program has of each sum.
func (p PartsAdded) Values() []*ir.Value { return p.OperandRange(0, p.NumOperands()-behind) }

// Part returns the number of the program's part, Count the number of parts, and First the slot of the first part.
func (p PartsAdded) Part() *ir.Value  { return p.operand(0) }
func (p PartsAdded) Count() *ir.Value { return p.operand(1) }
func (p PartsAdded) First() *ir.Value { return p.operand(2) }

// Memory returns the memory with the slots, Counter the number of the counter, and Counters the memory with counters.
func (p PartsAdded) Memory() *ir.Value   { return p.operand(3) }
func (p PartsAdded) Counter() *ir.Value  { return p.operand(4) }
func (p PartsAdded) Counters() *ir.Value { return p.operand(5) }

// SlotWords returns how many numbers of 32 bits a slot has.
func (p PartsAdded) SlotWords() (n int64) {
	for _, v := range p.Values() {
		n += ir.Product(ir.TensorShape(v.Type()))
	}
	return n
}

// Memories are what programs that add parts share: memory with slots for parts, and counters.
type Memories struct{ Slots, Counters *ir.Value }

// NewAddParts creates the addition of parts, and returns the sums and whether the program is the last one.
func NewAddParts(b *ir.Builder, values []*ir.Value, part, parts, first, n *ir.Value, m Memories) (sums []*ir.Value,
	last *ir.Value) {
	st := b.State(&AddParts)
	st.Operands = slices.Concat(values, []*ir.Value{part, parts, first, m.Slots, n, m.Counters})
	for _, v := range values {
		st.Types = append(st.Types, v.Type())
	}
	st.Types = append(st.Types, b.Context().I(1))
	results := b.Create(st).ResultValues()
	return results[:len(values)], results[len(values)]
}

func verifyAddParts(op *ir.Operation) error {
	p := PartsAdded{op}
	if len(p.Values()) == 0 {
		return op.Errorf("expected values")
	}
	for i, v := range p.Values() {
		t := v.Type().(*ir.TensorType)
		if e := t.ElementType(); !ir.IsInt(e, 32) && e != ir.Type(op.Context().F32()) {
			return op.Errorf("parts of f32 or i32 are added, but value #%d is %s", i, ir.Quote(t))
		}
		if v.Type() != p.Values()[0].Type() {
			return op.Errorf("all values must have one type, but there are %s and %s", ir.Quote(p.Values()[0].Type()),
				ir.Quote(t))
		}
	}
	if t, ok := p.Memory().Type().(*tile.PtrType); !ok || !ir.IsInt(t.Pointee(), 32) || p.Counters().Type() != ir.Type(t) {
		return op.Errorf("slots and counters are behind pointers to i32, but got %s and %s", ir.Quote(p.Memory().Type()),
			ir.Quote(p.Counters().Type()))
	}
	return nil
}
