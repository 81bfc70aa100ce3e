// Package sharetail is the pass gpu-share-tail (stream-K). Blocks that run programs one after the other, in rounds, do
// not all have one in the last round, unless the programs are a multiple of the blocks: 576 programs on 132
// multiprocessors take five rounds, and in the last one 84 multiprocessors are idle. If at most half of the blocks
// have a program in the last round, the pass has several blocks share each of these programs. Each runs a part of the
// steps of the loop with the program's products, and the last block to arrive adds the parts up and goes on with the
// program ([tilegpu.AddParts]). Nobody waits. Parts are added in their order, so results are the same in each launch
// of as many blocks. But they are rounded otherwise than without the pass, which therefore runs on request only.
//
// The kernel computes which steps each block has, from the numbers of programs, blocks and steps (plan.go), and shares
// programs only if that saves time by an estimate (cost.go). Whole programs and parts run in one loop. So tiles of the
// next one are copied while one ends, as they are between whole programs (package rings).
//
// A loop over programs qualifies if its body has one loop with products, whose number of steps is the same for all
// programs. All values that this loop carries must be sums of tiles that begin with zeros, or pointers and integers
// that move by a fixed amount. Nothing may be written before the sums are complete. What follows them runs once for
// each program, so there may be a bias, an activation or a conversion. If a launch has blocks along other axes too,
// each block runs whole programs.
//
// The pass expects strict kernels with arrays, in which blocks run programs one after the other, because the text says
// so or by package persistent, before gpu-ring-tiles. Start at [Pass].
//
// Before:
//
//	!m = !tile.array<?x64xf16, strides = [64, 1]>
//	tile.kernel @product(%a: !m, %b: !m, %c: !tile.array<?x64xf32, strides = [64, 1]>, %n: i32, %total: i32) {
//	  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
//	  %c0 = arith.constant 0 : i32
//	  %c1 = arith.constant 1 : i32
//	  %pid = tile.program_id 0
//	  %programs = tile.num_programs 0
//	  scf.for %i = %pid to %total step %programs : i32 {
//	    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
//	      %x = tile.load_view %a[%i, %c0] padding zero : !m -> tensor<64x64xf16>
//	      %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
//	      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
//	      scf.yield %next : tensor<64x64xf32>
//	    }
//	    tile.store_view %sum, %c[%i, %c0] : tensor<64x64xf32>, !tile.array<?x64xf32, strides = [64, 1]>
//	  } {tile.in_any_order}
//	  tile.return
//	}
//
// After gpu-share-tail{tail=always},canonicalize,cse:
//
//	tile.kernel @product(%arg0: !tile.array<?x64xf16, strides = [64, 1]>,
//	    %arg1: !tile.array<?x64xf16, strides = [64, 1]>, %arg2: !tile.array<?x64xf32, strides = [64, 1]>, %arg3: i32,
//	    %arg4: i32, %arg5: !tile.ptr<i32> {tile.divisibility = 16 : i32, tile.workspace = tensor<540672xi32>},
//	    %arg6: !tile.ptr<i32> {tile.divisibility = 16 : i32, tile.keeps_zeros, tile.workspace = tensor<66xi32>}) {
//	  %c8_i32 = arith.constant 8 : i32
//	  %c2_i32 = arith.constant 2 : i32
//	  %c132_i32 = arith.constant 132 : i32
//	  %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
//	  %c0_i32 = arith.constant 0 : i32
//	  %c1_i32 = arith.constant 1 : i32
//	  %0 = tile.program_id 0
//	  %1 = tile.num_programs 0
//	  %2 = arith.cmpi sgt, %arg3, %c0_i32 : i32
//	  %3 = arith.select %2, %arg3, %c0_i32 : i32
//	  %4 = arith.remui %arg4, %1 : i32
//	  %5 = arith.minsi %1, %c132_i32 : i32
//	  %6 = arith.divui %5, %c2_i32 : i32
//	  %7 = arith.addi %6, %c1_i32 : i32
//	  %8 = arith.cmpi slt, %4, %7 : i32
//	  %9 = arith.cmpi sgt, %arg4, %c0_i32 : i32
//	  %10 = arith.cmpi sgt, %4, %c0_i32 : i32
//	  %11 = arith.andi %9, %10 : i1
//	  %12 = arith.andi %11, %8 : i1
//	  %13 = tile.num_programs 1
//	  %14 = tile.num_programs 2
//	  %15 = arith.muli %13, %14 : i32
//	  %16 = arith.cmpi eq, %15, %c1_i32 : i32
//	  %17 = arith.andi %12, %16 : i1
//	  %18 = arith.cmpi sgt, %3, %c1_i32 : i32
//	  %19 = arith.andi %17, %18 : i1
//	  %20 = arith.subi %arg4, %4 : i32
//	  %21 = arith.select %19, %20, %arg4 : i32
//	  %22 = arith.addi %20, %1 : i32
//	  %23 = arith.select %19, %22, %arg4 : i32
//	  scf.for %arg7 = %0 to %23 step %1  : i32 {
//	    %24 = arith.cmpi slt, %arg7, %21 : i32
//	    %25:7 = scf.if %24 -> (i32, i32, i32, i32, i32, i32, i32) {
//	      scf.yield %arg7, %c0_i32, %3, %c0_i32, %c1_i32, %c0_i32, %c0_i32 : i32, i32, i32, i32, i32, i32, i32
//	    } else {
//	      %28 = arith.divui %5, %4 : i32
//	      %29 = arith.minsi %28, %3 : i32
//	      %30 = arith.minsi %29, %c8_i32 : i32
//	      %31 = arith.divui %3, %30 : i32
//	      %32 = arith.addi %31, %c1_i32 : i32
//	      %33 = arith.cmpi slt, %32, %3 : i32
//	      %34 = arith.select %33, %30, %c1_i32 : i32
//	      %35 = arith.select %33, %31, %3 : i32
//	      %36 = arith.divui %0, %34 : i32
//	      %37 = arith.muli %36, %34 : i32
//	      %38 = arith.subi %0, %37 : i32
//	      %39 = arith.muli %35, %34 : i32
//	      %40 = arith.subi %3, %39 : i32
//	      %41 = arith.muli %38, %35 : i32
//	      %42 = arith.minsi %38, %40 : i32
//	      %43 = arith.addi %41, %42 : i32
//	      %44 = arith.addi %43, %35 : i32
//	      %45 = arith.cmpi slt, %38, %40 : i32
//	      %46 = arith.extui %45 : i1 to i32
//	      %47 = arith.addi %44, %46 : i32
//	      %48 = arith.cmpi slt, %36, %4 : i32
//	      %49 = arith.addi %21, %36 : i32
//	      %50 = arith.subi %arg4, %c1_i32 : i32
//	      %51 = arith.minsi %49, %50 : i32
//	      %52 = arith.select %48, %43, %c0_i32 : i32
//	      %53 = arith.select %48, %47, %c0_i32 : i32
//	      %54 = arith.select %48, %34, %c0_i32 : i32
//	      scf.yield %51, %52, %53, %38, %54, %37, %36 : i32, i32, i32, i32, i32, i32, i32
//	    }
//	    %26 = scf.for %arg8 = %25#1 to %25#2 step %c1_i32 iter_args(%arg9 = %cst) -> (tensor<64x64xf32>)  : i32 {
//	      %28 = tile.load_view %arg0[%25#0, %c0_i32] padding zero : !tile.array<?x64xf16, strides = [64, 1]>
//	          -> tensor<64x64xf16>
//	      %29 = tile.load_view %arg1[%arg8, %c0_i32] padding zero : !tile.array<?x64xf16, strides = [64, 1]>
//	          -> tensor<64x64xf16>
//	      %30 = tile.dot %28, %29, %arg9 : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
//	      scf.yield %30 : tensor<64x64xf32>
//	    }
//	    %27:2 = tilegpu.add_parts %26 part %25#3 of %25#4 slots %25#5 of %arg5 counter %25#6 of %arg6 : !tile.ptr<i32>,
//	        tensor<64x64xf32>
//	    scf.if %27#1 {
//	      tile.store_view %27#0, %arg2[%25#0, %c0_i32] : tensor<64x64xf32>, !tile.array<?x64xf32, strides = [64, 1]>
//	    }
//	  } {tile.in_any_order}
//	  tile.return
//	}
package sharetail

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	// Tail is split to share programs where that saves time, by an estimate in the kernel (cost.go), and always to share
	// them whenever their steps can be divided.
	Tail string `opt:"tail" help:"when blocks share the programs of the last round: split, where that saves time, or always" values:"split,always"`
	// WarpGroups says that the target has products of warp groups, whose tiles blocks copy ahead. Elsewhere, the pass
	// refuses kernels.
	WarpGroups bool `opt:"warp-groups" help:"whether the target has products of warp groups"`
	// Remarks reports, with severity [ir.Remark], which loops over programs share their last round, and why others do
	// not.
	Remarks bool `opt:"remarks" help:"report whether blocks share the programs of the last round, and why not"`
}

