package llvm

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Casts.
var (
	SExt          = verified(cast("sext", integers, integers), verifyExtension)
	ZExt          = nonNegative(verified(cast("zext", integers, integers), verifyExtension))
	Trunc         = wrappingCast(cast("trunc", integers, integers))
	FPExt         = cast("fpext", floats, floats)
	FPTrunc       = cast("fptrunc", floats, floats)
	SIToFP        = cast("sitofp", integers, floats)
	UIToFP        = nonNegative(cast("uitofp", integers, floats))
	FPToSI        = cast("fptosi", floats, integers)
	FPToUI        = cast("fptoui", floats, integers)
	Bitcast       = verified(cast("bitcast", nonAggregate, nonAggregate), verifyBitcast)
	PtrToInt      = cast("ptrtoint", pointers, integers)
	IntToPtr      = cast("inttoptr", integers, pointers)
	AddrSpaceCast = viewing(cast("addrspacecast", pointers, pointers))
)

func cast(name string, from, to ir.TypeConstraint) ir.OpDef {
	return ir.OpDef{
		Name:     "llvm." + name,
		Summary:  instruction(name),
		Operands: []ir.ValueDef{{Name: "arg", Type: from}},
		Results:  []ir.ValueDef{{Name: "res", Type: to}},
		Traits:   ir.Pure,
		Assembly: `$arg attr-dict ':' type($arg) 'to' type($res)`,
	}
}

// viewing returns the definition of an operation whose result refers to the same memory as its operand.
func viewing(def ir.OpDef) ir.OpDef {
	def.Interfaces = append(def.Interfaces, alias.Source(0))
	return def
}

func verified(def ir.OpDef, verify func(*ir.Operation) error) ir.OpDef {
	def.Verify = verify
	return def
}

func nonNegative(def ir.OpDef) ir.OpDef {
	def.Attrs = []ir.OpAttr{{Name: nonNeg, Attr: constraints.Unit, Optional: true}}
	def.Assembly = `('nneg' $nonNeg^)? ` + def.Assembly
	return def
}

func wrappingCast(def ir.OpDef) ir.OpDef {
	def.Attrs = []ir.OpAttr{defaultOverflow()}
	def.Assembly = `$arg ($overflowFlags^)? attr-dict ':' type($arg) 'to' type($res)`
	return def
}

func verifyExtension(op *ir.Operation) error {
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	v, fromVector := from.(*ir.VectorType)
	w, toVector := to.(*ir.VectorType)
	switch {
	case fromVector && toVector && !slices.Equal(v.Shape(), w.Shape()):
		return ir.Errorf(op.Loc(), "input and output vectors are of incompatible shape")
	case fromVector && !toVector:
		return ir.Errorf(op.Loc(), "input type is a vector but output type is an integer")
	case toVector && !fromVector:
		return ir.Errorf(op.Loc(), "input type is an integer but output type is a vector")
	}
	if ir.BitWidth(ir.ElementOrSelf(to)) <= ir.BitWidth(ir.ElementOrSelf(from)) {
		return ir.Errorf(op.Loc(), "integer width of the output type is smaller or equal to the integer width of the "+
			"input type")
	}
	return nil
}

// verifyBitcast checks that pointers are only cast to pointers of the same address space.
func verifyBitcast(op *ir.Operation) error {
	from, fromPointer := ir.ElementOrSelf(op.Operand(0).Type()).(*PointerType)
	to, toPointer := ir.ElementOrSelf(op.Result(0).Type()).(*PointerType)
	_, fromVector := op.Operand(0).Type().(*ir.VectorType)
	_, toVector := op.Result(0).Type().(*ir.VectorType)
	switch {
	case fromPointer != toPointer:
		return op.Errorf("can only cast pointers from and to pointers")
	case !fromPointer:
	case fromVector && !toVector:
		return op.Errorf("cannot cast vector of pointers to pointer")
	case toVector && !fromVector:
		return op.Errorf("cannot cast pointer to vector of pointers")
	case from.AddrSpace != to.AddrSpace:
		return op.Errorf("cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead")
	}
	return nil
}

// NewCast creates a cast by a definition of this file and returns its result.
func NewCast(b *ir.Builder, def *ir.OpDef, v *ir.Value, to ir.Type) *ir.Value {
	st := b.State(def)
	st.Operands = append(st.Operands, v)
	st.Types = append(st.Types, to)
	return b.Create(st).Result(0)
}
