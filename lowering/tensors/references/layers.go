package references

import (
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

// layers are normalizations, poolings and dropout.
var layers = aten(map[string]Reference{
	"native_layer_norm": layerNorm,
	"layer_norm":        func(c *Call) []Tensor { return layerNorm(c)[:1] },
	"_fused_rms_norm":   rmsNorm,
	"rms_norm":          func(c *Call) []Tensor { return rmsNorm(c)[:1] },
	"native_group_norm": func(c *Call) []Tensor {
		x, groups := c.T("input"), c.Int("group")
		if groups <= 0 || c.Int("C")%groups != 0 {
			Fail("%d channels are not divisible by %d groups", c.Int("C"), groups)
		}
		wide := x.To(torch.OpMath(c.Context(), x.Elem()))
		parts := wide.Reshape(Const(c.Int("N")), Const(groups), Const(c.Int("C")/groups), Const(c.Int("HxW")))
		normal, mean, rstd := normalized(parts, []int{2, 3}, c.Float("eps"))
		y := c.affine(normal.Reshape(x.Shape()...), func(w Tensor) Tensor { return w.along1(x.Rank()) })
		last := func(t Tensor) Tensor { return t.squeezed(Dims{2, 3}).To(x.Elem()) }
		return []Tensor{y.To(x.Elem()), last(mean), last(rstd)}
	},
	"native_batch_norm":                    func(c *Call) []Tensor { return batchNorm(c, c.Bool("training")) },
	"batch_norm":                           func(c *Call) []Tensor { return batchNorm(c, c.Bool("training"))[:1] },
	"_native_batch_norm_legit_no_training": func(c *Call) []Tensor { return batchNorm(c, false) },
	// It returns the updated running mean and variance, too.
	"_native_batch_norm_legit_functional": func(c *Call) []Tensor {
		out, mean, variance := batchNorm(c, c.Bool("training")), c.T("running_mean"), c.T("running_var")
		if !c.Bool("training") {
			return append(out, mean, variance)
		}
		x, p := c.T("input"), c.Float("momentum")
		wide := x.To(torch.OpMath(c.Context(), x.Elem()))
		toward := func(now, batch Tensor) Tensor { return now.Mul(1 - p).Add(batch.Mul(p)).To(now.Elem()) }
		return append(out, toward(mean, out[1]), toward(variance, wide.Var(1, false, besidesChannels(x)...)))
	},

	"max_pool2d": one(func(c *Call) Tensor { return c.floats().AMax(-2, -1) }),
	// The indices of the maxima are those in the flattened last two dimensions. Of equal maxima, the first counts.
	"max_pool2d_with_indices": func(c *Call) []Tensor {
		x, w := c.T("self"), c.floats()
		rest := w.Rank() - 2
		flat := func(t Tensor) Tensor { return t.Reshape(append(t.Shape()[:rest], t.Numel(rest, rest+1))...) }
		places := x.Iota(x.Numel(-2, -1), x.index(), 0, 1).Reshape(x.Size(-2), x.Size(-1)).Expand(x.Shape())
		first := flat(w).along(&prim.ArgMax, rest)[0].Unsqueeze(rest)
		at := flat(c.windows(places, 0, c.Ints("dilation"))).Prims(&prim.Gather, []Tensor{first},
			prim.IntAttr(c.Context(), "dim", rest))[0]
		return []Tensor{w.AMax(-2, -1), at.squeezed(Dims{rest})}
	},
	"avg_pool2d": elementwise(func(c *Call, x Tensor) Tensor {
		sum := c.windows(x, 0.0, []int64{1}).Sum(-2, -1)
		switch {
		case c.Has("divisor_override"):
			return sum.Div(c.Int("divisor_override"))
		case c.Bool("count_include_pad") && c.Bool("ceil_mode"): // windows may reach beyond the padding
			return sum.Div(c.covered(x, sum, 0).Unsqueeze(-1).Mul(c.covered(x, sum, 1)))
		case c.Bool("count_include_pad"):
			size, _, _ := c.pooling()
			return sum.Div(size[0] * size[1])
		}
		return sum.Div(c.windows(x.Like(1.0), 0.0, []int64{1}).Sum(-2, -1))
	}),
	"adaptive_avg_pool2d": adaptiveAverage, "_adaptive_avg_pool2d": adaptiveAverage,
	"dropout": one(func(c *Call) Tensor { return dropout(c, c.Bool("train"))[0] }),
	"native_dropout": func(c *Call) []Tensor {
		return dropout(c, !c.Has("train") || c.Bool("train"))
	},
})

// rmsNorm also returns the reciprocal of the root mean square, in the type that it computes in.
func rmsNorm(c *Call) []Tensor {
	x := c.T("input")
	wide := x.To(torch.OpMath(c.Context(), x.Elem()))
	elem, ok := wide.Elem().(*ir.FloatType)
	if !ok {
		Fail("rms_norm expects floats, but got %s", ir.Quote(x.Elem()))
	}
	eps := asFloat(c.Or("eps", math.Pow(2, float64(1-elem.Format.Precision()))))
	rstd := wide.Square().KeepMean(c.last(x, "normalized_shape")...).Add(eps).RSqrt()
	y := wide.Mul(rstd)
	if w, ok := c.Maybe("weight"); ok {
		y = y.Mul(w)
	}
	return []Tensor{y.To(x.Elem()), rstd}
}

// normalized returns x with mean 0 and variance 1 along dimensions, the mean of x, and the factor.
func normalized(x Tensor, dims []int, eps float64) (normal, mean, rstd Tensor) {
	mean = x.KeepMean(dims...)
	rstd = x.Var(0, true, dims...).Add(eps).RSqrt()
	return x.Sub(mean).Mul(rstd), mean, rstd
}

// last returns the last dimensions of x, as many as an argument lists.
func (c *Call) last(x Tensor, name string) (dims []int) {
	sizes := c.Ints(name)
	if len(sizes) > x.Rank() || !prim.Compatible(x.shape()[x.Rank()-len(sizes):], sizes) {
		Fail("given normalized_shape=%v, expected input with shape [*, %v], but got input of size %s", sizes, sizes,
			prim.ShapeString(x.shape()))
	}
	for i := range sizes {
		dims = append(dims, x.Rank()-len(sizes)+i)
	}
	return dims
}

// affine multiplies by the weight and adds the bias, if they are given.
func (c *Call) affine(y Tensor, place func(Tensor) Tensor) Tensor {
	if w, ok := c.Maybe("weight"); ok {
		y = y.Mul(place(w))
	}
	if b, ok := c.Maybe("bias"); ok {
		y = y.Add(place(b))
	}
	return y
}

var layerNorm = Reference(func(c *Call) []Tensor {
	x := c.T("input")
	wide := x.To(torch.OpMath(c.Context(), x.Elem()))
	normal, mean, rstd := normalized(wide, c.last(x, "normalized_shape"), c.Float("eps"))
	y := c.affine(normal, func(w Tensor) Tensor { return w })
	statistics := x.Elem()
	if c.NumResults() > 1 {
		statistics = ir.ElementOrSelf(c.Result(1).Type()) // wider than x on a GPU
	}
	return []Tensor{y.To(x.Elem()), mean.To(statistics), rstd.To(statistics)}
})

// batchNorm normalizes along all dimensions except that of channels. In training it uses the mean and variance of the
// batch, and otherwise the running ones, which it does not update.
func batchNorm(c *Call, training bool) []Tensor {
	x := c.T("input")
	wide := x.To(torch.OpMath(c.Context(), x.Elem()))
	channels := func(w Tensor) Tensor { return w.along1(x.Rank()) }
	if !training {
		mean, rstd := channels(c.T("running_mean")), channels(c.T("running_var").Add(c.Float("eps")).RSqrt())
		none := x.Full([]Size{Const(0)}, wide.Elem(), 0)
		return []Tensor{c.affine(wide.Sub(mean).Mul(rstd), channels).To(x.Elem()), none, none}
	}
	dims := besidesChannels(x)
	normal, mean, rstd := normalized(wide, dims, c.Float("eps"))
	return []Tensor{c.affine(normal, channels).To(x.Elem()), mean.squeezed(dims), rstd.squeezed(dims)}
}

// besidesChannels returns all dimensions of images except the second one.
func besidesChannels(x Tensor) []int {
	dims := []int{0}
	for d := 2; d < x.Rank(); d++ {
		dims = append(dims, d)
	}
	return dims
}

var adaptiveAverage = elementwise(func(c *Call, x Tensor) Tensor {
	c.checkOutput(x)
	for i, n := range c.Ints("output_size") {
		x = x.adaptive(x.Rank()-2+i, n)
	}
	return x
})

// checkOutput rejects an output_size that images x cannot have.
func (c *Call) checkOutput(x Tensor) {
	size := c.Ints("output_size")
	if x.Rank() < 3 || len(size) != 2 || slices.Min(size) <= 0 {
		Fail("expected images of 3 or 4 dimensions and an output_size of two positive numbers, but got %s and %v",
			prim.ShapeString(x.shape()), size)
	}
	x.checkSizes(2)
}

// floats returns the windows of a max pooling.
func (c *Call) floats() Tensor {
	x := c.T("self")
	if x.Dtype() == prim.Int {
		Fail("maxima are pooled of floats here, not of %s", ir.Quote(x.Elem()))
	}
	return c.windows(x, math.Inf(-1), c.Ints("dilation"))
}

// pooling returns the arguments of a pooling for the last two dimensions.
func (c *Call) pooling() (size, padding, stride []int64) {
	size, padding = repeated(c.Ints("kernel_size"), 2), repeated(c.Ints("padding"), 2)
	stride = size
	if len(c.Ints("stride")) > 0 {
		stride = repeated(c.Ints("stride"), 2)
	}
	return size, padding, stride
}

// windows returns the windows of a pooling in the last two dimensions, with the elements of each window in new last
// dimensions. Elements outside of x have the value outside.
func (c *Call) windows(x Tensor, outside any, dilation []int64) Tensor {
	size, padding, stride := c.pooling()
	apart := repeated(dilation, 2)
	// A matrix counts as one image, beyond what PyTorch accepts.
	if x.Rank() < 2 || min(slices.Min(size), slices.Min(stride), slices.Min(apart)) <= 0 || slices.Min(padding) < 0 {
		Fail("expected images of 3 or 4 dimensions, positive kernel_size, stride and dilation, and no negative padding, but "+
			"got %s, %v, %v, %v and %v", prim.ShapeString(x.shape()), size, stride, apart, padding)
	}
	low, high := make([]int64, x.Rank()), make([]int64, x.Rank())
	for i, p := range padding {
		if p > size[i]/2 {
			Fail("pad should be at most half of effective kernel size, but got pad=%d, kernel_size=%d", p, size[i])
		}
		d := x.Rank() - 2 + i
		low[d], high[d] = p, p
		if c.Bool("ceil_mode") { // the last window may reach beyond the end, but must begin before it
			n, reach := x.known(d), (size[i]-1)*apart[i]+1
			last := (n + 2*p - reach + stride[i] - 1) / stride[i]
			if last*stride[i] >= n+p {
				last--
			}
			high[d] = max(p, last*stride[i]+reach-n-p)
		}
	}
	if slices.Max(low) > 0 || slices.Max(high) > 0 {
		x = x.Pad(low, high, outside)
	}
	rows, columns := x.Rank()-2, x.Rank()-1
	return x.Windows(rows, size[0], stride[0], apart[0]).Windows(columns, size[1], stride[1], apart[1])
}

// covered returns how many elements of x and of its padding each window of a pooling covers along dimension i of the
// last two, of which y has the results.
func (c *Call) covered(x, y Tensor, i int) Tensor {
	d := x.Rank() - 2 + i
	size, padding, stride := c.pooling()
	return y.Iota(y.Size(d), y.index(), int(x.known(d)+2*padding[i]), -int(stride[i])).Clamp(nil, size[i]).To(y.Elem())
}

// adaptive averages n parts along a dimension. The parts may overlap.
func (x Tensor) adaptive(d int, n int64) Tensor {
	if n == 1 {
		return x.KeepMean(d)
	}
	size := x.known(d)
	var parts []Tensor
	for i := range n {
		from, to := i*size/n, ((i+1)*size+n-1)/n
		parts = append(parts, x.Slice(d, from, to, 1).KeepMean(d))
	}
	return Cat(d, parts...)
}

func dropout(c *Call, train bool) []Tensor {
	y, kept := c.dropped(c.T("input"), c.Float("p"), train)
	return []Tensor{y, kept}
}

// dropped returns x with random elements set to zero and the others scaled up, and a mask of the elements that remain.
func (c *Call) dropped(x Tensor, p float64, train bool) (y, kept Tensor) {
	switch {
	case p < 0 || p > 1:
		Fail("dropout probability has to be between 0 and 1, but got %v", p)
	case !train || p == 0:
		return x, x.Full(x.Shape(), c.Context().I(1), true)
	case p == 1:
		return x.Mul(0), x.Full(x.Shape(), c.Context().I(1), false)
	}
	kept = c.uniform(x.Shape(), c.Context().F32()).Lt(1 - p)
	return kept.Where(x.Mul(1/(1-p)), 0), kept
}
