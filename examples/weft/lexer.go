package main

import (
	"regexp"
	"slices"
	"strings"
)

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	endOfFile tokenKind = iota
	word
	integer
	float
	symbol  // punctuation and operators
	invalid // a character that cannot begin a token
)

// token is a piece of the source.
type token struct {
	kind tokenKind
	pos  int // offset in the source
	text string
}

// pattern has a group for each kind of token from word to symbol. An integer before `..` is not the beginning of a
// float.
var pattern = regexp.MustCompile(`^(?:` +
	`([A-Za-z_][A-Za-z_0-9]*)|` +
	`(?:((?:[0-9]+\.[0-9]+(?:e[+-]?[0-9]+)?)|(?:[0-9]+e[+-]?[0-9]+)))|` +
	`([0-9]+)|` +
	`(\.\.|&&|\|\||[<>=!]=|//|[-+*/%<>=!(){}\[\],:]))`)

// groups are the kinds of tokens by the groups of pattern.
var groups = []tokenKind{word, float, integer, symbol}

// keywords cannot be used as names.
var keywords = []string{"kernel", "let", "if", "else", "true", "false", "inf"}

// lexer cuts a source into tokens, one at a time.
type lexer struct {
	text string
	pos  int
}

// next returns the next token. After the last one, it returns the end of the file every time.
func (l *lexer) next() token {
	l.skipBlanks()
	t := token{pos: l.pos}
	if l.pos == len(l.text) {
		return t
	}
	m := pattern.FindStringSubmatchIndex(l.text[l.pos:])
	if m == nil {
		r := []rune(l.text[l.pos:min(len(l.text), l.pos+4)])[0]
		t.kind, t.text = invalid, string(r)
		l.pos = len(l.text)
		return t
	}
	for i, kind := range groups {
		if m[2+2*i] >= 0 {
			t.kind = kind
		}
	}
	t.text = l.text[l.pos : l.pos+m[1]]
	l.pos += m[1]
	return t
}

// skipBlanks moves past white space and comments. A comment starts at # and ends with the line.
func (l *lexer) skipBlanks() {
	for {
		l.pos = len(l.text) - len(strings.TrimLeft(l.text[l.pos:], " \t\r\n"))
		if l.pos == len(l.text) || l.text[l.pos] != '#' {
			return
		}
		end := strings.IndexByte(l.text[l.pos:], '\n')
		if end < 0 {
			l.pos = len(l.text)
			return
		}
		l.pos += end
	}
}

// isName reports whether a token can name something.
func (t token) isName() bool { return t.kind == word && !slices.Contains(keywords, t.text) }

// String returns the token in the form that messages show.
func (t token) String() string {
	if t.kind == endOfFile {
		return "the end of the file"
	}
	return "'" + t.text + "'"
}
