package llvm

import (
	"math"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// notAtomic is the memory ordering of loads and stores. Atomic loads and stores are not supported.
var notAtomic = ir.OpAttr{Name: "ordering", Default: zeroI64, Attr: ir.AttrConstraint{
	Summary: "Atomic ordering for LLVM's memory model",
	Check: func(a ir.Attribute) bool {
		i, ok := a.(*ir.IntegerAttr)
		return ok && ir.IsInt(i.Type(), 64) && i.IsZero()
	},
	Storage: constraints.I64Attr.Storage,
}}

// syncScope is the scope of an atomic access.
var syncScope = ir.OpAttr{Name: "syncscope", Attr: constraints.String, Optional: true}

func verifyNotAtomic(op *ir.Operation) error {
	if op.Inherent(syncScope.Name) != nil {
		return op.Errorf("expected syncscope to be null for non-atomic access")
	}
	return nil
}

// Load defines `llvm.load`.
var Load = ir.OpDef{
	Name:     "llvm.load",
	Summary:  instruction("load"),
	Operands: []ir.ValueDef{{Name: "addr", Type: anyPointer}},
	Results:  []ir.ValueDef{{Name: "res", Type: loadable}},
	Attrs: []ir.OpAttr{
		{Name: "alignment", Attr: constraints.I64Attr, Optional: true},
		{Name: "volatile_", Attr: constraints.Unit, Optional: true},
		{Name: "nontemporal", Attr: constraints.Unit, Optional: true},
		{Name: "invariant", Attr: constraints.Unit, Optional: true},
		notAtomic, syncScope,
	},
	Verify:   verifyNotAtomic,
	Assembly: `('volatile' $volatile_^)? $addr ('invariant' $invariant^)? attr-dict ':' type($addr) '->' type($res)`,

	Interfaces: []any{accessEffects(ir.Read, 0)},
}

// Store defines `llvm.store`.
var Store = ir.OpDef{
	Name:     "llvm.store",
	Summary:  instruction("store"),
	Operands: []ir.ValueDef{{Name: "value", Type: loadable}, {Name: "addr", Type: anyPointer}},
	Attrs: []ir.OpAttr{
		{Name: "alignment", Attr: constraints.I64Attr, Optional: true},
		{Name: "volatile_", Attr: constraints.Unit, Optional: true},
		{Name: "nontemporal", Attr: constraints.Unit, Optional: true},
		notAtomic, syncScope,
	},
	Verify:   verifyNotAtomic,
	Assembly: `('volatile' $volatile_^)? $value ',' $addr attr-dict ':' type($value) ',' type($addr)`,

	Interfaces: []any{accessEffects(ir.Write, 1)},
}

// accessEffects returns the effects of an access through operand addr. A volatile access reads and writes any memory,
// so that it is not moved.
func accessEffects(kind ir.EffectKind, addr int) ir.EffectsFunc {
	return func(op *ir.Operation, yield func(ir.Effect) bool) {
		if !yield(ir.Effect{Kind: kind, Value: op.Operand(addr)}) || op.Inherent("volatile_") == nil {
			return
		}
		if yield(ir.Effect{Kind: ir.Read}) {
			yield(ir.Effect{Kind: ir.Write})
		}
	}
}

// Alignment returns the alignment of a load or store in bytes, 0 for the natural alignment of the type.
func Alignment(op *ir.Operation) int64 { return flagsOf(op, "alignment") }

// NewLoad creates a load of a value of type t, aligned to a number of bytes, and returns the value.
func NewLoad(b *ir.Builder, t ir.Type, addr *ir.Value, alignment int64) *ir.Value {
	st := b.State(&Load)
	st.Operands = append(st.Operands, addr)
	st.Types = append(st.Types, t)
	st.SetInherent("alignment", b.Context().Integer(b.Context().I(64), alignment))
	return b.Create(st).Result(0)
}

// NewStore creates a store, aligned to a number of bytes.
func NewStore(b *ir.Builder, value, addr *ir.Value, alignment int64) *ir.Operation {
	st := b.State(&Store)
	st.Operands = append(st.Operands, value, addr)
	st.SetInherent("alignment", b.Context().Integer(b.Context().I(64), alignment))
	return b.Create(st)
}

const (
	elemTypeAttr     = "elem_type"
	constIndicesAttr = "rawConstantIndices"
	// dynamicIndex marks an index in rawConstantIndices that is an operand.
	dynamicIndex = math.MinInt32
)

// GetElementPtr defines `llvm.getelementptr`.
var GetElementPtr = ir.OpDef{
	Name:    "llvm.getelementptr",
	Summary: instruction("getelementptr"),
	Operands: []ir.ValueDef{{Name: "base", Type: pointers},
		{Name: "dynamicIndices", Type: integers, Arity: ir.Variadic}},
	Results: []ir.ValueDef{{Name: "res", Type: pointers}},
	Attrs: []ir.OpAttr{
		{Name: constIndicesAttr, Attr: constraints.DenseI32Array},
		{Name: elemTypeAttr, Attr: constraints.Type},
		{Name: noWrapFlags, Attr: ir.AttrConstraint{Summary: "GEP no-wrap flags", Check: isFlagBits(7),
			Storage: isFlagBits(7)}, Default: zeroI32},
	},
	Traits: ir.Pure,
	Parse:  parseGEP,
	Print:  printGEP,
	Verify: verifyGEP,

	Interfaces: []any{alias.Source(0)},
}

// Index is an index of a getelementptr: Value, or Const if Value is nil.
type Index struct {
	Value    *ir.Value
	Constant int32
}

// GEPIndices returns the indices of a getelementptr.
func GEPIndices(op *ir.Operation) []Index {
	raw := op.Inherent(constIndicesAttr).(*ir.DenseArrayAttr)
	out := make([]Index, raw.Len())
	next := 1
	for i := range out {
		if c := raw.Int64(i); c != dynamicIndex {
			out[i].Constant = int32(c)
		} else if next < op.NumOperands() {
			out[i].Value = op.Operand(next)
			next++
		}
	}
	return out
}

// GEPElemType returns the type whose size is the unit of a getelementptr's first index.
func GEPElemType(op *ir.Operation) ir.Type { return op.Inherent(elemTypeAttr).(*ir.TypeAttr).Value }

// GEPPointee returns the type at the address that a verified getelementptr computes.
func GEPPointee(op *ir.Operation) ir.Type {
	t := GEPElemType(op)
	for i, x := range GEPIndices(op) {
		if i > 0 {
			t, _ = indexed(op, t, x, i)
		}
	}
	return t
}

// NewGEP creates the address of an element and returns it.
func NewGEP(b *ir.Builder, elem ir.Type, base *ir.Value, flags int64, indices ...Index) *ir.Value {
	ctx := b.Context()
	st := b.State(&GetElementPtr)
	st.Operands = append(st.Operands, base)
	raw := make([]int32, len(indices))
	for i, x := range indices {
		raw[i] = x.Constant
		if x.Value != nil {
			raw[i] = dynamicIndex
			st.Operands = append(st.Operands, x.Value)
		}
	}
	st.Types = append(st.Types, base.Type())
	st.SetInherent(constIndicesAttr, ctx.DenseI32(raw...))
	st.SetInherent(elemTypeAttr, ctx.TypeAttr(elem))
	st.SetInherent(noWrapFlags, ctx.Integer(ctx.I(32), flags))
	return b.Create(st).Result(0)
}

func parseGEP(p ir.OpParser, st *ir.OpState) {
	ctx := p.Context()
	flags := int64(0)
	for more := true; more; more = flags != 0 && p.TryLiteral("|") {
		switch {
		case p.TryLiteral("inbounds"):
			flags |= InBounds
		case p.TryLiteral("nusw"):
			flags |= nusw
		case p.TryLiteral("nuw"):
			flags |= nuw
		}
	}
	st.SetInherent(noWrapFlags, ctx.Integer(ctx.I(32), flags))
	operands := []ir.UnresolvedOperand{p.Operand()}
	pos := p.Pos()
	p.Literal("[")
	var raw []int32
	if !p.TryLiteral("]") {
		for more := true; more; more = p.TryLiteral(",") {
			if u, ok := p.TryOperand(); ok {
				operands = append(operands, u)
				raw = append(raw, dynamicIndex)
				continue
			}
			raw = append(raw, int32(p.Int64()))
		}
		p.Literal("]")
	}
	st.SetInherent(constIndicesAttr, ctx.DenseI32(raw...))
	p.AttrDict(st)
	p.Literal(":")
	typePos := p.Pos()
	t := p.Type()
	f, ok := t.(*ir.FunctionType)
	if p.Failed() {
		return
	}
	if !ok {
		p.Errorf(typePos, "invalid kind of type specified: expected builtin.function, but found %s", ir.Quote(t))
		return
	}
	p.Literal(",")
	st.SetInherent(elemTypeAttr, ctx.TypeAttr(p.Type()))
	st.Types = append(st.Types, f.Results...)
	p.ResolveInto(st, operands, f.Inputs, pos)
}

func printGEP(p ir.OpPrinter, op *ir.Operation) {
	p.Text(" ")
	switch flags := NoWrapOf(op); {
	case flags&InBounds == InBounds && flags&nuw != 0:
		p.Text("inbounds|nuw ")
	case flags&InBounds == InBounds:
		p.Text("inbounds ")
	case flags == nusw|nuw:
		p.Text("nusw|nuw ")
	case flags == nusw:
		p.Text("nusw ")
	case flags == nuw:
		p.Text("nuw ")
	}
	p.Operand(op.Operand(0))
	p.Text("[")
	for i, x := range GEPIndices(op) {
		if i > 0 {
			p.Text(", ")
		}
		if x.Value != nil {
			p.Operand(x.Value)
		} else {
			p.Int(int64(x.Constant))
		}
	}
	p.Text("]")
	p.AttrDict(op, constIndicesAttr, elemTypeAttr, noWrapFlags)
	p.Text(" : ")
	p.FunctionType(op.OperandTypes(), op.ResultTypes())
	p.Text(", ")
	p.Type(GEPElemType(op))
}

func verifyGEP(op *ir.Operation) error {
	raw := op.Inherent(constIndicesAttr).(*ir.DenseArrayAttr)
	dynamic := 0
	for i := range raw.Len() {
		if raw.Int64(i) == dynamicIndex {
			dynamic++
		}
	}
	if dynamic != op.NumOperands()-1 {
		return op.Errorf("expected as many dynamic indices as specified in 'rawConstantIndices'")
	}
	t := GEPElemType(op)
	for i, x := range GEPIndices(op)[min(1, raw.Len()):] {
		var err error
		if t, err = indexed(op, t, x, i+1); err != nil {
			return err
		}
	}
	return nil
}

// indexed returns the type that index number i of a getelementptr selects inside t.
func indexed(op *ir.Operation, t ir.Type, x Index, i int) (ir.Type, error) {
	switch t := t.(type) {
	case *ArrayType:
		return t.Elem, nil
	case *ir.VectorType:
		return t.ElementType(), nil
	case *StructType:
		c := int64(x.Constant)
		if x.Value != nil {
			v, ok := ConstantInt(x.Value)
			if !ok {
				return nil, op.Errorf("expected index %d indexing a struct to be constant", i)
			}
			c = v
		}
		if c < 0 || c >= int64(len(t.Fields)) {
			return nil, op.Errorf("index %d indexing a struct is out of bounds", i)
		}
		return t.Fields[c], nil
	}
	return nil, op.Errorf("type %s cannot be indexed (index #%d)", ir.Quote(t), i)
}
