package launch

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/ir/apfloat"
)

// Grid is the number of programs along each axis; 0 stands for 1.
type Grid [3]int32

// Launch enqueues one run of a grid of programs. Arguments are arrays of the stream's device ([Tensor]), Go numbers, or
// [Data], which is copied to the device before the run and back afterwards. With Data among the arguments, Launch
// returns when the kernel has ended.
//
// If an argument does not fit, the error names the parameter and wraps [ErrArgument], and nothing is run. On the CPU,
// an access out of bounds is an error with the line in the kernel.
func (k *Kernel) Launch(ctx context.Context, s *Stream, grid Grid, args ...any) error {
	l, err := s.device.load(k)
	if err != nil {
		return err
	}
	b, err := k.bind(s, args)
	if err == nil {
		err = k.checkOverlap(b)
	}
	if err == nil {
		if s.device.cuda == nil {
			err = k.interpret(ctx, l, grid, b)
		} else {
			err = k.enqueue(s, l, grid, b)
		}
	}
	if b != nil && b.copies != nil {
		err = b.copyBack(ctx, s, err)
	}
	return err
}

// bound is the arguments of a launch.
type bound struct {
	tensors []*tensor  // nil for numbers
	numbers []any      // on the CPU
	args    []cuda.Arg // on a GPU
	copies  []copied
}

// copied is a host array that was copied to the device.
type copied struct {
	data   Data
	tensor *tensor
}

// bind checks and converts the arguments.
func (k *Kernel) bind(s *Stream, args []any) (*bound, error) {
	if len(args) != len(k.Parameters) {
		return nil, fmt.Errorf("%w: %s takes %d arguments (%s), but got %d", ErrArgument, k.Name, len(k.Parameters),
			k.describe(), len(args))
	}
	b := &bound{tensors: make([]*tensor, len(args)), numbers: make([]any, len(args)), args: make([]cuda.Arg, len(args))}
	for i, a := range args {
		if err := b.set(s.device, i, &k.Parameters[i], a); err != nil {
			return b, fmt.Errorf("%w %s of %s: %w", ErrArgument, k.Parameters[i].Name, k.Name, err)
		}
	}
	return b, nil
}

func (k *Kernel) describe() string {
	var list []string
	for _, p := range k.Parameters {
		list = append(list, p.Name+" "+p.String())
	}
	return strings.Join(list, ", ")
}

// String returns the parameter's type in terms of Go.
func (p *Parameter) String() string {
	switch p.Kind {
	case manifest.Array:
		return fmt.Sprintf("%d-dimensional array of %s", p.Rank, GoType(p.Type))
	case manifest.Pointer:
		return "array of " + GoType(p.Type)
	}
	return GoType(p.Type)
}

// set checks and converts one argument.
func (b *bound) set(d *Device, i int, p *Parameter, a any) error {
	if p.Kind != manifest.Array && p.Kind != manifest.Pointer {
		var err error
		if b.numbers[i], err = Number(p.Type, a); err == nil && d.cuda != nil {
			b.args[i], err = deviceNumber(p.Type, b.numbers[i])
		}
		return err
	}
	var t *tensor
	switch a := a.(type) {
	case held:
		t = a.tensor()
		if t.device != d {
			return fmt.Errorf("it is on device %s, the stream on %s", t.device, d)
		}
	case Data:
		if err := a.Check(); err != nil {
			return err
		}
		t = &tensor{device: d, format: a.format, shape: a.shape, len: a.len}
	default:
		return fmt.Errorf("expected an array on the device, or launch.Of a slice, but got %T", a)
	}
	if err := p.check(t.format, t.shape); err != nil {
		return err
	}
	if t.part != nil {
		if err := p.checkPart(t); err != nil {
			return err
		}
	}
	if data, ok := a.(Data); ok {
		if err := t.allocate(data.Encode()); err != nil {
			return err
		}
		b.copies = append(b.copies, copied{data, t})
	}
	b.tensors[i], b.args[i] = t, t.arg
	return nil
}

// Check returns an error if the shape, rank or element type of a host array does not fit the parameter.
func (p *Parameter) Check(d Data) error {
	if err := d.Check(); err != nil {
		return err
	}
	return p.check(d.format, d.shape)
}

