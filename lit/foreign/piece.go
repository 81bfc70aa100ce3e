package foreign

import (
	"regexp"
	"strings"
)

// piece is a part of a test that can stand alone: the test's RUN lines, what its functions share, and one function.
type piece struct {
	line int // of the test, from 1: where the function, or the part without one, begins
	text string
}

var (
	directive = regexp.MustCompile(`^\s*//\s*(RUN|REQUIRES|UNSUPPORTED|XFAIL|DEFINE|REDEFINE):`)
	marker    = regexp.MustCompile(`^\s*// -----`)
)

// pieces cuts a test at its split markers, and the parts between them into functions.
func pieces(text string) []piece {
	var head strings.Builder
	var out []piece
	var part []string
	first := 1
	lines := strings.SplitAfter(text, "\n")
	for _, line := range lines {
		if directive.MatchString(line) {
			head.WriteString(strings.TrimSuffix(line, "\n") + "\n")
		}
	}
	flush := func(next int) {
		for _, p := range functions(part, first) {
			out = append(out, piece{p.line, head.String() + p.text})
		}
		part, first = nil, next
	}
	for i, line := range lines {
		switch {
		case marker.MatchString(line):
			flush(i + 2)
		case directive.MatchString(line):
			part = append(part, "\n")
		default:
			part = append(part, line)
		}
	}
	flush(0)
	return out
}

// functions cuts a part, whose first line has the given number, into one piece for each function with a body. Aliases,
// declarations and other operations are in all of them. A comment belongs to what follows it.
func functions(lines []string, first int) []piece {
	type unit struct {
		line     int
		text     string
		function bool
	}
	var units []unit
	var text strings.Builder
	count, depth, start := 0, 0, 0
	for i, line := range lines {
		text.WriteString(line)
		code := code(line)
		if code == "" {
			continue
		}
		if start == 0 {
			start = first + i
		}
		depth += nesting(code)
		if depth > 0 {
			continue
		}
		u := unit{start, text.String(), isFunction(lines[start-first], code)}
		if u.function {
			count++
		}
		units = append(units, u)
		text.Reset()
		depth, start = 0, 0
	}
	rest := text.String()
	if count < 2 {
		whole := strings.Join(lines, "")
		if strings.TrimSpace(whole) == "" {
			return nil
		}
		return []piece{{first, whole}}
	}
	var out []piece
	for i, u := range units {
		if !u.function {
			continue
		}
		var b strings.Builder
		for j, other := range units {
			if i == j || !other.function {
				b.WriteString(other.text)
			}
		}
		out = append(out, piece{u.line, b.String() + rest})
	}
	return out
}

// isFunction reports whether an operation with these first and last lines is a function with a body.
func isFunction(first, last string) bool {
	name, _, _ := strings.Cut(strings.TrimSpace(first), " ")
	return strings.HasSuffix(name, "func") && strings.HasSuffix(last, "}")
}

// quoted is a string, or the beginning of a comment.
var quoted = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|//.*`)

// code returns a line without what comments and strings contain.
func code(line string) string {
	return strings.TrimSpace(quoted.ReplaceAllStringFunc(line, func(s string) string {
		if s[0] == '"' {
			return `""`
		}
		return ""
	}))
}

// nesting returns how many more brackets a line opens than it closes.
func nesting(code string) (n int) {
	for _, c := range code {
		switch c {
		case '(', '[', '{':
			n++
		case ')', ']', '}':
			n--
		}
	}
	return n
}
