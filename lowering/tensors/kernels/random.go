package kernels

import (
	"math"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func init() { builders[&prim.Uniform], builders[&prim.Normal] = buildRandom, buildRandom }

// buildRandom builds the kernel of random numbers. Elements are numbered in pairs. For each pair, Philox 4x32-10
// (Salmon et al., SC'11) gives four random words from a key and the pair's number; the first two are for the first
// element.
func buildRandom(s *Step) (*Computation, error) {
	key, out := *s.In[0], s.Out[0]
	if ir.ElementBits(out.Elem) == 64 && s.Op.Is(&prim.Uniform) {
		return nil, noKernel("uniform numbers of f64 have none")
	}
	if out.numel() == 0 {
		return &Computation{}, nil
	}
	r := manual(s, kernelName([]*ir.Operation{s.Op}), &key, out)
	total := out.numel()
	pairs := min(pointsAtOnce/2, max(2, powerOfTwo(ceilDiv(total, 2))))
	program := r.toIndex(r.ProgramID(0))
	half := r.newAxis(nil, pairs, program)
	words := r.words(&key, half.index)
	first, second := r.random(s.Op, words[0], words[1]), r.random(s.Op, words[2], words[3])
	v := r.Reshape(r.Join(first, second), 2*pairs)
	none := make([]int64, len(out.Shape))
	r.cols = r.newAxis(dimensions(out.Shape, out.Open, [][]int64{none, out.Strides}), 2*pairs, program)
	if len(r.cols.dims) == 0 { // a single element
		r.cols.mask = r.less(r.cols.index, r.constant(1))
	}
	a := r.access(1, prim.Whole, true)
	r.Store(a.ptr, r.Cast(v, out.Elem), a.mask)
	l, err := r.finish(warpsFor(2*pairs), ceilDiv(total, 2*pairs))
	if err != nil {
		return nil, err
	}
	return &Computation{Launches: []Launch{l}}, nil
}

// words returns four random words for each stream number, from the key in an operand.
func (m *maker) words(key *Operand, stream *ir.Value) [4]*ir.Value {
	word, long := m.ctx.IntegerType(32, ir.Unsigned), m.ctx.IntegerType(64, ir.Unsigned)
	shape := shapeOf(stream)
	p := m.pointer(key)
	halves := func(v *ir.Value) (low, high *ir.Value) {
		v = m.Cast(v, long)
		low = m.Cast(v, word)
		high = m.Cast(m.Shr(v, m.constantOf(int64(32), long, shapeOf(v))), word)
		if shapeOf(v) == nil {
			return m.Splat(low, shape...), m.Splat(high, shape...)
		}
		return low, high
	}
	k0, k1 := halves(m.Load(p, nil, nil))
	c0, c1 := halves(m.Load(m.AddPtr(p, m.constant(key.Strides[0])), nil, nil))
	c2, c3 := halves(stream)
	number := func(n uint32) *ir.Value { return m.constantOf(int64(n), word, shape) }
	for i := range 10 {
		if i > 0 {
			k0, k1 = m.Add(k0, number(0x9E3779B9)), m.Add(k1, number(0xBB67AE85))
		}
		a, b := number(0xD2511F53), number(0xCD9E8D57)
		hi0, lo0, hi1, lo1 := m.MulHi(a, c0), m.Mul(a, c0), m.MulHi(b, c2), m.Mul(b, c2)
		c0, c1, c2, c3 = m.XOr(m.XOr(hi1, c1), k0), lo1, m.XOr(m.XOr(hi0, c3), k1), lo0
	}
	return [4]*ir.Value{c0, c1, c2, c3}
}

// unit returns (word + 1/2) / 2^32 as an f32, rounded once. 2*word + 1 may have one bit more than fits into a word.
// Then the lowest bit of the word is set instead, as a sticky bit for the rounding.
func (m *maker) unit(word *ir.Value) *ir.Value {
	t, f32, shape := ir.ElementOrSelf(word.Type()), m.ctx.F32(), shapeOf(word)
	number := func(n int64) *ir.Value { return m.constantOf(n, t, shape) }
	scale := func(f float64) *ir.Value { return m.constantOf(f, f32, shape) }
	small := m.Cmp(tile.LT, word, number(1<<31))
	exact := m.Mul(m.Cast(m.Or(m.Shl(word, number(1)), number(1)), f32), scale(0x1p-33))
	return m.Where(small, exact, m.Mul(m.Cast(m.Or(word, number(1)), f32), scale(0x1p-32)))
}

// random returns numbers of a distribution, as f32 or wider.
func (m *maker) random(op *ir.Operation, first, second *ir.Value) *ir.Value {
	shape := shapeOf(first)
	number := func(name string) float64 {
		switch n := prim.NumberOf(op.Inherent(name)).(type) {
		case int64:
			return float64(n)
		case float64:
			return n
		}
		return 0
	}
	wide := func(f float64) *ir.Value { return m.constantOf(f, m.ctx.F64(), shape) }
	narrow := func(f float64) *ir.Value { return m.constantOf(f, m.ctx.F32(), shape) }
	if op.Is(&prim.Uniform) {
		u := m.unit(first)
		u = m.Where(m.Cmp(tile.EQ, u, narrow(1)), narrow(0), u)
		low, high := number("low"), number("high")
		if low == 0 && high == 1 {
			return u
		}
		return m.Cast(m.Add(wide(low), m.Mul(m.Cast(u, m.ctx.F64()), wide(high-low))), m.ctx.F32())
	}
	unit := func(word *ir.Value) *ir.Value {
		return m.Add(m.Mul(m.Cast(word, m.ctx.F64()), wide(0x1p-32)), wide(0x1p-33))
	}
	radius := m.Sqrt(m.Mul(wide(-2), m.Log(unit(first))))
	v := m.Mul(radius, m.Sin(m.Mul(wide(2*math.Pi), unit(second))))
	v = m.Add(wide(number("mean")), m.Mul(wide(number("std")), v))
	if ir.ElementBits(ir.ElementOrSelf(op.Result(0).Type())) == 64 {
		return v
	}
	return m.Cast(v, m.ctx.F32())
}
