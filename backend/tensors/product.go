package tensors

import (
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// dot contracts two tensors: as matrix products, one for each index of the letters that all three places have.
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
	left, right := ordered(x, a, batch, m, k), ordered(y, b, batch, k, n)
	product := &Tensor{elem: out.elem, shape: nil, data: out.data}
	for _, l := range slices.Concat(batch, m, n) {
		product.shape = append(product.shape, out.shape[slices.Index(c, l)])
	}
	direct := slices.Equal(slices.Concat(batch, m, n), c)
	product.strides = contiguous(product.shape)
	if !direct {
		product.data = storage(out.elem, product.Numel())
	}
	sizes := [4]int{extent(x, a, batch), extent(x, a, m), extent(x, a, k), extent(y, b, n)}
	if err := products(product, left, right, sizes); err != nil {
		return err
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

// ordered returns a contiguous tensor with its letters in the order of groups.
func ordered(x *Tensor, letters []contract.Letter, groups ...[]contract.Letter) *Tensor {
	var perm []int
	for _, l := range slices.Concat(groups...) {
		perm = append(perm, slices.Index(letters, l))
	}
	return x.permuted(perm).contiguous()
}

func extent(x *Tensor, letters, some []contract.Letter) int {
	n := 1
	for _, l := range some {
		n *= x.shape[slices.Index(letters, l)]
	}
	return n
}

// products computes out = x * y for batches of contiguous row-major matrices; sizes are those of the batch, the rows,
// the sums and the columns.
func products(out, x, y *Tensor, sizes [4]int) error {
	batch, m, k, n := sizes[0], sizes[1], sizes[2], sizes[3]
	switch a := x.data.(type) {
	case []float32:
		b, c := y.data.([]float32)[y.offset:], out.data.([]float32)[out.offset:]
		for i := range batch {
			gemm32(c[i*m*n:(i+1)*m*n], a[x.offset+i*m*k:], b[i*k*n:], m, k, n)
		}
		return nil
	case []float64:
		b, c := y.data.([]float64)[y.offset:], out.data.([]float64)[out.offset:]
		for i := range batch {
			gemm64(c[i*m*n:(i+1)*m*n], a[x.offset+i*m*k:], b[i*k*n:], m, k, n)
		}
		return nil
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

func gemm32(c, a, b []float32, m, k, n int) {
	if m*n*k == 0 {
		clear(c)
		return
	}
	gonum.Implementation{}.Sgemm(blas.NoTrans, blas.NoTrans, m, n, k, 1, a, k, b, n, 0, c, n)
}

func gemm64(c, a, b []float64, m, k, n int) {
	if m*n*k == 0 {
		clear(c)
		return
	}
	gonum.Implementation{}.Dgemm(blas.NoTrans, blas.NoTrans, m, n, k, 1, a, k, b, n, 0, c, n)
}

// plainProducts are the products of integers, which wrap around, and of complex numbers.
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

// convolution gathers, for each image and group, the elements under the filters as a matrix, of which there is one
// product with the filters.
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
	k, n := channels*numel(filter), numel(spatial)
	weights := w.contiguous()
	images := out.shape[0]
	parallel(images, 1, func(from, to int) {
		columns := New(x.elem, channels, numel(filter), n)
		for i := from; i < to; i++ {
			for group := range g {
				part := x.view(x.shape[1:], x.strides[1:], x.offset+i*x.strides[0]+group*channels*x.strides[1])
				unfold(c, columns, part, spatial, filter)
				dst := out.view([]int{filters, n}, []int{n, 1}, out.offset+(i*out.shape[1]+group*filters)*n)
				src := weights.view([]int{filters, k}, []int{k, 1}, weights.offset+group*filters*k)
				_ = products(dst, src, columns, [4]int{1, filters, k, n})
			}
		}
	})
	out.round()
	return nil
}

// eachTap calls f with a place in the result, one in the image, and one in the filter, for all that meet.
func eachTap(c *prim.Call, image, result, filter []int, f func(result, image, tap int)) {
	rank := len(filter)
	strides, padding, dilation := c.Ints("strides"), c.Ints("padding"), c.Ints("dilation")
	at := make([]int, 2*rank)
	extents := slices.Concat(filter, result)
	for i := range numel(extents) {
		rest := i
		for d := 2*rank - 1; d >= 0; d-- {
			at[d] = rest % extents[d]
			rest /= extents[d]
		}
		place, inside := 0, true
		for d := range rank {
			v := at[rank+d]*int(strides[d]) + at[d]*int(dilation[d]) - int(padding[d])
			inside = inside && v >= 0 && v < image[d]
			place = place*image[d] + v
		}
		if inside {
			f(i%numel(result), place, i/numel(result))
		}
	}
}

// unfold sets columns[channel, tap, place] to the element of an image that a filter's tap meets at a place of the
// result.
func unfold(c *prim.Call, columns, image *Tensor, spatial, filter []int) {
	dense := image.view(append([]int{columns.shape[0]}, image.shape[1:]...), image.strides, image.offset).contiguous()
	size, n, taps := numel(dense.shape[1:]), columns.shape[2], columns.shape[1]
	eachTap(c, dense.shape[1:], spatial, filter, func(result, place, tap int) {
		for channel := range dense.shape[0] {
			to, from := (channel*taps+tap)*n+result, dense.offset+channel*size+place
			switch d := columns.data.(type) {
			case []float32:
				d[to] = dense.data.([]float32)[from]
			case []float64:
				d[to] = dense.data.([]float64)[from]
			}
		}
	})
}

// transposedConvolution adds, for each image and group, the products of filters and elements to where the taps meet.
func transposedConvolution(c *prim.Call, out, x, w *Tensor) error {
	g := int(c.Int("groups"))
	in, filters, taps, n := x.shape[1]/g, w.shape[1], numel(w.shape[2:]), numel(x.shape[2:])
	// As matrices, columns = transposed filters * image.
	weights := w.reshaped(w.shape[0], filters*taps)
	images := x.contiguous()
	size := numel(out.shape[2:])
	out.clear()
	parallel(x.shape[0], 1, func(from, to int) {
		columns := New(x.elem, filters*taps, n)
		for i := from; i < to; i++ {
			for group := range g {
				part := weights.view([]int{filters * taps, in}, []int{weights.strides[1], weights.strides[0]},
					weights.offset+group*in*weights.strides[0]).contiguous()
				image := images.view([]int{in, n}, []int{n, 1}, images.offset+(i*x.shape[1]+group*in)*n)
				_ = products(columns, part, image, [4]int{1, filters * taps, in, n})
				base := out.offset + (i*out.shape[1]+group*filters)*size
				eachTap(c, out.shape[2:], x.shape[2:], w.shape[2:], func(result, place, tap int) {
					for f := range filters {
						from, to := (f*taps+tap)*n+result, base+f*size+place
						switch d := out.data.(type) {
						case []float32:
							d[to] += columns.data.([]float32)[from]
						case []float64:
							d[to] += columns.data.([]float64)[from]
						}
					}
				})
			}
		}
	})
	out.round()
	return nil
}
