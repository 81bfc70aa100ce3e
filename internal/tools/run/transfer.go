package run

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// parameterTypes returns the types of a tile kernel's parameters; nil if there is no such kernel.
func parameterTypes(m *girih.Module, kernel string) []ir.Type {
	if k, ok := tile.AsKernel(ir.LookupSymbol(m.Operation(), kernel)); ok {
		return k.Type().Inputs
	}
	return nil
}

// launched has the arguments of a launch on a device.
type launched struct {
	params  []manifest.Parameter
	arrays  []*interp.Array // by parameter; nil for numbers
	args    []cuda.Arg
	buffers []*cuda.Buffer[uint8]
	before  [][]byte // the uploaded bytes
}

// prepare checks arguments against the types of a kernel's parameters, and converts numbers.
func prepare(k *manifest.Kernel, types []ir.Type, args []any) (*launched, error) {
	l := &launched{params: k.Signature()}
	if len(args) != len(l.params) || types != nil && len(types) != len(args) {
		return nil, fmt.Errorf("%w: @%s takes %d arguments, but got %d", errArgument, k.Entry, len(l.params), len(args))
	}
	n := len(args)
	l.arrays, l.args = make([]*interp.Array, n), make([]cuda.Arg, n)
	l.buffers, l.before = make([]*cuda.Buffer[uint8], n), make([][]byte, n)
	for i, a := range args {
		p := &l.params[i]
		array, isArray := a.(*interp.Array)
		if isArray != (p.Kind == manifest.Array || p.Kind == manifest.Pointer) {
			return nil, fmt.Errorf("%w: argument %d (%s) of @%s is %s %s, but got %v", errArgument, i, p.Name, k.Entry, p.Kind,
				p.Type, a)
		}
		if isArray {
			if t := elementOf(types, i); t != nil && ir.BitWidth(t) != ir.BitWidth(array.Elem()) ||
				t != nil && ir.IsFloat(t) != ir.IsFloat(array.Elem()) {
				return nil, fmt.Errorf("%w: argument %d (%s) of @%s has elements of type %s, but got %s", errArgument, i, p.Name,
					k.Entry,
					t, array.Elem())
			}
			l.arrays[i] = array
			continue
		}
		arg, err := number(p, elementOf(types, i), k.Arguments[p.First].Bytes, a)
		if err != nil {
			return nil, fmt.Errorf("argument %d (%s) of @%s: %w", i, p.Name, k.Entry, err)
		}
		l.args[i] = arg
	}
	return l, nil
}

// elementOf returns the element type of a parameter; nil if it is not known.
func elementOf(types []ir.Type, i int) ir.Type {
	if types == nil {
		return nil
	}
	switch t := types[i].(type) {
	case *tile.ArrayType:
		return t.ElementType()
	case *tile.PtrType:
		return t.Pointee()
	default:
		return t
	}
}

// number converts a number of the command line to an argument of the parameter's type.
func number(p *manifest.Parameter, t ir.Type, size int, a any) (cuda.Arg, error) {
	w, err := numberBits(p, t, size, a)
	if err != nil {
		return cuda.Arg{}, err
	}
	if p.Kind == manifest.Float && size == 4 {
		return cuda.Value(math.Float32frombits(uint32(w))), nil
	}
	if p.Kind == manifest.Float && size == 8 {
		return cuda.Value(math.Float64frombits(w)), nil
	}
	switch size {
	case 1:
		return cuda.Value(uint8(w)), nil
	case 2:
		return cuda.Value(uint16(w)), nil
	case 4:
		return cuda.Value(uint32(w)), nil
	}
	return cuda.Value(w), nil
}

