package references

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

var losses = aten(map[string]Reference{
	"l1_loss":  loss(func(_ *Call, d Tensor) Tensor { return d.Abs() }),
	"mse_loss": loss(func(_ *Call, d Tensor) Tensor { return d.Square() }),
	"smooth_l1_loss": loss(func(c *Call, d Tensor) Tensor {
		beta, a := c.Float("beta"), d.Abs()
		if beta == 0 {
			return a
		}
		return a.Lt(beta).Where(a.Square().Mul(0.5/beta), a.Sub(beta/2))
	}),
	"huber_loss": loss(func(c *Call, d Tensor) Tensor {
		delta, a := c.Float("delta"), d.Abs()
		return a.Le(delta).Where(a.Square().Mul(0.5), a.Sub(delta/2).Mul(delta))
	}),
	"kl_div": Promoted(torch.Default, target, func(c *Call) Tensor {
		x, t := c.T("self"), c.T("target")
		if c.Bool("log_target") {
			return c.summary(t.Exp().Mul(t.Sub(x)))
		}
		return c.summary(t.Eq(0).Where(0, t.Mul(t.Log())).Sub(t.Mul(x)))
	}),
	"binary_cross_entropy": Promoted(torch.Default, target, func(c *Call) Tensor {
		p, t := c.T("self"), c.T("target")
		miss, hit := p.Neg().Log1P().Maximum(-100), p.Log().Maximum(-100)
		return c.weighted(t.Sub(1).Mul(miss).Sub(t.Mul(hit)))
	}),
	"binary_cross_entropy_with_logits": Promoted(torch.Default, target, func(c *Call) Tensor {
		x, t := c.T("self"), c.T("target")
		hit := logSigmoid(x)
		if w, ok := c.Maybe("pos_weight"); ok {
			hit = hit.Mul(t.Mul(w.Sub(1)).Add(1).Div(1)).Add(0)
			return c.weighted(t.Under(1).Mul(x).Sub(hit))
		}
		return c.weighted(t.Under(1).Mul(x).Sub(hit))
	}),
	"nll_loss_forward": func(c *Call) []Tensor {
		x := c.T("self")
		wide := x.To(torch.OpMath(c.Context(), x.Elem()))
		losses, weights := c.likelihood(wide)
		total := weights.Sum()
		out := losses
		switch c.Int("reduction") {
		case 1:
			out = losses.Sum().Div(total)
		case 2:
			out = losses.Sum()
		default:
			total = total.Full(nil, wide.Elem(), 0)
		}
		return []Tensor{out.To(x.Elem()), total.To(x.Elem())}
	},
	"cross_entropy_loss": one(crossEntropy),
})

var target = []string{"self", "target"}

// loss makes a reference of a function of the difference of self and target.
func loss(f func(c *Call, distance Tensor) Tensor) Reference {
	return Promoted(torch.ComplexToFloat, target, func(c *Call) Tensor {
		return c.summary(f(c, c.T("self").Sub(c.T("target"))))
	})
}

// summary reduces losses as the argument reduction says: not at all, to the mean, or to the sum.
func (c *Call) summary(losses Tensor) Tensor {
	switch c.Int("reduction") {
	case 1:
		return losses.Mean()
	case 2:
		return losses.Sum()
	}
	return losses
}

// weighted is the summary of losses times their weights, if these are given.
func (c *Call) weighted(losses Tensor) Tensor {
	if w, ok := c.Maybe("weight"); ok {
		losses = losses.Mul(w)
	}
	return c.summary(losses)
}

// classes returns the classes that are the targets for x: one for each place of x without the dimension of classes.
func (c *Call) classes(x Tensor) Tensor {
	t := c.T("target")
	if t.Dtype() != prim.Int {
		Fail("expected classes of an integer type, such as i64, as targets, but got %s", ir.Quote(t.Elem()))
	}
	channel := classDim(x)
	if want := slices.Delete(slices.Clone(x.shape()), channel, channel+1); !prim.Compatible(t.shape(), want) {
		Fail("expected targets of shape %s for an input of shape %s, but got %s", prim.ShapeString(want),
			prim.ShapeString(x.shape()), prim.ShapeString(t.shape()))
	}
	return t.long()
}

