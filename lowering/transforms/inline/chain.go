package inline

import "github.com/girih-ir/girih/pass/analysis/callgraph"

// longChain bounds how often a body is moved from function to function. In a chain of functions that each call the next
// one, every move visits the whole body, and the pipeline does so twice. So mlir-opt takes cubic time for such chains.
// Here, a call whose body has been moved that often is deferred until all functions are processed, and is then inlined
// in place. Up to that number of moves, the result is mlir-opt's.
const longChain = 128

// chains knows how often bodies were moved, and which functions are deferred. Slices are indexed by function.
type chains struct {
	moves    []int
	deferred []bool
	any      bool // whether any function is deferred
}

func newChains(functions int) *chains {
	return &chains{moves: make([]int, functions), deferred: make([]bool, functions)}
}

func (c *chains) isLong(n *callgraph.Node) bool { return c.moves[n.Index] >= longChain }

// moved records that the body of one function has been moved into another.
func (c *chains) moved(from, to *callgraph.Node) {
	c.moves[to.Index] = max(c.moves[to.Index], c.moves[from.Index]+1)
}

// inlineDeferred inlines the deferred calls, callers first, so that each body is moved only once more. Functions that
// change are simplified again.
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
