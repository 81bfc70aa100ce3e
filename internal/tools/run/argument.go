package run

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/ir"
)

// errArgument is wrapped by errors about the text of arguments.
var errArgument = errors.New("invalid argument")

// argument is a parsed argument; array is nil for a number.
type argument struct {
	name  string
	array *interp.Array
	out   string // file to save to, or ""
}

// parseArguments creates the arguments that the command line describes, and the values for the executor, both in the
// order of the kernel's parameters.
func parseArguments(m *girih.Module, kernel string, specs []string) (args []argument, values []any, err error) {
	given := make([]argument, len(specs))
	made := make([]any, len(specs))
	for i, spec := range specs {
		if given[i], made[i], err = parseArgument(m.Operation().Context(), spec); err != nil {
			return nil, nil, fmt.Errorf("--arg %q: %w", spec, err)
		}
	}
	names := parameterNames(m, kernel)
	if names == nil { // a lowered kernel takes its arguments by position
		for i := range given {
			if given[i].name == "" {
				given[i].name = fmt.Sprintf("#%d", i)
			}
		}
		return given, made, nil
	}
	from, err := assign(kernel, names, given)
	if err != nil {
		return nil, nil, err
	}
	args, values = make([]argument, len(names)), make([]any, len(names))
	for i, n := range from {
		args[i], values[i] = given[n], made[n]
		args[i].name = names[i]
	}
	return args, values, nil
}

// parameterNames returns the names of a tile kernel's parameters; nil if there is no such kernel.
func parameterNames(m *girih.Module, kernel string) []string {
	var names []string
	for _, p := range m.Parameters(kernel) {
		names = append(names, p.Name)
	}
	return names
}

// assign returns, for each parameter, the given argument that is its value: the one with its name, or else the next one
// without a name.
func assign(kernel string, names []string, given []argument) ([]int, error) {
	parameters := fmt.Sprintf("the parameters of @%s are %s", kernel, strings.Join(names, ", "))
	from := make([]int, len(names))
	for i := range from {
		from[i] = -1
	}
	for n, a := range given {
		if a.name == "" {
			continue
		}
		i := slices.Index(names, a.name)
		switch {
		case i < 0:
			return nil, fmt.Errorf("%w: there is no parameter %q; %s", errArgument, a.name, parameters)
		case from[i] >= 0:
			return nil, fmt.Errorf("%w: parameter %q has two values", errArgument, a.name)
		}
		from[i] = n
	}
	for n, a := range given {
		if a.name != "" {
			continue
		}
		i := slices.Index(from, -1)
		if i < 0 {
			return nil, fmt.Errorf("%w: @%s takes %d arguments, but got %d; %s", errArgument, kernel, len(names), len(given),
				parameters)
		}
		from[i] = n
	}
	if i := slices.Index(from, -1); i >= 0 {
		return nil, fmt.Errorf("%w: @%s takes %d arguments, but got %d: %s has no value; %s", errArgument, kernel, len(names),
			len(given), names[i], parameters)
	}
	return from, nil
}

func parseArgument(ctx *ir.Context, spec string) (a argument, v any, err error) {
	// A name is the text before the first =, if no colon comes before it.
	if name, rest, ok := strings.Cut(spec, "="); ok && !strings.Contains(name, ":") {
		if !ir.IsBareIdentifier(name) {
			return a, nil, fmt.Errorf("%w: %q is not a name", errArgument, name)
		}
		a.name, spec = name, rest
	}
	if v, ok := parseNumber(spec); ok {
		return a, v, nil
	}
	parts := strings.Split(spec, ":")
	if len(parts) < 2 {
		return a, nil, fmt.Errorf("%w: expected a number or kind:type, such as zeros:128xf32", errArgument)
	}
	settings, err := parseSettings(parts[2:])
	if err != nil {
		return a, nil, err
	}
	a.out = settings.take("out")
	if parts[0] == "file" {
		a.array, err = readFile(ctx, parts[1])
	} else {
		a.array, err = generate(ctx, parts[0], parts[1], settings)
	}
	if err == nil {
		err = settings.rest()
	}
	return a, a.array, err
}

