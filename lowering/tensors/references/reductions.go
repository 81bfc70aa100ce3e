package references

var reductions = aten(map[string]Reference{
	"softmax.int": Reducing(false, func(c *Call, x Tensor) Tensor { return softmax(x, c.Dim("dim")) }),
})

func softmax(x Tensor, dim int) Tensor {
	e := x.Sub(x.KeepAMax(dim)).Exp()
	return e.Div(e.KeepSum(dim))
}
