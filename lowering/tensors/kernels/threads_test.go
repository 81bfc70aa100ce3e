package kernels_test

import (
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/kernels"
)

// byThreads compiles kernels for sm_90a, as for a device, and simulates their threads.
func byThreads(t testing.TB) func(l *kernels.Launch, args []any) error {
	return func(l *kernels.Launch, args []any) error {
		module, err := girih.Parse(l.Kernel.Name+".mlir", text.Print(l.Kernel.Module, text.Options{}))
		if err != nil {
			return err
		}
		options, err := girih.OptionsFor("sm_90a")
		if err != nil {
			return err
		}
		options.NumWarps = l.Kernel.Warps
		program, err := module.Compile(t.Context(), options)
		if err != nil {
			return err
		}
		described, err := program.Manifest()
		if err != nil {
			return err
		}
		flat, finish, err := flatArguments(l, args, described)
		if err != nil {
			return err
		}
		defer finish()
		grid := [3]int32{int32(l.Grid[0]), int32(l.Grid[1]), int32(l.Grid[2])}
		if k, err := described.Kernel(l.Kernel.Name); err == nil && k.Grid.Programs != 0 { // one for each tile
			grid = [3]int32{int32(k.Grid.Programs), 1, 1}
		}
		_, err = program.Execute(t.Context(), l.Kernel.Name, simt.Launch{Grid: grid}, flat...)
		return err
	}
}

// flatArguments returns the arguments of a thread's program. An array becomes a pointer and its unknown sizes and
// strides. Arrays that begin inside of a memory are copied.
func flatArguments(l *kernels.Launch, args []any, m *manifest.Manifest) (flat []any, finish func(), err error) {
	var copies []func()
	finish = func() {
		for _, f := range copies {
			f()
		}
	}
	for i, a := range l.Args {
		if a.Array == nil {
			flat = append(flat, args[i])
			continue
		}
		whole, start := args[i].(*interp.Array), int(a.Array.Offset)
		part := whole
		if start > 0 {
			if part, err = interp.NewArray(whole.Elem(), int64(whole.Len()-start)); err != nil {
				return nil, finish, err
			}
			for k := range part.Len() {
				if whole.Defined(start + k) {
					part.SetBits(k, whole.Bits(start+k))
				}
			}
			copies = append(copies, func() {
				for k := range part.Len() {
					if part.Written() && part.Defined(k) {
						whole.SetBits(start+k, part.Bits(k))
					}
				}
			})
		}
		flat = append(flat, part)
		p := m.Kernels[0].Parameters[i]
		for d, n := range p.Sizes {
			if n < 0 {
				flat = append(flat, a.Array.Shape[d])
			}
		}
		for d, n := range p.Strides {
			if n < 0 {
				flat = append(flat, a.Array.Strides[d])
			}
		}
	}
	return flat, finish, nil
}
