package compile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/nvptx"
)

// timeReport has the steps from the source to machine code, with how long each took and how large its result is.
type timeReport struct{ steps []timedStep }

type timedStep struct {
	name, result string
	took         time.Duration
}

// time runs a step; result describes what it made.
func (r *timeReport) time(name string, run func() (result string, err error)) error {
	start := time.Now()
	result, err := run()
	r.steps = append(r.steps, timedStep{name, result, time.Since(start)})
	return err
}

// compilers adds what happens behind the passes. Nothing comes from the cache. Without compilers on the machine their
// steps say so.
func (r *timeReport) compilers(ctx context.Context, o *Options, p *girih.Program) error {
	err := r.time("LLVM IR", func() (string, error) {
		text, err := p.LLVMIR(llvmir.Opaque)
		return sizeOfLLVM(text), err
	})
	if err != nil {
		return err
	}
	options, err := o.BuildOptions(ctx)
	if err != nil {
		return err
	}
	options.Cache, options.Assemble = nil, girih.Never
	var ptx nvptx.PTX
	err = r.time("PTX", func() (string, error) {
		b, err := p.Build(ctx, options)
		if err != nil {
			return missing(err)
		}
		ptx = b.PTX
		return sizeOfPTX(string(ptx.Text)) + ", by " + ptx.Compiler, nil
	})
	if err != nil || ptx.Text == nil {
		return err
	}
	return r.time("machine code", func() (string, error) {
		assembler, err := nvptx.FindPTXAS(ctx)
		if err != nil {
			return missing(err)
		}
		cubin, err := assembler.Assemble(ctx, ptx)
		return fmt.Sprintf("%d bytes, by %s", len(cubin.Image), assembler.Name()), err
	})
}

// missing makes a result of a compiler that is not there.
func missing(err error) (string, error) {
	var none *nvptx.NotFoundError
	if errors.As(err, &none) {
		return "no compiler on this machine", nil
	}
	return "", err
}

// sizeOfLLVM counts lines, and the instructions among them: what stands in the blocks of functions.
func sizeOfLLVM(text string) string {
	lines, instructions, inside := 0, 0, false
	for line := range strings.Lines(text) {
		lines++
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(line, "define"):
			inside = true
		case trimmed == "}":
			inside = false
		case inside && trimmed != "" && !strings.HasSuffix(trimmed, ":"):
			instructions++
		}
	}
	return fmt.Sprintf("%d lines, %d instructions", lines, instructions)
}

// sizeOfPTX counts lines, and the instructions among them: what ends in a semicolon and is no directive.
func sizeOfPTX(text string) string {
	lines, instructions := 0, 0
	for line := range strings.Lines(text) {
		lines++
		if trimmed := strings.TrimSpace(line); strings.HasSuffix(trimmed, ";") && !strings.HasPrefix(trimmed, ".") {
			instructions++
		}
	}
	return fmt.Sprintf("%d lines, %d instructions", lines, instructions)
}

// write writes the table.
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
	return table.Flush()
}
