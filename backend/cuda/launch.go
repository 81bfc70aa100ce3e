package cuda

import (
	"fmt"
	"sync"
	"unsafe"
)

// A Dim3 is the extent of a grid or block. An extent of 0 counts as 1, so that
// Dim3{X: n} is one-dimensional.
type Dim3 struct {
	X, Y, Z uint32
}

func (d Dim3) normal() Dim3 { return Dim3{max(d.X, 1), max(d.Y, 1), max(d.Z, 1)} }

// A LaunchConfig is the shape of a launch.
type LaunchConfig struct {
	Grid   Dim3    // blocks
	Block  Dim3    // threads of a block
	Shared uint32  // dynamic shared memory of a block, in bytes
	Stream *Stream // nil: the default stream
}

// An Arg is an argument of a kernel.
type Arg struct {
	bits uint64
	data []byte // if not nil, the argument itself
	size uintptr
}

// Value passes a scalar or a [DevicePointer].
func Value[T Element](v T) Arg { return Arg{bits: scalarBits(v), size: unsafe.Sizeof(v)} }

// Bytes passes a parameter that the kernel declares as an array of bytes: a
// struct or a tensor map, in the layout that the kernel expects. The bytes are
// copied during the launch.
func Bytes(data []byte) Arg { return Arg{data: data, size: uintptr(len(data))} }

func (a Arg) words() int { return int((a.size + 7) / 8) }

// A frame is the memory of one launch: the values of the kernel's arguments,
// each at a multiple of 8 bytes, a pointer to each, and the arguments of
// cuLaunchKernel. Frames are reused, so that a launch does not allocate.
type frame struct {
	values   []uint64
	pointers []unsafe.Pointer
	call     []uintptr
}

var frames = sync.Pool{New: func() any { return new(frame) }}

// fill lays out the arguments.
func (f *frame) fill(args []Arg) {
	words := 0
	for i := range args {
		words += max(args[i].words(), 1)
	}
	// The pointers below must not be left behind by a growing slice.
	if cap(f.values) < words {
		f.values = make([]uint64, words)
	}
	f.values, f.pointers = f.values[:words], f.pointers[:0]
	at := 0
	for i := range args {
		slot := f.values[at:]
		f.pointers = append(f.pointers, unsafe.Pointer(&slot[0]))
		if args[i].data == nil {
			slot[0] = args[i].bits
		} else {
			copy(unsafe.Slice((*byte)(unsafe.Pointer(&slot[0])), 8*len(slot)), args[i].data)
		}
		at += max(args[i].words(), 1)
	}
}

// address returns the array of pointers, 0 if it is empty.
func (f *frame) address() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(f.pointers)) }

// Launch enqueues one run of the kernel. The number and the sizes of the
// arguments are checked against the kernel's parameters, unless the driver is
// older than CUDA 12.4 and cannot tell; their types are not. A bound on
// dynamic shared memory is raised where the launch needs it. Launch returns
// before the kernel has run: an error that the kernel causes is reported by a
// later call.
func (f *Function) Launch(config LaunchConfig, args ...Arg) error {
	if err := f.checkArgs(args); err != nil {
		return err
	}
	if err := f.allowShared(config.Shared); err != nil {
		return err
	}
	grid, block := config.Grid.normal(), config.Block.normal()
	frame := frames.Get().(*frame)
	defer frames.Put(frame)
	frame.fill(args)
	frame.call = append(frame.call[:0], f.handle,
		uintptr(grid.X), uintptr(grid.Y), uintptr(grid.Z),
		uintptr(block.X), uintptr(block.Y), uintptr(block.Z),
		uintptr(config.Shared), config.Stream.raw(), uintptr(frame.address()), 0)
	err := f.ctx.call(f.ctx.api.launchKernel, frame.call...)
	if err != nil {
		return fmt.Errorf("launch of %s, grid %v, block %v: %w", f.name, grid, block, err)
	}
	return nil
}

// checkArgs compares the arguments with the kernel's parameters. The driver
// itself would read past the end of a short list.
func (f *Function) checkArgs(args []Arg) error {
	if !f.parametersKnown {
		return nil
	}
	if len(args) != len(f.parameters) {
		return fmt.Errorf("cuda: %s takes %d arguments, not %d", f.name, len(f.parameters), len(args))
	}
	for i, size := range f.parameters {
		if args[i].size != size {
			return fmt.Errorf("cuda: parameter %d of %s has %d bytes, its argument %d", i, f.name, size, args[i].size)
		}
	}
	return nil
}
