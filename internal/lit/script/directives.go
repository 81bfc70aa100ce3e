package script

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/girih-ir/girih/internal/lit/boolexpr"
)

// Script is the content of a test file's directives.
type Script struct {
	Requires    []string // conditions that must all hold
	Unsupported []string // conditions none of which may hold
	XFail       []string // conditions, or "*", one of which makes a failure expected
	// Retries is the number of times that a failing test may be run again; nil if the file does not say. A negative
	// number is an error, if the test is run.
	Retries *int

	steps []*step
}

// Error is an error in a directive.
type Error struct {
	Line    int // from 1, or 0 for the whole file
	Message string
}

// Error returns the message with its line.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Message)
}

func errorf(line int, format string, args ...any) error {
	return &Error{Line: line, Message: fmt.Sprintf(format, args...)}
}

const (
	run         = "RUN:"
	xfail       = "XFAIL:"
	requires    = "REQUIRES:"
	unsupported = "UNSUPPORTED:"
	retries     = "ALLOW_RETRIES:"
	end         = "END."
	define      = "DEFINE:"
	redefine    = "REDEFINE:"
)

// keywords are in the order in which they are tried at each position: REDEFINE: contains DEFINE:, but starts earlier.
var keywords = []string{run, xfail, requires, unsupported, retries, end, define, redefine}

// directive is a keyword with the rest of its line.
type directive struct {
	keyword string
	line    int
	text    string
}

// Parse parses the directives of a test file. Its errors are of type [*Error]. A file without RUN lines is an error.
func Parse(data []byte) (*Script, error) {
	p := &parser{script: &Script{}}
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		d, ok := find(strings.TrimSuffix(line, "\n"), number)
		if !ok {
			continue
		}
		if !utf8.ValidString(d.text) {
			return nil, errorf(number, "the %s directive is not UTF-8 text", d.keyword)
		}
		if d.keyword == end {
			if strings.TrimSpace(d.text) == "" {
				break
			}
			continue
		}
		if err := p.directive(d); err != nil {
			return nil, err
		}
	}
	return p.script, p.finish()
}

// find returns the directive of a line: its first keyword, with the text after it.
func find(line string, number int) (d directive, ok bool) {
	at := -1
	for _, k := range keywords {
		if i := strings.Index(line, k); i >= 0 && (at < 0 || i < at) {
			at, d.keyword = i, k
		}
	}
	if at < 0 {
		return d, false
	}
	d.line = number
	d.text = strings.TrimRight(line[at+len(d.keyword):], "\r")
	return d, true
}

type parser struct {
	script *Script
	open   map[string]int // the line, by keyword, of a condition list that ends in a backslash
	tries  int            // number of ALLOW_RETRIES lines
}

func (p *parser) directive(d directive) error {
	switch d.keyword {
	case run, define, redefine:
		return p.step(d)
	case requires:
		return p.conditions(d, &p.script.Requires)
	case unsupported:
		return p.conditions(d, &p.script.Unsupported)
	case xfail:
		return p.conditions(d, &p.script.XFail)
	}
	n, err := strconv.Atoi(strings.TrimSpace(d.text))
	if err != nil {
		return errorf(d.line, "%s needs an integer, not %q", retries, strings.TrimSpace(d.text))
	}
	p.tries++
	p.script.Retries = &n
	return nil
}

// conditions adds a comma-separated list, whose last element is continued if it ends in a backslash.
func (p *parser) conditions(d directive, list *[]string) error {
	var parts []string
	for s := range strings.SplitSeq(d.text, ",") {
		if s = strings.TrimSpace(s); s != "" {
			parts = append(parts, s)
		}
	}
	if _, continues := p.open[d.keyword]; continues {
		if len(parts) == 0 {
			return errorf(d.line, "the continuation of %s is empty", d.keyword)
		}
		last := &(*list)[len(*list)-1]
		*last = strings.TrimSuffix(*last, `\`) + parts[0]
		parts = parts[1:]
		delete(p.open, d.keyword)
	}
	*list = append(*list, parts...)
	if n := len(*list); n > 0 && strings.HasSuffix((*list)[n-1], `\`) {
		if p.open == nil {
			p.open = map[string]int{}
		}
		p.open[d.keyword] = d.line
	}
	for _, text := range *list {
		if text == "*" || strings.HasSuffix(text, `\`) {
			continue
		}
		if _, err := boolexpr.Parse(text); err != nil {
			return errorf(d.line, "%s %v", d.keyword, err)
		}
	}
	return nil
}

// finish checks rules about the whole file.
func (p *parser) finish() error {
	commands := 0
	for _, s := range p.script.steps {
		if s.keyword == run {
			commands++
		}
		if s.continues() {
			return errorf(s.first, `the %s directive ends in a backslash, but no %s line follows`, s.keyword, s.keyword)
		}
	}
	if commands == 0 {
		return errorf(0, "the test has no RUN: line")
	}
	for keyword, line := range p.open {
		return errorf(line, `the %s directive ends in a backslash, but no %s line follows`, keyword, keyword)
	}
	if p.tries > 1 {
		return errorf(0, "the test has more than one %s line", retries)
	}
	return nil
}
