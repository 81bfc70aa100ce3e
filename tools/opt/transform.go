package opt

import (
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

// transform runs the pipeline on what was read, and returns everything that went wrong.
func (t *tool) transform(file *text.File, report ir.DiagnosticHandler) []error {
	f := &t.o.passes
	config := reproducer.Config{DisableThreading: t.o.threads == 1, VerifyEach: t.o.verify}
	p, err := t.pipeline(file, &config)
	if err != nil {
		return []error{err}
	}
	if p == nil {
		return nil
	}
	t.collector.growth()
	f.pipeline.Write(t.stderr, p)
	if config.DisableThreading || f.needsOneThread() || t.o.rewrites.active() {
		file.Op.Context().Threads = 1
	}
	config.Pipeline = p.String()
	if f.generateReproducer != "" {
		if err := outfile.Write(f.generateReproducer, reproducer.Write(file.Op, config), io.Discard); err != nil {
			return []error{err}
		}
	}
	return t.run(p, file.Op, config, report)
}

// pipeline returns the pipeline that the flags ask for, or that the input, a reproducer, holds; nil when there is none.
// What a reproducer says goes to config.
func (t *tool) pipeline(file *text.File, config *reproducer.Config) (*pass.Pipeline, error) {
	f, ctx := &t.o.passes, file.Op.Context()
	p, err := f.build(ctx, file.Op.Name())
	if err != nil || !f.runReproducer {
		return p, err
	}
	stored, found, err := reproducer.Read(file.External, *config)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fmt.Errorf("%s is not a reproducer: it has no external resources mlir_reproducer", t.o.input)
	}
	file.External = slices.DeleteFunc(file.External, reproducer.Holds)
	*config = stored
	if p != nil {
		return p, nil
	}
	return f.registry.Parse(stored.Pipeline, ctx)
}

// run runs a pipeline with all that the flags want to know about it.
func (t *tool) run(p *pass.Pipeline, op *ir.Operation, config reproducer.Config,
	report ir.DiagnosticHandler) (errs []error) {
	f := &t.o.passes
	opts := pass.RunOptions{Verify: config.VerifyEach, Report: report, Output: t.stderr}
	if t.timer != nil {
		opts.Timing = timing.New("")
		defer func() { t.timer.Merge(opts.Timing) }()
	}
	if f.statistics {
		opts.Statistics = &pass.Statistics{}
	}
	printed := f.ir.Observe(&opts, t.o.printing)
	crash := newCrash(f, op, config)
	if crash.local != nil {
		opts.Observers = append(opts.Observers, crash.local.Observe)
	}
	if err := p.Run(t.o.rewrites.context(t.ctx, t.stderr), op, opts); err != nil {
		errs = append(errs, err)
	}
	if t.o.rewrites.report && t.o.rewrites.counters != nil {
		_ = t.o.rewrites.counters.Report(t.stderr)
	}
	if opts.Statistics != nil {
		t.writeStatistics(opts.Statistics)
	}
	if err := printed(); err != nil {
		errs = append(errs, err)
	}
	var failure *pass.Failure
	if f.crashReproducer != "" && len(errs) > 0 && errors.As(errs[0], &failure) {
		if err := crash.write(f.crashReproducer, failure, report); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

func (t *tool) writeStatistics(s *pass.Statistics) {
	write := s.WritePipeline
	if t.o.passes.statisticsDisplay == "list" {
		write = s.WriteList
	}
	_ = write(t.stderr)
}

// writeTiming prints the execution times.
func (t *tool) writeTiming() {
	writers := map[[2]string]func(io.Writer) error{
		{"tree", "text"}: t.timer.WriteTree, {"list", "text"}: t.timer.WriteList,
		{"tree", "json"}: t.timer.WriteTreeJSON, {"list", "json"}: t.timer.WriteListJSON,
	}
	_ = writers[[2]string{t.o.passes.timingDisplay, t.o.passes.timingFormat}](t.stderr)
}

// crash is what a reproducer of a failure needs to know before the pipeline runs.
type crash struct {
	whole []byte            // the pipeline with the IR that it ran on
	local *reproducer.Local // nil unless asked for
}

func newCrash(f *passFlags, op *ir.Operation, config reproducer.Config) crash {
	if f.crashReproducer == "" {
		return crash{}
	}
	c := crash{whole: reproducer.Write(op, config)}
	if f.localReproducer {
		config.DisableThreading = true
		c.local = reproducer.NewLocal(config)
	}
	return c
}

// write writes the reproducer of a failure and reports where it is, as mlir-opt does.
func (c *crash) write(name string, failure *pass.Failure, report ir.DiagnosticHandler) error {
	text := c.whole
	if c.local != nil && c.local.Failure() != nil {
		text = c.local.Failure()
	}
	if err := outfile.Write(name, text, io.Discard); err != nil {
		return fmt.Errorf("no reproducer could be written: %w", err)
	}
	where := fmt.Sprintf("'%s' operation", failure.Op.Name())
	if symbol := ir.SymbolNameOf(failure.Op); symbol != "" {
		where += ": @" + symbol
	}
	report(ir.Errorf(failure.Op.Loc(), "Failures have been detected while processing an MLIR pass pipeline").
		Note(failure.Op.Loc(), "Pipeline failed while executing [`%s` on %s]: reproducer generated at `%s`",
			failure.Passes[0].DisplayName(), where, name))
	return nil
}
