package importgo

import (
	"go/constant"
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// addresses has the pointers of an access, with their axes. mask is true for the elements that are accessed; nil stands
// for all.
type addresses struct {
	ptr  *ir.Value
	axes []*axis
	mask *value
}

// arrayLen translates Array.Len, the size of an array along a dimension.
func (i *importer) arrayLen(c *invocation) *value {
	n := i.constantArg(c, 0)
	if rank := c.receiver.v.Type().(*tile.ArrayType).Rank(); n < 0 || n >= int64(rank) {
		i.fail(c.call.Args[0], "the array has the dimensions 0 to %d, but not %d", rank-1, n)
	}
	return &value{typ: c.typ, v: tile.NewDim(i.b, c.receiver.v, int(n))}
}

// loadArray translates Array.Load. If the indices describe a block of the array, it makes a tile.load_view. Otherwise
// it makes a tile.load with one pointer for each element.
func (i *importer) loadArray(c *invocation) *value {
	padding, fits := paddingOf(c)
	if b := i.blockOf(c.args); b != nil && fits && c.option("When") == nil && !c.hints() {
		array := i.blockView(c.receiver.v, b, padding)
		st := i.b.State(&tile.LoadView)
		st.Operands = append([]*ir.Value{array}, b.indices...)
		if _, whole := array.Type().(*tile.ArrayType); whole && padding != tile.PadUndetermined {
			st.SetInherent("padding", tile.Paddings.Attr(i.ctx, padding))
		}
		if b.anywhere {
			st.SetInherent(tile.AnywhereName, i.ctx.Unit())
		}
		st.Types = append(st.Types, tile.Of(i.ctx, b.tile, i.element(c.typ)))
		v := i.b.Create(st).Result(0)
		return i.ordered(v, b.axes, c)
	}
	return i.load(c, i.elements(c, c.args))
}

// storeArray translates Array.Store in the same two ways as loadArray.
func (i *importer) storeArray(c *invocation) *value {
	v := c.args[len(c.args)-1]
	indices := c.args[:len(c.args)-1]
	if b := i.blockOf(indices); b != nil && i.mask == nil && c.option("When") == nil && !c.hints() {
		array := i.blockView(c.receiver.v, b, tile.PadUndetermined)
		i.checkAxes(c, v, b.axes)
		op := tile.NewStoreView(i.b, i.inOrder(v, b), array, b.indices...)
		if b.anywhere {
			op.SetAttr(tile.AnywhereName, i.ctx.Unit())
		}
		return nil
	}
	i.store(c, v, i.elements(c, indices))
	return nil
}

func arrayAtomic(kind tile.AtomicKind) func(*importer, *invocation) *value {
	return func(i *importer, c *invocation) *value {
		return i.atomic(kind, c, c.args[len(c.args)-1], i.elements(c, c.args[:len(c.args)-1]))
	}
}

func pointerAtomic(kind tile.AtomicKind) func(*importer, *invocation) *value {
	return func(i *importer, c *invocation) *value { return i.atomic(kind, c, c.args[1], i.offset(c)) }
}

// sliceArray translates Array.Slice, a part of an array along a dimension.
func (i *importer) sliceArray(c *invocation) *value {
	n := i.constantArg(c, 0)
	if rank := c.receiver.v.Type().(*tile.ArrayType).Rank(); n < 0 || n >= int64(rank) {
		i.fail(c.call.Args[0], "the array has the dimensions 0 to %d, but not %d", rank-1, n)
	}
	for k, bound := range c.args[1:] {
		if len(bound.axes) > 0 {
			i.fail(c.call.Args[k+1], "the bounds of a slice are scalars")
		}
	}
	return &value{typ: c.typ, v: tile.NewSlice(i.b, c.receiver.v, int(n), i.tensor(c.args[1]), i.tensor(c.args[2]))}
}

func (i *importer) loadPointer(c *invocation) *value { return i.load(c, i.offset(c)) }

func (i *importer) storePointer(c *invocation) *value {
	i.store(c, c.args[1], i.offset(c))
	return nil
}

func (i *importer) offset(c *invocation) addresses {
	x := c.args[0]
	ptr := i.check(tile.NewAddPtr(i.b, c.receiver.v, i.tensor(x)))
	return addresses{ptr: ptr, axes: x.axes, mask: i.when(c, nil)}
}

// elements returns the addresses of an array's elements at indices. The mask excludes elements outside of the array.
func (i *importer) elements(c *invocation, indices []*value) addresses {
	var a addresses
	indices = i.defined(indices, i.when(c, nil))
	for _, x := range indices {
		a.axes = union(a.axes, x.axes)
	}
	at := make([]*ir.Value, len(indices))
	for n, x := range indices {
		at[n] = i.aligned(x, a.axes)
	}
	a.ptr = i.check(tile.NewElementPtr(i.b, c.receiver.v, at...))
	inside := i.check(tile.NewInBounds(i.b, c.receiver.v, at...))
	a.mask = i.when(c, &value{typ: boolType, v: inside, axes: a.axes})
	return a
}

// defined returns indices that are 0 where a mask is false. An index that was loaded with the same mask would be poison
// there.
func (i *importer) defined(indices []*value, mask *value) []*value {
	if mask == nil {
		return indices
	}
	out := slices.Clone(indices)
	for n, x := range out {
		if x.along == nil && len(x.axes) > 0 {
			out[n] = i.where(mask, x, constantInt(x.typ, 0))
		}
	}
	return out
}

// when returns the conjunction of a mask, of the access's option kernel.When, and of the active elements. nil stands
// for true.
func (i *importer) when(c *invocation, mask *value) *value {
	more := []*value{i.mask}
	if o := c.option("When"); o != nil {
		more = append(more, o.value)
	}
	for _, m := range more {
		switch {
		case m == nil:
		case mask == nil:
			mask = m
		default:
			mask = i.both(mask, m)
		}
	}
	return mask
}

// spread broadcasts addresses along the axes of their mask and of other values.
func (i *importer) spread(a addresses, more ...*value) addresses {
	axes := a.axes
	for _, v := range append(more, a.mask) {
		if v != nil {
			axes = union(axes, v.axes)
		}
	}
	a.ptr = i.whole(&value{v: a.ptr, axes: a.axes}, axes)
	a.axes = axes
	return a
}

func (i *importer) load(c *invocation, a addresses) *value {
	var other *value
	if o := c.option("Else"); o != nil {
		other = i.typed(o.value, c.typ)
		if o.value.con == nil && o.value.special == nil && i.element(o.value.typ) != i.element(c.typ) {
			i.failHere("kernel.Else has a %s where the array has %s: convert it", i.typeName(o.value.typ), i.typeName(c.typ))
		}
	}
	a = i.spread(a, other)
	var mask, otherwise *ir.Value
	if a.mask != nil {
		mask = i.aligned(a.mask, a.axes)
		if other != nil {
			otherwise = i.aligned(other, a.axes)
		}
	}
	v := tile.NewLoad(i.b, a.ptr, mask, otherwise)
	i.hint(v.DefiningOp(), c)
	return &value{typ: c.typ, v: v, axes: a.axes}
}

func (i *importer) store(c *invocation, v *value, a addresses) {
	i.checkAxes(c, v, a.axes)
	a = i.spread(a)
	var mask *ir.Value
	if a.mask != nil {
		mask = i.aligned(a.mask, a.axes)
	}
	i.hint(tile.NewStore(i.b, a.ptr, i.aligned(v, a.axes), mask), c)
}

// atomic combines elements with a value atomically, and returns the old elements.
func (i *importer) atomic(kind tile.AtomicKind, c *invocation, v *value, a addresses) *value {
	v = i.typed(v, c.typ)
	a = i.spread(a, v)
	var mask *ir.Value
	if a.mask != nil {
		mask = i.aligned(a.mask, a.axes)
	}
	if isUnsigned(i.element(c.typ)) {
		switch kind {
		case tile.AtomicMax:
			kind = tile.AtomicUMax
		case tile.AtomicMin:
			kind = tile.AtomicUMin
		}
	}
	out := tile.NewAtomicRMW(i.b, kind, tile.Relaxed, tile.ScopeDevice, a.ptr, i.aligned(v, a.axes), mask)
	return &value{typ: c.typ, v: out, axes: a.axes}
}

// compareAndSwap translates Pointer.CompareAndSwap. It stores a value if the element equals the old value, and returns
// the previous element.
func (i *importer) compareAndSwap(c *invocation) *value {
	a := i.offset(c)
	if a.mask != nil {
		i.failHere("a kernel swaps for all elements or none: leave the elements out by other offsets")
	}
	old, v := i.typed(c.args[1], c.typ), i.typed(c.args[2], c.typ)
	a = i.spread(a, old, v)
	out := tile.NewAtomicCAS(i.b, tile.Relaxed, tile.ScopeDevice, a.ptr, i.aligned(old, a.axes), i.aligned(v, a.axes))
	return &value{typ: c.typ, v: out, axes: a.axes}
}

// checkAxes reports an error if a value that is stored has an axis that the indices do not have.
func (i *importer) checkAxes(c *invocation, v *value, axes []*axis) {
	for _, a := range v.axes {
		if !slices.Contains(axes, a) {
			i.fail(c.call, "the value has an element for each of the %d numbers of the range in line %d, but the indices "+
				"do not "+
				"depend on it: index with that range, or reduce the value along it", a.size, i.pkg.fset.Position(a.pos).Line)
		}
	}
}

// hints reports whether an access has options about caches. Operations on views do not have such options.
func (c *invocation) hints() bool {
	return c.option("EvictFirst") != nil || c.option("EvictLast") != nil
}

func (i *importer) hint(op *ir.Operation, c *invocation) {
	for n, name := range []string{"EvictFirst", "EvictLast"} {
		if c.option(name) != nil {
			op.SetAttr(tile.EvictionName, tile.EvictionPolicies.Attr(i.ctx, tile.EvictionPolicy(n)))
		}
	}
}

// paddingOf returns the padding mode for the option kernel.Else; ok is false if there is no mode for its value.
func paddingOf(c *invocation) (mode tile.Padding, ok bool) {
	o := c.option("Else")
	switch {
	case o == nil:
		return tile.PadUndetermined, true
	case o.value.con != nil && o.value.con.Kind() != constant.Bool && constant.Sign(o.value.con) == 0:
		return tile.PadZero, true
	case o.value.special == nil:
		return 0, false
	case math.IsNaN(*o.value.special):
		return tile.PadNaN, true
	case math.IsInf(*o.value.special, 1):
		return tile.PadPosInf, true
	}
	return tile.PadNegInf, true
}
