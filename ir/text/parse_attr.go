package text

import (
	"errors"
	"math"
	"strconv"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/affine"
)

// Attribute reads an attribute; t is the type that its text may leave out, or nil.
func (p *parser) Attribute(t ir.Type) ir.Attribute {
	a, ok := p.TryAttribute(t)
	if !ok {
		p.failHere("expected attribute value")
		return nil
	}
	if p.err != nil {
		return nil
	}
	return a
}

// TryAttribute reads an attribute if one is next.
func (p *parser) TryAttribute(t ir.Type) (ir.Attribute, bool) {
	switch p.tok.kind {
	case tokInt:
		return p.integerAttr(t, false), true
	case tokFloat:
		return p.floatAttr(t, false), true
	case tokString:
		return p.stringAttr(t), true
	case tokAt:
		return p.symbolRef(), true
	case tokHash:
		return p.extendedAttr(t), true
	case tokBare:
		return p.wordAttr(t)
	case tokPunct:
		return p.punctAttr(t)
	}
	return p.typeAttr()
}

func (p *parser) typeAttr() (ir.Attribute, bool) {
	t, ok := p.TryType()
	if !ok {
		return nil, false
	}
	if p.err != nil {
		return nil, true
	}
	return p.ctx.TypeAttr(t), true
}

func (p *parser) punctAttr(t ir.Type) (ir.Attribute, bool) {
	switch p.tok.punct {
	case '-':
		p.next()
		switch p.tok.kind {
		case tokInt:
			return p.integerAttr(t, true), true
		case tokFloat:
			return p.floatAttr(t, true), true
		}
		p.failHere("expected constant integer or floating point value")
		return nil, true
	case '[':
		return p.arrayAttr(), true
	case '{':
		d, _ := p.TryAttrDict()
		return d, true
	}
	return p.typeAttr()
}

func (p *parser) wordAttr(t ir.Type) (ir.Attribute, bool) {
	switch p.spelling() {
	case "true", "false":
		return p.boolAttr(t), true
	case "unit":
		p.next()
		return p.ctx.Unit(), true
	case "loc":
		return p.inlineLocation(), true
	case "affine_map":
		return p.affineMap(), true
	case "affine_set":
		return p.integerSet(), true
	case "strided":
		p.next()
		return p.stridedLayout(), true
	case "distinct":
		p.next()
		return p.distinctAttr(t), true
	case "dense", "sparse", "array", "dense_resource":
		return p.elementsAttr(t), true
	}
	return p.typeAttr()
}

func (p *parser) boolAttr(t ir.Type) ir.Attribute {
	v := p.spelling() == "true"
	if t != nil && !ir.IsInt(t, 1) {
		p.failHere("expected %s attribute, but got 'i1'", ir.Quote(t))
		return nil
	}
	p.next()
	return p.ctx.Bool(v)
}

func (p *parser) arrayAttr() ir.Attribute {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	p.next()
	var elems []ir.Attribute
	p.list(']', "expected ',' or ']'", func() { elems = append(elems, p.Attribute(nil)) })
	if p.err != nil {
		return nil
	}
	return p.ctx.Array(elems...)
}

// TryAttrDict reads `{...}`.
func (p *parser) TryAttrDict() (*ir.DictAttr, bool) {
	if !p.is('{') {
		return nil, false
	}
	if d, ok := p.dicts.find(p, lineAt); ok {
		return d, true
	}
	start := p.tok.start
	d := p.attrDict()
	p.dicts.store(p, start, lineAt, d)
	return d, true
}

// attrDict reads `{...}`, whose opening brace is the current token, without the memo.
func (p *parser) attrDict() *ir.DictAttr {
	p.next()
	entries := p.dictEntries()
	if p.err != nil {
		return nil
	}
	return p.ctx.Dict(entries...)
}

// dictEntries reads the entries of a dictionary and the closing brace.
func (p *parser) dictEntries() []ir.NamedAttr {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	entries := make([]ir.NamedAttr, 0, 4)
	var seen map[string]bool
	p.list('}', "expected '}' in attribute dictionary", func() {
		e, at := p.dictEntry()
		if p.err != nil {
			return
		}
		if len(entries) < 8 {
			for i := range entries {
				if entries[i].Name == e.Name {
					p.duplicateKey(at, e.Name)
				}
			}
		} else {
			if seen == nil {
				seen = make(map[string]bool)
				for i := range entries {
					seen[entries[i].Name] = true
				}
			}
			if seen[e.Name] {
				p.duplicateKey(at, e.Name)
			}
			seen[e.Name] = true
		}
		entries = append(entries, e)
	})
	return entries
}

func (p *parser) duplicateKey(at int, name string) {
	p.fail(at, "duplicate key '%s' in dictionary attribute", name)
}

func (p *parser) dictEntry() (e ir.NamedAttr, at int) {
	at = p.tok.start
	switch p.tok.kind {
	case tokBare:
		e.Name = p.ctx.Identifier(p.spelling())
	case tokString:
		s := p.spelling()
		if e.Name = p.ctx.Identifier(unquote(s[1 : len(s)-1])); e.Name == "" {
			p.failToken("expected valid attribute name")
		}
	default:
		p.failHere("expected attribute name")
	}
	if p.err != nil {
		return
	}
	p.next()
	if !p.try('=') {
		e.Value = p.ctx.Unit()
		return
	}
	e.Value = p.Attribute(nil)
	return
}

