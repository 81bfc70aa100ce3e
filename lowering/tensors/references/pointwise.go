package references

var pointwise = aten(map[string]Reference{
	"add.Tensor": one(func(c *Call) Tensor { return c.T("self").Add(c.scaled("other", "alpha")) }),
})

// scaled returns an argument times a number.
func (c *Call) scaled(name, factor string) Tensor {
	x := c.T(name)
	if c.Number(factor) == int64(1) {
		return x
	}
	return x.Mul(c.Number(factor))
}
