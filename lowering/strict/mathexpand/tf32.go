package mathexpand

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// A tf32 is represented, in memory and in registers, by the f32 of the same value: the 13 low bits of the significand,
// which tf32 lacks, are zero. Targets have the type in matrix products only, so values and pointers of tf32 become
// values and pointers of f32:
//
//	%v = tile.load %p : !tile.ptr<tf32>
//	%w = arith.extf %v : tf32 to f32
//
// becomes
//
//	%v = tile.load %p : !tile.ptr<f32>
//	%w = ... %v without the low 13 bits

// droppedTF32 is the number of low bits of an f32 that a tf32 lacks.
const droppedTF32 = 13

func isTF32(t ir.Type) bool {
	f, ok := ir.ElementOrSelf(t).(*ir.FloatType)
	return ok && f.Format == apfloat.TF32
}

// keepInSingle replaces tf32 by f32 in all types and attributes inside op.
func keepInSingle(op *ir.Operation) {
	var narrowing, widening, loads, products []*ir.Operation
	var numbers []*ir.Value
	found := false
	op.Walk(func(inner *ir.Operation) bool {
		found = found || touchesTF32(inner)
		switch {
		case inner.Is(&tile.KernelOp):
			for _, v := range inner.Region(0).Entry().Args() {
				if _, scalar := v.Type().(*ir.FloatType); scalar && isTF32(v.Type()) {
					numbers = append(numbers, v)
				}
			}
		case inner.Is(&arith.TruncF) && isTF32(inner.Result(0).Type()):
			narrowing = append(narrowing, inner)
		case inner.Is(&arith.ExtF) && isTF32(inner.Operand(0).Type()):
			widening = append(widening, inner)
		case (inner.Is(&tile.Load) || inner.Is(&tile.LoadView)) && isTF32(inner.Result(0).Type()):
			loads = append(loads, inner)
		case inner.Is(&tile.Dot) && isTF32(inner.Operand(0).Type()):
			products = append(products, inner)
		}
		return true
	})
	if !found {
		return
	}
	op.Walk(func(inner *ir.Operation) bool { retype(inner); return true })
	for _, inner := range narrowing {
		b := newBuilder(inner).of(inner.Result(0).Type())
		inner.Result(0).ReplaceAllUsesWith(b.roundedToTF32(b.single(inner.Operand(0)), modeOf(inner)))
		inner.Erase()
	}
	for _, inner := range widening {
		if inner.Operand(0).Type() == inner.Result(0).Type() {
			inner.Result(0).ReplaceAllUsesWith(inner.Operand(0))
			inner.Erase()
		}
	}
	for _, v := range numbers { // round scalar arguments, since a launch may pass any f32
		ctx := op.Context()
		b := (&builder{Builder: ir.NewBuilder(ctx), constants: make(map[ir.TypedAttr]*ir.Value)}).of(v.Type())
		b.AtStart(v.ParentBlock())
		before := v.ParentBlock().First()
		rounded := b.roundedToTF32(v, apfloat.ToNearestEven)
		v.ReplaceUsesIf(rounded, func(use *ir.Operand) bool {
			return use.Owner().Block() != v.ParentBlock() || before != nil && !use.Owner().IsBefore(before)
		})
	}
	for _, inner := range loads {
		v := inner.Result(0)
		b := newBuilder(inner)
		b.After(inner)
		bits := b.bits(v)
		cut := b.fromBits(b.binary(&arith.AndI, bits, b.word(-1<<droppedTF32)))
		v.ReplaceUsesIf(cut, func(use *ir.Operand) bool { return use.Owner() != bits.DefiningOp() })
	}
	for _, inner := range products {
		inner.SetAttr("precision", tile.Precisions.Attr(inner.Context(), tile.PrecisionTF32))
	}
}

// roundedToTF32 rounds an f32 to a tf32, represented as f32. A NaN stays NaN.
func (b *builder) roundedToTF32(x *ir.Value, mode apfloat.Mode) *ir.Value {
	pattern := b.bits(x)
	magnitude := b.binary(&arith.AndI, pattern, b.word(1<<31-1))
	negative := arith.NewCmpI(b.Builder, arith.SLT, pattern, b.word(0))
	added := b.binary(&arith.AddI, pattern, b.increment(magnitude, b.word(droppedTF32), negative, mode))
	none := arith.NewCmpI(b.Builder, arith.UGT, magnitude, b.word(0x7F800000))
	bits := b.choose(none, b.binary(&arith.OrI, pattern, b.word(0x400000)), added)
	return b.fromBits(b.binary(&arith.AndI, bits, b.word(-1<<droppedTF32)))
}

// saturatedTF32 returns the rounded tf32 of x, or the largest tf32 with its sign if x is beyond that.
func (b *builder) saturatedTF32(x, rounded *ir.Value) *ir.Value {
	s := b.of(rounded.Type())
	v := s.widened(rounded)
	largest := apfloat.F32.Float64(apfloat.Bits{Lo: apfloat.TF32.Largest(false).Lo << droppedTF32})
	beyond := s.binary(&arith.AndI, s.compare(arith.FOGT, s.abs(v), s.float(largest)), s.isNumber(x))
	return s.narrowed(s.choose(beyond, s.withSignOf(s.float(largest), v), v), rounded.Type())
}

