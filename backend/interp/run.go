package interp

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// Grid is the number of programs along each axis; each is at least 1.
type Grid [tile.GridAxes]int32

// Run executes a kernel of a verified module once for every program of a grid. Programs run in parallel if they are
// independent, and otherwise in row-major order of the axes from the last to the first, so the result does not depend
// on the number of processors. A data race is an error: two programs access one element, at least one writes, and no
// atomic operations order the accesses. An argument is an *Array or *View for an array or pointer parameter; for
// numbers, an int64, uint64, int, float64 or bool. Programs write into the arrays.
//
// The error of an operation is an *ir.Diagnostic that wraps one of the errors of this package, and the arrays then hold
// what was written before. When ctx is done its error is returned.
func Run(ctx context.Context, module *ir.Operation, kernel string, grid Grid, args ...any) error {
	op := ir.LookupSymbol(module, kernel)
	if op == nil {
		return fmt.Errorf("%w: @%s", ErrNoKernel, kernel)
	}
	k, ok := tile.AsKernel(op)
	if !ok {
		return fmt.Errorf("%w: @%s is a %s", ErrNoKernel, kernel, op.Name())
	}
	for axis, n := range grid {
		if n < 1 {
			return fmt.Errorf("%w: %d programs along axis %d", ErrGrid, n, axis)
		}
	}
	if n, all := tile.ProgramsOf(op), int64(grid[0])*int64(grid[1])*int64(grid[2]); n != 0 && all != n {
		return fmt.Errorf("%w: %d programs, but @%s requires %d", ErrGrid, all, kernel, n)
	}
	values, err := bind(k, args)
	if err != nil {
		return err
	}
	r := &run{kernel: k, grid: grid, args: values, addresses: make(map[*Array]int64)}
	for _, arg := range args {
		if v, ok := whole(arg); ok && !slices.Contains(r.arrays, v.array) {
			r.arrays = append(r.arrays, v.array)
		}
	}
	r.progress, _ = ctx.Value(progressKey{}).(func(done, total int))
	r.output = Output(ctx)
	return r.execute(ctx)
}

// bind turns arguments into the values of the kernel's parameters.
func bind(k tile.Kernel, args []any) ([]*value, error) {
	types := k.Type().Inputs
	if len(args) != len(types) {
		return nil, fmt.Errorf("%w: @%s takes %d arguments, but got %d", ErrArgument, k.SymName(), len(types), len(args))
	}
	values := make([]*value, len(args))
	for i, t := range types {
		v, err := argument(t, args[i])
		if err != nil {
			return nil, fmt.Errorf("argument #%d of @%s: %w", i, k.SymName(), err)
		}
		if err := keepsPromises(k.ArgFacts(i), v); err != nil {
			return nil, fmt.Errorf("argument #%d of @%s: %w", i, k.SymName(), err)
		}
		values[i] = v
	}
	return values, nil
}

// keepsPromises returns an error if an argument violates a fact that the kernel relies on. Arrays count as aligned to
// every divisibility.
func keepsPromises(facts tile.Facts, v *value) error {
	multiple := func(what string, n, divisor int64) error {
		if n%divisor != 0 {
			return fmt.Errorf("%w: %s is %d, but the kernel relies on a multiple of %d", ErrArgument, what, n, divisor)
		}
		return nil
	}
	if v.array == nil {
		if v.words == nil || facts.Divisibility <= 1 {
			return nil
		}
		return multiple("it", smallint.SignExtend(v.words[0], bitWidth(v.elem)), facts.Divisibility)
	}
	for d := range v.array.shape {
		if err := multiple(fmt.Sprintf("its size along dimension %d", d), v.array.shape[d], facts.Shape[d]); err != nil {
			return err
		}
		if err := multiple(fmt.Sprintf("its stride along dimension %d", d), v.array.strides[d],
			facts.Strides[d]); err != nil {
			return err
		}
	}
	return nil
}

