package models

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/kernels"
)

// memoryOf returns the memory of an argument.
func (e *Execution) memoryOf(a kernels.Arg, scratch []memory) *memory {
	if a.Memory >= kernels.ScratchMemory {
		return &scratch[a.Memory-kernels.ScratchMemory]
	}
	return &e.memories[a.Memory]
}

// simulated returns a launch of a kernel in the reference executor.
func (e *Execution) simulated(l *kernels.Launch, c *compiled, scratch []memory, _ []int64) (launch, error) {
	var args []any
	for _, a := range l.Args {
		switch {
		case a.Memory < 0:
			args = append(args, a.Number)
		case a.Array != nil:
			v, err := e.memoryOf(a, scratch).host.View(a.Array.Offset, a.Array.Shape, a.Array.Strides)
			if err != nil {
				return nil, err
			}
			args = append(args, v)
		default:
			args = append(args, e.memoryOf(a, scratch).host)
		}
	}
	grid := interp.Grid{int32(l.Grid[0]), int32(l.Grid[1]), int32(l.Grid[2])}
	return func(ctx context.Context, _ *cuda.Stream) error {
		return interp.Run(ctx, c.source.Module, c.source.Name, grid, args...)
	}, nil
}

// onGPU returns a launch of a kernel on the GPU. The arguments are checked once.
func (e *Execution) onGPU(l *kernels.Launch, c *compiled, scratch []memory, workspaces []int64) (launch, error) {
	entry, _ := tile.AsKernel(l.Kernel.Module.Region(0).Entry().First())
	args := make([]cuda.Arg, len(l.Args))
	for i, a := range l.Args {
		switch {
		case a.Memory < 0 && ir.IsInt(entry.Entry().Arg(i).Type(), 64):
			args[i] = cuda.Value(a.Number)
		case a.Memory < 0:
			args[i] = cuda.Value(int32(a.Number))
		case a.Array != nil:
			array, err := deviceArray(e.memoryOf(a, scratch), a.Array)
			if err != nil {
				return nil, err
			}
			args[i] = array.Arg()
		default:
			args[i] = cuda.Value(e.memoryOf(a, scratch).bytes.Pointer())
		}
	}
	call, err := c.kernel.Prepare(args...)
	if err != nil {
		return nil, err
	}
	if err := e.passWorkspaces(call, workspaces); err != nil {
		return nil, err
	}
	grid := cuda.Dim3{X: uint32(l.Grid[0]), Y: uint32(l.Grid[1]), Z: uint32(l.Grid[2])}
	if c.programs != 0 {
		grid = cuda.Dim3{X: uint32(c.programs)}
	}
	return func(_ context.Context, s *cuda.Stream) error { return call.Launch(grid, s) }, nil
}

// passWorkspaces passes the memory at some offsets behind the arena to a call.
func (e *Execution) passWorkspaces(call *cuda.Call, offsets []int64) error {
	at := make([]cuda.DevicePointer, len(offsets))
	for i, offset := range offsets {
		at[i] = e.whole.bytes.Pointer() + cuda.DevicePointer(e.scratch+offset)
	}
	return call.UseWorkspaces(at...)
}

// deviceArray describes an operand in memory for a launch.
func deviceArray(m *memory, o *kernels.Operand) (*cuda.Array, error) {
	start := o.Offset * elementBytes(o.Elem)
	rest, err := m.bytes.Slice(int(start), m.bytes.Len())
	if err != nil {
		return nil, err
	}
	array, err := rest.Array(fmt.Sprint(o.Elem), int64(rest.Len())/elementBytes(o.Elem))
	if err != nil {
		return nil, err
	}
	array.Shape, array.Strides = o.Shape, o.Strides
	return array, nil
}
