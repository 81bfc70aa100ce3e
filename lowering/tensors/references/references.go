// Package references defines PyTorch's operators. The reference of an operator is a short function that builds it from
// loosely typed functions (torch.add, torch.exp, ...) and primitives (dialect prim), and reads like the mathematics:
//
//	func softmax(x Tensor, dim int) Tensor {
//		e := x.Sub(x.KeepAMax(dim)).Exp()
//		return e.Div(e.KeepSum(dim))
//	}
//
// [Standard] returns all of them in a [Table]. Another module can replace entries and add its own. The pass
// torch-decompose (package decompose) applies a table to a program.
//
// Wrappers add what many operators have in common: [Promoted] the type promotion of elementwise operators, [Reducing]
// that of reductions. The methods that references use are in tensor.go, arithmetic.go, shape.go and reduce.go. The
// references are in the other files, one for each family.
package references

import (
	"maps"
	"math"
)

var infinity = math.Inf(1)

// Standard returns a new table of all references of this package.
func Standard() Table {
	t := make(Table)
	for _, family := range []Table{pointwise, activations, reductions, shapes, indices, creation, products, layers,
		losses, backward, layerGradients, exported, recurrent, resized} {
		maps.Copy(t, family)
	}
	for name, refuse := range refusals {
		reference := t[name]
		t[name] = func(c *Call) []Tensor {
			refuse(c)
			return reference(c)
		}
	}
	t.variants()
	return t
}

// one makes a reference of a function with one result, without type promotion.
func one(body func(c *Call) Tensor) Reference {
	return func(c *Call) []Tensor { return []Tensor{body(c)} }
}

// aten adds the prefix of PyTorch's own operators to the names of a family.
func aten(family map[string]Reference) Table {
	out := make(Table, len(family))
	for name, r := range family {
		out["torch.aten."+name] = r
	}
	return out
}
