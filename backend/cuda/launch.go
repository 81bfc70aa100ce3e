package cuda

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"unsafe"
)

// A Dim3 is the extent of a grid or block. An extent of 0 counts as 1, so that
// Dim3{X: n} is one-dimensional.
type Dim3 struct {
	X, Y, Z uint32
}

func (d Dim3) normal() Dim3 { return Dim3{max(d.X, 1), max(d.Y, 1), max(d.Z, 1)} }

// size returns the product of the extents.
func (d Dim3) size() uint64 { return uint64(d.X) * uint64(d.Y) * uint64(d.Z) }

// A LaunchConfig is the shape of a launch.
type LaunchConfig struct {
	Grid   Dim3    // blocks
	Block  Dim3    // threads of a block
	Shared uint32  // dynamic shared memory of a block, in bytes
	Stream *Stream // nil: the default stream

	// Cluster is the number of blocks that run on neighboring multiprocessors and can access each other's shared memory
	// (sm_90 and later, CUDA 11.8). The zero value means no cluster. It must divide the grid. More than 8 blocks need
	// [Function.AllowLargeClusters].
	Cluster Dim3
	// Cooperative makes all blocks of the grid resident at the same time, so that they can wait for each other.
	Cooperative bool
	// Early is programmatic dependent launch: the kernel may begin when the kernel ahead of it on the stream allows it or
	// has ended, and itself waits before it uses what that kernel writes (griddepcontrol; sm_90 and later; CUDA 11.8, in
	// graphs 12.3).
	Early bool
}

// extended reports whether only cuLaunchKernelEx can express the launch.
func (c *LaunchConfig) extended() bool { return c.Cooperative || c.Early || c.Cluster != Dim3{} }

// A frame is the memory of one launch: the values of the kernel's arguments, each at a multiple of 8 bytes, a pointer
// to each, and the arguments of the launch function. Frames are reused, so that a launch does not allocate.
type frame struct {
	values   []uint64
	pointers []unsafe.Pointer
	call     []uintptr
	extended extendedLaunch
}

var frames = sync.Pool{New: func() any { return new(frame) }}

