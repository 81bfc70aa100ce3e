package llvmir

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// pointerBytes is the size of a pointer on all targets.
const pointerBytes = 8

// NewManifest describes the kernels of a module of the dialects llvm and nvvm.
func NewManifest(module *ir.Operation) (*manifest.Manifest, error) {
	m := &manifest.Manifest{Kernels: []manifest.Kernel{}}
	shared, err := planShared(module)
	if err != nil {
		return nil, err
	}
	for op := range module.Region(0).Entry().Ops() {
		f, ok := llvm.AsFunc(op)
		if !ok || !nvvm.IsKernel(op) || op.Region(0).IsEmpty() {
			continue
		}
		k := manifest.Kernel{Entry: ir.SymbolNameOf(op), Grid: manifest.Grid{Unit: manifest.BlockUnit, Axes: []int{}}}
		if k.Arguments, err = arguments(f); err != nil {
			return nil, err
		}
		k.TensorMaps, k.Workspaces = tensorMaps(f), workspaces(f)
		k.Before, k.After = tile.StepsOf(op)
		k.Early, k.WaitsFirst = waits(op), nvvm.WaitsFirst(op)
		if list, ok := op.Attr(nvvm.ReqNTID).(*ir.DenseArrayAttr); ok {
			k.Block = list.Ints()
		}
		if list, ok := op.Attr(nvvm.ClusterDim).(*ir.DenseArrayAttr); ok {
			k.Cluster = list.Ints()
			if op.Attr(tilegpu.ClusterProgram) != nil {
				k.Grid.Unit = manifest.ClusterUnit
			}
		}
		if use := shared.kernels[op]; shared.dynamic {
			k.DynamicSharedMemory = use.dynamic
		} else {
			k.SharedMemory = use.bytes
		}
		k.Grid.Axes, k.Grid.Programs, k.Grid.Resident = axesOf(op), tile.ProgramsOf(op), tile.ResidentOf(op)
		if k.Grid.Resident > 0 {
			k.Grid.Axes = sizedAxes(f)
		}
		m.Kernels = append(m.Kernels, k)
	}
	return m, nil
}

// waits reports whether a kernel waits for the kernels ahead of it (griddepcontrol.wait).
func waits(kernel *ir.Operation) (found bool) {
	kernel.Walk(func(op *ir.Operation) bool {
		found = found || nvvm.IsGridDependency(op, nvvm.WaitForGrids)
		return !found
	})
	return found
}

func arguments(f llvm.Func) ([]manifest.Argument, error) {
	args := []manifest.Argument{}
	for i, v := range f.Region(0).Entry().Args() {
		if f.ArgAttr(i, tilegpu.TensorMap) != nil || f.ArgAttr(i, tile.GridSize) != nil {
			continue // which the launcher makes of others, or of the grid
		}
		a := manifest.Argument{Type: v.Type().String(), Bytes: (ir.BitWidth(v.Type()) + 7) / 8}
		switch t := v.Type().(type) {
		case *llvm.PointerType:
			a.Kind, a.Bytes, a.Type = manifest.Pointer, pointerBytes, ""
			if pointee := wantedPointee(v); pointee != nil {
				a.Type = pointee.String()
			}
			if n, ok := f.ArgAttr(i, "llvm.align").(*ir.IntegerAttr); ok {
				a.Alignment = n.Int64()
			}
		case *ir.IntegerType:
			a.Kind = manifest.Integer
		case *ir.FloatType:
			a.Kind = manifest.Float
		default:
			return nil, f.Errorf("parameter %d of type %s cannot be described to a launcher", i, ir.Quote(t))
		}
		args = append(args, a)
	}
	return args, nil
}

// workspaces returns the arrays that a launcher provides.
func workspaces(f llvm.Func) (out []manifest.Parameter) {
	for i := range f.Region(0).Entry().Args() {
		a, ok := f.ArgAttr(i, tile.Workspace).(*ir.TypeAttr)
		if !ok {
			continue
		}
		t, stride := a.Value.(*ir.TensorType), int64(1)
		w := manifest.Parameter{Name: fmt.Sprintf("workspace%d", len(out)), Kind: manifest.Array,
			Type: t.ElementType().String(), First: i, Sizes: t.Shape(), Strides: make([]int64, len(t.Shape())),
			KeepsZeros: f.ArgAttr(i, tile.KeepsZeros) != nil}
		for d, n := range slices.Backward(t.Shape()) {
			w.Strides[d] = stride
			stride *= n
		}
		out = append(out, w)
	}
	return out
}

// tensorMaps returns the tensor maps that a kernel takes.
func tensorMaps(f llvm.Func) (out []manifest.TensorMap) {
	for i := range f.Region(0).Entry().Args() {
		d, ok := f.ArgAttr(i, tilegpu.TensorMap).(*ir.DictAttr)
		if !ok {
			continue
		}
		list := func(name string) []int64 { // nil if the entry is missing, which the manifest's check reports
			a, ok := d.Get(name).(*ir.DenseArrayAttr)
			if !ok {
				return nil
			}
			return a.Ints()
		}
		var pixels *manifest.Pixels
		if d.Get("lower") != nil {
			pixels = &manifest.Pixels{Lower: list("lower"), Upper: list("upper"), Steps: list("steps")}
		}
		out = append(out, manifest.TensorMap{Pixels: pixels,
			Base: int(d.Get("base").(*ir.IntegerAttr).Int64()), Sizes: list("sizes"),
			Strides: list("strides"), Type: d.Get("elem").(*ir.TypeAttr).Value.String(), Box: list("box"),
			Swizzle: d.Get("swizzle").(*ir.IntegerAttr).Int64(), Checked: d.Get("checked") != nil})
	}
	return out
}

// sizedAxes returns the axes of the grid whose sizes the launcher passes.
func sizedAxes(f llvm.Func) []int {
	axes := []int{}
	for i := range f.Region(0).Entry().Args() {
		if n, ok := f.ArgAttr(i, tile.GridSize).(*ir.IntegerAttr); ok {
			axes = append(axes, int(n.Int64()))
		}
	}
	return axes
}

// axesOf returns the axes of the grid along which a kernel, or a function that it calls, reads its index, or its
// position in a cluster whose blocks run different programs.
func axesOf(kernel *ir.Operation) []int {
	used, several := [3]bool{}, [3]bool{}
	list, ok := kernel.Attr(nvvm.ClusterDim).(*ir.DenseArrayAttr)
	if ok && kernel.Attr(tilegpu.ClusterProgram) == nil {
		for axis := range min(list.Len(), len(several)) {
			several[axis] = list.Int64(axis) > 1
		}
	}
	for op := range reached(kernel) {
		if op.NumOperands() > 0 {
			continue // it reads no register of the hardware
		}
		for axis := range used {
			used[axis] = used[axis] || op.Is(nvvm.BlockID[axis]) || op.Is(nvvm.ClusterID[axis]) ||
				several[axis] && (op.Is(nvvm.ClusterCTA[axis]) || op.Is(nvvm.ClusterRank))
		}
	}
	axes := []int{}
	for axis, u := range used {
		if u {
			axes = append(axes, axis)
		}
	}
	return axes
}

// sizeOf returns the size in bytes of a number, or of a vector or an array of numbers.
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
	case *llvm.PointerType:
		return pointerBytes, true
	}
	return 0, false
}
