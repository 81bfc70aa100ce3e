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

// Tensor is a tensor of the program that a rule builds; its methods are the language of references, too.
type Tensor = references.Tensor

// Rule says how the results of an operation change with its operands.
type Rule struct {
	// Reverse gives operands their gradients, in terms of those of the results.
	Reverse func(c *Call)
	// Forward returns the tangents of the results in terms of those of the operands. An operator whose rule has none is
	// decomposed before its tangent is taken.
	Forward func(c *Call) []Tensor
}

// Table has the rules of operations by their names, such as prim.exp and torch.aten.clamp.
type Table map[string]Rule

// Names returns the operations with rules, in order.
func (t Table) Names() []string { return slices.Sorted(maps.Keys(t)) }

// Errors of the passes, for errors.Is.
var (
	// ErrNoRule is wrapped where an operation lies between the arguments and the result, but has no derivative.
	ErrNoRule = errors.New("no gradient")
	// ErrArguments is wrapped where options do not fit the function.
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

// Call is an operation whose derivative is built, as its rule sees it: with the arguments of an operator, or the
// attributes of a primitive.
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

// X returns an operand, and Y a result. T returns an argument of an operator that is a tensor.
func (c *Call) X(i int) Tensor { return references.Of(c.b, c.Operand(i)) }

func (c *Call) Y(i int) Tensor { return references.Of(c.b, c.Result(i)) }

func (c *Call) T(name string) Tensor { return references.Of(c.b, c.Tensor(name)) }

// Maybe returns an argument of an operator that is a tensor, if it is given.
func (c *Call) Maybe(name string) (x Tensor, ok bool) {
	v := c.Tensor(name)
	return references.Of(c.b, v), v != nil
}

// G returns the gradient of result i: zeros if nothing depends on it.
func (c *Call) G(i int) Tensor {
	if g, ok := c.changes[c.Result(i)]; ok {
		return g
	}
	return zeros(c.Y(i))
}

// Has reports whether anything depends on result i.
func (c *Call) Has(i int) bool { return c.changes[c.Result(i)].Value != nil }

// Give adds a gradient to that of an operand. It may have the operand's shape before a broadcast, or another element
// type. Operands that no chosen argument changes are passed over.
func (c *Call) Give(x, g Tensor) { c.give(x, g) }

// Wants reports whether a gradient given to x is used.
func (c *Call) Wants(x Tensor) bool { return c.wants(x) }

// Tangent returns how operand i changes: ok is false if it does not.
func (c *Call) Tangent(i int) (t Tensor, ok bool) {
	t, ok = c.changes[c.Operand(i)]
	return t, ok
}

// Flag reports whether a primitive has a unit attribute. Dim returns an argument or attribute that is a dimension of x.
func (c *Call) Flag(name string) bool { return c.Inherent(name) != nil }

func (c *Call) Dim(name string, x Tensor) int { return wrapped(int(c.Int(name)), x) }

// Dims returns dimensions of x that are listed: none stand for all.
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

// again builds the operation once more, with other operands.
func (c *Call) again(replace map[int]Tensor) []Tensor {
	m := new(ir.Mapping)
	for i, x := range replace {
		m.Map(c.Operand(i), x.Value)
	}
	op := c.b.Clone(c.Operation, m)
	for i := range op.NumOperands() { // an operand may stand in two places, of which one is replaced
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

// unary is the rule of an elementwise function y = f(x), whose derivative times g is as given: a tangent changes as a
// gradient does.
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

// linear is the rule of an operation that is linear in all its operands together that are floats: its tangent is the
// operation on tangents.
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

// constant is the rule of what is constant almost everywhere, or is to be taken for a constant.
var constant = Rule{Reverse: func(*Call) {}, Forward: func(*Call) []Tensor { return nil }}

// refuse is the rule of what has no derivative, or none that is known here.
func refuse(reason string) Rule {
	fail := func(c *Call) { references.Fail("%w of %s: %s", ErrNoRule, c.Name(), reason) }
	return Rule{Reverse: fail, Forward: func(c *Call) []Tensor {
		fail(c)
		return nil
	}}
}

// plus adds a tensor to a sum that may not have begun.
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

// named completes the names of a family.
func named(prefix string, family map[string]Rule) Table {
	out := make(Table, len(family))
	for name, r := range family {
		out[prefix+name] = r
	}
	return out
}

// sizesOf returns the sizes of a tensor's type.
func sizesOf(x Tensor) []int64 { return x.Type().(*ir.TensorType).Shape() }

// fitted returns a gradient in the shape and element type of x. It is summed where x was repeated.
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

// sumTo sums over the dimensions along which a tensor of x's shape was broadcast to that of g.
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

// missing is the error of an operation without a rule.
func missing(op *ir.Operation) error {
	return fmt.Errorf("%w of %s: there is no rule for it; add one to the table of gradients, or cut the path to it with "+
		"torch.aten.detach", ErrNoRule, op.Name())
}
