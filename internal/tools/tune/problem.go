package tune

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel/tune"
)

// argument is the value of a parameter: a shape and a type, or a number.
type argument struct {
	parameter manifest.Parameter
	shape     []int64
	number    float64
	whole     bool // whether the number is an integer
}

// problem parses the arguments of the command line for the parameters of the kernel.
func (o *options) problem(s tune.Source) (p tune.Problem, list []argument, err error) {
	p = tune.Problem{Kernel: o.source.Kernel, Target: o.target, Shapes: tune.Shapes{}, Integers: map[string]int64{}}
	parameters, err := o.parameters(s, &p)
	if err != nil {
		return p, nil, err
	}
	list = make([]argument, len(parameters))
	given := make([]bool, len(parameters))
	for _, spec := range o.specs {
		name, text, named := strings.Cut(spec, "=")
		i := slices.Index(given, false)
		if named {
			i = slices.IndexFunc(parameters, func(q manifest.Parameter) bool { return q.Name == name })
		} else {
			text = spec
		}
		if i < 0 || given[i] {
			return p, nil, fmt.Errorf("--arg %q names no parameter of %s that still needs an argument: "+
				"the parameters are %s", spec, p.Kernel, names(parameters))
		}
		given[i], list[i].parameter = true, parameters[i]
		if err := list[i].read(text); err != nil {
			return p, nil, fmt.Errorf("--arg %q: %w", spec, err)
		}
		if list[i].shape != nil {
			p.Shapes[parameters[i].Name] = list[i].shape
		} else if list[i].whole {
			p.Integers[parameters[i].Name] = int64(list[i].number)
		}
	}
	if i := slices.Index(given, false); i >= 0 {
		return p, nil, fmt.Errorf("give --arg %s=VALUE: the parameters of %s are %s", parameters[i].Name, p.Kernel,
			names(parameters))
	}
	return p, list, nil
}

// parameters returns those of the kernel. If the file has a single kernel, it need not be named.
func (o *options) parameters(s tune.Source, p *tune.Problem) ([]manifest.Parameter, error) {
	var first error
	for _, c := range s.Space().All() {
		m, err := s.Module(c)
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		names := m.Kernels()
		if p.Kernel == "" {
			if len(names) != 1 {
				return nil, fmt.Errorf("%s has kernels %s: choose one by --kernel", o.input, strings.Join(names, ", "))
			}
			p.Kernel = names[0]
		}
		parameters := m.Parameters(p.Kernel)
		if parameters == nil {
			return nil, fmt.Errorf("%s has no kernel %s: choose one of %s", o.input, p.Kernel, strings.Join(names, ", "))
		}
		return parameters, nil
	}
	return nil, first
}

func names(list []manifest.Parameter) string {
	var out []string
	for _, p := range list {
		out = append(out, p.Name)
	}
	return strings.Join(out, ", ")
}

// read parses a shape and a type for an array or a pointer, and a number for other parameters.
func (a *argument) read(text string) error {
	if a.parameter.Kind != manifest.Array && a.parameter.Kind != manifest.Pointer {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("%s is a number, but got %q", a.parameter.Name, text)
		}
		a.number, a.whole = n, a.parameter.Kind == manifest.Integer
		return nil
	}
	parts := strings.Split(text, "x")
	for _, part := range parts[:len(parts)-1] {
		n, err := strconv.ParseInt(part, 10, 32)
		if err != nil || n < 0 {
			return fmt.Errorf("expected a shape and a type, as 4096x4096x%s", a.parameter.Type)
		}
		a.shape = append(a.shape, n)
	}
	if t := parts[len(parts)-1]; t != a.parameter.Type && a.parameter.Type != "" {
		return fmt.Errorf("%s has elements of type %s, but got %s", a.parameter.Name, a.parameter.Type, t)
	}
	if a.parameter.Kind == manifest.Array && len(a.shape) != len(a.parameter.Sizes) {
		return fmt.Errorf("%s has %d dimensions, but got %d", a.parameter.Name, len(a.parameter.Sizes), len(a.shape))
	}
	return nil
}

// elementBits returns the number of bits of an element of a type such as f16, ui8 or f8E4M3FN.
func elementBits(ctx *ir.Context, name string) int {
	if t := ctx.Float(name); t != nil {
		return int(ir.BitWidth(t))
	}
	n, _ := strconv.Atoi(strings.TrimLeft(name, "ui"))
	return n
}
