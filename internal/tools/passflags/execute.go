package passflags

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/girih-ir/girih/internal/tools/outfile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/pass/reproducer"
	"github.com/girih-ir/girih/pass/timing"
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
