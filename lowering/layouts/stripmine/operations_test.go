package stripmine_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/registers"
	"github.com/girih-ir/girih/lowering/layouts/stripmine"
	"github.com/girih-ir/girih/lowering/threads/sharedmem"
)

// chain is a kernel that loads tensors of i32, applies a sequence of operations to them, and stores the result. Each
// access has its own argument.
type chain struct {
	b     *ir.Builder
	r     *rand.Rand
	entry *ir.Block
	next  int     // argument
	kinds []int64 // for each argument, how many elements are accessed
	v     *ir.Value
	used  []string
}

const chainArguments = 12

func newChain(seed uint64, shape []int64, fill func(c *chain)) (*girih.Module, *chain, error) {
	ctx := registry.NewContext()
	b := ir.NewBuilder(ctx)
	module := builtin.NewModule(b, "")
	b.AtEnd(module.Body())
	params := make([]ir.Type, chainArguments)
	for i := range params {
		params[i] = tile.Ptr(ctx, ctx.I(32))
	}
	kernel := tile.NewKernel(b, "k", params...)
	c := &chain{b: b.AtEnd(kernel.Entry()), r: rand.New(rand.NewPCG(seed, 3)), entry: kernel.Entry()}
	c.v = c.load(shape)
	fill(c)
	c.store(c.v)
	tile.NewReturn(b)
	m, err := girih.FromOperation(module.Operation)
	return m, c, err
}

func sizes(v *ir.Value) []int64 { return v.Type().(*ir.TensorType).Shape() }

func elements(shape []int64) int64 {
	n := int64(1)
	for _, d := range shape {
		n *= d
	}
	return n
}

// pointers returns pointers to the elements of the next argument, in row-major order.
func (c *chain) pointers(shape []int64) *ir.Value {
	var at *ir.Value
	stride := elements(shape)
	for d, n := range shape {
		stride /= n
		v := tile.NewIota(c.b, n)
		for other := range shape {
			if other != d {
				v = tile.NewExpandDims(c.b, v, min(other, len(sizes(v))))
			}
		}
		v = arith.Binary(c.b, &arith.MulI, v, c.constant(sizes(v), stride))
		if v = c.broadcast(v, shape); at == nil {
			at = v
		} else {
			at = arith.Binary(c.b, &arith.AddI, at, v)
		}
	}
	base := tile.NewSplat(c.b, c.entry.Arg(c.next), shape...)
	c.next, c.kinds = c.next+1, append(c.kinds, elements(shape))
	ptrs, _ := tile.NewAddPtr(c.b, base, at)
	return ptrs
}

func (c *chain) broadcast(v *ir.Value, shape []int64) *ir.Value {
	if slices.Equal(sizes(v), shape) {
		return v
	}
	return tile.NewBroadcast(c.b, v, shape...)
}

func (c *chain) constant(shape []int64, n int64) *ir.Value {
	ctx := c.b.Context()
	t := tile.Of(ctx, shape, ctx.I(32)).(ir.ShapedType)
	return arith.NewConstant(c.b, ctx.DenseSplat(t, ctx.Integer(ctx.I(32), n)))
}

func (c *chain) load(shape []int64) *ir.Value { return tile.NewLoad(c.b, c.pointers(shape), nil, nil) }
func (c *chain) store(v *ir.Value)            { tile.NewStore(c.b, c.pointers(sizes(v)), v, nil) }

// combiner adds one pair of elements, or, if ordered is set, composes linear functions given by two elements each. The
// composition is associative but not commutative, so that a scan or reduction in another order gives another result.
func (c *chain) combiner(ordered bool) func(b *ir.Builder, left, right []*ir.Value) ([]*ir.Value, error) {
	return func(b *ir.Builder, left, right []*ir.Value) ([]*ir.Value, error) {
		if !ordered {
			return []*ir.Value{arith.Binary(b, &arith.AddI, left[0], right[0])}, nil
		}
		// (a, b) stands for the function x -> a*x + b. This is the left function, followed by the right one.
		return []*ir.Value{arith.Binary(b, &arith.MulI, left[0], right[0]),
			arith.Binary(b, &arith.AddI, arith.Binary(b, &arith.MulI, left[1], right[0]), right[1])}, nil
	}
}

