package uniformity

import (
	"math/bits"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// rules are the rules of the analysis, for package dataflow.
type rules struct {
	calls map[*ir.Operation][]*ir.Operation // by function
}

// Entry says that a kernel's arguments are uniform. The arguments of a function that the module calls are those of its
// calls, since there are no other calls. Nothing is known about other values from outside.
func (r rules) Entry(v *ir.Value) Variance {
	if b := v.ArgumentOf(); b != nil && (isKernel(b.ParentOp()) || len(r.calls[b.ParentOp()]) > 0) {
		return Variance{}
	}
	return anything
}

// Visit computes results from operands.
func (r rules) Visit(op *ir.Operation, operands, results []Variance) {
	out := anything
	if rule, ok := transfers[op.Def()]; ok {
		out = rule(op, operands)
	} else if op.HasTrait(ir.NoMemoryEffect) {
		out = union(operands).spread()
	}
	if shape, ok := blockShape(op); ok {
		threads := shape[0] * shape[1] * shape[2]
		if threads <= 32 {
			out.Group = 0 // the block has only one warp
		}
		if threads <= groupThreads {
			out.Block = out.Group
		}
	}
	for i := range results {
		results[i] = out.keep(widthMask(op.Result(i).Type()))
	}
}

func union(operands []Variance) (out Variance) {
	for _, v := range operands {
		out, _ = out.Join(v)
	}
	return out
}

// transfer returns the variance of an operation's results.
type transfer func(op *ir.Operation, operands []Variance) Variance

// transfers has the rules of operations that are not pure functions of their operands, or for which more is known.
var transfers = map[*ir.OpDef]transfer{
	&llvm.Load:      load,
	&llvm.Alloca:    func(*ir.Operation, []Variance) Variance { return anything }, // memory of the thread itself
	&llvm.InlineAsm: assembly,
	&llvm.Freeze:    func(*ir.Operation, []Variance) Variance { return anything }, // each thread may choose another value
	&llvm.And:       and,
	&llvm.Or:        symmetric(func(op *ir.Operation, v []Variance) Variance { return union(v) }),
	&llvm.XOr:       symmetric(func(op *ir.Operation, v []Variance) Variance { return union(v) }),
	&llvm.Add:       symmetric(sum),
	&llvm.Sub:       sum,
	&llvm.Mul:       symmetric(product),
	&llvm.Shl:       shift(func(x uint64, n int, _ ir.Type) uint64 { return x << n }),
	&llvm.LShr:      shift(func(x uint64, n int, _ ir.Type) uint64 { return x >> n }),
	&llvm.AShr:      shift(func(x uint64, n int, t ir.Type) uint64 { return signExtended(x, t) >> n }),
	&llvm.Trunc:     func(_ *ir.Operation, v []Variance) Variance { return v[0] },
	&llvm.ZExt:      func(_ *ir.Operation, v []Variance) Variance { return v[0] },
	&llvm.SExt: func(op *ir.Operation, v []Variance) Variance {
		return v[0].bitwise(func(x uint64) uint64 { return signExtended(x, op.Operand(0).Type()) })
	},
	&llvm.Select: choice,
	&llvm.ICmp:   comparison,

	&llvm.FAdd: symmetric(spreadUnion), &llvm.FMul: symmetric(spreadUnion), &llvm.MaxNum: symmetric(spreadUnion),
	&llvm.MinNum: symmetric(spreadUnion), &llvm.Maximum: symmetric(spreadUnion), &llvm.Minimum: symmetric(spreadUnion),
	&llvm.SMax: symmetric(spreadUnion), &llvm.SMin: symmetric(spreadUnion), &llvm.UMax: symmetric(spreadUnion),
	&llvm.UMin: symmetric(spreadUnion),

	nvvm.ThreadID[0]: threadIndex(0), nvvm.ThreadID[1]: threadIndex(1), nvvm.ThreadID[2]: threadIndex(2),
	nvvm.LaneID: func(*ir.Operation, []Variance) Variance {
		return Variance{Warp: allLanes, Lanes: allLanes}
	},
	nvvm.WarpID:      func(*ir.Operation, []Variance) Variance { return byWarp },
	nvvm.WarpSize:    uniform,
	nvvm.BlockDim[0]: uniform, nvvm.BlockDim[1]: uniform, nvvm.BlockDim[2]: uniform,
	nvvm.BlockID[0]: uniform, nvvm.BlockID[1]: uniform, nvvm.BlockID[2]: uniform,
	nvvm.GridDim[0]: uniform, nvvm.GridDim[1]: uniform, nvvm.GridDim[2]: uniform,
	&nvvm.ShflSync: shuffle,
	&nvvm.VoteSync: vote,
}

func uniform(*ir.Operation, []Variance) Variance { return Variance{} }

func spreadUnion(_ *ir.Operation, v []Variance) Variance { return union(v).spread() }

// threadIndex is the rule of a thread's index. Threads are numbered with x counting fastest, and warps are 32
// consecutive ones (CUDA C++ Programming Guide, "Thread Hierarchy").
func threadIndex(axis int) transfer {
	return func(op *ir.Operation, _ []Variance) Variance {
		shape, ok := blockShape(op)
		if !ok {
			return anything
		}
		out, before := Variance{Block: belowPower(shape[axis])}, threadsBefore(shape, axis)
		switch {
		case before%32 == 0:
		case oneRow(shape, axis, 32):
			out.Warp, out.Block = out.Block&allLanes, out.Block&^allLanes
			out.Lanes = uint8(out.Warp)
		default:
			out.Warp, out.Lanes, out.Mixed = out.Block, allLanes, true
		}
		if before%groupThreads != 0 {
			out.Group = out.Block
			if oneRow(shape, axis, groupThreads) {
				out.Group &= groupThreads - 1
			}
		}
		return out
	}
}

// groupThreads is the number of threads of a warp group.
const groupThreads = 128

// threadsBefore returns the number of consecutive threads with the same index along an axis.
func threadsBefore(shape [3]int64, axis int) int64 {
	return ir.Product(shape[:axis])
}

// oneRow reports whether each group of n consecutive threads, a power of two, has consecutive indices along an axis,
// the first of which is a multiple of n.
func oneRow(shape [3]int64, axis int, group int64) bool {
	return axis == 0 && (shape[0]%group == 0 || shape[1] == 1 && shape[2] == 1)
}

// belowPower returns the bits that the numbers from 0 to n-1 may have set.
func belowPower(n int64) uint64 { return 1<<bits.Len64(uint64(n-1)) - 1 }

// blockShape returns the required number of threads of a block in x, y and z for the kernel around an operation. For a
// function that kernels call, it is the number that all kernels of the module require.
func blockShape(op *ir.Operation) (shape [3]int64, ok bool) {
	f := op.Parent()
	for f != nil && !isKernel(f) && f.Parent() != nil && f.Parent().Parent() != nil {
		f = f.Parent()
	}
	switch {
	case f == nil:
		return shape, false
	case isKernel(f):
		return requiredShape(f)
	case f.Parent() == nil:
		return shape, false
	}
	for k := range f.Block().Ops() {
		if !isKernel(k) {
			continue
		}
		one, known := requiredShape(k)
		if !known || ok && one != shape {
			return shape, false
		}
		shape, ok = one, true
	}
	return shape, ok
}

// requiredShape returns the required number of threads of a kernel's blocks.
func requiredShape(kernel *ir.Operation) (shape [3]int64, ok bool) {
	list, ok := kernel.Attr(nvvm.ReqNTID).(*ir.DenseArrayAttr)
	if !ok || list.Len() == 0 {
		return shape, false
	}
	shape = [3]int64{1, 1, 1}
	for i := range min(3, list.Len()) {
		shape[i] = max(1, list.Int64(i))
	}
	return shape, true
}

// load is the rule of loads: without races, all threads read the same value at an address, except in memory of the
// thread itself. Generic pointers may also point there.
func load(op *ir.Operation, v []Variance) Variance {
	p, ok := op.Operand(0).Type().(*llvm.PointerType)
	if op.Inherent("volatile_") != nil || !ok || p.AddrSpace == llvm.GenericSpace ||
		p.AddrSpace == llvm.LocalSpace {
		return anything
	}
	return v[0].spread()
}

func assembly(op *ir.Operation, v []Variance) Variance {
	if _, _, effects := llvm.AsmOf(op); effects {
		return anything
	}
	return union(v).spread()
}

// and keeps only the bits that are set in a constant.
func and(op *ir.Operation, v []Variance) Variance {
	out := symmetric(func(_ *ir.Operation, v []Variance) Variance { return union(v) })(op, v)
	for i := range 2 {
		if n, ok := llvm.ConstantInt(op.Operand(i)); ok {
			out = out.keep(uint64(n))
		}
	}
	if !isScalar(op.Result(0).Type()) {
		return union(v).spread()
	}
	return out
}

func sum(op *ir.Operation, v []Variance) Variance {
	if !isScalar(op.Result(0).Type()) {
		return union(v).spread()
	}
	return union(v).upwards()
}

// product moves the lowest bit that differs up by the number of trailing zeros of a constant.
func product(op *ir.Operation, v []Variance) Variance {
	if !isScalar(op.Result(0).Type()) {
		return union(v).spread()
	}
	out := union(v).upwards()
	for i := range 2 {
		if n, ok := llvm.ConstantInt(op.Operand(i)); ok && n != 0 {
			out = out.bitwise(func(x uint64) uint64 { return x << bits.TrailingZeros64(uint64(n)) })
		}
	}
	return out
}

// shift is the rule of shifts by constants.
func shift(move func(x uint64, n int, t ir.Type) uint64) transfer {
	return func(op *ir.Operation, v []Variance) Variance {
		t := op.Result(0).Type()
		n, ok := llvm.ConstantInt(op.Operand(1))
		if !ok || !isScalar(t) || n < 0 || n >= int64(ir.BitWidth(t)) {
			return union(v).spread()
		}
		return v[0].bitwise(func(x uint64) uint64 { return move(x, int(n), t) })
	}
}

// signExtended returns the bits that differ after sign extension.
func signExtended(x uint64, t ir.Type) uint64 {
	w := ir.BitWidth(t)
	if w < 64 && x>>(w-1)&1 != 0 {
		x |= ^uint64(0) << w
	}
	return x
}

// choice is the rule of selects: threads with different conditions differ in the bits in which the two values may
// differ.
func choice(_ *ir.Operation, v []Variance) Variance {
	out, same := union(v).spread(), union(v[1:])
	if v[0].Warp == 0 {
		out.Warp, out.Lanes, out.Mixed = same.Warp, same.Lanes, same.Mixed
	}
	if v[0].Group == 0 {
		out.Group = same.Group
	}
	if v[0].Block == 0 {
		out.Block = same.Block
	}
	return out
}

// shuffle is the rule of shuffles. They move bits to the same positions in other lanes. If all lanes read from one
// lane, they get the same value. The same lane of two warps reads from the same lane, unless the operands that say from
// which one differ from warp to warp.
func shuffle(op *ir.Operation, v []Variance) Variance {
	if op.Inherent("return_value_and_is_valid") != nil {
		return anything // whether a lane is in range differs, even if all lanes have the same value
	}
	out := v[1]
	for _, x := range []Variance{v[0], v[2], v[3]} {
		out.Group, out.Block = out.Group|x.spread().Group, out.Block|x.spread().Block
	}
	if out.Warp == 0 {
		return out
	}
	out.Lanes, out.Mixed = allLanes, true
	clamp, known := llvm.ConstantInt(op.Operand(3))
	kind := op.Inherent("kind").(*nvvm.KindAttr).Kind
	switch {
	case !known || clamp != allLanes:
	case kind == nvvm.Idx:
		out.Lanes = v[2].Lanes
		if v[2].Warp == 0 {
			out.Warp, out.Lanes, out.Mixed = 0, 0, false
		}
	case kind == nvvm.Bfly && v[2].Warp == 0:
		out.Lanes, out.Mixed = v[1].Lanes, v[1].Mixed
	}
	return out
}

// vote is the rule of votes, whose result is the same in all lanes of the mask. If each lane of a warp votes as that
// lane of another warp does, both warps get the same result.
func vote(_ *ir.Operation, v []Variance) Variance {
	if v[0].Warp != 0 {
		return anything
	}
	out := union(v).spread()
	return Variance{Group: out.Group, Block: out.Block}
}
