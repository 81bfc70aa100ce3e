package pass

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/girih-ir/girih/ir"
)

// Pass is a transformation or a check of operations of one kind.
type Pass struct {
	// Name is the pass's name in pipelines; Summary one line for --help.
	Name, Summary string
	// Anchor is the name of the operation that the pass runs on; "" for any.
	Anchor string
	// Options returns a pointer to a struct that holds the defaults. Fields tagged `opt:"name" help:"..."` may be set in
	// pipelines; they are of type bool, int, string, or slices of those.
	Options func() any
	// Run transforms op. An *ir.Diagnostic as its error keeps its location; other errors are reported at op.
	Run func(ctx *Context, op *ir.Operation) error
}

// Context is what a running pass knows beside its operation.
type Context struct {
	// Context ends long work early.
	context.Context
	// Options is the pass's options as Pass.Options made them, with what the pipeline set.
	Options any
	report  ir.DiagnosticHandler
}

// Report passes on a diagnostic, such as a warning.
func (c *Context) Report(d *ir.Diagnostic) {
	if c.report != nil {
		c.report(d)
	}
}

// Pipeline is a list of passes and nested pipelines, anchored on operations of one kind.
type Pipeline struct {
	Anchor string // an operation name; "any" for all
	Steps  []Step
}

// Step is a pass with its options, or a pipeline for the operations directly inside.
type Step struct {
	Pass    *Pass
	Options any
	Nested  *Pipeline
}

// RunOptions change how a pipeline runs.
type RunOptions struct {
	// Verify checks the IR after every pass.
	Verify bool
	// Report receives diagnostics; it may be nil.
	Report ir.DiagnosticHandler
	// After is called when a pass has run; it may be nil.
	After func(p *Pass, op *ir.Operation)
}

// ErrPanic is wrapped by the error of a pass that panicked.
var ErrPanic = errors.New("pass panicked")

// Run runs the pipeline on root, whose name must be the pipeline's anchor. It stops at the first pass that fails; the
// error names the pass and is reported too.
func (p *Pipeline) Run(ctx context.Context, root *ir.Operation, opts RunOptions) error {
	if p.Anchor != anyAnchor && root.Name() != p.Anchor {
		return ir.Errorf(root.Loc(), "can't run '%s' pass manager on '%s' op", p.Anchor, root.Name())
	}
	for i := range p.Steps {
		if err := p.Steps[i].run(ctx, root, opts); err != nil {
			return err
		}
	}
	return nil
}

func (s *Step) run(ctx context.Context, op *ir.Operation, opts RunOptions) error {
	if s.Pass != nil {
		return s.runPass(ctx, op, opts)
	}
	for i := range op.NumRegions() {
		for b := range op.Region(i).Blocks() {
			for inner := range b.Ops() {
				if s.Nested.Anchor != anyAnchor && inner.Name() != s.Nested.Anchor {
					continue
				}
				if err := s.Nested.Run(ctx, inner, opts); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (s *Step) runPass(ctx context.Context, op *ir.Operation, opts RunOptions) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := s.guarded(&Context{Context: ctx, Options: s.Options, report: opts.Report}, op)
	if err != nil {
		var d *ir.Diagnostic
		if !errors.As(err, &d) {
			d = op.Errorf("pass '%s' failed: %w", s.Pass.Name, err)
		}
		if opts.Report != nil {
			opts.Report(d)
		}
		return fmt.Errorf("pass %s: %w", s.Pass.Name, d)
	}
	if opts.Verify {
		if err := ir.Verify(op, opts.Report); err != nil {
			return fmt.Errorf("after pass %s: %w", s.Pass.Name, err)
		}
	}
	if opts.After != nil {
		opts.After(s.Pass, op)
	}
	return nil
}

// guarded runs the pass and turns a panic into an error: a bug in a pass must not take the program down with it.
func (s *Step) guarded(ctx *Context, op *ir.Operation) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = ir.Errorf(op.Loc(), "%w: '%s' on '%s': %v\n%s", ErrPanic, s.Pass.Name, op.Name(), r, debug.Stack())
		}
	}()
	return s.Pass.Run(ctx, op)
}
