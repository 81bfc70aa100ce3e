package tune

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// Warps is the name of the parameter for the number of warps of a block. Every space has it. If a kernel does not list
// values, it is 4.
const Warps = "warps"

// Blocks is the name of the parameter for the number of blocks that must fit on a multiprocessor (pipeline.Options).
const Blocks = "blocks"

// Parts is the name of the parameter for the number of blocks that share a program (pipeline.Options).
const Parts = "parts"

// maxValue is the largest value of a parameter. maxConfigurations bounds the configurations of a kernel, all of which
// are compiled.
const (
	maxValue          = 1 << 30
	maxConfigurations = 4096
)

// Parameter is a parameter of a kernel with its possible values, in the order of the declaration.
type Parameter struct {
	Name   string
	Values []int
}

// Space is what a kernel declares in the comments at its beginning:
//
//	// configurations: warps 4 8, TM 64 128, TN 128 256
//	// grid: c[0] / {TM} * c[1] / {TN}
//	// setting: T f16
//
// Every combination of values is a configuration. The grid has a size for each axis, separated by commas. A size is a
// product of factors. A factor is a number, or the size of an array along a dimension, divided into tiles of the size
// behind the slash. A setting is text that the search does not change; callers may replace it. In tile text, {NAME},
// {NAME*NAME} and {NAME/NAME} are replaced by values. In Go, the constant parameter with the name has the value.
type Space struct {
	Parameters []Parameter
	Settings   map[string]string
	Grid       string
}

// Configuration has a value for each parameter of a space.
type Configuration map[string]int

// Text returns the values in the order of the space, such as "warps=8 TM=128".
func (s *Space) Text(c Configuration) string {
	var list []string
	for _, p := range s.Parameters {
		list = append(list, fmt.Sprintf("%s=%d", p.Name, c[p.Name]))
	}
	return strings.Join(list, " ")
}

// Read parses the text that [Space.Text] returns. Values that the space does not have are an error.
func (s *Space) Read(text string) (Configuration, error) {
	c := Configuration{}
	for _, field := range strings.Fields(text) {
		name, value, _ := strings.Cut(field, "=")
		n, err := strconv.Atoi(value)
		if err != nil {
			return nil, fmt.Errorf("expected NAME=NUMBER, but got %q", field)
		}
		c[name] = n
	}
	for _, p := range s.Parameters {
		if n, ok := c[p.Name]; !ok || !slices.Contains(p.Values, n) {
			return nil, fmt.Errorf("%s is one of %s", p.Name, numbers(p.Values))
		}
	}
	if len(c) != len(s.Parameters) {
		return nil, fmt.Errorf("the kernel's parameters are %s", s)
	}
	return c, nil
}

// All returns every configuration, in the order of the declaration: the first has the first value of each.
func (s *Space) All() []Configuration {
	all := []Configuration{{}}
	for _, p := range s.Parameters {
		var longer []Configuration
		for _, c := range all {
			for _, n := range p.Values {
				one := Configuration{p.Name: n}
				for name, v := range c {
					one[name] = v
				}
				longer = append(longer, one)
			}
		}
		all = longer
	}
	return all
}

