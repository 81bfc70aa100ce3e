package ir

import (
	"slices"

	"github.com/girih-ir/girih/internal/parallel"
)

// VerifyOuter is [Verify] without the contents of isolated operations directly in op's regions, which the caller has
// verified. It checks op itself, the structure of its blocks, and the uses of its symbols.
func VerifyOuter(op *Operation, h DiagnosticHandler) error {
	v := &verifier{root: op}
	if err := v.outer(op); err != nil {
		v.report(op, err)
	}
	return v.tell(h)
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
	users, index := v.users, symbolIndex{table: op}
	if op.info.traits&SymbolTable != 0 {
		users = append(users, symbolUsersIn(v.units, op.info.ctx.Workers(), &index)...)
	}
	if err := verifyAfterRegions(op, users, &index); err != nil {
		return err
	}
	if v.misuse != nil {
		return v.misuse
	}
	return nil
}

// symbolUsersIn returns the operations inside ops that use symbols of the enclosing table. Several goroutines search
// for them, one of which also indexes the symbols.
func symbolUsersIn(ops []*Operation, workers int, index *symbolIndex) []*Operation {
	const share = 64
	found := make([][]*Operation, (len(ops)+share-1)/share)
	parallel.For(1+len(found), 1, workers, func(i, _ int) {
		if i == 0 {
			index.build()
			return
		}
		for _, op := range ops[(i-1)*share : min(i*share, len(ops))] {
			found[i-1] = appendSymbolUsers(found[i-1], op)
		}
	})
	return slices.Concat(found...)
}

// appendSymbolUsers appends op and the operations inside it, if they use symbols of the enclosing table.
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
