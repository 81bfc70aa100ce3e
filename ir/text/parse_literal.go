package text

import (
	"encoding/hex"
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// literal is the text between the brackets of `dense<...>`. The type, which comes after it, says what the elements are.
// So the literal keeps the elements as text until the type is known.
type literal struct {
	shape []int64 // the shape of nested lists; nil for a single element or an empty text
	elems []literalElem
}

// literalElem is a number, a truth value or a string. A complex number is two of them.
type literalElem struct {
	start, size uint32 // in the text, which [ParseFile] keeps below 4 GiB
	kind        kind
	negative    bool // whether a minus is in front
}

func (p *parser) elemText(e *literalElem) string { return p.s[e.start : e.start+e.size] }

// literal reads a single element or nested lists of elements.
func (p *parser) literal() (l literal) {
	if p.is('[') {
		if end := strings.IndexByte(p.s[p.tok.start:], '>'); end > 0 {
			l.elems = make([]literalElem, 0, 1+strings.Count(p.s[p.tok.start:p.tok.start+end], ","))
		}
		l.shape = p.literalList(&l)
	} else {
		p.literalElement(&l)
	}
	return l
}

// literalList reads `[...]` of elements or further lists and returns its shape.
func (p *parser) literalList(l *literal) []int64 {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	p.next()
	var inner []int64
	count := p.plainNumbers(l)
	p.list(']', "expected ']'", func() {
		var shape []int64
		if p.is('[') {
			shape = p.literalList(l)
		} else {
			p.literalElement(l)
		}
		if count == 0 {
			inner = shape
		} else if !slices.Equal(inner, shape) {
			p.failToken("tensor literal is invalid; ranks are not consistent between elements")
		}
		count++
	})
	return append([]int64{count}, inner...)
}

// plainNumbers reads the decimal numbers at the start of a list, except the last, and returns their count. Large
// constants consist of such numbers. This loop reads them several times faster than the lexer does.
func (p *parser) plainNumbers(l *literal) (n int64) {
	s, i := p.s, p.tok.start
	for {
		e, end := plainNumber(s, i)
		if end < 0 || end >= len(s) || s[end] != ',' {
			break
		}
		next := end + 1
		for next < len(s) && class[s[next]]&classSpace != 0 {
			next++
		}
		if next >= len(s) || s[next] != '-' && class[s[next]]&classDigit == 0 {
			break
		}
		l.elems = append(l.elems, e)
		n++
		i = next
	}
	if n > 0 {
		p.prevEnd = i
		p.resetTo(i)
	}
	return n
}

// plainNumber recognizes a decimal number at s[i] and returns where it ends, or -1.
func plainNumber(s string, i int) (e literalElem, end int) {
	e.kind = tokInt
	if i < len(s) && s[i] == '-' {
		e.negative = true
		i++
	}
	start := i
	for i < len(s) && class[s[i]]&classDigit != 0 {
		i++
	}
	if i == start {
		return e, -1
	}
	if i < len(s) && s[i] == '.' {
		e.kind = tokFloat
		for i++; i < len(s) && class[s[i]]&classDigit != 0; i++ {
		}
		if i+1 < len(s) && s[i]|0x20 == 'e' {
			exponent := i + 1
			if s[exponent] == '-' || s[exponent] == '+' {
				exponent++
			}
			digits := exponent
			for digits < len(s) && class[s[digits]]&classDigit != 0 {
				digits++
			}
			if digits > exponent {
				i = digits
			}
		}
	}
	e.start, e.size = uint32(start), uint32(i-start)
	return e, i
}

// literalElement reads one element; parentheses hold the two parts of a complex number.
func (p *parser) literalElement(l *literal) {
	if p.is('(') {
		p.complexElement(l)
		return
	}
	negative := p.try('-')
	switch {
	case p.tok.kind == tokInt, p.tok.kind == tokFloat:
	case negative:
		p.failToken("expected integer or floating point literal")
		return
	case p.tok.kind == tokString, p.isWord("true"), p.isWord("false"):
	default:
		p.failToken("expected element literal of primitive type")
		return
	}
	l.elems = append(l.elems, literalElem{uint32(p.tok.start), uint32(p.tok.end - p.tok.start), p.tok.kind, negative})
	p.next()
}

func (p *parser) complexElement(l *literal) {
	if !p.enter() {
		return
	}
	defer p.leave()
	p.next()
	p.literalElement(l)
	p.want(',', "expected ',' between complex elements")
	p.literalElement(l)
	p.want(')', "expected ')' after complex elements")
}

// denseElements makes an attribute of a literal and its type. Errors about the literal as a whole are reported at an
// offset.
func (p *parser) denseElements(l *literal, t ir.ShapedType, at int) ir.Attribute {
	elem := t.ElementType()
	number := numeric(elem)
	if number && l.shape == nil && len(l.elems) == 1 && l.elems[0].kind == tokString {
		return p.hexElements(l.elems[0], t, at)
	}
	if l.shape != nil && !slices.Equal(l.shape, t.Shape()) {
		p.fail(at, "inferred shape of elements literal ([%s]) does not match type ([%s])", dimsText(l.shape),
			dimsText(t.Shape()))
		return nil
	}
	n, _ := ir.NumElements(t)
	if len(l.elems) == 0 && n > 0 {
		p.fail(at, "parsed zero elements, but type (%s) expected at least 1", ir.Quote(t))
		return nil
	}
	if !number {
		return p.stringElements(l, t, at)
	}
	got, want, parts, of := int64(len(l.elems)), n, int64(1), ir.Type(t)
	if c, ok := elem.(*ir.ComplexType); ok {
		want, parts, elem = 2*n, 2, c.Elem
		if l.shape == nil && n > 0 {
			want, of = 2, c
		}
	}
	splat := l.shape == nil && got == parts
	if got != want && !splat {
		p.fail(at, "parsed %d elements, but type (%s) expected %d elements", got, ir.Quote(of), want)
		return nil
	}
	raw := p.elementBytes(l.elems, elem, parts == 1)
	if p.err != nil {
		return nil
	}
	if splat && parts == 1 && ir.ElementBits(elem) == 1 {
		raw[0] = -raw[0]
	}
	return p.ctx.DenseElements(t, raw, splat)
}

func numeric(elem ir.Type) bool {
	switch elem.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType, *ir.ComplexType:
		return true
	}
	return false
}