// Pass is gpu-share-tail.
var Pass = &pass.Pass{
	Name:    "gpu-share-tail",
	Summary: "Let blocks share the programs of the last round, if there are fewer of these than blocks",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{Tail: "split", WarpGroups: true} },
	Run: pass.Each(tile.Kernels, func(ctx *pass.Context, k tile.Kernel) (changed bool, err error) {
		opts := ctx.Options.(*Options)
		if !opts.WarpGroups {
			return false, k.Errorf("blocks cannot share the programs of the last round on this target: compile for sm_90a, " +
				"or let each block run whole programs (--tail=whole)")
		}
		var loops []*ir.Operation
		for op := range k.Entry().Ops() {
			if tile.RunsPrograms(op) && multiplies(op) {
				loops = append(loops, op)
			}
		}
		for _, loop := range loops {
			changed = hoist(loop) || changed
			remark := share(k, loop, opts.Tail == "always")
			changed = changed || remark.shared
			if opts.Remarks {
				ctx.Remark(remark.Diagnostic)
			}
		}
		return changed, nil
	}),
}

// remark says what has become of a loop.
type remark struct {
	*ir.Diagnostic
	shared bool
}

// share has blocks share the last programs of a loop over programs, if that is possible.
func share(k tile.Kernel, loop *ir.Operation, always bool) remark {
	t, why := match(k, loop)
	if why != nil {
		return remark{why, false}
	}
	return remark{t.rewrite(always), true}
}
