package affine

import "bytes"

// tokenKind is the kind of a token. The kind of a single-character token is that character.
type tokenKind rune

const (
	tokenEOF        tokenKind = -1 - iota
	tokenError                // an error that the lexer has reported
	tokenIdentifier           // also keywords and integer types
	tokenInteger
	tokenArrow // ->
	tokenOther // a token of MLIR that occurs in no map or set
)

type token struct {
	kind       tokenKind
	start, end int
}

// lexer splits text into the tokens of MLIR (mlir/lib/AsmParser/Lexer.cpp). Tokens that the parser of maps and sets
// need not tell apart have one kind.
type lexer struct {
	text []byte
	pos  int
}

// next returns the next token. For a tokenError it also returns the message.
func (l *lexer) next() (tok token, message string) {
	l.skipSpace()
	tok.start = l.pos
	if l.pos == len(l.text) {
		return token{tokenEOF, l.pos, l.pos}, ""
	}
	c := l.text[l.pos]
	l.pos++
	switch {
	case isLetter(c):
		l.skipWhile(isIdentifierByte)
		tok.kind = tokenIdentifier
	case isDigit(c):
		tok.kind = l.number(c)
	case c == '-' && l.peek(0) == '>':
		l.pos++
		tok.kind = tokenArrow
	case bytes.IndexByte([]byte("()[],:+-*<>="), c) >= 0:
		tok.kind = tokenKind(c)
	case bytes.IndexByte([]byte("!#%^"), c) >= 0:
		tok.kind, message = tokenOther, l.sigil(c)
	case c == '@' || c == '"':
		tok.kind = tokenOther
		tok.start, message = l.symbolOrString(c, tok.start)
	case bytes.IndexByte([]byte("{}/|?"), c) >= 0:
		tok.kind = tokenOther
	case c == '.' && l.peek(0) == '.' && l.peek(1) == '.':
		l.pos += 2
		tok.kind = tokenOther
	case c == '.':
		tok.start++
		tok.kind, message = tokenError, "expected three consecutive dots for an ellipsis"
	default:
		tok.kind, message = tokenError, "unexpected character"
	}
	if message != "" {
		tok.kind = tokenError
	}
	tok.end = max(l.pos, tok.start)
	return tok, message
}

// sigils holds the messages of MLIR's lexer for a sigil that no name follows.
var sigils = map[byte]string{'%': "invalid SSA name", '#': "invalid attribute name", '!': "invalid type identifier",
	'^': "invalid block name"}

// sigil returns the message for a sigil without a name, or "" if a name follows.
func (l *lexer) sigil(c byte) (message string) {
	if next := l.peek(0); !isIdentifierByte(next) && next != '-' {
		return sigils[c]
	}
	return ""
}

// symbolOrString returns the offset of an error in a symbol or string, and its message.
func (l *lexer) symbolOrString(c byte, start int) (at int, message string) {
	if c == '@' && l.peek(0) != '"' {
		if !isLetter(l.peek(0)) {
			return l.pos, "@ identifier expected to start with letter or '_'"
		}
		return start, ""
	}
	from := l.pos
	if c == '@' {
		from++
	}
	end := bytes.IndexAny(l.text[min(from, len(l.text)):], "\"\n\v\f")
	if end < 0 || l.text[from+end] != '"' {
		if end < 0 {
			end = len(l.text) - from
		}
		return from + end, "expected '\"' in string literal"
	}
	return start, ""
}

// number skips the rest of a number that begins with c.
func (l *lexer) number(c byte) tokenKind {
	if c == '0' && l.peek(0) == 'x' && isHexDigit(l.peek(1)) {
		l.pos++
		l.skipWhile(isHexDigit)
		return tokenInteger
	}
	l.skipWhile(isDigit)
	if l.peek(0) == '.' {
		// A floating-point literal. Where it ends does not matter.
		l.pos++
		return tokenOther
	}
	return tokenInteger
}

// skipSpace skips white space and comments.
func (l *lexer) skipSpace() {
	for l.pos < len(l.text) {
		switch c := l.text[l.pos]; {
		case c == ' ', c == '\t', c == '\n', c == '\r', c == 0:
			l.pos++
		case c == '/' && l.peek(1) == '/':
			n := bytes.IndexAny(l.text[l.pos:], "\n\r")
			if n < 0 {
				n = len(l.text) - l.pos
			}
			l.pos += n
		default:
			return
		}
	}
}

func (l *lexer) skipWhile(match func(byte) bool) {
	for l.pos < len(l.text) && match(l.text[l.pos]) {
		l.pos++
	}
}

// peek returns the byte i places ahead, 0 beyond the end.
func (l *lexer) peek(i int) byte {
	if l.pos+i < len(l.text) {
		return l.text[l.pos+i]
	}
	return 0
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isHexDigit(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func isIdentifierByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '$' || c == '.'
}
