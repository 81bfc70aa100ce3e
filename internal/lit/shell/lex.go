package shell

import (
	"strings"
	"unicode"
)

// token is a word or an operator.
type token struct {
	op     string // "" for a word
	fd     int    // the number in front of a redirection, or -1
	word   Word
	offset int // offset in the line
}

// lexer cuts a line into tokens.
type lexer struct {
	line   []rune
	starts []int // byte offset of each rune, and of the end
	pos    int
}

func newLexer(line string) *lexer {
	l := &lexer{}
	for i, r := range line {
		l.line = append(l.line, r)
		l.starts = append(l.starts, i)
	}
	l.starts = append(l.starts, len(line))
	return l
}

func (l *lexer) errorf(at int, format string, args ...any) error {
	return errorAt(l.starts[min(at, len(l.line))], format, args...)
}

// eat consumes the next character if it is r.
func (l *lexer) eat(r rune) bool {
	if l.pos < len(l.line) && l.line[l.pos] == r {
		l.pos++
		return true
	}
	return false
}

// next returns the next token; ok is false at the end of the line.
func (l *lexer) next() (t token, ok bool, err error) {
	for l.pos < len(l.line) && unicode.IsSpace(l.line[l.pos]) {
		l.pos++
	}
	if l.pos == len(l.line) {
		return token{offset: l.starts[l.pos]}, false, nil
	}
	start := l.pos
	if op := l.operator(); op != "" {
		return token{op: op, fd: -1, offset: l.starts[start]}, true, nil
	}
	t, err = l.argument()
	t.offset = l.starts[start]
	return t, true, err
}

// operator consumes an operator, or nothing and returns "".
func (l *lexer) operator() string {
	r := l.line[l.pos]
	if !strings.ContainsRune(";|&<>", r) {
		return ""
	}
	l.pos++
	longer := map[rune]string{'|': "|", '&': "&>", '>': "&>", '<': "&>"}[r]
	for _, second := range longer {
		if l.eat(second) {
			return string(r) + string(second)
		}
	}
	return string(r)
}

// argument reads a word, or a redirection with a number in front of it, such as 2>.
func (l *lexer) argument() (token, error) {
	if w, ok := l.plainWord(); ok {
		return token{word: w, fd: -1}, nil
	}
	var b strings.Builder
	var quotedPattern, pattern bool
	for first := true; l.pos < len(l.line); first = false {
		r := l.line[l.pos]
		switch {
		case unicode.IsSpace(r) || strings.ContainsRune("|&;", r):
			return l.finish(b.String(), pattern, quotedPattern)
		case r == '<' || r == '>':
			fd, ok := descriptor(b.String())
			if !ok {
				return l.finish(b.String(), pattern, quotedPattern)
			}
			return token{op: l.operator(), fd: fd}, nil
		case r == '\'' || r == '"':
			l.pos++
			text, err := l.quoted(r)
			if err != nil {
				return token{}, err
			}
			// As in LLVM's lit, if the word starts with a quote, the quoted part may contain patterns next to unquoted
			// ones.
			quotedPattern = quotedPattern || !first && strings.ContainsAny(text, "*?")
			b.WriteString(text)
		case r == '\\' && !first: // a leading backslash is kept
			l.pos++
			if l.pos == len(l.line) {
				return token{}, l.errorf(l.pos-1, "nothing follows the backslash")
			}
			b.WriteRune(l.line[l.pos])
			l.pos++
		default:
			pattern = pattern || !first && (r == '*' || r == '?')
			b.WriteRune(r)
			l.pos++
		}
	}
	return l.finish(b.String(), pattern, quotedPattern)
}

func (l *lexer) finish(text string, pattern, quotedPattern bool) (token, error) {
	if pattern && quotedPattern {
		return token{}, l.errorf(l.pos, "%q has pattern characters both in and outside of quotes", text)
	}
	return token{word: Word{Text: text, Glob: pattern}, fd: -1}, nil
}

// plainWord reads a word without quotes, escapes and operators up to the next blank.
func (l *lexer) plainWord() (w Word, ok bool) {
	end := l.pos
	for ; end < len(l.line) && !unicode.IsSpace(l.line[end]); end++ {
		if strings.ContainsRune(`|&<>'";\`, l.line[end]) {
			return Word{}, false
		}
	}
	text := string(l.line[l.pos:end])
	l.pos = end
	return Word{Text: text, Glob: strings.ContainsAny(text, "*?")}, true
}

// quoted reads up to the closing quote. In double quotes, a backslash escapes only ", \ and $.
func (l *lexer) quoted(quote rune) (string, error) {
	open := l.pos - 1
	var b strings.Builder
	for l.pos < len(l.line) {
		r := l.line[l.pos]
		l.pos++
		switch {
		case r == quote:
			return b.String(), nil
		case r == '\\' && quote == '"' && l.pos < len(l.line):
			escaped := l.line[l.pos]
			l.pos++
			if !strings.ContainsRune(`"\$`, escaped) {
				b.WriteRune('\\')
			}
			b.WriteRune(escaped)
		default:
			b.WriteRune(r)
		}
	}
	return "", l.errorf(open, "the quote %c is not closed", quote)
}

// descriptor returns the number in front of a redirection.
func descriptor(s string) (fd int, ok bool) {
	if s == "" || len(s) > 9 {
		return 0, false
	}
	for _, r := range s {
		if r < '0' || r > '9' {
			return 0, false
		}
		fd = fd*10 + int(r-'0')
	}
	return fd, true
}
