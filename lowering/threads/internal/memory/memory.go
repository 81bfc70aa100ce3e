// Package memory lowers loads, stores and atomic updates of global memory.
package memory

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// access describes a load or store: its layout, and the vectors that its instructions access.
type access struct {
	layout layout.Layout
	elem   ir.Type // the type of an element in memory
	bytes  int64   // the size of elem
	serve  int     // registers that one instruction loads or stores
	width  int     // elements that one instruction accesses; fewer than serve if registers hold equal elements
	align  int64   // the alignment of the access of one instruction, in bytes
	// guarded is set for a store whose mask may differ between elements of one instruction.
	guarded bool
	hints   []ir.NamedAttr
}

// accessOf plans an access through the pointers in operand 0.
func accessOf(c *emit.Code, op *ir.Operation) (access, error) {
	ptr := op.Operand(0)
	l, err := c.Layout(op, ptr.Type())
	if err != nil {
		return access{}, err
	}
	elem := emit.PointeeType(c.Ctx, ptr.Type())
	a := access{layout: l, elem: elem, bytes: emit.BytesOf(elem), hints: cacheHints(c, op)}
	p := accesses.PatternOf(c.Info, op)
	w := p.Widest(l)
	a.serve, a.width, a.align, a.guarded = w.Serve, w.Moved, int64(w.Moved)*a.bytes, p.Guarded(w)
	return a, nil
}

