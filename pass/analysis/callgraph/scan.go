package callgraph

import (
	"slices"

	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
)

// scan returns the functions with bodies and the calls in root, in the order of the text. It skips what is inside calls
// and inside functions without body. It scans several functions in parallel.
func scan(root *ir.Operation) []*ir.Operation {
	top := scanner{kinds: make(map[*ir.OpInfo]kind)}
	if !top.look(root) {
		return top.found
	}
	var ops []*ir.Operation
	for op := range root.Nested() {
		ops = append(ops, op)
	}
	const share = 64
	parts := make([][]*ir.Operation, (len(ops)+share-1)/share)
	_ = parallel.Shares(len(ops), share, root.Context().Workers(), func() func(from, to int) (int, error) {
		s := scanner{kinds: make(map[*ir.OpInfo]kind)}
		return func(from, to int) (int, error) {
			s.found = nil
			for _, op := range ops[from:to] {
				op.Walk(s.look)
			}
			parts[from/share] = s.found
			return to, nil
		}
	})
	return append(top.found, slices.Concat(parts...)...)
}

// scanner finds functions and calls.
type scanner struct {
	kinds map[*ir.OpInfo]kind
	found []*ir.Operation
}

// kind classifies the operations of one name.
type kind uint8

const (
	other kind = iota
	call
	function
)

// look visits an operation, and reports whether to visit the operations inside.
func (s *scanner) look(op *ir.Operation) bool {
	k, ok := s.kinds[op.Info()]
	if !ok {
		k = kindOf(op)
		s.kinds[op.Info()] = k
	}
	switch {
	case k == other:
		return true
	case k == function && ir.CallableRegionOf(op) == nil:
		return false
	}
	s.found = append(s.found, op)
	return k == function
}

func kindOf(op *ir.Operation) kind {
	if isCall(op) {
		return call
	}
	if _, ok := ir.InterfaceOf[ir.Callable](op); ok {
		return function
	}
	return other
}