// numberBits rounds a number to a float type. An integer must fit.
func numberBits(p *manifest.Parameter, t ir.Type, size int, a any) (uint64, error) {
	if f, ok := t.(*ir.FloatType); ok {
		one, err := interp.NewArray(f, 1)
		if err != nil {
			return 0, err
		}
		v, ok := asFloat(a)
		if !ok {
			return 0, fmt.Errorf("%w: expected a number, but got %v", errArgument, a)
		}
		one.SetFloat64(0, v)
		return one.Bits(0), nil
	}
	if p.Kind == manifest.Float {
		v, ok := asFloat(a)
		switch {
		case ok && size == 4:
			return uint64(math.Float32bits(float32(v))), nil
		case ok && size == 8:
			return math.Float64bits(v), nil
		}
		return 0, fmt.Errorf("%w: numbers of type %s cannot be given", errArgument, p.Type)
	}
	switch v := a.(type) {
	case bool:
		if p.Type == "i1" {
			return map[bool]uint64{true: 1}[v], nil
		}
	case int64:
		if bits := 8 * size; bits == 64 || v >= -1<<(bits-1) && v < 1<<bits {
			return uint64(v), nil
		}
	case uint64:
		if size == 8 {
			return v, nil
		}
	}
	return 0, fmt.Errorf("%w: expected a value for '%s', but got %v", errArgument, p.Type, a)
}

func asFloat(a any) (float64, bool) {
	switch v := a.(type) {
	case float64:
		return v, true
	case int64:
		return float64(v), true
	case uint64:
		return float64(v), true
	}
	return 0, false
}

// poison fills elements that were never written, so that elements that a kernel writes can be distinguished.
const poison = 0xA5

// elementSize returns the number of bytes of an element in memory.
func elementSize(a *interp.Array) int {
	size := 1
	for 8*size < int(ir.BitWidth(a.Elem())) {
		size *= 2
	}
	return size
}

// memoryOf returns an array's bytes in device memory.
func memoryOf(a *interp.Array) []byte {
	size := elementSize(a)
	data := make([]byte, 0, size*a.Len())
	for i := range a.Len() {
		if !a.Defined(i) {
			for range size {
				data = append(data, poison)
			}
			continue
		}
		data = append(data, binary.LittleEndian.AppendUint64(nil, a.Stored(i))[:size]...)
	}
	return data
}

// takeMemory stores the elements that have changed back to the array.
func takeMemory(a *interp.Array, before, after []byte) {
	size := elementSize(a)
	for i := range a.Len() {
		old, now := before[i*size:][:size], after[i*size:][:size]
		if string(old) != string(now) {
			var word [8]byte
			copy(word[:], now)
			a.Store(i, binary.LittleEndian.Uint64(word[:]))
		}
	}
}

// upload copies the arrays to the device.
func (l *launched) upload(c *cuda.Context) error {
	for i, a := range l.arrays {
		if a == nil {
			continue
		}
		l.before[i] = memoryOf(a)
		b, err := cuda.Upload(c, l.before[i])
		if err != nil {
			return err
		}
		l.buffers[i] = b
		if l.params[i].Kind == manifest.Pointer {
			l.args[i] = cuda.Value(b.Pointer())
			continue
		}
		l.args[i] = (&cuda.Array{Pointer: b.Pointer(), Type: l.params[i].Type, Shape: a.Shape()}).Arg()
	}
	return nil
}

// download copies the arrays back.
func (l *launched) download() error {
	for i, b := range l.buffers {
		if b == nil {
			continue
		}
		after, err := b.Download()
		if err != nil {
			return err
		}
		takeMemory(l.arrays[i], l.before[i], after)
	}
	return nil
}

func (l *launched) free() error {
	var errs []error
	for _, b := range l.buffers {
		if b != nil {
			errs = append(errs, b.Free())
		}
	}
	return errors.Join(errs...)
}

// expandArrays returns arguments of a tile kernel as its function takes them: each array is followed by its dynamic
// sizes and strides. Arguments that are already expanded are unchanged.
func expandArrays(params []manifest.Parameter, args []any) []any {
	if len(args) != len(params) {
		return args
	}
	var out []any
	for i, a := range args {
		out = append(out, a)
		array, ok := a.(*interp.Array)
		p := &params[i]
		if !ok || p.Kind != manifest.Array || len(array.Shape()) != len(p.Sizes) {
			continue
		}
		for dim, n := range p.Sizes {
			if n == manifest.Dynamic {
				out = append(out, array.Shape()[dim])
			}
		}
		for dim, n := range p.Strides {
			if n != manifest.Dynamic {
				continue
			}
			out = append(out, ir.Product(array.Shape()[dim+1:]))
		}
	}
	return out
}
