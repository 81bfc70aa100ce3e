package assign

import (
	"math"
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

const (
	// maxCandidates bounds the layouts that a class chooses from.
	maxCandidates = 16
	// maxStarts bounds the choices that the search starts from.
	maxStarts = 24
	// maxSweeps bounds the rounds of local improvements. Each round lowers the cost.
	maxSweeps = 12
)

// solve chooses a layout for every class.
func (n *network) solve() error {
	n.link()
	if err := n.seed(); err != nil {
		return err
	}
	if err := n.complete(); err != nil {
		return err
	}
	n.deduplicate()
	n.regroup()
	n.search()
	n.moveCopies()
	return nil
}

// link removes classes that were merged into others, and gives each remaining class its edges.
func (n *network) link() {
	for _, e := range n.edges {
		e.from, e.to = e.from.root(), e.to.root()
		e.from.edges = append(e.from.edges, e)
		if e.to != e.from {
			e.to.edges = append(e.to.edges, e)
		}
	}
	n.classes = slices.DeleteFunc(n.classes, func(c *class) bool { return c.parent != nil })
}

// seed gives accesses to memory and products the layouts that suit them, and spreads them along the edges.
func (n *network) seed() error {
	for _, c := range n.classes {
		if c.fixed != nil {
			n.offer(c, c.fixed, n.originOf(c.fixed))
		}
		for _, op := range c.ops {
			wanted, err := n.wanted(op, c.tensor)
			if err != nil {
				return op.Errorf("no layout for tensors of shape %v: %w", c.tensor.Shape(), err)
			}
			for _, e := range wanted {
				n.offer(c, e, n.originOf(e))
			}
		}
	}
	n.spread(n.classes)
	return nil
}

// originOf returns the number of a layout that an operation asks for.
func (n *network) originOf(e tilegpu.Encoding) int {
	i, ok := n.origins[e]
	if !ok {
		i = len(n.origins)
		n.origins[e] = i
	}
	return i
}

// deduplicate offers further candidates for accesses. In a layout such as a slice, several threads hold copies of the
// same elements and would all access them. In the new candidate they share the work: each thread accesses some of the
// elements that it holds.
func (n *network) deduplicate() {
	for _, c := range n.classes {
		if len(c.ops) == 0 || !accesses.IsAccess(c.ops[0]) {
			continue
		}
		p := accesses.PatternOf(n.info, c.ops[0])
		keep := bits.TrailingZeros64(uint64(p.Vector(p.Order()[0])))
		for _, k := range slices.Clone(c.candidates) {
			l, _ := n.linear(k.layout, c.tensor)
			if d := l.Deduplicated(keep); !d.Equal(l) {
				e := tilegpu.Linear(n.ctx, d)
				n.offer(c, e, n.originOf(e))
			}
		}
	}
}

// regroup offers further candidates for stores of what warp groups multiply, and for the addresses and masks of these.
// In such a candidate each warp group stores the rows that it has, so that none waits for another one. Products may
// have been joined and reshaped before.
func (n *network) regroup() {
	if !n.apart {
		return
	}
	products := map[int]bool{}
	for e, i := range n.origins {
		if mma, ok := e.(*tilegpu.MMAAttr); ok && mma.Spec.Version == 3 {
			products[i] = true
		}
	}
	var regrouped []*class
	for _, c := range n.classes {
		if len(c.ops) == 0 || !c.ops[0].Is(&tile.Store) {
			continue
		}
		at := slices.IndexFunc(c.candidates, func(k candidate) bool { return products[k.origin] })
		if at < 0 {
			continue
		}
		product, _ := n.linear(c.candidates[at].layout, c.tensor)
		p := accesses.PatternOf(n.info, c.ops[0])
		keep := bits.TrailingZeros64(uint64(p.Vector(p.Order()[0])))
		for _, k := range slices.Clone(c.candidates) {
			l, _ := n.linear(k.layout, c.tensor)
			if r, ok := l.Regrouped(product, keep); ok {
				e := tilegpu.Linear(n.ctx, r)
				n.offer(c, e, n.originOf(e))
			}
		}
		regrouped = append(regrouped, c)
	}
	n.spread(regrouped)
}

// wanted returns the layouts that an operation asks for; none if it prefers no layout.
func (n *network) wanted(op *ir.Operation, t *ir.TensorType) ([]tilegpu.Encoding, error) {
	switch {
	case accesses.IsAccess(op):
		return n.coalesced(op, t)
	case op.Is(&tile.Scan):
		return n.runs(t, tile.Axis(op))
	case isProduct(op):
		if e := n.tensorCores(op); e != nil {
			return e, nil
		}
		e, err := n.squares(t)
		return []tilegpu.Encoding{e}, err
	}
	return nil, nil
}

// complete gives a default layout to classes that have no candidates, because no edges connect them with an operation
// that asks for a layout.
func (n *network) complete() error {
	for _, c := range n.classes {
		if len(c.candidates) > 0 {
			continue
		}
		e, err := n.defaultLayout(c.tensor, max(1, c.pack))
		if err != nil {
			if len(c.ops) > 0 {
				return c.ops[0].Errorf("no layout for tensors of shape %v: %w", c.tensor.Shape(), err)
			}
			return n.kernel.Errorf("no layout for tensors of shape %v: %w", c.tensor.Shape(), err)
		}
		n.offer(c, e, n.originOf(e))
		n.spread([]*class{c})
	}
	return nil
}

// defaultLayout returns a layout in which neighbors in row-major order are in neighboring threads, pack of them in
// each.
func (a *assigner) defaultLayout(t *ir.TensorType, pack int64) (tilegpu.Encoding, error) {
	shape := t.Shape()
	order := rowMajor(len(shape))
	if pack == 1 || len(shape) > 0 && pack <= shape[len(shape)-1] {
		spec, err := layout.DefaultBlocked(ints(shape), int(pack), order, tilegpu.WarpSize, a.warps)
		if err != nil {
			return nil, err
		}
		return tilegpu.Blocked(a.ctx, spec), nil
	}
	total, _ := ir.NumElements(t)
	spec, err := layout.DefaultBlocked([]int{int(total)}, int(pack), []int{0}, tilegpu.WarpSize, a.warps)
	if err != nil {
		return nil, err
	}
	return tilegpu.Reshaped(a.ctx, tilegpu.Blocked(a.ctx, spec), []int64{total}, shape)
}

// offer adds a candidate to a class, and reports whether it did. It does not if the class has the same layout already,
// has enough candidates, or cannot have the layout.
func (n *network) offer(c *class, e tilegpu.Encoding, origin int) bool {
	if len(c.candidates) >= maxCandidates || c.fixed != nil && c.fixed != e {
		return false
	}
	l, ok := n.linear(e, c.tensor)
	if !ok {
		return false
	}
	for _, k := range c.candidates {
		if other, _ := n.linear(k.layout, c.tensor); k.layout == e || other.Equal(l) {
			return false
		}
	}
	own := n.ownCost(c, e, l)
	if math.IsInf(own, 1) {
		return false
	}
	c.candidates = append(c.candidates, candidate{e, origin, own})
	return true
}

// spread passes the candidates of classes on along edges, the nearest first.
func (n *network) spread(from []*class) {
	type offered struct {
		*class
		candidate
	}
	var queue []offered
	for _, c := range from {
		for _, k := range c.candidates {
			queue = append(queue, offered{c, k})
		}
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, e := range at.edges {
			other, here, there := e.to, e.out, e.in
			if e.from != at.class {
				other, here, there = e.from, e.in, e.out
			}
			if k := translate(at.layout, here, there); k != nil && n.offer(other, k, at.origin) {
				queue = append(queue, offered{other, other.candidates[len(other.candidates)-1]})
			}
		}
	}
}

// translate returns a layout at the other end of an edge for which the value needs no conversion; nil if there is none.
func translate(e tilegpu.Encoding, here, there relation) tilegpu.Encoding {
	if e = here.of(e); e == nil {
		return nil
	}
	return there.back(e)
}

// search looks for a choice of low cost. It starts from several choices. One takes the best layout of each class by
// itself. For each layout that an operation asks for, another start takes the candidates derived from this layout where
// there are any. search improves each start class by class, and takes the best outcome.
func (n *network) search() {
	for _, e := range n.edges {
		e.costs = slices.Repeat([]float64{-1}, len(e.from.candidates)*len(e.to.candidates))
	}
	for _, c := range n.classes {
		c.chosen = 0
		for i, k := range c.candidates {
			if k.own < c.candidates[c.chosen].own {
				c.chosen = i
			}
		}
	}
	start := n.choices()
	n.improve()
	best, lowest := n.choices(), n.total()
	for origin := range min(len(n.origins), maxStarts) {
		n.choose(start)
		changed := false
		for _, c := range n.classes {
			for i, k := range c.candidates {
				if k.origin == origin {
					changed = changed || c.chosen != i
					c.chosen = i
				}
			}
		}
		if !changed {
			continue
		}
		n.improve()
		if t := n.total(); t < lowest {
			best, lowest = n.choices(), t
		}
	}
	n.choose(best)
}

func (n *network) choices() []int {
	out := make([]int, len(n.classes))
	for i, c := range n.classes {
		out[i] = c.chosen
	}
	return out
}

func (n *network) choose(choices []int) {
	for i, c := range n.classes {
		c.chosen = choices[i]
	}
}

// improve changes single classes as long as that lowers the cost.
func (n *network) improve() {
	for range maxSweeps {
		changed := false
		for _, c := range n.classes {
			best, lowest := c.chosen, n.local(c)
			before := best
			for i := range c.candidates {
				c.chosen = i
				if t := n.local(c); t < lowest {
					best, lowest = i, t
				}
			}
			c.chosen = best
			changed = changed || best != before
		}
		if !changed {
			return
		}
	}
}

// local returns the cost that depends on the choice of one class.
func (n *network) local(c *class) float64 {
	total := c.candidates[c.chosen].own
	for _, e := range c.edges {
		total += n.edgeCost(e)
	}
	return total
}

func (n *network) total() float64 {
	total := 0.0
	for _, c := range n.classes {
		total += c.candidates[c.chosen].own
	}
	for _, e := range n.edges {
		total += n.edgeCost(e)
	}
	return total
}

// runs returns a layout in which threads have runs of neighbors along an axis that are as long as possible.
func (a *assigner) runs(t *ir.TensorType, axis int) ([]tilegpu.Encoding, error) {
	shape := ints(t.Shape())
	order := []int{axis}
	total := 1
	for d, n := range shape {
		total *= n
		if d != axis {
			order = append(order, d)
		}
	}
	perThread := max(1, total/(a.warps*tilegpu.WarpSize))
	full, err := layout.DefaultBlocked(shape, min(perThread, shape[axis]), order, tilegpu.WarpSize, a.warps)
	return []tilegpu.Encoding{tilegpu.Blocked(a.ctx, full)}, err
}
