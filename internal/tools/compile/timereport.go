package compile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/nvptx"
)

// timeReport has the steps from the source to machine code, with the time of each step and the size of its result, and
// the sizes of functions.
type timeReport struct {
	steps     []timedStep
	llvm, ptx []function
	code      map[string]int // instructions of the GPU by function; nil without an assembler
}

// function is the number of instructions of a function.
type function struct {
	name         string
	instructions int
}

type timedStep struct {
	name, result string
	took         time.Duration
}

// time runs a step; result describes its result.
func (r *timeReport) time(name string, run func() (result string, err error)) error {
	start := time.Now()
	result, err := run()
	r.steps = append(r.steps, timedStep{name, result, time.Since(start)})
	return err
}

// compilers adds the steps after the passes. It does not use the cache. For a compiler that is not installed, the step
// says so. The time of the assembler is that from the PTX on: its process starts while the compiler works.
func (r *timeReport) compilers(ctx context.Context, o *Options, p *girih.Program) error {
	timed, assembler, err := r.tools(ctx, o)
	if err != nil {
		return err
	}
	if timed == nil {
		return r.time("LLVM IR", func() (string, error) {
			text, err := p.LLVMIR(llvmir.Opaque)
			r.llvm = functionsOfLLVM(text)
			return sizeOf(text, r.llvm), err
		})
	}
	target, err := nvptx.ParseTarget(o.Target)
	if err != nil {
		return err
	}
	var ahead *nvptx.Ahead
	if assembler != nil {
		ahead = assembler.Ahead()
		defer ahead.Close()
		timed.Compiler = ahead.During(timed.Compiler)
	}
	start := time.Now()
	ptx, err := p.PTXBy(ctx, timed, target)
	if err != nil {
		return err
	}
	text := string(timed.LLVMIR)
	r.llvm, r.ptx = functionsOfLLVM(text), functionsOfPTX(string(ptx.Text))
	r.steps = append(r.steps, timedStep{"LLVM IR", sizeOf(text, r.llvm), time.Since(start) - timed.Took},
		timedStep{"PTX", sizeOf(string(ptx.Text), r.ptx) + ", by " + ptx.Compiler, timed.Took})
	if ahead == nil {
		return nil
	}
	return r.time("machine code", func() (string, error) {
		cubin, err := ahead.Assemble(ctx, ptx)
		if err != nil {
			return "", err
		}
		r.code, err = cubin.Instructions()
		total := 0
		for _, n := range r.code {
			total += n
		}
		return fmt.Sprintf("%d bytes, %d instructions, by %s", len(cubin.Image), total, assembler.Name()), err
	})
}

// tools adds the step in which the compiler and the assembler are looked for. Those that are not there are nil.
func (r *timeReport) tools(ctx context.Context, o *Options) (c *nvptx.Timed, assembler *nvptx.PTXAS, err error) {
	err = r.time("tools", func() (string, error) {
		options, err := o.BuildOptions(ctx)
		if err != nil {
			return "", err
		}
		target, err := nvptx.ParseTarget(o.Target)
		if err != nil {
			return "", err
		}
		if options.Compiler == nil {
			if options.Compiler, err = nvptx.FindCompiler(ctx, target); err != nil {
				return missing(err)
			}
		}
		c = &nvptx.Timed{Compiler: options.Compiler}
		if assembler, err = nvptx.FindPTXAS(ctx); err != nil {
			_, err = missing(err)
			return c.Name() + ", no assembler", err
		}
		return c.Name() + ", " + assembler.Name(), nil
	})
	return c, assembler, err
}

// missing creates a step for a compiler that is not installed.
func missing(err error) (string, error) {
	var none *nvptx.NotFoundError
	if errors.As(err, &none) {
		return "no compiler on this machine", nil
	}
	return "", err
}

// sizeOf counts the lines of a text and the instructions of its functions.
func sizeOf(text string, functions []function) string {
	instructions := 0
	for _, f := range functions {
		instructions += f.instructions
	}
	return fmt.Sprintf("%d lines, %d instructions", strings.Count(text, "\n"), instructions)
}

// functionsOfLLVM counts the instructions in the blocks of functions.
func functionsOfLLVM(text string) (list []function) {
	inside := false
	for line := range strings.Lines(text) {
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(line, "define"):
			_, name, _ := strings.Cut(line, "@")
			name, _, _ = strings.Cut(name, "(")
			list, inside = append(list, function{name: name}), true
		case trimmed == "}":
			inside = false
		case inside && trimmed != "" && !strings.HasSuffix(trimmed, ":"):
			list[len(list)-1].instructions++
		}
	}
	return list
}

// ptxFunction matches the line where a function of PTX begins.
var ptxFunction = regexp.MustCompile(`^(?:\.visible |\.weak )?(?:\.entry|\.func)\s+(?:\([^)]*\)\s*)?([\w$]+)`)

// functionsOfPTX counts the statements inside of functions, except directives. A called function is declared before it
// is defined.
func functionsOfPTX(text string) (list []function) {
	at := -1
	inside := false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		switch m := ptxFunction.FindStringSubmatch(line); {
		case m != nil:
			if at = indexOf(list, m[1]); at < 0 {
				list, at = append(list, function{name: m[1]}), len(list)
			}
		case trimmed == "{":
			inside = at >= 0
		case trimmed == "}":
			inside = false
		case inside && strings.HasSuffix(trimmed, ";") && !strings.HasPrefix(trimmed, "."):
			list[at].instructions++
		}
	}
	return list
}

// indexOf returns the index of the function with that name, or -1.
func indexOf(list []function, name string) int {
	return slices.IndexFunc(list, func(f function) bool { return f.name == name })
}

// write writes the steps, and a line for each function with its number of instructions.
func (r *timeReport) write(w io.Writer) error {
	total := time.Duration(0)
	for _, s := range r.steps {
		total += s.took
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "step\ttime\tshare\tresult")
	for _, s := range r.steps {
		fmt.Fprintf(table, "%s\t%.2f ms\t%.0f %%\t%s\n", s.name, float64(s.took.Microseconds())/1000,
			100*float64(s.took)/float64(max(total, 1)), s.result)
	}
	fmt.Fprintf(table, "total\t%.2f ms\t\t\n", float64(total.Microseconds())/1000)
	fmt.Fprintln(table, "\nfunction\tLLVM IR\tPTX\tmachine code")
	for _, f := range r.llvm {
		ptx, code := "-", "-"
		if i := indexOf(r.ptx, f.name); i >= 0 {
			ptx = strconv.Itoa(r.ptx[i].instructions)
		}
		if n, ok := r.code[f.name]; ok {
			code = strconv.Itoa(n)
		}
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\n", f.name, f.instructions, ptx, code)
	}
	return table.Flush()
}