// Load loads each element in every thread that holds it. Masked elements take the value of operand other. Neighbors
// with the same address are loaded once: a thread that holds x[i/2] for eight consecutive i loads four elements.
// Elements that the thread has already loaded by another operation are not loaded again.
func Load(c *emit.Code, op *ir.Operation) error {
	if op.Inherent(tile.VolatileName) != nil {
		return loadVolatile(c, op)
	}
	mask, other := op.GroupValue(1), op.GroupValue(2)
	a, err := accessOf(c, op)
	if err != nil {
		return err
	}
	t, err := c.Scalar(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	free, _, _ := c.Copies(a.layout)
	out := make([]*ir.Value, emit.RegisterCount(a.layout))
	each := a.serve / a.width
	has := taken(c, op, a.layout)
	var behind []*ir.Value // what the instructions load
	for r := 0; r < len(out); r += a.serve {
		if r&free != 0 {
			copy(out[r:], out[r&^free:][:a.serve])
			continue
		}
		if !slices.Contains(has[r:r+a.serve], nil) {
			copy(out[r:], has[r:r+a.serve])
			continue
		}
		var otherwise []*ir.Value
		for i := range a.width {
			otherwise = append(otherwise, c.Otherwise(other, r+i*each, t))
		}
		if a.packed() {
			otherwise = pack(c, a, otherwise)
		}
		loaded := c.When(c.Condition(mask, r), otherwise, func() []*ir.Value {
			return loadVector(c, a, c.Element(op.Operand(0), r), t)
		})
		if a.packed() {
			loaded = unpack(c, a, loaded, t)
		}
		behind = append(behind, loaded...)
		for i := range a.serve {
			if out[r+i] = has[r+i]; out[r+i] == nil {
				out[r+i] = loaded[i/each]
			}
		}
	}
	if mask != nil && other == nil && len(behind) > a.width && meetsConstant(op.Result(0)) {
		holdBack(c, out, behind)
	}
	c.Values.Set(op.Result(0), out)
	return nil
}

// meetsConstant reports whether a number is only used together with a constant. If a masked load gives the number, LLVM
// computes with both where the number is loaded, in a branch, since the result is undefined elsewhere. So the next load
// would wait for this one.
func meetsConstant(v *ir.Value) bool {
	if !v.HasOneUse() {
		return false
	}
	user := v.FirstUse().Owner()
	return user.HasTrait(ir.Elementwise) && user.NumOperands() == 2 &&
		slices.ContainsFunc(user.OperandValues(), func(x *ir.Value) bool { return ir.ConstantOf(x) != nil })
}

// holdBack replaces loaded values by frozen ones, which only exist behind all of the loads.
func holdBack(c *emit.Code, registers, loaded []*ir.Value) {
	for _, v := range loaded {
		var frozen *ir.Value
		for r := range registers {
			if registers[r] != v {
				continue
			}
			if frozen == nil {
				frozen = c.Freeze(v)
			}
			registers[r] = frozen
		}
	}
}

// taken returns the registers of a load that the thread holds already from earlier loads, and nil for all others.
func taken(c *emit.Code, op *ir.Operation, l layout.Layout) []*ir.Value {
	out := make([]*ir.Value, emit.RegisterCount(l))
	mask, other := op.GroupValue(1), op.GroupValue(2)
	for _, same := range []bool{true, false} { // first the loads that have the same mask and other, which need no select
		for _, reuse := range c.Overlaps.Of(op) {
			of, err := c.Layout(reuse.From, reuse.From.Result(0).Type())
			if err != nil || !of.Equal(l) || reuse.Same != same {
				continue
			}
			for r, from := range l.Shifted(reuse.Shift) {
				if from < 0 || out[r] != nil {
					continue
				}
				out[r] = c.Element(reuse.From.Result(0), from)
				if !same && mask != nil && other != nil {
					out[r] = c.Choose(c.Element(mask, r), out[r], c.Element(other, r))
				}
			}
		}
	}
	return out
}

// loadVector loads a.width elements as values of type t, or as words if the access is packed.
func loadVector(c *emit.Code, a access, ptr *ir.Value, t ir.Type) []*ir.Value {
	if a.packed() {
		return loadWords(c, a, ptr)
	}
	if a.width == 1 {
		return []*ir.Value{c.FromMemory(loadAs(c, a, a.elem, ptr), t)}
	}
	v := loadAs(c, a, c.Ctx.VectorType([]int64{int64(a.width)}, a.elem, nil), ptr)
	out := make([]*ir.Value, a.width)
	for i := range out {
		out[i] = c.FromMemory(c.B.Build(&llvm.ExtractElement, []*ir.Value{v, c.I32(int64(i))}).Result(0), t)
	}
	return out
}

// loadAs loads what one instruction loads as one value of type t, with the cache hints of the access.
func loadAs(c *emit.Code, a access, t ir.Type, ptr *ir.Value) *ir.Value {
	v := llvm.NewLoad(c.B, t, ptr, a.align)
	for _, hint := range a.hints {
		v.DefiningOp().SetAttr(hint.Name, hint.Value)
	}
	return v
}

// cacheHints returns the cache hints of an access as attributes of llvm.load and llvm.store. PTX has none for volatile
// accesses.
func cacheHints(c *emit.Code, op *ir.Operation) (hints []ir.NamedAttr) {
	if op.Inherent(tile.VolatileName) != nil {
		return nil
	}
	if v, ok := tile.CacheModifiers.Value(op.Inherent(tile.CacheName)); ok {
		name := c.Ctx.StringAttr(tile.CacheModifiers.Name(v))
		hints = append(hints, ir.NamedAttr{Name: nvvm.CacheOperator, Value: name})
	}
	if v, ok := tile.EvictionPolicies.Value(op.Inherent(tile.EvictionName)); ok {
		name := c.Ctx.StringAttr(tile.EvictionPolicies.Name(v))
		hints = append(hints, ir.NamedAttr{Name: nvvm.EvictionPriority, Value: name})
	}
	return hints
}

// Store stores each element once. Copies are not stored.
func Store(c *emit.Code, op *ir.Operation) error {
	mask := op.GroupValue(2)
	a, err := accessOf(c, op)
	if err != nil {
		return err
	}
	single := a
	single.width, single.align = 1, a.bytes
	put := func(of access, r int) {
		stored := storeVector(c, of, c.Values.Get(op.Operand(1))[r:r+of.width], c.Element(op.Operand(0), r))
		if op.Inherent(tile.VolatileName) != nil {
			stored.SetAttr("volatile_", c.Ctx.Unit())
		}
		for _, hint := range a.hints {
			stored.SetAttr(hint.Name, hint.Value)
		}
	}
	registers, lanes, warps := c.Copies(a.layout)
	owner := c.Owner(lanes, warps)
	for r := 0; r < emit.RegisterCount(a.layout); r += a.width {
		switch {
		case r&registers != 0:
		case a.guarded:
			c.When(owner, nil, func() []*ir.Value {
				all := c.Both(c.Condition(mask, r), c.Condition(mask, r+a.width-1))
				c.Either(all, func() { put(a, r) }, func() {
					for i := range a.width {
						c.When(c.Condition(mask, r+i), nil, func() []*ir.Value { put(single, r+i); return nil })
					}
				})
				return nil
			})
		default:
			c.When(c.Both(c.Condition(mask, r), owner), nil, func() []*ir.Value { put(a, r); return nil })
		}
	}
	return nil
}

func storeVector(c *emit.Code, a access, values []*ir.Value, ptr *ir.Value) *ir.Operation {
	if a.width == 1 {
		return llvm.NewStore(c.B, c.ToMemory(values[0]), ptr, a.align)
	}
	if a.packed() && a.bytes == 1 { // compilers do not see that adjacent bytes come from one word
		return storeWords(c, a, pack(c, a, values), ptr)
	}
	if !a.packed() {
		return llvm.NewStore(c.B, c.Vector(c.AllToMemory(values)), ptr, a.align)
	}
	if words := gathered(c, a, values); words != nil {
		return storeWords(c, a, words, ptr)
	}
	// PTX stores at most four elements at once. So compilers would store eight 16-bit elements in two parts, even if
	// the whole vector is cast to words. Hence each word is built separately.
	if a.width <= 4 {
		words := ir.Type(c.Ctx.I(32))
		if n := a.width / a.perWord(); n > 1 { // LLVM 7 does not handle vectors of one word well
			words = c.Ctx.VectorType([]int64{int64(n)}, words, nil)
		}
		return llvm.NewStore(c.B, c.Bitcast(c.Vector(c.AllToMemory(values)), words), ptr, a.align)
	}
	words := make([]*ir.Value, 0, a.width/a.perWord())
	for word := range slices.Chunk(c.AllToMemory(values), a.perWord()) {
		words = append(words, c.Bitcast(c.Vector(word), c.Ctx.I(32)))
	}
	return llvm.NewStore(c.B, c.Vector(words), ptr, a.align)
}
