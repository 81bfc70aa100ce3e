package references

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

// Promoted is the transform of elementwise references: tensors are converted to the type that an operator of a kind
// computes in, and the results back. What is promoted are the tensor and number parameters that params names.
func Promoted(kind torch.Kind, params []string, body func(c *Call) Tensor) Reference {
	return func(c *Call) []Tensor {
		var operands []torch.Operand
		for _, name := range params {
			if !c.Schema.Has(name) {
				continue
			}
			if x, ok := c.Maybe(name); ok {
				operands = append(operands, torch.Operand{Elem: x.Elem(), Dimensioned: x.Rank() > 0})
			} else if a := c.Number(name); a != nil {
				operands = append(operands, torch.Operand{Number: prim.KindOf(prim.NumberAttr(c.Context(), a))})
			}
		}
		computed, result, err := torch.Promote(c.Context(), kind, operands...)
		if err != nil {
			Fail("%w", err)
		}
		for _, name := range params {
			if !c.Schema.Has(name) {
				continue
			}
			if x, ok := c.Maybe(name); ok {
				c.replaced[name] = x.To(computed)
			}
		}
		return []Tensor{body(c).To(result)}
	}
}

// Reducing is the transform of references that reduce: their operand self is converted to the argument dtype, or else
// to the type that arithmetic on it computes in, and the result to the argument or the operand's type. If whole is
// set, bools and integers are summed as i64.
func Reducing(whole bool, body func(c *Call, x Tensor) Tensor) Reference {
	return func(c *Call) []Tensor {
		x := c.T("self")
		result := x.Elem()
		if c.Schema.Has("dtype") && c.Dtype("dtype") != nil {
			result = c.Dtype("dtype")
		} else if whole && x.Dtype()&(prim.Bool|prim.Int) != 0 {
			result = c.Context().I(64)
		}
		return []Tensor{body(c, x.To(torch.OpMath(c.Context(), result))).To(result)}
	}
}

// InPlace is the transform to the form of an operator that changes self: the result must have self's shape, and is
// converted to its element type if that is of no lower category.
func InPlace(reference Reference) Reference {
	return func(c *Call) []Tensor {
		x := Tensor{c.Tensor("self"), c.b}
		result := reference(c)[0]
		if !prim.Compatible(x.shape(), result.shape()) {
			Fail("output with shape %s doesn't match the broadcast shape %s", prim.ShapeString(x.shape()),
				prim.ShapeString(result.shape()))
		}
		return []Tensor{x.store(result)}
	}
}

// Functional is the reference of an operator that stays: it builds an operator from the arguments of its in-place form,
// which changes self.
func Functional(name string) Reference {
	return one(func(c *Call) Tensor {
		return Tensor{must(torch.Another(c.b, c.Call, name, c.ResultTypes()...)).Result(0), c.b}
	})
}

// Out is the transform to the form of an operator that stores its result in the argument out, which is resized to the
// result's shape: with a warning, unless it had no elements.
func Out(reference Reference) Reference {
	return func(c *Call) []Tensor {
		out := Tensor{c.Tensor("out"), c.b}
		result := reference(c)[0]
		if prim.Compatible(out.shape(), result.shape()) {
			return []Tensor{out.store(result)}
		}
		if !out.isEmpty() {
			c.warnings = append(c.warnings, fmt.Sprintf("An output with one or more elements was resized since it had shape "+
				"%s, which does not match the required output shape %s", prim.ShapeString(out.shape()),
				prim.ShapeString(result.shape())))
		}
		t, sizes := out.typeOf(result.Shape(), out.Elem())
		resized := Tensor{must(prim.Make(c.b, &prim.Resize, t, append([]*ir.Value{out.Value}, sizes...))), c.b}
		return []Tensor{resized.store(result)}
	}
}

// store has the elements of a result in the place and element type of x.
func (x Tensor) store(result Tensor) Tensor {
	if !torch.CanCast(result.Elem(), x.Elem()) {
		Fail("result type %s can't be cast to the desired output type %s", ir.Quote(result.Elem()), ir.Quote(x.Elem()))
	}
	return x.Prims(&prim.CopyTo, []Tensor{result})[0]
}

// variants adds the forms of operators that change self, and those that have an argument out, whose overload is "out"
// or ends with "_out".
func (t Table) variants() {
	for _, def := range torch.Dialect.Ops {
		name := def.Name
		if base, ok := torch.InPlaceOf(name); ok && t[name] == nil && t[base] != nil {
			t[name] = InPlace(t[base])
		}
		if base, ok := torch.OutOf(name); ok && t[base] != nil {
			t[name] = Out(t[base])
		}
	}
}
