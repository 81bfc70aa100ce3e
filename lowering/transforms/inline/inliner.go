package inline

import (
	"cmp"
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/pass/analysis/callgraph"
)

// inliner processes the strongly connected components of a call graph.
type inliner struct {
	ctx       *pass.Context
	root      *ir.Operation
	opts      *Options
	pipelines *pipelines
	graph     *callgraph.Graph
	uses      *uses
	work      workspace
	chains    *chains

	calls     []resolved // the calls to process in the current component
	history   []step     // the calls inlined in the current component
	stretches []stretch  // ranges of operations in which to look for calls

	copied uint // number of operations
	full   bool // whether a call was not inlined because too many operations had been copied

	dead       []*callgraph.Node
	isDead     []bool // by index
	simplified []bool // by index: whether a function is already simplified before its turn
}

// resolved is a call of a known function.
type resolved struct {
	call           *ir.Operation
	caller, callee *callgraph.Node
	origin         int // index of the step that copied the call here; -1 for a call that was here before
}

// step is an inlined call: its callee, and the step that had copied the call here.
type step struct {
	callee *callgraph.Node
	origin int
}

func (in *inliner) run() error {
	components := in.graph.BottomUp()
	if err := in.simplifyAhead(components); err != nil {
		return err
	}
	for _, component := range components {
		if err := in.component(component); err != nil {
			return err
		}
	}
	if err := in.inlineDeferred(); err != nil {
		return err
	}
	for _, n := range in.dead {
		n.Op.Erase()
	}
	return nil
}

// component simplifies the functions of a component and inlines calls in them, until there is nothing to inline or the
// limit of iterations is reached.
func (in *inliner) component(nodes []*callgraph.Node) error {
	for i := uint(0); i == 0 || i < in.opts.MaxIterations; i++ {
		if err := in.simplify(nodes); err != nil {
			return err
		}
		inlined := in.inlineCalls(nodes)
		nodes = slices.DeleteFunc(nodes, func(n *callgraph.Node) bool { return in.isDead[n.Index] })
		if !inlined {
			break
		}
	}
	return nil
}

// simplifyAhead runs the pipelines on all functions directly inside the inliner's operation, in parallel. This is
// possible because a function is simplified before anything is inlined into it. Its references are counted only at its
// turn, as for other functions.
func (in *inliner) simplifyAhead(components [][]*callgraph.Node) error {
	var ahead []*callgraph.Node
	var order []*pass.Pipeline
	byPipeline := make(map[*pass.Pipeline][]*ir.Operation)
	for _, nodes := range components {
		for _, n := range nodes {
			if n.Op.Parent() != in.root {
				continue
			}
			p, err := in.pipelineOf(n)
			if err != nil {
				return err
			}
			if p == nil {
				continue
			}
			if byPipeline[p] == nil {
				order = append(order, p)
			}
			byPipeline[p] = append(byPipeline[p], n.Op)
			ahead = append(ahead, n)
			in.simplified[n.Index] = true
		}
	}
	for _, p := range order {
		if err := in.ctx.RunEach(p, byPipeline[p]); err != nil {
			return err
		}
	}
	in.uses.lookAhead(ahead)
	return nil
}

// simplify runs the pipelines on functions.
func (in *inliner) simplify(nodes []*callgraph.Node) error {
	for _, n := range nodes {
		p, err := in.pipelineOf(n)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		if in.simplified[n.Index] {
			in.simplified[n.Index] = false
		} else if err := in.ctx.Run(p, n.Op); err != nil {
			return err
		}
		in.uses.recompute(n)
	}
	return nil
}

// pipelineOf returns the pipeline for a function, or nil if there is none. Functions that contain other functions are
// not simplified, since the pipeline might erase these.
func (in *inliner) pipelineOf(n *callgraph.Node) (*pass.Pipeline, error) {
	if len(n.Children) > 0 || !n.Op.HasTrait(ir.IsolatedFromAbove) {
		return nil, nil
	}
	return in.pipelines.of(n.Op.Name())
}

// inlineCalls inlines the calls in some functions that should be inlined, and reports whether there were any.
func (in *inliner) inlineCalls(nodes []*callgraph.Node) (any bool) {
	in.calls, in.history = in.calls[:0], in.history[:0]
	for _, n := range nodes {
		if in.uses.isDead(n) {
			in.bury(n)
			continue
		}
		in.collect(n.Region.Entry(), nil, n, false, -1)
	}
	for i := 0; i < len(in.calls); i++ {
		c := in.calls[i]
		if in.isDead[c.caller.Index] || in.chains.deferred[c.callee.Index] || in.inHistory(c) || !in.shouldInline(c) {
			continue
		}
		if in.uses.isOnlyUse(c.callee) && in.chains.isLong(c.callee) && isSingle(c.callee.Region) {
			if _, ok := mayInline(c.call, c.callee.Op, c.callee.Region); ok {
				in.chains.deferred[c.callee.Index] = true
				in.chains.any = true
				continue
			}
		}
		any = in.inlineCall(c) || any
	}
	return any
}

