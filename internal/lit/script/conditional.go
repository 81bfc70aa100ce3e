package script

import (
	"errors"
	"regexp"
	"strings"

	"github.com/girih-ir/girih/internal/lit/boolexpr"
)

// conditional evaluates "%if CONDITION %{ TEXT %} %else %{ TEXT %}", which may be nested.
func conditional(line string, features map[string]bool) (string, error) {
	if !strings.Contains(line, "%if ") {
		return line, nil
	}
	c := &conditionals{rest: line, features: features}
	var b strings.Builder
	err := c.text(&b, false)
	return b.String(), err
}

type conditionals struct {
	rest     string
	features map[string]bool
	depth    int
}

// maxDepth bounds the nesting of conditions.
const maxDepth = 200

var errDepth = errors.New("%if is nested too deeply")

// text copies text and evaluates conditions: up to %} if nested, otherwise up to the end.
func (c *conditionals) text(b *strings.Builder, nested bool) error {
	if c.depth++; c.depth > maxDepth {
		return errDepth
	}
	defer func() { c.depth-- }()
	for c.rest != "" {
		if nested && strings.HasPrefix(c.rest, "%}") {
			return nil
		}
		if strings.HasPrefix(c.rest, "%if ") {
			if err := c.condition(b); err != nil {
				return err
			}
			continue
		}
		n := c.plain(nested)
		b.WriteString(c.rest[:n])
		c.rest = c.rest[n:]
	}
	return nil
}

// plain returns the length of the text before the next condition or closing brace, at least 1.
func (c *conditionals) plain(nested bool) int {
	n := len(c.rest)
	if i := strings.Index(c.rest[1:], "%if"); i >= 0 {
		n = i + 1
	}
	if i := strings.Index(c.rest[1:n], "%}"); nested && i >= 0 {
		n = i + 1
	}
	return n
}

// elseBranch matches the text between the two branches.
var elseBranch = regexp.MustCompile(`^\s*%else\s*(%\{)?`)

func (c *conditionals) condition(b *strings.Builder) error {
	text, rest, ok := strings.Cut(strings.TrimPrefix(c.rest, "%if "), "%{")
	if !ok {
		return errors.New("%{ is missing after %if")
	}
	c.rest = rest
	var yes, no strings.Builder
	if err := c.branch(&yes, "%if"); err != nil {
		return err
	}
	if m := elseBranch.FindStringSubmatch(c.rest); m != nil {
		if m[1] == "" {
			return errors.New("%{ is missing after %else")
		}
		c.rest = c.rest[len(m[0]):]
		if err := c.branch(&no, "%else"); err != nil {
			return err
		}
	}
	holds, err := boolexpr.Eval(text, c.features)
	if err != nil {
		return err
	}
	if holds {
		b.WriteString(yes.String())
	} else {
		b.WriteString(no.String())
	}
	return nil
}

func (c *conditionals) branch(b *strings.Builder, keyword string) error {
	if err := c.text(b, true); err != nil {
		return err
	}
	rest, ok := strings.CutPrefix(c.rest, "%}")
	if !ok {
		return errors.New("%} is missing after " + keyword)
	}
	c.rest = rest
	return nil
}
