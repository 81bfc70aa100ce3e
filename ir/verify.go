package ir

import (
	"errors"
	"fmt"
	"strings"

	"github.com/girih-ir/girih/internal/parallel"
)

// Verify checks op and everything in it against definitions, structure and dominance. It reports each error to h and
// returns the first one. Each operation that is isolated from above is a unit. The check of a unit stops at its first
// error, but the other units are still checked, in parallel if there are several. Errors are reported in the order of
// the text.
func Verify(op *Operation, h DiagnosticHandler) error {
	v := &verifier{}
	v.unit(op)
	return v.tell(h)
}

// tell reports the errors, and returns the first one.
func (v *verifier) tell(h DiagnosticHandler) error {
	if len(v.errs) == 0 {
		return nil
	}
	for _, d := range v.errs {
		if h != nil {
			h(d)
		}
	}
	return v.errs[0]
}

// verifier checks one unit after the other.
type verifier struct {
	errs []*Diagnostic

	root *Operation // the operation of the current unit
	dom  *Dominance
	// crossing is the first use of a value from outside the unit, misuse the first use that the definition of its value
	// does not dominate. They are reported only if there is no other error in the unit.
	crossing, misuse *Diagnostic

	right []*Operation // by the index of an entry for a name: the last operation whose types are correct
	units []*Operation // isolated operations inside the operations being checked, which still have to be checked
	users []*Operation // operations that use symbols of the enclosing symbol tables
}

func (v *verifier) report(op *Operation, err error) {
	for _, e := range unjoin(err) {
		var d *Diagnostic
		if !errors.As(e, &d) {
			d = op.Errorf("%w", e)
		}
		v.errs = append(v.errs, d)
	}
}

