package script

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Substitution replaces every match of a regular expression (Go's syntax) in RUN lines by a text.
type Substitution struct {
	pattern string
	value   string
	re      *regexp.Regexp // nil when the pattern is plain text
}

// NewSubstitution returns a substitution. The value is taken literally.
func NewSubstitution(pattern, value string) (Substitution, error) {
	s := Substitution{pattern: pattern, value: value}
	if plain(pattern) {
		return s, nil
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return s, fmt.Errorf("substitution %q: %w", pattern, err)
	}
	s.re = re
	return s, nil
}

// Text returns a substitution whose pattern is plain text, such as %s or %{name}.
func Text(name, value string) Substitution { return Substitution{pattern: name, value: value} }

// Pattern returns the expression that is replaced.
func (s Substitution) Pattern() string { return s.pattern }

// Value returns the replacement.
func (s Substitution) Value() string { return s.value }

// plain reports whether a pattern is plain text. Braces are, unless they could be a repetition such as {2,3}.
func plain(pattern string) bool {
	return !strings.ContainsAny(pattern, `\.+*?()|[]^$`) && !repetition.MatchString(pattern)
}

var repetition = regexp.MustCompile(`\{[0-9,]*\}`)

func (s Substitution) apply(line string) string {
	if s.re == nil {
		if s.pattern == "" {
			return line
		}
		return strings.ReplaceAll(line, s.pattern, s.value)
	}
	return s.re.ReplaceAllLiteralString(line, s.value)
}

// Command is a RUN line after substitution.
type Command struct {
	First, Last int    // lines of the test file
	Text        string // "" when a condition left nothing
}

// Location returns the position of the command.
func (c Command) Location() string {
	if c.First == c.Last {
		return fmt.Sprintf("RUN: at line %d", c.First)
	}
	return fmt.Sprintf("RUN: from line %d to %d", c.First, c.Last)
}

// marker represents %% while substitutions are replaced. It is that of LLVM's lit, so that a substitution that contains
// it by accident behaves the same.
const marker = "#_MARKER_#"

// maxLine bounds the length of a line that grows by repeated substitution.
const maxLine = 16 << 20

// Expand returns the commands of the RUN lines, in order. DEFINE and REDEFINE are executed, %if is evaluated over the
// features, and substitutions are replaced in the order of the list. With limit >= 0 the replacement is repeated until
// nothing changes, at most limit+1 times; with limit < 0 it is done once. Errors are of type [*Error].
func (s *Script) Expand(list []Substitution, features map[string]bool, limit int) ([]Command, error) {
	e := &expander{list: slices.Clone(list), features: features, limit: limit}
	var commands []Command
	for _, st := range s.steps {
		if st.keyword != run {
			if err := e.define(st); err != nil {
				return nil, err
			}
			continue
		}
		text, err := e.expand(st.text)
		if err != nil {
			return nil, &Error{Line: st.first, Message: err.Error()}
		}
		commands = append(commands, Command{First: st.first, Last: st.last, Text: strings.ReplaceAll(text, marker, "%")})
	}
	return commands, nil
}

type expander struct {
	list     []Substitution
	features map[string]bool
	limit    int
}

// define executes DEFINE, which puts its substitution in front of all others, and REDEFINE.
func (e *expander) define(s *step) error {
	var existing []int
	for i, sub := range e.list {
		if strings.Contains(sub.pattern, s.name) {
			existing = append(existing, i)
		}
	}
	switch {
	case s.keyword == define && len(existing) > 0:
		return errorf(s.first, "%s is defined already, by the pattern %q", s.name, e.list[existing[0]].pattern)
	case s.keyword == define:
		e.list = slices.Insert(e.list, 0, Text(s.name, s.value))
	case len(existing) == 0:
		return errorf(s.first, "%s is not defined", s.name)
	case len(existing) > 1:
		return errorf(s.first, "several patterns contain %s: %q and %q", s.name, e.list[existing[0]].pattern,
			e.list[existing[1]].pattern)
	case e.list[existing[0]].pattern != s.name:
		return errorf(s.first, "the pattern %q contains %s, but is not equal to it", e.list[existing[0]].pattern, s.name)
	default:
		e.list[existing[0]] = Text(s.name, s.value)
	}
	return nil
}

func (e *expander) expand(line string) (string, error) {
	before := line
	after, err := e.once(line)
	if e.limit < 0 || err != nil {
		return after, err
	}
	for steps := 0; after != before && steps < e.limit; steps++ {
		before = after
		if after, err = e.once(before); err != nil {
			return "", err
		}
	}
	if after != before {
		return "", fmt.Errorf("the substitutions in %q are not done after %d repetitions", strings.TrimSpace(line), e.limit)
	}
	return after, nil
}

// once applies every substitution once, in the order of the list: a later one applies to the output of an earlier one.
func (e *expander) once(line string) (string, error) {
	line, err := conditional(strings.ReplaceAll(line, "%%", marker), e.features)
	if err != nil {
		return "", err
	}
	for _, s := range e.list {
		line = s.apply(strings.ReplaceAll(line, "%%", marker))
		if len(line) > maxLine {
			return "", fmt.Errorf("the line is longer than %d bytes after substitution", maxLine)
		}
	}
	if strings.Contains(line, "%T") {
		return "", fmt.Errorf("%%T is no longer a substitution: name directories after %%t")
	}
	return strings.Trim(line, space), nil
}
