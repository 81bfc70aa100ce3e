package dataflow

import "github.com/girih-ir/girih/ir"

// findCallers finds out which functions may have callers that the root does not show: all but symbols of limited
// visibility to which only calls refer.
func (s *Solver) findCallers() {
	if !s.limited() {
		return
	}
	s.table(s.root, s.root.Block() == nil)
	if s.uses(s.root) {
		return
	}
	for _, c := range s.controls[1:] {
		if c.callable != nil {
			c.callable.unknownCallers = true
		}
	}
}

// limited reports whether any function is not visible to everyone.
func (s *Solver) limited() bool {
	for _, c := range s.controls[1:] {
		if c.kind&function != 0 && ir.IsSymbol(c.op) && !ir.IsPublicSymbol(c.op) {
			return true
		}
	}
	return false
}

// table looks at op, which may be a symbol table, and at what is inside. allVisible tells that whatever refers to its
// symbols that are not public is inside the root.
func (s *Solver) table(op *ir.Operation, allVisible bool) {
	if op.HasTrait(ir.SymbolTable) && op.NumRegions() == 1 {
		s.symbols(op, allVisible)
	}
	for inner := range op.Nested() {
		if inner.NumRegions() > 0 {
			s.table(inner, allVisible || !ir.IsSymbol(inner) || ir.IsPrivateSymbol(inner))
		}
	}
}

func (s *Solver) symbols(table *ir.Operation, allVisible bool) {
	for op := range table.Nested() {
		if c := s.control(op); c != nil && c.kind&function != 0 && ir.IsSymbol(op) {
			c.callable.unknownCallers = !ir.IsPrivateSymbol(op) && (!allVisible || ir.IsPublicSymbol(op))
		}
	}
}

// uses looks at what refers to symbols of the tables in op, and op itself, without calling them.
func (s *Solver) uses(op *ir.Operation) (known bool) {
	if op.HasTrait(ir.SymbolTable) && op.NumRegions() == 1 {
		known = ir.VisitSymbolUsesIn(op.Region(0), func(u ir.SymbolUse) bool {
			if user := s.control(u.User); user != nil && user.kind&call != 0 {
				return true
			}
			if path := s.tables.Path(op, u.Ref); path != nil {
				if c := s.control(path[len(path)-1]); c != nil && c.kind&function != 0 {
					c.callable.unknownCallers = true
				}
			}
			return true
		})
		if !known {
			return false
		}
	}
	for inner := range op.Nested() {
		if inner.NumRegions() > 0 && !s.uses(inner) {
			return false
		}
	}
	return true
}

// callee returns the function that a call runs, if that is known and inside the root; otherwise nil.
func (s *Solver) callee(c *control) *callable {
	ref, _ := c.class.call.Callee(c.op)
	if ref == nil {
		return nil
	}
	table := ir.NearestSymbolTable(c.op.Parent())
	if table == nil || !s.root.IsAncestorOf(table) {
		return nil
	}
	op := s.tables.Resolve(table, ref)
	if op == nil {
		return nil
	}
	if target := s.control(op); target != nil && target.kind&function != 0 {
		return target.callable
	}
	return nil
}
