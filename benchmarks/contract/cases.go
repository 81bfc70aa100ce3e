package main

import (
	"fmt"
	"math"

	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/einsums"
)

// problem is a contraction to measure.
type problem struct {
	Name   string
	Family string
	einsums.Case
	Types einsums.Types
}

var (
	halves  = einsums.Types{A: "f16", B: "f16", C: "f16"}
	singles = einsums.Types{A: "f32", B: "f32", C: "f32"}
	doubles = einsums.Types{A: "f64", B: "f64", C: "f64"}
)

// problems returns the contractions of TCCG, and those of the blog post that introduced extended contractions (Tillet
// 2020), at the post's sizes.
func problems() (out []problem) {
	add := func(family, name, equation string, t einsums.Types, a, b, c []int64, tables map[string]contract.Table) {
		out = append(out, problem{name, family, einsums.Case{Equation: equation, A: a, B: b, C: c, Tables: tables}, t})
	}
	for _, n := range []int64{2048, 4096, 8192} {
		add("gemm", fmt.Sprintf("gemm %d", n), "mk,kn->mn", halves, s(n, n), s(n, n), s(n, n), nil)
	}
	for _, n := range []int64{16, 128} {
		add("gemm", fmt.Sprintf("gemm 4096 %d 4096", n), "mk,kn->mn", halves, s(4096, 4096), s(4096, n), s(4096, n), nil)
	}
	for _, t := range [][5]int64{{16, 512, 8, 64, 64}, {64, 1024, 8, 64, 64}, {16, 1024, 8, 128, 512}} {
		n, l, h, d, e := t[0], t[1], t[2], t[3], t[4]
		add("attention", fmt.Sprintf("attention %v", t), "nths,hes->nhte", halves, s(n, l, h, d), s(h, e, d), s(n, h, l, e),
			nil)
	}
	add("conv1d", "conv1d nc", "nc(h+r),crk->nkh", halves, s(1, 1152, 12602), s(1152, 3, 512), s(1, 512, 12600), nil)
	add("conv1d", "conv1d nh", "n(h+r)c,krc->nhk", halves, s(1, 12602, 1152), s(512, 3, 1152), s(1, 12600, 512), nil)
	for _, t := range [][5]int64{{8, 64, 128, 128, 768}, {8, 128, 64, 64, 256}, {8, 256, 32, 32, 512},
		{8, 512, 32, 32, 1024}} {
		n, c, h, w, k := t[0], t[1], t[2], t[3], t[4]
		add("conv2d nhwc", fmt.Sprintf("conv2d nhwc %v", t), "n(h+r)(w+s)c,krsc->nhwk", halves, s(n, h, w, c), s(k, 3, 3, c),
			s(n, h-2, w-2, k), nil)
		add("conv2d nchw", fmt.Sprintf("conv2d nchw %v", t), "nc(h+r)(w+s),kcrs->nkhw", halves, s(n, c, h, w), s(k, c, 3, 3),
			s(n, k, h-2, w-2), nil)
		oh, ow := vector(0, 1, 2, 4, 0), vector(0, 3, 1, 2, 4) // five of 5x5
		add("sparse", fmt.Sprintf("sparse %v", t), "n(h+oh[x])(w+ow[x])c,kxc->nhwk", halves, s(n, h, w, c), s(k, 5, c),
			s(n, h-4, w-4, k), map[string]contract.Table{"oh": oh, "ow": ow})
		sh, sw := contract.Table{Shape: s(c)}, contract.Table{Shape: s(c)}
		for i := range c { // whole groups of channels are permuted
			sh.Data, sw.Data = append(sh.Data, i/8%3), append(sw.Data, i/24%3)
		}
		add("shift", fmt.Sprintf("shift %v", t), "n(h+sh[c])(w+sw[c])c,ck->nhwk", halves, s(n, h, w, c), s(c, k),
			s(n, h-2, w-2, k), map[string]contract.Table{"sh": sh, "sw": sw})
		add("strided", fmt.Sprintf("strided %v", t), "n(2*h+r)(2*w+s)c,krsc->nhwk", halves, s(n, h, w, c), s(k, 3, 3, c),
			s(n, h/2-1, w/2-1, k), nil)
		add("dilated", fmt.Sprintf("dilated %v", t), "n(h+2*r)(w+2*s)c,krsc->nhwk", halves, s(n, h, w, c), s(k, 3, 3, c),
			s(n, h-4, w-4, k), nil)
		// The gradients of a convolution with a padding of 1. Its output is as large as its input.
		for _, one := range []problem{
			{Family: "backward data", Case: einsums.Case{Equation: "n(p-r+1)(q-s+1)k,krsc->npqc", A: s(n, h, w, k),
				B: s(k, 3, 3, c), C: s(n, h, w, c)}},
			{Family: "backward weights", Case: einsums.Case{Equation: "n(h+r-1)(w+s-1)c,nhwk->krsc", A: s(n, h, w, c),
				B: s(n, h, w, k), C: s(k, 3, 3, c)}},
		} {
			one.Name, one.Types, one.Padded = fmt.Sprintf("%s %v", one.Family, t), halves, true
			out = append(out, one)
		}
		add("pointwise", fmt.Sprintf("pointwise %v", t), "nhwc,kc->nhwk", halves, s(n, h, w, c), s(k, c), s(n, h, w, k), nil)
		add("depthwise", fmt.Sprintf("depthwise %v", t), "n(h+r)(w+s)c,rsc->nhwc", halves, s(n, h, w, c), s(3, 3, c),
			s(n, h-2, w-2, c), nil)
	}
	add("conv3d", "conv3d", "n(d+t)(h+r)(w+s)c,ktrsc->ndhwk", halves, s(8, 27, 100, 100, 32), s(64, 3, 3, 3, 32),
		s(8, 25, 98, 98, 64), nil)
	for _, t := range []einsums.Types{singles, doubles} {
		for i, c := range einsums.TCCG(tccgExtent) {
			out = append(out, problem{fmt.Sprintf("tccg %d %s", i+1, t.A), "tccg " + t.A, c, t})
		}
	}
	return out
}

// tccgExtent is the extent of a letter. It is the same for all dimensions, and so large that arrays have about 2^24
// elements. The extents of letters whose elements are next to each other are multiples of 24, others are multiples of
// 4.
func tccgExtent(rank int, _ byte, nearest bool) int64 {
	root := int64(math.Round(math.Pow(1<<24, 1/float64(rank))))
	if nearest {
		return (root + 23) / 24 * 24
	}
	return (root + 2) / 4 * 4
}

// flops returns the number of operations in a contraction: a product and a sum for each combination of values of the
// letters.
func (p *problem) flops() float64 {
	eq, err := contract.Parse(p.Equation)
	if err != nil {
		return 0
	}
	e, err := eq.Extents(p.A, p.B, p.C, p.Tables)
	if err != nil {
		return 0
	}
	n := 2.0
	for _, extent := range e.Of {
		n *= float64(extent)
	}
	return n
}

func s(n ...int64) []int64 { return n }

func vector(numbers ...int64) contract.Table {
	return contract.Table{Shape: s(int64(len(numbers))), Data: numbers}
}
