package tilellvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/analysis/accesses"
)

// memoryType returns the type that the pointees of a pointer or tensor of pointers have in memory: an i1 takes a byte.
func memoryType(ctx *ir.Context, t ir.Type) ir.Type {
	return inMemory(ctx, ir.ElementOrSelf(t).(*tile.PtrType).Pointee())
}

func inMemory(ctx *ir.Context, t ir.Type) ir.Type {
	if ir.IsInt(t, 1) || isByte(t) {
		return ctx.I(8)
	}
	return t
}

// access describes a load or store: its pointers, and what each instruction of it covers.
type access struct {
	layout layout.Layout
	elem   ir.Type // in memory
	bytes  int64   // of elem
	width  int     // registers that one instruction moves
	align  int64   // of one instruction, in bytes
	hints  []ir.NamedAttr
}

// accessOf plans an access through operand 0.
func (c *converter) accessOf(op *ir.Operation) (access, error) {
	ptr := op.Operand(0)
	l, err := c.linear(op, ptr.Type())
	if err != nil {
		return access{}, err
	}
	elem := memoryType(c.ctx, ptr.Type())
	a := access{layout: l, elem: elem, bytes: bytesOf(elem), hints: c.cacheHints(op)}
	p := accesses.PatternOf(c.info, op)
	_, width := p.Widest(l)
	a.width, a.align = int(width), width*a.bytes
	return a, nil
}

// free returns the bits of registers, lanes and warps that hold copies. A scalar is copied to all threads.
func (c *converter) free(l layout.Layout) (registers, lanes, warps int) {
	if len(l.Ins()) == 0 {
		return 0, 31, c.warps - 1
	}
	masks := l.FreeMasks()
	return masks[layout.Register], masks[layout.Lane], masks[layout.Warp]
}

