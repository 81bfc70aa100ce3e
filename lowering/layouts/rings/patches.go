package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
)

// The pieces of a tile (pieces.go) often overlap: channels of an image that are shifted by up to two pixels come from
// 6 by 34 pixels where the tile has 4 by 32. Such a patch is one box with rows of 128 bytes. A bulk copy of it takes
// less time than one of pieces of 16 bytes, of which each costs as much as a sector of 32 bytes. Threads then read a
// window of the patch for each piece to registers, as the left factor (tilegpu.ring_load).

// sector is the size in bytes of the least that is read from the L2 cache.
const sector = 32

// patch says which box contains all pieces of a tile.
type patch struct {
	sizes []int64 // of the box
	lows  []int64 // what its first indices have in addition to what those of all pieces have in common
	// common has what the indices of all pieces have in common, and apart what each has besides, from the values of
	// tables and constants: by pieces and dimensions.
	common []sum
	apart  [][]sum
}

// sum is a sum of values, some of which are subtracted.
type sum []term

type term struct {
	v        *ir.Value
	negative bool
}

// patchOf returns a box with all pieces of a left factor, if a copy of it takes less time than copies of the pieces;
// nil if there is none.
func patchOf(pieces []*ir.Operation, steps []int64, whole *ir.TensorType) *patch {
	shape := pieces[0].Result(0).Type().(*ir.TensorType).Shape()
	last := len(shape) - 1
	bits := int64(ir.BitWidth(whole.ElementType()))
	if bits != 16 || whole.Shape()[1]*bits != 8*tilegpu.PatchRowBytes {
		return nil
	}
	p := &patch{sizes: slices.Clone(shape), lows: make([]int64, len(shape)), apart: make([][]sum, len(pieces))}
	for d := range shape {
		common, _, low, high := terms(pieces[0].Operand(d+1), false, deepest)
		first := low
		for i, load := range pieces {
			others, apart, least, most := terms(load.Operand(d+1), false, deepest)
			if !slices.Equal(others, common) || d == last && (least != most || least != first+int64(i)*shape[d]) {
				return nil
			}
			low, high = min(low, least), max(high, most)
			p.apart[i] = append(p.apart[i], apart)
		}
		p.common, p.lows[d] = append(p.common, common), low
		p.sizes[d] += high - low
		if high > low && steps[d] != 1 || shape[d]&(shape[d]-1) != 0 || p.sizes[d] > mostOfBox {
			return nil
		}
	}
	columns := shape[last] * bits / 8
	each := ir.Product(shape[:last]) * max(columns, sector)
	if ir.Product(p.sizes[:last])*tilegpu.PatchRowBytes >= int64(len(pieces))*each {
		return nil
	}
	return p
}

// mostOfBox is the size of a box along a dimension that a bulk copy can move (CUDA driver API, cuTensorMapEncodeTiled).
const mostOfBox = 256

// deepest is how deep sums of sums are looked into. Sums may share terms, so each level can double what there is to do.
const deepest = 12

// terms divides the terms of a sum into those of which only few values are known to be possible, and others. It returns
// the least and the largest sum of the former. Sums below a number of levels are terms.
func terms(v *ir.Value, negative bool, levels int) (others, few sum, least, most int64) {
	if values := valuesOf(v); values != nil {
		if least, most = slices.Min(values), slices.Max(values); negative {
			least, most = -most, -least
		}
		return nil, sum{{v, negative}}, least, most
	}
	op := v.DefiningOp()
	if op == nil || levels == 0 || !op.Is(&arith.AddI) && !op.Is(&arith.SubI) {
		return sum{{v, negative}}, nil, 0, 0
	}
	for i, x := range op.OperandValues() {
		o, f, low, high := terms(x, negative != (i == 1 && op.Is(&arith.SubI)), levels-1)
		others, few, least, most = append(others, o...), append(few, f...), least+low, most+high
	}
	return others, few, least, most
}

