package text

import (
	"strconv"

	"github.com/girih-ir/girih/ir"
)

// Dimensions reads `4x?x`.
func (p *parser) Dimensions(allowDynamic bool) []int64 {
	var most [16]int64 // of nearly all shapes
	dims := most[:0]
	for p.err == nil {
		switch {
		case p.is('?'):
			if !allowDynamic {
				p.failToken("expected static shape")
				return nil
			}
			p.nextTimes()
			dims = append(dims, ir.Dynamic)
		case p.tok.kind == tokInt:
			dims = append(dims, p.dimension())
		default:
			return append([]int64(nil), dims...)
		}
		p.times()
	}
	return nil
}

// dimension reads one static dimension. `0x4` is the dimension 0 followed by `x4`, not a hexadecimal number.
func (p *parser) dimension() int64 {
	s := p.spelling()
	if len(s) > 1 && p.tok.kind == tokInt && s[1] == 'x' {
		p.tok.end = p.tok.start + 1
		p.pos = p.tok.end
		p.nextTimes()
		return 0
	}
	v, err := strconv.Atoi(s) // it is faster than ParseInt for short texts
	if p.tok.kind != tokInt || err != nil {
		p.failToken("invalid dimension")
		return 0
	}
	p.nextTimes()
	return int64(v)
}

// nextTimes moves to the token after a dimension. It reads an x there as a token of its own, and not as the start of a
// word with all remaining dimensions, such as x4x4xf32.
func (p *parser) nextTimes() {
	end := p.tok.end
	if end >= len(p.s) || p.s[end] != 'x' {
		p.next()
		return
	}
	p.prevEnd = end
	p.tok = token{kind: tokBare, start: end, end: end + 1}
	p.pos = end + 1
}

// times consumes the x between dimensions, which may be the start of a word such as `xf32`.
func (p *parser) times() {
	if p.tok.kind != tokBare || p.s[p.tok.start] != 'x' {
		p.failHere("expected 'x' in dimension list")
		return
	}
	if p.tok.end == p.tok.start+1 {
		p.next()
		return
	}
	p.resetTo(p.tok.start + 1)
}

func (p *parser) vectorType() ir.Type {
	var dims []int64
	var scalable []bool
	any := false
	for p.err == nil && (p.tok.kind == tokInt || p.is('[')) {
		isScalable := p.try('[')
		dims = append(dims, p.dimension())
		if isScalable {
			p.want(']', "missing ']' closing scalable dimension")
		}
		scalable = append(scalable, isScalable)
		any = any || isScalable
		p.times()
	}
	at := p.tok.start
	elem := p.Type()
	p.want('>', "expected '>' in vector type")
	if p.err != nil {
		return nil
	}
	for _, d := range dims {
		if d <= 0 {
			p.fail(at, "vector types must have positive constant sizes but got %s", dimsText(dims))
			return nil
		}
	}
	if !validVectorElement(elem) {
		p.fail(at, "failed to verify 'elementType': VectorElementTypeInterface instance")
		return nil
	}
	if len(dims) > 64 {
		p.fail(at, "vector types of more than 64 dimensions are not supported")
		return nil
	}
	if !any {
		scalable = nil
	}
	return p.ctx.VectorType(dims, elem, scalable)
}

func dimsText(dims []int64) string {
	var p ir.Printer
	for i, d := range dims {
		if i > 0 {
			p.Text(", ")
		}
		p.Int(d)
	}
	return string(p.Buf)
}

// vectorElement is implemented by dialect types that vectors may hold.
type vectorElement interface{ IsVectorElement() bool }

// memRefElement is implemented by dialect types that memrefs may hold.
type memRefElement interface{ IsMemRefElement() bool }

func validVectorElement(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType:
		return true
	case vectorElement:
		return t.IsVectorElement()
	}
	return false
}

