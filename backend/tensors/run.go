package tensors

import (
	"context"
	"errors"
	"fmt"

	"github.com/girih-ir/girih/dialects/arith"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Errors of programs, for errors.Is. Errors during a run are located at the operation.
var (
	ErrArguments    = errors.New("wrong arguments")
	ErrUnsupported  = errors.New("not supported on the CPU")
	ErrZeroDivision = errors.New("integer division by zero")
	ErrIndex        = errors.New("index out of range")
)

func unsupported(def *ir.OpDef, x *Tensor) error {
	return fmt.Errorf("%w: %s of elements of type %s", ErrUnsupported, def.Name, ir.Quote(x.elem))
}

// Options change how a program runs.
type Options struct {
	// Seed is the seed of random numbers.
	Seed uint64
	// MemoryLimit is the number of bytes that the buffers and results of a [Program] may take; 0 stands for the memory of
	// the machine.
	MemoryLimit int64
}

// Run calls a function of tensors whose body consists of primitives, calls of such functions, and arithmetic on sizes.
// The arguments must have the types of the parameters, and are not changed. Results may be views of them.
func Run(ctx context.Context, f fn.Func, args []*Tensor, o Options) ([]*Tensor, error) {
	m := &machine{ctx: ctx, seed: o.Seed}
	values := make([]any, len(args))
	for i, a := range args {
		values[i] = a
	}
	results, err := m.call(f, values)
	if err != nil {
		return nil, err
	}
	out := make([]*Tensor, len(results))
	for i, r := range results {
		t, ok := r.(*Tensor)
		if !ok {
			return nil, fmt.Errorf("%w: result %d of @%s is not a tensor", ErrArguments, i,
				ir.SymbolNameOf(f.Operation))
		}
		out[i] = t
	}
	return out, nil
}

// keyStep is the distance between the offsets of consecutive random keys.
const keyStep = 4

// machine runs a program.
type machine struct {
	ctx          context.Context
	seed, offset uint64 // for random numbers
}

// frame has the values of a call: tensors, sizes as int64, and scalars as float64 or int64.
type frame map[*ir.Value]any

func (m *machine) call(f fn.Func, args []any) ([]any, error) {
	env, err := newFrame(f, args)
	if err != nil {
		return nil, err
	}
	for op := range f.Region(0).Entry().Ops() {
		if err := m.ctx.Err(); err != nil {
			return nil, err
		}
		if op.Is(&fn.Return) {
			return env.operands(op), nil
		}
		results, err := m.operation(env, op)
		if err != nil {
			return nil, located(op, err)
		}
		for i, r := range results {
			env[op.Result(i)] = r
		}
		env.drop(op)
	}
	return nil, f.Errorf("%w: @%s does not return", ErrUnsupported, ir.SymbolNameOf(f.Operation))
}

// newFrame returns the frame of a call with some arguments.
func newFrame(f fn.Func, args []any) (frame, error) {
	name := ir.SymbolNameOf(f.Operation)
	if f.NumRegions() == 0 || f.Region(0).IsEmpty() {
		return nil, f.Errorf("%w: @%s has no body", ErrUnsupported, name)
	}
	entry := f.Region(0).Entry()
	if len(args) != entry.NumArgs() {
		return nil, f.Errorf("%w: @%s takes %d, not %d", ErrArguments, name, entry.NumArgs(), len(args))
	}
	env := make(frame)
	for i, a := range args {
		if err := fits(a, entry.Arg(i).Type()); err != nil {
			return nil, f.Errorf("%w: argument %d of @%s: %w", ErrArguments, i, name, err)
		}
		env[entry.Arg(i)] = a
	}
	return env, nil
}

// located adds the location of an operation to an error, if it has none yet.
func located(op *ir.Operation, err error) error {
	if d := (*ir.Diagnostic)(nil); errors.As(err, &d) || errors.Is(err, context.Canceled) ||
		errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return op.Errorf("%w", err)
}

// fits checks that a value has a type.
func fits(v any, t ir.Type) error {
	want, ok := prim.TensorOf(t)
	x, is := v.(*Tensor)
	switch {
	case !ok && !is:
		return nil
	case ok != is:
		return fmt.Errorf("expected %s", ir.Quote(t))
	case x.elem != want.Elem || !prim.Compatible(wide(x.shape), want.Shape):
		return fmt.Errorf("expected %s, but got %v with elements of type %s", ir.Quote(t), x.shape, ir.Quote(x.elem))
	}
	return nil
}

func (env frame) operands(op *ir.Operation) []any {
	out := make([]any, op.NumOperands())
	for i, v := range op.Operands() {
		out[i] = env[v]
	}
	return out
}

// drop releases the values whose last use is op, so that their memory can be freed.
func (env frame) drop(op *ir.Operation) {
	for _, v := range op.Operands() {
		last := true
		for u := range v.Uses() {
			last = last && (u.Owner() == op || u.Owner().IsBefore(op))
		}
		if last {
			delete(env, v)
		}
	}
}

func (m *machine) operation(env frame, op *ir.Operation) ([]any, error) {
	operands := env.operands(op)
	if op.Is(&fn.CallOp) {
		f, err := callee(op)
		if err != nil {
			return nil, err
		}
		return m.call(f, operands)
	}
	if results, ok, err := sizes(op, operands); ok || err != nil {
		return results, err
	}
	u, err := newUse(env, op)
	if err != nil {
		return nil, err
	}
	if err := u.admits(); err != nil {
		return nil, err
	}
	results, err := m.primitive(u)
	if err != nil {
		return nil, err
	}
	out := make([]any, len(results))
	for i, r := range results {
		out[i] = r
	}
	return out, nil
}

// callee returns the function that a call calls.
func callee(op *ir.Operation) (fn.Func, error) {
	f, ok := fn.AsFunc(ir.ResolveSymbol(op, op.Inherent("callee").(*ir.SymbolRefAttr)))
	if !ok {
		return f, fmt.Errorf("%w: the callee is not a function", ErrUnsupported)
	}
	return f, nil
}

// sizes computes an operation whose results are sizes; ok is false for other operations.
func sizes(op *ir.Operation, operands []any) (results []any, ok bool, err error) {
	switch op.Def() {
	case &arith.ConstantOp:
		if a, ok := op.Inherent("value").(*ir.IntegerAttr); ok {
			return []any{a.Int64()}, true, nil
		}
	case &arith.AddI, &arith.SubI, &arith.MulI, &arith.DivUI, &arith.DivSI, &arith.CeilDivSI, &arith.FloorDivSI,
		&arith.MaxSI, &arith.MinSI:
		results, err = sizeArithmetic(op.Def(), operands)
		return results, true, err
	case &prim.Size:
		x := operands[0].(*Tensor)
		return []any{int64(x.shape[op.Inherent("dim").(*ir.IntegerAttr).Int64()])}, true, nil
	}
	return nil, false, nil
}

// sizeArithmetic computes arithmetic on sizes.
func sizeArithmetic(def *ir.OpDef, operands []any) ([]any, error) {
	a, ok := operands[0].(int64)
	b, too := operands[1].(int64)
	if !ok || !too {
		return nil, fmt.Errorf("%w: %s of something other than sizes", ErrUnsupported, def.Name)
	}
	switch def {
	case &arith.AddI:
		return []any{a + b}, nil
	case &arith.SubI:
		return []any{a - b}, nil
	case &arith.MulI:
		return []any{a * b}, nil
	case &arith.MaxSI:
		return []any{max(a, b)}, nil
	case &arith.MinSI:
		return []any{min(a, b)}, nil
	}
	if b == 0 {
		return nil, ErrZeroDivision
	}
	quotient := a / b
	switch inexact := a%b != 0; {
	case inexact && def == &arith.CeilDivSI && (a < 0) == (b < 0):
		quotient++
	case inexact && def == &arith.FloorDivSI && (a < 0) != (b < 0):
		quotient--
	}
	return []any{quotient}, nil
}

// use is an operation, with the results that its rule infers for this run.
type use struct {
	op    *ir.Operation
	in    []*Tensor
	sizes []int64
	call  *prim.Call
	out   []prim.Tensor
}

// newUse returns a use of an operation whose operands are in env.
func newUse(env frame, op *ir.Operation) (*use, error) {
	rule, ok := prim.RuleOf(op)
	if !ok && op.Info().DialectName() != prim.Dialect.Name {
		return nil, fmt.Errorf("%w: %s; lower it to primitives first", ErrUnsupported, op.Name())
	}
	u := &use{op: op, sizes: make([]int64, 0, 2)}
	for _, v := range op.Operands() {
		switch v := env[v].(type) {
		case *Tensor:
			u.in = append(u.in, v)
		case int64:
			u.sizes = append(u.sizes, v)
		}
	}
	switch {
	case ok:
		return u, u.infer(rule)
	case op.Is(&prim.RandomKey) || op.Is(&prim.Constant):
		t, _ := prim.TensorOf(op.Result(0).Type())
		u.out = []prim.Tensor{t}
		return u, nil
	}
	return nil, fmt.Errorf("%w: %s gives a scalar", ErrUnsupported, op.Name())
}

// infer applies the rule of the operation to the shapes and strides of the operands. This finds errors in sizes that
// were unknown before.
func (u *use) infer(rule prim.Rule) (err error) {
	var operands, declared []prim.Tensor
	for _, x := range u.in {
		operands = append(operands, prim.Tensor{Elem: x.elem, Shape: wide(x.shape), Strides: wide(x.strides)})
	}
	next := u.sizes
	for _, t := range u.op.ResultTypes() {
		d, _ := prim.TensorOf(t)
		d.Shape = append([]int64{}, d.Shape...)
		for i, n := range d.Shape {
			if n == ir.Dynamic && len(next) > 0 {
				if d.Shape[i], next = next[0], next[1:]; d.Shape[i] < 0 {
					return fmt.Errorf("size %d of dimension %d is negative", d.Shape[i], i)
				}
			}
		}
		declared = append(declared, d)
	}
	u.call = prim.NewCall(u.op, operands, declared)
	if u.out, err = rule(u.call); err != nil {
		return err
	}
	for i, r := range u.out {
		if !prim.Compatible(r.Shape, declared[i].Shape) {
			return fmt.Errorf("result %d has shape %s, but the program requires %s", i, prim.ShapeString(r.Shape),
				prim.ShapeString(declared[i].Shape))
		}
	}
	return nil
}

// result returns a new contiguous tensor for result i.
func (u *use) result(i int) *Tensor { return New(u.out[i].Elem, ints(u.out[i].Shape)...) }

// like returns result i as a contiguous tensor without data.
func (u *use) like(i int) *Tensor {
	shape := ints(u.out[i].Shape)
	return &Tensor{elem: u.out[i].Elem, shape: shape, strides: contiguous(shape)}
}
