package passflags

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/girih-ir/girih/internal/tools/outfile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/pass/reproducer"
	"github.com/girih-ir/girih/pass/timing"
	"github.com/girih-ir/girih/rewrite"
)

// ErrNoReproducer is returned for --run-reproducer if the input is not a reproducer.
var ErrNoReproducer = errors.New("the input is not a reproducer: it has no external resources mlir_reproducer")

// Pipeline returns the pipeline of the flags, or that in the input if it is a reproducer; nil if there is none. The
// configuration of a reproducer is stored in config, and its resources are removed from the file.
func (f *Run) Pipeline(file *text.File, config *reproducer.Config) (*pass.Pipeline, error) {
	p, err := f.build(file.Op.Context(), file.Op.Name())
	if err != nil || !f.runReproducer {
		return p, err
	}
	stored, found, err := reproducer.Read(file.External, *config)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, ErrNoReproducer
	}
	file.External = slices.DeleteFunc(file.External, reproducer.Holds)
	*config = stored
	if p != nil {
		return p, nil
	}
	return f.registry.Parse(stored.Pipeline, file.Op.Context())
}

// Execution has further parameters of a run, besides the flags.
type Execution struct {
	Config   reproducer.Config
	Printing text.Options         // of the IR around passes
	Report   ir.DiagnosticHandler // receives the errors of passes
	Output   io.Writer            // receives the output of passes and flags
	Timer    *timing.Timer        // receives the times of passes; may be nil
}

// Execute runs a pipeline on an operation, with all reports that the flags request. It returns all errors.
func (f *Run) Execute(ctx context.Context, p *pass.Pipeline, op *ir.Operation, e Execution) (errs []error) {
	f.pipeline.Write(e.Output, p)
	if e.Config.DisableThreading || f.needsOneThread() {
		op.Context().Threads = 1
	}
	e.Config.Pipeline = p.String()
	if f.generateReproducer != "" {
		err := outfile.Write(f.generateReproducer, reproducer.Write(op, e.Config), io.Discard)
		if err != nil {
			return []error{err}
		}
	}
	opts := pass.RunOptions{Verify: e.Config.VerifyEach, Report: e.Report, Output: e.Output}
	if e.Timer != nil {
		opts.Timing = timing.New("")
		defer func() { e.Timer.Merge(opts.Timing) }()
	}
	if f.statistics {
		opts.Statistics = &pass.Statistics{}
	}
	printed := f.ir.Observe(&opts, e.Printing)
	var crash *reproducer.Recorder
	if f.crashReproducer != "" {
		crash = reproducer.NewRecorder(op, e.Config, f.localReproducer)
		opts.Observers = append(opts.Observers, crash.Observe)
	}
	err := p.Run(f.rewrites.context(ctx, e.Output), op, opts)
	f.rewrites.write(e.Output)
	if opts.Statistics != nil {
		f.writeStatistics(e.Output, opts.Statistics)
	}
	for _, err := range []error{err, printed(), f.writeCrash(crash, err, e.Report)} {
		if err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// writeCrash writes the reproducer for a pass that failed, if one is requested, and reports its file name.
func (f *Run) writeCrash(crash *reproducer.Recorder, err error, report ir.DiagnosticHandler) error {
	var failure *pass.Failure
	if crash == nil || !errors.As(err, &failure) {
		return nil
	}
	if err := outfile.Write(f.crashReproducer, crash.Text(), io.Discard); err != nil {
		return fmt.Errorf("no reproducer could be written: %w", err)
	}
	report(reproducer.Diagnostic(failure, f.crashReproducer))
	return nil
}

func (f *Run) writeStatistics(w io.Writer, s *pass.Statistics) {
	write := s.WritePipeline
	if f.statisticsDisplay == "list" {
		write = s.WriteList
	}
	_ = write(w)
}

// rewrites are the flags about individual rewrites of patterns.
type rewrites struct {
	trace, check, report bool
	counters             *rewrite.Counters
}

func (f *rewrites) register(fs *flag.FlagSet) {
	fs.BoolVar(&f.trace, "debug-rewrites", false,
		"print every rewrite: its pattern, the operation before it, and the operations after it")
	fs.BoolVar(&f.check, "debug-check-rewrites", false, "verify the IR after every rewrite, which is slow")
	count := func(v string) (err error) {
		f.counters, err = rewrite.ParseCounters(v)
		return err
	}
	const usage = "skip and count the uses of patterns: `name-skip=n,name-count=n,...`"
	fs.Func("debug-counter", usage, count)
	fs.Func("mlir-debug-counter", usage+", as --debug-counter", count)
	fs.BoolVar(&f.report, "print-debug-counter", false, "print what the counters have counted")
	fs.BoolVar(&f.report, "mlir-print-debug-counter", false,
		"print what the counters have counted, as --print-debug-counter")
}

// active reports whether rewrites are observed. They must then be sequential, since the flags are about their order and
// number.
func (f *rewrites) active() bool { return f.trace || f.check || f.counters != nil }

// context returns a context with an instrumentation for the drivers.
func (f *rewrites) context(ctx context.Context, w io.Writer) context.Context {
	if !f.active() {
		return ctx
	}
	in := &rewrite.Instrumentation{Counters: f.counters, Check: f.check}
	if f.trace {
		in.Observe = rewrite.WriteTo(w)
	}
	return rewrite.WithInstrumentation(ctx, in)
}

// write prints the counts of the counters, if that was requested.
func (f *rewrites) write(w io.Writer) {
	if f.report && f.counters != nil {
		_ = f.counters.Report(w)
	}
}