func (p *Parameter) check(f format, shape []int64) error {
	if f.dtype != p.Type && GoType(f.dtype) != GoType(p.Type) { // comparing dtype is fast, and usually enough
		return fmt.Errorf("expected elements of type %s, but got %s", GoType(p.Type), f.name)
	}
	if p.Kind == manifest.Array && p.Rank != len(shape) {
		return fmt.Errorf("expected %d dimensions, but the shape is %v", p.Rank, shape)
	}
	return nil
}

// checkPart returns an error if the kernel cannot take the strides of a part of an array.
func (p *Parameter) checkPart(t *tensor) error {
	last := len(t.shape) - 1
	switch {
	case p.Kind == manifest.Pointer:
		return fmt.Errorf("expected a whole array, but got a part of one: the kernel takes a pointer, which has no strides")
	case !p.Strided && t.shape[last] > 1 && t.part.strides[last] != 1:
		return fmt.Errorf("its neighbors along the last dimension lie %d elements apart: the kernel takes any distance "+
			"after a comment //girih:strided %s", t.part.strides[last], p.Name)
	}
	return nil
}

// Number converts a Go number or bool to a parameter type. The result is a bool, an int64, a uint64 or a float64 in the
// range of the type.
func Number(dtype string, a any) (any, error) {
	v := reflect.ValueOf(a)
	isFloat := strings.HasPrefix(dtype, "f") || strings.HasPrefix(dtype, "bf")
	switch {
	case a == nil:
	case v.Kind() == reflect.Bool && dtype == "i1":
		return v.Bool(), nil
	case v.CanInt() && !isFloat && dtype != "i1":
		return inRange(dtype, v.Int())
	case v.CanUint() && !isFloat && dtype != "i1":
		if v.Uint() > math.MaxInt64 {
			if bitsOf(dtype) < 64 {
				return nil, fmt.Errorf("%d is out of range for %s", v.Uint(), GoType(dtype))
			}
			return v.Uint(), nil
		}
		return inRange(dtype, int64(v.Uint()))
	case v.CanFloat() && isFloat:
		return v.Float(), nil
	case v.CanInt() && isFloat:
		return float64(v.Int()), nil
	}
	return nil, fmt.Errorf("expected a number of type %s, but got %T", GoType(dtype), a)
}

// inRange returns an error if an integer is out of range for a type, signed or unsigned.
func inRange(dtype string, n int64) (any, error) {
	if bits := bitsOf(dtype); bits < 64 && (n < -1<<(bits-1) || n >= 1<<bits) {
		return nil, fmt.Errorf("%d is out of range for %s", n, GoType(dtype))
	}
	return n, nil
}

// bitsOf returns the width of an integer type.
func bitsOf(dtype string) int {
	bits, err := strconv.Atoi(strings.TrimPrefix(strings.TrimPrefix(dtype, "u"), "i"))
	if err != nil {
		return 64
	}
	return bits
}

// deviceNumber returns a number in the form that kernels on a GPU take. Floats that Go does not have become integers.
func deviceNumber(dtype string, v any) (cuda.Arg, error) {
	var bits uint64
	switch v := v.(type) {
	case bool:
		if v {
			bits = 1
		}
		return cuda.Value(uint8(bits)), nil
	case float64:
		switch dtype {
		case "f64":
			return cuda.Value(v), nil
		case "f32":
			return cuda.Value(float32(v)), nil
		}
		f, ok := apfloat.Lookup(dtype)
		if !ok {
			return cuda.Arg{}, fmt.Errorf("numbers of type %s cannot be passed", dtype)
		}
		bits = f.FromFloat64(v, apfloat.ToNearestEven).Lo
		if f.Bits() <= 8 {
			return cuda.Value(uint8(bits)), nil
		}
		return cuda.Value(uint16(bits)), nil
	case int64:
		bits = uint64(v)
	case uint64:
		bits = v
	}
	switch bitsOf(dtype) {
	case 8:
		return cuda.Value(uint8(bits)), nil
	case 16:
		return cuda.Value(uint16(bits)), nil
	case 32:
		return cuda.Value(uint32(bits)), nil
	}
	return cuda.Value(bits), nil
}

