package text

import (
	"math"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Type reads a type.
func (p *parser) Type() ir.Type {
	t, ok := p.TryType()
	if !ok {
		p.failHere("expected non-function type")
	}
	return t
}

// TryType reads a type if one is next. A function type counts.
func (p *parser) TryType() (ir.Type, bool) {
	switch p.tok.kind {
	case tokBare:
		return p.builtinType()
	case tokBang:
		return p.extendedType(), true
	case tokPunct:
		if p.tok.punct == '(' {
			return p.functionType(), true
		}
	}
	return nil, false
}

func (p *parser) nonFunctionType() ir.Type {
	if p.is('(') {
		p.failHere("expected non-function type")
		return nil
	}
	return p.Type()
}

// builtinType reads a type that starts with a bare word.
func (p *parser) builtinType() (ir.Type, bool) {
	switch word := p.spelling(); word {
	case "tensor", "vector", "memref", "tuple", "complex":
		if !p.enter() {
			return nil, true
		}
		defer p.leave()
		if t, ok := p.types.find(p, bracketAt); ok {
			return t, true
		}
		start := p.tok.start
		p.next()
		t := p.parametricType(word)
		p.types.store(p, start, bracketAt, t)
		return t, true
	default:
		return p.wordType(word)
	}
}

func (p *parser) wordType(word string) (ir.Type, bool) {
	switch word {
	case "index":
		p.next()
		return p.ctx.Index(), true
	case "none":
		p.next()
		return p.ctx.None(), true
	}
	switch word[0] {
	case 'i', 's', 'u':
		if width, s, ok := integerTypeWord(word); ok {
			if width > math.MaxUint32 {
				p.failToken("invalid integer width")
				return nil, true
			}
			if width > ir.MaxIntegerWidth {
				p.failToken("integer bitwidth is limited to %d bits", ir.MaxIntegerWidth)
				return nil, true
			}
			p.next()
			return p.ctx.IntegerType(uint32(width), s), true
		}
	case 'f', 'b', 't':
		if t := p.ctx.Float(word); t != nil {
			p.next()
			return t, true
		}
	}
	return nil, false
}

// integerTypeWord recognizes iN, siN and uiN. A width with too many digits is returned as one that is too large.
func integerTypeWord(word string) (width uint64, s ir.Signedness, ok bool) {
	digits, ok := strings.CutPrefix(word, "i")
	if !ok {
		s = ir.Signed
		digits, ok = strings.CutPrefix(word, "si")
	}
	if !ok {
		s = ir.Unsigned
		digits, ok = strings.CutPrefix(word, "ui")
	}
	if !ok || !isDigits(digits) {
		return 0, 0, false
	}
	width, err := strconv.ParseUint(digits, 10, 32)
	if err != nil {
		width = math.MaxUint64
	}
	return width, s, true
}

func (p *parser) parametricType(word string) ir.Type {
	if !p.try('<') {
		p.failHere("expected '<' in %s type", word)
		return nil
	}
	switch word {
	case "complex":
		return p.complexType()
	case "tuple":
		var elems []ir.Type
		p.list('>', "expected '>' in tuple type", func() { elems = append(elems, p.Type()) })
		if p.err != nil {
			return nil
		}
		return p.ctx.TupleType(elems...)
	case "vector":
		return p.vectorType()
	case "tensor":
		return p.tensorType()
	}
	return p.memrefType()
}

func (p *parser) complexType() ir.Type {
	at := p.tok.start
	elem := p.Type()
	p.want('>', "expected '>' in complex type")
	if p.err != nil {
		return nil
	}
	switch elem.(type) {
	case *ir.IntegerType, *ir.FloatType:
		return p.ctx.ComplexType(elem)
	}
	p.fail(at, "invalid element type for complex")
	return nil
}

// functionType reads `(inputs) -> results`.
func (p *parser) functionType() ir.Type {
	ft := p.signature()
	if p.err != nil {
		return nil
	}
	return p.ctx.FunctionType(ft.inputs, ft.results)
}

// signature is a function type that is not interned, since operations need only its parts.
type signature struct{ inputs, results []ir.Type }

func (p *parser) signature() (sig signature) {
	if !p.enter() {
		return
	}
	defer p.leave()
	p.want('(', "expected '(' in function type")
	p.list(')', "expected ')'", func() { sig.inputs = append(sig.inputs, p.Type()) })
	if p.tok.kind != tokArrow {
		p.failHere("expected '->' in function type")
		return
	}
	p.next()
	sig.results = p.resultTypes()
	return
}

// resultTypes reads one type that is not a function type, or a list in parentheses.
func (p *parser) resultTypes() (types []ir.Type) {
	if !p.try('(') {
		return []ir.Type{p.nonFunctionType()}
	}
	p.list(')', "expected ')'", func() { types = append(types, p.Type()) })
	return types
}