// inlineCall inlines a call, and reports whether it could. It adds the calls in the inlined body to in.calls.
func (in *inliner) inlineCall(c resolved) bool {
	move := in.uses.isOnlyUse(c.callee)
	if _, ok := mayInline(c.call, c.callee.Op, c.callee.Region); !ok || !move && !in.mayCopy(c) {
		return false
	}
	body, ok := in.work.inlineBody(c.call, c.callee.Op, c.callee.Region, move)
	if !ok {
		return false
	}
	in.history = append(in.history, step{c.callee, c.origin})
	origin := len(in.history) - 1
	if body.first == nil {
		in.collectOps(body.op, c.call, in.graph.Around(c.call.ParentRegion()), true, origin)
	} else {
		in.collect(body.first, body.after, in.graph.Around(body.first.Region()), true, origin)
	}
	body.finish(c.call)
	in.uses.inlined(c)
	c.call.Erase()
	if move {
		in.chains.moved(c.callee, c.caller)
		in.uses.erase(c.callee)
		in.bury(c.callee)
	}
	return true
}

// mayCopy adds the operations of the callee's body to the count of copied operations, and reports whether the count
// stays within the limit. It warns at the first call for which it does not.
func (in *inliner) mayCopy(c resolved) bool {
	if in.full {
		return false
	}
	n, most := countOps(c.callee.Region), cmp.Or(in.opts.MaxCopies, defaultCopies)
	if in.copied+n <= most {
		in.copied += n
		return true
	}
	in.full = true
	d := c.call.Errorf("is not inlined, and neither are later calls: inlining has copied %d operations, and %d more "+
		"exceed the %d of option max-copies; raise that, or mark functions no_inline", in.copied, n, most)
	d.Severity = ir.Warning
	in.ctx.Report(d)
	return false
}

// bury marks a function as dead, to be erased at the end.
func (in *inliner) bury(n *callgraph.Node) {
	if !in.isDead[n.Index] {
		in.isDead[n.Index] = true
		in.dead = append(in.dead, n)
	}
}

// collect finds the calls of known functions in the blocks from one up to another. With inner, it also looks into
// functions that are nested in these blocks.
func (in *inliner) collect(from, to *ir.Block, n *callgraph.Node, inner bool, origin int) {
	in.stretches = in.stretches[:0]
	in.pushBlocks(from, to, n)
	in.collectStretches(inner, origin)
}

// collectOps is collect for the operations of a block from one up to another.
func (in *inliner) collectOps(from, to *ir.Operation, n *callgraph.Node, inner bool, origin int) {
	in.stretches = append(in.stretches[:0], stretch{from, to, n})
	in.collectStretches(inner, origin)
}

// stretch is a range of operations of a block in a function, from first up to end.
type stretch struct {
	first, end *ir.Operation
	node       *callgraph.Node
}

func (in *inliner) pushBlocks(from, to *ir.Block, n *callgraph.Node) {
	for b := from; b != to; b = b.Next() {
		in.stretches = append(in.stretches, stretch{b.First(), nil, n})
	}
}

func (in *inliner) collectStretches(inner bool, origin int) {
	for len(in.stretches) > 0 {
		s := in.stretches[len(in.stretches)-1]
		in.stretches = in.stretches[:len(in.stretches)-1]
		for op := s.first; op != s.end; op = op.Next() {
			if call, ok := ir.InterfaceOf[ir.Call](op); ok {
				if ref, _ := call.Callee(op); ref != nil && ref.IsFlat() {
					if callee := in.graph.Callee(op); callee != nil {
						in.calls = append(in.calls, resolved{op, s.node, callee, origin})
					}
				}
				continue
			}
			for i := range op.NumRegions() {
				nested := in.graph.Node(op.Region(i))
				switch {
				case nested == nil:
					in.pushBlocks(op.Region(i).Entry(), nil, s.node)
				case inner:
					in.pushBlocks(op.Region(i).Entry(), nil, nested)
				}
			}
		}
	}
}

// inHistory reports whether a call was copied here by inlining the function that it calls.
func (in *inliner) inHistory(c resolved) bool {
	for at := c.origin; at >= 0; at = in.history[at].origin {
		if in.history[at].callee == c.callee {
			return true
		}
	}
	return false
}

func (in *inliner) shouldInline(c resolved) bool {
	if c.call.HasTrait(ir.Terminator) {
		return false
	}
	// Do not inline functions that call themselves, and pairs of functions that call each other.
	for _, called := range [][]*callgraph.Node{c.callee.Children, c.callee.Callees} {
		if slices.Contains(called, c.callee) || slices.Contains(called, c.caller) {
			return false
		}
	}
	if c.callee.Region.IsAncestorOf(c.call.ParentRegion()) {
		return false
	}
	return in.isProfitable(c)
}

// isProfitable compares the sizes of callee and caller, if the options ask for that.
func (in *inliner) isProfitable(c resolved) bool {
	switch in.opts.InliningThreshold {
	case 0:
		return false
	case noThreshold:
		return true
	}
	callerOps := countOps(c.caller.Region)
	return callerOps == 0 || countOps(c.callee.Region)*100/callerOps <= in.opts.InliningThreshold
}

func countOps(r *ir.Region) (n uint) {
	for b := range r.Blocks() {
		for op := range b.Ops() {
			op.Walk(func(*ir.Operation) bool {
				n++
				return true
			})
		}
	}
	return n
}
