package tensors

import (
	"fmt"
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// primitive computes a primitive.
func (m *machine) primitive(u *use) ([]*Tensor, error) {
	if view := u.view(); view != nil {
		return []*Tensor{view}, nil
	}
	if u.op.Is(&prim.Constant) {
		t, err := constant(u.op)
		return []*Tensor{t}, err
	}
	results := make([]*Tensor, len(u.out))
	for i := range results {
		results[i] = u.result(i)
	}
	return results, m.compute(u, results)
}

// compute sets the results, which are contiguous.
func (m *machine) compute(u *use, results []*Tensor) error {
	switch u.op.Def() {
	case &prim.RandomKey:
		key, err := Of(results[0].elem, []int64{int64(m.seed), int64(m.offset)}, 2)
		if err != nil {
			return err
		}
		m.offset += keyStep
		copyInto(results[0], key)
		return nil
	case &prim.SVD, &prim.FFTR2C, &prim.FFTC2C, &prim.FFTC2R:
		transformed, err := u.transform()
		for i, t := range transformed {
			copyInto(results[i], t)
		}
		return err
	}
	return u.compute(results)
}

// view returns the result if it shares its elements with the operand, and otherwise nil.
func (u *use) view() *Tensor {
	if len(u.in) == 0 || len(u.out) != 1 {
		return nil
	}
	x, shape := u.in[0], ints(u.out[0].Shape)
	offset := x.offset
	switch u.op.Def() {
	case &prim.AsStrided:
		x = x.contiguous()
		offset = x.offset + int(u.call.Int("offset"))
	case &prim.Slice:
		for d, start := range u.call.Ints("starts") {
			offset += int(start) * x.strides[d]
		}
	case &prim.Reshape, &prim.Collapse, &prim.CollapseView:
		return x.reshaped(shape...)
	case &prim.BroadcastInDim, &prim.ExpandDims, &prim.SplitDim, &prim.Squeeze, &prim.Transpose, &prim.ViewOf,
		&prim.Unfold, &prim.GuardShape:
	case &prim.DevicePut:
		return x
	default:
		return nil
	}
	return x.view(shape, ints(u.out[0].Strides), offset)
}

// compute sets the results, which are contiguous.
func (u *use) compute(results []*Tensor) error {
	def, out := u.op.Def(), results[0]
	if _, ok := ir.InterfaceOf[prim.Dtype](u.op); ok || def == &prim.Where || def == &prim.Clone ||
		def == &prim.ConvertElementType {
		return u.elementwise(out)
	}
	switch def {
	case &prim.FrExp:
		frexp(results[0], results[1], u.in[0])
	case &prim.CopyStrided:
		copyInto(out, u.in[0])
	case &prim.CopyTo:
		convertInto(out, u.in[1].reshaped(out.shape...))
	case &prim.Conj:
		apply(rounded(kernelOf1(&prim.ConjPhysical, out.elem), out.elem), out, u.in[0])
	case &prim.ViewElementType:
		return u.bitcast(out)
	case &prim.Empty, &prim.EmptyStrided, &prim.EmptyPermuted, &prim.Resize:
		out.clear()
	case &prim.Full, &prim.Fill, &prim.ScalarTensor:
		fill(out, prim.NumberOf(u.op.Inherent("value")))
	case &prim.IndexTensor:
		fill(out, u.sizes[0])
	case &prim.Iota:
		iota(out, u.call.Int("start"), u.call.Int("step"))
	case &prim.Uniform, &prim.Normal:
		u.random(out)
	case &prim.Rev:
		u.reverse(out)
	case &prim.Cat:
		u.concatenate(out)
	case &prim.SliceScatter, &prim.AsStridedScatter:
		u.replacePart(out)
	case &prim.AMax, &prim.AMin, &prim.Prod, &prim.Sum, &prim.XorSum, &prim.Var:
		if dims := ints(u.call.Ints("dims")); !reduceColumns(u.op, out, u.in[0], dims) {
			reduce(out, u.in[0], dims, reducer(u.op, u.in[0].elem, out.elem))
		}
	case &prim.Dot:
		return dot(u.op, out, u.in[0], u.in[1])
	case &prim.Convolution:
		return convolution(u.call, out, u.in[0], u.in[1])
	default:
		return u.byElement(results)
	}
	return nil
}

// byElement computes primitives that depend on the Go type of the first operand's elements.
func (u *use) byElement(results []*Tensor) error {
	switch u.in[0].data.(type) {
	case []bool:
		return u.ofBools(results)
	case []int8:
		return ofNumbers[int8](u, results)
	case []uint8:
		return ofNumbers[uint8](u, results)
	case []int16:
		return ofNumbers[int16](u, results)
	case []uint16:
		return ofNumbers[uint16](u, results)
	case []int32:
		return ofNumbers[int32](u, results)
	case []uint32:
		return ofNumbers[uint32](u, results)
	case []int64:
		return ofNumbers[int64](u, results)
	case []uint64:
		return ofNumbers[uint64](u, results)
	case []float32:
		if u.op.Is(&prim.LogCumSumExp) {
			return logCumSumExp[float32](u.op, results[0], u.in[0])
		}
		return ofNumbers[float32](u, results)
	case []float64:
		if u.op.Is(&prim.LogCumSumExp) {
			return logCumSumExp[float64](u.op, results[0], u.in[0])
		}
		return ofNumbers[float64](u, results)
	case []complex64:
		return ofComplex[complex64](u, results)
	default:
		return ofComplex[complex128](u, results)
	}
}

func ofNumbers[T integer | float](u *use, results []*Tensor) error {
	switch u.op.Def() {
	case &prim.Gather, &prim.Index:
		return gather[T](u.op, results[0], u.in)
	case &prim.Scatter, &prim.IndexPut:
		copyInto(results[0], u.in[0])
		operands := u.in
		if u.op.Is(&prim.IndexPut) {
			operands = slices.Concat(u.in[:2], u.in[2:])
		}
		return scatter(u.op, results[0], operands, combinations[T](u.op))
	case &prim.CumSum, &prim.CumProd:
		return accumulate[T](u.op, results[0], u.in[0])
	}
	return order[T](u.op, results, u.in[0])
}

func ofComplex[T complexNumber](u *use, results []*Tensor) error {
	switch u.op.Def() {
	case &prim.Gather, &prim.Index:
		return gather[T](u.op, results[0], u.in)
	case &prim.Scatter, &prim.IndexPut:
		copyInto(results[0], u.in[0])
		f := func(_, b T) T { return b }
		if combination(u.op) == "sum" {
			f = func(a, b T) T { return a + b }
		}
		return scatter(u.op, results[0], u.in, f)
	case &prim.CumSum, &prim.CumProd:
		return accumulate[T](u.op, results[0], u.in[0])
	}
	return unsupported(u.op.Def(), u.in[0])
}

// ofBools computes a function of ordered numbers on bools, as 0 and 1.
func (u *use) ofBools(results []*Tensor) error {
	switch u.op.Def() {
	case &prim.Gather, &prim.Index:
		return gather[bool](u.op, results[0], u.in)
	case &prim.Scatter, &prim.IndexPut:
		copyInto(results[0], u.in[0])
		return scatter(u.op, results[0], u.in, combinationOfBools(u.op))
	}
	x := New(u.in[0].elem, u.in[0].shape...)
	x.data = make([]uint8, x.Numel())
	convertInto(x, u.in[0])
	first := results[0]
	if _, isBool := first.data.([]bool); !isBool {
		return order[uint8](u.op, results, x)
	}
	numbers := &Tensor{elem: first.elem, shape: first.shape, strides: first.strides, data: make([]uint8, first.Numel())}
	if err := order[uint8](u.op, append([]*Tensor{numbers}, results[1:]...), x); err != nil {
		return err
	}
	convertInto(first, numbers)
	return nil
}

// fill sets all elements to a number.
func fill(out *Tensor, number any) {
	one := &Tensor{elem: out.elem, shape: out.shape, strides: make([]int, len(out.shape))}
	switch v := number.(type) {
	case bool:
		one.data = []bool{v}
	case int64:
		one.data = []int64{v}
	case float64:
		one.data = []float64{v}
	case complex128:
		one.data = []complex128{v}
	}
	convertInto(out, one)
}

func iota(out *Tensor, start, step int64) {
	list := make([]int64, out.Numel())
	for i := range list {
		list[i] = start + int64(i)*step
	}
	convertInto(out, &Tensor{elem: out.elem, shape: out.shape, strides: out.strides, data: list})
}

// number returns a numeric attribute as a float64.
func number(op *ir.Operation, name string) float64 {
	switch v := prim.NumberOf(op.Inherent(name)).(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

func (u *use) random(out *Tensor) {
	key := Values[int64](u.in[0])
	f := uniform(number(u.op, "low"), number(u.op, "high"))
	if u.op.Is(&prim.Normal) {
		f = normal(number(u.op, "mean"), number(u.op, "std"))
	}
	fillRandom(out, uint64(key[0]), uint64(key[1]), f)
}

// reverse copies a view with negative strides.
func (u *use) reverse(out *Tensor) {
	x := u.in[0]
	strides, offset := slices.Clone(x.strides), x.offset
	if x.Numel() == 0 {
		return
	}
	for _, d := range u.call.Ints("dims") {
		offset += (x.shape[d] - 1) * strides[d]
		strides[d] = -strides[d]
	}
	copyInto(out, x.view(x.shape, strides, offset))
}

func (u *use) concatenate(out *Tensor) {
	dim, at := int(u.call.Int("dim")), 0
	for _, x := range u.in {
		shape := slices.Clone(out.shape)
		shape[dim] = x.shape[dim]
		copyInto(out.view(shape, out.strides, out.offset+at*out.strides[dim]), x)
		at += x.shape[dim]
	}
}

func (u *use) replacePart(out *Tensor) {
	copyInto(out, u.in[0])
	src, offset := u.in[1], out.offset
	if u.op.Is(&prim.AsStridedScatter) {
		copyInto(out.view(src.shape, ints(u.call.Ints("strides")), offset+int(u.call.Int("offset"))), src)
		return
	}
	strides := slices.Clone(out.strides)
	for d, start := range u.call.Ints("starts") {
		offset += int(start) * strides[d]
		strides[d] *= int(u.call.Ints("strides")[d])
	}
	copyInto(out.view(src.shape, strides, offset), src)
}

// elementwise computes a primitive element by element.
func (u *use) elementwise(out *Tensor) error {
	var from []ir.Type
	for _, x := range u.in {
		from = append(from, x.elem)
	}
	k, err := kernelOf(u.op, out.elem, from)
	if err != nil {
		return err
	}
	switch u.op.Def() {
	case &prim.Div, &prim.FMod, &prim.Remainder:
		if prim.DtypeOf(out.elem) == prim.Int && anyZero(u.in[1]) {
			return ErrZeroDivision
		}
	}
	apply(k, out, u.in...)
	return nil
}

func anyZero(x *Tensor) bool {
	nonzero := &Tensor{shape: x.shape, strides: contiguous(x.shape), data: make([]bool, x.Numel())}
	apply(conversion(false, zeroOf(x.data)), nonzero, x)
	return slices.Contains(nonzero.data.([]bool), false)
}

func frexp(mantissa, exponent, x *Tensor) {
	switch x.data.(type) {
	case []float32:
		apply(each(func(v float32) float32 { m, _ := math.Frexp(float64(v)); return float32(m) }), mantissa, x)
		apply(each(func(v float32) int32 { _, e := math.Frexp(float64(v)); return int32(e) }), exponent, x)
	default:
		apply(each(func(v float64) float64 { m, _ := math.Frexp(v); return m }), mantissa, x)
		apply(each(func(v float64) int32 { _, e := math.Frexp(v); return int32(e) }), exponent, x)
	}
}

// bitcast reinterprets bits as another type, through their bytes.
func (u *use) bitcast(out *Tensor) error {
	t, err := FromBytes(out.elem, u.in[0].Bytes(), out.shape...)
	if err == nil {
		copyInto(out, t)
	}
	return err
}

// constant returns the elements of a dense attribute.
func constant(op *ir.Operation) (*Tensor, error) {
	a, ok := op.Inherent("value").(*ir.DenseElementsAttr)
	if !ok {
		return nil, fmt.Errorf("%w: a constant that is not dense", ErrUnsupported)
	}
	x, _ := prim.TensorOf(a.Type())
	t := New(x.Elem, ints(x.Shape)...)
	for i := range t.Numel() {
		if ir.ElementBits(x.Elem) == 1 {
			t.setBits(i, []byte{byte(a.Bits(i))})
		} else {
			t.setBits(i, []byte(a.ValueBytes(i)))
		}
	}
	return t, nil
}
