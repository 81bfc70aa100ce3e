package prim

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Rule infers the results of a primitive: their shapes, element types and, if the operands have strides, strides. The
// verifier, the builders and the executors all use it; executors call it with the sizes at run time. Its errors have no
// location.
type Rule func(c *Call) ([]Tensor, error)

// Call is a use of a primitive, as a [Rule] sees it.
type Call struct {
	Context  *ir.Context
	Operands []Tensor // those that are tensors
	// Declared are the results as the program declares them. Primitives that create tensors of any shape take it from
	// there. Unknown sizes are replaced by the operands of type index.
	Declared []Tensor

	attr func(name string) ir.Attribute
}

// NewCall returns a [Call] for an operation, with the given operands and results in place of those that its types give.
func NewCall(op *ir.Operation, operands, declared []Tensor) *Call {
	return &Call{Context: op.Context(), Operands: operands, Declared: declared, attr: op.Inherent}
}

// Int, Ints and Flag return inherent attributes. They return 0, nil or false for missing attributes.
func (c *Call) Int(name string) int64 {
	if a, ok := c.attr(name).(*ir.IntegerAttr); ok {
		return a.Int64()
	}
	return 0
}

func (c *Call) Ints(name string) []int64 {
	if a, ok := c.attr(name).(*ir.DenseArrayAttr); ok {
		return a.Ints()
	}
	return nil
}

func (c *Call) Flag(name string) bool { return c.attr(name) != nil }

// declaredElem returns the element type of the only result, for primitives whose operands do not determine it.
func (c *Call) declaredElem() (ir.Type, error) {
	if len(c.Declared) != 1 {
		return nil, fmt.Errorf("%w: the element type is that of the result", ir.ErrNotInferred)
	}
	return c.Declared[0].Elem, nil
}

// dim returns an attribute that is a dimension of a tensor of the given rank.
func (c *Call) dim(name string, rank int) (int, error) {
	d := c.Int(name)
	if d < 0 || d >= int64(rank) {
		return 0, fmt.Errorf("%s = %d is not a dimension of a tensor of rank %d", name, d, rank)
	}
	return int(d), nil
}

// dims returns which dimensions of a tensor of the given rank an attribute lists. A dimension may be listed only once.
func (c *Call) dims(name string, rank int) ([]bool, error) {
	in := make([]bool, rank)
	for _, d := range c.Ints(name) {
		switch {
		case d < 0 || d >= int64(rank):
			return nil, fmt.Errorf("%s names %d, which is not a dimension of a tensor of rank %d", name, d, rank)
		case in[d]:
			return nil, fmt.Errorf("%s names dimension %d twice", name, d)
		}
		in[d] = true
	}
	return in, nil
}

// RuleOf returns the rule of a primitive; ok is false for other operations.
func RuleOf(op *ir.Operation) (r Rule, ok bool) { return ir.InterfaceOf[Rule](op) }

// anyTensor admits the tensors of this dialect.
var anyTensor = ir.TypeConstraint{Summary: "ranked tensor of bools, integers, floats or complex numbers",
	Check: func(t ir.Type) bool {
		tensor, ok := TensorOf(t)
		return ok && DtypeOf(tensor.Elem) != 0
	}}

func tensors(names ...string) (defs []ir.ValueDef) {
	for _, n := range names {
		defs = append(defs, ir.ValueDef{Name: n, Type: anyTensor})
	}
	return defs
}

// sizes are the operands that give the unknown sizes of the result, in order.
var sizes = ir.ValueDef{Name: "sizes", Type: constraints.Index, Arity: ir.Variadic}

// define completes the definition of a primitive with its rule. Primitives have no effects. They are not speculatable
// because sizes that do not match are errors at run time.
func define(def ir.OpDef, rule Rule) ir.OpDef {
	def.Name = "prim." + def.Name
	def.Traits |= ir.NoMemoryEffect
	if len(def.Results) == 0 {
		def.Results = tensors("result")
	}
	unchecked := rule
	rule = func(c *Call) ([]Tensor, error) {
		results, err := unchecked(c)
		if err != nil {
			return nil, err
		}
		return results, checkSizes(results)
	}
	def.InferTypes = func(ctx *ir.Context, st *ir.OpState) ([]ir.Type, error) {
		c := &Call{Context: ctx, attr: st.GetInherent}
		for _, v := range st.Operands {
			if t, ok := TensorOf(v.Type()); ok {
				c.Operands = append(c.Operands, t)
			}
		}
		for _, t := range st.Types {
			if t, ok := TensorOf(t); ok {
				c.Declared = append(c.Declared, t)
			}
		}
		results, err := rule(c)
		if err != nil {
			return nil, err
		}
		var types []ir.Type
		for _, r := range results {
			types = append(types, r.Type(ctx))
		}
		return types, nil
	}
	def.Verify = func(op *ir.Operation) error { return verify(op, rule) }
	def.Interfaces = append(def.Interfaces, rule)
	return def
}

// checkSizes returns an error for tensors with negative sizes.
func checkSizes(results []Tensor) error {
	for _, t := range results {
		for _, n := range t.Shape {
			if n < 0 && n != ir.Dynamic {
				return fmt.Errorf("trying to create tensor with negative dimension %d: %s", n, ShapeString(t.Shape))
			}
		}
	}
	return nil
}

// verify compares the results with those that the rule gives.
func verify(op *ir.Operation, rule Rule) error {
	results, err := rule(NewCall(op, tensorsOf(op.OperandTypes()), tensorsOf(op.ResultTypes())))
	if err != nil {
		return op.Errorf("%w", err)
	}
	if len(results) != op.NumResults() {
		return op.Errorf("has %d results, but its operands require %d", op.NumResults(), len(results))
	}
	for i, want := range results {
		got, _ := TensorOf(op.Result(i).Type())
		if got.Elem != want.Elem || !Compatible(got.Shape, want.Shape) {
			return op.Errorf("result #%d has type %s, but the operands require %s", i, ir.Quote(op.Result(i).Type()),
				ir.Quote(want.Type(op.Context())))
		}
	}
	return nil
}

func tensorsOf(types []ir.Type) (out []Tensor) {
	for _, t := range types {
		if tensor, ok := TensorOf(t); ok {
			out = append(out, tensor)
		}
	}
	return out
}

// wantDtype returns an error for element types that a primitive is not defined for.
func wantDtype(elem ir.Type, d Dtype) error {
	if DtypeOf(elem)&d == 0 {
		return fmt.Errorf("%w: elements must be %v, but are %s; use prim.convert_element_type", ErrDtype, d, ir.Quote(elem))
	}
	return nil
}
