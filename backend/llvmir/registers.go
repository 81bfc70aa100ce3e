package llvmir

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// Structures stand for groups of registers, such as an accumulator. They are printed field by field, so that
//
//	%1 = llvm.insertvalue %x, %0[0] : !llvm.struct<(f32, f32)>
//	%2 = llvm.insertvalue %y, %1[1] : !llvm.struct<(f32, f32)>
//	%3 = llvm.extractvalue %2[0] : !llvm.struct<(f32, f32)>
//
// prints nothing, and %3 is %x. libNVVM's constant propagation (IPSCCP) takes quadratic time for such structures.

// fieldwise are the operations that read and make structures field by field. For others a structure is put together.
var fieldwise = map[*ir.OpDef]bool{&llvm.InsertValue: true, &llvm.ExtractValue: true, &nvvm.WgmmaMMAAsync: true,
	&tilegpu.RegisterProduct: true, &tilegpu.FenceRegisters: true, &tilegpu.AwaitProducts: true}

// fields returns the fields of a structure.
func (b *body) fields(v *ir.Value) []value.Value {
	if known := b.parts[v]; known != nil {
		return known
	}
	whole := b.values.Get(v)
	if _, undefined := whole.(*constant.Undef); !undefined {
		return b.extract(whole)
	}
	var fields []value.Value
	for _, t := range whole.Type().(*types.StructType).Fields {
		fields = append(fields, constant.NewUndef(t))
	}
	return fields
}

// extract adds instructions that extract all fields of a structure.
func (b *body) extract(whole value.Value) (fields []value.Value) {
	for i, t := range whole.Type().(*types.StructType).Fields {
		fields = append(fields, add(b, &llir.InstExtractValue{X: whole, Indices: []uint64{uint64(i)}, Typ: t}))
	}
	return fields
}

// whole puts a structure together.
func (b *body) whole(v *ir.Value) value.Value {
	fields := b.parts[v]
	t := b.registers(fields)
	out := value.Value(constant.NewUndef(t))
	for i, field := range fields {
		out = add(b, &llir.InstInsertValue{X: out, Elem: field, Indices: []uint64{uint64(i)}, Typ: t})
	}
	return out
}

// withWhole calls emit for an operation with the values of its operands that are known field by field.
func (b *body) withWhole(op *ir.Operation, emit emitter) error {
	if len(b.parts) == 0 || fieldwise[op.Def()] {
		return emit(b, op)
	}
	return b.withParts(op, emit)
}

// withParts is withWhole where values may consist of parts.
func (b *body) withParts(op *ir.Operation, emit emitter) error {
	for _, v := range op.Operands() {
		if b.parts[v] != nil && b.values.Get(v) == nil {
			b.values.Set(v, b.whole(v))
			defer b.values.Delete(v) // other uses may be in blocks that this one does not dominate
		}
	}
	return emit(b, op)
}

// registers returns the type of a structure of values.
func (b *body) registers(fields []value.Value) types.Type {
	list := make([]types.Type, len(fields))
	for i, v := range fields {
		list[i] = v.Type()
	}
	return b.structure(list, false)
}

// mostFields is the largest number of fields of structure types without names. The name of a type is shorter than its
// fields, which would be repeated at each use.
const mostFields = 8

// structure returns the type of structures with some fields.
func (t *translator) structure(fields []types.Type, packed bool) types.Type {
	s := types.NewStruct(fields...)
	s.Packed = packed
	if len(fields) <= mostFields {
		return s
	}
	key := s.LLString()
	if known := t.structures[key]; known != nil {
		return known
	}
	t.module.NewTypeDef(fmt.Sprint("registers", len(t.structures)), s)
	t.structures[key] = s
	return s
}

func emitExtractValue(b *body, op *ir.Operation) error {
	at := position(op)
	if known := b.parts[op.Operand(0)]; known != nil && len(at) == 1 {
		b.values.Set(op.Result(0), known[at[0]])
		return nil
	}
	typ, err := b.convert(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	b.emit(op, &llir.InstExtractValue{X: b.operand(op, 0), Indices: at, Typ: typ})
	return nil
}

func emitInsertValue(b *body, op *ir.Operation) error {
	v, err := b.plain(op, op.Operand(1))
	if err != nil {
		return err
	}
	if v == nil {
		v = b.whole(op.Operand(1))
	}
	container, at := op.Operand(0), position(op)
	_, undefined := b.values.Get(container).(*constant.Undef)
	if len(at) == 1 && (undefined || b.parts[container] != nil) {
		if t, ok := container.Type().(*llvm.StructType); ok && isFlat(t) {
			fields := b.fields(container)
			if !container.HasOneUse() {
				fields = slices.Clone(fields)
			}
			fields[at[0]] = v
			b.parts[op.Result(0)] = fields
			return nil
		}
	}
	whole := b.operand(op, 0)
	b.emit(op, &llir.InstInsertValue{X: whole, Elem: v, Indices: at, Typ: whole.Type()})
	return nil
}

// isFlat reports whether a structure has no structures, arrays or pointers as fields.
func isFlat(t *llvm.StructType) bool {
	return !t.Packed && !slices.ContainsFunc(t.Fields, func(f ir.Type) bool {
		switch f.(type) {
		case *ir.IntegerType, *ir.FloatType, *ir.VectorType:
			return false
		}
		return true
	})
}

func position(op *ir.Operation) []uint64 {
	var indices []uint64
	for _, i := range llvm.Position(op) {
		indices = append(indices, uint64(i))
	}
	return indices
}
