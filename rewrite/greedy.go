package rewrite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// ErrNoConvergence is wrapped by the error of a driver whose patterns do not come to an end.
var ErrNoConvergence = errors.New("rewriting does not converge")

// Options change how a driver works. The zero value is ready to use.
type Options struct {
	// Context ends the rewriting early; nil never does.
	Context context.Context
	// MaxRewrites bounds the number of applied patterns: 0 stands for a bound in proportion to the IR.
	MaxRewrites int
	// KeepDead leaves operations alone that have no effect and no uses, which are erased otherwise.
	KeepDead bool
	// Trace is told of every applied pattern and the operation it matched, before the change.
	Trace func(p *Pattern, op *ir.Operation)
}

// rewritesPerOp bounds, by default, how often patterns may apply for each operation that the IR had at first.
const rewritesPerOp = 64

// Greedy applies patterns to the operations inside root, but not to root itself, until none matches, and erases
// operations that are dead. It reports whether anything changed. Patterns that undo each other end in an error that
// wraps [ErrNoConvergence] and names them.
func Greedy(root *ir.Operation, patterns *Set, opts Options) (changed bool, err error) {
	g := &greedy{patterns: patterns, opts: opts}
	g.rw = &Rewriter{Builder: ir.NewBuilder(root.Context())}
	g.rw.work.index = make(map[*ir.Operation]int)
	g.rw.OnInsert(g.rw.work.push)
	var ops []*ir.Operation
	root.Walk(func(op *ir.Operation) bool {
		if op != root {
			ops = append(ops, op)
		}
		return true
	})
	for _, op := range slices.Backward(ops) {
		g.rw.work.push(op)
	}
	if g.limit = opts.MaxRewrites; g.limit == 0 {
		g.limit = 1000 + rewritesPerOp*len(ops)
	}
	return g.run()
}

type greedy struct {
	rw       *Rewriter
	patterns *Set
	opts     Options
	limit    int
	applied  int
	recent   []string // names of the patterns applied last, once the limit is near
	changed  bool
}

// recentRewrites is how many of the last rewrites are looked at for patterns that undo each other.
const recentRewrites = 100

func (g *greedy) run() (bool, error) {
	for steps := 0; ; steps++ {
		op := g.rw.work.pop()
		if op == nil {
			return g.changed, nil
		}
		if steps%1024 == 0 && g.opts.Context != nil && g.opts.Context.Err() != nil {
			return g.changed, g.opts.Context.Err()
		}
		if !g.opts.KeepDead && ir.IsTriviallyDead(op) {
			g.rw.Erase(op)
			g.changed = true
			continue
		}
		if err := g.apply(op); err != nil {
			return g.changed, err
		}
	}
}

// apply tries the patterns of an operation, best first, until one matches.
func (g *greedy) apply(op *ir.Operation) error {
	for _, p := range g.patterns.of(op) {
		g.rw.Before(op)
		g.rw.SetLoc(op.Loc())
		if g.opts.Trace != nil {
			g.opts.Trace(p, op)
		}
		loc := op.Loc()
		if !p.Rewrite(g.rw, op) {
			continue
		}
		g.changed = true
		g.applied++
		if g.applied > g.limit-recentRewrites {
			g.recent = append(g.recent, p.Name)
		}
		if g.applied >= g.limit {
			slices.Sort(g.recent)
			return ir.Errorf(loc, "%w: %d patterns were applied; the last ones were %s", ErrNoConvergence, g.applied,
				strings.Join(slices.Compact(g.recent), ", "))
		}
		return nil
	}
	return nil
}

// String describes a pattern for traces.
func (p *Pattern) String() string {
	root := "any operation"
	if p.Root != nil {
		root = p.Root.Name
	}
	return fmt.Sprintf("%s (on %s, benefit %d)", p.Name, root, p.Benefit)
}
