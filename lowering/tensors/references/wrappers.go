package references

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

// Promoted wraps the reference of an elementwise operator in type promotion: it converts the parameters named by params
// to the type that operators of this kind compute in, and the results back.
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

// Reducing wraps the reference of a reduction. It converts the operand self to the argument dtype or, without one, to
// the type that arithmetic on it computes in. It converts the result to dtype or the operand's type. If whole is set,
// bools and integers are summed as i64.
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

// InPlace makes the reference of the in-place form of an operator. The result must have the shape of self. It is
// converted to the element type of self, which must not be of a lower category.
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

// Functional makes the reference of an in-place form whose operator is not decomposed: it builds the operator with the
// given name from the arguments of its in-place form.
func Functional(name string) Reference {
	return one(func(c *Call) Tensor {
		return Tensor{must(torch.Another(c.b, c.Call, name, c.ResultTypes()...)).Result(0), c.b}
	})
}

// Out makes the reference of the form of an operator that stores its result in the argument out. It resizes out to the
// result's shape, with a warning if out had elements.
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

// store converts a result to the element type of x, in which it is stored.
func (x Tensor) store(result Tensor) Tensor {
	if !torch.CanCast(result.Elem(), x.Elem()) {
		Fail("result type %s can't be cast to the desired output type %s", ir.Quote(result.Elem()), ir.Quote(x.Elem()))
	}
	return x.Prims(&prim.CopyTo, []Tensor{result})[0]
}

// variants adds the in-place forms of operators, and their forms with an argument out, whose overload is "out" or ends
// with "_out".
func (t Table) variants() {
	for _, def := range torch.Dialect.Definitions() {
		name := def.Name
		if base, ok := torch.InPlaceOf(name); ok && t[name] == nil && t[base] != nil {
			t[name] = InPlace(t[base])
		}
		if base, ok := torch.OutOf(name); ok && t[base] != nil {
			t[name] = Out(t[base])
		}
	}
}
