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
