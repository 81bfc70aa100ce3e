// Package tiletollvm is the pass convert-tile-to-llvm: it turns kernels with layouts into the program of one thread, in
// the dialects llvm and nvvm.
//
// A tensor becomes a value for each register of its layout, and elementwise operations are repeated for each. Indices
// are computed from the thread's lane and warp by the layout, a linear map. Memory is accessed only where masks allow
// it, in vectors where addresses are known to be consecutive and aligned; where several threads hold copies of an
// element, only one of them stores or atomically updates it. Reductions go through registers, then shuffles, then
// shared memory. Operations that move elements, such as transpositions and gathers, go through shared memory, unless
// each thread already has what it needs. Floats of 8 bits are bytes, which targets from sm_89 on convert by an
// instruction; numbers of 16 bits are computed in pairs.
//
// Loops and branches become blocks. All threads take the same branches, except in regions on single elements. A barrier
// is inserted where a thread could access global memory before another thread of the program has finished an earlier
// access. Functions that kernels call pass the registers of tensors. Printing and assertions call the driver's
// functions.
//
// Start at [Convert]. table.go has the rule of each operation. The rules are in packages under
// lowering/threads/internal, one for each family of operations, on top of package emit, which has what they share.
//
// Before:
//
//	tile.kernel @negate(%x: !tile.ptr<f32>) {
//	  %i = tile.iota : tensor<64xi32>
//	  %base = tile.splat %x : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
//	  %p = tile.addptr %base, %i : tensor<64x!tile.ptr<f32>>, tensor<64xi32> -> tensor<64x!tile.ptr<f32>>
//	  %v = tile.load %p : tensor<64x!tile.ptr<f32>>
//	  %w = arith.negf %v : tensor<64xf32>
//	  tile.store %p, %w : tensor<64x!tile.ptr<f32>>, tensor<64xf32>
//	  tile.return
//	}
//
// After gpu-assign-layouts{num-warps=2},convert-tile-to-llvm:
//
//	llvm.func @negate(%arg0: !llvm.ptr<1> {llvm.noalias}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1,
//	    1>} {
//	  %0 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 64> : i32
//	  %1 = llvm.mlir.constant(31 : i32) : i32
//	  %2 = llvm.and %0, %1 : i32
//	  %3 = llvm.mlir.constant(5 : i32) : i32
//	  %4 = llvm.lshr %0, %3 : i32
//	  %5 = llvm.mlir.constant(5 : i32) : i32
//	  %6 = llvm.shl %4, %5 : i32
//	  %7 = llvm.add %2, %6 overflow<nsw, nuw> : i32
//	  %8 = llvm.getelementptr %arg0[%7] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
//	  %9 = llvm.mlir.undef : f32
//	  %10 = llvm.load %8 {alignment = 4 : i64} : !llvm.ptr<1> -> f32
//	  %11 = llvm.bitcast %10 : f32 to i32
//	  %12 = llvm.mlir.constant(2147483647 : i32) : i32
//	  %13 = llvm.and %11, %12 : i32
//	  %14 = llvm.mlir.constant(-2147483648 : i32) : i32
//	  %15 = llvm.xor %11, %14 : i32
//	  %16 = llvm.bitcast %15 : i32 to f32
//	  llvm.store %16, %8 {alignment = 4 : i64} : f32, !llvm.ptr<1>
//	  llvm.return
//	}
package tiletollvm

import (
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/control"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
	"github.com/girih-ir/girih/lowering/threads/internal/products"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	SM int `opt:"sm" help:"oldest target that must run the program, such as 90 for sm_90; instructions that it lacks are emulated"`
	// SharedMemory is 0 for the largest amount of any target.
	SharedMemory int `opt:"shared-memory" help:"bytes of shared memory that a block can have; 0 for the largest of any target"`
}

// DefaultSM is the oldest target that programs run on by default.
const DefaultSM = 80

// Pass is convert-tile-to-llvm.
var Pass = &pass.Pass{
	Name:    "convert-tile-to-llvm",
	Summary: "Turn kernels with layouts into functions of one thread in llvm and nvvm",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{SM: DefaultSM} },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		facts := func(kernel tile.Kernel) *axisinfo.Info { return axisinfo.Facts.Of(ctx, kernel.Operation) }
		return convert(op, facts, *ctx.Options.(*Options))
	},
}

// Convert replaces every kernel of a module by an llvm.func. The error is located at an operation that no rule lowers.
// Kernels before that operation have been converted then.
func Convert(module *ir.Operation, opts Options) error {
	return convert(module, axisinfo.Analyze, opts)
}

func convert(module *ir.Operation, facts func(tile.Kernel) *axisinfo.Info, opts Options) error {
	for op := range module.Region(0).Entry().Ops() {
		kernel, ok := tile.AsKernel(op)
		if !ok {
			continue
		}
		warps, ok := tilegpu.WarpsOf(op)
		if !ok {
			return op.Errorf("has no layouts: run gpu-assign-layouts first")
		}
		if err := convertKernel(kernel, facts(kernel), warps, opts.target()); err != nil {
			return err
		}
		kernel.DropAllReferences()
		kernel.Erase()
	}
	if err := functions(module, opts); err != nil {
		return err
	}
	if !hasLoose(module) {
		module.SetAttr(tile.SemanticsName, nil)
	}
	nvvm.MarkConvergent(module)
	return nil
}

// hasLoose reports whether the module still has loosely typed operations, in functions that no kernel calls.
func hasLoose(module *ir.Operation) (loose bool) {
	module.Walk(func(op *ir.Operation) bool {
		_, is := ir.InterfaceOf[tile.Loose](op)
		loose = loose || is
		return !loose
	})
	return loose
}

func (o Options) target() emit.Target {
	return emit.Target{SM: o.SM, SharedMemory: int64(o.SharedMemory)}
}

// convertKernel converts a kernel with layouts.
func convertKernel(kernel tile.Kernel, info *axisinfo.Info, warps int, to emit.Target) error {
	c, err := emit.NewKernel(kernel, info, warps, to, lower)
	if err != nil {
		return err
	}
	err = control.Blocks(c, kernel.Region(0), func(*ir.Operation) { c.Return() })
	if err != nil {
		return err
	}
	if err := c.Finish(); err != nil {
		return err
	}
	products.EndTurns(c.Fn.Operation)
	return nil
}
