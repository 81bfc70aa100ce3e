// Package symboldce is the pass symbol-dce: it erases symbols, such as functions, that are not visible outside their
// table and that no live operation refers to.
//
// Before:
//
//	func.func private @unused() {
//	  return
//	}
//	func.func @f() {
//	  return
//	}
//
// After symbol-dce:
//
//	func.func @f() {
//	  return
//	}
package symboldce

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// statistics of the pass.
type statistics struct {
	Erased int64 `stat:"num-dce'd" help:"Number of symbols DCE'd"`
}

// Pass is symbol-dce.
var Pass = &pass.Pass{
	Name:       "symbol-dce",
	Summary:    "Eliminate dead symbols",
	Title:      "SymbolDCE",
	Statistics: func() any { return new(statistics) },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		if !op.HasTrait(ir.SymbolTable) {
			return op.Errorf(" was scheduled to run under SymbolDCE, but does not define a symbol table")
		}
		hidden := op.Parent() == nil || !ir.IsSymbol(op) || ir.IsPrivateSymbol(op)
		l := &liveness{live: make(map[*ir.Operation]bool), inside: contentsOf(op)}
		if err := l.table(op, hidden); err != nil {
			return err
		}
		erased := l.sweep(op)
		ctx.Statistics.(*statistics).Erased += erased
		return ctx.Finish(erased > 0)
	},
}

// liveness finds the symbols that live operations refer to.
type liveness struct {
	live   map[*ir.Operation]bool
	tables ir.SymbolTables
	inside map[*ir.Operation]*content // for the operations directly inside the pass's operation
}

// table marks the live symbols in a symbol table. With hidden, nothing outside can refer to its symbols.
func (l *liveness) table(table *ir.Operation, hidden bool) error {
	var work []*ir.Operation
	for op := range table.Nested() {
		switch {
		case !ir.IsSymbol(op):
			work = append(work, op)
		case !discardable(op, hidden) && !l.live[op]:
			l.live[op] = true
			work = append(work, op)
		}
	}
	for len(work) > 0 {
		op := work[len(work)-1]
		work = work[:len(work)-1]
		if op.HasTrait(ir.SymbolTable) {
			if err := l.table(op, hidden || !ir.IsSymbol(op) || ir.IsPrivateSymbol(op)); err != nil {
				return err
			}
		} else if !l.isFlat(op) {
			work = appendTables(work, op)
		}
		if !op.Parent().HasTrait(ir.SymbolTable) {
			continue
		}
		c := l.inside[op]
		if c == nil {
			c = new(content)
			c.findUses(op)
		}
		for _, ref := range c.refs {
			work = l.mark(work, op.Parent(), ref)
		}
		if !c.known {
			return ir.Errorf(op.Loc(), "operation contains potentially unknown symbol table, meaning that we can't "+
				"reliable compute symbol uses")
		}
	}
	return nil
}

// discardable reports whether a symbol can be erased if nothing refers to it.
func discardable(op *ir.Operation, hidden bool) bool {
	return ir.IsPrivateSymbol(op) || hidden && !ir.IsPublicSymbol(op)
}

// appendTables appends the operations directly inside op that have regions: they may be or contain symbol tables.
func appendTables(work []*ir.Operation, op *ir.Operation) []*ir.Operation {
	for inner := range op.Nested() {
		if inner.NumRegions() > 0 {
			work = append(work, inner)
		}
	}
	return work
}

// mark makes every symbol on the path of a reference live, as seen from inside a table, and appends those that became
// live. References to unknown symbols are ignored.
func (l *liveness) mark(work []*ir.Operation, table *ir.Operation, ref *ir.SymbolRefAttr) []*ir.Operation {
	for _, op := range l.tables.Path(table, ref) {
		if !l.live[op] {
			l.live[op] = true
			work = append(work, op)
		}
	}
	return work
}

// sweep erases the symbols in op that are not live, inner ones first, and returns their number.
func (l *liveness) sweep(op *ir.Operation) (erased int64) {
	for inner := range op.Nested() {
		if inner.NumRegions() > 0 && !l.isFlat(inner) {
			erased += l.sweep(inner)
		}
		if op.HasTrait(ir.SymbolTable) && ir.IsSymbol(inner) && !l.live[inner] {
			inner.Erase()
			erased++
		}
	}
	return erased
}
