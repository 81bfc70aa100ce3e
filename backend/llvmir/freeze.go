package llvmir

import (
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// emitFreeze fixes a value that may be undefined. With typed pointers the compiler may be LLVM 7, which has no freeze
// and may take a different number at each use of an undefined value. There the value goes through a move in inline
// assembly, which LLVM cannot see through.
func emitFreeze(b *body, op *ir.Operation) error {
	v, err := b.plain(op, op.Operand(0))
	if err != nil {
		return err
	}
	if b.pointers == Opaque {
		b.emit(op, llir.NewInstFreeze(v))
		return nil
	}
	frozen, ok := b.moved(v)
	if !ok {
		return op.Errorf("on %s has no form that libNVVM knows", ir.Quote(op.Result(0).Type()))
	}
	b.values.Set(op.Result(0), frozen)
	return nil
}

// moved returns v after a move to another register. ok is false if no register can hold it.
func (b *body) moved(v value.Value) (moved value.Value, ok bool) {
	if c, isConstant := v.(constant.Constant); isConstant {
		return defined(c), true
	}
	switch t := v.Type().(type) {
	case *types.VectorType:
		out := value.Value(constant.NewUndef(t))
		for i := range int64(t.Len) {
			at := constant.NewInt(types.I32, i)
			elem := llir.NewExtractElement(v, at)
			elem.Typ = t.ElemType
			x, ok := b.moved(add(b, elem))
			if !ok {
				return nil, false
			}
			out = add(b, llir.NewInsertElement(out, x, at))
		}
		return out, true
	case *types.StructType:
		out := value.Value(constant.NewUndef(t))
		for i, field := range t.Fields {
			x, ok := b.moved(add(b, &llir.InstExtractValue{X: v, Indices: []uint64{uint64(i)}, Typ: field}))
			if !ok {
				return nil, false
			}
			out = add(b, &llir.InstInsertValue{X: out, Elem: x, Indices: []uint64{uint64(i)}, Typ: t})
		}
		return out, true
	case *types.PointerType:
		return b.movedAs(types.I64, v, func(v value.Value, to types.Type) llir.Instruction { return llir.NewPtrToInt(v, to) },
			func(v value.Value, to types.Type) llir.Instruction { return llir.NewIntToPtr(v, to) })
	case *types.FloatType:
		return b.movedAs(types.NewInt(uint64(elementBits(t))), v,
			func(v value.Value, to types.Type) llir.Instruction { return llir.NewBitCast(v, to) },
			func(v value.Value, to types.Type) llir.Instruction { return llir.NewBitCast(v, to) })
	case *types.IntType:
		for _, r := range [...]struct {
			typ    *types.IntType
			suffix string
			letter string
		}{{types.I16, "b16", "h"}, {types.I32, "b32", "r"}, {types.I64, "b64", "l"}} {
			if t.BitSize == r.typ.BitSize {
				return add(b, assembly("mov."+r.suffix+" $0, $1;", "="+r.letter+","+r.letter, t, v)), true
			}
			if t.BitSize < r.typ.BitSize {
				return b.movedAs(r.typ, v, func(v value.Value, to types.Type) llir.Instruction { return llir.NewZExt(v, to) },
					func(v value.Value, to types.Type) llir.Instruction { return llir.NewTrunc(v, to) })
			}
		}
	}
	return nil, false
}

// movedAs moves a value as a value of another type.
func (b *body) movedAs(t types.Type, v value.Value, to,
	back func(value.Value, types.Type) llir.Instruction) (value.Value, bool) {
	word := to(v, t)
	b.block.Insts = append(b.block.Insts, word)
	moved, ok := b.moved(word.(value.Value))
	if !ok {
		return nil, false
	}
	inst := back(moved, v.Type())
	b.block.Insts = append(b.block.Insts, inst)
	return inst.(value.Value), true
}

// defined returns a constant in which undefined elements are replaced by zeros.
func defined(c constant.Constant) constant.Constant {
	all := func(elems []constant.Constant) []constant.Constant {
		out := make([]constant.Constant, len(elems))
		for i, e := range elems {
			out[i] = defined(e)
		}
		return out
	}
	switch c := c.(type) {
	case *constant.Undef:
		if _, isPointer := c.Typ.(*types.PointerType); isPointer {
			return literal{c.Typ, "null"}
		}
		return constant.NewZeroInitializer(c.Typ)
	case *constant.Vector:
		return &constant.Vector{Typ: c.Typ, Elems: all(c.Elems)}
	case *constant.Array:
		return &constant.Array{Typ: c.Typ, Elems: all(c.Elems)}
	case *constant.Struct:
		return &constant.Struct{Typ: c.Typ, Fields: all(c.Fields)}
	}
	return c
}
