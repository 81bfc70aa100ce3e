package kernel

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/lowering/importgo"
)

// Launcher is a function that a line in a kernel's comment makes tile-gen generate. For instance,
//
//	//girih:launch SoftmaxHalf T=kernel.Float16 block=1024 warps=8
//
// generates a function SoftmaxHalf that launches the kernel for that type and constant with 8 warps. The default name
// is the kernel's with its first letter in upper case, or with the prefix Launch if it already is. divisible=32 sets
// [Options.Divisible], except=x,y sets Except, ones=n sets Ones, and target=sm_80,sm_90a sets the targets.
type Launcher struct {
	Name     string
	Function importgo.Function
	Options  Options
	Targets  []string
}

// Launchers returns the launchers in the comments of the kernels in the root of a file system. Errors are
// *ir.Diagnostic values at the comment.
func Launchers(source fs.FS) ([]Launcher, error) { return launchers(source, false) }

// Candidates returns the launchers and, for each kernel without one, a launcher with default types (float32 or int32)
// and constants (64). Functions that kernels call are left out.
func Candidates(source fs.FS) ([]Launcher, error) { return launchers(source, true) }

func launchers(source fs.FS, all bool) ([]Launcher, error) {
	p, err := load(source, nil)
	if err != nil {
		return nil, err
	}
	ctx := girih.NewContext()
	p.AddSources(ctx)
	var list []Launcher
	names := map[string]bool{}
	for _, f := range p.Functions() {
		if f.Launches == nil && all && !f.Called {
			list = append(list, candidate(f))
		}
		for _, mark := range f.Launches {
			l, err := newLauncher(f, mark.Text)
			if err == nil && names[l.Name] {
				err = fmt.Errorf("there is a launcher %s already: name this one, as //girih:launch NAME", l.Name)
			}
			if err != nil {
				return nil, f.Errorf(ctx, mark, "%w", err)
			}
			names[l.Name] = true
			list = append(list, l)
		}
	}
	return list, nil
}

// newLauncher reads a line of a comment.
func newLauncher(f importgo.Function, text string) (Launcher, error) {
	l := Launcher{Function: f, Name: launcherName(f.Name)}
	l.Options = Options{Types: map[string]string{}, Constants: map[string]int64{}}
	for n, field := range strings.Fields(text) {
		key, value, ok := strings.Cut(field, "=")
		if !ok && n == 0 {
			l.Name = field
			continue
		}
		if !ok || value == "" {
			return l, fmt.Errorf("expected settings such as block=64, but got %q", field)
		}
		if err := l.Set(key, value); err != nil {
			return l, err
		}
	}
	return l, l.complete()
}

// candidate returns a default launcher for a kernel without one.
func candidate(f importgo.Function) Launcher {
	l := Launcher{Function: f, Name: launcherName(f.Name)}
	l.Options = Options{Types: map[string]string{}, Constants: map[string]int64{}}
	for _, t := range f.TypeParameters {
		l.Options.Types[t.Name] = "float32"
		if !t.Floats {
			l.Options.Types[t.Name] = "int32"
		}
	}
	for _, p := range f.Parameters {
		if p.Constant {
			l.Options.Constants[p.Name] = 64
		}
	}
	return l
}

// launcherName returns the default name of a launcher.
func launcherName(function string) string {
	first, size := utf8.DecodeRuneInString(function)
	if unicode.IsUpper(first) {
		return "Launch" + function
	}
	return string(unicode.ToUpper(first)) + function[size:]
}

// Set changes a setting as //girih:launch does: a constant or type parameter of the kernel, warps, parts, divisible,
// except, ones or target.
func (l *Launcher) Set(key, value string) error {
	number := func(to *int64) error {
		n, err := strconv.ParseInt(value, 0, 64)
		if err != nil {
			return fmt.Errorf("%s is a number, but got %q", key, value)
		}
		*to = n
		return nil
	}
	for _, t := range l.Function.TypeParameters {
		if t.Name == key {
			l.Options.Types[key] = value
			return nil
		}
	}
	for _, p := range l.Function.Parameters {
		if p.Name == key && p.Constant {
			var n int64
			err := number(&n)
			l.Options.Constants[key] = n
			return err
		}
	}
	switch key {
	case "warps":
		var n int64
		err := number(&n)
		l.Options.NumWarps = int(n)
		return err
	case "parts":
		var n int64
		err := number(&n)
		l.Options.Parts = int(n)
		return err
	case "divisible":
		return number(&l.Options.Divisible)
	case "except":
		l.Options.Except = strings.Split(value, ",")
		return nil
	case "ones":
		l.Options.Ones = strings.Split(value, ",")
		return nil
	case "target":
		l.Targets = strings.Split(value, ",")
		return nil
	}
	return fmt.Errorf("%s has no type parameter and no constant %q; other settings are warps, parts, divisible, except, "+
		"ones and target",
		l.Function.Name, key)
}

// complete returns an error if a type or constant is missing.
func (l *Launcher) complete() error {
	for _, t := range l.Function.TypeParameters {
		if l.Options.Types[t.Name] == "" {
			return fmt.Errorf("say which type %s stands for, as %[1]s=float32", t.Name)
		}
	}
	for _, p := range l.Function.Parameters {
		if _, given := l.Options.Constants[p.Name]; p.Constant && !given {
			return fmt.Errorf("say the value of the constant %s, as %[1]s=64", p.Name)
		}
	}
	return nil
}

// Parameters returns the parameters of the launcher's function: those of the kernel except constants, with their types
// in the launcher's signature: *launch.Tensor[float32] for a kernel.Array2[T] with T=float32.
func (l *Launcher) Parameters() []importgo.FunctionParameter {
	var list []importgo.FunctionParameter
	for _, p := range l.Function.Parameters {
		if p.Constant {
			continue
		}
		container, element, isContainer := strings.Cut(p.Type, "[")
		if isContainer && (strings.HasPrefix(container, "kernel.Array") || container == "kernel.Pointer") {
			p.Type = "*launch.Tensor[" + l.typed(strings.TrimSuffix(element, "]")) + "]"
		} else {
			p.Type = l.typed(p.Type)
		}
		list = append(list, p)
	}
	return list
}

// typed returns the type that a type parameter stands for, and other types as they are.
func (l *Launcher) typed(name string) string {
	if t := l.Options.Types[name]; t != "" {
		return t
	}
	return name
}
