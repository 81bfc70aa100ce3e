package gradients

// losses are rules of losses for which the gradient of the decomposition would be NaN at the ends of the domain.
var losses = named("torch.aten.", map[string]Rule{
	"binary_cross_entropy": {Reverse: func(c *Call) {
		x, t, g := c.T("self"), c.T("target"), c.each()
		miss, hit := x.Neg().Log1P().Maximum(-100), x.Log().Maximum(-100)
		if w, ok := c.Maybe("weight"); ok {
			c.Give(w, g.Mul(t.Sub(1).Mul(miss).Sub(t.Mul(hit))))
			g = g.Mul(w)
		}
		c.Give(x, g.Mul(x.Sub(t).Div(x.Under(1).Mul(x).Maximum(1e-12))))
		c.Give(t, g.Mul(miss.Sub(hit)))
	}},
	"kl_div": {Reverse: func(c *Call) {
		x, t, g := c.T("self"), c.T("target"), c.each()
		if c.Bool("log_target") {
			c.Give(x, g.Mul(t.Exp().Neg()))
			c.Give(t, g.Mul(t.Exp().Mul(t.Sub(x).Add(1))))
			return
		}
		c.Give(x, g.Mul(t.Neg()))
		c.Give(t, g.Mul(t.Eq(0).Where(0, t.Log().Add(1).Sub(x))))
	}},
})

// each returns the gradient of each element's loss. The losses are summed, averaged, or returned one by one.
func (c *Call) each() Tensor {
	if x := c.T("self"); c.Int("reduction") == 1 {
		return c.G(0).Div(x.Sub(c.T("target")).Numel())
	}
	return c.G(0)
}
