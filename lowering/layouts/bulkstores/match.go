package bulkstores

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/layouts/internal/room"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
)

// store is a store of a tile that tensor cores computed, or an atomic addition of such a tile to an array.
type store struct {
	op    *ir.Operation
	array *ir.Value
	view  *tile.ViewType
	// shape is the shape of the tile with the contiguous dimension last. If reversed is set, the array has its
	// dimensions in the opposite order, with the contiguous dimension first.
	shape    []int64
	reversed bool
	ordered  bool   // earlier writes to the array must be complete before this one begins
	why      string // why no bulk copy can make the store; "" if one can
	source   *source
	// cell and loop are those of [tensormaps.GroupCell], for a store by each warp group, which goes through the buffer.
	cell   *ir.TensorType
	loop   *ir.Operation
	buffer *ir.Value // nil before it is made
}

// newChooser finds the stores of what tensor cores computed in a kernel.
func newChooser(plan room.Plan, shared int) *chooser {
	c := &chooser{plan: plan, limit: room.Limit(shared)}
	plan.Kernel.Walk(func(op *ir.Operation) bool {
		if tile.IsViewUpdate(op) && tensormaps.OfProduct(op.Operand(0), plan.Warps, true) {
			c.list = append(c.list, match(plan.Kernel, op))
		}
		return true
	})
	return c
}

// byThreads reports whether threads, instead of bulk copies, write to an array somewhere in the kernel.
func byThreads(kernel tile.Kernel, array *ir.Value, list []*store) (found bool) {
	kernel.Walk(func(op *ir.Operation) bool {
		bulk := slices.ContainsFunc(list, func(s *store) bool { return s.op == op && s.why == "" })
		found = found || tile.IsViewUpdate(op) && tensormaps.ArrayOf(op.Operand(1)) == array && !bulk
		return !found
	})
	return found
}

// maxBox is the most elements of a box along a dimension (CUDA driver API, cuTensorMapEncodeTiled).
const maxBox = 256

// match describes a store, and says in why whether a bulk copy can make it.
func match(kernel tile.Kernel, op *ir.Operation) *store {
	t := op.Operand(0).Type().(*ir.TensorType)
	s := &store{op: op, array: tensormaps.ArrayOf(op.Operand(1)), shape: slices.Clone(t.Shape()),
		view: tile.ViewOf(kernel.Context(), op.Operand(1).Type(), t)}
	if s.reversed = tensorcores.IsTransposed(s.view.Array()); s.reversed {
		slices.Reverse(s.shape)
	}
	s.ordered = s.needsOrder(kernel)
	s.why = s.obstacle(kernel)
	return s
}

// obstacle says why bulk copies cannot make the store; "" if they can.
func (s *store) obstacle(kernel tile.Kernel) string {
	t := s.op.Operand(0).Type().(*ir.TensorType)
	is32 := func(v *ir.Value) bool { return ir.IsInt(v.Type(), 32) }
	switch {
	case s.op.Is(&tile.AtomicRMWView) && (tile.AtomicKindOf(s.op) != tile.AtomicAdd || ir.BitWidth(t.ElementType()) > 32):
		return "bulk reductions add numbers of 16 or 32 bits"
	case tensorcores.OriginOf(kernel, s.array) == nil:
		return "the array is neither a kernel argument nor made from kernel arguments"
	case !tensorcores.Aligned(kernel, s.array):
		return "rows of the array may not be aligned to 16 bytes; promise this by tile.divisibility = 16 and a " +
			"tile.stride_divisibility of as many elements as 16 bytes hold"
	case !tensormaps.BeginsAligned(kernel, s.op):
		return "tiles may begin at a byte of a row that is not a multiple of 16"
	case !tensormaps.PossibleTarget(kernel, s.array, s.op):
		return "the kernel also reads the array, or the array may overlap others"
	case updates(kernel):
		return "the kernel has atomic updates, which may signal to other programs that the tile has been stored"
	case s.view.Array().ElementType() != t.ElementType() || !slices.IsSorted(s.view.Order()):
		return "the array has another element type than the tile, or the view permutes its dimensions"
	case slices.ContainsFunc(s.shape[:len(s.shape)-1], func(n int64) bool { return n > maxBox }):
		return "the tile has more than 256 elements along a dimension that is not the last one"
	case !all(s.op.OperandValues()[2:], is32):
		return "indices do not have type i32"
	}
	rows, columns := s.matrix()
	if spec := s.spec(); spec.SwizzleBytes == 0 || columns*spec.ElementBits/8 < minRow || rows < minRows {
		return "the tile has fewer than 8 rows of 32 bytes"
	}
	return ""
}

