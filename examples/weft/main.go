// Command weft is a small language for GPU kernels. It is also a template for a compiler that is based on this project:
// it has a lexer, a parser and a lowering to dialect tile. The library does everything after that.
//
//	go run ./examples/weft [--grid=N] [--emit=LEVELS] FILE [PARAMETER=VALUE...]
//
// compiles the first kernel of a file, runs it on the CPU, and prints the arrays that it wrote. A value is a number, or
// for an array ramp:N, zeros:N or wave:N, with N elements. LEVELS is a list of tile, strict, layouts, nvvm and llvm, or
// all of them: the text of each is printed. For example
//
//	go run ./examples/weft --grid=3 --emit=llvm examples/weft/softmax.weft x=wave:30 y=zeros:30 columns=10
//
// A kernel is a list of definitions and stores. Its values are numbers and blocks of numbers. An operation of a block
// and a number applies to each element. A constant takes on the type of the other operand, so it must have one:
//
//	kernel scale(x: [f32], n: i32, factor: f32) {
//	  let i = program(0) * 64 + 0..64         # the elements of this program
//	  x[i if i < n] = x[i if i < n] * factor  # those that exist
//	}
//
// Start reading at [Parse]; then comes [Lower]. The rest of this file calls the library for each level of compilation.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/ir"
)

func main() {
	ctx := girih.NewContext()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprint(os.Stderr, render(ctx, err))
		os.Exit(1)
	}
}

// levels are the values of --emit.
var levels = []string{"tile", "strict", "layouts", "nvvm", "llvm"}

func run(ctx *ir.Context, args []string, w io.Writer) error {
	flags := flag.NewFlagSet("weft", flag.ContinueOnError)
	flags.SetOutput(w)
	grid := flags.Int("grid", 1, "number of programs")
	emit := flags.String("emit", "", "levels to print: all, or a list of "+strings.Join(levels, ", "))
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New("expected a file")
	}
	if *grid < 1 || *grid > math.MaxInt32 {
		return fmt.Errorf("--grid=%d: expected a number of programs", *grid)
	}
	show, err := chosen(*emit)
	if err != nil {
		return err
	}
	source, err := os.ReadFile(flags.Arg(0))
	if err != nil {
		return err
	}
	src := &ir.Source{Name: flags.Arg(0), Text: source}
	file, err := Parse(ctx, src)
	if err != nil {
		return err
	}
	m, err := Lower(ctx, src, file)
	if err != nil {
		return err
	}
	if show["tile"] {
		fmt.Fprint(w, m)
	}
	if values := flags.Args()[1:]; len(values) > 0 {
		if len(file.Kernels) == 0 {
			return errors.New("the file has no kernel")
		}
		if err := execute(w, m, file.Kernels[0], *grid, values); err != nil {
			return err
		}
	}
	return lower(w, m, show)
}

func chosen(emit string) (map[string]bool, error) {
	show := map[string]bool{}
	for _, level := range strings.FieldsFunc(emit, func(r rune) bool { return r == ',' }) {
		switch {
		case level == "all":
			for _, l := range levels {
				show[l] = true
			}
		case slices.Contains(levels, level):
			show[level] = true
		default:
			return nil, fmt.Errorf("--emit=%s: expected all, or some of %s", level, strings.Join(levels, ", "))
		}
	}
	return show, nil
}

// lower takes the module through the levels of compilation and prints the levels that were asked for.
func lower(w io.Writer, m *girih.Module, show map[string]bool) error {
	background := context.Background()
	for _, step := range []struct {
		name string
		to   girih.Level
	}{{"strict", girih.Strict}, {"layouts", girih.Layouts}} {
		if !show[step.name] {
			continue
		}
		if err := m.Lower(background, step.to); err != nil {
			return err
		}
		fmt.Fprint(w, m)
	}
	if !show["nvvm"] && !show["llvm"] {
		return nil
	}
	program, err := m.Compile(background, girih.CompileOptions{})
	if err != nil {
		return err
	}
	if show["nvvm"] {
		fmt.Fprint(w, program)
	}
	if show["llvm"] {
		text, err := program.LLVMIR(llvmir.Opaque)
		if err != nil {
			return err
		}
		fmt.Fprint(w, text)
	}
	return nil
}

// execute runs a kernel and prints the arrays that it wrote.
func execute(w io.Writer, m *girih.Module, k *Kernel, grid int, values []string) error {
	given := map[string]string{}
	for _, v := range values {
		name, text, ok := strings.Cut(v, "=")
		if _, twice := given[name]; !ok || twice {
			return fmt.Errorf("'%s': expected PARAMETER=VALUE once for each parameter", v)
		}
		given[name] = text
	}
	args := make([]any, len(k.Params))
	for i, p := range k.Params {
		text, ok := given[p.Name.Text]
		if !ok {
			return fmt.Errorf("parameter '%s' has no value", p.Name.Text)
		}
		var err error
		if args[i], err = argument(elementTypes(m.Operation().Context())[p.Elem.Text], p.Array, text); err != nil {
			return fmt.Errorf("parameter '%s': %w", p.Name.Text, err)
		}
		delete(given, p.Name.Text)
	}
	if len(given) > 0 {
		return fmt.Errorf("kernel '%s' has no parameter '%s'", k.Name.Text, slices.Sorted(maps.Keys(given))[0])
	}
	if err := m.Execute(context.Background(), k.Name.Text, interp.Grid{int32(grid), 1, 1}, args...); err != nil {
		return err
	}
	for i, a := range args {
		if array, ok := a.(*interp.Array); ok && array.Written() {
			fmt.Fprintf(w, "%s = %.6g\n", k.Params[i].Name.Text, array.Float64s())
		}
	}
	return nil
}

// generators fill arrays.
var generators = map[string]func(i int) float64{
	"zeros": func(int) float64 { return 0 },
	"ramp":  func(i int) float64 { return float64(i) },
	"wave":  func(i int) float64 { return 3 * math.Sin(float64(i)) },
}

// argument makes the value of a parameter.
func argument(elem ir.Type, array bool, text string) (any, error) {
	switch {
	case array:
		kind, size, _ := strings.Cut(text, ":")
		fill := generators[kind]
		n, err := strconv.ParseInt(size, 10, 32)
		if fill == nil || err != nil || n < 0 {
			return nil, errors.New("an array is ramp:N, zeros:N or wave:N")
		}
		return interp.Filled(elem, []int64{n}, fill)
	case ir.IsFloat(elem):
		return strconv.ParseFloat(text, 64)
	}
	return strconv.ParseInt(text, 0, 64)
}

// render returns an error as a compiler shows it. If the place is known, it shows the line of the source and a caret.
func render(ctx *ir.Context, err error) string {
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		var b strings.Builder
		for _, e := range list.Unwrap() {
			b.WriteString(render(ctx, e))
		}
		return b.String()
	}
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		return d.Render(ctx)
	}
	return fmt.Sprintf("weft: %v\n", err)
}