// touchesTF32 reports whether an operation has results, block arguments or attributes of tf32. So it finds every value.
func touchesTF32(op *ir.Operation) bool {
	ctx := op.Context()
	for i := range op.NumResults() {
		if t := op.Result(i).Type(); singleOf(ctx, t) != t {
			return true
		}
	}
	for i := range op.NumRegions() {
		for block := range op.Region(i).Blocks() {
			if slices.ContainsFunc(block.Args(), func(v *ir.Value) bool { return singleOf(ctx, v.Type()) != v.Type() }) {
				return true
			}
		}
	}
	inherent, _ := op.Properties().(*ir.DictAttr)
	return holdsTF32(ctx, inherent) || holdsTF32(ctx, op.Attrs())
}

// holdsTF32 reports whether a dictionary, which may be nil, has attributes of tf32.
func holdsTF32(ctx *ir.Context, d *ir.DictAttr) bool {
	return d != nil &&
		slices.ContainsFunc(d.Entries, func(a ir.NamedAttr) bool { return singleAttr(ctx, a.Value) != a.Value })
}

// retype replaces tf32 by f32 in the results, block arguments and attributes of an operation.
func retype(op *ir.Operation) {
	ctx := op.Context()
	for _, v := range op.ResultValues() {
		v.SetType(singleOf(ctx, v.Type()))
	}
	for i := range op.NumRegions() {
		for block := range op.Region(i).Blocks() {
			for _, v := range block.Args() {
				v.SetType(singleOf(ctx, v.Type()))
			}
		}
	}
	for _, a := range attributes(op) {
		if to := singleAttr(ctx, a.Value); to != a.Value {
			op.SetAttr(a.Name, to)
		}
	}
}

// attributes lists the inherent and discardable attributes of an operation.
func attributes(op *ir.Operation) (list []ir.NamedAttr) {
	inherent, _ := op.Properties().(*ir.DictAttr)
	for _, d := range []*ir.DictAttr{inherent, op.Attrs()} {
		if d != nil {
			list = append(list, d.Entries...)
		}
	}
	return list
}

// singleOf returns a type with tf32 replaced by f32.
func singleOf(ctx *ir.Context, t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.FloatType:
		if t.Format == apfloat.TF32 {
			return ctx.F32()
		}
	case *tile.PtrType:
		if to := singleOf(ctx, t.Pointee()); to != t.Pointee() {
			return tile.Ptr(ctx, to)
		}
	case *tile.ArrayType:
		if to := singleOf(ctx, t.ElementType()); to != t.ElementType() {
			return tile.Array(ctx, t.Shape(), to, t.Strides())
		}
	case *tile.ViewType:
		if to := singleOf(ctx, t.Array()); to != ir.Type(t.Array()) {
			return tile.View(ctx, to.(*tile.ArrayType), t.Tile(), t.Order(), t.Steps(), t.Padding())
		}
	case *ir.TensorType:
		if to := singleOf(ctx, t.ElementType()); to != t.ElementType() {
			return ctx.WithElement(t, to)
		}
	case *ir.FunctionType:
		inputs, results := singleOfAll(ctx, t.Inputs), singleOfAll(ctx, t.Results)
		if !slices.Equal(inputs, t.Inputs) || !slices.Equal(results, t.Results) {
			return ctx.FunctionType(inputs, results)
		}
	}
	return t
}

func singleOfAll(ctx *ir.Context, types []ir.Type) []ir.Type {
	out := make([]ir.Type, len(types))
	for i, t := range types {
		out[i] = singleOf(ctx, t)
	}
	return out
}

// singleAttr returns an attribute with tf32 replaced by f32; numbers keep their values.
func singleAttr(ctx *ir.Context, a ir.Attribute) ir.Attribute {
	switch a := a.(type) {
	case *ir.TypeAttr:
		if to := singleOf(ctx, a.Value); to != a.Value {
			return ctx.TypeAttr(to)
		}
	case *ir.FloatAttr:
		if isTF32(a.Type()) {
			return ctx.FloatBits(ctx.F32(), apfloat.Bits{Lo: a.Bits().Lo << droppedTF32})
		}
	case *ir.DenseElementsAttr:
		if isTF32(a.ShapedType()) {
			n := a.Len()
			if a.IsSplat() {
				n = 1
			}
			var raw []byte
			for i := range n {
				raw = ir.AppendElement(raw, ctx.FloatBits(ctx.F32(), apfloat.Bits{Lo: a.Bits(i) << droppedTF32}))
			}
			return ctx.DenseElements(singleOf(ctx, a.ShapedType()).(ir.ShapedType), raw, a.IsSplat())
		}
	}
	return a
}
