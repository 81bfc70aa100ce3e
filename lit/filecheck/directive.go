package filecheck

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Kind is the kind of a directive.
type Kind int

// The kinds of directives. EndOfFile stands for the end of the input; the last NOT and DAG directives come before it.
const (
	Plain Kind = iota
	Next
	Same
	Not
	Dag
	Label
	Empty
	EndOfFile
	comment
	misspelled
	badNot
	badCount
	noDirective
)

// suffixes are the texts after the prefix of a directive, by kind.
var suffixes = map[Kind]string{Next: "NEXT", Same: "SAME", Not: "NOT", Dag: "DAG", Label: "LABEL", Empty: "EMPTY"}

// suffixOrder is the order in which suffixes are tried. None is the beginning of another.
var suffixOrder = []Kind{Next, Same, Not, Dag, Label, Empty}

// badNotCombinations are combinations of NOT with another suffix. They have no meaning.
var badNotCombinations = []string{"DAG-NOT:", "NOT-DAG:", "NEXT-NOT:", "NOT-NEXT:", "SAME-NOT:", "NOT-SAME:",
	"EMPTY-NOT:", "NOT-EMPTY:"}

// directive is the information in the words before a pattern.
type directive struct {
	kind    Kind
	count   int
	literal bool
}

// describe returns the directive's name in messages.
func (d directive) describe(prefix string) string {
	name := prefix
	switch {
	case d.kind == EndOfFile:
		return "implicit EOF"
	case d.kind == Plain && d.count > 1:
		name += "-COUNT"
	case d.kind != Plain:
		name += "-" + suffixes[d.kind]
	}
	if d.literal {
		name += "{LITERAL}"
	}
	return name
}

// readDirective reads the directive after the prefix at the start of text. It returns the text after the directive.
func readDirective(text Range, prefix string, comments []string) (directive, Range) {
	none := directive{kind: noDirective, count: 1}
	if text.len() <= len(prefix) {
		return none, text
	}
	rest := text.from(len(prefix))
	if slices.Contains(comments, prefix) {
		if rest.eat(":") {
			return directive{kind: comment, count: 1}, rest
		}
		return none, rest
	}
	if rest.has(":") || rest.has("{") {
		return readModifiers(directive{kind: Plain, count: 1}, rest)
	}
	wrong := rest.eat("_")
	if !wrong && !rest.eat("-") {
		return none, rest
	}
	d, rest := readSuffix(rest)
	if wrong && d.kind != noDirective {
		d.kind = misspelled
	}
	return d, rest
}

// readSuffix reads the suffix after the hyphen that follows a prefix.
func readSuffix(rest Range) (directive, Range) {
	if rest.eat("COUNT-") {
		return readCount(rest)
	}
	for _, bad := range badNotCombinations {
		if rest.has(bad) {
			return directive{kind: badNot, count: 1}, rest
		}
	}
	for _, kind := range suffixOrder {
		if rest.eat(suffixes[kind]) {
			return readModifiers(directive{kind: kind, count: 1}, rest)
		}
	}
	return directive{kind: noDirective, count: 1}, rest
}

// readCount reads the count of a COUNT directive and the rest up to its colon.
func readCount(rest Range) (directive, Range) {
	bad := directive{kind: badCount, count: 1}
	digits := rest
	rest.eat("-")
	for !rest.empty() && rest.bytes()[0] >= '0' && rest.bytes()[0] <= '9' {
		rest.Start++
	}
	text := Range{rest.Source, digits.Start, rest.Start}
	n, err := strconv.ParseUint(strings.TrimPrefix(text.String(), "-"), 10, 64)
	if err != nil {
		return bad, digits
	}
	if text.has("-") || n == 0 || n > math.MaxInt32 || !rest.has(":") && !rest.has("{") {
		return bad, rest
	}
	return readModifiers(directive{kind: Plain, count: int(n)}, rest)
}

// readModifiers reads the modifiers in braces, if any, and the colon.
func readModifiers(d directive, rest Range) (directive, Range) {
	none := directive{kind: noDirective, count: 1}
	if rest.eat(":") {
		return d, rest
	}
	if !rest.eat("{") {
		return none, rest
	}
	for again := true; again; again = rest.eat(",") {
		rest = trimSpace(rest)
		if !rest.eat("LITERAL") {
			return none, rest
		}
		d.literal = true
		rest = trimSpace(rest)
	}
	if !rest.eat("}:") {
		return none, rest
	}
	return d, rest
}

// trimSpace removes leading whitespace, including newlines.
func trimSpace(r Range) Range {
	return r.from(r.len() - len(bytes.TrimLeft(r.bytes(), " \t\n\v\f\r")))
}

func isPartOfWord(c byte) bool { return isAlnum(c) || c == '-' || c == '_' }

func isAlnum(c byte) bool { return isAlpha(c) || c >= '0' && c <= '9' }

func isAlpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// prefixFinder finds the prefixes of directives and comments in a check file.
type prefixFinder struct {
	text     []byte
	prefixes []string // longer ones first
	next     []int    // by prefix, its first occurrence from the last position asked for on, or -1
}

func newPrefixFinder(text []byte, prefixes, comments []string) *prefixFinder {
	f := &prefixFinder{text: text, prefixes: slices.Concat(prefixes, comments)}
	slices.SortStableFunc(f.prefixes, func(a, b string) int { return len(b) - len(a) })
	for _, p := range f.prefixes {
		f.next = append(f.next, bytes.Index(text, []byte(p)))
	}
	return f
}

// find returns the first prefix at position from or later. If there are several at one position, it returns the
// longest.
func (f *prefixFinder) find(from int) (prefix string, at int) {
	at = -1
	for i, p := range f.prefixes {
		if f.next[i] >= 0 && f.next[i] < from {
			f.next[i] = bytes.Index(f.text[from:], []byte(p))
			if f.next[i] >= 0 {
				f.next[i] += from
			}
		}
		if n := f.next[i]; n >= 0 && (at < 0 || n < at) {
			prefix, at = p, n
		}
	}
	return prefix, at
}
