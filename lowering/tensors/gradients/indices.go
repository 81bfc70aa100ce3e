package gradients

import (
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/references"
)

// indices are the rules of primitives that select elements by indices.
var indices = named("prim.", map[string]Rule{
	"gather": linear(func(c *Call) { c.Give(c.X(0), scattered(c.X(0), c.X(1), c.G(0), int(c.Int("dim")))) }),
	"scatter": linear(func(c *Call) {
		x, at, src, g := c.X(0), c.X(1), c.X(2), c.G(0)
		how, _ := c.Inherent("reduction").(*ir.StringAttr)
		dim := prim.IntAttr(c.Context(), "dim", int(c.Int("dim")))
		switch how.Value {
		case "sum":
			c.Give(x, g)
		case "none":
			c.Give(x, g.Prims(&prim.Scatter, []Tensor{at, zeros(src)}, dim,
				ir.NamedAttr{Name: "reduction", Value: how})[0])
		default:
			references.Fail("%w of prim.scatter with reduction %q: there is a rule for \"none\" and \"sum\"",
				ErrNoRule, how.Value)
		}
		c.Give(src, g.Prims(&prim.Gather, []Tensor{at}, dim)[0])
	}),
	"index": linear(func(c *Call) {
		c.Give(c.X(0), zeros(c.X(0)).Prims(&prim.IndexPut, append([]Tensor{c.G(0)}, c.rest(1)...), c.in(),
			prim.Flag(c.Context(), "accumulate"))[0])
	}),
	"index_put": linear(func(c *Call) {
		x, values, g := c.X(0), c.X(1), c.G(0)
		if c.Flag("accumulate") {
			c.Give(x, g)
		} else {
			c.Give(x, g.Prims(&prim.IndexPut, append([]Tensor{zeros(values)}, c.rest(2)...), c.in())[0])
		}
		c.Give(values, g.Prims(&prim.Index, c.rest(2), c.in())[0])
	}),
})

// in is the attribute with the indexed dimensions. rest returns the operands from one on.
func (c *Call) in() ir.NamedAttr { return prim.IntsAttr(c.Context(), "dims", c.Ints("dims")) }

func (c *Call) rest(from int) (out []Tensor) {
	for i := from; i < c.NumOperands(); i++ {
		out = append(out, c.X(i))
	}
	return out
}
