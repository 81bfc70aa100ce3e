// Package loadhints is the pass gpu-hint-loads: it says how long caches keep what a kernel loads. The hints change no
// result. They depend on how much a kernel writes.
//
// In kernels that write little, such as sums of rows, loads pass by the L1 cache if nothing reads their elements again.
// On an H200 such kernels take up to 0.7 per cent less at 128 MB and 1 GB. Kernels that write as much as they read take
// 3 per cent longer with this. So do, by up to 1 per cent, kernels whose loops load the elements of the next iteration
// ahead.
//
// In kernels that write at least a quarter and at most twice of what they read, the L2 cache keeps what is read
// longest, so that what is written leaves it early. On an H200, with cold caches, most such kernels take 1 to 3 per
// cent less from 128 MB on. Kernels that only read take up to 1.5 per cent longer with this at 128 MB, and one that
// writes four times what it reads 8 per cent. The next kernel then finds less of what the kernel wrote in the cache:
// in chains of copies, those of 48, 64 and 96 MB take 1 to 4 per cent longer. Those up to 32 and from 128 MB on take
// as long, within about 1 per cent.
//
// A load reads its elements once if
//   - its address depends on the index of the program along each axis of the grid that the kernel distinguishes, and on
//     each loop around it,
//   - no load of another loop reads through the same pointer, and it overlaps no other load (package overlap),
//   - and each instruction of a warp takes all bytes of the sectors that it touches.
//
// Whether different programs read different elements is not proved: the hint changes no result.
//
// Before:
//
//	#l = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
//	tile.kernel @sums(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>) {
//	  %row = tile.program_id 0
//	  %n = arith.constant 128 : i32
//	  %first = arith.muli %row, %n : i32
//	  %from = tile.addptr %x, %first : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
//	  %p = tile.splat %from : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #l>
//	  %i = tile.iota : tensor<128xi32, #l>
//	  %q = tile.addptr %p, %i : tensor<128x!tile.ptr<f32>, #l>, tensor<128xi32, #l>
//	      -> tensor<128x!tile.ptr<f32>, #l>
//	  %v = tile.load %q : tensor<128x!tile.ptr<f32>, #l>
//	  %sum = tile.reduce %v axis = 0 {
//	  ^bb0(%a: f32, %b: f32):
//	    %c = arith.addf %a, %b : f32
//	    tile.yield %c : f32
//	  } : tensor<128xf32, #l> -> f32
//	  %to = tile.addptr %out, %row : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
//	  tile.store %to, %sum : !tile.ptr<f32>, f32
//	  tile.return
//	}
//
// After gpu-hint-loads:
//
//	#blocked = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
//	module {
//	  tile.kernel @sums(%arg0: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %arg1: !tile.ptr<f32>) {
//	    %0 = tile.program_id 0
//	    %c128_i32 = arith.constant 128 : i32
//	    %1 = arith.muli %0, %c128_i32 : i32
//	    %2 = tile.addptr %arg0, %1 : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
//	    %3 = tile.splat %2 : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #blocked>
//	    %4 = tile.iota : tensor<128xi32, #blocked>
//	    %5 = tile.addptr %3, %4 : tensor<128x!tile.ptr<f32>, #blocked>, tensor<128xi32, #blocked>
//	        -> tensor<128x!tile.ptr<f32>, #blocked>
//	    %6 = tile.load %5 eviction no_allocate : tensor<128x!tile.ptr<f32>, #blocked>
//	    %7 = tile.reduce %6 axis = 0 {
//	    ^bb0(%arg2: f32, %arg3: f32):
//	      %9 = arith.addf %arg2, %arg3 : f32
//	      tile.yield %9 : f32
//	    } : tensor<128xf32, #blocked> -> f32
//	    %8 = tile.addptr %arg1, %0 : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
//	    tile.store %8, %7 : !tile.ptr<f32>, f32
//	    tile.return
//	  }
//	}
//
// The pass expects kernels with layouts. Start at [Mark]; address.go looks at addresses.
package loadhints

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/internal/analysis/overlap"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/pass"
)

// Pass is gpu-hint-loads.
var Pass = &pass.Pass{
	Name:    "gpu-hint-loads",
	Summary: "Say how long caches keep what kernels load, depending on how much they write",
	Anchor:  "builtin.module",
	Run: pass.Each(tile.Kernels, func(ctx *pass.Context, kernel tile.Kernel) (changed bool, err error) {
		ctx.Preserve(axisinfo.Facts) // they do not depend on hints
		return Mark(kernel, func() *axisinfo.Info { return axisinfo.Facts.Of(ctx, kernel.Operation) }), nil
	}),
}

const (
	// littleWritten is how many bytes a kernel that writes little reads at least for each byte that it writes.
	littleWritten = 16
	// muchWritten is how many bytes a kernel that writes much reads at most for each byte that it writes.
	muchWritten = 4
	// mostWritten is how many bytes a kernel writes at most for each byte that it reads if what it reads is kept.
	mostWritten = 2
	// iterations is the assumed number of iterations of a loop.
	iterations = 16
)

