package opt

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/girih-ir/girih/internal/tools/heap"
	"github.com/girih-ir/girih/internal/tools/outfile"
	"github.com/girih-ir/girih/internal/tools/passflags"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/pass/reproducer"
	"github.com/girih-ir/girih/pass/timing"
)

// tool is the state of one run.
type tool struct {
	ctx    context.Context
	cfg    Config
	o      *options
	stderr io.Writer
	timer  *timing.Timer  // nil if not requested
	heap   *heap.Settings // nil in a process that also does something else
}

// process processes the whole input and writes the output.
func (t *tool) process(input []byte, stdout io.Writer) int {
	timer, done := t.o.timing.Start(t.stderr)
	defer done()
	t.timer = timer
	out, err := outfile.Create(t.o.output, stdout)
	if err != nil {
		fmt.Fprintf(t.stderr, "%s: %v\n", t.cfg.Name, err)
		return exitError
	}
	ok := true
	for i, part := range t.o.in.Sources(t.o.input, input) {
		if i > 0 {
			fmt.Fprintf(out, "%s\n", t.o.in.OutputMarker)
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

// part processes one part of the input and reports success.
func (t *tool) part(src *ir.Source, out io.Writer) bool {
	ctx := ir.NewContext(t.cfg.Dialects...)
	ctx.AllowUnregistered = t.o.allowUnregistered
	ctx.OpText = text.OpLine
	ctx.Threads = t.o.threads
	t.heap.Reading(len(src.Text))
	defer t.heap.Restore()
	if t.o.in.Verify {
		var diags []*ir.Diagnostic
		file := t.transformed(ctx, src, func(d *ir.Diagnostic) { diags = append(diags, d) })
		ok := t.o.in.Check(ctx, src, diags, t.stderr)
		return (file == nil || t.print(file, out)) && ok
	}
	file := t.transformed(ctx, src, func(d *ir.Diagnostic) {
		if t.o.showOperations {
			d = withOperation(d)
		}
		io.WriteString(t.stderr, d.Render(ctx))
	})
	return file != nil && t.print(file, out)
}

// withOperation returns an error with an additional first note, which shows the operation that the error is about.
func withOperation(d *ir.Diagnostic) *ir.Diagnostic {
	if d.Op == nil || d.Severity != ir.Error {
		return d
	}
	shown := text.OpLine(d.Op)
	if d.Op.NumRegions() > 0 {
		shown = "\n" + string(text.Print(d.Op, text.Options{Generic: true, LocalScope: true}))
	}
	with := *d
	with.Notes = append([]*ir.Diagnostic{{Severity: ir.Note, Loc: d.Loc, Message: "see current operation: " + shown}},
		d.Notes...)
	return &with
}

// print writes the module, or the requested report about it, and reports success.
func (t *tool) print(file *text.File, out io.Writer) bool {
	defer t.timer.StartChild("Output")()
	if r := t.o.report; r.Report != nil {
		if err := r.Write(out, file.Op, r.format); err != nil {
			t.complain(err, func(d *ir.Diagnostic) { io.WriteString(t.stderr, d.Render(file.Op.Context())) })
			return false
		}
		return true
	}
	t.heap.Printing()
	opts := t.o.printing
	opts.External = file.External
	if err := text.Fprint(out, file.Op, opts); err != nil {
		fmt.Fprintf(t.stderr, "%s: %v\n", t.cfg.Name, err)
		return false
	}
	io.WriteString(out, "\n")
	return true
}

// transformed reads, verifies and transforms. After an error, which it reports, it returns nil.
func (t *tool) transformed(ctx *ir.Context, src *ir.Source, report ir.DiagnosticHandler) *text.File {
	file := t.read(ctx, src, report)
	if file == nil {
		return nil
	}
	errs := t.runPasses(file, report)
	for _, err := range errs {
		t.complain(err, report)
	}
	if len(errs) > 0 {
		return nil
	}
	return file
}

// runPasses runs the pipeline on the module, and returns all errors.
func (t *tool) runPasses(file *text.File, report ir.DiagnosticHandler) []error {
	config := reproducer.Config{DisableThreading: t.o.threads == 1, VerifyEach: t.o.verify}
	p, err := t.o.passes.Pipeline(file, &config)
	if err != nil {
		return []error{err}
	}
	if p == nil {
		return nil
	}
	t.heap.Growing()
	return t.o.passes.Execute(t.ctx, p, file.Op, passflags.Execution{
		Config: config, Printing: t.o.printing, Report: report, Output: t.stderr, Timer: t.timer,
	})
}

// complain reports an error of a run to the user. Errors of passes about the IR have already been reported.
func (t *tool) complain(err error, report ir.DiagnosticHandler) {
	var failure *pass.Failure
	var d *ir.Diagnostic
	switch {
	case errors.As(err, &failure):
		if !t.o.in.Verify {
			fmt.Fprintf(t.stderr, "%s: error: %s\n", t.cfg.Name, failure.Summary())
		}
	case errors.As(err, &d):
		report(d)
	default:
		fmt.Fprintf(t.stderr, "%s: error: %v\n", t.cfg.Name, err)
	}
}

// read reads and verifies. After an error, which it reports, it returns nil.
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
