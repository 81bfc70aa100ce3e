package uniformity

import (
	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/ir"
)

// Divergence returns a branch that prevents all threads of a group, which enter the operation's function together, from
// reaching the operation together: some take other paths, or go around a loop more often. If there are several such
// branches, it returns the one whose paths meet first. It is nil if all threads reach the operation.
func (in *Info) Divergence(op *ir.Operation, s gpu.Scope) (branch *ir.Operation) {
	b := op.Block()
	for _, g := range in.graphs {
		n, ok := g.number[b]
		if !ok {
			continue
		}
		least := len(g.blocks) + 1
		for from, block := range g.blocks {
			end := block.Last()
			if end.NumSuccessors() < 2 || in.decides(end).uniform(s) {
				continue
			}
			if between := g.between(from); between[n] && len(between) < least {
				branch, least = end, len(between)
			}
		}
		return branch
	}
	return nil
}

// between returns the blocks on the paths from a block to where they all meet, without both ends.
func (g *graph) between(from int) map[int]bool {
	if known, ok := g.parted[from]; ok {
		return known
	}
	seen := make(map[int]bool)
	for todo := []int{from}; len(todo) > 0; {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, s := range g.succs[b] {
			if s != g.meets[from] && !seen[s] {
				seen[s] = true
				todo = append(todo, s)
			}
		}
	}
	g.parted[from] = seen
	return seen
}
