package arrays

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
)

// divide finds the strides of an access and the starts of its tile, such that
//
//	address = base + stride[0] * (start[0] + index[0]) + stride[1] * (start[1] + index[1]) + ...
//
// A term of the address that is a multiple of a stride may belong to the start in that dimension or in the contiguous
// dimension. Each bit of choice decides one such term: 0 takes the contiguous dimension. divide returns the number of
// these terms, and whether the address has this form.
func (a *analysis) divide(x *access, f form, choice int) (choices int, ok bool) {
	rest, fast := f.total, -1
	x.dims = make([]dimension, len(x.tile.Shape()))
	for d := range x.dims {
		var with sum
		var ok bool
		if with, rest, ok = a.split(rest, d); !ok || len(with) != 1 {
			return 0, false
		}
		p := with.list()[0]
		stride := &x.dims[d].stride
		switch {
		case len(p.factors) == 0 && p.coefficient > 0:
			stride.n = p.coefficient
		case len(p.factors) == 1 && p.coefficient == 1 && p.factors[0].scalar != nil &&
			p.factors[0].scalar.ArgumentOf() == a.kernel.Entry():
			stride.argument = p.factors[0].scalar
		default:
			return 0, false
		}
		x.dims[d].start = sum{}
		if stride.n == 1 {
			if fast >= 0 {
				return 0, false
			}
			fast = d
		}
	}
	if fast < 0 || fast < len(x.dims)-1 && len(x.dims) > 2 {
		return 0, false
	}
	var lead []dimension
	for _, p := range rest.list() {
		other := choice>>choices&1 != 0
		d, left, isChoice := a.owner(x, p, fast, other)
		stride, outer := a.leading(x, p)
		if isChoice = isChoice || d == fast && outer != nil; isChoice && choices < maxChoices {
			choices++
		}
		_, far := f.far[a.key(p.factors)]
		if d != fast || outer == nil || !other {
			x.dims[d].start, x.dims[d].far = x.dims[d].start.plus(left, 1), x.dims[d].far || far
			continue
		}
		if lead == nil {
			lead = []dimension{{stride: extent{argument: stride}, start: sum{}, far: far}}
		}
		if lead[0].stride.argument != stride {
			return choices, false
		}
		lead[0].start, lead[0].far = lead[0].start.plus(outer, 1), lead[0].far || far
	}
	x.dims, x.lead = append(lead, x.dims...), len(lead)
	for d := range x.dims {
		if !a.moves(&x.dims[d]) {
			return choices, false
		}
	}
	return choices, !f.narrow || !slices.ContainsFunc(f.pieces, func(s sum) bool { return !a.isPart(x, s) })
}

// owner returns the dimension to whose start a product of the address belongs, and what the product adds to the start.
// If two dimensions are possible, isChoice is true, and other takes the one whose elements are not contiguous.
func (a *analysis) owner(x *access, p product, fast int, other bool) (d int, left sum, isChoice bool) {
	divides := -1
	for d := range x.dims {
		stride := x.dims[d].stride
		if at := slices.Index(p.factors, factor{scalar: stride.argument}); stride.argument != nil && at >= 0 {
			return d, a.make(p.coefficient, slices.Delete(slices.Clone(p.factors), at, at+1)...), false
		}
		if d != fast && stride.argument == nil && p.coefficient%stride.n == 0 &&
			(divides < 0 || stride.n > x.dims[divides].stride.n) {
			divides = d
		}
	}
	if divides >= 0 && other {
		return divides, a.make(p.coefficient/x.dims[divides].stride.n, p.factors...), true
	}
	return fast, a.make(p.coefficient, p.factors...), divides >= 0
}