func argument(t ir.Type, arg any) (*value, error) {
	v, isArray := whole(arg)
	switch t := t.(type) {
	case *tile.PtrType:
		if !isArray || !sameBits(v.array.elem, t.Pointee()) {
			return nil, mismatch(t, arg)
		}
		return &value{elem: t, ptrs: []pointer{{v.array, v.start * elementBytes(v.array.elem)}}}, nil
	case *tile.ArrayType:
		if !isArray || !sameBits(v.array.elem, t.ElementType()) || !v.fits(t) {
			return nil, mismatch(t, arg)
		}
		size := elementBytes(v.array.elem)
		return &value{elem: t, array: &strided{array: v.array, start: v.start * size, shape: v.shape, strides: v.strides,
			bytes: size}}, nil
	}
	if isArray {
		return nil, mismatch(t, arg)
	}
	return number(t, arg)
}

func mismatch(t ir.Type, arg any) error {
	what := fmt.Sprintf("%v", arg)
	switch a := arg.(type) {
	case *Array:
		what = fmt.Sprintf("an array of '%s' of shape %v", a.elem, a.shape)
	case *View:
		what = fmt.Sprintf("an array of '%s' of shape %v and strides %v", a.array.elem, a.shape, a.strides)
	case float32, float64:
		what = fmt.Sprintf("the float %v", a)
	}
	return fmt.Errorf("%w: expected a value for '%s', but got %s", ErrArgument, t, what)
}

// sameBits reports whether elements of two types, possibly of different contexts, have the same representation in
// memory.
func sameBits(a, b ir.Type) bool {
	x, ok1 := a.(*ir.FloatType)
	y, ok2 := b.(*ir.FloatType)
	if ok1 && ok2 {
		return x.Format == y.Format || isTF32(x) && y.Format == apfloat.F32 || isTF32(y) && x.Format == apfloat.F32
	}
	i, ok1 := a.(*ir.IntegerType)
	j, ok2 := b.(*ir.IntegerType)
	return ok1 && ok2 && i.Width == j.Width
}

// fits reports whether sizes and strides agree with those of a type, as far as they are used.
func (v *View) fits(t *tile.ArrayType) bool {
	if len(v.shape) != t.Rank() {
		return false
	}
	for i := range v.shape {
		if d := t.Shape()[i]; d != ir.Dynamic && d != v.shape[i] {
			return false
		}
		s := t.Strides()[i]
		if s != ir.Dynamic && s != v.strides[i] && v.shape[i] > 1 && !slices.Contains(v.shape, 0) {
			return false
		}
	}
	return true
}

// number converts an argument to a scalar. A number outside the type's range is an error.
func number(t ir.Type, arg any) (*value, error) {
	var f float64
	var i int64
	switch arg := arg.(type) {
	case bool:
		if !ir.IsInt(t, 1) {
			return nil, mismatch(t, arg)
		}
		if arg {
			i = 1
		}
		return scalar(t, uint64(i)), nil
	case float64:
		if ft, ok := t.(*ir.FloatType); ok {
			return scalar(t, ft.Format.FromFloat64(arg, apfloat.ToNearestEven).Lo), nil
		}
		return nil, mismatch(t, arg)
	case uint64:
		if arg > math.MaxInt64 {
			if ir.BitWidth(t) == 64 && !ir.IsFloat(t) {
				return scalar(t, arg), nil
			}
			return nil, mismatch(t, arg)
		}
		i, f = int64(arg), float64(arg)
	case int64:
		i, f = arg, float64(arg)
	case int:
		i, f = int64(arg), float64(arg)
	default:
		return nil, mismatch(t, arg)
	}
	if ft, ok := t.(*ir.FloatType); ok {
		return scalar(t, ft.Format.FromFloat64(f, apfloat.ToNearestEven).Lo), nil
	}
	if width := ir.BitWidth(t); width < 64 && (i < -1<<(width-1) || i >= 1<<width) {
		return nil, mismatch(t, arg)
	}
	return scalar(t, uint64(i)), nil
}
