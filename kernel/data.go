package kernel

import (
	"encoding/binary"
	"fmt"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel/launch"
)

// ErrArgument is wrapped by errors about the arguments of a run: their number, types and shapes.
var ErrArgument = launch.ErrArgument

// Data is an array on the host: the elements of a Go slice in row-major order, and a shape. If a kernel writes to it,
// it writes to the slice.
type Data = launch.Data

// Of returns a slice as an array of the given shape; without one, as an array of one dimension. Elements of Float16 and
// the other types that Go does not have are rounded to their formats when they are passed to a kernel.
func Of[T Element](data []T, shape ...int) Data { return launch.Of(data, shape...) }

// bound is the arguments of a run, in the form that the executors take.
type bound struct {
	types  []ir.Type
	values []any
	data   []Data // for values that are arrays
}

// bind checks arguments against a kernel's parameters, and converts them.
func bind(m *girih.Module, name string, args []any) (*bound, error) {
	parameters := parametersOf(m, name)
	if len(args) != len(parameters) {
		list := ""
		for n, p := range parameters {
			if n > 0 {
				list += ", "
			}
			list += p.Name
		}
		return nil, fmt.Errorf("%w: %s takes %d arguments (%s), but got %d", ErrArgument, name, len(parameters), list,
			len(args))
	}
	k, _ := tile.AsKernel(ir.LookupSymbol(m.Operation(), name))
	b := &bound{types: k.Entry().ArgTypes(), data: make([]Data, len(args))}
	for n, a := range args {
		v, err := b.argument(n, &parameters[n], a)
		if err != nil {
			return nil, fmt.Errorf("%w %s of %s: %w", ErrArgument, parameters[n].Name, name, err)
		}
		b.values = append(b.values, v)
	}
	return b, nil
}

// parametersOf returns the parameters that a launch passes to a kernel.
func parametersOf(m *girih.Module, name string) []launch.Parameter {
	var list []launch.Parameter
	for _, p := range m.Parameters(name) {
		list = append(list, launch.Parameter{Name: p.Name, Kind: p.Kind, Type: p.Type, Rank: len(p.Sizes),
			Strided: len(p.Strides) > 0 && p.Strides[len(p.Strides)-1] == -1})
	}
	return list
}

func (b *bound) argument(n int, p *launch.Parameter, a any) (any, error) {
	if p.Kind != manifest.Array && p.Kind != manifest.Pointer {
		return launch.Number(p.Type, a)
	}
	d, ok := a.(Data)
	if !ok {
		return nil, fmt.Errorf("expected kernel.Of a slice, but got %T", a)
	}
	if err := p.Check(d); err != nil {
		return nil, err
	}
	b.data[n] = d
	elem := b.types[n]
	switch t := elem.(type) {
	case *tile.ArrayType:
		elem = t.ElementType()
	case *tile.PtrType:
		elem = t.Pointee()
	}
	out, err := interp.NewArray(elem, d.Shape()...)
	if err != nil || d.Len() == 0 {
		return out, err
	}
	content := d.Encode()
	size := len(content) / d.Len()
	for i := range d.Len() {
		var word [8]byte
		copy(word[:], content[i*size:][:size])
		out.SetBits(i, binary.LittleEndian.Uint64(word[:]))
	}
	return out, nil
}

// read copies the results of a run back into the slices.
func (b *bound) read() {
	for n, v := range b.values {
		a, ok := v.(*interp.Array)
		if !ok || !a.Written() || a.Len() == 0 {
			continue
		}
		content := b.data[n].Encode()
		size := len(content) / a.Len()
		for i := range a.Len() {
			copy(content[i*size:][:size], binary.LittleEndian.AppendUint64(nil, a.Stored(i)))
		}
		b.data[n].Decode(content)
	}
}

// expanded returns the arguments of the lowered kernel: an array becomes its address, followed by the sizes and strides
// that its type does not fix.
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
				out = append(out, ir.Product(shape[d+1:]))
			}
		}
	}
	return out
}
