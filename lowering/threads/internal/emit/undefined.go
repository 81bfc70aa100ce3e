package emit

import (
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// MayBeUndefined reports whether elements of a tensor may be undefined: the result of a masked load without other
// value, and everything computed from it.
func (c *Code) MayBeUndefined(v *ir.Value) bool {
	if c.undefined == nil {
		c.undefined = undefinedIn(c.kernel.Operation, c.callee)
	}
	return c.undefined[v]
}

// undefinedIn returns the values of a kernel that may be undefined. Those of a function are computed from its
// arguments, too: its callers may pass undefined values. What a function returns may be undefined.
func undefinedIn(kernel *ir.Operation, callee bool) map[*ir.Value]bool {
	s := &spread{found: make(map[*ir.Value]bool)}
	if callee {
		s.add(kernel.Region(0).Entry().Args()...)
	}
	kernel.Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.Load) && op.GroupValue(1) != nil && op.GroupValue(2) == nil || op.Is(&fn.CallOp) {
			s.add(op.ResultValues()...)
		}
		return true
	})
	for len(s.left) > 0 {
		v := s.left[len(s.left)-1]
		s.left = s.left[:len(s.left)-1]
		for u := range v.Uses() {
			s.through(u.Owner(), u.Index())
		}
	}
	return s.found
}

// spread collects values and what is computed from them.
type spread struct {
	found map[*ir.Value]bool
	left  []*ir.Value // found values whose uses have not been looked at
}

func (s *spread) add(values ...*ir.Value) {
	for _, v := range values {
		if !s.found[v] {
			s.found[v] = true
			s.left = append(s.left, v)
		}
	}
}

// through adds what an operation computes from operand i.
func (s *spread) through(op *ir.Operation, i int) {
	switch loop, isLoop := scf.AsFor(op); {
	case op.Is(&tile.Load): // it may not read undefined addresses, and elements that are left out have the other value
		if op.GroupValue(2) == op.Operand(i) {
			s.add(op.Result(0))
		}
		return
	case isLoop && i >= 3:
		s.add(loop.IterArgs()[i-3], op.Result(i-3))
		return
	case op.HasTrait(ir.Terminator):
		if loop, ok := scf.AsFor(op.Parent()); ok {
			s.add(loop.IterArgs()[i], loop.Result(i))
			return
		}
		for k := range op.NumSuccessors() {
			s.add(op.Successor(k).Args()...)
		}
		if op.NumSuccessors() == 0 {
			s.all(op.Parent())
		}
		return
	}
	s.all(op)
}

// all adds the results of an operation, and what its regions get.
func (s *spread) all(op *ir.Operation) {
	s.add(op.ResultValues()...)
	for i := range op.NumRegions() {
		if r := op.Region(i); !r.IsEmpty() {
			s.add(r.Entry().Args()...)
		}
	}
}
