package torch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Function describes a loosely typed function: the primitive that it becomes when all operands have one type, and how
// the types of the operands are promoted.
type Function struct {
	Prim *ir.OpDef
	Kind Kind
}

// FunctionOf returns the [Function] of an operation; ok is false for other operations.
func FunctionOf(op *ir.Operation) (f *Function, ok bool) { return ir.InterfaceOf[*Function](op) }

// kinds maps primitives to the kinds of promotion of their functions. Other primitives have [IntToFloat].
var kinds = map[*ir.OpDef]Kind{
	&prim.Abs: ComplexToFloat, &prim.Real: ComplexToFloat, &prim.Imag: ComplexToFloat,
	&prim.IsFinite: AlwaysBool, &prim.SignBit: AlwaysBool,
	&prim.Eq: AlwaysBool, &prim.Ne: AlwaysBool, &prim.Lt: AlwaysBool, &prim.Le: AlwaysBool, &prim.Gt: AlwaysBool,
	&prim.Ge: AlwaysBool, &prim.Pow: BoolToLong, &prim.NextAfter: NoOpMath, &prim.Where: NoOpMath,
	&prim.Neg: Default, &prim.Ceil: Default, &prim.Floor: Default, &prim.Round: Default, &prim.Trunc: Default,
	&prim.Sign: Default, &prim.BitwiseNot: Default, &prim.ConjPhysical: Default, &prim.Add: Default, &prim.Sub: Default,
	&prim.Mul: Default, &prim.BitwiseAnd: Default, &prim.BitwiseOr: Default, &prim.BitwiseXor: Default,
	&prim.FMax: Default, &prim.FMin: Default, &prim.FMod: Default, &prim.GCD: Default, &prim.Hypot: Default,
	&prim.Maximum: Default, &prim.Minimum: Default, &prim.Remainder: Default, &prim.ShiftLeft: Default,
	&prim.ShiftRight: Default,
}

// functions maps primitives to the definitions of their loosely typed functions.
var functions = func() map[*ir.OpDef]*ir.OpDef {
	out := make(map[*ir.OpDef]*ir.OpDef)
	for _, p := range prim.Dialect.Ops {
		_, elementwise := isElementwise(p)
		if !elementwise && p != &prim.Where {
			continue
		}
		kind, listed := kinds[p]
		if !listed {
			kind = IntToFloat // for integers, these functions compute in floats
		}
		out[p] = newFunction(p, kind)
	}
	return out
}()

// isElementwise reports whether a definition is an elementwise primitive, and which element types it is defined for.
func isElementwise(p *ir.OpDef) (of prim.Dtype, ok bool) {
	for _, i := range p.Interfaces {
		if d, found := i.(prim.Dtype); found {
			of, ok = d, true
		}
	}
	return of, ok
}

// functionFor returns the definition of the function of an elementwise primitive, or nil.
func functionFor(p *ir.OpDef) *ir.OpDef { return functions[p] }

func newFunction(p *ir.OpDef, kind Kind) *ir.OpDef {
	name := strings.TrimPrefix(p.Name, "prim.")
	var params []string
	for _, o := range p.Operands {
		params = append(params, "Operand "+o.Name)
	}
	def := New("torch.", name+"("+strings.Join(params, ", ")+") -> Tensor")
	def.Summary = p.Summary + "; operands are broadcast and promoted"
	f := &Function{Prim: p, Kind: kind}
	def.Interfaces = append(def.Interfaces, f)
	check := def.Verify
	def.Verify = func(op *ir.Operation) error {
		if err := check(op); err != nil {
			return err
		}
		s, _ := SchemaOf(op)
		typing, err := f.Typing(Call{op, s})
		if err != nil {
			return op.Errorf("%w", err)
		}
		got, _ := prim.TensorOf(op.Result(0).Type())
		if got.Elem != typing.Result || !prim.Compatible(got.Shape, typing.Shape) {
			return op.Errorf("has result type %s, but the operands require %s", ir.Quote(op.Result(0).Type()),
				ir.Quote(op.Context().TensorType(typing.Shape, typing.Result, nil)))
		}
		return nil
	}
	return def
}

// Typing has the shape and the element type that a function's operands are converted to, and the type of the result.
type Typing struct {
	Shape            []int64
	Computed, Result ir.Type
}

// arguments returns the operands and shapes that promotion considers. It leaves out the condition of where.
func (f *Function) arguments(c Call) (operands []Operand, shapes [][]int64, err error) {
	for i, p := range c.Schema.Params {
		v := c.Tensor(p.Name)
		if v == nil {
			operands = append(operands, Operand{Number: prim.KindOf(c.Inherent(p.Name + "_number"))})
			continue
		}
		x, _ := prim.TensorOf(v.Type())
		shapes = append(shapes, x.Shape)
		if i == 0 && f.Prim == &prim.Where {
			if prim.DtypeOf(x.Elem) != prim.Bool {
				return nil, nil, fmt.Errorf("the condition of where must be of bools, not %s", ir.Quote(x.Elem))
			}
			continue
		}
		operands = append(operands, Operand{Elem: x.Elem, Dimensioned: x.Rank() > 0})
	}
	return operands, shapes, nil
}

// Typing returns the types of a use of the function.
func (f *Function) Typing(c Call) (t Typing, err error) {
	operands, shapes, err := f.arguments(c)
	if err != nil {
		return t, err
	}
	if t.Shape, err = Broadcast(shapes...); err != nil {
		return t, err
	}
	t.Computed, t.Result, err = Promote(c.Context(), f.Kind, operands...)
	return t, err
}

// Broadcast returns the shape that the given shapes are broadcast to. They are aligned at their last dimensions, and a
// dimension of size one takes the size of the others. Unknown sizes are assumed to be equal.
func Broadcast(shapes ...[]int64) ([]int64, error) {
	out := []int64{}
	for _, s := range shapes {
		if len(s) > len(out) {
			out = slices.Concat(slices.Repeat([]int64{1}, len(s)-len(out)), out)
		}
		at := len(out) - len(s)
		for i, n := range s {
			switch have := out[at+i]; {
			case n == 1 || n == have:
			case have == 1 || have == ir.Dynamic:
				out[at+i] = n
			case n != ir.Dynamic:
				return nil, fmt.Errorf("%w: sizes %d and %d of dimension %d cannot be broadcast together", ErrShape,
					have, n, at+i)
			}
		}
	}
	return out, nil
}
