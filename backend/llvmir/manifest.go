package llvmir

import (
	"encoding/json"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// Manifest describes the kernels of a module so that a launcher in any language can use their PTX or cubin. Its JSON
// form is stable: fields are added, never changed.
type Manifest struct {
	Kernels []Kernel `json:"kernels"`
}

// Kernel describes one entry point.
type Kernel struct {
	Entry     string     `json:"entry"`
	Arguments []Argument `json:"arguments"`
	// Block is the number of threads of a block in x, y and z; nil if the launcher may choose.
	Block []int64 `json:"block,omitempty"`
	Grid  Grid    `json:"grid"`
	// SharedMemory is the number of bytes of shared memory that the kernel allocates itself.
	SharedMemory int64 `json:"shared_memory"`
}

// Argument describes a parameter, passed by value in the order of the list.
type Argument struct {
	// Kind is "pointer", "integer" or "float".
	Kind string `json:"kind"`
	// Type is the parameter's type, for a pointer that of what it points to as far as the kernel shows it.
	Type string `json:"type,omitempty"`
	// Bytes is the size of the parameter.
	Bytes int `json:"bytes"`
	// Alignment is what a pointer must be aligned to, in bytes, where the kernel relies on more than the type's own.
	Alignment int64 `json:"alignment,omitempty"`
}

// Grid says how the launch grid relates to the program: each block runs one program of the grid. Axes lists the axes
// along which the kernel asks for its index; along others the grid should be of size 1.
type Grid struct {
	Unit string `json:"unit"`
	Axes []int  `json:"axes"`
}

// pointerBytes is the size of a pointer on all targets.
const pointerBytes = 8

// NewManifest describes the kernels of a module of the dialects llvm and nvvm.
func NewManifest(module *ir.Operation) (*Manifest, error) {
	m := &Manifest{Kernels: []Kernel{}}
	var err error
	for op := range module.Region(0).Entry().Ops() {
		f, ok := llvm.AsFunc(op)
		if !ok || !nvvm.IsKernel(op) || op.Region(0).IsEmpty() {
			continue
		}
		k := Kernel{Entry: ir.SymbolNameOf(op), Grid: Grid{Unit: "block", Axes: []int{}}}
		if k.Arguments, err = arguments(f); err != nil {
			return nil, err
		}
		if list, ok := op.Attr(nvvm.ReqNTID).(*ir.DenseArrayAttr); ok {
			k.Block = list.Ints()
		}
		if err := k.inspect(f); err != nil {
			return nil, err
		}
		m.Kernels = append(m.Kernels, k)
	}
	return m, nil
}

// JSON returns the manifest's text, indented, with a final newline.
func (m *Manifest) JSON() ([]byte, error) {
	out, err := json.MarshalIndent(m, "", "  ")
	return append(out, '\n'), err
}

func arguments(f llvm.Func) ([]Argument, error) {
	args := []Argument{}
	for i, v := range f.Region(0).Entry().Args() {
		a := Argument{Type: v.Type().String(), Bytes: (ir.BitWidth(v.Type()) + 7) / 8}
		switch t := v.Type().(type) {
		case *llvm.PointerType:
			a.Kind, a.Bytes, a.Type = "pointer", pointerBytes, ""
			if pointee := wantedPointee(v); pointee != nil {
				a.Type = pointee.String()
			}
			if n, ok := f.ArgAttr(i, "llvm.align").(*ir.IntegerAttr); ok {
				a.Alignment = n.Int64()
			}
		case *ir.IntegerType:
			a.Kind = "integer"
		case *ir.FloatType:
			a.Kind = "float"
		default:
			return nil, f.Errorf("parameter %d of type %s cannot be described to a launcher", i, ir.Quote(t))
		}
		args = append(args, a)
	}
	return args, nil
}

// inspect adds what the body shows: which indices it reads and what shared memory it refers to.
func (k *Kernel) inspect(f llvm.Func) error {
	var err error
	used := [3]bool{}
	shared := make(map[*ir.Operation]bool)
	f.Walk(func(op *ir.Operation) bool {
		for axis := range used {
			used[axis] = used[axis] || op.Is(nvvm.BlockID[axis])
		}
		if op.Is(&llvm.AddressOf) {
			g, ok := llvm.AsGlobal(ir.ResolveSymbol(op, op.Inherent("global_name").(*ir.SymbolRefAttr)))
			if ok && g.AddrSpace() == llvm.SharedSpace && !shared[g.Operation] {
				shared[g.Operation] = true
				n, ok := sizeOf(g.Type())
				if !ok && err == nil {
					err = op.Errorf("has no known size in shared memory")
				}
				k.SharedMemory += n
			}
		}
		return true
	})
	for axis, u := range used {
		if u {
			k.Grid.Axes = append(k.Grid.Axes, axis)
		}
	}
	return err
}

// sizeOf returns the size in bytes of numbers, vectors and arrays of them.
func sizeOf(t ir.Type) (n int64, ok bool) {
	switch t := t.(type) {
	case *llvm.ArrayType:
		n, ok = sizeOf(t.Elem)
		return n * t.Len, ok
	case *ir.VectorType:
		n, ok = sizeOf(t.ElementType())
		return n * t.Shape()[0], ok
	case *ir.IntegerType, *ir.FloatType:
		return int64(ir.BitWidth(t)+7) / 8, true
	}
	return 0, false
}
