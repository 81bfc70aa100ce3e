package kernels

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// ErrNoKernel is wrapped if this package has no kernel for a computation. The error says why.
var ErrNoKernel = errors.New("no kernel")

func noKernel(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrNoKernel}, args...)...)
}

var errComplex = noKernel("there are no kernels of complex numbers")

// Operand is a tensor in memory that a computation reads or writes, with the sizes of one run.
type Operand struct {
	Elem           ir.Type
	Shape, Strides []int64 // strides in elements
	Offset         int64   // of the first element, in elements of the memory
	// Memory is the number of the memory that the tensor lies in. Memories do not overlap. A kernel has one pointer for
	// each.
	Memory int
	// Open marks the sizes that the program does not know. Kernels take them as arguments, so that they can be used in
	// runs with other sizes. nil means that all sizes are known.
	Open []bool
}

// isOpen reports whether any size is open. Strides may then differ between runs, too.
func (o *Operand) isOpen() bool { return slices.Contains(o.Open, true) }

func (o *Operand) numel() int64 { return prim.Numel(o.Shape) }

// Step is a computation of a program: a primitive, or a function of primitives that are computed together.
type Step struct {
	Op     *ir.Operation // the primitive, or the call
	Region fn.Func       // the function that Op calls, if it has [prim.RegionAttr]
	// In has the operands that are tensors, and nil for other values. They are the arguments of Region, or the operands
	// of the primitive. Out has the results.
	In, Out []*Operand
	Sizes   []int64 // the operands of the primitive that are sizes
	// Unsized says that open sizes are placeholders, so that kernels must not rely on them.
	Unsized bool
}

// isNarrow reports whether all results are narrow floats.
func (s *Step) isNarrow() bool {
	return !slices.ContainsFunc(s.Out, func(o *Operand) bool { return !isNarrow(o.Elem) })
}

// isRegion reports whether the step is a function of primitives.
func (s *Step) isRegion() bool { return s.Region.Operation != nil }

// Computation is the launches that compute a step, one after the other.
type Computation struct {
	Launches []Launch
	// Scratch has temporary memories that the launches share. Arguments number them from [ScratchMemory] on.
	Scratch []Scratch
}

// ScratchMemory is the number of the first scratch memory.
const ScratchMemory = 1 << 30

// Scratch is memory that a step needs while it runs.
type Scratch struct {
	Elem ir.Type
	N    int64
}

// Launch is one launch of a kernel.
type Launch struct {
	Kernel *Kernel
	Grid   [3]int64
	Args   []Arg // as the kernel's parameters
}

// Arg is an argument of a kernel: a pointer to a memory, an array in it, or, if Memory is negative, a number.
type Arg struct {
	Memory int
	Array  *Operand // nil for a pointer
	Number int64
}

// Kernel is a tile kernel in a module of its own. Values that differ between runs are arguments, so that kernels with
// the same text are compiled once.
type Kernel struct {
	Name   string
	Module *ir.Operation
	Warps  int
}

// Build returns kernels for a step. The error wraps [ErrNoKernel] if there are none.
func Build(s *Step) (*Computation, error) {
	for _, o := range slices.Concat(s.In, s.Out) {
		if o != nil && prim.DtypeOf(o.Elem) == prim.Complex {
			return nil, errComplex
		}
	}
	if s.isRegion() {
		switch prim.RegionKind(s.Region.Operation) {
		case prim.Product:
			return buildProductRegion(s)
		case prim.Columns:
			return buildColumns(s)
		case prim.Attention:
			return buildAttention(s)
		}
		return buildRegion(s)
	}
	if build, ok := builders[s.Op.Def()]; ok {
		return build(s)
	}
	if prim.IsElementwise(s.Op) {
		return buildRegion(s)
	}
	if prim.IsReduction(s.Op) {
		return buildReduction(s)
	}
	return nil, noKernel("%s has none", s.Op.Name())
}

// kernelName returns a name for a kernel, made of the names of its primitives, each once, in order.
func kernelName(ops []*ir.Operation) string {
	const longest = 48
	var parts []string
	length := 0
	for _, op := range ops {
		_, name, _ := strings.Cut(op.Name(), ".")
		if op.Is(&prim.Fill) || slices.Contains(parts, name) || length+len(name) > longest {
			continue
		}
		parts, length = append(parts, name), length+len(name)+1
	}
	if parts == nil {
		return "fill"
	}
	return strings.Join(parts, "_")
}
