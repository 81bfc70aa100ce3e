package text

import (
	"encoding/hex"
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// elementsAttr reads dense, sparse, array and dense_resource attributes.
func (p *parser) elementsAttr(t ir.Type) ir.Attribute {
	word := p.spelling()
	at := p.tok.start
	p.next()
	if !p.is('<') {
		p.failHere("expected '<' after '%s'", word)
		return nil
	}
	switch word {
	case "array":
		p.next()
		return p.denseArray()
	case "sparse":
		return p.sparse(t, at)
	case "dense_resource":
		return p.denseResource(t, at)
	}
	return p.dense(t, at)
}

// elementsType reads the type that follows an elements literal, unless it is known.
func (p *parser) elementsType(t ir.Type, at int) ir.ShapedType {
	if t == nil {
		p.want(':', "expected ':'")
		if t = p.Type(); p.err != nil {
			return nil
		}
	}
	st, ok := t.(ir.ShapedType)
	if !ok {
		p.fail(at, "elements literal must be a shaped type")
		return nil
	}
	if _, static := ir.NumElements(st); !static {
		p.fail(at, "elements literal type must have static shape")
		return nil
	}
	return st
}

// dense reads `<...> : type`. The type comes last but says how to read the elements, so it is read first: the end of
// the literal is found by its brackets alone.
func (p *parser) dense(t ir.Type, at int) ir.Attribute {
	open := p.tok.end
	end := p.literalEnd(open)
	if p.err != nil {
		return nil
	}
	p.resetTo(end)
	p.want('>', "expected '>'")
	st := p.elementsType(t, at)
	if p.err != nil {
		return nil
	}
	after, afterEnd := p.tok, p.prevEnd
	p.resetTo(open)
	a := p.denseLiteral(st, at, end)
	if p.err != nil {
		return nil
	}
	if p.tok.start != end {
		p.failHere("expected '>'")
		return nil
	}
	p.tok, p.pos, p.prevEnd = after, after.end, afterEnd
	return a
}

// literalEnd returns the offset of the `>` that ends an elements literal, whose text starts at an offset: elements
// hold no angle brackets but in strings and comments.
func (p *parser) literalEnd(i int) int {
	s := p.s
	start := i
	for i < len(s) {
		switch s[i] {
		case '>':
			return i
		case '"':
			for i++; i < len(s) && s[i] != '"' && s[i] != '\n'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case '/':
			for i < len(s) && s[i] != '\n' {
				i++
			}
		case '#', '!', '@', '^', '%', '=', '<':
			p.fail(i, "expected element literal of primitive type")
			return i
		}
		i++
	}
	p.fail(min(start, len(s)), "expected '>'")
	return len(s)
}

// denseLiteral reads the elements of a dense attribute, up to but not including the `>`.
func (p *parser) denseLiteral(t ir.ShapedType, at, end int) ir.Attribute {
	n, _ := ir.NumElements(t)
	elem := t.ElementType()
	if p.tok.start == end {
		if n != 0 {
			p.fail(at, "expected literal to be non-empty for a type with elements")
			return nil
		}
		return p.ctx.DenseElements(t, nil, false)
	}
	if p.tok.kind == tokString && numeric(elem) {
		return p.hexElements(t, at, int(n))
	}
	if !numeric(elem) {
		return p.stringElements(t, at, n)
	}
	r := elementReader{p: p, elem: elem, bits: ir.ElementBits(elem)}
	if r.bits != 1 {
		r.raw = make([]byte, 0, min(int(n)*ir.ElementSize(elem), (end-p.tok.start)*8+64))
	}
	if !p.is('[') {
		r.element()
		if p.err != nil {
			return nil
		}
		return p.ctx.DenseElements(t, r.finish(), true)
	}
	shape := p.nestedList(r.element)
	if p.err != nil || !p.shapeMatches(shape, t, at) {
		return nil
	}
	return p.ctx.DenseElements(t, r.finish(), false)
}

func numeric(elem ir.Type) bool {
	switch elem.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType, *ir.ComplexType:
		return true
	}
	return false
}

