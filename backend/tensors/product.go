package tensors

import (
	"slices"

	"github.com/girih-ir/girih/backend/tensors/internal/matmul"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// dot contracts two tensors by matrix products: one for each index of the letters that both operands and the result
// have.
func dot(op *ir.Operation, out, x, y *Tensor) error {
	letters, err := prim.Letters(op.Inherent("equation").(*ir.StringAttr).Value)
	if err != nil {
		return err
	}
	a, b, c := letters[0], letters[1], letters[2]
	var batch, m, n, k []contract.Letter
	for _, l := range c {
		switch inA, inB := slices.Contains(a, l), slices.Contains(b, l); {
		case inA && inB:
			batch = append(batch, l)
		case inA:
			m = append(m, l)
		default:
			n = append(n, l)
		}
	}
	for _, l := range a {
		if !slices.Contains(c, l) {
			k = append(k, l)
		}
	}
	sizes := [4]int{extent(x, a, batch), extent(x, a, m), extent(x, a, k), extent(y, b, n)}
	product := &Tensor{elem: out.elem, data: out.data, offset: out.offset}
	for _, l := range slices.Concat(batch, m, n) {
		product.shape = append(product.shape, out.shape[slices.Index(c, l)])
	}
	direct := slices.Equal(slices.Concat(batch, m, n), c)
	product.strides = contiguous(product.shape)
	if !direct {
		product.data, product.offset = storage(out.elem, product.Numel()), 0
	}
	left, right := ordered(x, a, batch, m, k), ordered(y, b, batch, k, n)
	if !floatProducts(product, left, right, len(batch), len(m), len(k), sizes) {
		if err := products(product, left.contiguous(), right.contiguous(), sizes); err != nil {
			return err
		}
	}
	product.round()
	if !direct {
		var perm []int
		for _, l := range c {
			perm = append(perm, slices.Index(slices.Concat(batch, m, n), l))
		}
		copyInto(out, product.permuted(perm))
	}
	return nil
}

// floatProducts computes products of floats in place, without copies: x has batch, row and contracted dimensions, and y
// has batch, contracted and column dimensions. It returns false for other element types.
func floatProducts(out, x, y *Tensor, batch, rows, sums int, sizes [4]int) bool {
	x, y = collapsible(x, batch, rows), collapsible(y, batch, sums)
	switch out.data.(type) {
	case []float32:
		multiply[float32](out, x, y, batch, rows, sums, sizes)
	case []float64:
		multiply[float64](out, x, y, batch, rows, sums, sizes)
	default:
		return false
	}
	return true
}

// collapsible returns x, or a contiguous copy if the dimensions after the batch are not two groups that each have a
// single stride.
func collapsible(x *Tensor, batch, first int) *Tensor {
	split := batch + first
	_, ok := collapsed(x.shape[batch:split], x.strides[batch:split])
	_, too := collapsed(x.shape[split:], x.strides[split:])
	if ok && too {
		return x
	}
	return x.contiguous()
}

// collapsed returns the common stride of several dimensions, if they have one.
func collapsed(shape, strides []int) (stride int, ok bool) {
	stride = 1
	size := 0 // size of the dimensions so far; 0 for none
	for d := len(shape) - 1; d >= 0; d-- {
		switch {
		case shape[d] == 1:
		case size == 0:
			stride, size = strides[d], shape[d]
		case strides[d] != stride*size:
			return 0, false
		default:
			size *= shape[d]
		}
	}
	return stride, true
}

func multiply[T float32 | float64](out, x, y *Tensor, batch, rows, sums int, sizes [4]int) {
	a, b, c := x.data.([]T), y.data.([]T), out.data.([]T)[out.offset:]
	matrix := func(t *Tensor, first int) matmul.Matrix[T] {
		split := batch + first
		row, _ := collapsed(t.shape[batch:split], t.strides[batch:split])
		col, _ := collapsed(t.shape[split:], t.strides[split:])
		return matmul.Matrix[T]{Row: row, Col: col}
	}
	left, right := matrix(x, rows), matrix(y, sums)
	m, k, n := sizes[1], sizes[2], sizes[3]
	if m*n*k == 0 {
		clear(c[:sizes[0]*m*n])
		return
	}
	parallel(sizes[0], 1+(1<<17)/(m*k*n), func(from, to int) {
		left, right := left, right
		for i := from; i < to; i++ {
			left.Data, right.Data = a[x.place(i, batch):], b[y.place(i, batch):]
			matmul.Multiply(c[i*m*n:(i+1)*m*n], left, right, m, k, n)
		}
	})
}

// place returns the offset of the elements at index i of the first dimensions.
func (t *Tensor) place(i, dims int) int {
	at := t.offset
	for d := dims - 1; d >= 0; d-- {
		at += i % t.shape[d] * t.strides[d]
		i /= t.shape[d]
	}
	return at
}

// ordered returns a view whose letters are in the order of groups.
func ordered(x *Tensor, letters []contract.Letter, groups ...[]contract.Letter) *Tensor {
	var perm []int
	for _, l := range slices.Concat(groups...) {
		perm = append(perm, slices.Index(letters, l))
	}
	return x.permuted(perm)
}

func extent(x *Tensor, letters, some []contract.Letter) int {
	n := 1
	for _, l := range some {
		n *= x.shape[slices.Index(letters, l)]
	}
	return n
}

// products computes out = x * y for batches of contiguous row-major matrices whose elements are not floats. sizes are
// those of the batch, the rows, the contracted dimensions and the columns.
func products(out, x, y *Tensor, sizes [4]int) error {
	switch x.data.(type) {
	case []int8:
		return plainProducts[int8](out, x, y, sizes)
	case []uint8:
		return plainProducts[uint8](out, x, y, sizes)
	case []int16:
		return plainProducts[int16](out, x, y, sizes)
	case []uint16:
		return plainProducts[uint16](out, x, y, sizes)
	case []int32:
		return plainProducts[int32](out, x, y, sizes)
	case []uint32:
		return plainProducts[uint32](out, x, y, sizes)
	case []int64:
		return plainProducts[int64](out, x, y, sizes)
	case []uint64:
		return plainProducts[uint64](out, x, y, sizes)
	case []complex64:
		return plainProducts[complex64](out, x, y, sizes)
	case []complex128:
		return plainProducts[complex128](out, x, y, sizes)
	}
	return unsupported(&prim.Dot, x)
}

// plainProducts computes products of integers, which wrap around, and of complex numbers.
func plainProducts[T integer | complexNumber](out, x, y *Tensor, sizes [4]int) error {
	batch, m, k, n := sizes[0], sizes[1], sizes[2], sizes[3]
	a, b, c := x.data.([]T)[x.offset:], y.data.([]T)[y.offset:], out.data.([]T)[out.offset:]
	parallel(batch*m, 1+4*chunk/max(1, k*n), func(from, to int) {
		for row := from; row < to; row++ {
			dst := c[row*n : (row+1)*n]
			clear(dst)
			for i := range k {
				v, src := a[row*k+i], b[(row/m*k+i)*n:]
				for j := range dst {
					dst[j] += v * src[j]
				}
			}
		}
	})
	return nil
}

// convolution copies, for each image and group, the elements under the filters to a matrix, and multiplies it by the
// filters.
func convolution(c *prim.Call, out, x, w *Tensor) error {
	if prim.DtypeOf(x.elem) != prim.Float {
		return unsupported(&prim.Convolution, x)
	}
	if c.Flag("transposed") {
		return transposedConvolution(c, out, x, w)
	}
	g := int(c.Int("groups"))
	spatial, filter := out.shape[2:], w.shape[2:]
	channels, filters := w.shape[1], w.shape[0]/g
	k, n := channels*ir.Product(filter), ir.Product(spatial)
	weights := w.contiguous()
	images := out.shape[0]
	parallel(images, 1, func(from, to int) {
		columns := New(x.elem, channels, ir.Product(filter), n)
		for i := from; i < to; i++ {
			for group := range g {
				part := x.view(x.shape[1:], x.strides[1:], x.offset+i*x.strides[0]+group*channels*x.strides[1])
				unfold(c, columns, part, spatial, filter)
				dst := out.view([]int{filters, n}, []int{n, 1}, out.offset+(i*out.shape[1]+group*filters)*n)
				src := weights.view([]int{filters, k}, []int{k, 1}, weights.offset+group*filters*k)
				floatProducts(dst, src, columns.reshaped(k, n), 0, 1, 1, [4]int{1, filters, k, n})
			}
		}
	})
	out.round()
	return nil
}

// tapRun is a run of contiguous results that use elements of the image, at distance step, with one tap of the filter.
type tapRun struct {
	result, image, tap, n, step int
}

// eachTap calls f for all combinations of results, elements and taps, by their indices in the result, the image and the
// filter.
func eachTap(c *prim.Call, image, result, filter []int, f func(t tapRun)) {
	last := len(filter) - 1
	strides, padding, dilation := ints(c.Ints("strides")), ints(c.Ints("padding")), ints(c.Ints("dilation"))
	at := make([]int, 2*last+1)
	extents := slices.Concat(filter, result[:last])
	for i := range ir.Product(extents) {
		rest := i
		for d := 2 * last; d >= 0; d-- {
			at[d] = rest % extents[d]
			rest /= extents[d]
		}
		place, inside := 0, true
		for d := range last {
			v := at[last+1+d]*strides[d] + at[d]*dilation[d] - padding[d]
			inside = inside && v >= 0 && v < image[d]
			place = place*image[d] + v
		}
		// Along the last dimension, result j uses element j*step + first.
		step, first := strides[last], at[last]*dilation[last]-padding[last]
		from := max(0, (step-1-first)/step)
		to := min(result[last], (image[last]-1-first+step)/step)
		if inside && from < to {
			rows := ir.Product(result[:last])
			f(tapRun{result: i%rows*result[last] + from, image: place*image[last] + from*step + first, tap: i / rows,
				n: to - from, step: step})
		}
	}
}

// unfold sets columns[channel, tap, place] to the element of an image that a filter's tap covers at a place of the
// result.
func unfold(c *prim.Call, columns, image *Tensor, spatial, filter []int) {
	dense := image.view(append([]int{columns.shape[0]}, image.shape[1:]...), image.strides, image.offset).contiguous()
	size, n, of := ir.Product(dense.shape[1:]), columns.shape[2], columns.shape[1]
	eachTap(c, dense.shape[1:], spatial, filter, func(t tapRun) {
		for channel := range dense.shape[0] {
			to, from := (channel*of+t.tap)*n+t.result, dense.offset+channel*size+t.image
			switch d := columns.data.(type) {
			case []float32:
				strided(d[to:to+t.n], dense.data.([]float32)[from:], t.step)
			case []float64:
				strided(d[to:to+t.n], dense.data.([]float64)[from:], t.step)
			}
		}
	})
}

// strided copies elements that are step apart.
func strided[T float](dst, src []T, step int) {
	if step == 1 {
		copy(dst, src)
		return
	}
	for i := range dst {
		dst[i] = src[i*step]
	}
}

// transposedConvolution adds, for each image and group, the products of filters and elements at the places of the taps.
func transposedConvolution(c *prim.Call, out, x, w *Tensor) error {
	g := int(c.Int("groups"))
	in, filters, taps, n := x.shape[1]/g, w.shape[1], ir.Product(w.shape[2:]), ir.Product(x.shape[2:])
	// As matrices, columns = transposed filters * image.
	weights := w.reshaped(w.shape[0], filters*taps)
	images := x.contiguous()
	size := ir.Product(out.shape[2:])
	out.clear()
	parallel(x.shape[0], 1, func(from, to int) {
		columns := New(x.elem, filters*taps, n)
		for i := from; i < to; i++ {
			for group := range g {
				part := weights.view([]int{filters * taps, in}, []int{weights.strides[1], weights.strides[0]},
					weights.offset+group*in*weights.strides[0])
				image := images.view([]int{in, n}, []int{n, 1}, images.offset+(i*x.shape[1]+group*in)*n)
				floatProducts(columns, part, image, 0, 1, 1, [4]int{1, filters * taps, in, n})
				base := out.offset + (i*out.shape[1]+group*filters)*size
				eachTap(c, out.shape[2:], x.shape[2:], w.shape[2:], func(t tapRun) {
					for f := range filters {
						from, to := (f*taps+t.tap)*n+t.result, base+f*size+t.image
						switch d := out.data.(type) {
						case []float32:
							addStrided(d[to:], columns.data.([]float32)[from:from+t.n], t.step)
						case []float64:
							addStrided(d[to:], columns.data.([]float64)[from:from+t.n], t.step)
						}
					}
				})
			}
		}
	})
	out.round()
	return nil
}

// addStrided adds elements to elements that are step apart.
func addStrided[T float](dst, src []T, step int) {
	for i, v := range src {
		dst[i*step] += v
	}
}
