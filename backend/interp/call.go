package interp

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// Value is an argument or a result of a function: a number, or a vector or tensor of numbers.
type Value struct {
	t ir.Type
	v *value
}

// NewValue returns a value of an integer, index or float type, or of a static vector or tensor of these. Element i, in
// row-major order, has the lowest bits of bits(i).
func NewValue(t ir.Type, bits func(i int) *big.Int) (Value, error) {
	if bitWidth(t) == 0 || !representable(t) {
		return Value{}, fmt.Errorf("%w: there are no values of type %s", ErrArgument, ir.Quote(t))
	}
	v := newValue(t)
	for i := range v.len() {
		v.setBits(i, bits(i))
	}
	return Value{t, v}, nil
}

// Type returns the value's type.
func (v Value) Type() ir.Type { return v.t }

// Len returns the number of elements.
func (v Value) Len() int { return v.v.len() }

// Bits returns the bits of element i as a nonnegative number.
func (v Value) Bits(i int) *big.Int { return v.v.bits(i) }

// IsPoison reports whether element i is undefined.
func (v Value) IsPoison(i int) bool { return v.v.poisoned(i) }

// IsNaN reports whether element i is a NaN.
func (v Value) IsNaN(i int) bool {
	f, ok := v.v.elem.(*ir.FloatType)
	return ok && f.Format.IsNaN(toPattern(v.v.bits(i)))
}

// ErrSteps says that a program executed more operations than [WithStepLimit] allows.
var ErrSteps = errors.New("too many operations were executed")

type stepLimit struct{}

// WithStepLimit returns a context with which [Call], and each program of [Run], fails with [ErrSteps] after about n
// operations.
func WithStepLimit(ctx context.Context, n int) context.Context {
	return context.WithValue(ctx, stepLimit{}, n)
}

// Call runs the function of that name and returns its results. An undefined element is an error only if control flow or
// an address depends on it; undefined elements of results are reported by [Value.IsPoison]. Errors are like those of
// [Run].
func Call(ctx context.Context, module *ir.Operation, function string, args ...Value) ([]Value, error) {
	f, ok := fn.AsFunc(ir.LookupSymbol(module, function))
	if !ok || f.IsDeclaration() {
		return nil, fmt.Errorf("%w: @%s is not a function with a body", ErrNoKernel, function)
	}
	types := f.Type().Inputs
	if len(args) != len(types) {
		return nil, fmt.Errorf("%w: @%s takes %d arguments, but got %d", ErrArgument, function, len(types), len(args))
	}
	values := make([]*value, len(args))
	for i, t := range types {
		if args[i].t.String() != t.String() {
			return nil, fmt.Errorf("%w: argument #%d of @%s: expected %s, but got %s", ErrArgument, i, function, ir.Quote(t),
				ir.Quote(args[i].t))
		}
		values[i] = args[i].v.retyped(ir.ElementOrSelf(t))
	}
	m := newMachine(ctx, nil, nil)
	frame := &frame{machine: m, values: make(map[*ir.Value]*value)}
	_, results, err := frame.runBlocks(f.Entry(), values)
	if err != nil {
		return nil, err
	}
	out := make([]Value, len(results))
	for i, t := range f.Type().Results {
		if _, isPointer := ir.ElementOrSelf(t).(*tile.PtrType); isPointer {
			return nil, fmt.Errorf("%w: result #%d of @%s is a pointer", ErrUnsupported, i, function)
		}
		out[i] = Value{t, results[i]}
	}
	return out, nil
}