// Mark gives hints to the loads of a kernel that have none, and reports whether it gave any. It only asks for facts
// about kernels that write little.
func Mark(kernel tile.Kernel, facts func() *axisinfo.Info) (changed bool) {
	t := trafficOf(kernel.Operation)
	switch {
	case !t.plain || len(t.loads) == 0:
		return false
	case t.read <= muchWritten*t.written && t.written <= mostWritten*t.read:
		return mark(t.loads, "evict_last", func(*ir.Operation) bool { return true })
	case t.ahead || t.read < littleWritten*t.written:
		return false
	}
	m := marker{info: facts(), overlaps: overlap.Analyze(kernel.Operation), loads: t.loads}
	kernel.Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.ProgramID) {
			m.axes |= 1 << tile.Axis(op)
		}
		return true
	})
	return mark(t.loads, "no_allocate", m.once)
}

// mark gives a hint to those loads of a list that have none and of which a property holds.
func mark(loads []*ir.Operation, policy string, holds func(*ir.Operation) bool) (changed bool) {
	hint, _ := tile.EvictionPolicies.Parse(policy)
	for _, load := range loads {
		if load.Inherent(tile.EvictionName) == nil && load.Inherent(tile.CacheName) == nil && holds(load) {
			load.SetAttr(tile.EvictionName, tile.EvictionPolicies.Attr(load.Context(), hint))
			changed = true
		}
	}
	return changed
}

// traffic is what a kernel reads from memory and writes to it.
type traffic struct {
	loads         []*ir.Operation // of tensors
	read, written float64         // bytes
	ahead         bool            // a loop loads ahead
	plain         bool            // there are no products, and no other accesses to memory
}

func trafficOf(kernel *ir.Operation) traffic {
	t := traffic{plain: true}
	kernel.Walk(func(op *ir.Operation) bool {
		t.ahead = t.ahead || op.Attr(tilegpu.LoadsAhead) != nil
		switch {
		case op.Is(&tile.Load) && op.Inherent(tile.VolatileName) == nil:
			t.read += bytesOf(op, op.Result(0))
			if _, tensor := op.Result(0).Type().(*ir.TensorType); tensor {
				t.loads = append(t.loads, op)
			}
		case op.Is(&tile.Store), op.Is(&tile.AtomicRMW):
			t.written += bytesOf(op, op.Operand(1))
		default:
			t.plain = t.plain && !op.Is(&tile.Dot) && (op.NumRegions() > 0 || ir.HasNoEffect(op) || op.HasTrait(ir.Terminator))
		}
		return t.plain
	})
	return t
}

// bytesOf returns the size of a value that an operation moves, times the assumed iterations of the loops around it.
func bytesOf(op *ir.Operation, v *ir.Value) float64 {
	n := float64(max(8, ir.BitWidth(ir.ElementOrSelf(v.Type())))) / 8
	if t, ok := v.Type().(*ir.TensorType); ok {
		elements, _ := ir.NumElements(t)
		n *= float64(elements)
	}
	for range loopsAround(op) {
		n *= iterations
	}
	return n
}

// loopsAround returns the loops around an operation of a kernel, the innermost first.
func loopsAround(op *ir.Operation) (loops []*ir.Operation) {
	for p := op.Parent(); p != nil && !p.Is(&tile.KernelOp); p = p.Parent() {
		if len(ir.LoopRegions(p)) > 0 {
			loops = append(loops, p)
		}
	}
	return loops
}

// marker is what is known about the loads of a kernel.
type marker struct {
	info     *axisinfo.Info
	overlaps *overlap.Info
	loads    []*ir.Operation
	axes     int // a bit for each axis of the grid that the kernel distinguishes
}

// once reports whether a load reads elements that nothing reads again.
func (m *marker) once(load *ir.Operation) bool {
	if !m.wholeSectors(load) {
		return false
	}
	on := sources{seen: map[*ir.Value]bool{}, loops: map[*ir.Operation]bool{}}
	if !on.add(load.Operand(0)) || on.axes&m.axes != m.axes {
		return false
	}
	for _, loop := range loopsAround(load) {
		if !on.loops[loop] {
			return false
		}
	}
	return !slices.ContainsFunc(m.overlaps.Groups(), func(g []*ir.Operation) bool { return slices.Contains(g, load) }) &&
		!slices.ContainsFunc(m.loads, func(other *ir.Operation) bool { return readAgain(load, other) })
}

// readAgain reports whether another load may read the elements of a load in another loop: both read through one
// pointer.
func readAgain(load, other *ir.Operation) bool {
	x, y := loopsAround(load), loopsAround(other)
	return len(x) > 0 && len(y) > 0 && x[0] != y[0] && rootOf(load.Operand(0)) == rootOf(other.Operand(0))
}

// wholeSectors reports whether each instruction of a warp takes all bytes of the sectors that it touches.
func (m *marker) wholeSectors(load *ir.Operation) bool {
	l, err := tilegpu.LinearOf(load.Operand(0).Type())
	if err != nil {
		return false
	}
	p := accesses.PatternOf(m.info, load)
	c, w := p.Cost(l), p.Widest(l)
	lanes := tilegpu.WarpSize >> bits.OnesCount(uint(l.FreeMasks()[layout.Lane]))
	return int64(c.Sectors)*accesses.SectorBytes <= int64(c.Instructions*lanes*w.Moved)*p.Bytes
}
