package gradients

import (
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/references"
)

// products are the rules of contractions and convolutions.
var products = named("prim.", map[string]Rule{
	// In an equation "x,y->z", each of the three is a contraction of the two others: dx is "z,y->x", and dy is
	// "x,z->y".
	"dot": bilinear(func(c *Call) {
		x, y, g := c.X(0), c.X(1), c.G(0).To(c.X(0).Elem()) // gradients are multiplied in the type of the operands
		equation, _ := c.Inherent("equation").(*ir.StringAttr)
		letters, err := prim.Letters(equation.Value)
		if err != nil {
			references.Fail("%w", err)
		}
		c.Give(x, c.dot(letters[2], letters[1], letters[0], g, y))
		c.Give(y, c.dot(letters[0], letters[2], letters[1], x, g))
	}),
	"convolution": bilinear(func(c *Call) {
		x, w, g := c.X(0), c.X(1), c.G(0)
		k := references.Convolution{Strides: c.Ints("strides"), Padding: c.Ints("padding"), Dilation: c.Ints("dilation"),
			Groups: c.Int("groups"), Transposed: c.Flag("transposed")}
		if c.Wants(x) {
			c.Give(x, k.ImagesGradient(x, w, g))
		}
		if c.Wants(w) {
			c.Give(w, k.FiltersGradient(x, w, g))
		}
	}),
})

// dot contracts x and y, which have letters a and b, to the letters of to. Sums of narrow floats are rounded once, at
// the end.
func (c *Call) dot(a, b, to []contract.Letter, x, y Tensor) Tensor {
	name := func(list []contract.Letter) (s string) {
		for _, l := range list {
			s += l.String()
		}
		return s
	}
	attrs := []ir.NamedAttr{{Name: "equation", Value: c.Context().StringAttr(name(a) + "," + name(b) + "->" + name(to))}}
	if wide := c.Inherent("elem"); wide != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "elem", Value: wide})
	}
	return x.Prims(&prim.Dot, []Tensor{y}, attrs...)[0]
}
