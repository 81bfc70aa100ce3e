// Package opt is the driver behind tile-opt: it reads textual IR, verifies it, runs a pipeline and prints the result,
// with mlir-opt's flags. Another project builds its own opt tool by calling [Main] with its dialects.
//
// Start reading at [Main]; expect.go has --verify-diagnostics.
package opt

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/girih-ir/girih/internal/tools/outfile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/pass/timing"
)

// Config says what a tool knows.
type Config struct {
	// Name is the tool's name in messages.
	Name string
	// Dialects are loaded into the context of every input.
	Dialects []*ir.Dialect
	// Passes may be named in pipelines, and each is a flag; so are Pipelines.
	Passes    []*pass.Pass
	Pipelines []*pass.Named
	// OwnProcess says that the process does nothing but this: the tool then changes the settings of the garbage
	// collector.
	OwnProcess bool
	// Reports are what the tool can write in place of the module's text; each is a flag.
	Reports []Report
}

// Exit codes, as mlir-opt has them.
const (
	exitOK    = 0
	exitError = 1
)

// Main runs the tool with command-line arguments (without the program's name) and returns its exit code. Nothing is
// written to the output file unless everything succeeded.
func Main(cfg Config, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return MainContext(context.Background(), cfg, args, stdin, stdout, stderr)
}

// Run is [Main] on bytes, with what it prints returned: for programs and tests that use the tool as a function.
func (cfg Config) Run(args []string, input []byte) (stdout, stderr []byte, code int) {
	var out, errs bytes.Buffer
	code = Main(cfg, args, bytes.NewReader(input), &out, &errs)
	return out.Bytes(), errs.Bytes(), code
}

// MainContext is [Main] with a context that ends the work early, with an error.
func MainContext(ctx context.Context, cfg Config, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	o, err := parseFlags(cfg, args, stdout)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", cfg.Name, err)
		return exitError
	}
	t := &tool{ctx: ctx, cfg: cfg, o: o, stderr: stderr}
	if o.showDialects {
		showDialects(stdout, cfg)
		return exitOK
	}
	if o.listPasses {
		listPasses(stdout, cfg)
		return exitOK
	}
	t.collector = newCollector(cfg)
	if o.input == "-" {
		t.collector.stop() // how much will come is not known
	}
	input, err := outfile.ReadInto(reserveHugePages(cfg, o.input), o.input, stdin)
	t.collector.stop()
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", cfg.Name, err)
		return exitError
	}
	return t.process(input, stdout)
}

type tool struct {
	ctx    context.Context
	cfg    Config
	o      *options
	stderr io.Writer
	timer  *timing.Timer // nil unless asked for

	collector *collector
}

// process processes the whole input and writes the output.
func (t *tool) process(input []byte, stdout io.Writer) int {
	if t.o.passes.timing {
		t.timer = timing.New("root")
		stop := t.timer.Start()
		defer func() { stop(); t.writeTiming() }()
	}
	out, err := outfile.Create(t.o.output, stdout)
	if err != nil {
		fmt.Fprintf(t.stderr, "%s: %v\n", t.cfg.Name, err)
		return exitError
	}
	ok := true
	for i, part := range t.split(input) {
		if i > 0 && !t.o.verifyDiagnostics {
			fmt.Fprintf(out, "%s\n", t.o.outputMarker)
		}
		ok = t.part(part, out) && ok
	}
	if !ok {
		out.Discard()
		return exitError
	}
	if err := out.Commit(); err != nil {
		fmt.Fprintf(t.stderr, "%s: %v\n", t.cfg.Name, err)
		return exitError
	}
	return exitOK
}

