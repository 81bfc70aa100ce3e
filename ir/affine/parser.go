package affine

// A SyntaxError is an error in the text of a map or set. Its message is that
// of MLIR's parser.
type SyntaxError struct {
	Offset  int // in bytes
	Message string
	Further []SyntaxError // errors that MLIR reports after this one
}

// Error returns the message, without the offset.
func (e *SyntaxError) Error() string { return e.Message }

// ParseMap parses the map at the start of text, as in
//
//	(d0, d1)[s0] -> (d0 + s0, d1 mod 4)
//
// and returns how many bytes it takes. What follows in text is not looked at.
// The error is a [*SyntaxError].
func ParseMap(text []byte) (m Map, n int, err error) {
	return parse(text, func(p *parser) Map {
		m, _, isSet := p.mapOrSet()
		if isSet {
			p.failAt(p.first, "expected AffineMap, but got IntegerSet")
		}
		return m
	})
}

// ParseSet parses the integer set at the start of text, as in
//
//	(d0)[s0] : (d0 >= 0, d0 <= s0, d0 mod 4 == 0)
//
// and returns how many bytes it takes. What follows in text is not looked at.
// The error is a [*SyntaxError].
func ParseSet(text []byte) (s Set, n int, err error) {
	return parse(text, func(p *parser) Set {
		_, s, isSet := p.mapOrSet()
		if !isSet {
			p.failAt(p.first, "expected IntegerSet, but got AffineMap")
		}
		return s
	})
}

// parse runs a parsing function over text.
func parse[T any](text []byte, body func(*parser) T) (result T, n int, err error) {
	p := &parser{lexer: lexer{text: text}, names: make(map[string]Expr)}
	p.advance()
	p.first = p.tok.start
	result = body(p)
	if p.err != nil {
		var none T
		return none, 0, p.err
	}
	return result, p.lastEnd, nil
}

// parser is a recursive-descent parser with the productions, and the choice of
// error positions, of mlir/lib/AsmParser/AffineParser.cpp.
//
// After the first error every production returns at once, since the current
// token is then a tokenError, which none of them accepts.
type parser struct {
	lexer
	tok     token
	lexErr  string // message of a tokenError from the lexer
	first   int    // offset of the first token
	lastEnd int    // end of the last token consumed
	err     *SyntaxError

	names   map[string]Expr // dimensions and symbols
	nesting int
}

// maxNesting bounds the depth of parentheses and signs, and so the recursion
// of the parser.
const maxNesting = 10000

// advance consumes the current token.
func (p *parser) advance() {
	p.lastEnd = p.tok.end
	p.tok, p.lexErr = p.lexer.next()
}

// failAt reports an error at an offset. Only the first one counts, and what
// the lexer has to say about the current token takes precedence.
func (p *parser) failAt(offset int, message string) {
	if p.err != nil {
		return
	}
	if p.lexErr != "" {
		offset, message = p.tok.start, p.lexErr
	}
	p.err = &SyntaxError{Offset: offset, Message: message}
	p.tok.kind = tokenError
}

// fail reports an error at the current token.
func (p *parser) fail(message string) { p.failAt(p.offset(), message) }

// maxFurther bounds the number of errors that MLIR reports after the first one.
const maxFurther = 64

// failFurther adds an error to the one that was reported, unless the lexer reported that one.
func (p *parser) failFurther(message string) {
	if p.lexErr == "" && len(p.err.Further) < maxFurther {
		p.err.Further = append(p.err.Further, SyntaxError{Offset: p.offset(), Message: message})
	}
}

// offset returns the offset at which an error about the current token is reported: the start of the token, but at most
// the last byte of the text.
func (p *parser) offset() int {
	return max(0, min(p.tok.start, len(p.text)-1))
}

// failWrongToken reports that the expected token is missing. The error is at the end of the token before.
func (p *parser) failWrongToken(message string) {
	if p.lastEnd == 0 {
		p.fail(message)
		return
	}
	p.failAt(min(p.lastEnd, len(p.text)-1), message)
}

// accept consumes the current token if it is of the given kind.
func (p *parser) accept(kind tokenKind) bool {
	if p.tok.kind != kind {
		return false
	}
	p.advance()
	return true
}

// expect consumes a token of the given kind, or reports an error.
func (p *parser) expect(kind tokenKind, message string) bool {
	if p.accept(kind) {
		return true
	}
	p.failWrongToken(message)
	return false
}

// spelling returns the text of the current token.
func (p *parser) spelling() []byte { return p.text[p.tok.start:p.tok.end] }

// list parses elements separated by commas between two delimiters. context
// ends the messages about missing delimiters.
func (p *parser) list(open, end tokenKind, context string, element func()) {
	if !p.expect(open, "expected '"+string(rune(open))+"'"+context) || p.accept(end) {
		return
	}
	for {
		element()
		if !p.accept(',') {
			break
		}
	}
	p.expect(end, "expected '"+string(rune(end))+"'"+context)
}

// mapOrSet parses a map or a set. isSet is true for a set.
func (p *parser) mapOrSet() (m Map, s Set, isSet bool) {
	dims := p.declarations('(', ')', KindDim, " in dimensional identifier list")
	symbols := 0
	if p.tok.kind == '[' {
		symbols = p.declarations('[', ']', KindSymbol, " in symbol list")
	}
	if p.accept(tokenArrow) {
		m = Map{dims: dims, symbols: symbols}
		p.list('(', ')', " in affine map range", func() {
			m.results = append(m.results, p.expr())
		})
		return m, Set{}, false
	}
	p.expect(':', "expected '->' or ':'")
	var constraints []Constraint
	p.list('(', ')', " in integer set constraint list", func() {
		constraints = append(constraints, p.constraint())
	})
	return Map{}, NewSet(dims, symbols, constraints...), true
}

// declarations parses a list of names and returns how many there are.
func (p *parser) declarations(open, end tokenKind, kind Kind, context string) (n int) {
	p.list(open, end, context, func() {
		if p.tok.kind != tokenIdentifier {
			p.failWrongToken("expected bare identifier")
			return
		}
		name := string(p.spelling())
		if p.names[name].IsValid() {
			p.fail("redefinition of identifier '" + name + "'")
			return
		}
		p.names[name] = newLeaf(kind, int64(n))
		n++
		p.advance()
	})
	return n
}