// links are the steps of chains. Each replaces c.v by the result of an operation.
var links = []struct {
	name string
	add  func(c *chain, axis int)
}{
	{"elementwise", func(c *chain, _ int) { c.v = arith.Binary(c.b, &arith.XOrI, c.v, c.load(sizes(c.v))) }},
	{"scan", func(c *chain, axis int) {
		out, _ := tile.NewScan(c.b, axis, c.r.IntN(2) == 0, []*ir.Value{c.v, c.load(sizes(c.v))}, c.combiner(true))
		c.v = arith.Binary(c.b, &arith.XOrI, out[0], out[1])
	}},
	{"scan and its sum", func(c *chain, axis int) {
		out, _ := tile.NewScan(c.b, axis, false, []*ir.Value{c.v}, c.combiner(false))
		c.v = out[0]
		total, _ := tile.NewReduce(c.b, axis, out, c.combiner(false))
		if len(sizes(c.v)) == 1 {
			c.v = arith.Binary(c.b, &arith.AddI, c.v, tile.NewSplat(c.b, total[0], sizes(c.v)...))
		} else {
			c.v = arith.Binary(c.b, &arith.AddI, c.v, c.broadcast(tile.NewExpandDims(c.b, total[0], axis), sizes(c.v)))
		}
	}},
	{"sort", func(c *chain, axis int) { c.v = tile.NewSort(c.b, axis, c.r.IntN(2) == 0, c.v, c.load(sizes(c.v)))[1] }},
	{"flip", func(c *chain, axis int) { c.v = tile.NewFlip(c.b, c.v, axis) }},
	{"palindrome", func(c *chain, axis int) { c.v = arith.Binary(c.b, &arith.MulI, c.v, tile.NewFlip(c.b, c.v, axis)) }},
	{"permute", func(c *chain, _ int) { c.v = tile.NewPermute(c.b, c.v, c.r.Perm(len(sizes(c.v)))...) }},
	{"symmetric", func(c *chain, axis int) {
		square := c.load([]int64{sizes(c.v)[axis], sizes(c.v)[axis]})
		c.v = arith.Binary(c.b, &arith.MulI, square, tile.NewPermute(c.b, square, 1, 0))
	}},
	{"reshape", func(c *chain, _ int) {
		shape := []int64{elements(sizes(c.v))}
		for range c.r.IntN(3) {
			d := c.r.IntN(len(shape))
			part := int64(1) << c.r.IntN(3)
			if shape[d]%part == 0 {
				shape = slices.Insert(shape, d, part)
				shape[d+1] /= part
			}
		}
		if slices.Max(shape) >= 4 {
			c.v = tile.NewReshape(c.b, c.v, shape...)
		}
	}},
	{"reduce", func(c *chain, axis int) {
		out, _ := tile.NewReduce(c.b, axis, []*ir.Value{c.v}, c.combiner(false))
		if len(sizes(c.v)) == 1 {
			c.v = tile.NewSplat(c.b, out[0], sizes(c.v)...)
		} else {
			c.v = tile.NewBroadcast(c.b, tile.NewExpandDims(c.b, out[0], axis), sizes(c.v)...)
		}
	}},
	{"gather", func(c *chain, axis int) { c.gather(axis, c.v) }},
	{"gather of sums", func(c *chain, axis int) {
		sums, _ := tile.NewScan(c.b, axis, false, []*ir.Value{c.v}, c.combiner(false))
		c.gather(axis, sums[0])
	}},
	{"gather of what is computed", func(c *chain, axis int) {
		shape := sizes(c.v)
		line := tile.NewLoad(c.b, c.pointers([]int64{shape[axis]}), c.mask(shape[axis]), c.constant([]int64{shape[axis]}, 7))
		v := arith.Binary(c.b, &arith.SubI, c.v, c.broadcast(c.along(axis, line), shape))
		back := make([]int, len(shape)) // the dimensions in reverse
		for d := range back {
			back[d] = len(back) - 1 - d
		}
		c.gather(len(shape)-1-axis, tile.NewPermute(c.b, v, back...))
	}},
	{"gather by indices that are partly undefined", func(c *chain, axis int) {
		shape := sizes(c.v)
		n := shape[axis]
		mask := c.broadcast(c.along(axis, c.mask(n)), shape)
		at := tile.NewLoad(c.b, c.pointers(shape), mask, nil)
		at = arith.Binary(c.b, &arith.AndI, at, c.constant(shape, n-1))
		c.v = arith.NewSelect(c.b, mask, tile.NewGather(c.b, c.load(shape), at, axis), c.v)
	}},
	{"gather of what is overwritten", func(c *chain, axis int) {
		ptrs := c.pointers(sizes(c.v))
		v := tile.NewLoad(c.b, ptrs, nil, nil)
		tile.NewStore(c.b, ptrs, c.v, nil)
		c.gather(axis, v)
	}},
	{"join", func(c *chain, _ int) { c.v = tile.NewJoin(c.b, c.v, c.load(sizes(c.v))) }},
	{"split", func(c *chain, _ int) {
		one, two := tile.NewSplit(c.b, tile.NewJoin(c.b, c.v, c.load(sizes(c.v))))
		c.v = arith.Binary(c.b, &arith.SubI, one, two)
	}},
	{"cat", func(c *chain, axis int) { c.v = tile.NewCat(c.b, c.v, c.load(sizes(c.v)), axis) }},
	{"extract", func(c *chain, axis int) {
		shape := slices.Clone(sizes(c.v))
		shape[axis] *= 2
		c.v = tile.NewExtract(c.b, c.load(shape), sizes(c.v), c.at(axis, int64(c.r.IntN(2)))...)
	}},
	{"insert", func(c *chain, axis int) {
		shape := slices.Clone(sizes(c.v))
		shape[axis] *= 2
		c.v = tile.NewInsert(c.b, c.v, c.load(shape), c.at(axis, int64(c.r.IntN(2)))...)
	}},
	{"map", func(c *chain, axis int) {
		st := c.b.State(&tile.Map)
		st.Operands, st.Types = append(st.Operands, c.v, c.load(sizes(c.v))), append(st.Types, c.v.Type())
		pack := int64(1) << c.r.IntN(2)
		if pack > 1 {
			st.SetInherent(tile.PackName, c.b.Context().Integer(c.b.Context().I(32), pack))
		}
		st.Regions = append(st.Regions, &ir.Region{})
		op := c.b.Create(st)
		block := op.Region(0).AppendNew()
		for range 2 * pack {
			block.AddArg(c.b.Context(), c.b.Context().I(32), c.b.Loc())
		}
		in := *c.b
		in.AtEnd(block)
		var out []*ir.Value
		for i := range int(pack) {
			out = append(out, arith.Binary(&in, &arith.SubI, block.Arg(i), block.Arg(2*int(pack)-1-i)))
		}
		in.Build(&tile.Yield, out)
		c.v = op.Result(0)
	}},
	{"dot", func(c *chain, _ int) {
		shape := sizes(c.v)
		if len(shape) != 2 {
			c.v = tile.NewReshape(c.b, c.v, elements(shape)/4, 4)
			shape = sizes(c.v)
		}
		acc := c.load([]int64{shape[0], 8})
		c.v = tile.NewDot(c.b, c.v, c.load([]int64{shape[1], 8}), acc, tile.PrecisionIEEE)
	}},
	{"product of matrices", func(c *chain, _ int) {
		c.v = tile.NewReshape(c.b, c.v, 2, 2, elements(sizes(c.v))/4)
		c.v = tile.NewDot(c.b, c.v, c.load([]int64{2, sizes(c.v)[2], 4}), c.load([]int64{2, 2, 4}), tile.PrecisionIEEE)
	}},
	{"histogram", func(c *chain, _ int) {
		n := elements(sizes(c.v))
		bins := arith.Binary(c.b, &arith.AndI, tile.NewReshape(c.b, c.v, n), c.constant([]int64{n}, 7))
		c.v = arith.Binary(c.b, &arith.AddI, tile.NewHistogram(c.b, bins, nil, 8), c.load([]int64{8}))
	}},
	{"loop", func(c *chain, _ int) {
		i32 := c.b.Context().I(32)
		from, to, by := arith.NewInt(c.b, i32, 0), arith.NewInt(c.b, i32, 3), arith.NewInt(c.b, i32, 1)
		other, outside := c.pointers(sizes(c.v)), c.load(sizes(c.v))
		loop := scf.NewFor(c.b, from, to, by, []*ir.Value{c.v, from},
			func(b *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value {
				at, _ := tile.NewAddPtr(b, other, tile.NewSplat(b, arith.Binary(b, &arith.SubI, iv, iv), sizes(c.v)...))
				v := arith.Binary(b, &arith.MulI, carried[0], tile.NewLoad(b, at, nil, nil))
				v = arith.Binary(b, &arith.AddI, v, tile.NewSplat(b, arith.Binary(b, &arith.AddI, carried[1], iv), sizes(c.v)...))
				return []*ir.Value{arith.Binary(b, &arith.XOrI, v, outside), arith.Binary(b, &arith.AddI, carried[1], to)}
			})
		c.v = loop.Result(0)
	}},
	{"atomic", func(c *chain, _ int) {
		c.v = tile.NewAtomicRMW(c.b, tile.AtomicAdd, tile.Relaxed, tile.ScopeDevice, c.pointers(sizes(c.v)), c.v, nil)
	}},
	{"assert", func(c *chain, _ int) {
		tile.NewAssert(c.b, arith.NewCmpI(c.b, arith.EQ, c.v, c.v), "same")
	}},
}

// at returns one index for each dimension of c.v: n for axis, and 0 for the others.
func (c *chain) at(axis int, n int64) []*ir.Value {
	out := make([]*ir.Value, len(sizes(c.v)))
	for d := range out {
		out[d] = arith.NewInt(c.b, c.b.Context().I(32), 0)
	}
	out[axis] = arith.NewInt(c.b, c.b.Context().I(32), n)
	return out
}

// gather gathers, along an axis, twice as many elements as the tensor has.
func (c *chain) gather(axis int, v *ir.Value) {
	shape := slices.Clone(sizes(v))
	shape[axis] *= 2
	at := arith.Binary(c.b, &arith.AndI, c.load(shape), c.constant(shape, sizes(v)[axis]-1))
	c.v = tile.NewGather(c.b, v, at, axis)
}

// along expands a one-dimensional tensor to the rank of c.v, with its dimension at axis and size 1 elsewhere.
func (c *chain) along(axis int, v *ir.Value) *ir.Value {
	for d := range sizes(c.v) {
		if d != axis {
			v = tile.NewExpandDims(c.b, v, min(d, len(sizes(v))))
		}
	}
	return v
}

// mask is true for all but the last quarter of n elements.
func (c *chain) mask(n int64) *ir.Value {
	return arith.NewCmpI(c.b, arith.SLT, tile.NewIota(c.b, n), c.constant([]int64{n}, n-n/4))
}

func (c *chain) link(i int) {
	if c.next+3 > chainArguments || len(c.used) > 0 && elements(sizes(c.v)) > 1024 {
		return
	}
	var axes []int
	for d, n := range sizes(c.v) {
		if n > 1 {
			axes = append(axes, d)
		}
	}
	links[i].add(c, axes[c.r.IntN(len(axes))])
	c.used = append(c.used, links[i].name)
}

// memory returns arrays for the arguments of a chain. Their contents are the same in every call.
func (c *chain) memory(t *testing.T) (args []any) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 5))
	for i := range chainArguments {
		n := int64(1)
		if i < len(c.kinds) {
			n = c.kinds[i]
		}
		a, err := interp.Filled(c.b.Context().I(32), []int64{n}, func(int) float64 { return float64(r.IntN(100) - 50) })
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, a)
	}
	return args
}

