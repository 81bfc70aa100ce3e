package references

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

// resized are operators that give images other sizes. Images have a batch, channels, and up to 3 spatial dimensions.
var resized = aten(func() map[string]Reference {
	out := map[string]Reference{"upsample_nearest2d": interpolation(2, nearest(0))}
	for i, name := range []string{"1d", "2d", "3d"} {
		out["upsample_nearest"+name+".vec"] = interpolation(i+1, nearest(0))
		out["_upsample_nearest_exact"+name+".vec"] = interpolation(i+1, nearest(0.5))
	}
	for i, name := range []string{"upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d"} {
		out[name+".vec"] = interpolation(i+1, linear)
	}
	out["upsample_bilinear2d"] = interpolation(2, linear)
	out["upsample_bicubic2d"], out["upsample_bicubic2d.vec"] = interpolation(2, cubic), interpolation(2, cubic)
	return out
}())

// along gives a dimension of x the size n. An index of the result times scale is an index of x. If corners are aligned,
// indices count the centers of elements, otherwise their edges.
type along func(x Tensor, dim int, n Size, scale any, corners bool) Tensor

// interpolation makes a reference that resizes one spatial dimension after the other.
func interpolation(spatial int, resize along) Reference {
	return one(func(c *Call) Tensor {
		name := "input"
		if !c.Schema.Has(name) {
			name = "self"
		}
		from := c.T(name)
		sizes, factors := c.outputSize(from, spatial)
		x, corners := from, false
		if c.Schema.Has("align_corners") { // elements are weighted
			if prim.DtypeOf(from.Elem()) != prim.Float {
				Fail("expected images of floats, but got %s", ir.Quote(from.Elem()))
			}
			x, corners = from.To(torch.OpMath(c.Context(), from.Elem())), c.Bool("align_corners")
		}
		for i, n := range sizes {
			d := from.Rank() - spatial + i
			if scale := x.scaleTo(d, n, factors[i], corners); scale != 1.0 || !x.hasSize(d, n) {
				x = resize(x, d, n, scale, corners)
			}
		}
		return x.To(from.Elem())
	})
}

// hasSize reports whether a dimension is known to have the size n.
func (x Tensor) hasSize(d int, n Size) bool {
	old, known := x.Size(d).Known()
	size, also := n.Known()
	return known && also && size == old
}

// placeType is the type in which places in x are computed.
func (x Tensor) placeType() ir.Type {
	if x.Elem() == x.ctx().F64() {
		return x.Elem()
	}
	return x.ctx().F32()
}

// outputSize returns the sizes that an operator's arguments give to the spatial dimensions, and the factors that they
// state, 0 for none.
func (c *Call) outputSize(x Tensor, spatial int) (sizes []Size, factors []float64) {
	factors = make([]float64, spatial)
	for i, name := range []string{"scales_d", "scales_h", "scales_w"}[3-spatial:] {
		if c.Schema.Has(name) && c.Has(name) {
			factors[i] = c.Float(name)
		}
	}
	if x.Rank() < spatial+1 || x.Rank() > spatial+2 {
		Fail("expected images with a batch, channels and %d spatial dimensions, but got %s", spatial,
			prim.ShapeString(x.shape()))
	}
	switch {
	case c.Has("output_size"):
		sizes = c.Shape("output_size")
	case !c.Has("scale_factors"):
		Fail("expected an output_size or scale_factors")
	default:
		list := strings.Split(strings.Trim(c.String("scale_factors"), "[]"), ",")
		for i, text := range list {
			factor, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			if err != nil || !(factor > 0) || factor > math.MaxInt32 || len(list) != spatial {
				Fail("expected scale_factors to be %d positive numbers, but got %q", spatial, c.String("scale_factors"))
			}
			factors[i] = factor
			sizes = append(sizes, x.scaledSize(x.Rank()-spatial+i, factor))
		}
	}
	x.checkSizes(spatial)
	var numbers []int64
	for _, n := range sizes {
		numbers = append(numbers, n.n)
	}
	if len(sizes) != spatial || slices.ContainsFunc(numbers, notPositive) {
		Fail("expected an output_size of %s, but got %s", countOf(spatial), prim.ShapeString(numbers))
	}
	return sizes, factors
}