// split cuts the input at the split marker, when asked to. Parts know at which line of the file they start.
func (t *tool) split(input []byte) []*ir.Source {
	name := t.o.input
	if name == "-" {
		name = "<stdin>"
	}
	if !t.o.split.set {
		return []*ir.Source{{Name: name, Text: input}}
	}
	var parts []*ir.Source
	line, col := 1, 1
	marker := []byte("\n" + t.o.split.marker)
	for {
		end := splitPoint(input, marker)
		if end < 0 {
			return append(parts, &ir.Source{Name: name, Text: input, FirstLine: line, FirstCol: col})
		}
		part := input[:end+1]
		parts = append(parts, &ir.Source{Name: name, Text: part, FirstLine: line, FirstCol: col})
		line, col = line+bytes.Count(part, []byte("\n")), len(marker)
		input = input[end+len(marker):]
	}
}

// splitPoint returns the offset of the next marker that has a line to itself, or -1.
func splitPoint(input, marker []byte) int {
	at := 0
	for {
		i := bytes.Index(input[at:], marker)
		if i < 0 {
			return -1
		}
		rest := input[at+i+len(marker):]
		if len(rest) == 0 || rest[0] == '\n' || rest[0] == '\r' {
			return at + i
		}
		at += i + 1
	}
}

// part processes one part of the input and reports success.
func (t *tool) part(src *ir.Source, out io.Writer) bool {
	ctx := ir.NewContext(t.cfg.Dialects...)
	ctx.AllowUnregistered = t.o.allowUnregistered
	ctx.OpText = text.OpLine
	ctx.Threads = t.o.threads
	t.collector.reading(len(src.Text))
	defer t.collector.stop()
	if t.o.verifyDiagnostics {
		var diags []*ir.Diagnostic
		t.transformed(ctx, src, func(d *ir.Diagnostic) { diags = append(diags, d) })
		return t.checkExpectations(ctx, src, diags)
	}
	file := t.transformed(ctx, src, func(d *ir.Diagnostic) { io.WriteString(t.stderr, d.Render(ctx)) })
	if file == nil {
		return false
	}
	defer t.timer.StartChild("Output")()
	if r := t.o.report; r.Report != nil {
		if err := r.Write(out, file.Op, r.format); err != nil {
			t.complain(err, func(d *ir.Diagnostic) { io.WriteString(t.stderr, d.Render(ctx)) })
			return false
		}
		return true
	}
	t.collector.printing()
	opts := t.o.printing
	opts.External = file.External
	if err := text.Fprint(out, file.Op, opts); err != nil {
		fmt.Fprintf(t.stderr, "%s: %v\n", t.cfg.Name, err)
		return false
	}
	io.WriteString(out, "\n")
	return true
}

// transformed reads, verifies and transforms; it returns nil after an error, which it reports.
func (t *tool) transformed(ctx *ir.Context, src *ir.Source, report ir.DiagnosticHandler) *text.File {
	file := t.read(ctx, src, report)
	if file == nil {
		return nil
	}
	errs := t.transform(file, report)
	for _, err := range errs {
		t.complain(err, report)
	}
	if len(errs) > 0 {
		return nil
	}
	return file
}

// complain tells the user about an error of a run. What is wrong with the IR has been reported, if it was a pass that
// found it.
func (t *tool) complain(err error, report ir.DiagnosticHandler) {
	var failure *pass.Failure
	var d *ir.Diagnostic
	switch {
	case errors.As(err, &failure):
		if !t.o.verifyDiagnostics {
			fmt.Fprintf(t.stderr, "%s: error: %s\n", t.cfg.Name, failure.Summary())
		}
	case errors.As(err, &d):
		report(d)
	default:
		fmt.Fprintf(t.stderr, "%s: error: %v\n", t.cfg.Name, err)
	}
}

// read reads and verifies; it returns nil after an error, which it reports.
func (t *tool) read(ctx *ir.Context, src *ir.Source, report ir.DiagnosticHandler) *text.File {
	defer t.timer.StartChild("Parser")()
	file, err := text.ParseFile(ctx, src, t.o.parsing)
	if err != nil {
		var d *ir.Diagnostic
		if !errors.As(err, &d) {
			d = ir.Errorf(nil, "%w", err)
		}
		report(d)
		return nil
	}
	if t.o.verify && ir.Verify(file.Op, report) != nil {
		return nil
	}
	return file
}
