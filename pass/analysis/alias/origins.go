package alias

import "github.com/girih-ir/girih/ir"

// maxOrigins bounds the number of values that are visited to find the origins of one.
const maxOrigins = 64

// findOrigins returns the values to whose memory v may refer. It follows views and control flow, which pass references
// on. A value with too many origins, or with unknown ones, is its own origin.
func findOrigins(v *ir.Value) []*ir.Value {
	s := search{seen: map[*ir.Value]bool{v: true}, work: []*ir.Value{v}}
	for len(s.work) > 0 {
		if len(s.seen) > maxOrigins {
			return []*ir.Value{v}
		}
		w := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		if !s.step(w) {
			s.found = append(s.found, w)
		}
	}
	if len(s.found) == 0 {
		return []*ir.Value{v} // v is only passed around in a cycle
	}
	return s.found
}

type search struct {
	seen  map[*ir.Value]bool
	work  []*ir.Value
	found []*ir.Value
}

func (s *search) push(v *ir.Value) {
	if !s.seen[v] {
		s.seen[v] = true
		s.work = append(s.work, v)
	}
}

// step visits the values that v comes from; it returns false if v is an origin.
func (s *search) step(v *ir.Value) bool {
	if op := v.DefiningOp(); op != nil {
		if view, ok := ir.InterfaceOf[ir.View](op); ok {
			s.push(view.ViewSource(op))
			return true
		}
		if several, ok := ir.InterfaceOf[references](op); ok {
			for _, w := range several.ReferenceSources(op) {
				s.push(w)
			}
			return true
		}
		return s.regions(v, op, nil)
	}
	b := v.ArgumentOf()
	switch {
	case b == nil:
		return false
	case b.IsEntry():
		return b.ParentOp() != nil && s.regions(v, b.ParentOp(), b.Region())
	}
	return s.branches(v, b)
}

// branches visits the operands that predecessors pass to a block argument.
func (s *search) branches(v *ir.Value, b *ir.Block) bool {
	var from []*ir.Value
	for p := range b.Predecessors() {
		branch, ok := ir.InterfaceOf[ir.Branch](p)
		if !ok {
			return false
		}
		for i := range p.NumSuccessors() {
			if p.Successor(i) != b {
				continue
			}
			first, end := branch.SuccessorOperands(p, i)
			if first+v.Index() >= end {
				return false
			}
			from = append(from, p.Operand(first+v.Index()))
		}
	}
	for _, w := range from {
		s.push(w)
	}
	return len(from) > 0
}

// regions visits the operands that a result of op, or an argument of one of its regions, receives.
func (s *search) regions(v *ir.Value, op *ir.Operation, to *ir.Region) bool {
	branch, ok := ir.InterfaceOf[ir.RegionBranch](op)
	if !ok {
		return false
	}
	var from []*ir.Value
	branch.RegionEdges(op, func(e ir.RegionEdge) bool {
		if e.Successor != to {
			return true
		}
		skip := 0
		if to != nil {
			skip = e.Skip
		}
		i := e.From + v.Index() - skip
		if ok = v.Index() >= skip && i < e.To; ok {
			from = append(from, e.Point.Operand(i))
		}
		return ok
	})
	if !ok || len(from) == 0 {
		return false
	}
	for _, w := range from {
		s.push(w)
	}
	return true
}
