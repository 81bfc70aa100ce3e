package kernel

import (
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// ErrArgument is wrapped by errors about the arguments of a run: their number, types and shapes.
var ErrArgument = errors.New("wrong argument")

// Data is an array of the host: the elements of a Go slice in row-major order, and a shape. A kernel that writes it
// writes the slice.
type Data struct {
	shape   []int64
	element reflect.Type
	len     int
	get     func(i int) (bits uint64, number float64, integer bool)
	set     func(i int, bits uint64, number float64)
}

// Of returns a slice as an array of the given shape; without one, as an array of one dimension. Slices of [Float16] and
// the other types that Go does not have are rounded to their formats when a kernel gets them.
func Of[T Element](data []T, shape ...int) Data {
	if len(shape) == 0 {
		shape = []int{len(data)}
	}
	d := Data{element: reflect.TypeFor[T](), len: len(data)}
	for _, n := range shape {
		d.shape = append(d.shape, int64(n))
	}
	d.get = func(i int) (uint64, float64, bool) {
		v := reflect.ValueOf(&data[i]).Elem()
		switch {
		case v.CanFloat():
			return 0, v.Float(), false
		case v.CanInt():
			return uint64(v.Int()), 0, true
		case v.CanUint():
			return v.Uint(), 0, true
		case v.Bool():
			return 1, 0, true
		}
		return 0, 0, true
	}
	d.set = func(i int, bits uint64, number float64) {
		v := reflect.ValueOf(&data[i]).Elem()
		switch {
		case v.CanFloat():
			v.SetFloat(number)
		case v.CanInt():
			width := v.Type().Bits()
			v.SetInt(int64(bits<<(64-width)) >> (64 - width))
		case v.CanUint():
			v.SetUint(bits)
		default:
			v.SetBool(bits != 0)
		}
	}
	return d
}

// bound are the arguments of a run as the executors take them.
type bound struct {
	types  []ir.Type
	values []any
	data   []Data // of the values that are arrays
}

// bind checks arguments against a kernel's parameters and converts them.
func bind(m *girih.Module, name string, args []any) (*bound, error) {
	kernel, _ := tile.AsKernel(m.Operation().Region(0).Entry().First())
	parameters := kernel.Entry().Args()
	if len(args) != len(parameters) {
		return nil, fmt.Errorf("%w: %s takes %d arguments (%s), but got %d", ErrArgument, name, len(parameters),
			parameterNames(parameters), len(args))
	}
	b := &bound{types: kernel.Entry().ArgTypes(), data: make([]Data, len(args))}
	for n, a := range args {
		v, err := b.argument(n, a)
		if err != nil {
			return nil, fmt.Errorf("%w %s of %s: %w", ErrArgument, parameterName(parameters[n], n), name, err)
		}
		b.values = append(b.values, v)
	}
	return b, nil
}

func parameterNames(list []*ir.Value) string {
	text := ""
	for n, v := range list {
		if n > 0 {
			text += ", "
		}
		text += parameterName(v, n)
	}
	return text
}

func parameterName(v *ir.Value, n int) string {
	if loc, ok := v.Loc().(*ir.NameLoc); ok {
		return loc.Name
	}
	return fmt.Sprint("#", n)
}

func (b *bound) argument(n int, a any) (any, error) {
	var elem ir.Type
	rank := -1
	switch t := b.types[n].(type) {
	case *tile.ArrayType:
		elem, rank = t.ElementType(), t.Rank()
	case *tile.PtrType:
		elem = t.Pointee()
	default:
		return scalar(t, a)
	}
	d, ok := a.(Data)
	if !ok {
		return nil, fmt.Errorf("expected kernel.Of a slice, but got %T", a)
	}
	got := d.element.Name()
	if got == "int" || got == "uint" {
		got += "64"
	}
	if want := elementName(elem); want != got {
		return nil, fmt.Errorf("expected elements of type %s, but got %s", want, got)
	}
	if rank >= 0 && rank != len(d.shape) {
		return nil, fmt.Errorf("expected %d dimensions, but the shape is %v", rank, d.shape)
	}
	size := int64(1)
	for _, s := range d.shape {
		if s < 0 || s > math.MaxInt32 {
			return nil, fmt.Errorf("sizes are from 0 to %d, but the shape is %v", math.MaxInt32, d.shape)
		}
		size *= s
	}
	if size != int64(d.len) {
		return nil, fmt.Errorf("the shape %v has %d elements, but the slice %d", d.shape, size, d.len)
	}
	b.data[n] = d
	return d.array(elem)
}

// array copies the elements.
func (d Data) array(elem ir.Type) (*interp.Array, error) {
	out, err := interp.NewArray(elem, d.shape...)
	if err != nil {
		return nil, err
	}
	for i := range d.len {
		if bits, number, integer := d.get(i); integer {
			out.SetBits(i, bits)
		} else {
			out.SetFloat64(i, number)
		}
	}
	return out, nil
}

// read copies what a run wrote back into the slices.
func (b *bound) read() {
	for n, v := range b.values {
		a, ok := v.(*interp.Array)
		if !ok || !a.Written() {
			continue
		}
		for i := range a.Len() {
			number := 0.0
			if ir.IsFloat(a.Elem()) {
				number = a.Float64(i)
			}
			b.data[n].set(i, a.Bits(i), number)
		}
	}
}

// expanded returns the arguments as the lowered kernel takes them: an array is its address, followed by the sizes and
// strides that its type leaves open.
func (b *bound) expanded() []any {
	var out []any
	for n, v := range b.values {
		out = append(out, v)
		t, ok := b.types[n].(*tile.ArrayType)
		if !ok {
			continue
		}
		shape := v.(*interp.Array).Shape()
		for d, s := range t.Shape() {
			if s == ir.Dynamic {
				out = append(out, shape[d])
			}
		}
		for d, s := range t.Strides() {
			if s == ir.Dynamic {
				step := int64(1)
				for _, s := range shape[d+1:] {
					step *= s
				}
				out = append(out, step)
			}
		}
	}
	return out
}

// scalar converts a Go number to what the executors take.
func scalar(t ir.Type, a any) (any, error) {
	v := reflect.ValueOf(a)
	_, float := t.(*ir.FloatType)
	switch {
	case a == nil:
	case v.Kind() == reflect.Bool && ir.IsInt(t, 1):
		return v.Bool(), nil
	case v.CanInt() && !float:
		return v.Int(), nil
	case v.CanUint() && !float:
		return v.Uint(), nil
	case v.CanFloat() && float:
		return v.Float(), nil
	case v.CanInt() && float:
		return float64(v.Int()), nil
	}
	return nil, fmt.Errorf("expected a number of type %s, but got %T", elementName(t), a)
}

// elementName is the name of the Go type that stands for an element type.
func elementName(t ir.Type) string {
	switch t.String() {
	case "i1":
		return "bool"
	case "f16":
		return "Float16"
	case "bf16":
		return "BFloat16"
	case "f8E4M3FN":
		return "Float8E4M3"
	case "f8E5M2":
		return "Float8E5M2"
	}
	switch t := t.(type) {
	case *ir.FloatType:
		return fmt.Sprint("float", t.Width())
	case *ir.IntegerType:
		if t.Signedness == ir.Unsigned {
			return fmt.Sprint("uint", t.Width)
		}
		return fmt.Sprint("int", t.Width)
	}
	return t.String()
}
