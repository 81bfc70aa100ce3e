package script

import (
	"regexp"
	"strconv"
	"strings"
)

// step is a RUN line or a definition, including its continuations.
type step struct {
	keyword     string
	first, last int    // lines
	text        string // the text after the keyword
	name, value string // of a definition
}

var (
	lineNumber   = regexp.MustCompile(`%\(line\)`)
	lineRelative = regexp.MustCompile(`%\(line *([+-]) *([0-9]+)\)`)
)

// withLineNumbers replaces %(line), %(line+N) and %(line-N).
func withLineNumbers(text string, line int) string {
	if !strings.Contains(text, "%(line") {
		return text
	}
	text = lineNumber.ReplaceAllLiteralString(text, strconv.Itoa(line))
	return lineRelative.ReplaceAllStringFunc(text, func(s string) string {
		m := lineRelative.FindStringSubmatch(s)
		n, err := strconv.Atoi(m[2])
		if err != nil {
			return s // a number greater than any line
		}
		if m[1] == "-" {
			n = -n
		}
		return strconv.Itoa(line + n)
	})
}

// step adds a RUN line or a definition, or the continuation of the one before it.
func (p *parser) step(d directive) error {
	text := withLineNumbers(d.text, d.line)
	steps := p.script.steps
	if n := len(steps); n > 0 && steps[n-1].keyword == d.keyword && steps[n-1].continues() {
		return steps[n-1].extend(text, d.line)
	}
	s := &step{keyword: d.keyword, first: d.line, last: d.line, text: text}
	if d.keyword == run {
		s.text = strings.TrimRight(text, space)
	}
	p.script.steps = append(p.script.steps, s)
	return s.complete()
}

// space is the white space that LLVM's lit strips from the ends of lines.
const space = " \t\n\r\v\f"

// continues reports whether the step ends in a backslash.
func (s *step) continues() bool { return strings.HasSuffix(strings.TrimRight(s.text, space), `\`) }

func (s *step) extend(text string, line int) error {
	s.last = line
	if s.keyword == run {
		s.text = strings.TrimSuffix(s.text, `\`) + strings.TrimRight(text, space)
		return nil
	}
	if strings.TrimSpace(text) == "" {
		return errorf(line, "the continuation of %s is empty", s.keyword)
	}
	head := strings.TrimSuffix(strings.TrimRight(s.text, space), `\`)
	s.text = strings.TrimRight(head, space) + " " + strings.TrimLeft(text, space)
	return s.complete()
}

// definedName matches the names that DEFINE may define.
var definedName = regexp.MustCompile(`^%\{[_a-zA-Z][-_:0-9a-zA-Z]*\}$`)

// complete parses a definition after its last line.
func (s *step) complete() error {
	if s.keyword == run || s.continues() {
		return nil
	}
	name, value, ok := strings.Cut(s.text, "=")
	if !ok {
		return errorf(s.last, "%s has no =", s.keyword)
	}
	s.name, s.value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !definedName.MatchString(s.name) {
		return errorf(s.last, "%q cannot be defined: a substitution is called %%{NAME}, of letters, digits, -, _ and :, "+
			"and starts with a letter or _", s.name)
	}
	return nil
}
