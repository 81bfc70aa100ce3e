package llvmir

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	"github.com/llir/llvm/ir/types"
)

// opaquePointer is the type `ptr`, which llir does not have.
type opaquePointer struct{ space uint32 }

func (p opaquePointer) String() string {
	if p.space == 0 {
		return "ptr"
	}
	return fmt.Sprintf("ptr addrspace(%d)", p.space)
}

func (p opaquePointer) LLString() string { return p.String() }

func (p opaquePointer) Equal(u types.Type) bool {
	q, ok := u.(opaquePointer)
	return ok && p == q
}

func (opaquePointer) Name() string   { return "" }
func (opaquePointer) SetName(string) {}

// bfloat is the type `bfloat`, which llir does not have either.
type bfloat struct{}

func (bfloat) String() string   { return "bfloat" }
func (bfloat) LLString() string { return "bfloat" }
func (bfloat) Name() string     { return "" }
func (bfloat) SetName(string)   {}

func (bfloat) Equal(u types.Type) bool {
	_, ok := u.(bfloat)
	return ok
}

// convert returns the llir type of t; errors are reported at op. Typed pointers point to i8.
func (t *translator) convert(op *ir.Operation, typ ir.Type) (types.Type, error) {
	if typ == t.last.from {
		return t.last.to, nil
	}
	out := t.converted[typ]
	if out == nil {
		var err error
		if out, err = t.convertNew(op, typ); err != nil {
			return nil, err
		}
		t.converted[typ] = out
	}
	t.last.from, t.last.to = typ, out
	return out, nil
}

// convertNew is convert for a type that has not been converted before.
func (t *translator) convertNew(op *ir.Operation, typ ir.Type) (types.Type, error) {
	switch typ := typ.(type) {
	case *ir.IntegerType:
		return types.NewInt(uint64(typ.Width)), nil
	case *ir.FloatType:
		switch typ.Format.Name() {
		case "f16":
			return types.Half, nil
		case "bf16":
			if t.bfloat {
				return bfloat{}, nil
			}
			return types.I16, nil
		case "f32":
			return types.Float, nil
		case "f64":
			return types.Double, nil
		}
	case *ir.VectorType:
		elem, err := t.convert(op, typ.ElementType())
		return types.NewVector(uint64(typ.Shape()[0]), elem), err
	case *llvm.PointerType:
		return t.pointer(op, typ, nil)
	case *llvm.ArrayType:
		elem, err := t.convert(op, typ.Elem)
		return types.NewArray(uint64(typ.Len), elem), err
	case *llvm.StructType:
		fields := make([]types.Type, len(typ.Fields))
		for i, f := range typ.Fields {
			var err error
			if fields[i], err = t.convert(op, f); err != nil {
				return nil, err
			}
		}
		return t.structure(fields, typ.Packed), nil
	case *llvm.VoidType:
		return types.Void, nil
	}
	return nil, op.Errorf("type %s has no counterpart in LLVM IR for NVPTX", ir.Quote(typ))
}

// pointer returns the type of pointers to pointee, or to i8 if that is nil. Only typed pointers depend on the pointee.
func (t *translator) pointer(op *ir.Operation, p *llvm.PointerType, pointee ir.Type) (types.Type, error) {
	if p.AddrSpace == nvvm.ClusterSpace { // some compilers do not know this address space
		return types.I32, nil
	}
	if t.pointers == Opaque {
		return opaquePointer{p.AddrSpace}, nil
	}
	key := typedPointer{pointee, p.AddrSpace}
	if known := t.typed[key]; known != nil {
		return known, nil
	}
	elem := types.Type(types.I8)
	if pointee != nil {
		var err error
		if elem, err = t.convert(op, pointee); err != nil {
			return nil, err
		}
	}
	t.typed[key] = &types.PointerType{ElemType: elem, AddrSpace: types.AddrSpace(p.AddrSpace)}
	return t.typed[key], nil
}

// typedPointer is a pointer type of LLVM 7; a nil pointee stands for i8.
type typedPointer struct {
	pointee ir.Type
	space   uint32
}

// sameType reports whether two types are equal. Equal pointers are mostly one object, and types.Equal would compare the
// texts of others.
func sameType(x, y types.Type) bool {
	if x == y {
		return true
	}
	p, isPointer := x.(*types.PointerType)
	q, alsoPointer := y.(*types.PointerType)
	if isPointer && alsoPointer {
		return p.AddrSpace == q.AddrSpace && sameType(p.ElemType, q.ElemType)
	}
	return isPointer == alsoPointer && types.Equal(x, y)
}

// wantedPointee returns the element type of the first access through a pointer in its use list, or nil. It is a
// heuristic that saves casts.
func wantedPointee(v *ir.Value) ir.Type {
	for use := range v.Uses() {
		switch op := use.Owner(); {
		case op.Is(&llvm.GetElementPtr) && use.Index() == 0:
			return llvm.GEPElemType(op)
		case op.Is(&llvm.Load):
			return op.Result(0).Type()
		case op.Is(&llvm.Store) && use.Index() == 1:
			return op.Operand(0).Type()
		}
	}
	return nil
}

// isCarried reports whether t is a bf16, or a vector of bf16, which is represented by i16.
func (t *translator) isCarried(typ ir.Type) bool {
	f, ok := ir.ElementOrSelf(typ).(*ir.FloatType)
	return ok && f.Format.Name() == "bf16" && !t.bfloat
}