// fill lays out the arguments.
func (f *frame) fill(args []Arg) {
	words := 0
	for i := range args {
		words += max(args[i].words(), 1)
	}
	// Allocate first: the pointers below would not follow a slice that grows.
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

// An extendedLaunch is a CUlaunchConfig with its attributes (cuda.h). A CUlaunchAttribute has its number, and a union
// of 64 bytes at offset 8.
type extendedLaunch struct {
	config struct {
		grid, block Dim3
		shared      uint32
		stream      uintptr
		attributes  unsafe.Pointer
		count       uint32
	}
	attributes [3]launchAttribute
}

type launchAttribute struct {
	id    int64 // an int and 4 bytes of padding
	value [16]uint32
}

func newLaunchAttribute(id int64, value ...uint32) (a launchAttribute) {
	a.id = id
	copy(a.value[:], value)
	return a
}

// Numbers of launch attributes (cuda.h, CUlaunchAttributeID).
const (
	attributeCooperative int64 = 2
	attributeCluster     int64 = 4
	attributeEarly       int64 = 6 // PROGRAMMATIC_STREAM_SERIALIZATION
)

func (e *extendedLaunch) set(config *LaunchConfig) {
	e.config.grid, e.config.block = config.Grid.normal(), config.Block.normal()
	e.config.shared, e.config.stream = config.Shared, config.Stream.raw()
	n := 0
	if config.Cooperative {
		e.attributes[n] = newLaunchAttribute(attributeCooperative, 1)
		n++
	}
	if config.Cluster != (Dim3{}) {
		c := config.Cluster.normal()
		e.attributes[n] = newLaunchAttribute(attributeCluster, c.X, c.Y, c.Z)
		n++
	}
	if config.Early {
		e.attributes[n] = newLaunchAttribute(attributeEarly, 1)
		n++
	}
	e.config.attributes, e.config.count = unsafe.Pointer(&e.attributes), uint32(n)
}

// Launch enqueues one run of the kernel. It checks the number and the sizes of the arguments against the kernel's
// parameters, unless the driver is older than CUDA 12.4 and does not know them. Only a [Kernel] checks their types. If
// the launch needs more dynamic shared memory than allowed, the limit is raised. Launch returns before the kernel has
// run: a later call reports an error that the kernel causes.
func (f *Function) Launch(config LaunchConfig, args ...Arg) error {
	if err := f.checkArgs(args); err != nil {
		return err
	}
	if err := f.allowShared(config.Shared); err != nil {
		return err
	}
	frame := frames.Get().(*frame)
	defer frames.Put(frame)
	frame.fill(args)
	return f.enqueue(frame, &config)
}

// enqueue launches the kernel with the arguments in a frame.
func (f *Function) enqueue(frame *frame, config *LaunchConfig) error {
	a := f.ctx.api
	call := &a.launchKernel
	if config.extended() {
		call = &a.launchKernelEx
		if err := call.require(); err != nil {
			return f.launchFailed(config, err)
		}
		frame.extended.set(config)
		frame.call = append(frame.call[:0], uintptr(unsafe.Pointer(&frame.extended.config)), f.handle,
			uintptr(frame.address()), 0)
	} else {
		grid, block := config.Grid.normal(), config.Block.normal()
		frame.call = append(frame.call[:0], f.handle,
			uintptr(grid.X), uintptr(grid.Y), uintptr(grid.Z),
			uintptr(block.X), uintptr(block.Y), uintptr(block.Z),
			uintptr(config.Shared), config.Stream.raw(), uintptr(frame.address()), 0)
	}
	err := f.ctx.call(*call, frame.call...)
	runtime.KeepAlive(frame)
	if err != nil {
		return f.launchFailed(config, err)
	}
	f.ctx.last.Store(f)
	return nil
}

// launchFailed adds a description of the launch to an error. If the driver only reports an invalid value, it says which
// value that is.
func (f *Function) launchFailed(config *LaunchConfig, err error) error {
	if errors.Is(err, ErrContextLost) {
		return err
	}
	grid, block := config.Grid.normal(), config.Block.normal()
	err = fmt.Errorf("launch of %s, grid %v, block %v: %w", f.name, grid, block, err)
	if !errors.Is(err, ErrorInvalidValue) && !errors.Is(err, ErrorLaunchOutOfResource) {
		return err
	}
	if limitErr := checkGrid(grid); limitErr != nil {
		return fmt.Errorf("%w: %w", err, limitErr)
	}
	if most, queryErr := f.Attribute(FuncMaxThreadsPerBlock); queryErr == nil && block.size() > uint64(most) {
		return fmt.Errorf("%w: %w: %d threads in a block, of at most %d with the registers of this kernel: compile "+
			"for fewer warps",
			err, ErrGrid, block.size(), most)
	}
	return err
}

// checkGrid returns an error for a grid beyond the limits of all devices (CUDA C++ Programming Guide, compute
// capabilities).
func checkGrid(g Dim3) error {
	if g.X > math.MaxInt32 || g.Y > math.MaxUint16 || g.Z > math.MaxUint16 {
		return fmt.Errorf("%w: a grid of %d x %d x %d, of at most 2147483647 x 65535 x 65535: launch parts of it, or "+
			"put the "+
			"longest axis first", ErrGrid, g.X, g.Y, g.Z)
	}
	return nil
}

// checkArgs checks the arguments against the kernel's parameters. The driver itself would read past the end of a short
// list.
func (f *Function) checkArgs(args []Arg) error {
	for i := range args {
		if args[i].class == classArray {
			return fmt.Errorf("cuda: launch of %s: argument %d: %w: an array needs a kernel with a manifest (Module.Kernel)",
				f.name, i, ErrArgument)
		}
	}
	if !f.parametersKnown {
		return nil
	}
	if len(args) != len(f.parameters) {
		return fmt.Errorf("cuda: %w: %s takes %d arguments, not %d", ErrArgument, f.name, len(f.parameters), len(args))
	}
	for i, size := range f.parameters {
		if args[i].size != size {
			return fmt.Errorf("cuda: %w: parameter %d of %s has %d bytes, its argument %d", ErrArgument, i, f.name, size,
				args[i].size)
		}
	}
	return nil
}
