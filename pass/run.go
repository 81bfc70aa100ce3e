package pass

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/timing"
)

// RunOptions change how a pipeline runs. The zero value is ready to use.
type RunOptions struct {
	// Verify checks the IR after every pass, except after a pass that declares that it changed nothing.
	Verify bool
	// VerifyEnd checks the IR once, after the last pass, if one of them may have changed it. This takes less time than
	// Verify, but does not tell which pass left invalid IR.
	VerifyEnd bool
	// Report receives diagnostics, one at a time and in an order that does not depend on the number of threads; it may
	// be nil.
	Report ir.DiagnosticHandler
	// Output receives what observers and passes write, in order with the diagnostics; it may be nil.
	Output io.Writer
	// Observers are called before every run of a pass, in this order, and after it in reverse order.
	Observers []Observer
	// Timing receives the time spent in each step; it may be nil.
	Timing *timing.Timer
	// Statistics receives the counters of the passes, also after a failure; it may be nil.
	Statistics *Statistics
}

// Event is the run of a pass on an operation.
type Event struct {
	Pass    *Pass
	Options any
	Op      *ir.Operation
	// Output receives text that comes in order with the output of other passes on other operations.
	Output io.Writer
}

// Observer is called before a pass runs. It returns a function that is called after the run with the error of the
// pass, or nil. Observers are called on many goroutines at the same time, for different operations.
type Observer func(e *Event) (after func(err error))

// Failure is the error of a run in which a pass failed. It has been reported.
type Failure struct {
	// Passes holds the pass that failed. Rules about sibling operations are checked only after all passes inside have
	// run, and the whole pipeline with [RunOptions].VerifyEnd; if such a check fails, Passes holds all of these passes.
	Passes []*Pass
	Op     *ir.Operation
	// Invalid reports that the passes succeeded, but the IR that they left does not verify.
	Invalid bool
	Err     error
}

// Error names the pass and the operation.
func (f *Failure) Error() string { return f.Summary() + ": " + f.Err.Error() }

// Unwrap returns the error of the pass or the verifier.
func (f *Failure) Unwrap() error { return f.Err }

// Summary returns the message without the text of the error of the pass.
func (f *Failure) Summary() string {
	var names []string
	for _, p := range f.Passes {
		names = append(names, "'"+p.Name+"'")
	}
	subject := "pass "
	if len(names) > 1 {
		subject = "one of the passes "
	}
	subject += strings.Join(names, ", ")
	if f.Invalid {
		return subject + " left invalid IR in " + describe(f.Op)
	}
	return subject + " failed on " + describe(f.Op)
}

// describe names an operation in messages.
func describe(op *ir.Operation) string {
	if name := ir.SymbolNameOf(op); name != "" {
		return "'" + op.Name() + "' op @" + name
	}
	return "'" + op.Name() + "' op"
}

// Run runs the pipeline on root, whose name must be the pipeline's anchor. If a pass fails, the error is a
// *[Failure], which has already been reported. A failure ends the pipeline for the operation on which the pass ran
// and for the operations around it, but not for its siblings. If several passes fail, the error is the first in the
// order of the text. After a failure the IR must not be used.
func (p *Pipeline) Run(ctx context.Context, root *ir.Operation, opts RunOptions) error {
	irctx := root.Context()
	if err := p.loadDialects(irctx); err != nil {
		return err
	}
	if err := p.Check(irctx); err != nil {
		return err
	}
	lanes := irctx.Workers()
	r := &run{ctx: ctx, ir: irctx, opts: opts, lanes: lanes, free: make(chan int, lanes)}
	for lane := 1; lane < lanes; lane++ {
		r.free <- lane
	}
	e := &execution{run: r, out: r}
	if !p.runsOn(root.Info()) {
		return ir.Errorf(root.Loc(), "can't run '%s' pass manager on '%s' op", p.Anchor, root.Name())
	}
	planned := newPlan(irctx, p, lanes)
	changed, err := e.pipeline(planned, &unit{op: root})
	if err == nil && opts.VerifyEnd && changed {
		if invalid := ir.Verify(root, r.report); invalid != nil {
			all := step{nested: []*plan{planned}}
			err = &Failure{Passes: all.passes(nil), Op: root, Invalid: true, Err: invalid}
		}
	}
	if opts.Timing != nil {
		planned.addTimes(opts.Timing)
	}
	if opts.Statistics != nil {
		opts.Statistics.entries = planned.statistics()
	}
	return err
}

// run is one call of [Pipeline.Run].
type run struct {
	ctx   context.Context
	ir    *ir.Context
	opts  RunOptions
	lanes int      // the greatest number of goroutines
	free  chan int // lanes without a goroutine; the first goroutine has lane 0

	mu      sync.Mutex
	dynamic map[*Pipeline]*plan // plans of pipelines that passes run themselves
}

// report and Write make the run the stream of the goroutine that started it.
func (r *run) report(d *ir.Diagnostic) {
	if r.opts.Report != nil {
		r.opts.Report(d)
	}
}