// leading splits a term of the address into the stride of an additional, outermost dimension and the start along it:
// kernels add, for example, batch * stride to the base to select one matrix of an array of matrices. The stride must be
// an argument with the divisibility that tensor maps require. leading returns nil if the term has no such factor.
func (a *analysis) leading(x *access, p product) (stride *ir.Value, outer sum) {
	bytes := int64(ir.BitWidth(x.tile.ElementType())) / 8
	for i, f := range p.factors {
		if len(p.factors) > 1 && f.scalar.ArgumentOf() == a.kernel.Entry() && ir.IsInt(f.scalar.Type(), 32) &&
			a.kernel.ArgFacts(f.scalar.Index()).Divisibility*bytes%alignment == 0 {
			return f.scalar, a.make(p.coefficient, slices.Delete(slices.Clone(p.factors), i, i+1)...)
		}
	}
	return nil, nil
}

// moves splits the start of a dimension into a fixed part and a multiple of a loop's counter. It reports whether the
// start can be computed in 32 bits: if the kernel computes it in 64 bits, the fixed part must be a single integer of
// 32 bits.
func (a *analysis) moves(d *dimension) bool {
	d.fixed = sum{}
	for _, p := range d.start.list() {
		at := slices.IndexFunc(p.factors, func(f factor) bool {
			_, inLoop := scf.AsFor(f.scalar.ParentBlock().ParentOp())
			return inLoop
		})
		if at < 0 {
			d.fixed = d.fixed.plus(a.make(p.coefficient, p.factors...), 1)
			continue
		}
		counter, each := p.factors[at].scalar, p.coefficient
		loop, _ := scf.AsFor(counter.ParentBlock().ParentOp())
		if counter != loop.InductionVar() || len(p.factors) > 1 || d.each != 0 || each < 1 || loop.IsUnsigned() ||
			!ir.IsInt(counter.Type(), 32) {
			return false
		}
		if first, ok := arith.ConstantInt(loop.LowerBound()); ok && first < 0 {
			return false
		}
		d.loop, d.each = loop, each
	}
	if d.far && len(d.fixed) > 0 {
		if len(d.fixed) > 1 {
			return false
		}
		p := d.fixed.list()[0]
		return len(p.factors) == 0 && int64(int32(p.coefficient)) == p.coefficient ||
			len(p.factors) == 1 && p.coefficient == 1 && ir.IsInt(p.factors[0].scalar.Type(), 32)
	}
	return true
}

// isPart reports whether an offset of 32 bits is the sum of some terms of the address. No term is negative, so that the
// offset does not wrap around if the address is less than 2^31 elements from the base. The possible terms are, for each
// dimension, the stride times the fixed start, the index, or what a loop adds.
func (a *analysis) isPart(x *access, s sum) bool {
	for d := range x.dims {
		dim := &x.dims[d]
		stride := a.constant(dim.stride.n)
		if dim.stride.argument != nil {
			stride = a.make(1, factor{scalar: dim.stride.argument})
		}
		if index := a.times(stride, a.make(1, factor{index: d - x.lead})); d >= x.lead {
			if _, ok := a.find(s, index); ok {
				s = s.plus(index, -1)
			}
		}
		if len(dim.fixed) > 0 {
			if _, ok := a.find(s, a.times(stride, dim.fixed)); ok {
				s = s.plus(a.times(stride, dim.fixed), -1)
			}
		}
		if dim.each != 0 { // what the loop adds in one iteration, or in all iterations so far
			step, _ := arith.ConstantInt(dim.loop.Step())
			each := a.times(stride, a.constant(dim.each*step))
			if dim.each*step <= x.length(d) && s.equal(each, 32) {
				return true
			}
			moved := a.times(stride, a.make(dim.each, factor{scalar: dim.loop.InductionVar()}))
			if _, ok := a.find(s, moved); ok {
				s = s.plus(moved, -1)
			}
		}
	}
	return s.equal(sum{}, 32)
}

// find reports whether s has all terms of part, and returns part.
func (a *analysis) find(s, part sum) (sum, bool) {
	for key, p := range part {
		if s[key].coefficient != p.coefficient {
			return nil, false
		}
	}
	return part, true
}
