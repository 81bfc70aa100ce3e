package arrays

import (
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
	"github.com/girih-ir/girih/pass"
)

// kernel is a kernel whose accesses are rewritten.
type kernel struct {
	*analysis
	b     *ir.Builder
	warps int
	// loads and stores are the accesses to rewrite.
	loads, stores []*access
	// top is the first load, or the loop that contains it, in the entry block. The checks are made before it.
	top *ir.Operation
	// missed are the operands of products that stay loads through pointers.
	missed []*ir.Operation
}

// find collects the accesses to rewrite: loads of tiles that matrix products in loops take, and stores after these
// loads. They must access tiles of arrays for which launchers can make tensor maps.
func (k *kernel) find() {
	entry := k.kernel.Entry()
	if !k.kernel.Region(0).HasOneBlock() {
		return
	}
	var loads []*access
	for op := range entry.Ops() {
		list := []*ir.Operation{op}
		if loop, ok := scf.AsFor(op); ok {
			list = slices.Collect(loop.Body().Ops())
		}
		for _, load := range list {
			if !load.Is(&tile.Load) || !k.isFactor(load) {
				continue
			}
			if x := k.accessOf(load); x != nil && k.usesWrapped(x) {
				loads = append(loads, x)
				if k.top == nil {
					k.top = op
				}
			} else {
				k.missed = append(k.missed, load)
			}
		}
	}
	for _, x := range loads {
		if k.isPossible(x) && tensorcores.ReadsFirst(k.kernel, x.base, x.op) {
			k.loads = append(k.loads, x)
		} else {
			k.missed = append(k.missed, x.op)
		}
	}
	k.keepPairs()
	if len(k.loads) == 0 {
		return
	}
	for op := k.top.Next(); op != nil; op = op.Next() {
		if !op.Is(&tile.Store) {
			continue
		}
		if x := k.accessOf(op); x != nil && k.usesWrapped(x) && k.isPossible(x) &&
			tensormaps.WrittenLast(k.kernel, x.base, op) {
			k.stores = append(k.stores, x)
		}
	}
}

// isFactor reports whether a loaded tile is used by matrix products only, as it is or transposed. The products must be
// in loops, and warp groups must be able to compute them.
func (k *kernel) isFactor(load *ir.Operation) bool {
	products := k.productsOf(load.Result(0))
	return len(products) > 0 && !slices.ContainsFunc(products, func(dot *ir.Operation) bool {
		sum := dot.Result(0).Type().(*ir.TensorType)
		x, y := ir.ElementOrSelf(dot.Operand(0).Type()), ir.ElementOrSelf(dot.Operand(1).Type())
		_, err := tensorcores.RingLayout(k.kernel.Context(), sum, k.warps)
		return err != nil || !k.isInLoopOf(dot, load) ||
			tensorcores.CheckRingTypes(x, y, sum.ElementType(), tile.PrecisionOf(dot)) != nil
	})
}

// isInLoopOf reports whether a product is in a loop, and the load is in the same block or in the kernel's entry block
// outside of the loop.
func (k *kernel) isInLoopOf(dot, load *ir.Operation) bool {
	return dot.Parent().Is(&scf.ForOp) && (dot.Block() == load.Block() ||
		load.Block() == k.kernel.Entry() && dot.Parent().Block() == k.kernel.Entry())
}

// productsOf returns the products that use a tile, as it is or transposed. It returns nil if the tile has other uses.
func (k *kernel) productsOf(v *ir.Value) (out []*ir.Operation) {
	for u := range v.Uses() {
		switch op := u.Owner(); {
		case op.Is(&tile.Dot) && u.Index() < 2:
			out = append(out, op)
		case op.Is(&tile.Permute) && slices.Equal(tile.OrderOf(op), []int64{1, 0}):
			more := k.productsOf(op.Result(0))
			if more == nil {
				return nil
			}
			out = append(out, more...)
		default:
			return nil
		}
	}
	return out
}

// usesWrapped reports whether the remainder may be dropped where indices are taken modulo a size. Elements beyond the
// size have other values then, so that they must have no effect.
func (k *kernel) usesWrapped(x *access) bool {
	for d, dim := range x.dims {
		if dim.wrapped != nil && (x.op.Is(&tile.Store) || !k.unusedBehind(x.op.Result(0), d-x.lead, dim.fixed, dim.wrapped)) {
			return false
		}
	}
	return true
}

// keepPairs drops loads that would not help their products. The right operand of a product must be loaded from an
// array. For f32 both must be: the copies round f32 to tf32.
func (k *kernel) keepPairs() {
	fromArray := func(v *ir.Value) bool {
		op := v.DefiningOp()
		for op != nil && op.Is(&tile.Permute) {
			op = op.Operand(0).DefiningOp()
		}
		isOne := func(x *access) bool { return x.op == op }
		return op != nil && (op.Is(&tile.LoadView) || slices.ContainsFunc(k.loads, isOne))
	}
	isAlone := func(x *access) bool {
		return slices.ContainsFunc(k.productsOf(x.op.Result(0)), func(dot *ir.Operation) bool {
			return !fromArray(dot.Operand(1)) ||
				ir.BitWidth(ir.ElementOrSelf(dot.Operand(0).Type())) == 32 && !fromArray(dot.Operand(0))
		})
	}
	for i := slices.IndexFunc(k.loads, isAlone); i >= 0; i = slices.IndexFunc(k.loads, isAlone) {
		k.missed = append(k.missed, k.loads[i].op)
		k.loads = slices.Delete(k.loads, i, i+1)
	}
}

// isPossible reports whether a launcher can make a tensor map of the array of an access. The kernel's arguments must
// promise, by tile.divisibility, that the base and the strides are multiples of 16 bytes. The positions of the tiles
// must be known before the first load, apart from what loops add to them.
func (k *kernel) isPossible(x *access) bool {
	bytes := int64(ir.BitWidth(x.tile.ElementType())) / 8
	if len(x.dims) > maxRank || bytes == 0 || k.kernel.ArgFacts(x.base.Index()).Divisibility%alignment != 0 {
		return false
	}
	for _, d := range x.dims {
		divisor := d.stride.n
		if d.stride.argument != nil {
			divisor = k.kernel.ArgFacts(d.stride.argument.Index()).Divisibility
		}
		if d.stride.n != 1 && divisor*bytes%alignment != 0 || !k.areKnown(d.fixed) ||
			d.each != 0 && !(k.isKnown(d.loop.UpperBound()) && k.isKnown(d.loop.LowerBound())) {
			return false
		}
	}
	return true
}

// Limits of tensor maps (CUDA driver API, cuTensorMapEncodeTiled): alignment divides bases and strides, in bytes, and
// maxRank is the largest number of dimensions.
const (
	alignment = 16
	maxRank   = 5
)

// remark reports which operands of products are loaded from arrays, and which through pointers.
func (k *kernel) remark(ctx *pass.Context) {
	for _, x := range k.loads {
		ctx.Remark(x.op.Errorf("is replaced by a load from an array, which a bulk copy can make; if the sizes or strides " +
			"do not fit a tensor map at run time, the kernel loads through pointers"))
	}
	for _, op := range k.missed {
		ctx.Remark(op.Errorf("loads through pointers: the addresses and the mask do not describe a tile of an array whose " +
			"base and strides are known to be multiples of 16 bytes"))
	}
}