// With returns the configurations with the given values, in the order of the declaration. An error wraps [ErrNone].
func (s *Space) With(fixed Configuration) ([]Configuration, error) {
	for _, name := range slices.Sorted(maps.Keys(fixed)) {
		i := slices.IndexFunc(s.Parameters, func(p Parameter) bool { return p.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%w: the kernel has no parameter %s; it declares %s", ErrNone, name, s)
		}
		if values := s.Parameters[i].Values; !slices.Contains(values, fixed[name]) {
			return nil, fmt.Errorf("%w: %s may be %s, but is %d", ErrNone, name, numbers(values), fixed[name])
		}
	}
	return slices.DeleteFunc(s.All(), func(c Configuration) bool {
		for name, n := range fixed {
			if c[name] != n {
				return true
			}
		}
		return false
	}), nil
}

// String lists the parameters with their values, as a declaration does.
func (s *Space) String() string {
	var list []string
	for _, p := range s.Parameters {
		list = append(list, p.Name+" "+numbers(p.Values))
	}
	return strings.Join(list, ", ")
}

// ParseSpace parses the comments at the beginning of a text. Errors are *ir.Diagnostic values at their lines and
// columns.
func ParseSpace(ctx *ir.Context, name, text string) (*Space, error) {
	s := &Space{Settings: map[string]string{}}
	n := uint32(0)
	for line := range strings.Lines(text) {
		n++
		comment, ok := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !ok {
			break
		}
		if err := s.line(comment, func(column int) ir.Location {
			return ctx.FileLoc(name, n, uint32(strings.Index(line, comment)+column+1))
		}); err != nil {
			return nil, err
		}
	}
	s.complete()
	return s, nil
}

// complete adds parameters that a declaration may omit.
func (s *Space) complete() {
	for _, p := range s.Parameters {
		if p.Name == Warps {
			return
		}
	}
	s.Parameters = append([]Parameter{{Warps, []int{4}}}, s.Parameters...)
}

var word = regexp.MustCompile(`\S+`)

// line parses a comment. It ignores lines that do not begin with a known word.
func (s *Space) line(comment string, at func(column int) ir.Location) error {
	key, rest, ok := strings.Cut(comment, ": ")
	if !ok {
		return nil
	}
	start := len(key) + len(": ")
	switch strings.TrimSpace(key) {
	case "configurations":
		for part := range strings.SplitSeq(rest, ",") {
			if err := s.parameter(part, func(column int) ir.Location { return at(start + column) }); err != nil {
				return err
			}
			start += len(part) + 1
		}
	case "grid":
		s.Grid = strings.TrimSpace(rest)
		if _, err := parseGrid(placeholder.ReplaceAllString(s.Grid, "1")); err != nil {
			return ir.Errorf(at(start), "%w", err)
		}
	case "setting":
		name, value, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if name == "" || value == "" {
			return ir.Errorf(at(start), "a setting is a name and the text that it stands for, as in 'setting: T f16'")
		}
		s.Settings[name] = value
	}
	return nil
}

func (s *Space) parameter(part string, at func(column int) ir.Location) error {
	words := word.FindAllStringIndex(part, -1)
	if len(words) < 2 {
		return ir.Errorf(at(0), "expected a name and the numbers that it may be, as in 'TM 64 128'")
	}
	p := Parameter{Name: part[words[0][0]:words[0][1]]}
	for _, other := range s.Parameters {
		if other.Name == p.Name {
			return ir.Errorf(at(words[0][0]), "%s has values already", p.Name)
		}
	}
	for _, w := range words[1:] {
		text := part[w[0]:w[1]]
		v, err := strconv.Atoi(text)
		switch {
		case err != nil || v < 1 || v > maxValue:
			return ir.Errorf(at(w[0]), "%s may be numbers from 1 to %d, but got %q", p.Name, maxValue, text)
		case p.Name == Warps && (v > 32 || v&(v-1) != 0):
			return ir.Errorf(at(w[0]), "a block has a power of two of warps, at most 32, but got %d", v)
		case p.Name == Parts && (v > tilegpu.MaxParts || v&(v-1) != 0):
			return ir.Errorf(at(w[0]), "a program is shared by a power of two of blocks, at most %d, but got %d",
				tilegpu.MaxParts, v)
		case p.Name == Blocks && v > 32:
			return ir.Errorf(at(w[0]), "a multiprocessor has at most 32 blocks, but got %d", v)
		case slices.Contains(p.Values, v):
			return ir.Errorf(at(w[0]), "%s has the value %d already", p.Name, v)
		}
		p.Values = append(p.Values, v)
	}
	count := len(p.Values)
	for _, other := range s.Parameters {
		count *= len(other.Values)
	}
	if count > maxConfigurations {
		return ir.Errorf(at(words[0][0]), "these are %d configurations: a kernel has at most %d", count, maxConfigurations)
	}
	s.Parameters = append(s.Parameters, p)
	return nil
}

func numbers(list []int) string {
	return strings.Trim(fmt.Sprint(list), "[]")
}