// elementBytes returns the raw data of elements. If pack is set, elements of one bit are packed.
func (p *parser) elementBytes(elems []literalElem, t ir.Type, pack bool) []byte {
	bits := pack && ir.ElementBits(t) == 1
	size := ir.ElementSize(t)
	if bits {
		return p.packedBits(elems, t)
	}
	raw := make([]byte, 0, len(elems)*size)
	for i := range elems {
		raw = p.appendElement(raw, t, &elems[i], size)
		if p.err != nil {
			return nil
		}
	}
	return raw
}

func (p *parser) packedBits(elems []literalElem, t ir.Type) []byte {
	raw := make([]byte, (len(elems)+7)/8)
	var one [1]byte
	for i := range elems {
		bit := p.appendElement(one[:0], t, &elems[i], 1)
		if p.err != nil {
			return nil
		}
		raw[i/8] |= bit[0] << (i % 8)
	}
	return raw
}

// appendElement appends the bytes of one number.
func (p *parser) appendElement(raw []byte, t ir.Type, e *literalElem, size int) []byte {
	s := p.elemText(e)
	if ft, ok := t.(*ir.FloatType); ok {
		bits, ok := p.floatLiteral(ft, e.kind, s, int(e.start), e.negative)
		if !ok {
			return raw
		}
		return ir.AppendLittleEndian(raw, bits, size)
	}
	switch {
	case e.negative && isUnsigned(t):
		p.fail(int(e.start), "expected unsigned integer elements, but parsed negative value")
	case e.kind == tokFloat:
		p.fail(int(e.start), "expected integer elements, but parsed floating-point")
	case e.kind == tokBare && !ir.IsInt(t, 1):
		p.fail(int(e.start), "expected i1 type for 'true' or 'false' values")
	case e.kind == tokBare:
		return append(raw, truth(s))
	case e.kind == tokInt:
		raw, ok := p.appendInteger(raw, t, s, e.negative, size)
		if ok {
			return raw
		}
		fallthrough
	default:
		p.fail(int(e.start), "integer constant out of range for type")
	}
	return raw
}

func isUnsigned(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Signedness == ir.Unsigned
}

func truth(s string) byte {
	if s == "true" {
		return 1
	}
	return 0
}

// hexElements reads `"0x..."`, the elements' raw bytes.
func (p *parser) hexElements(e literalElem, t ir.ShapedType, at int) ir.Attribute {
	s := p.elemText(&e)
	digits, ok := strings.CutPrefix(s[1:len(s)-1], "0x")
	raw := make([]byte, len(digits)/2)
	if ok {
		_, err := hex.Decode(raw, []byte(digits))
		ok = err == nil
	}
	if !ok {
		p.fail(int(e.start), "expected string containing hex digits starting with `0x`")
		return nil
	}
	count, _ := ir.NumElements(t)
	n := int(count)
	size := ir.ElementSize(t.ElementType())
	want, one := n*size, size
	if ir.ElementBits(t.ElementType()) == 1 {
		want, one = (n+7)/8, 1
	}
	switch {
	case len(raw) == want && count <= int64(8*len(raw)) && !(n == 1 && one == want):
		return p.ctx.DenseElements(t, raw, false)
	case len(raw) == one:
		if ir.ElementBits(t.ElementType()) == 1 {
			raw[0] = -(raw[0] & 1)
		}
		return p.ctx.DenseElements(t, raw, true)
	}
	p.fail(at, "elements hex data size is invalid for provided type: %s", ir.Quote(t))
	return nil
}

func (p *parser) stringElements(l *literal, t ir.ShapedType, at int) ir.Attribute {
	var elems []string
	for i := range l.elems {
		e := &l.elems[i]
		s := p.elemText(e)
		if e.kind != tokString {
			p.fail(at, "expected string token, got %s", s)
			return nil
		}
		elems = append(elems, unquote(s[1:len(s)-1]))
	}
	if n, _ := ir.NumElements(t); len(elems) != 1 && int64(len(elems)) != n {
		p.fail(at, "parsed %d elements, but type (%s) expected %d elements", len(elems), ir.Quote(t), n)
		return nil
	}
	return p.ctx.DenseStrings(t, elems)
}
