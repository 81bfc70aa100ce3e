package expected

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// unknownLine is the line of comments that expect a diagnostic without a position in a file.
const unknownLine = -1

// Comment is one `expected-error@+1 {{message}}` of a source.
type Comment struct {
	Severity string // error, warning, remark or note
	Line     int    // where the diagnostic is expected, from 1, or unknownLine
	At       int    // the line of the comment itself, from 1

	text string
	re   *regexp.Regexp // of expected-error-re, instead of text
}

var syntax = regexp.MustCompile(
	`expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *{{(.*)}}$`)

// Comments returns the expectations in a source, in order. `@above` and `@below` in a comment mean the nearest line in
// that direction without such a comment.
func Comments(src *ir.Source) ([]*Comment, error) {
	var found, pending []*Comment
	first := max(1, src.FirstLine)
	lastPlain := first
	for i, line := range strings.Split(string(src.Text), "\n") {
		number := first + i
		m := syntax.FindStringSubmatch(strings.TrimRight(line, " \t\r"))
		if m == nil {
			for _, c := range pending {
				c.Line = number
			}
			pending = pending[:0]
			lastPlain = number
			continue
		}
		c := &Comment{Severity: m[1], text: m[5], At: number, Line: number}
		if m[2] != "" {
			re, err := messageRegexp(m[5])
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", src.Name, number, err)
			}
			c.re = re
		}
		switch offset := m[4]; {
		case offset == "":
		case offset == "unknown":
			c.Line = unknownLine
		case offset == "above":
			c.Line = lastPlain
		case offset == "below":
			pending = append(pending, c)
		default:
			n, err := strconv.Atoi(offset)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", src.Name, number, err)
			}
			c.Line += n
		}
		found = append(found, c)
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