func unjoin(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// unit verifies an operation with everything in it, and reports whether there is no error.
func (v *verifier) unit(op *Operation) bool {
	root, dom, crossing, misuse := v.root, v.dom, v.crossing, v.misuse
	v.root, v.dom, v.crossing, v.misuse = op, nil, nil, nil
	ok := v.operation(op)
	if ok && v.misuse != nil {
		v.errs = append(v.errs, v.misuse)
		ok = false
	}
	v.root, v.dom, v.crossing, v.misuse = root, dom, crossing, misuse
	return ok
}

// operation verifies op itself, then its regions, then the rules that need both. It stops at the first error.
func (v *verifier) operation(op *Operation) bool {
	if err := v.self(op); err != nil {
		v.report(op, err)
		return false
	}
	if op.ext == nil || len(op.ext.regions) == 0 {
		if op.info.Def == nil {
			return v.checkRegistered(op)
		}
		if op.info.plan.symbolUser != nil {
			v.users = append(v.users, op)
		}
		return true
	}
	return v.withRegions(op)
}

// withRegions verifies the regions of op, which itself has been verified.
func (v *verifier) withRegions(op *Operation) bool {
	units, users := len(v.units), len(v.users)
	for i := range op.ext.regions {
		for b := op.ext.regions[i].first; b != nil; b = b.next {
			if !v.block(b) {
				v.units = v.units[:units]
				return false
			}
		}
	}
	index := symbolIndex{table: op}
	if nested := v.units[units:]; len(nested) > 0 {
		ok := v.nested(nested, &index)
		v.units = v.units[:units]
		if !ok {
			return false
		}
	}
	if op == v.root && v.crossing != nil {
		v.errs = append(v.errs, v.crossing)
		return false
	}
	if op.info.Def == nil {
		return v.checkRegistered(op)
	}
	err := verifyAfterRegions(op, v.users[users:], &index)
	if op.info.traits&SymbolTable != 0 {
		v.users = v.users[:users]
	}
	if err != nil {
		v.report(op, err)
		return false
	}
	if op.info.plan.symbolUser != nil {
		v.users = append(v.users, op)
	}
	return true
}

// checkRegistered refuses an operation without definition unless the context allows it.
func (v *verifier) checkRegistered(op *Operation) bool {
	var d *Diagnostic
	switch {
	case op.info.Dialect != nil && op.info.Dialect.Upstream > 0 && op.info.ctx.AllowUnregistered:
		return true
	case op.info.Dialect != nil:
		d = op.at("unregistered operation '%s' found in dialect ('%s') that does not allow unknown operations",
			op.Name(), op.info.Dialect.Name)
	case op.info.ctx.AllowUnregistered:
		return true
	default:
		d = op.Errorf("created with unregistered dialect. If this is intended, please call " +
			"allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt " +
			"tool used")
	}
	v.errs = append(v.errs, d)
	return false
}

// self checks everything about op that does not need the operations in its regions.
func (v *verifier) self(op *Operation) error {
	for i := range op.operands() {
		if op.operands()[i].value == nil {
			return op.at("null operand found")
		}
	}
	if op.attrs != nil {
		if err := verifyDialectAttrs(op); err != nil {
			return err
		}
	}
	if op.info.Def != nil {
		if err := v.definition(op, op.info); err != nil {
			return err
		}
	}
	if op.ext == nil {
		return nil
	}
	return verifyRegionShape(op)
}

func verifyDialectAttrs(op *Operation) error {
	for _, a := range op.attrs.Entries {
		prefix, _, dotted := strings.Cut(a.Name, ".")
		if !dotted {
			continue
		}
		if d := op.info.ctx.Dialect(prefix); d != nil && d.VerifyOpAttr != nil {
			if err := d.VerifyOpAttr(op, a); err != nil {
				return err
			}
		}
	}
	return nil
}

// verifyRegionShape checks that graph regions have at most one block, and that nothing branches to an entry block.
func verifyRegionShape(op *Operation) error {
	for i := range op.ext.regions {
		r := &op.ext.regions[i]
		if op.info.traits&GraphRegion != 0 && r.first != r.last {
			return op.Errorf("expects graph region #%d to have 0 or 1 blocks", i)
		}
		if r.first != nil && r.first.preds != nil {
			return op.at("entry block of region may not have predecessors")
		}
	}
	return nil
}

// block verifies the operations of a block, except isolated ones, which it leaves in v.units.
func (v *verifier) block(b *Block) bool {
	if b.first == nil {
		if mayLackTerminator(b) {
			return true
		}
		v.errs = append(v.errs, b.ParentOp().at("empty block: expect at least a terminator"))
		return false
	}
	if !b.orderValid {
		b.renumber()
	}
	for op := b.first; op != nil; op = op.next {
		if op.NumOperands() > 0 && v.misuse == nil {
			v.uses(op)
		}
		if op.ext != nil {
			if len(op.ext.successors) > 0 && op.next != nil {
				v.errs = append(v.errs, op.at(
					"operation with block successors must terminate its parent block"))
				return false
			}
			if op.info.traits&IsolatedFromAbove != 0 && len(op.ext.regions) > 0 {
				v.units = append(v.units, op)
				continue
			}
		}
		if !v.operation(op) {
			return false
		}
	}
	if d := verifyTerminator(b); d != nil {
		v.errs = append(v.errs, d)
		return false
	}
	return true
}

// mayLackTerminator reports whether a block needs no terminator: it is the only block of an operation that is
// unregistered or has the trait [NoTerminator].
func mayLackTerminator(b *Block) bool {
	parent := b.ParentOp()
	return b.region == nil || b.region.HasOneBlock() &&
		(parent == nil || parent.info.Def == nil || parent.info.traits&NoTerminator != 0)
}

func verifyTerminator(b *Block) *Diagnostic {
	last := b.last
	if last.ext != nil {
		for i := range last.ext.successors {
			if to := last.ext.successors[i].block; to == nil || to.region != b.region {
				return last.Errorf("branching to block of a different region")
			}
		}
	}
	if last.info.Def == nil || last.info.traits&Terminator != 0 || mayLackTerminator(b) {
		return nil
	}
	return last.at("block with no terminator, has %s", last.text())
}

// text returns the operation as messages show it.
func (op *Operation) text() string {
	if show := op.info.ctx.OpText; show != nil {
		return show(op)
	}
	return fmt.Sprintf("%q", op.Name())
}

// parallelFrom is the number of sibling units from which it pays to verify them in parallel.
const parallelFrom = 4

// nested verifies neighboring units. With more than one goroutine, it indexes the units that are symbols at the same
// time.
func (v *verifier) nested(units []*Operation, index *symbolIndex) bool {
	workers := units[0].info.ctx.Workers()
	if len(units) < parallelFrom || workers == 1 {
		return v.unitsInTurn(units)
	}
	shares := make([]verifier, min(4*workers, len(units)))
	parallel.For(1+len(shares), 1, workers, func(i, _ int) {
		if i == 0 {
			index.build()
			return
		}
		shares[i-1].unitsInTurn(units[(i-1)*len(units)/len(shares) : i*len(units)/len(shares)])
	})
	ok := true
	for i := range shares {
		ok = ok && len(shares[i].errs) == 0
		v.errs = append(v.errs, shares[i].errs...)
		v.users = append(v.users, shares[i].users...)
	}
	return ok
}

func (v *verifier) unitsInTurn(units []*Operation) bool {
	ok := true
	for _, op := range units {
		if !v.unit(op) {
			ok = false
		}
	}
	return ok
}
