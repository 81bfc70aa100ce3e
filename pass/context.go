package pass

import (
	"context"
	"io"
	"iter"

	"github.com/girih-ir/girih/ir"
)

// Context is the second argument of a running pass. It is valid while the pass runs, on the goroutine of the pass.
type Context struct {
	// Context ends long work early. It also carries values from the caller of [Pipeline.Run] to passes.
	context.Context
	// Options are the options of the pass: the value that Pass.Options returned, with the settings of the pipeline. All
	// runs of the pass share it, so it must not be changed.
	Options any
	// Statistics are the counters of the pass: a value that Pass.Statistics returned. Only this goroutine uses it.
	Statistics any

	exec      *execution
	unit      *unit
	step      *step
	preserved Preserved
}

// Report reports a diagnostic, such as a warning.
func (c *Context) Report(d *ir.Diagnostic) { c.exec.out.report(d) }

// Remark reports a diagnostic with severity [ir.Remark].
func (c *Context) Remark(d *ir.Diagnostic) {
	d.Severity = ir.Remark
	c.Report(d)
}

// Output receives text that is written in order with the diagnostics. It is [RunOptions.Output], or discards the
// text.
func (c *Context) Output() io.Writer { return c.exec.out }

// Preserve declares that the cached results of these analyses still hold after the pass.
func (c *Context) Preserve(analyses ...AnyAnalysis) {
	c.preserved.some = append(c.preserved.some, analyses...)
}

// PreserveAll declares that the pass changed nothing. All analyses stay cached, and the IR is not verified again.
func (c *Context) PreserveAll() { c.preserved.all = true }

// Finish ends a pass: if changed is false, it calls PreserveAll. It returns the error of the context, so that a pass
// that was cancelled fails.
func (c *Context) Finish(changed bool) error {
	if !changed {
		c.PreserveAll()
	}
	return c.Err()
}

// Each returns the Run function of a pass that changes parts of the IR one by one, such as the kernels of a module. of
// yields the parts. change reports whether it changed one.
func Each[T any](
	of func(root *ir.Operation) iter.Seq[T], change func(ctx *Context, part T) (changed bool, err error),
) func(ctx *Context, root *ir.Operation) error {
	return func(ctx *Context, root *ir.Operation) error {
		some := false
		for part := range of(root) {
			changed, err := change(ctx, part)
			if err != nil {
				return err
			}
			some = some || changed
		}
		return ctx.Finish(some)
	}
}

// Run runs a pipeline on op as part of the pass. op is the operation of the pass, or an operation inside it. Since the
// pass may have changed op, the pipeline begins without cached analyses of it.
func (c *Context) Run(p *Pipeline, op *ir.Operation) error {
	plan, err := c.exec.dynamicPlan(c.step, p)
	if err != nil {
		return err
	}
	u := c.unit.find(op)
	if u == nil {
		return op.Errorf("cannot be transformed by a pass that runs on another operation, '%s'", c.unit.op.Name())
	}
	u.invalidate(new(Preserved))
	_, err = c.exec.pipeline(plan, u)
	return err
}

// RunEach is [Context.Run] for several operations directly inside the operation of the pass, each isolated from
// above. They are processed in parallel; diagnostics and output are in the order of the operations. A failure does
// not stop the others; the error is that of the first operation that failed.
func (c *Context) RunEach(p *Pipeline, ops []*ir.Operation) error {
	plan, err := c.exec.dynamicPlan(c.step, p)
	if err != nil {
		return err
	}
	jobs := make([]job, len(ops))
	for i, op := range ops {
		if op.Parent() != c.unit.op || !op.HasTrait(ir.IsolatedFromAbove) {
			return op.Errorf("cannot be transformed beside others: it is not isolated from above directly inside '%s'",
				c.unit.op.Name())
		}
		jobs[i] = job{op, plan}
		if u := c.unit.known(op); u != nil {
			u.invalidate(new(Preserved))
		}
	}
	_, err = c.exec.jobs(c.unit, jobs)
	return err
}
