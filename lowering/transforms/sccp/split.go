package sccp

import (
	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
)

// split finds, among the operations directly inside a symbol table, those that can be analyzed alone: public functions
// that call nothing and are not called. They may be called from outside with any arguments, so nothing is known at
// their entry, and their results do not affect other functions. ok says whether the rest can be analyzed without them.
func split(table *ir.Operation) (rest, alone []*ir.Operation, ok bool) {
	if !table.HasTrait(ir.SymbolTable|ir.IsolatedFromAbove) || table.NumRegions() != 1 || !table.Region(0).HasOneBlock() {
		return nil, nil, false
	}
	for op := range table.Nested() {
		if op.NumOperands() > 0 || op.NumResults() > 0 || op.NumRegions() > 0 && !op.HasTrait(ir.IsolatedFromAbove) {
			return nil, nil, false
		}
		rest = append(rest, op)
	}
	if len(rest) == 0 {
		return nil, nil, true
	}
	calls := findCalls(rest)
	called := make(map[string]bool)
	for _, c := range calls {
		for _, name := range c.callees {
			called[name] = true
		}
	}
	ops := rest
	rest = nil
	for i, op := range ops {
		if calls[i].any || ir.CallableRegionOf(op) == nil || !ir.IsSymbol(op) || !ir.IsPublicSymbol(op) ||
			called[ir.SymbolNameOf(op)] {
			rest = append(rest, op)
		} else {
			alone = append(alone, op)
		}
	}
	return rest, alone, true
}

// calls is the calls in an operation, including those in operations inside it.
type calls struct {
	any     bool     // whether there are calls or functions inside
	callees []string // all names in the symbol references of calls
}

// findCalls returns the calls in each of several operations.
func findCalls(ops []*ir.Operation) []calls {
	found := make([]calls, len(ops))
	const share = 64
	_ = parallel.Shares(len(ops), share, ops[0].Context().Workers(), func() func(from, to int) (int, error) {
		kinds := make(map[*ir.OpInfo]bool)
		return func(from, to int) (int, error) {
			for i := from; i < to; i++ {
				found[i].add(ops[i], kinds)
			}
			return to, nil
		}
	})
	return found
}

// add adds the calls inside an operation. relevant caches which kinds of operations are calls or functions.
func (c *calls) add(root *ir.Operation, relevant map[*ir.OpInfo]bool) {
	root.Walk(func(op *ir.Operation) bool {
		known, ok := relevant[op.Info()]
		if !ok {
			_, isCall := ir.InterfaceOf[ir.Call](op)
			_, isCallable := ir.InterfaceOf[ir.Callable](op)
			known = isCall || isCallable
			relevant[op.Info()] = known
		}
		if known && op != root {
			c.any = true
			if call, ok := ir.InterfaceOf[ir.Call](op); ok {
				if ref, _ := call.Callee(op); ref != nil {
					c.callees = append(c.callees, ref.Path...)
				}
			}
		}
		return true
	})
}