func (p *parser) shapeMatches(shape []int64, t ir.ShapedType, at int) bool {
	same := len(shape) == len(t.Shape())
	for i := 0; same && i < len(shape); i++ {
		same = shape[i] == t.Shape()[i]
	}
	if !same {
		p.fail(at, "inferred shape of elements literal ([%s]) does not match type ([%s])", dimsText(shape),
			dimsText(t.Shape()))
	}
	return same
}

// nestedList reads `[...]` of elements or further lists and returns its shape.
func (p *parser) nestedList(elem func()) []int64 {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	p.next()
	var inner []int64
	count := int64(0)
	p.list(']', func() {
		var shape []int64
		if p.is('[') {
			shape = p.nestedList(elem)
		} else {
			elem()
		}
		if p.err != nil {
			return
		}
		if count == 0 {
			inner = shape
		} else if !equalShapes(inner, shape) {
			p.failHere("tensor literal is invalid; ranks are not consistent between elements")
		}
		count++
	})
	return append([]int64{count}, inner...)
}

func equalShapes(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// elementReader collects the raw data of numeric elements.
type elementReader struct {
	p    *parser
	elem ir.Type
	bits int
	raw  []byte
	n    int // elements of one bit read so far
}

func (r *elementReader) finish() []byte { return r.raw }

func (r *elementReader) element() {
	p := r.p
	if c, ok := r.elem.(*ir.ComplexType); ok {
		if !p.is('(') {
			p.failHere("expected '(' in complex element, as the elements' type is %s", ir.Quote(r.elem))
			return
		}
		p.next()
		r.scalar(c.Elem, true)
		p.want(',', "expected ',' between complex elements")
		r.scalar(c.Elem, true)
		p.want(')', "expected ')' after complex elements")
		return
	}
	r.scalar(r.elem, false)
}

// scalar reads one number. Parts of complex elements are never packed.
func (r *elementReader) scalar(t ir.Type, part bool) {
	p := r.p
	at := p.tok.start
	negative := p.try('-')
	s := p.spelling()
	switch t := t.(type) {
	case *ir.FloatType:
		var bits apfloat.Bits
		switch {
		case p.tok.kind == tokFloat:
			bits, _ = p.decimalFloat(t, s, at, negative)
		case p.tok.kind == tokInt && len(s) > 2 && s[1] == 'x':
			bits, _ = p.floatBits(t, s, at, negative)
		default:
			p.wrongElement(at, t)
		}
		r.raw = ir.AppendLittleEndian(r.raw, bits, ir.ElementSize(t))
	default:
		if p.tok.kind == tokInt && r.smallInteger(t, s, negative) {
			break
		}
		a := p.integerElement(t, at, s, negative)
		if a == nil {
			return
		}
		r.integer(t, a, part)
	}
	p.next()
}

// smallInteger appends an integer of whole bytes without making an attribute of it, and reports whether it did: what
// it leaves alone, such as a value out of range, takes the long way.
func (r *elementReader) smallInteger(t ir.Type, s string, negative bool) bool {
	width, strict := integerRange(t)
	if width == 1 || width > 64 {
		return false
	}
	if it, ok := t.(*ir.IntegerType); ok && it.Signedness == ir.Unsigned && negative {
		return false
	}
	v, ok := smallInteger(s)
	if !ok {
		return false
	}
	bits, ok := fitInteger(v, width, negative, strict)
	if !ok {
		return false
	}
	if width < 64 {
		bits &= 1<<width - 1
	}
	r.raw = ir.AppendLittleEndian(r.raw, apfloat.Bits{Lo: bits}, int(width+7)/8)
	return true
}

func (r *elementReader) integer(t ir.Type, a *ir.IntegerAttr, part bool) {
	if ir.ElementBits(t) != 1 || part {
		r.raw = ir.AppendElement(r.raw, a)
		return
	}
	if r.n%8 == 0 {
		r.raw = append(r.raw, 0)
	}
	r.raw[r.n/8] |= byte(a.Uint64()) << (r.n % 8)
	r.n++
}

func (p *parser) integerElement(t ir.Type, at int, s string, negative bool) *ir.IntegerAttr {
	switch {
	case p.tok.kind == tokBare && (s == "true" || s == "false"):
		if !ir.IsInt(t, 1) {
			p.fail(at, "expected i1 type for 'true' or 'false' values")
			return nil
		}
		return p.ctx.Bool(s == "true")
	case p.tok.kind == tokInt:
		if it, ok := t.(*ir.IntegerType); ok && it.Signedness == ir.Unsigned && negative {
			p.fail(at, "expected unsigned integer elements, but parsed negative value")
			return nil
		}
		a := p.integerOf(t, s, negative)
		if a == nil {
			p.fail(at, "integer constant out of range for type")
		}
		return a
	}
	p.wrongElement(at, t)
	return nil
}

func (p *parser) wrongElement(at int, t ir.Type) {
	switch {
	case p.tok.kind == tokInt:
		p.fail(at, "unexpected decimal integer literal for a floating point attribute")
		p.note(at, "add a trailing dot to make the literal a float")
	case p.tok.kind == tokFloat:
		p.fail(at, "expected integer elements, but parsed floating-point")
	case p.tok.kind == tokBare && ir.IsFloat(t):
		p.fail(at, "expected floating-point elements, but parsed integer")
	default:
		p.fail(at, "expected element literal of primitive type")
	}
}

// hexElements reads `"0x..."`, the elements' raw bytes.
func (p *parser) hexElements(t ir.ShapedType, at, n int) ir.Attribute {
	s := p.spelling()
	digits, ok := strings.CutPrefix(s[1:len(s)-1], "0x")
	raw := make([]byte, len(digits)/2)
	if ok {
		_, err := hex.Decode(raw, []byte(digits))
		ok = err == nil
	}
	if !ok {
		p.failHere("expected string containing hex digits starting with `0x`")
		return nil
	}
	size := ir.ElementSize(t.ElementType())
	want, one := n*size, size
	if ir.ElementBits(t.ElementType()) == 1 {
		want, one = (n+7)/8, 1
	}
	switch {
	case len(raw) == want && !(n == 1 && one == want):
		p.next()
		return p.ctx.DenseElements(t, raw, false)
	case len(raw) == one:
		p.next()
		if ir.ElementBits(t.ElementType()) == 1 {
			raw[0] = -(raw[0] & 1)
		}
		return p.ctx.DenseElements(t, raw, true)
	}
	p.fail(at, "elements hex data size is invalid for provided type: %s", ir.Quote(t))
	return nil
}

func (p *parser) stringElements(t ir.ShapedType, at int, n int64) ir.Attribute {
	var elems []string
	elem := func() {
		if p.tok.kind != tokString {
			p.failHere("expected string elements, as the elements' type is %s", ir.Quote(t.ElementType()))
			return
		}
		s := p.spelling()
		elems = append(elems, unquote(s[1:len(s)-1]))
		p.next()
	}
	if !p.is('[') {
		elem()
	} else if shape := p.nestedList(elem); p.err != nil || !p.shapeMatches(shape, t, at) {
		return nil
	}
	if p.err != nil {
		return nil
	}
	return p.ctx.DenseStrings(t, elems)
}

// denseArray reads the rest of `array<type: elements>`.
func (p *parser) denseArray() ir.Attribute {
	at := p.tok.start
	t := p.Type()
	if p.err != nil {
		return nil
	}
	switch t := t.(type) {
	case *ir.FloatType:
	case *ir.IntegerType:
		if t.Width != 1 && t.Width%8 != 0 || t.Width == 0 || t.Width > 64 {
			p.fail(at, "element type bitwidth must be a multiple of 8")
			return nil
		}
	default:
		p.fail(at, "expected integer or float type, but got %s", ir.Quote(t))
		return nil
	}
	r := elementReader{p: p, elem: t, bits: ir.ElementBits(t)}
	if p.is('>') {
		p.next()
		return p.ctx.DenseArray(t, nil)
	}
	p.want(':', "expected ':' after dense array type")
	for p.err == nil {
		if ir.IsInt(t, 1) && !p.isWord("true") && !p.isWord("false") {
			p.failHere("expected 'true' or 'false'")
			break
		}
		r.scalar(t, true)
		if !p.try(',') {
			break
		}
	}
	p.want('>', "expected '>' to close an array attribute")
	if p.err != nil {
		return nil
	}
	return p.ctx.DenseArray(t, r.raw)
}

// sparse reads the rest of `sparse<indices, values> : type`.
func (p *parser) sparse(t ir.Type, at int) ir.Attribute {
	open := p.tok.end
	end := p.literalEnd(open)
	if p.err != nil {
		return nil
	}
	p.resetTo(end)
	p.want('>', "expected '>'")
	st := p.elementsType(t, at)
	if p.err != nil {
		return nil
	}
	after, afterEnd := p.tok, p.prevEnd
	p.resetTo(open)
	a := p.sparseBody(st, at, end)
	if p.err != nil {
		return nil
	}
	if p.tok.start != end {
		p.failHere("expected '>'")
		return nil
	}
	p.tok, p.pos, p.prevEnd = after, after.end, afterEnd
	return a
}

func (p *parser) sparseBody(t ir.ShapedType, at, end int) ir.Attribute {
	i64, rank := p.ctx.I(64), int64(len(t.Shape()))
	if p.tok.start == end {
		indices := p.ctx.DenseElements(p.ctx.TensorType([]int64{0, rank}, i64, nil), nil, false)
		valueType := p.ctx.TensorType([]int64{0}, t.ElementType(), nil)
		if !numeric(t.ElementType()) {
			return p.ctx.SparseElements(t, indices, p.ctx.DenseStrings(valueType, nil))
		}
		return p.ctx.SparseElements(t, indices, p.ctx.DenseElements(valueType, nil, false))
	}
	indices := p.sparseIndices(i64, rank, at)
	p.want(',', "expected ','")
	if p.err != nil {
		return nil
	}
	count := indices.ShapedType().Shape()[0]
	values := p.denseLiteral(p.ctx.TensorType([]int64{count}, t.ElementType(), nil), at, end)
	if p.err != nil {
		return nil
	}
	p.checkSparse(t, indices, at)
	return p.ctx.SparseElements(t, indices, values)
}

// sparseIndices reads a scalar, a list or a list of lists of indices.
func (p *parser) sparseIndices(i64 ir.Type, rank int64, at int) *ir.DenseElementsAttr {
	r := elementReader{p: p, elem: i64, bits: 64}
	if !p.is('[') {
		r.element()
		if p.err != nil {
			return nil
		}
		return p.ctx.DenseElements(p.ctx.TensorType([]int64{1, rank}, i64, nil), r.raw, true)
	}
	shape := p.nestedList(r.element)
	if p.err != nil {
		return nil
	}
	if len(shape) == 1 {
		shape = []int64{1, shape[0]}
	}
	if len(shape) != 2 || shape[1] != rank {
		p.fail(at, "expected sparse indices of shape [n, %d], but got [%s]", rank, dimsText(shape))
		return nil
	}
	return p.ctx.DenseElements(p.ctx.TensorType(shape, i64, nil), r.raw, false)
}

func (p *parser) checkSparse(t ir.ShapedType, indices *ir.DenseElementsAttr, at int) {
	rank := len(t.Shape())
	for i := range indices.Len() {
		dim, v := t.Shape()[i%rank], int64(indices.Bits(i))
		if v < 0 || v >= dim {
			p.fail(at, "sparse index #%d is not contained within the value shape, with index=[%d], and type=%s",
				i/rank, v, ir.Quote(t))
			return
		}
	}
}

// denseResource reads the rest of `dense_resource<key> : type`.
func (p *parser) denseResource(t ir.Type, at int) ir.Attribute {
	p.next()
	key, ok := p.TryKeywordOrString()
	if !ok {
		p.failHere("expected identifier key for 'resource' entry")
		return nil
	}
	p.want('>', "expected '>'")
	st := p.elementsType(t, at)
	if p.err != nil {
		return nil
	}
	return p.ctx.DenseResource(st, p.ctx.Resource("builtin", key))
}
