package ir

import (
	"slices"
	"sync"
	"sync/atomic"
)

// VerifyOuter checks op like [Verify], except for what is inside the isolated operations directly in its regions, which
// the caller has verified: that leaves op itself, the structure of its blocks and the uses of its symbols.
func VerifyOuter(op *Operation, h DiagnosticHandler) error {
	v := &verifier{root: op}
	if err := v.outer(op); err != nil {
		v.report(op, err)
	}
	for _, d := range v.errs {
		if h != nil {
			h(d)
		}
	}
	if len(v.errs) > 0 {
		return v.errs[0]
	}
	return nil
}

// outer checks op without the isolated operations in its regions.
func (v *verifier) outer(op *Operation) error {
	if err := v.self(op); err != nil || op.ext == nil {
		return err
	}
	for i := range op.ext.regions {
		for b := op.ext.regions[i].first; b != nil; b = b.next {
			if !v.block(b) {
				return nil
			}
		}
	}
	if v.crossing != nil {
		return v.crossing
	}
	if op.info.Def == nil {
		return nil
	}
	users := v.users
	if op.info.traits&SymbolTable != 0 {
		users = append(users, symbolUsersIn(v.units, op.info.ctx.Workers())...)
	}
	if err := verifyAfterRegions(op, users); err != nil {
		return err
	}
	if v.misuse != nil {
		return v.misuse
	}
	return nil
}

// symbolUsersIn returns the operations in several that use symbols of the table around them, found by several goroutines.
func symbolUsersIn(ops []*Operation, workers int) []*Operation {
	const share = 64
	found := make([][]*Operation, (len(ops)+share-1)/share)
	var next atomic.Int64
	collect := func() {
		for i := int(next.Add(1)) - 1; i < len(found); i = int(next.Add(1)) - 1 {
			for _, op := range ops[i*share : min((i+1)*share, len(ops))] {
				found[i] = appendSymbolUsers(found[i], op)
			}
		}
	}
	var wg sync.WaitGroup
	for range min(workers, len(found)) - 1 {
		wg.Go(collect)
	}
	collect()
	wg.Wait()
	return slices.Concat(found...)
}

// appendSymbolUsers appends the operations in op, itself included, that use symbols of the table around it.
func appendSymbolUsers(users []*Operation, op *Operation) []*Operation {
	if op.info.plan.symbolUser != nil {
		users = append(users, op)
	}
	if op.ext == nil || op.info.traits&SymbolTable != 0 {
		return users
	}
	for i := range op.ext.regions {
		for b := op.ext.regions[i].first; b != nil; b = b.next {
			for inner := b.first; inner != nil; inner = inner.next {
				users = appendSymbolUsers(users, inner)
			}
		}
	}
	return users
}
