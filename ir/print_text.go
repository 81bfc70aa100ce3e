package ir

import (
	"slices"
	"strings"
)

const upperHex = "0123456789ABCDEF"

// String appends a quoted string, with quotes, control characters and bytes beyond ASCII escaped as `\HH`.
func (p *Printer) String(s string) {
	b := append(p.Buf, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			b = append(b, '\\', '\\')
		case c >= 0x20 && c < 0x7f && c != '"':
			b = append(b, c)
		default:
			b = append(b, '\\', upperHex[c>>4], upperHex[c&15])
		}
	}
	p.Buf = append(b, '"')
}

// IsBareIdentifier reports whether s needs no quotes as a name: a letter or underscore, then letters, digits, `_$.`.
func IsBareIdentifier(s string) bool {
	if s == "" || !(isLetter(s[0]) || s[0] == '_') {
		return false
	}
	for i := 1; i < len(s); i++ {
		if c := s[i]; !isLetter(c) && !isDigit(c) && c != '_' && c != '$' && c != '.' {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// KeywordOrString appends s bare if it is a bare identifier, else quoted.
func (p *Printer) KeywordOrString(s string) {
	if IsBareIdentifier(s) {
		p.text(s)
	} else {
		p.String(s)
	}
}

// Symbol appends `@name`, with quotes where they are needed.
func (p *Printer) Symbol(name string) {
	if name == "" {
		p.text("@<<INVALID EMPTY SYMBOL>>")
		return
	}
	p.text("@")
	p.KeywordOrString(name)
}

// dialectSymbol appends a dialect's type or attribute: `!dialect.body` if the body has a suitable form (see
// prettyBody), else `!dialect<body>`.
func (p *Printer) dialectSymbol(sigil byte, dialect, body string) {
	p.Buf = append(p.Buf, sigil)
	p.text(dialect)
	if prettyBody(body) {
		p.text(".")
		p.text(body)
		return
	}
	p.text("<")
	p.text(body)
	p.text(">")
}

// prettyBody reports whether a dialect symbol's body is an identifier, optionally followed by balanced `<...>`.
func prettyBody(s string) bool {
	if s == "" || !isLetter(s[0]) {
		return false
	}
	i := 0
	for i < len(s) && (isLetter(s[i]) || isDigit(s[i]) || s[i] == '.' || s[i] == '_') {
		i++
	}
	if i == len(s) {
		return true
	}
	return s[i] == '<' && s[len(s)-1] == '>' && balanced(s[i:])
}

// balanced reports whether s is one bracketed group: its first bracket closes at its end, and brackets inside match.
func balanced(s string) bool {
	var open []byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '<', '[', '(', '{':
			open = append(open, c)
		case '>', ']', ')', '}':
			if c == '>' && i > 0 && s[i-1] == '-' {
				continue
			}
			if len(open) == 0 || !bracketsMatch(open[len(open)-1], c) {
				return false
			}
			open = open[:len(open)-1]
			if len(open) == 0 && i != len(s)-1 {
				return false
			}
		case '"':
			end := stringEnd(s, i)
			if end < 0 {
				return false
			}
			i = end
		case 0:
			return false
		}
	}
	return len(open) == 0
}

func bracketsMatch(open, shut byte) bool {
	return strings.IndexByte("<[({", open) == strings.IndexByte(">])}", shut)
}

// stringEnd returns the index of the quote that ends the string starting at s[i], or -1.
func stringEnd(s string, i int) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// elements appends an elements attribute without its type.
func (p *Printer) elements(a Attribute) {
	switch a := a.(type) {
	case *DenseElementsAttr:
		if p.elide(a.Len(), a.splat) {
			return
		}
		p.text("dense<")
		p.denseBody(a, true)
	case *DenseStringElementsAttr:
		n, _ := NumElements(a.typ)
		if p.elide(int(n), len(a.Elems) == 1) {
			return
		}
		p.text("dense<")
		p.nested(a.typ.Shape(), len(a.Elems) == 1, func(i int) { p.String(a.Elems[i]) })
	case *SparseElementsAttr:
		if p.elide(a.Indices.Len(), a.Indices.splat) || p.elide(elementsOf(a.Values)) {
			return
		}
		p.text("sparse<")
		if a.Indices.Len() > 0 {
			p.denseBody(a.Indices, false)
			p.text(", ")
			switch v := a.Values.(type) {
			case *DenseElementsAttr:
				p.denseBody(v, true)
			case *DenseStringElementsAttr:
				p.nested(v.typ.Shape(), len(v.Elems) == 1, func(i int) { p.String(v.Elems[i]) })
			}
		}
	case *DenseResourceElementsAttr:
		p.text("dense_resource<")
		p.KeywordOrString(a.Resource.Key)
		if p.OnResource != nil {
			p.OnResource(a.Resource)
		}
	}
	p.text(">")
}

// elementsOf returns the number of elements of a dense attribute, and whether they are all equal.
func elementsOf(values Attribute) (n int, splat bool) {
	switch v := values.(type) {
	case *DenseElementsAttr:
		return v.Len(), v.splat
	case *DenseStringElementsAttr:
		return len(v.Elems), len(v.Elems) == 1
	}
	return 0, false
}

// elide prints a placeholder if there are too many elements to print, and reports whether it did.
func (p *Printer) elide(n int, splat bool) bool {
	if p.ElideIfLarger <= 0 || splat || n <= p.ElideIfLarger {
		return false
	}
	p.text("dense_resource<__elided__>")
	return true
}

func (p *Printer) denseBody(a *DenseElementsAttr, allowHex bool) {
	limit := p.HexIfLarger
	if limit == 0 {
		limit = 100
	}
	if allowHex && !a.splat && limit > 0 && a.Len() > limit {
		p.text(`"0x`)
		p.upperHex(a.raw)
		p.text(`"`)
		return
	}
	if c, ok := a.typ.ElementType().(*ComplexType); ok {
		p.nested(a.typ.Shape(), a.splat, func(i int) {
			parts := a.ValueBytes(i)
			half := len(parts) / 2
			p.text("(")
			p.rawElement(c.Elem, parts[:half])
			p.text(",")
			p.rawElement(c.Elem, parts[half:])
			p.text(")")
		})
		return
	}
	elem := a.typ.ElementType()
	if ElementBits(elem) == 1 {
		p.nested(a.typ.Shape(), a.splat, func(i int) { p.integerElement(elem, a.Bits(i)) })
		return
	}
	p.nested(a.typ.Shape(), a.splat, func(i int) { p.rawElement(elem, a.ValueBytes(i)) })
}

func (p *Printer) upperHex(raw string) {
	p.Buf = slices.Grow(p.Buf, 2*len(raw))
	for i := range len(raw) {
		p.Buf = append(p.Buf, upperHex[raw[i]>>4], upperHex[raw[i]&15])
	}
}

func (p *Printer) rawElement(t Type, raw string) {
	switch t := t.(type) {
	case *FloatType:
		p.Buf = t.Format.AppendText(p.Buf, LittleEndian(raw))
	case *IntegerType:
		if t.Width > 64 {
			v := IntegerAttr{typ: t, big: string(bigFromLittleEndian(raw).Bytes())}
			p.Buf = v.Big().Append(p.Buf, 10)
			return
		}
		p.integerElement(t, LittleEndian(raw).Lo)
	default:
		p.integerElement(t, LittleEndian(raw).Lo)
	}
}

// nested appends elements in row-major order, in nested brackets that follow the shape. A splat has no brackets.
func (p *Printer) nested(shape []int64, splat bool, elem func(i int)) {
	if splat {
		elem(0)
		return
	}
	for _, d := range shape {
		if d == 0 {
			return
		}
	}
	next := 0
	var level func(dim int)
	level = func(dim int) {
		if dim == len(shape) {
			elem(next)
			next++
			return
		}
		p.text("[")
		for i := range shape[dim] {
			if i > 0 {
				p.text(", ")
			}
			level(dim + 1)
		}
		p.text("]")
	}
	level(0)
}
