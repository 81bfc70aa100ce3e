package tile

import (
	"errors"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
)

// For creates a loop and returns the values that it carries at its end. body is called once, with the loop index and
// the carried values. It creates the body's operations with b and returns the next carried values, of the same types.
// The index runs from lo to hi, exclusive, in steps. Bounds that are literals get the type of the other bounds, or i32
// if all are literals.
func (b *Builder) For(lo, hi, step *ir.Value, carried []*ir.Value,
	body func(i *ir.Value, carried []*ir.Value) []*ir.Value) []*ir.Value {
	bounds := b.bounds(lo, hi, step)
	b.need(body != nil, scf.ForOp.Name, "body")
	var out []*ir.Value
	b.structured(scf.ForOp.Name, slices.Concat(bounds, carried), carried, func() *ir.Operation {
		f := scf.NewFor(b.Builder, bounds[0], bounds[1], bounds[2], carried,
			func(in *ir.Builder, i *ir.Value, args []*ir.Value) []*ir.Value {
				return b.inside(in, args, func() []*ir.Value { return body(i, args) })
			})
		out = f.ResultValues()
		return f.Operation
	})
	return b.orNone(out, len(carried))
}

// While creates a loop that runs as long as a condition holds. condition and body are called once, with the carried
// values. body returns the next carried values, of the same types. While returns the carried values for which the
// condition was false.
func (b *Builder) While(carried []*ir.Value, condition func(carried []*ir.Value) *ir.Value,
	body func(carried []*ir.Value) []*ir.Value) []*ir.Value {
	b.need(condition != nil && body != nil, scf.WhileOp.Name, "condition and body")
	var out []*ir.Value
	b.structured(scf.WhileOp.Name, carried, carried, func() *ir.Operation {
		w := scf.NewWhile(b.Builder, carried, ir.TypesOf(carried),
			func(in *ir.Builder, args []*ir.Value) (*ir.Value, []*ir.Value) {
				var holds *ir.Value
				b.within(in, func() { holds = condition(args) })
				if holds == nil {
					b.fail("building scf.while: the condition: %w", ErrNoValue)
					holds = placeholder(in)
				}
				return holds, args
			},
			func(in *ir.Builder, args []*ir.Value) []*ir.Value {
				return b.inside(in, args, func() []*ir.Value { return body(args) })
			})
		out = w.ResultValues()
		return w.Operation
	})
	return b.orNone(out, len(carried))
}

// If creates a branch on a condition, which is an i1. then and otherwise are called once and create the operations for
// a true and a false condition. Both return values of the same types, which If returns. otherwise may be nil if there
// are no values.
func (b *Builder) If(condition *ir.Value, then, otherwise func() []*ir.Value) []*ir.Value {
	b.need(then != nil, scf.IfOp.Name, "function for a condition that holds")
	if b.err != nil && then != nil {
		return make([]*ir.Value, len(then())) // callers may index the result up to the number that they return
	}
	results := 0
	arm := func(f func() []*ir.Value) func(in *ir.Builder) []*ir.Value {
		if f == nil {
			return nil
		}
		return func(in *ir.Builder) (values []*ir.Value) {
			b.within(in, func() { values = f() })
			results = max(results, len(values))
			if err := needValues(&scf.IfOp, values...); err != nil {
				b.fail("%w", err)
			}
			if b.err != nil {
				return nil
			}
			return values
		}
	}
	var out []*ir.Value
	b.structured(scf.IfOp.Name, []*ir.Value{condition}, nil, func() *ir.Operation {
		f := scf.NewIf(b.Builder, condition, arm(then), arm(otherwise))
		out = f.ResultValues()
		return f.Operation
	})
	return b.orNone(out, results)
}

// Combiner is how a reduction or scan combines two elements.
type Combiner int

// Combiners. Sum and Product add and multiply. Minimum and Maximum ignore NaN if the other element is a number. The
// last three combine the bits of integers.
const (
	Sum Combiner = iota
	Product
	Minimum
	Maximum
	AllBits
	AnyBits
	OddBits
)

var combiners = [...]*ir.OpDef{Sum: &Add, Product: &Mul, Minimum: &Min, Maximum: &Max, AllBits: &And, AnyBits: &Or,
	OddBits: &XOr}

// Reduce creates a reduction of a tensor along an axis.
func (b *Builder) Reduce(v *ir.Value, axis int, c Combiner) *ir.Value {
	return b.ReduceBy([]*ir.Value{v}, axis, b.combine(c))[0]
}

// Scan creates the combination of each element with all elements before it along an axis, or after it with reverse.
func (b *Builder) Scan(v *ir.Value, axis int, reverse bool, c Combiner) *ir.Value {
	return b.ScanBy([]*ir.Value{v}, axis, reverse, b.combine(c))[0]
}