// valuesOf returns the possible values of a constant, or of an element of a table, perhaps of some of its bits; nil for
// anything else.
func valuesOf(v *ir.Value) []int64 {
	if n, ok := arith.ConstantInt(v); ok {
		return []int64{n}
	}
	op := v.DefiningOp()
	switch {
	case op == nil:
		return nil
	case op.Is(&tile.Lookup) && ir.IsInt(v.Type(), 32):
		table := tile.TableOf(op)
		values := make([]int64, table.Len())
		for i := range values {
			values[i] = int64(int32(uint32(table.Bits(i))))
		}
		return values
	case (op.Is(&arith.AndI) || op.Is(&arith.ShRUI)) && ir.IsInt(v.Type(), 32):
		n, ok := arith.ConstantInt(op.Operand(1))
		if !ok || n < 0 || op.Is(&arith.ShRUI) && n >= 32 {
			return nil
		}
		values := slices.Clone(valuesOf(op.Operand(0)))
		for i, x := range values {
			if values[i] = x & n; op.Is(&arith.ShRUI) {
				values[i] = int64(int32(uint32(x) >> n))
			}
		}
		return values
	}
	return nil
}

// joinPatch makes t a patch with all pieces of op, if that is worth it. It reports whether it is.
func (f *found) joinPatch(t *tileLoad, pieces []*ir.Operation, op *ir.Operation) bool {
	whole := op.Result(0).Type().(*ir.TensorType)
	p := patchOf(pieces, t.steps, whole)
	if p == nil {
		return false
	}
	last := len(p.sizes) - 1
	t.tile = f.kernel.Context().TensorType([]int64{ir.Product(p.sizes[:last]), p.sizes[last]}, whole.ElementType(), nil)
	t.patch, t.box = p, p.sizes
	return true
}

// hasRoomForPatches reports whether shared memory has room for the rings, and threads have registers for the windows,
// if there are patches. Pieces take less of the former, and none of the latter. Windows take registers for addresses,
// too, as many as for elements (package registers).
func (f *found) hasRoomForPatches(shared int) bool {
	r := &rewriter{found: f, rings: make(map[*tileLoad]*ring)}
	most := int64(min(costs.RegistersPerThread, costs.RegistersPerBlock/r.threads()))
	if f.nestings != nil {
		most = costs.RegistersBesideCopies(r.threads(), costs.CopyingRegisters)
	}
	patches := false
	for _, p := range f.products {
		if left := p.factors[0].tile; left != nil && left.patch != nil {
			if patches = true; r.held(p)+besideHeld+r.registers(left.joined) > most {
				return false
			}
		}
	}
	return !patches || r.size(shared)
}

// corner returns the indices of the first element of a patch. The mapping is applied to what they consist of.
func (r *rewriter) corner(p *patch, m *ir.Mapping) (out []*ir.Value) {
	for d, common := range p.common {
		out = append(out, r.valueOf(common, m, p.lows[d]))
	}
	return out
}

// valueOf returns a sum plus a number. A mapping is applied to the sum's terms.
func (r *rewriter) valueOf(s sum, m *ir.Mapping, n int64) *ir.Value {
	total := r.number(n)
	for _, x := range s {
		def := &arith.AddI
		if x.negative {
			def = &arith.SubI
		}
		total = r.binary(def, total, m.Lookup(x.v))
	}
	return total
}

// windows loads the windows of a patch that are the pieces of a tile, in the iteration of a loop with a counter.
// Threads find out where they begin before they wait for the tile.
func (r *rewriter) windows(one *ring, loop scf.For, counter, number *ir.Value) *ir.Value {
	here := counter == loop.InductionVar()
	if here && one.loaded != nil {
		return one.loaded
	}
	at, m := *r.b, ir.Mapping{}
	if here {
		r.b.Before(lastIn(one.pieces))
	} else {
		r.cloneSlice(one, loop, counter, &m)
	}
	p := one.patch
	last := len(p.sizes) - 1
	piece := one.op.Result(0).Type().(*ir.TensorType)
	w := tilegpu.Windows{Patch: p.sizes[:last], Window: piece.Shape()[:last]}
	for _, apart := range p.apart {
		row := r.number(0)
		for d := range last {
			row = r.binary(&arith.MulI, row, r.number(p.sizes[d]))
			row = r.binary(&arith.AddI, row, r.valueOf(apart[d], &m, -p.lows[d]))
		}
		w.Rows = append(w.Rows, row)
	}
	if here {
		*r.b = at
	}
	v := tilegpu.NewWindowLoad(r.b, one.value, number, w, one.joined.Type())
	if here {
		one.loaded = v
	}
	return v
}

// lastIn returns the last of several operations in a block.
func lastIn(ops []*ir.Operation) *ir.Operation {
	last := ops[0]
	for _, op := range ops {
		if last.IsBefore(op) {
			last = op
		}
	}
	return last
}
