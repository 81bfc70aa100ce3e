package foreign

import (
	"fmt"
	"regexp"
	"strings"
)

// piece is a part of a test that can be run by itself: one RUN command, the parts that functions share, and one
// function.
type piece struct {
	line    int // line of the test, from 1, at which the function, or a part without functions, begins
	command int // number of the RUN command, from 1; 0 if the piece has all commands
	text    string
}

// suffix is the part of a piece's file name after the name of the test.
func (p piece) suffix() string {
	if p.command == 0 {
		return fmt.Sprintf(".%d.mlir", p.line)
	}
	return fmt.Sprintf(".%d.%d.mlir", p.line, p.command)
}

var (
	directive = regexp.MustCompile(`^\s*//\s*(RUN|REQUIRES|UNSUPPORTED|XFAIL|DEFINE|REDEFINE):`)
	marker    = regexp.MustCompile(`^\s*// -----`)
)

// pieces splits a test at its split markers, splits each part into functions, and pairs each with each RUN command.
func pieces(text string) []piece {
	var out []piece
	var part []string
	first := 1
	lines := strings.SplitAfter(text, "\n")
	heads := heads(lines)
	flush := func(next int) {
		for _, p := range functions(part, first) {
			for i, head := range heads {
				command := i + 1
				if len(heads) == 1 {
					command = 0
				}
				out = append(out, piece{p.line, command, head + p.text})
			}
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

// run matches a RUN line, and captures the part of a command in it.
var run = regexp.MustCompile(`^\s*//\s*RUN:(.*)`)

// heads returns the directives of a test, once for each RUN command. If commands may depend on each other, because they
// write files or run no tool, it returns them once, with all commands.
func heads(lines []string) []string {
	var rest string
	var commands []string
	apart, open := true, false
	for _, line := range lines {
		line = strings.TrimSuffix(line, "\n") + "\n"
		match := run.FindStringSubmatch(strings.TrimRight(line, "\n"))
		switch {
		case match != nil && open:
			commands[len(commands)-1] += line
		case match != nil:
			commands = append(commands, line)
			apart = apart && strings.Contains(match[1], "mlir-")
		case directive.MatchString(line):
			rest += line
		}
		if match != nil {
			apart = apart && !strings.Contains(match[1], "%t")
			open = strings.HasSuffix(strings.TrimSpace(match[1]), `\`)
		}
	}
	if !apart {
		return []string{rest + strings.Join(commands, "")}
	}
	for i, command := range commands {
		commands[i] = rest + command
	}
	return commands
}

// functions splits a part, whose first line has the given number, into one piece for each function with a body. All
// pieces have the aliases, declarations and other operations. A comment belongs to the text after it.
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
		return []piece{{line: first, text: whole}}
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
		out = append(out, piece{line: u.line, text: b.String() + rest})
	}
	return out
}

// isFunction reports whether an operation with these first and last lines is a function with a body.
func isFunction(first, last string) bool {
	name, _, _ := strings.Cut(strings.TrimSpace(first), " ")
	return strings.HasSuffix(name, "func") && strings.HasSuffix(last, "}")
}

// quoted matches a string, or the beginning of a comment.
var quoted = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|//.*`)

// code returns a line without the contents of comments and strings.
func code(line string) string {
	return strings.TrimSpace(quoted.ReplaceAllStringFunc(line, func(s string) string {
		if s[0] == '"' {
			return `""`
		}
		return ""
	}))
}

// nesting returns the number of brackets that a line opens minus the number that it closes.
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