// updates reports whether a kernel has atomic updates.
func updates(kernel tile.Kernel) (found bool) {
	kernel.Walk(func(op *ir.Operation) bool {
		found = found || op.Is(&tile.AtomicRMW) || op.Is(&tile.AtomicCAS)
		return !found
	})
	return found
}

func all(list []*ir.Value, is func(v *ir.Value) bool) bool {
	return !slices.ContainsFunc(list, func(v *ir.Value) bool { return !is(v) })
}

// A swizzle pattern in shared memory has at least minRows rows of minRow bytes.
const (
	minRows = 8
	minRow  = 32
)

// spec returns the layout of the tile in shared memory.
func (s *store) spec() layout.NVMMASpec {
	rows, columns := s.matrix()
	return layout.NVMMAFor([]int{rows, columns}, ir.BitWidth(s.view.Array().ElementType()), false)
}

// matrix returns the sizes of the tile as a matrix with contiguous rows: all dimensions but the last become rows.
func (s *store) matrix() (rows, columns int) {
	rows = 1
	for _, n := range s.shape[:len(s.shape)-1] {
		rows *= int(n)
	}
	return rows, int(s.shape[len(s.shape)-1])
}

// needsOrder reports whether earlier writes of the program to the array must be complete when this one begins. There is
// no need if this is the only write and it runs once, or if all writes are atomic additions, which may happen in any
// order.
func (s *store) needsOrder(kernel tile.Kernel) bool {
	others, stores := false, s.op.Is(&tile.StoreView)
	kernel.Walk(func(op *ir.Operation) bool {
		if op != s.op && tile.IsViewUpdate(op) && tensormaps.ArrayOf(op.Operand(1)) == s.array {
			others, stores = true, stores || op.Is(&tile.StoreView)
		}
		return true
	})
	return stores && (others || s.repeats(kernel))
}

// repeats reports whether a program may execute the store more than once.
func (s *store) repeats(kernel tile.Kernel) bool {
	for p := s.op.Parent(); p != kernel.Operation; p = p.Parent() {
		if len(ir.LoopRegions(p)) > 0 && !tile.RunsPrograms(p) {
			return true
		}
	}
	return !kernel.Region(0).HasOneBlock()
}

// rewrite replaces the store by tilegpu.bulk_store.
func (s *store) rewrite(maps *tensormaps.Maps) {
	b := ir.NewBuilder(s.op.Context()).Before(s.op)
	b.SetLoc(s.op.Loc())
	value := s.op.Operand(0)
	var coordinates []*ir.Value
	for d, index := range s.op.OperandValues()[2:] {
		coordinates = append(coordinates, tensormaps.Element(b, index, s.view.Steps()[d], tile.IsAnywhere(s.op)))
	}
	if s.reversed {
		slices.Reverse(coordinates)
		value = tile.NewPermute(b, value, 1, 0)
	}
	rows, columns := s.matrix()
	if len(s.shape) > 2 {
		if matrix := tensormaps.MatrixOf(value); matrix != value {
			value = matrix
		} else {
			value = tile.NewReshape(b, value, int64(rows), int64(columns))
		}
	}
	switch {
	case s.source != nil:
		ring, n := s.source.rewrite(s, maps)
		tilegpu.NewRingStore(b, value, s.mapOf(maps, s.array, s.shape), coordinates, ring, n, s.ordered)
	case s.cell != nil:
		if s.buffer == nil {
			before := ir.NewBuilder(b.Context()).Before(s.op)
			if s.loop != nil {
				before.Before(s.loop)
			}
			before.SetLoc(s.op.Loc())
			s.buffer = tilegpu.NewSharedBuffer(before, 1, s.cell)
		}
		box := slices.Clone(s.shape)
		copy(box, tilegpu.GroupBox(box[:len(box)-1]))
		tilegpu.NewBulkStore(b, value, s.mapOf(maps, s.array, box), coordinates, s.buffer, false,
			s.op.Is(&tile.AtomicRMWView))
	default:
		tilegpu.NewBulkStore(b, value, s.mapOf(maps, s.array, s.shape), coordinates, nil, s.ordered,
			s.op.Is(&tile.AtomicRMWView))
	}
	s.op.Erase()
}

// mapOf returns a tensor map of an array for boxes of a shape, except that one is as wide as a panel.
func (s *store) mapOf(maps *tensormaps.Maps, array *ir.Value, shape []int64) *ir.Value {
	spec, box := s.spec(), slices.Clone(shape)
	box[len(box)-1] = int64(spec.SwizzleBytes * 8 / spec.ElementBits)
	return maps.Of(array, s.view.Array().ElementType(), box, spec.SwizzleBytes)
}