func (p *parser) stringAttr(t ir.Type) ir.Attribute {
	s := p.spelling()
	p.next()
	if t == nil && p.try(':') {
		t = p.Type()
	}
	if p.err != nil {
		return nil
	}
	value := unquote(s[1 : len(s)-1])
	if t == nil {
		return p.ctx.StringAttr(value)
	}
	return p.ctx.TypedString(value, t)
}

// symbolRef reads `@root::@nested`.
func (p *parser) symbolRef() ir.Attribute {
	var buf [4]string
	path := append(buf[:0], p.symbolName())
	for p.tryColons() {
		if p.tok.kind != tokAt {
			p.failToken("expected nested symbol reference identifier")
			return nil
		}
		path = append(path, p.symbolName())
	}
	return p.ctx.SymbolRef(path...)
}

// tryColons consumes two colons if they are next. A single colon belongs to the text after the reference.
func (p *parser) tryColons() bool {
	first, end := p.tok, p.prevEnd
	if !p.try(':') {
		return false
	}
	if p.try(':') {
		return true
	}
	if p.err == nil {
		p.tok, p.pos, p.prevEnd = first, first.end, end
	}
	return false
}

func (p *parser) symbolName() string {
	s := p.spelling()[1:]
	p.next()
	if s[0] == '"' {
		return p.ctx.Identifier(unquote(s[1 : len(s)-1]))
	}
	return p.ctx.Identifier(s)
}

func (p *parser) affineMap() ir.Attribute {
	m := parseAffine(p, "affine map", affine.ParseMap)
	if p.err != nil {
		return nil
	}
	return p.ctx.AffineMap(m)
}

func (p *parser) integerSet() ir.Attribute {
	s := parseAffine(p, "integer set", affine.ParseSet)
	if p.err != nil {
		return nil
	}
	return p.ctx.IntegerSet(s)
}

// parseAffine reads `word<body>`, whose body package affine reads.
func parseAffine[T any](p *parser, what string, parse func([]byte) (T, int, error)) (v T) {
	p.next()
	if !p.is('<') {
		p.failHere("expected '<' in %s", what)
		return v
	}
	start := p.tok.end
	v, n, err := parse(p.src.Text[start:])
	var syntax *affine.SyntaxError
	if errors.As(err, &syntax) {
		p.fail(min(start+syntax.Offset, len(p.s)), "%w", err)
		for _, e := range syntax.Further {
			p.failFurther(min(start+e.Offset, len(p.s)), e.Message)
		}
		return v
	}
	p.resetTo(start + n)
	p.want('>', "expected '>' in "+what)
	return v
}

func (p *parser) stridedLayout() ir.Attribute {
	p.want('<', "expected '<' after 'strided'")
	p.want('[', "expected '['")
	var strides []int64
	p.list(']', "expected ']'", func() { strides = append(strides, p.strideOrDynamic()) })
	offset := int64(0)
	if !p.try('>') {
		p.want(',', "expected ','")
		if !p.tryWord("offset") {
			p.failHere("expected 'offset' after comma")
		}
		p.want(':', "expected ':' after 'offset'")
		offset = p.strideOrDynamic()
		p.want('>', "expected '>'")
	}
	if p.err != nil {
		return nil
	}
	return p.ctx.StridedLayout(strides, offset)
}

func (p *parser) strideOrDynamic() int64 {
	if p.try('?') {
		return ir.Dynamic
	}
	at := p.tok.start
	negative := p.try('-')
	v, ok := uint64(0), p.tok.kind == tokInt
	if ok {
		v, ok = smallInteger(p.spelling())
	}
	if !ok || v > math.MaxInt64 {
		p.fail(at, "expected a 64-bit signed integer or '?'")
	}
	p.next()
	if negative {
		return -int64(v)
	}
	return int64(v)
}

func (p *parser) distinctAttr(t ir.Type) ir.Attribute {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	p.want('[', "expected '[' after 'distinct'")
	if p.tok.kind != tokInt {
		p.failHere("expected distinct ID")
		return nil
	}
	id, err := strconv.ParseInt(p.spelling(), 0, 64)
	if err != nil {
		p.failHere("expected an unsigned 64-bit integer")
		return nil
	}
	p.next()
	p.want(']', "expected ']' to close distinct ID")
	p.want('<', "expected '<' after distinct ID")
	var value ir.Attribute = p.ctx.Unit()
	at := p.tok.start
	if !p.is('>') {
		value = p.Attribute(t)
	}
	p.want('>', "expected '>' to close distinct attribute")
	if p.err != nil {
		return nil
	}
	table := p.aliases.distinct
	table.Lock()
	defer table.Unlock()
	if known := table.m[id]; known != nil {
		if known.Value != value {
			p.fail(at, "referenced attribute does not match previous definition: %s", known.Value)
			return nil
		}
		return known
	}
	d := p.ctx.Distinct(value)
	table.m[id] = d
	return d
}