func (r *run) Write(text []byte) (int, error) {
	if r.opts.Output == nil {
		return len(text), nil
	}
	return r.opts.Output.Write(text)
}

// dynamicPlan returns the plan of a pipeline that the pass of a step runs itself.
func (r *run) dynamicPlan(s *step, p *Pipeline) (*plan, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if plan, ok := r.dynamic[p]; ok {
		return plan, nil
	}
	if err := errors.Join(p.loadDialects(r.ir), p.Check(r.ir)); err != nil {
		return nil, err
	}
	if r.dynamic == nil {
		r.dynamic = make(map[*Pipeline]*plan)
	}
	plan := newPlan(r.ir, p, r.lanes)
	r.dynamic[p] = plan
	s.dynamic = append(s.dynamic, plan)
	return plan, nil
}

// stream receives the reports and the output of an execution.
type stream interface {
	report(d *ir.Diagnostic)
	io.Writer
}

// execution is the work of one goroutine in a run.
type execution struct {
	*run
	lane     int
	out      stream
	analyses time.Duration // time spent in analyses inside the current one
	spare    []*Context    // contexts of finished passes, for reuse
}

func (e *execution) newContext() *Context {
	n := len(e.spare)
	if n == 0 {
		return new(Context)
	}
	ctx := e.spare[n-1]
	e.spare = e.spare[:n-1]
	return ctx
}

// release keeps the context of a finished pass for the next one.
func (e *execution) release(ctx *Context) {
	*ctx = Context{}
	e.spare = append(e.spare, ctx)
}

// pipeline runs a plan on an operation, and reports whether the IR may have changed.
func (e *execution) pipeline(p *plan, u *unit) (changed bool, err error) {
	if e.opts.Timing != nil {
		start := time.Now()
		defer func() { p.lanes[e.lane] += time.Since(start) }()
	}
	for _, s := range p.steps {
		one := e.group
		if s.pass != nil {
			one = e.pass
		}
		c, err := one(s, u)
		changed = changed || c
		if err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// pass runs the pass of a step, with observers, timing and verification.
func (e *execution) pass(s *step, u *unit) (changed bool, err error) {
	if err := e.ctx.Err(); err != nil {
		return false, err
	}
	lane := &s.lanes[e.lane]
	lane.ran = true
	if e.opts.Timing != nil {
		start := time.Now()
		defer func() { lane.time += time.Since(start) }()
	}
	if lane.statistics == nil && s.pass.Statistics != nil {
		lane.statistics = s.pass.Statistics()
	}
	ctx := e.newContext()
	defer e.release(ctx)
	*ctx = Context{Context: e.ctx, Options: s.options, Statistics: lane.statistics, exec: e, unit: u, step: s}
	after := e.observe(s, u.op)
	failure := e.attempt(ctx, s.pass, u.op)
	if failure != nil {
		err = failure
	} else {
		u.invalidate(&ctx.preserved)
	}
	for _, f := range slices.Backward(after) {
		f(err)
	}
	return !ctx.preserved.all, err
}

// observe calls the observers before a pass.
func (e *execution) observe(s *step, op *ir.Operation) (after []func(error)) {
	if len(e.opts.Observers) == 0 {
		return nil
	}
	event := &Event{Pass: s.pass, Options: s.options, Op: op, Output: e.out}
	for _, o := range e.opts.Observers {
		if f := o(event); f != nil {
			after = append(after, f)
		}
	}
	return after
}

// attempt runs a pass and verifies the IR afterwards. Failures are reported. A panic is an error, since a bug in a pass
// must not end the program.
func (e *execution) attempt(ctx *Context, p *Pass, op *ir.Operation) (failure *Failure) {
	defer func() {
		if r := recover(); r != nil {
			failure = e.fail(&Failure{Passes: []*Pass{p}, Op: op, Err: newPanic(r)})
		}
	}()
	if err := p.Run(ctx, op); err != nil {
		return e.fail(&Failure{Passes: []*Pass{p}, Op: op, Err: err})
	}
	if !e.opts.Verify || ctx.preserved.all {
		return nil
	}
	if err := ir.Verify(op, e.out.report); err != nil {
		return &Failure{Passes: []*Pass{p}, Op: op, Invalid: true, Err: err}
	}
	return nil
}

// fail reports the error of a pass. A diagnostic is reported as it is, another error with a location. The end of the
// context is not reported, since it says nothing about the IR.
func (e *execution) fail(f *Failure) *Failure {
	var d *ir.Diagnostic
	var nested *Failure
	switch {
	case errors.As(f.Err, &nested):
	case e.ctx.Err() != nil && errors.Is(f.Err, e.ctx.Err()):
	case errors.As(f.Err, &d):
		e.out.report(d)
	default:
		e.out.report(f.Op.Errorf("pass '%s' failed: %w", f.Passes[0].Name, f.Err))
	}
	return f
}
