package dataflow

import "github.com/girih-ir/girih/ir"

// findCallers finds the functions that may have callers outside the root: all functions, except symbols of limited
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

// limited reports whether any function has limited visibility.
func (s *Solver) limited() bool {
	for _, c := range s.controls[1:] {
		if c.kind&function != 0 && ir.IsSymbol(c.op) && !ir.IsPublicSymbol(c.op) {
			return true
		}
	}
	return false
}

// table visits op, which may be a symbol table, and the operations inside. allVisible says that all references to its
// non-public symbols are inside the root.
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

// uses visits the references in op to symbols of the tables, except the callees of calls.
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

// callee returns the function that a call runs, or nil if it is unknown or outside the root.
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