func (p *parser) tensorType() ir.Type {
	unranked, dims := p.shape()
	at := p.tok.start
	elem := p.Type()
	var encoding ir.Attribute
	if p.try(',') {
		encoding, _ = p.TryAttribute(nil) // mlir-opt admits a comma with nothing after it
	}
	p.want('>', "expected '>' in tensor type")
	if p.err != nil {
		return nil
	}
	if unranked && encoding != nil {
		p.fail(at, "cannot apply encoding to unranked tensor")
		return nil
	}
	if !validTensorElement(elem) {
		p.fail(at, "invalid tensor element type")
		return nil
	}
	if unranked {
		return p.ctx.UnrankedTensorType(elem)
	}
	return p.ctx.TensorType(dims, elem, encoding)
}

// shape reads dimensions, or `*x` for an unknown rank.
func (p *parser) shape() (unranked bool, dims []int64) {
	if p.try('*') {
		p.times()
		return true, nil
	}
	return false, p.Dimensions(true)
}

func validTensorElement(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType, *ir.ComplexType, *ir.VectorType, *ir.OpaqueType, ir.DialectType:
		return true
	}
	return false
}

func validMemRefElement(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType, *ir.ComplexType, *ir.VectorType, *ir.MemRefType,
		*ir.UnrankedMemRefType:
		return true
	case memRefElement:
		return t.IsMemRefElement()
	}
	return false
}

func (p *parser) memrefType() ir.Type {
	start := p.tok.start
	unranked, dims := p.shape()
	at := p.tok.start
	elem := p.Type()
	if p.err == nil && !validMemRefElement(elem) {
		p.fail(at, "invalid memref element type")
	}
	layout, space := p.layoutAndSpace(unranked)
	if p.err != nil {
		return nil
	}
	if space != nil && !validMemorySpace(space) {
		p.fail(start, "unsupported memory space Attribute")
		return nil
	}
	if unranked {
		return p.ctx.UnrankedMemRefType(elem, space)
	}
	if !p.layoutFits(layout, dims, start) {
		return nil
	}
	return p.ctx.MemRefType(dims, elem, layout, space)
}

// layoutAndSpace reads what follows the element type of a memref, up to its `>`.
func (p *parser) layoutAndSpace(unranked bool) (layout, space ir.Attribute) {
	if p.try('>') {
		return nil, nil
	}
	p.want(',', "expected ',' or '>' in memref type")
	if p.is('>') {
		p.failHere("expected list element")
	}
	p.list('>', "expected ',' or '>'", func() {
		a := p.Attribute(nil)
		switch {
		case p.err != nil:
		case isLayout(a):
			p.checkLayout(unranked, space)
			layout = a
		case space != nil:
			p.failToken("multiple memory spaces specified in memref type")
		default:
			space = a
		}
	})
	return layout, space
}

// memRefLayout is implemented by dialect attributes that are layouts of memrefs.
type memRefLayout interface{ IsMemRefLayout() bool }

func isLayout(a ir.Attribute) bool {
	switch a := a.(type) {
	case *ir.AffineMapAttr, *ir.StridedLayoutAttr:
		return true
	case memRefLayout:
		return a.IsMemRefLayout()
	}
	return false
}

// checkLayout checks where a layout is. As in mlir-opt there may be several, of which the last one is used.
func (p *parser) checkLayout(unranked bool, space ir.Attribute) {
	switch {
	case unranked:
		p.failToken("cannot have affine map for unranked memref type")
	case space != nil:
		p.failToken("expected memory space to be last in memref type")
	}
}

func (p *parser) layoutFits(layout ir.Attribute, dims []int64, at int) bool {
	switch l := layout.(type) {
	case *ir.AffineMapAttr:
		if l.Map.NumDims() != len(dims) {
			p.fail(at, "memref layout mismatch between rank and affine map: %d != %d", len(dims), l.Map.NumDims())
		}
	case *ir.StridedLayoutAttr:
		if len(l.Strides) != len(dims) {
			p.fail(at, "expected the number of strides to match the rank")
		}
	}
	return p.err == nil
}

func validMemorySpace(a ir.Attribute) bool {
	switch a.(type) {
	case *ir.IntegerAttr, *ir.StringAttr, *ir.DictAttr, ir.DialectAttr:
		return true
	}
	return false
}
