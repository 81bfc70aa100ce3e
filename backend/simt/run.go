package simt

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// Launch has the parameters of a launch.
type Launch struct {
	// Grid is the number of blocks along x, y and z, or the number of programs if clusters run the programs or if the
	// kernel is persistent.
	Grid [3]int32
	// Blocks is the number of blocks of a persistent kernel, each of which runs programs one after the other; 0 stands for
	// half the number of programs, rounded up.
	Blocks int32
	// Block is the number of threads of a block along x, y and z, at most 1024 in all. The zero value means the block
	// that the kernel requires.
	Block [3]int32
	// SharedBytes is the size of dynamic shared memory, that is, of an external array without elements in shared
	// memory.
	SharedBytes int
	// MaxSteps bounds the number of branches and warp operations that a warp executes, in case of endless loops; 0
	// means no bound.
	MaxSteps int64
	// Workers is the number of blocks that may run at the same time; 0 means the number of processors. It does not
	// change results.
	Workers int
	// Seed chooses the order in which warps continue, and when asynchronous copies complete. With 0, warps continue in
	// the order of their numbers, and copies complete as late as possible. The results of a correct kernel do not
	// depend on it.
	Seed uint64
	// BlockSeed chooses the order in which blocks run that may depend on each other, which run one after the other. With
	// 0, they run in the order of their numbers.
	BlockSeed uint64
	// Observe, if not nil, is called for all operations that warps execute, just before they do. Blocks that run in
	// parallel call it in parallel.
	Observe func(*Observation)

	cluster  [3]int32 // the number of blocks of a cluster along x, y and z, as the kernel says
	programs [3]int32 // the grid that was asked for
}

// maxThreads is the greatest number of threads in a block (CUDA C++ Programming Guide, "Technical Specifications").
const maxThreads = 1024

// Run executes a kernel, an llvm.func with the attribute nvvm.kernel, of a verified module. An argument is a *[Buffer]
// or *interp.Array for a pointer, and for numbers a bool, int, int32, int64, uint64, float32 or float64. Two arguments
// may be the same array. Tensor maps are not arguments: the launch encodes them from other arguments, as the kernel
// describes. If there is an error, arrays and buffers contain what was stored before it.
//
// The error of an operation is an *ir.Diagnostic that wraps one of the errors of this package. If ctx is done, its
// error is returned. The statistics are nil if there is an error.
func Run(ctx context.Context, module *ir.Operation, kernel string, launch Launch, args ...any) (*Stats, error) {
	f, err := find(module, kernel)
	if err != nil {
		return nil, err
	}
	if err := launch.complete(f); err != nil {
		return nil, err
	}
	p, err := compile(module, f, launch)
	if err != nil {
		return nil, err
	}
	m, err := newMachine(p, launch, f, args)
	if err != nil {
		return nil, err
	}
	defer m.finish()
	return m.execute(ctx)
}

func find(module *ir.Operation, kernel string) (f llvm.Func, err error) {
	op := ir.LookupSymbol(module, kernel)
	if op == nil {
		return f, fmt.Errorf("%w: @%s", ErrNoKernel, kernel)
	}
	f, ok := llvm.AsFunc(op)
	if !ok || !nvvm.IsKernel(op) {
		return f, fmt.Errorf("%w: @%s is not an llvm.func with the attribute %s", ErrNoKernel, kernel, nvvm.Kernel)
	}
	return f, nil
}

// complete checks a launch against the kernel's requirements.
func (l *Launch) complete(f llvm.Func) error {
	for axis, n := range l.Grid {
		if n < 1 {
			return fmt.Errorf("%w: %d blocks along axis %d", ErrLaunch, n, axis)
		}
	}
	if blocks := int64(l.Grid[0]) * int64(l.Grid[1]); blocks >= manyBlocks || blocks*int64(l.Grid[2]) >= manyBlocks {
		return fmt.Errorf("%w: a grid of %v blocks is too large", ErrLaunch, l.Grid)
	}
	if n, all := tile.ProgramsOf(f.Operation), int64(l.Grid[0])*int64(l.Grid[1])*int64(l.Grid[2]); n != 0 && all != n {
		return fmt.Errorf("%w: a grid of %d programs, but the kernel requires %d", ErrLaunch, all, n)
	}
	l.programs = l.Grid
	if tile.ResidentOf(f.Operation) > 0 {
		if err := l.stay(); err != nil {
			return err
		}
	}
	if l.SharedBytes < 0 || l.SharedBytes > maxBytes {
		return fmt.Errorf("%w: %d bytes of shared memory", ErrLaunch, l.SharedBytes)
	}
	if err := l.group(f); err != nil {
		return err
	}
	required, given := dimensions(f.Attr(nvvm.ReqNTID))
	switch {
	case l.Block == [3]int32{} && given:
		l.Block = required
	case l.Block == [3]int32{}:
		return fmt.Errorf("%w: the kernel does not say how many threads its blocks have, so the launch must", ErrLaunch)
	case given && l.Block != required:
		return fmt.Errorf("%w: a block of %v threads, but the kernel requires %v", ErrLaunch, l.Block, required)
	}
	threads := int64(1)
	for axis, n := range l.Block {
		if n < 1 || n > maxThreads {
			return fmt.Errorf("%w: %d threads along axis %d", ErrLaunch, n, axis)
		}
		threads *= int64(n)
	}
	if threads > maxThreads {
		return fmt.Errorf("%w: %d threads in a block; at most %d are possible", ErrLaunch, threads, maxThreads)
	}
	return nil
}

// stay sets the number of blocks of a persistent kernel. They run all programs of the grid.
func (l *Launch) stay() error {
	programs := l.Grid[0] * l.Grid[1] * l.Grid[2]
	if l.Blocks < 0 || l.Blocks > programs {
		return fmt.Errorf("%w: %d blocks for %d programs", ErrLaunch, l.Blocks, programs)
	}
	n := l.Blocks
	if n == 0 {
		n = (programs + 1) / 2
	}
	l.Grid = [3]int32{n, 1, 1}
	return nil
}

// maxCluster is the greatest number of blocks in a cluster on an H100. Every GPU that has clusters can run clusters of
// 8 (CUDA C++ Programming Guide, "Thread Block Clusters").
const maxCluster = 16

// group divides the grid into clusters. If each cluster runs one program, the grid of the launch counts programs.
func (l *Launch) group(f llvm.Func) error {
	dims, given := dimensions(f.Attr(nvvm.ClusterDim))
	if !given {
		l.cluster = [3]int32{1, 1, 1}
		return nil
	}
	size := int64(1)
	for axis, n := range dims {
		if f.Attr(tilegpu.ClusterProgram) != nil {
			l.Grid[axis] *= n
		}
		if n < 1 || l.Grid[axis]%n != 0 {
			return fmt.Errorf("%w: a grid of %v blocks in clusters of %v: each size must be a multiple", ErrLaunch, l.Grid, dims)
		}
		size *= int64(n)
	}
	if size > maxCluster {
		return fmt.Errorf("%w: clusters of %d blocks; at most %d are possible", ErrLaunch, size, maxCluster)
	}
	l.cluster = dims
	return nil
}

// dimensions reads a number of threads in up to three dimensions.
func dimensions(a ir.Attribute) (d [3]int32, ok bool) {
	list, ok := a.(*ir.DenseArrayAttr)
	if !ok || list.Len() == 0 {
		return d, false
	}
	d = [3]int32{1, 1, 1}
	for i := range min(list.Len(), len(d)) {
		d[i] = int32(list.Int64(i))
	}
	return d, true
}
