package references

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

// Reference defines an operator in terms of functions and primitives. It builds them, and returns the operator's
// results. [Promoted] and [Reducing] make references with type promotion.
type Reference func(c *Call) []Tensor

// Table has the references of operators by the names of their operations, such as torch.aten.relu.
type Table map[string]Reference

// Errors of [Table.Apply].
var (
	// ErrNoReference is wrapped if an operator has no reference.
	ErrNoReference = errors.New("no reference")
	// ErrResult is wrapped if the results of a reference have other types than the program's.
	ErrResult = errors.New("wrong result")
)

// Names returns the operators with references, in order.
func (t Table) Names() []string { return slices.Sorted(maps.Keys(t)) }

// Apply builds the reference of an operator at b's insertion point, and returns results of the types of op's results.
// It does not change op. After an error, a part of the reference may have been built. The warnings are PyTorch's.
func (t Table) Apply(b *ir.Builder, op *ir.Operation) (results []*ir.Value, warnings []string, err error) {
	schema, ok := torch.SchemaOf(op)
	reference := t[op.Name()]
	if !ok || reference == nil {
		return nil, nil, fmt.Errorf("%w for %s; add one to the table of references", ErrNoReference, op.Name())
	}
	c := &Call{Call: torch.Call{Operation: op, Schema: schema}, b: b, replaced: make(map[string]Tensor)}
	var tensors []Tensor
	if err := Build(func() { tensors = reference(c) }); err != nil {
		return nil, nil, err
	}
	if len(tensors) != op.NumResults() {
		return nil, nil, fmt.Errorf("%w: the reference of %s returns %d tensors, not %d", ErrResult, op.Name(), len(tensors),
			op.NumResults())
	}
	for i, x := range tensors {
		v, err := fitted(x, op.Result(i).Type().(*ir.TensorType))
		if err != nil {
			return nil, nil, fmt.Errorf("result #%d: %w", i, err)
		}
		results = append(results, v)
	}
	return results, c.warnings, nil
}

// fitted casts x to a tensor type that may have other sizes known.
func fitted(x Tensor, want *ir.TensorType) (*ir.Value, error) {
	if x.Type() == want {
		return x.Value, nil
	}
	if x.Elem() != want.ElementType() || !prim.Compatible(x.shape(), want.Shape()) {
		return nil, fmt.Errorf("%w: the operator gives %s, not %s", ErrResult, ir.Quote(x.Type()), ir.Quote(want))
	}
	return prim.Make(x.b, &prim.GuardShape, want, []*ir.Value{x.Value})
}

// Call is a call of an operator, as its reference sees it, with arguments as tensors.
type Call struct {
	torch.Call
	b        *ir.Builder
	replaced map[string]Tensor // arguments that a wrapper replaced
	warnings []string
}

// T returns a tensor argument. Maybe returns an optional one.
func (c *Call) T(name string) Tensor {
	x, ok := c.Maybe(name)
	if !ok {
		Fail("argument %s is missing", name)
	}
	return x
}

func (c *Call) Maybe(name string) (x Tensor, ok bool) {
	if x, ok := c.replaced[name]; ok {
		return x, true
	}
	v := c.Tensor(name)
	return Tensor{v, c.b}, v != nil
}

// Arg returns an argument that is a tensor or a number, or nil if it is absent. Or returns a number, or a default if
// the argument is absent.
func (c *Call) Arg(name string) any {
	if x, ok := c.Maybe(name); ok {
		return x
	}
	return c.Number(name)
}

func (c *Call) Or(name string, otherwise any) any {
	if v := c.Number(name); v != nil {
		return v
	}
	return otherwise
}

// List returns an argument that is a list of tensors.
func (c *Call) List(name string) (list []Tensor) {
	for _, v := range c.Tensors(name) {
		list = append(list, Tensor{v, c.b})
	}
	return list
}

// Dims returns an argument that lists dimensions.
func (c *Call) Dims(name string) Dims {
	var out Dims
	for _, d := range c.Ints(name) {
		out = append(out, int(d))
	}
	return out
}

// Dim returns an argument that is a dimension.
func (c *Call) Dim(name string) int { return int(c.Int(name)) }

// Shape returns an argument that lists sizes.
func (c *Call) Shape(name string) (out []Size) {
	values := c.Sizes(name)
	for _, n := range c.Ints(name) {
		s := Size{n: n}
		if n == ir.Dynamic && len(values) > 0 {
			s.v, values = values[0], values[1:]
		}
		out = append(out, s)
	}
	return out
}