// ReduceBy creates a reduction of tensors of one shape. combine is called once. left and right have an element of each
// tensor. combine creates the combined elements with b and returns them.
func (b *Builder) ReduceBy(inputs []*ir.Value, axis int,
	combine func(left, right []*ir.Value) []*ir.Value) []*ir.Value {
	return b.combining(&Reduce, inputs, combine, func(f combination) ([]*ir.Value, error) {
		return NewReduce(b.Builder, axis, inputs, f)
	})
}

// ScanBy creates a scan of tensors of one shape; see [Builder.ReduceBy] and [Builder.Scan].
func (b *Builder) ScanBy(inputs []*ir.Value, axis int, reverse bool,
	combine func(left, right []*ir.Value) []*ir.Value) []*ir.Value {
	return b.combining(&Scan, inputs, combine, func(f combination) ([]*ir.Value, error) {
		return NewScan(b.Builder, axis, reverse, inputs, f)
	})
}

// combination fills the region of a reduction or scan.
type combination func(in *ir.Builder, left, right []*ir.Value) ([]*ir.Value, error)

func (b *Builder) combine(c Combiner) func(left, right []*ir.Value) []*ir.Value {
	return func(left, right []*ir.Value) []*ir.Value {
		if c < 0 || int(c) >= len(combiners) {
			b.fail("unknown combiner %d: expected one from Sum to OddBits", int(c))
			return nil
		}
		return []*ir.Value{b.Binary(combiners[c], left[0], right[0])}
	}
}

func (b *Builder) combining(def *ir.OpDef, inputs []*ir.Value, combine func(left, right []*ir.Value) []*ir.Value,
	create func(f combination) ([]*ir.Value, error)) []*ir.Value {
	b.need(combine != nil, def.Name, "combiner")
	var out []*ir.Value
	b.structured(def.Name, inputs, nil, func() *ir.Operation {
		if len(inputs) == 0 {
			b.fail("%w", errNoInputs(def))
			return nil
		}
		values, err := create(func(in *ir.Builder, left, right []*ir.Value) (combined []*ir.Value, err error) {
			b.within(in, func() { combined = combine(left, right) })
			return combined, b.err
		})
		if err != nil {
			b.fail("%w", err)
			return nil
		}
		out = values
		return out[0].DefiningOp()
	})
	return b.orNone(out, max(1, len(inputs)))
}

func errNoInputs(def *ir.OpDef) error {
	return fmt.Errorf("building %s: there is no tensor to work on", def.Name)
}

// errLiteral is the error about a literal that a loop carries.
var errLiteral = errors.New("a literal has no type of its own that the loop could carry: cast it")

// structured creates an operation with regions. It erases the operation if there was an error in a region or if it is
// invalid.
func (b *Builder) structured(name string, operands, carried []*ir.Value, create func() *ir.Operation) {
	for _, v := range carried {
		if v != nil && isLiteral(v) {
			b.fail("building %s: %w", name, errLiteral)
		}
	}
	b.operation(name, operands, func(*ir.Builder) (*ir.Operation, error) {
		op := create()
		if b.err != nil && op != nil {
			op.Erase()
		}
		return op, b.err
	})
}

// need records an error if a required function is nil.
func (b *Builder) need(there bool, name, what string) {
	if !there {
		b.fail("building %s: there is no %s", name, what)
	}
}

// inside runs a body with b at the insertion point of in and returns the values that the body returns. It returns args
// after an error, for example if the types of the values differ from those of args.
func (b *Builder) inside(in *ir.Builder, args []*ir.Value, body func() []*ir.Value) (values []*ir.Value) {
	b.within(in, func() { values = body() })
	if b.err != nil {
		return args
	}
	if len(values) != len(args) {
		b.fail("the loop carries %d values, but its body returns %d", len(args), len(values))
		return args
	}
	for i, v := range values {
		if v == nil {
			b.fail("the loop's body returns for carried value #%d: %w", i, ErrNoValue)
			return args
		}
		if v.Type() != args[i].Type() {
			b.fail("carried value #%d is of type %s, but the loop's body returns %s: cast it", i,
				ir.Quote(args[i].Type()), ir.Quote(v.Type()))
			return args
		}
	}
	return values
}

// within runs f with b at the insertion point of in.
func (b *Builder) within(in *ir.Builder, f func()) {
	outer := b.Builder
	b.Builder = in
	defer func() { b.Builder = outer }()
	f()
}

// bounds casts literals among the bounds of a loop to the type of the other bounds.
func (b *Builder) bounds(values ...*ir.Value) []*ir.Value {
	var t ir.Type = b.Context().I(32)
	for _, v := range values {
		if v != nil && !isLiteral(v) {
			t = v.Type()
			break
		}
	}
	for i, v := range values {
		if v != nil && isLiteral(v) {
			values[i] = b.Cast(v, t)
		}
	}
	return values
}

// placeholder returns a condition for a loop whose condition could not be created. The loop is erased afterwards.
func placeholder(in *ir.Builder) *ir.Value { return LiteralBool(in, false) }