// checkSizes rejects images that are empty.
func (x Tensor) checkSizes(spatial int) {
	if slices.ContainsFunc(x.shape()[x.Rank()-spatial:], notPositive) {
		Fail("expected images of positive sizes, but got %s", prim.ShapeString(x.shape()))
	}
}

func notPositive(size int64) bool { return size <= 0 && size != ir.Dynamic }

func countOf(n int) string {
	return []string{"one positive number", "two positive numbers", "three positive numbers"}[n-1]
}

// scaledSize returns the size of a dimension times a factor, rounded down.
func (x Tensor) scaledSize(d int, factor float64) Size {
	if factor == math.Trunc(factor) {
		return x.times(x.Size(d), Const(int64(factor)))
	}
	return Const(int64(float64(x.known(d)) * factor))
}

// scaleTo returns the distance in x between neighbors in a result of n elements, a number or a tensor. Where no factor
// is stated, it is the ratio of the sizes.
func (x Tensor) scaleTo(d int, n Size, factor float64, corners bool) any {
	round := func(f float64) float64 {
		if x.placeType() == x.ctx().F64() {
			return f
		}
		return float64(float32(f))
	}
	if factor > 0 && !corners {
		return round(1 / factor)
	}
	less := map[bool]int64{true: 1}[corners]
	old, known := x.Size(d).Known()
	size, also := n.Known()
	switch {
	case known && also && corners && size == 1:
		return 0.0
	case known && also:
		return round(float64(int64(old)-less) / float64(int64(size)-less))
	}
	one := x.Full(nil, x.placeType(), 1)
	return one.Mul(x.plus(x.Size(d), -less)).Div(one.Mul(x.plus(n, -less)).Maximum(1))
}

// at returns the elements at indices of a dimension, which are clipped to it.
func (x Tensor) at(d int, index Tensor) Tensor {
	return x.take(index.Maximum(0).Minimum(x.plus(x.Size(d), -1)), d)
}

// places returns the places in x of the elements of a result.
func (x Tensor) places(n Size, scale any, corners bool) Tensor {
	place := x.Iota(n, x.index(), 0, 1).To(x.Elem())
	if corners {
		return place.Mul(scale)
	}
	return place.Add(0.5).Mul(scale).Sub(0.5)
}

// weighted multiplies elements along a dimension by weights.
func (x Tensor) weighted(d int, w Tensor) Tensor {
	for range x.Rank() - 1 - d {
		w = w.Unsqueeze(-1)
	}
	return x.Mul(w)
}

// nearest takes the element at the place of each result, which is the index plus an offset, times the scale.
func nearest(offset float64) along {
	return func(x Tensor, d int, n Size, scale any, _ bool) Tensor {
		place := x.Iota(n, x.index(), 0, 1).To(x.placeType())
		if offset != 0 {
			place = place.Add(offset)
		}
		return x.at(d, place.Mul(scale).To(x.ctx().F32()).Floor().To(x.index()))
	}
}

// linear interpolates between two neighbors. It copies images whose size stays, whatever the scale.
func linear(x Tensor, d int, n Size, scale any, corners bool) Tensor {
	if x.hasSize(d, n) {
		return x
	}
	place := x.places(n, scale, corners).Maximum(0)
	below := place.Floor()
	part, index := place.Sub(below), below.To(x.index())
	return x.at(d, index).weighted(d, part.Under(1)).Add(x.at(d, index.Add(1)).weighted(d, part))
}

// cubic interpolates between four neighbors by the convolution of Keys with a = -0.75.
func cubic(x Tensor, d int, n Size, scale any, corners bool) Tensor {
	const a = -0.75
	place := x.places(n, scale, corners)
	below := place.Floor()
	part, index := place.Sub(below), below.To(x.index())
	near := func(t Tensor) Tensor { return t.Mul(a + 2).Sub(a + 3).Mul(t).Mul(t).Add(1) }
	far := func(t Tensor) Tensor { return t.Mul(a).Sub(5 * a).Mul(t).Add(8 * a).Mul(t).Sub(4 * a) }
	rest := part.Under(1)
	sum := x.at(d, index.Sub(1)).weighted(d, far(part.Add(1)))
	sum = sum.Add(x.at(d, index).weighted(d, near(part)))
	sum = sum.Add(x.at(d, index.Add(1)).weighted(d, near(rest)))
	return sum.Add(x.at(d, index.Add(2)).weighted(d, far(rest.Add(1))))
}
