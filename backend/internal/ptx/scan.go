package ptx

import (
	"strings"
)

type kind int

const (
	end kind = iota
	identifier
	number
	punctuation
	placeholder // $n, with text n
)

type token struct {
	kind kind
	text string
	at   position
}

// scan splits a text into tokens. Directives and opcodes are one token, including their dots.
func scan(text string) ([]token, error) {
	var out []token
	at := position{1, 1}
	for text != "" {
		n, k := next(text)
		piece := text[:n]
		if n == 0 {
			return nil, at.errorf(ErrSyntax, "unexpected %q", text[:1])
		}
		if k == placeholder {
			digits := strings.Trim(piece, "${}")
			out = append(out, token{k, digits, at})
		} else if k != end {
			out = append(out, token{k, piece, at})
		}
		for _, c := range []byte(piece) {
			if at.column++; c == '\n' {
				at = position{at.line + 1, 1}
			}
		}
		text = text[n:]
	}
	return append(out, token{end, "end of the text", at}), nil
}

// next returns the length and the kind of the first token; blanks and comments have kind end.
func next(s string) (int, kind) {
	switch c := s[0]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		return 1, end
	case strings.HasPrefix(s, "//"):
		if i := strings.IndexByte(s, '\n'); i >= 0 {
			return i, end
		}
		return len(s), end
	case strings.HasPrefix(s, "/*"):
		if i := strings.Index(s, "*/"); i >= 0 {
			return i + 2, end
		}
		return 0, end
	case strings.HasPrefix(s, "${"):
		n := 2 + span(s[2:], isDigit)
		if n > 2 && n < len(s) && s[n] == '}' {
			return n + 1, placeholder
		}
		return 0, end
	case c == '$':
		if n := span(s[1:], isDigit); n > 0 {
			return 1 + n, placeholder
		}
		return 0, end
	case isDigit(c):
		n := span(s, func(c byte) bool { return isLetter(c) || isDigit(c) || c == '.' })
		if n < len(s) && (s[n] == '+' || s[n] == '-') && (s[n-1] == 'e' || s[n-1] == 'E') && !strings.HasPrefix(s, "0x") {
			n += 1 + span(s[n+1:], isDigit)
		}
		return n, number
	case isLetter(c) || c == '.' || c == '%':
		return 1 + span(s[1:], func(c byte) bool { return isLetter(c) || isDigit(c) || c == '.' || c == ':' }), identifier
	case strings.IndexByte("{},;@!|<>()[]-+~", c) >= 0:
		return 1, punctuation
	}
	return 0, end
}

func span(s string, in func(c byte) bool) int {
	for i := range len(s) {
		if !in(s[i]) {
			return i
		}
	}
	return len(s)
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
