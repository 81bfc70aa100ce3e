package prim

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
)

// Random numbers are those of Philox 4x32-10 (Salmon et al., SC'11), as PyTorch generates them on a GPU. They depend on
// a key, which consists of a seed and an offset.
var (
	// RandomKey defines `prim.random_key`: the result is the next key of the executor's generator, which is a seed and
	// an offset.
	RandomKey = ir.OpDef{
		Name:     "prim.random_key",
		Summary:  "next key of the random number generator: its seed and an offset",
		Results:  []ir.ValueDef{{Name: "result", Type: index}},
		Assembly: `attr-dict ':' type($result)`,
		Verify: func(op *ir.Operation) error {
			if t, _ := TensorOf(op.Result(0).Type()); len(t.Shape) != 1 || t.Shape[0] != 2 {
				return op.Errorf("a key is a 'tensor<2xi64>', not %s", ir.Quote(op.Result(0).Type()))
			}
			return nil
		},
		Interfaces: []any{ir.EffectsFunc(func(_ *ir.Operation, yield func(ir.Effect) bool) {
			yield(ir.Effect{Kind: ir.Write, Resource: "random numbers"})
		})},
	}
	// Uniform defines `prim.uniform`: the numbers are at least low and less than high. They are those of Philox 4x32-10
	// for a key.
	Uniform = random("uniform", "uniformly distributed numbers", "low", "high")
	// Normal defines `prim.normal`: the numbers are normally distributed with a mean and a standard deviation. They are
	// computed from those of Philox 4x32-10 for a key.
	Normal = random("normal", "normally distributed numbers", "mean", "std")
)

func random(name, summary, first, second string) ir.OpDef {
	return define(ir.OpDef{
		Name:     name,
		Summary:  summary,
		Operands: []ir.ValueDef{{Name: "key", Type: index}, sizes},
		Attrs:    []ir.OpAttr{numberAttr(first), numberAttr(second)},
		Assembly: fmt.Sprintf(`$key '%[1]s' $%[1]s '%[2]s' $%[2]s ('sizes' '(' $sizes^ ')')? attr-dict ':' type($key) '->' `+
			`type($result)`, first, second),
	}, func(c *Call) ([]Tensor, error) {
		if len(c.Declared) != 1 {
			return nil, fmt.Errorf("%w: the shape is that of the result", ir.ErrNotInferred)
		}
		out := Tensor{Elem: c.Declared[0].Elem, Shape: c.Declared[0].Shape}
		if key := c.Operands[0].Shape; len(key) != 1 || key[0] != 2 && key[0] != ir.Dynamic {
			return nil, fmt.Errorf("a key has two numbers, a seed and an offset, not shape %s", ShapeString(key))
		}
		if std, ok := NumberOf(c.attr("std")).(float64); ok && std < 0 {
			return nil, fmt.Errorf("std = %v must not be negative", std)
		}
		return []Tensor{out}, wantDtype(out.Elem, Float)
	})
}
