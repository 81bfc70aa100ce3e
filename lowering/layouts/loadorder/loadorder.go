// Package loadorder is the pass gpu-order-loads. If loads overlap, it puts the loads first that move the most elements
// at once. Threads then take overlapping elements from registers instead of loading them again: a load of x[i] in
// vectors of four has three of the four elements of x[i-1], whose addresses are not aligned.
//
// Before:
//
//	tile.kernel @differences(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
//	  %i = tile.iota : tensor<512xi32>
//	  %one = arith.constant dense<-1> : tensor<512xi32>
//	  %x = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
//	  %at = tile.addptr %x, %i : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
//	  %before = tile.addptr %at, %one : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
//	  %u = tile.load %before : tensor<512x!tile.ptr<f32>>
//	  %half = arith.negf %u : tensor<512xf32>
//	  %at2 = tile.addptr %x, %i : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
//	  %v = tile.load %at2 : tensor<512x!tile.ptr<f32>>
//	  %d = arith.addf %v, %half : tensor<512xf32>
//	  tile.store %at, %d : tensor<512x!tile.ptr<f32>>, tensor<512xf32>
//	  tile.return
//	}
//
// After gpu-order-loads:
//
//	tile.kernel @differences(%arg0: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
//	  %0 = tile.iota : tensor<512xi32>
//	  %cst = arith.constant dense<-1> : tensor<512xi32>
//	  %1 = tile.splat %arg0 : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
//	  %2 = tile.addptr %1, %0 : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
//	  %3 = tile.addptr %2, %cst : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
//	  %4 = tile.addptr %1, %0 : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
//	  %5 = tile.load %4 : tensor<512x!tile.ptr<f32>>
//	  %6 = tile.load %3 : tensor<512x!tile.ptr<f32>>
//	  %7 = arith.negf %6 : tensor<512xf32>
//	  %8 = arith.addf %5, %7 : tensor<512xf32>
//	  tile.store %2, %8 : tensor<512x!tile.ptr<f32>>, tensor<512xf32>
//	  tile.return
//	}
//
// The pass also moves loads that come after a reduction up to the load before it. Threads then need not wait for each
// other before they issue them. In
//
//	%v = tile.load %at : tensor<512x!tile.ptr<f32>>
//	%s = tile.reduce ... %v
//	%w = tile.load %from : tensor<512x!tile.ptr<f32>>
//
// the second load and its address come before the reduction:
//
//	%v = tile.load %at : tensor<512x!tile.ptr<f32>>
//	%w = tile.load %from : tensor<512x!tile.ptr<f32>>
//	%s = tile.reduce ... %v
//
// Loads of a few registers that come after a loop move before it, if the loop writes nothing: their elements arrive
// while the loop runs.
//
// The pass expects strict kernels without arrays, before layouts are assigned. Package analysis/overlap finds the
// loads; layouts are assigned, and loads lowered, by the same analysis.
package loadorder

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/internal/analysis/overlap"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Pass is gpu-order-loads.
var Pass = &pass.Pass{
	Name:    "gpu-order-loads",
	Summary: "Move the widest of overlapping loads before the others, and loads before reductions and loops",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4} },
	Run: pass.Each(tile.Kernels, func(ctx *pass.Context, kernel tile.Kernel) (changed bool, err error) {
		ctx.Preserve(axisinfo.Facts) // they do not depend on the order
		changed = order(kernel, func() *axisinfo.Info { return axisinfo.Facts.Of(ctx, kernel.Operation) })
		threads := int64(32 * ctx.Options.(*Options).NumWarps)
		changed = inBlocks(kernel, threads, cross) || changed
		return inBlocks(kernel, threads, gather) || changed, nil
	}),
}

// inBlocks calls move for each block of a kernel that runs on some number of threads. It reports whether any call did.
func inBlocks(kernel tile.Kernel, threads int64, move func(b *ir.Block, threads int64) bool) (changed bool) {
	kernel.Walk(func(op *ir.Operation) bool {
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				changed = move(b, threads) || changed
			}
		}
		return true
	})
	return changed
}

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block" values:"1,2,4,8,16,32"`
}

// Order moves loads of a kernel before narrower ones that they overlap, and reports whether it moved any.
func Order(kernel tile.Kernel) (changed bool) {
	return order(kernel, func() *axisinfo.Info { return axisinfo.Analyze(kernel) })
}

// order only asks for facts about kernels with such loads.
func order(kernel tile.Kernel, facts func() *axisinfo.Info) (changed bool) {
	groups := overlap.Analyze(kernel.Operation).Groups()
	if len(groups) == 0 {
		return false
	}
	info := facts()
	width := make(map[*ir.Operation]int64)
	for _, group := range groups {
		for _, op := range group {
			p := accesses.PatternOf(info, op)
			width[op] = p.Vector(p.Order()[0])
		}
		var done []*ir.Operation
		for _, op := range group {
			at := slices.IndexFunc(done, func(before *ir.Operation) bool { return width[before] < width[op] })
			if at < 0 || !raise(op, done[at]) {
				done = append(done, op)
				continue
			}
			done, changed = slices.Insert(done, at, op), true
		}
	}
	return changed
}

// raise moves a load before an earlier operation of its block, together with the operations that compute its operands.
// These must be pure; otherwise raise moves nothing and returns false.
func raise(load, to *ir.Operation) bool {
	slice := map[*ir.Operation]bool{load: true}
	todo := []*ir.Operation{load}
	for len(todo) > 0 {
		op := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, v := range op.Operands() {
			def := v.DefiningOp()
			if def == nil || def.Block() != load.Block() || def.IsBefore(to) || slice[def] {
				continue
			}
			if def == to || !ir.IsPure(def) || def.NumRegions() > 0 {
				return false
			}
			slice[def] = true
			todo = append(todo, def)
		}
	}
	for op := to.Next(); op != load; {
		next := op.Next()
		if slice[op] {
			op.MoveBefore(to)
		}
		op = next
	}
	load.MoveBefore(to)
	return true
}
