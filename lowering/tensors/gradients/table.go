package gradients

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/references"
)

// Tensor is a tensor of the program that a rule builds. References use the same type.
type Tensor = references.Tensor

// Rule says how the results of an operation change with its operands.
type Rule struct {
	// Reverse sets the gradients of operands, given those of the results.
	Reverse func(c *Call)
	// Forward returns the tangents of the results, given those of the operands. An operator whose rule has no Forward
	// is decomposed before its tangent is computed.
	Forward func(c *Call) []Tensor
	// Decomposed, if not nil, reports whether a call is decomposed, since the rule does not hold for its arguments.
	Decomposed func(c *torch.Call) bool
}

// Table has the rules of operations by their names, such as prim.exp and torch.aten.clamp.
type Table map[string]Rule

// Names returns the operations with rules, in order.
func (t Table) Names() []string { return slices.Sorted(maps.Keys(t)) }

// Errors of the passes, for errors.Is.
var (
	// ErrNoRule is wrapped if an operation between the arguments and the result has no derivative.
	ErrNoRule = errors.New("no gradient")
	// ErrArguments is wrapped if options do not fit the function.
	ErrArguments = errors.New("invalid options")
)

// Standard returns a new table of all rules of this package.
func Standard() Table {
	t := make(Table)
	for _, family := range []Table{unaries, binaries, views, reductions, scans, indices, products, activations, operators,
		norms, losses, refused} {
		maps.Copy(t, family)
	}
	return t
}

// Call is an operation whose derivative is built, as its rule sees it. It gives access to the arguments of an operator
// and to the attributes of a primitive.
type Call struct {
	torch.Call
	b       *ir.Builder
	give    func(x, g Tensor)
	wants   func(x Tensor) bool
	changes map[*ir.Value]Tensor // gradients of results, or tangents of operands
}

func newCall(b *ir.Builder, op *ir.Operation) *Call {
	schema, _ := torch.SchemaOf(op)
	return &Call{Call: torch.Call{Operation: op, Schema: schema}, b: b}
}

// X returns operand i, and Y result i. T returns the argument of an operator with a name, which must be a tensor.
func (c *Call) X(i int) Tensor { return references.Of(c.b, c.Operand(i)) }

func (c *Call) Y(i int) Tensor { return references.Of(c.b, c.Result(i)) }

func (c *Call) T(name string) Tensor { return references.Of(c.b, c.Tensor(name)) }

// Maybe returns an optional tensor argument of an operator.
func (c *Call) Maybe(name string) (x Tensor, ok bool) {
	v := c.Tensor(name)
	return references.Of(c.b, v), v != nil
}

// G returns the gradient of result i. It is zero if the loss does not depend on the result.
func (c *Call) G(i int) Tensor {
	if g, ok := c.changes[c.Result(i)]; ok {
		return g
	}
	return zeros(c.Y(i))
}

// Has reports whether the loss depends on result i.
func (c *Call) Has(i int) bool { return c.changes[c.Result(i)].Value != nil }

// Give adds g to the gradient of operand x. g may have the shape that x has after a broadcast, or another element type.
// It does nothing if x does not depend on a selected argument.
func (c *Call) Give(x, g Tensor) { c.give(x, g) }

// Wants reports whether the gradient of x is needed.
func (c *Call) Wants(x Tensor) bool { return c.wants(x) }

// Tangent returns the tangent of operand i. ok is false if the operand does not change.
func (c *Call) Tangent(i int) (t Tensor, ok bool) {
	t, ok = c.changes[c.Operand(i)]
	return t, ok
}

// Flag reports whether a primitive has a unit attribute. Dim returns an argument or attribute that is a dimension of x.
func (c *Call) Flag(name string) bool { return c.Inherent(name) != nil }

func (c *Call) Dim(name string, x Tensor) int { return wrapped(int(c.Int(name)), x) }

// Dims returns an argument or attribute that lists dimensions of x. An empty list stands for all dimensions.
func (c *Call) Dims(name string, x Tensor) (dims []int) {
	if one, ok := c.Inherent(name).(*ir.IntegerAttr); ok {
		return []int{wrapped(int(one.Int64()), x)}
	}
	if list, ok := c.Inherent(name).(*ir.DenseArrayAttr); ok {
		for _, d := range list.Ints() {
			dims = append(dims, wrapped(int(d), x))
		}
	}
	if len(dims) == 0 {
		return allDims(x)
	}
	slices.Sort(dims)
	return dims
}

func allDims(x Tensor) (dims []int) {
	for d := range x.Rank() {
		dims = append(dims, d)
	}
	return dims
}

func wrapped(d int, x Tensor) int {
	if d < 0 {
		d += max(1, x.Rank())
	}
	return d
}

// again builds a copy of the operation with other operands.
func (c *Call) again(replace map[int]Tensor) []Tensor {
	m := new(ir.Mapping)
	for i, x := range replace {
		m.Map(c.Operand(i), x.Value)
	}
	op := c.b.Clone(c.Operation, m)
	for i := range op.NumOperands() { // a value may be two operands, only one of which is replaced
		if x, ok := replace[i]; ok {
			op.SetOperand(i, x.Value)
		} else {
			op.SetOperand(i, c.Operand(i))
		}
	}
	var out []Tensor
	for _, v := range op.ResultValues() {
		out = append(out, references.Of(c.b, v))
	}
	return out
}

// Kinds of rules.