// load reads each element in every thread that has it. Masked elements take the value of operand other.
func (c *converter) load(op *ir.Operation) error {
	if op.Inherent(tile.VolatileName) != nil {
		return c.loadVolatile(op)
	}
	mask, other := op.GroupValue(1), op.GroupValue(2)
	a, err := c.accessOf(op)
	if err != nil {
		return err
	}
	t, err := c.scalar(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	free, _, _ := c.free(a.layout)
	out := make([]*ir.Value, registerCount(a.layout))
	for r := 0; r < len(out); r += a.width {
		if r&free != 0 {
			copy(out[r:], out[r&^free:][:a.width])
			continue
		}
		var otherwise []*ir.Value
		for i := range a.width {
			otherwise = append(otherwise, c.otherwise(other, r+i, t))
		}
		if a.packed() {
			otherwise = c.pack(a, otherwise)
		}
		loaded := c.when(c.condition(mask, r), otherwise, func() []*ir.Value {
			return c.loadVector(a, c.element(op.Operand(0), r), t)
		})
		if a.packed() {
			loaded = c.unpack(a, loaded, t)
		}
		copy(out[r:], loaded)
	}
	c.values[op.Result(0)] = out
	return nil
}

// condition returns register r of a mask, nil if there is none.
func (c *converter) condition(mask *ir.Value, r int) *ir.Value {
	if mask == nil {
		return nil
	}
	return c.element(mask, r)
}

func (c *converter) otherwise(other *ir.Value, r int, t ir.Type) *ir.Value {
	if other != nil {
		return c.element(other, r)
	}
	st := c.b.State(&llvm.Undef)
	st.Types = append(st.Types, t)
	return c.b.Create(st).Result(0)
}

// loadVector reads a.width elements as values of type t, or the words that hold them.
func (c *converter) loadVector(a access, ptr *ir.Value, t ir.Type) []*ir.Value {
	if a.packed() {
		return c.loadWords(a, ptr)
	}
	if a.width == 1 {
		return []*ir.Value{c.fromMemory(c.loadAs(a, a.elem, ptr), t)}
	}
	v := c.loadAs(a, c.ctx.VectorType([]int64{int64(a.width)}, a.elem, nil), ptr)
	out := make([]*ir.Value, a.width)
	for i := range out {
		out[i] = c.fromMemory(c.b.Build(&llvm.ExtractElement, []*ir.Value{v, c.i32(int64(i))}).Result(0), t)
	}
	return out
}

// loadAs reads what one instruction moves as a value of type t, with the hints of the access.
func (c *converter) loadAs(a access, t ir.Type, ptr *ir.Value) *ir.Value {
	v := llvm.NewLoad(c.b, t, ptr, a.align)
	for _, hint := range a.hints {
		v.DefiningOp().SetAttr(hint.Name, hint.Value)
	}
	return v
}

// cacheHints returns the hints of an access as attributes of llvm.load and llvm.store. PTX has none on volatile ones.
func (c *converter) cacheHints(op *ir.Operation) (hints []ir.NamedAttr) {
	if op.Inherent(tile.VolatileName) != nil {
		return nil
	}
	if v, ok := tile.CacheModifier.Value(op.Inherent(tile.CacheName)); ok {
		name := c.ctx.StringAttr(tile.CacheModifier.Name(v))
		hints = append(hints, ir.NamedAttr{Name: nvvm.CacheOperator, Value: name})
	}
	if v, ok := tile.EvictionPolicy.Value(op.Inherent(tile.EvictionName)); ok {
		name := c.ctx.StringAttr(tile.EvictionPolicy.Name(v))
		hints = append(hints, ir.NamedAttr{Name: nvvm.EvictionPriority, Value: name})
	}
	return hints
}

// store writes each element once: copies are not stored.
func (c *converter) store(op *ir.Operation) error {
	mask := op.GroupValue(2)
	a, err := c.accessOf(op)
	if err != nil {
		return err
	}
	registers, lanes, warps := c.free(a.layout)
	owner := c.owner(lanes, warps)
	for r := 0; r < registerCount(a.layout); r += a.width {
		if r&registers != 0 {
			continue
		}
		c.when(c.both(c.condition(mask, r), owner), nil, func() []*ir.Value {
			stored := c.storeVector(a, c.values[op.Operand(1)][r:r+a.width], c.element(op.Operand(0), r))
			if op.Inherent(tile.VolatileName) != nil {
				stored.SetAttr("volatile_", c.ctx.Unit())
			}
			for _, hint := range a.hints {
				stored.SetAttr(hint.Name, hint.Value)
			}
			return nil
		})
	}
	return nil
}

func (c *converter) storeVector(a access, values []*ir.Value, ptr *ir.Value) *ir.Operation {
	if a.width == 1 {
		return llvm.NewStore(c.b, c.toMemory(values[0]), ptr, a.align)
	}
	if a.packed() && a.bytes == 1 { // compilers do not see that bytes of one word come to lie beside each other again
		return llvm.NewStore(c.b, c.vectorOf(c.pack(a, values)), ptr, a.align)
	}
	if !a.packed() {
		return llvm.NewStore(c.b, c.vectorOf(c.allToMemory(values)), ptr, a.align)
	}
	// PTX moves at most four elements at once: compilers store eight of two bytes in two parts, also where the whole vector
	// is cast to words. So each word is made for itself then.
	if a.width <= 4 {
		words := c.ctx.VectorType([]int64{int64(a.width / a.perWord())}, c.ctx.I(32), nil)
		return llvm.NewStore(c.b, c.bitcast(c.vectorOf(c.allToMemory(values)), words), ptr, a.align)
	}
	words := make([]*ir.Value, 0, a.width/a.perWord())
	for word := range slices.Chunk(c.allToMemory(values), a.perWord()) {
		words = append(words, c.bitcast(c.vectorOf(word), c.ctx.I(32)))
	}
	return llvm.NewStore(c.b, c.vectorOf(words), ptr, a.align)
}

// vectorOf returns a vector of values.
func (c *converter) vectorOf(values []*ir.Value) *ir.Value {
	st := c.b.State(&llvm.Undef)
	st.Types = append(st.Types, c.ctx.VectorType([]int64{int64(len(values))}, values[0].Type(), nil))
	v := c.b.Create(st).Result(0)
	for i, x := range values {
		v = c.b.Build(&llvm.InsertElement, []*ir.Value{v, x, c.i32(int64(i))}).Result(0)
	}
	return v
}

// toMemory returns a value as it lies in memory, fromMemory undoes that.
func (c *converter) toMemory(v *ir.Value) *ir.Value {
	if t := inMemory(c.ctx, v.Type()); t != v.Type() {
		return llvm.NewCast(c.b, &llvm.ZExt, v, t)
	}
	return v
}

func (c *converter) allToMemory(values []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(values))
	for i, v := range values {
		out[i] = c.toMemory(v)
	}
	return out
}

func (c *converter) fromMemory(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() != t {
		return c.compare("ne", v, llvm.NewInt(c.b, v.Type(), 0))
	}
	return v
}