// parseNumber reads an integer, a float or a bool.
func parseNumber(s string) (any, bool) {
	if i, err := strconv.ParseInt(s, 0, 64); err == nil {
		return i, true
	}
	if u, err := strconv.ParseUint(s, 0, 64); err == nil {
		return u, true
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		return f, true
	}
	switch s {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return nil, false
}

// settings are the key=value parts of an argument. Reading one removes it, so that unknown ones are left.
type settings struct {
	values map[string]string
	err    error
}

func parseSettings(parts []string) (*settings, error) {
	s := &settings{values: make(map[string]string)}
	for _, part := range parts {
		key, value, ok := strings.Cut(part, "=")
		if _, twice := s.values[key]; !ok || twice {
			return nil, fmt.Errorf("%w: expected distinct settings key=value, but got %q", errArgument, part)
		}
		s.values[key] = value
	}
	return s, nil
}

func (s *settings) take(key string) string {
	v := s.values[key]
	delete(s.values, key)
	return v
}

func (s *settings) number(key string, otherwise float64) float64 {
	return parsed(s, key, otherwise, "a number", func(text string) (float64, error) {
		return strconv.ParseFloat(text, 64)
	})
}

func (s *settings) integer(key string, otherwise int64) int64 {
	return parsed(s, key, otherwise, "an integer", func(text string) (int64, error) {
		return strconv.ParseInt(text, 0, 64)
	})
}

func parsed[T any](s *settings, key string, otherwise T, what string, parse func(string) (T, error)) T {
	if _, there := s.values[key]; !there {
		return otherwise
	}
	text := s.take(key)
	v, err := parse(text)
	if err != nil && s.err == nil {
		s.err = fmt.Errorf("%w: %s must be %s, but got %q", errArgument, key, what, text)
	}
	return v
}

// rest returns an error about the first bad setting, and about settings that were not read.
func (s *settings) rest() error {
	for key := range s.values {
		return fmt.Errorf("%w: unknown setting %q", errArgument, key)
	}
	return s.err
}

// generate creates an array of a kind such as zeros.
func generate(ctx *ir.Context, kind, typeText string, s *settings) (*interp.Array, error) {
	shape, elem, err := parseType(ctx, typeText)
	if err != nil {
		return nil, err
	}
	constant := func(v float64) func(int) float64 { return func(int) float64 { return v } }
	switch kind {
	case "undefined":
		return interp.NewArray(elem, shape...)
	case "zeros":
		return interp.Filled(elem, shape, constant(0))
	case "ones":
		return interp.Filled(elem, shape, constant(1))
	case "full":
		if _, given := s.values["value"]; !given {
			return nil, fmt.Errorf("%w: full needs a value, as in full:%s:value=2.5", errArgument, typeText)
		}
		v := s.number("value", 0)
		if t, ok := elem.(*ir.IntegerType); ok && !holds(t, v) {
			return nil, fmt.Errorf("%w: value must be an integer of %d bits, but got %v", errArgument, t.Width, v)
		}
		return interp.Filled(elem, shape, constant(v))
	case "iota":
		return interp.Filled(elem, shape, func(i int) float64 { return float64(i) })
	case "randn":
		r := source(s)
		return interp.Filled(elem, shape, func(int) float64 { return r.NormFloat64() })
	case "randint":
		r, low, high := source(s), s.integer("low", 0), s.integer("high", 100)
		if high <= low {
			return nil, fmt.Errorf("%w: high must be greater than low, but they are %d and %d", errArgument, high, low)
		}
		return interp.Filled(elem, shape, func(int) float64 { return float64(low + int64(r.Uint64N(uint64(high-low)))) })
	}
	return nil, fmt.Errorf("%w: unknown kind %q; expected zeros, ones, full, iota, undefined, randn, randint or file",
		errArgument, kind)
}

// holds reports whether a number is an integer that fits in a type, as signed or as unsigned.
func holds(t *ir.IntegerType, v float64) bool {
	return v == math.Trunc(v) && v >= -math.Ldexp(1, int(t.Width)-1) && v < math.Ldexp(1, int(t.Width))
}

// source returns a random generator whose numbers depend only on the seed.
func source(s *settings) *rand.Rand { return rand.New(rand.NewPCG(uint64(s.integer("seed", 0)), 0)) }

// parseType reads a shape and an element type, as 37x100xf32.
func parseType(ctx *ir.Context, s string) ([]int64, ir.Type, error) {
	parts := strings.Split(s, "x")
	shape := make([]int64, 0, len(parts)-1)
	for _, part := range parts[:len(parts)-1] {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil || n < 0 {
			return nil, nil, fmt.Errorf("%w: expected a type such as 37x100xf32, but got %q", errArgument, s)
		}
		shape = append(shape, n)
	}
	name := parts[len(parts)-1]
	if t := ctx.Float(name); t != nil {
		return shape, t, nil
	}
	sign, digits := ir.Signless, strings.TrimPrefix(name, "i")
	if strings.HasPrefix(name, "ui") {
		sign, digits = ir.Unsigned, strings.TrimPrefix(name, "ui")
	}
	width, err := strconv.ParseUint(digits, 10, 8)
	if err != nil || digits == name || width > 64 {
		return nil, nil, fmt.Errorf("%w: %q is not an element type; expected one such as f32, bf16, i32, ui8 or i1",
			errArgument, name)
	}
	return shape, ctx.IntegerType(uint32(width), sign), nil
}