// classWeights returns the weights of the classes, which are a dimension of x, if they are given.
func (c *Call) classWeights(x Tensor, dim int) (w Tensor, ok bool) {
	if w, ok = c.Maybe("weight"); ok && !prim.Compatible(w.shape(), x.shape()[dim:dim+1]) {
		Fail("expected weights of shape %s, one for each class, but got %s", prim.ShapeString(x.shape()[dim:dim+1]),
			prim.ShapeString(w.shape()))
	}
	return w, ok
}

// classDim returns the dimension of x that is the classes.
func classDim(x Tensor) int {
	if x.Rank() == 0 {
		Fail("expected an input with a dimension of classes, but got one without dimensions")
	}
	return min(1, x.Rank()-1)
}

// likelihood returns, for each target, the negated element of x at the target's class, times the weight of that class.
// It also returns the weights, which are 0 for ignored targets.
func (c *Call) likelihood(x Tensor) (losses, weights Tensor) {
	t := c.classes(x)
	ignored := t.Eq(c.Int("ignore_index"))
	class := ignored.Where(0, t)
	channel := classDim(x)
	hit := x.Prims(&prim.Gather, []Tensor{class.Unsqueeze(channel)}, prim.IntAttr(c.Context(), "dim", channel))[0]
	weights = ignored.Where(0, hit.squeezed(Dims{channel}).Like(1))
	if w, ok := c.classWeights(x, channel); ok {
		dims := prim.IntsAttr(c.Context(), "dims", []int{0})
		weights = ignored.Where(0, w.To(x.Elem()).pick(dims, class))
	}
	return weights.Mul(hit.squeezed(Dims{channel})).Neg(), weights
}

// crossEntropy is the negative log likelihood of a softmax. The target is classes or probabilities of classes. Label
// smoothing moves a part of the target to all classes.
func crossEntropy(c *Call) Tensor {
	x, t, smoothing := c.T("self"), c.T("target"), c.Float("label_smoothing")
	channel := classDim(x)
	logs := logSoftmax(x.To(torch.OpMath(c.Context(), x.Elem())), channel)
	if t.Dtype() == prim.Float {
		if !prim.Compatible(t.shape(), x.shape()) {
			Fail("expected probabilities of shape %s as targets, or classes of an integer type, but got %s of shape %s",
				prim.ShapeString(x.shape()), ir.Quote(t.Elem()), prim.ShapeString(t.shape()))
		}
		if smoothing > 0 {
			t = t.Mul(1 - smoothing).Add(apply(c.b, &prim.Div, smoothing, x.Size(channel).tensor(x)))
		}
		if w, ok := c.classWeights(x, channel); ok {
			logs = logs.Mul(w.along1(max(2, x.Rank())).squeezed2(x.Rank()))
		}
		losses := logs.Mul(t).Sum(channel).Neg()
		switch c.Int("reduction") {
		case 1:
			return losses.Sum().Div(losses.Numel()).To(x.Elem())
		case 2:
			return losses.Sum().To(x.Elem())
		}
		return losses.To(x.Elem())
	}
	losses, weights := c.likelihood(logs)
	if smoothing > 0 {
		all := logs.Neg()
		if w, ok := c.Maybe("weight"); ok {
			all = all.Mul(w.along1(max(2, x.Rank())).squeezed2(x.Rank()))
		}
		smooth := t.long().Eq(c.Int("ignore_index")).Where(0, all.Sum(channel)).Div(x.Size(channel))
		losses = losses.Mul(1 - smoothing).Add(smooth.Mul(smoothing))
	}
	switch c.Int("reduction") {
	case 1:
		losses = losses.Sum().Div(weights.Sum())
	case 2:
		losses = losses.Sum()
	}
	return losses.To(x.Elem())
}

// squeezed2 drops the first dimension if x has more than rank dimensions.
func (x Tensor) squeezed2(rank int) Tensor {
	if x.Rank() > rank {
		return x.squeezed(Dims{0})
	}
	return x
}
