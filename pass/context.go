package pass

import (
	"context"
	"io"

	"github.com/girih-ir/girih/ir"
)

// Context is what a running pass knows beside its operation. It is valid while the pass runs, on that goroutine.
type Context struct {
	// Context ends long work early. It also carries what the caller of [Pipeline.Run] wants passes to know.
	context.Context
	// Options is the pass's options as Pass.Options made them, with what the pipeline set. It is shared by all runs of
	// the pass: read it only.
	Options any
	// Statistics is the pass's counters as Pass.Statistics made them. It belongs to this goroutine.
	Statistics any

	exec      *execution
	unit      *unit
	step      *step
	preserved Preserved
}

// Report passes on a diagnostic, such as a warning.
func (c *Context) Report(d *ir.Diagnostic) { c.exec.out.report(d) }

// Output is a stream beside the diagnostics, in their order: [RunOptions.Output], or nowhere.
func (c *Context) Output() io.Writer { return c.exec.out }

// Preserve promises that the cached results of analyses are right for what the pass leaves.
func (c *Context) Preserve(analyses ...AnyAnalysis) {
	c.preserved.some = append(c.preserved.some, analyses...)
}

// PreserveAll promises that the pass has changed nothing. All analyses stay cached and the IR is not verified again.
func (c *Context) PreserveAll() { c.preserved.all = true }

// Run runs a pipeline on op, which is the pass's operation or lies inside it, as part of the pass.
func (c *Context) Run(p *Pipeline, op *ir.Operation) error {
	plan, err := c.exec.dynamicPlan(c.step, p)
	if err != nil {
		return err
	}
	u := c.unit.find(op)
	if u == nil {
		return op.Errorf("cannot be transformed by a pass that runs on another operation, '%s'", c.unit.op.Name())
	}
	_, err = c.exec.pipeline(plan, u)
	return err
}

// RunEach is [Context.Run] for several operations directly inside the pass's operation, each isolated from above. They
// are worked on in parallel, and what they report and write is in their order. All are worked on even if some fail; the
// error is that of the first of these.
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
	}
	_, err = c.exec.jobs(c.unit, jobs)
	return err
}
