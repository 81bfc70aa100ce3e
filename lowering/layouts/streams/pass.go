// Package streams is the pass gpu-stream-products: where a loop does nothing but multiply tiles of two matrices in
// global memory and add up the products, the loop becomes one tilegpu.stream_dot, whose tiles are copied
// asynchronously.
//
//	%sum = scf.for %k = %from to %to step %one iter_args(%acc = %start) -> (tensor<128x256xf32>) : i32 {
//	  %x = tile.load_view %a[%i, %k] padding zero : ... -> tensor<128x64xf16>
//	  %y = tile.load_view %b[%k, %j] padding zero : ... -> tensor<64x256xf16>
//	  %next = tile.dot %x, %y, %acc : ...
//	  scf.yield %next : tensor<128x256xf32>
//	}
//
// becomes
//
//	%sum = tilegpu.stream_dot %a_map[%i] by %b_map[%j] from %from to %to, %start {...} : ...
//
// The kernel gets an argument for each matrix, a tensor map that the launcher makes of the array. A tensor map asks for
// rows that begin at multiples of 16 bytes: the kernel must promise that of its arrays. The pass expects strict kernels
// that still have arrays, for a target with products of warp groups. Start at [stream]; match.go says what it looks
// for.
package streams

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block: a power of two, at most 32"`
	// SharedMemory is 0 for what a block of sm_90 can have.
	SharedMemory int `opt:"shared-memory" help:"bytes of shared memory that a block can have; 0 for those of sm_90"`
}

// Pass is gpu-stream-products.
var Pass = &pass.Pass{
	Name:    "gpu-stream-products",
	Summary: "Make streams of asynchronous copies of loops that multiply tiles",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4} },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		opts, changed := *ctx.Options.(*Options), false
		if err := tilegpu.CheckWarps(op, opts.NumWarps); err != nil {
			return err
		}
		for kernel := range tile.Kernels(op) {
			changed = stream(kernel, opts) || changed
		}
		if !changed {
			ctx.PreserveAll()
		}
		return nil
	},
}

// stream replaces the loops of a kernel that are streams of products, and reports whether there were any.
func stream(kernel tile.Kernel, opts Options) (changed bool) {
	var found []*contraction
	kernel.WalkPostOrder(func(op *ir.Operation) {
		if c := match(kernel, op, opts); c != nil {
			found = append(found, c)
		}
	})
	maps := make(map[mapped]*ir.Value)
	for _, c := range found {
		c.rewrite(maps)
	}
	if found != nil {
		kernel.UpdateType()
	}
	return found != nil
}

// mapped is what a tensor map describes: boxes of an array.
type mapped struct {
	array         *ir.Value
	rows, columns int
}

// rewrite replaces the loop.
func (c *contraction) rewrite(maps map[mapped]*ir.Value) {
	b := ir.NewBuilder(c.loop.Context()).Before(c.loop.Operation)
	b.SetLoc(c.dot.Loc())
	var pointers [2]*ir.Value
	for i, load := range c.loads {
		box := c.factors[i].Box()
		key := mapped{load.Operand(0), box[0], box[1]}
		if maps[key] == nil {
			maps[key] = c.addMap(key, c.factors[i].Spec.SwizzleBytes)
		}
		pointers[i] = maps[key]
	}
	sum := tilegpu.NewStream(b, [7]*ir.Value{pointers[0], c.row, pointers[1], c.column, c.loop.LowerBound(),
		c.loop.UpperBound(),
		c.loop.Inits()[0]}, c.tiles(), c.stages)
	c.loop.Result(0).ReplaceAllUsesWith(sum)
	c.loop.DropAllReferences()
	c.loop.Erase()
}

// addMap gives the kernel an argument that is a tensor map of one of its arrays.
func (c *contraction) addMap(m mapped, swizzle int) *ir.Value {
	ctx, k := c.kernel.Context(), c.kernel
	attrs, _ := k.Inherent(function.ArgAttrs).(*ir.ArrayAttr)
	var all []ir.Attribute
	for i := range k.Entry().NumArgs() {
		if attrs == nil {
			all = append(all, ctx.Dict())
			continue
		}
		all = append(all, attrs.Elems[i])
	}
	t := m.array.Type().(*tile.ArrayType)
	at := loweredIndex(k, m.array.Index())
	next := at + 1
	numbers := func(list []int64) ir.Attribute {
		out := make([]int64, len(list))
		for i, n := range list {
			if out[i] = -1 - n; n == ir.Dynamic {
				out[i] = int64(next)
				next++
			}
		}
		return ctx.DenseI64(out...)
	}
	sizes, strides := numbers(t.Shape()), numbers(t.Strides())
	all = append(all, ctx.Dict(ir.NamedAttr{Name: tilegpu.TensorMap, Value: ctx.Dict(
		ir.NamedAttr{Name: "base", Value: ctx.Integer(ctx.I(32), int64(at))},
		ir.NamedAttr{Name: "box", Value: ctx.DenseI64(int64(m.rows), int64(m.columns))},
		ir.NamedAttr{Name: "elem", Value: ctx.TypeAttr(t.ElementType())},
		ir.NamedAttr{Name: "sizes", Value: sizes},
		ir.NamedAttr{Name: "strides", Value: strides},
		ir.NamedAttr{Name: "swizzle", Value: ctx.Integer(ctx.I(32), int64(swizzle))})}))
	arg := k.Entry().AddArg(ctx, tile.Ptr(ctx, ctx.I(8)), m.array.Loc())
	k.SetAttr(function.ArgAttrs, ctx.Array(all...))
	return arg
}

// loweredIndex returns the number of the argument that has the address of an array, when each array has become its
// address, its dynamic sizes and its dynamic strides.
func loweredIndex(k tile.Kernel, argument int) (index int) {
	for _, v := range k.Entry().Args()[:argument] {
		index++
		if t, ok := v.Type().(*tile.ArrayType); ok {
			for _, list := range [...][]int64{t.Shape(), t.Strides()} {
				for _, n := range list {
					if n == ir.Dynamic {
						index++
					}
				}
			}
		}
	}
	return index
}
