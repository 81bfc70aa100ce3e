package text

import "strings"

// kind is a token's kind. Keywords are bare identifiers: whether an identifier is a keyword depends on the context.
type kind uint8

const (
	tokEOF kind = iota
	tokError
	tokBare    // identifier, possibly with dots
	tokAt      // @name or @"name"
	tokHash    // #name
	tokPercent // %name
	tokCaret   // ^name
	tokBang    // !name
	tokInt
	tokFloat
	tokString
	tokArrow     // ->
	tokEllipsis  // ...
	tokFileBegin // {-#
	tokFileEnd   // #-}
	tokPunct     // one character
)

// token is a piece of the text. Its spelling is the text between start and end.
type token struct {
	kind  kind
	punct byte // the character of a tokPunct
	start int
	end   int
}

// Character classes.
const (
	classLetter = 1 << iota // a-z A-Z _
	classDigit
	classHex
	classIdent  // letters, digits, _ $ .
	classSuffix // letters, digits, $ . _ -
	classSpace
	classAlone // characters that are tokens, whatever follows
)

var class = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			t[c] = classLetter | classIdent | classSuffix
			if c|0x20 <= 'f' {
				t[c] |= classHex
			}
		case c == '_':
			t[c] = classLetter | classIdent | classSuffix
		case c >= '0' && c <= '9':
			t[c] = classDigit | classHex | classIdent | classSuffix
		case c == '$' || c == '.':
			t[c] = classIdent | classSuffix
		case c == '-':
			t[c] = classSuffix
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0: // a zero byte separates tokens in MLIR
			t[c] = classSpace
		case strings.IndexByte(":()}[]<>,=?+*|", byte(c)) >= 0:
			t[c] = classAlone
		}
	}
	return t
}()

// next advances to the next token.
func (p *parser) next() {
	p.prevEnd = p.tok.end
	s, i := p.s, p.pos
	for i < len(s) {
		switch c := s[i]; {
		case class[c]&classSpace != 0:
			i++
		case class[c]&classAlone != 0:
			p.tok = token{kind: tokPunct, punct: c, start: i, end: i + 1}
			p.pos = i + 1
			return
		case c == '/' && i+1 < len(s) && s[i+1] == '/':
			for i < len(s) && s[i] != '\n' && s[i] != '\r' {
				i++
			}
		default:
			p.tok = token{start: i}
			p.scan(i)
			p.pos = p.tok.end
			return
		}
	}
	p.tok = token{kind: tokEOF, start: len(s), end: len(s)}
	p.pos = len(s)
}

// scan reads the token that starts at s[i], which is neither white space nor punctuation that stands alone.
func (p *parser) scan(i int) {
	s := p.s
	switch c := s[i]; {
	case class[c]&classLetter != 0:
		j := i + 1
		for j < len(s) && class[s[j]]&classIdent != 0 {
			j++
		}
		p.tok.kind, p.tok.end = tokBare, j
	case c == '%':
		p.scanSuffix(tokPercent, "invalid SSA name")
	case class[c]&classDigit != 0:
		p.scanNumber()
	case c == '"':
		p.scanString(i)
	case c == '@':
		p.scanAt()
	case c == '#':
		if i+2 < len(s) && s[i+1] == '-' && s[i+2] == '}' {
			p.tok.kind, p.tok.end = tokFileEnd, i+3
			return
		}
		p.scanSuffix(tokHash, "invalid attribute name")
	case c == '!':
		p.scanSuffix(tokBang, "invalid type identifier")
	case c == '^':
		p.scanSuffix(tokCaret, "invalid block name")
	default:
		p.scanPunct(c, i)
	}
}

func (p *parser) scanPunct(c byte, i int) {
	s := p.s
	p.tok.kind, p.tok.punct, p.tok.end = tokPunct, c, i+1
	follows := func(rest string) bool { return len(s) > i+len(rest) && s[i+1:i+1+len(rest)] == rest }
	switch c {
	case '-':
		if follows(">") {
			p.tok.kind, p.tok.end = tokArrow, i+2
		}
	case '{':
		if follows("-#") {
			p.tok.kind, p.tok.end = tokFileBegin, i+3
		}
	case '.':
		if follows("..") {
			p.tok.kind, p.tok.end = tokEllipsis, i+3
			return
		}
		p.lexError(i, "expected three consecutive dots for an ellipsis")
	case '/':
	default:
		p.lexError(i, "unexpected character")
	}
}

