// Package convergence is the pass gpu-check-convergence: it reports operations that all threads of a block or a warp
// must execute together, such as barriers and shuffles, if a divergent branch may keep some of the threads from them.
// On a GPU the other threads then wait forever, or exchange values with threads that are not there. The pass is for
// functions of the dialects llvm and nvvm.
//
// Package backend/simt finds such errors for the inputs of one run; this pass rules them out for all inputs. A program
// without reports cannot get stuck at these operations. A report may be wrong, since the analysis ([uniformity]) does
// not see every reason why a value is the same in all threads. The pass does not check for data races, nor for masks of
// warp operations that leave out lanes.
//
// Start at [Check].
package convergence

import (
	"context"
	"errors"
	"fmt"

	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/internal/analysis/uniformity"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// ErrDivergence is what the diagnostics of [Check] wrap.
var ErrDivergence = errors.New("reached by only some of the threads that must take part")

// Pass is gpu-check-convergence. It changes nothing. It emits all reports, and fails with the first one.
var Pass = &pass.Pass{
	Name:    "gpu-check-convergence",
	Summary: "Report barriers and warp operations that only some of their threads may reach",
	Anchor:  "builtin.module",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		found, err := Check(ctx, op)
		if err != nil {
			return err
		}
		ctx.PreserveAll()
		if len(found) == 0 {
			return nil
		}
		for _, d := range found[1:] {
			ctx.Report(d)
		}
		return found[0]
	},
}

// Check returns a diagnostic for each operation of a module that only some of its threads may reach, in the order of
// the module: with notes about the branch, and why its condition differs. The error is that of ctx.
func Check(ctx context.Context, module *ir.Operation) (found []*ir.Diagnostic, err error) {
	c := &checker{needs: make(map[*ir.Operation]*requirement)}
	module.Walk(func(op *ir.Operation) bool {
		if r := requirementOf(op); r != nil {
			c.ops = append(c.ops, op)
			c.needs[op] = r
		}
		return true
	})
	if len(c.ops) == 0 {
		return nil, ctx.Err()
	}
	c.calls(module)
	if c.info, err = uniformity.Analyze(ctx, module); err != nil {
		return nil, err
	}
	for _, op := range c.ops {
		r := c.needs[op]
		if branch := c.info.Divergence(op, r.scope); branch != nil {
			found = append(found, c.report(op, r, branch))
		}
	}
	return found, nil
}

// requirement says which group of threads an operation needs together, and why.
type requirement struct {
	scope gpu.Scope
	what  string
}

type checker struct {
	info  *uniformity.Info
	ops   []*ir.Operation
	needs map[*ir.Operation]*requirement
}

// requirementOf returns what an operation requires, or nil if it requires nothing.
func requirementOf(op *ir.Operation) *requirement {
	scope, why, ok := nvvm.Together(op)
	if !ok || scope == gpu.Thread {
		return nil
	}
	return &requirement{scope, why}
}

// calls adds calls of functions that contain an operation with a requirement.
func (c *checker) calls(module *ir.Operation) {
	for changed := true; changed; {
		changed = false
		module.Walk(func(op *ir.Operation) bool {
			call, ok := ir.InterfaceOf[ir.Call](op)
			if !ok {
				return true
			}
			name, _ := call.Callee(op)
			if name == nil {
				return true
			}
			if r := c.strongest(ir.ResolveSymbol(op, name)); r != nil && (c.needs[op] == nil || r.scope < c.needs[op].scope) {
				if c.needs[op] == nil {
					c.ops = append(c.ops, op)
				}
				c.needs[op] = &requirement{r.scope, fmt.Sprintf("@%s contains an operation that all threads of a group "+
					"must execute together", name.Leaf())}
				changed = true
			}
			return true
		})
	}
}

// strongest returns the requirement of the operations inside a function that concerns the largest group of threads.
func (c *checker) strongest(function *ir.Operation) (r *requirement) {
	if function == nil {
		return nil
	}
	for _, op := range c.ops {
		if function.IsAncestorOf(op) && (r == nil || c.needs[op].scope < r.scope) {
			r = c.needs[op]
		}
	}
	return r
}

// maxNotes bounds the notes that explain where values come from.
const maxNotes = 5

// report makes the diagnostic for an operation that a divergent branch controls.
func (c *checker) report(op *ir.Operation, r *requirement, branch *ir.Operation) *ir.Diagnostic {
	d := op.Errorf("is %w: %s; move it to where the threads of the %s have met again, or decide by a value that is "+
		"the same "+
		"in the %[3]s, such as a vote or a shuffle from one lane", ErrDivergence, r.what, r.scope)
	d.Note(branch.Loc(), "threads diverge here: the condition of '%s' is not the same in all threads of a %s",
		branch.Name(), r.scope)
	reasons := c.info.Explain(branch.Operand(0), r.scope)
	for i, reason := range reasons {
		if i < maxNotes-1 || i == len(reasons)-1 {
			d.Note(reason.Op.Loc(), "'%s': %s", reason.Op.Name(), reason.Text)
		}
	}
	return d
}
