// Package gpu defines the part of upstream's dialect `gpu` that tile programs use: the barrier of a block of threads.
// Names, syntax and rules are upstream's (mlir/Dialect/GPU/IR/GPUOps.td).
//
// The additions of this project for tiles on a GPU are in package tilegpu.
package gpu

import "github.com/girih-ir/girih/ir"

// Dialect is the dialect `gpu`.
var Dialect = &ir.Dialect{
	Name:     "gpu",
	Summary:  "Operations of GPU programs",
	Upstream: 66,
	Ops:      []*ir.OpDef{&Barrier},
}

// Barrier defines `gpu.barrier`: all threads of a block wait for each other and see each other's accesses to memory.
var Barrier = ir.OpDef{
	Name:     "gpu.barrier",
	Summary:  "Synchronizes all work items of a workgroup.",
	Assembly: "attr-dict",

	Interfaces: []any{Together{Block, "the others wait forever"}},
}

// NewBarrier creates a barrier.
func NewBarrier(b *ir.Builder) *ir.Operation { return b.Create(b.State(&Barrier)) }

// Scope is a group of threads of a block.
type Scope uint8

// Scopes, from the largest to the smallest. Each is part of the previous one.
const (
	Block     Scope = iota
	WarpGroup       // 128 threads: four consecutive warps; the number of the first is divisible by 4
	Warp            // 32 threads with consecutive numbers
	Thread
)

// String returns the scope's name.
func (s Scope) String() string { return [...]string{"block", "warp group", "warp", "thread"}[s] }

// Convergent is the interface of operations whose effect depends on which threads execute them together, such as
// barriers, shuffles and products of a warp. The definition of each such operation has the interface.
type Convergent interface {
	// Together returns which threads must execute the operation together, and a clause that says why. It returns
	// [Thread] if the operation is for some threads of a warp that it names, or for the threads that happen to execute
	// it.
	Together(op *ir.Operation) (Scope, string)
}

// Together implements [Convergent] for operations that always have the same scope.
type Together struct {
	Scope Scope
	Why   string
}

// Together returns the scope and the reason.
func (t Together) Together(*ir.Operation) (Scope, string) { return t.Scope, t.Why }
