package opt

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// expectation is one `expected-error@+1 {{message}}` comment of a source.
type expectation struct {
	severity string
	line     int // 0 for any line, -1 for an unknown location
	text     string
	re       *regexp.Regexp // instead of text
	at       int            // line of the comment
	met      bool
}

var expectedComment = regexp.MustCompile(
	`expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *{{(.*)}}$`)

// expectations returns what the comments of a source expect. A comment may say `@above` and `@below`: the nearest line
// in that direction that has no expectation of its own.
func expectations(src *ir.Source) ([]*expectation, error) {
	var found, pending []*expectation
	first := max(1, src.FirstLine)
	lastPlain := first
	for i, line := range strings.Split(string(src.Text), "\n") {
		number := first + i
		m := expectedComment.FindStringSubmatch(strings.TrimRight(line, " \t\r"))
		if m == nil {
			for _, e := range pending {
				e.line = number
			}
			pending = pending[:0]
			lastPlain = number
			continue
		}
		e := &expectation{severity: m[1], text: m[5], at: number, line: number}
		if m[2] != "" {
			re, err := messageRegexp(m[5])
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", src.Name, number, err)
			}
			e.re = re
		}
		switch offset := m[4]; {
		case offset == "":
		case offset == "unknown":
			e.line = -1
		case offset == "above":
			e.line = lastPlain
		case offset == "below":
			pending = append(pending, e)
		default:
			n, err := strconv.Atoi(offset)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", src.Name, number, err)
			}
			e.line += n
		}
		found = append(found, e)
	}
	return found, nil
}

// messageRegexp turns plain text with `{{regex}}` parts into a regular expression.
func messageRegexp(s string) (*regexp.Regexp, error) {
	var b strings.Builder
	for s != "" {
		plain, rest, ok := strings.Cut(s, "{{")
		b.WriteString(regexp.QuoteMeta(plain))
		if !ok {
			break
		}
		re, after, ok := strings.Cut(rest, "}}")
		if !ok {
			return nil, fmt.Errorf("found start of regex with no end '}}'")
		}
		b.WriteString("(" + re + ")")
		s = after
	}
	return regexp.Compile(b.String())
}

// checkExpectations compares diagnostics with a source's comments, and reports what differs.
func (t *tool) checkExpectations(ctx *ir.Context, src *ir.Source, diags []*ir.Diagnostic) bool {
	expected, err := expectations(src)
	if err != nil {
		fmt.Fprintln(t.stderr, err)
		return false
	}
	ok := true
	for _, d := range diags {
		ok = t.meet(ctx, src, expected, d) && ok
		for _, n := range d.Notes {
			ok = t.meet(ctx, src, expected, n) && ok
		}
	}
	for _, e := range expected {
		if !e.met {
			fmt.Fprintf(t.stderr, "%s:%d: error: expected %s \"%s\" was not produced\n", src.Name, e.at, e.severity, e.text)
			ok = false
		}
	}
	return ok
}

// meet finds what expected a diagnostic, and reports it if nothing did. As in mlir-opt, one comment may be met by
// several diagnostics.
func (t *tool) meet(ctx *ir.Context, src *ir.Source, expected []*expectation, d *ir.Diagnostic) bool {
	var near *expectation // of another severity
	line := -1
	if f := ir.FileLocation(d.Loc); f != nil {
		line = int(f.StartLine)
	}
	for _, e := range expected {
		if e.line != line || !e.matches(d.Message) {
			continue
		}
		if e.severity == d.Severity.String() {
			e.met = true
			return true
		}
		near = e
	}
	switch {
	case t.o.onlyExpected:
		return true
	case near != nil:
		fmt.Fprintf(t.stderr, "'%s' diagnostic emitted when expecting a '%s':\n%s", d.Severity, near.severity, d.Render(ctx))
	default:
		fmt.Fprintf(t.stderr, "unexpected %s:\n%s", d.Severity, d.Render(ctx))
	}
	return false
}

func (e *expectation) matches(message string) bool {
	if e.re != nil {
		return e.re.MatchString(message)
	}
	return strings.Contains(message, e.text)
}
