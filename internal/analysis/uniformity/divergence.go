package uniformity

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// diverge visits the branches of a function whose conditions are now known to differ, and raises the values that differ
// because of them.
func (in *Info) diverge(g *graph) {
	for b, block := range g.blocks {
		end := block.Last()
		if end.NumSuccessors() < 2 {
			continue
		}
		how := in.decides(end)
		if how == (Variance{}) || how == g.seen[end] {
			continue
		}
		g.seen[end] = how
		if g.irreducible {
			in.partAnywhere(g, end, how)
			continue
		}
		edges := make([]edge, end.NumSuccessors())
		for i, s := range g.succs[b] {
			edges[i] = edge{b, s}
		}
		in.part(g, end, edges, g.inner[b], how)
	}
}

// decides returns the variance of the values by which a terminator with several successors chooses.
func (in *Info) decides(end *ir.Operation) Variance {
	how := in.of(end.Operand(0)).spread()
	if how.Warp != 0 {
		how.Lanes, how.Mixed = allLanes, true
	}
	return how
}

// partAnywhere is part for irreducible graphs, in which cycles have several entries: nothing is known about where paths
// meet.
func (in *Info) partAnywhere(g *graph, branch *ir.Operation, how Variance) {
	in.temporal(g, nil, branch, how)
	for b := range g.blocks {
		in.raiseArgs(g, b, branch, how)
	}
	in.raiseCalls(g, branch, how)
}

// part follows threads that leave a block along different edges. It raises the values that depend on the edge that a
// thread came along: the arguments of blocks where paths from different edges meet. Each edge has a label. A block has
// the label of an edge if only threads from that edge can be in it. Where two labels meet, a new one begins.
func (in *Info) part(g *graph, branch *ir.Operation, edges []edge, around *cycle, how Variance) {
	n := len(g.blocks)
	label := make([]int, n+1) // 0 for none, the edge's number + 1, or a greater number for a meeting
	type ways struct{ back, out []int }
	loops := make(map[*cycle]*ways)
	for c := around; c != nil; c = c.parent {
		loops[c] = &ways{}
	}
	meet := func(from, to, l int) {
		for c := around; c != nil; c = c.parent {
			switch {
			case !c.blocks[from]:
			case !c.blocks[to]:
				loops[c].out = append(loops[c].out, l)
			case c.header == to:
				loops[c].back = append(loops[c].back, l)
				return
			}
		}
		switch {
		case to <= from: // the header of a cycle inside, whose blocks all have one label
		case label[to] == 0:
			label[to] = l
		case label[to] != l:
			label[to] = len(edges) + 1 + to
		}
	}
	first := n
	for i, e := range edges {
		meet(e.from, e.to, i+1)
		first = min(first, e.to)
	}
	for b := first; b < n; b++ {
		if label[b] == 0 {
			continue
		}
		if label[b] == len(edges)+1+b {
			in.raiseArgs(g, b, branch, how)
		}
		if len(g.succs[b]) == 0 && !g.isDead(b) {
			meet(b, n, label[b])
		}
		for _, s := range g.succs[b] {
			meet(b, s, label[b])
		}
	}
	if label[n] == len(edges)+1+n {
		in.raiseCalls(g, branch, how)
	}
	for c := around; c != nil; c = c.parent {
		w := loops[c]
		if len(w.back) > 0 && len(w.out) > 0 && slices.ContainsFunc(append(w.back, w.out...), func(l int) bool {
			return l != w.back[0]
		}) {
			in.leave(g, branch, c, how)
		}
	}
}

// leave raises the values that differ because threads leave a cycle in different iterations. If whether they leave
// depends on the iteration, the other conditions in the cycle differ too, and are followed separately.
func (in *Info) leave(g *graph, branch *ir.Operation, c *cycle, how Variance) {
	joined, changed := g.left[c].Join(how)
	if !changed {
		return
	}
	g.left[c] = joined
	in.raiseArgs(g, c.header, branch, how)
	in.temporal(g, c, branch, how)
}

// temporal handles temporal divergence: it raises the values that depend on the iteration in which a thread leaves a
// cycle. These are values that the cycle computes from more than its operands, such as memory contents or values of
// other threads. If lanes exchange values, nothing is known about the results.
func (in *Info) temporal(g *graph, c *cycle, branch *ir.Operation, how Variance) {
	exchanges := false
	each := func(f func(op *ir.Operation)) {
		for b, block := range g.blocks {
			if c == nil || c.blocks[b] {
				for op := range block.Ops() {
					f(op)
				}
			}
		}
	}
	each(func(op *ir.Operation) { exchanges = exchanges || op.Is(&nvvm.ShflSync) })
	each(func(op *ir.Operation) {
		if !op.HasTrait(ir.NoMemoryEffect) || op.Is(&nvvm.VoteSync) || exchanges && op.NumOperands() > 0 {
			for _, v := range op.Results() {
				in.raise(v, how.keep(widthMask(v.Type())), branch)
			}
		}
	})
}

func (in *Info) raiseArgs(g *graph, b int, branch *ir.Operation, how Variance) {
	if b == 0 && !g.isTarget(0) {
		return
	}
	for _, v := range g.blocks[b].Args() {
		in.raise(v, how.keep(widthMask(v.Type())), branch)
	}
}

// raiseCalls raises the results of calls of a function whose threads take different paths to its returns.
func (in *Info) raiseCalls(g *graph, branch *ir.Operation, how Variance) {
	for _, call := range in.calls[g.function] {
		for _, v := range call.Results() {
			in.raise(v, how.keep(widthMask(v.Type())), branch)
		}
	}
}

// isTarget reports whether an edge leads to a block.
func (g *graph) isTarget(b int) bool {
	return slices.ContainsFunc(g.succs, func(list []int) bool { return slices.Contains(list, b) })
}

// isDead reports whether a block ends in llvm.unreachable.
func (g *graph) isDead(b int) bool { return g.blocks[b].Last().Is(&llvm.Unreachable) }
