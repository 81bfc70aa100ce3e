// Package references defines PyTorch's operators. The reference of an operator is a short function that builds it from
// loosely typed functions (torch.add, torch.exp, ...) and primitives (dialect prim), and reads like the mathematics:
//
//	func softmax(x Tensor, dim int) Tensor {
//		e := x.Sub(x.KeepAMax(dim)).Exp()
//		return e.Div(e.KeepSum(dim))
//	}
//
// [Standard] returns all of them in a [Table], in which another module replaces some or adds its own. The pass
// torch-decompose (lowering/tensors/decompose) applies a table to a program.
//
// Wrappers do what many operators have in common: [Promoted] adds the conversions of elementwise operators, [Reducing]
// those of reductions. Read tensor.go, arithmetic.go, shape.go and reduce.go for what references are written in, and
// the other files, one for each family, for the references.
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
		losses, backward, layerGradients} {
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

// one makes a reference of a function with one result that needs no promotion of its own.
func one(body func(c *Call) Tensor) Reference {
	return func(c *Call) []Tensor { return []Tensor{body(c)} }
}

// aten completes the names of PyTorch's own operators to those of operations.
func aten(family map[string]Reference) Table {
	out := make(Table, len(family))
	for name, r := range family {
		out["torch.aten."+name] = r
	}
	return out
}