// sameInStrips divides everything in a chain that can be divided, and checks that it computes the same in the reference
// executor and, if threads is set, in the simulator.
func sameInStrips(t *testing.T, name string, m *girih.Module, c *chain, threads bool) (loops int) {
	t.Helper()
	d := division{name: name, module: m, divide: stripmine.DivideAll, arguments: func() []any { return c.memory(t) }}
	if threads {
		d.warps = 2
	}
	return d.test(t)
}

// shapesOfChains are the shapes of the tensors that chains begin with.
var shapesOfChains = [][]int64{{16}, {64}, {8, 4}, {4, 8}, {2, 16}, {4, 2, 8}, {1, 8, 4}}

// Every operation computes the same in strips, along every axis.
func TestEveryOperationComputesTheSameInStrips(t *testing.T) {
	for i, link := range links {
		loops := 0
		for s, shape := range shapesOfChains {
			for seed := range uint64(longtest.Count(1, 6)) {
				m, c, err := newChain(seed, shape, func(c *chain) { c.link(i) })
				if err != nil {
					t.Fatalf("%s: %v", link.name, err)
				}
				loops += sameInStrips(t, fmt.Sprintf("%s, shape %d, seed %d", link.name, s, seed), m, c, true)
			}
		}
		t.Logf("%s: %d loops", link.name, loops)
		if loops == 0 {
			t.Errorf("%s: no loops were made", link.name)
		}
	}
}