// unary is the rule of an elementwise function y = f(x). times returns g times the derivative; tangents are multiplied
// by the derivative in the same way as gradients.
func unary(times func(g, x, y Tensor) Tensor) Rule {
	return Rule{
		Reverse: func(c *Call) { c.Give(c.X(0), times(c.G(0), c.X(0), c.Y(0))) },
		Forward: func(c *Call) []Tensor {
			t, _ := c.Tangent(0)
			return []Tensor{times(t, c.X(0), c.Y(0))}
		},
	}
}

// binary is the rule of an elementwise function z = f(x, y) with its two derivatives.
func binary(dx, dy func(g, x, y, z Tensor) Tensor) Rule {
	return Rule{
		Reverse: func(c *Call) {
			for i, d := range []func(g, x, y, z Tensor) Tensor{dx, dy} {
				if c.Wants(c.X(i)) {
					c.Give(c.X(i), d(c.G(0), c.X(0), c.X(1), c.Y(0)))
				}
			}
		},
		Forward: func(c *Call) []Tensor {
			var sum Tensor
			for i, d := range []func(g, x, y, z Tensor) Tensor{dx, dy} {
				if t, ok := c.Tangent(i); ok {
					sum = plus(sum, d(t, c.X(0), c.X(1), c.Y(0)))
				}
			}
			return []Tensor{sum}
		},
	}
}

// linear is the rule of an operation that is linear in its float operands, taken together. Its tangent is the operation
// applied to the tangents.
func linear(reverse func(c *Call)) Rule {
	return Rule{Reverse: reverse, Forward: func(c *Call) []Tensor {
		tangents := make(map[int]Tensor)
		for i := range c.NumOperands() {
			if t, ok := c.Tangent(i); ok {
				tangents[i] = t
			} else if differentiable(c.Operand(i)) {
				tangents[i] = zeros(c.X(i))
			}
		}
		return c.again(tangents)
	}}
}

// bilinear is the rule of an operation that is linear in each of its operands.
func bilinear(reverse func(c *Call)) Rule {
	return Rule{Reverse: reverse, Forward: func(c *Call) []Tensor {
		var sum Tensor
		for i := range c.NumOperands() {
			if t, ok := c.Tangent(i); ok {
				sum = plus(sum, c.again(map[int]Tensor{i: t})[0])
			}
		}
		return []Tensor{sum}
	}}
}

// constant is the rule of a function that is constant almost everywhere, or is treated as a constant.
var constant = Rule{Reverse: func(*Call) {}, Forward: func(*Call) []Tensor { return nil }}

// refuse is the rule of a function without a derivative, or without a known one.
func refuse(reason string) Rule {
	fail := func(c *Call) { references.Fail("%w of %s: %s", ErrNoRule, c.Name(), reason) }
	return Rule{Reverse: fail, Forward: func(c *Call) []Tensor {
		fail(c)
		return nil
	}}
}

// plus returns sum + x. A sum without a value is zero.
func plus(sum, x Tensor) Tensor {
	if sum.Value == nil {
		return x
	}
	return sum.Add(x)
}

func zeros(x Tensor) Tensor { return x.Like(0.0) }

// differentiable reports whether a value is a tensor of floats.
func differentiable(v *ir.Value) bool {
	x, ok := prim.TensorOf(v.Type())
	return ok && prim.DtypeOf(x.Elem) == prim.Float
}

// named adds a prefix to the names of a family of rules.
func named(prefix string, family map[string]Rule) Table {
	out := make(Table, len(family))
	for name, r := range family {
		out[prefix+name] = r
	}
	return out
}

// sizesOf returns the sizes of a tensor's type.
func sizesOf(x Tensor) []int64 { return x.Type().(*ir.TensorType).Shape() }

// fitted returns a gradient in the shape and element type of x. It is summed along dimensions in which x was broadcast.
func fitted(g, x Tensor) Tensor {
	g = sumTo(g, x).To(x.Elem())
	if g.Type() == x.Type() {
		return g
	}
	if !prim.Compatible(sizesOf(g), sizesOf(x)) {
		references.Fail("a rule gives a gradient of type %s for an operand of type %s", ir.Quote(g.Type()),
			ir.Quote(x.Type()))
	}
	v, err := prim.Make(g.Builder(), &prim.GuardShape, x.Type(), []*ir.Value{g.Value})
	if err != nil {
		references.Fail("%w", err)
	}
	return references.Of(g.Builder(), v)
}

// sumTo sums g along the dimensions in which a tensor of x's shape was broadcast to the shape of g.
func sumTo(g, x Tensor) Tensor {
	var front, ones []int
	extra := g.Rank() - x.Rank()
	if extra < 0 {
		references.Fail("a rule gives a gradient of rank %d for an operand of rank %d", g.Rank(), x.Rank())
	}
	for d, n := range sizesOf(g) {
		if d < extra {
			front = append(front, d)
		} else if sizesOf(x)[d-extra] == 1 && n != 1 {
			ones = append(ones, d-extra)
		}
	}
	if len(front) > 0 {
		g = g.Sum(front...)
	}
	if len(ones) > 0 {
		g = g.KeepSum(ones...)
	}
	return g
}

// missing returns the error for an operation without a rule.
func missing(op *ir.Operation) error {
	return fmt.Errorf("%w of %s: there is no rule for it; add one to the table of gradients, or cut the path to it with "+
		"torch.aten.detach", ErrNoRule, op.Name())
}