// scanSuffix reads the name after a sigil: digits only, or a letter or punctuation followed by letters, digits and
// punctuation.
func (p *parser) scanSuffix(k kind, message string) {
	s, start := p.s, p.tok.start+1
	i := start
	if i < len(s) && class[s[i]]&classDigit != 0 {
		for i < len(s) && class[s[i]]&classDigit != 0 {
			i++
		}
	} else {
		for i < len(s) && class[s[i]]&classSuffix != 0 {
			i++
		}
	}
	if i == start {
		p.lexError(p.tok.start, message)
		return
	}
	p.tok.kind, p.tok.end = k, i
}

func (p *parser) scanAt() {
	s, i := p.s, p.tok.start+1
	switch {
	case i < len(s) && s[i] == '"':
		p.scanString(i)
		if p.tok.kind == tokString {
			p.tok.kind = tokAt
		}
	case i < len(s) && class[s[i]]&classLetter != 0:
		for i < len(s) && class[s[i]]&classIdent != 0 {
			i++
		}
		p.tok.kind, p.tok.end = tokAt, i
	default:
		p.lexError(i, "@ identifier expected to start with letter or '_'")
	}
}

func (p *parser) scanNumber() {
	s, i := p.s, p.tok.start
	if s[i] == '0' && i+2 < len(s) && s[i+1] == 'x' && class[s[i+2]]&classHex != 0 {
		i += 2
		for i < len(s) && class[s[i]]&classHex != 0 {
			i++
		}
		p.tok.kind, p.tok.end = tokInt, i
		return
	}
	for i < len(s) && class[s[i]]&classDigit != 0 {
		i++
	}
	p.tok.kind, p.tok.end = tokInt, i
	if i >= len(s) || s[i] != '.' {
		return
	}
	i++
	for i < len(s) && class[s[i]]&classDigit != 0 {
		i++
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		j := i + 1
		if j < len(s) && (s[j] == '-' || s[j] == '+') {
			j++
		}
		if j < len(s) && class[s[j]]&classDigit != 0 {
			for j < len(s) && class[s[j]]&classDigit != 0 {
				j++
			}
			i = j
		}
	}
	p.tok.kind, p.tok.end = tokFloat, i
}

// scanString reads a string literal whose opening quote is s[i].
func (p *parser) scanString(i int) {
	s := p.s
	for i++; i < len(s); i++ {
		switch s[i] {
		case '"':
			p.tok.kind, p.tok.end = tokString, i+1
			return
		case '\n', '\v', '\f':
			p.lexError(i, "expected '\"' in string literal")
			return
		case '\\':
			backslash := i
			i++
			if i < len(s) && (s[i] == '"' || s[i] == '\\' || s[i] == 'n' || s[i] == 't') {
				continue
			}
			if i+1 < len(s) && class[s[i]]&classHex != 0 && class[s[i+1]]&classHex != 0 {
				i++
				continue
			}
			p.lexError(backslash, "unknown escape in string literal")
			return
		}
	}
	p.lexError(len(s), "expected '\"' in string literal")
}

func (p *parser) lexError(at int, message string) {
	p.fail(at, "%s", message)
	p.tok.kind, p.tok.end = tokError, len(p.s)
}

// resetTo continues reading at an earlier or later offset inside the current token. It splits `x4xf32`, for example.
func (p *parser) resetTo(offset int) {
	p.pos = offset
	end := min(p.prevEnd, offset)
	p.next()
	p.prevEnd = end
}

// unquote returns the value of the text between the quotes of a string literal.
func unquote(s string) string {
	i := 0
	for i < len(s) && s[i] != '\\' {
		i++
	}
	if i == len(s) {
		return s
	}
	out := append(make([]byte, 0, len(s)), s[:i]...)
	for ; i < len(s); i++ {
		if s[i] != '\\' {
			out = append(out, s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case '"', '\\':
			out = append(out, c)
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		default:
			out = append(out, hexValue(c)<<4|hexValue(s[i+1]))
			i++
		}
	}
	return string(out)
}

func hexValue(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}