// unbounded are the operations that cannot be divided along the only dimension of a tensor. Large tensors do not fit
// into shared memory or registers then, and compiling them is an error.
var unbounded = []string{"sort", "gather of sums", "gather of what is overwritten", "extract", "insert"}

// The code of an operation does not grow with its tensors.
func TestCodeOfEveryOperationOnLargeTensorsIsBounded(t *testing.T) {
	for i, link := range links {
		if link.name == "symmetric" {
			continue // its result has the square of the number of elements
		}
		for at, shape := range [][]int64{{1 << 18}, {1 << 9, 1 << 9}, {1 << 6, 1 << 6, 1 << 6}, {1 << 20},
			{1 << 10, 1 << 10}} {
			if !longtest.Includes(i+at, 4) {
				continue
			}
			m, _, err := newChain(1, shape, func(c *chain) { c.link(i) })
			if err != nil {
				t.Fatalf("%s: %v", link.name, err)
			}
			n, err := lines(m, 4)
			if len(shape) == 1 && slices.Contains(unbounded, link.name) {
				var shared *sharedmem.TooLargeError
				var live *registers.TooManyError
				if !errors.As(err, &shared) && !errors.As(err, &live) {
					t.Errorf("%s on %v: error %v", link.name, shape, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s on %v: %v", link.name, shape, err)
				continue
			}
			t.Logf("%s on %v: %d lines", link.name, shape, n)
			if n > 25000 {
				t.Errorf("%s on %v takes %d lines of LLVM IR", link.name, shape, n)
			}
		}
	}
}

func TestChainsOfOperationsComputeTheSameInStrips(t *testing.T) {
	loops, chains := 0, longtest.Count(80, 800)
	for seed := range uint64(chains) {
		shape := shapesOfChains[seed%uint64(len(shapesOfChains))]
		m, c, err := newChain(seed, shape, func(c *chain) {
			for range 1 + c.r.IntN(4) {
				c.link(c.r.IntN(len(links)))
			}
		})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		loops += sameInStrips(t, fmt.Sprintf("seed %d (%s)", seed, strings.Join(c.used, ", ")), m, c, seed%10 == 0)
	}
	t.Logf("%d loops", loops)
	if loops < chains*3/4 {
		t.Errorf("only %d loops were made", loops)
	}
}
