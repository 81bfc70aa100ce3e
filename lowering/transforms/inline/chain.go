package inline

import "github.com/girih-ir/girih/pass/analysis/callgraph"

// longChain is how often a body may be moved on, from caller to caller. Along a chain of functions that each call the
// next one, every move looks at the whole body, and the pipeline does so twice: in mlir-opt such chains take time in
// the cube of their length. A call whose body has been moved that often is left until all functions are done, and is
// then inlined where it is. Up to there the result is mlir-opt's.
const longChain = 128

// chains knows how often bodies were moved on, and which are to be moved in the end. Slices are indexed by function.
type chains struct {
	moves    []int
	deferred []bool
	any      bool // is deferred
}

func newChains(functions int) *chains {
	return &chains{moves: make([]int, functions), deferred: make([]bool, functions)}
}

func (c *chains) isLong(n *callgraph.Node) bool { return c.moves[n.Index] >= longChain }

// moved takes note that the body of one function has been moved into another.
func (c *chains) moved(from, to *callgraph.Node) {
	c.moves[to.Index] = max(c.moves[to.Index], c.moves[from.Index]+1)
}

// inlineDeferred inlines what was left for the end, callers first, so that each body moves once more. The functions
// that stay and have changed are simplified again.
func (in *inliner) inlineDeferred() error {
	if !in.chains.any {
		return nil
	}
	for _, n := range in.graph.Nodes {
		if in.isDead[n.Index] || in.chains.deferred[n.Index] {
			continue
		}
		in.calls, in.history = in.calls[:0], in.history[:0]
		in.collect(n.Region.Entry(), nil, n, false, -1)
		changed := false
		for i := 0; i < len(in.calls); i++ {
			if c := in.calls[i]; in.chains.deferred[c.callee.Index] && !in.inHistory(c) {
				changed = in.inlineCall(c) || changed
			}
		}
		if !changed {
			continue
		}
		if err := in.simplify([]*callgraph.Node{n}); err != nil {
			return err
		}
	}
	for _, n := range in.graph.Nodes { // those whose calls have been simplified away
		if in.chains.deferred[n.Index] && in.uses.isDead(n) {
			in.bury(n)
		}
	}
	return nil
}