// checkOverlap returns an error if the kernel writes to an array that shares memory with another one.
func (k *Kernel) checkOverlap(b *bound) error {
	for i, x := range b.tensors {
		if x == nil || !k.Parameters[i].Written {
			continue
		}
		for j, y := range b.tensors {
			if i != j && y != nil && x.overlaps(y) {
				return fmt.Errorf("%w %s of %s: it is written and shares memory with %s: pass different arrays", ErrArgument,
					k.Parameters[i].Name, k.Name, k.Parameters[j].Name)
			}
		}
	}
	return nil
}

// overlaps reports whether the memory ranges of two arrays overlap. Interleaved rows without common elements count,
// too.
func (t *tensor) overlaps(other *tensor) bool {
	if t.host != other.host {
		return false
	}
	from1, to1 := t.span()
	from2, to2 := other.span()
	return from1 < to2 && from2 < to1
}

// span returns the memory range of the elements, in bytes.
func (t *tensor) span() (from, to int64) {
	if t.buffer != nil {
		from = int64(t.buffer.Pointer())
	}
	if t.len == 0 {
		return from, from
	}
	p, end := t.whole(), int64(1)
	for d, n := range t.shape {
		end += (n - 1) * p.strides[d]
	}
	size := int64(t.format.bytes)
	return from + p.start*size, from + (p.start+end)*size
}

// interpret runs the kernel on the CPU.
func (k *Kernel) interpret(ctx context.Context, l *loaded, grid Grid, b *bound) error {
	values := make([]any, len(b.tensors))
	for i, t := range b.tensors {
		switch {
		case t == nil:
			values[i] = b.numbers[i]
		case t.view != nil:
			values[i] = t.view
		default:
			values[i] = t.host
		}
	}
	return interp.Run(ctx, l.module, k.Name, interp.Grid{max(grid[0], 1), max(grid[1], 1), max(grid[2], 1)}, values...)
}

// enqueue launches the first variant whose assumptions the arguments meet.
func (k *Kernel) enqueue(s *Stream, l *loaded, grid Grid, b *bound) error {
	for n := range l.variants {
		if v := &l.variants[n]; k.suits(v, b) {
			return v.kernel.Launch(cuda.Dim3{X: uint32(max(grid[0], 1)), Y: uint32(max(grid[1], 1)),
				Z: uint32(max(grid[2], 1))}, s.cuda, b.args...)
		}
	}
	return fmt.Errorf("%w: %s has no variant for arrays whose sizes and addresses are multiples of %d only: compile one "+
		"that promises nothing", ErrArgument, k.Name, k.divisor(b))
}

// suits reports whether the arguments meet a variant's assumptions.
func (k *Kernel) suits(v *loadedVariant, b *bound) bool {
	for i, t := range b.tensors {
		want := v.divisible[i]
		if t != nil && want > 1 && t.divisible(want, k.Parameters[i].Kind == manifest.Array) < want {
			return false
		}
	}
	for _, i := range v.ones {
		if b.numbers[i] != any(int64(1)) {
			return false
		}
	}
	return true
}

// divisor returns the greatest power of two, up to 16, that divides all numbers that variants make assumptions about.
func (k *Kernel) divisor(b *bound) int64 {
	most := int64(16)
	for i, t := range b.tensors {
		if t != nil {
			most = t.divisible(most, k.Parameters[i].Kind == manifest.Array)
		}
	}
	return most
}

// divisible returns the greatest power of two, up to most, that divides the address, size and strides of an array.
func (t *tensor) divisible(most int64, array bool) int64 {
	p, last := t.whole(), len(t.shape)-1
	all := int64(t.buffer.Pointer()) + p.start*int64(t.format.bytes)
	if array {
		all |= t.shape[last]
		for _, stride := range p.strides[:last] {
			all |= stride
		}
		if p.strides[last] != 1 {
			return 1
		}
	}
	if all == 0 {
		return most
	}
	return min(most, all&-all)
}

// copyBack waits for a launch with host arrays, copies their contents back, and frees the copies.
func (b *bound) copyBack(ctx context.Context, s *Stream, err error) error {
	if err == nil {
		err = s.Wait(ctx)
	}
	for _, c := range b.copies {
		if err == nil {
			var content []byte
			if content, err = c.tensor.bytes(ctx); err == nil {
				c.data.Decode(content)
			}
		}
		err = errors.Join(err, c.tensor.free())
	}
	return err
}
