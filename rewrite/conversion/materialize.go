package conversion

import "github.com/girih-ir/girih/ir"

// materializeCasts removes the driver's casts. Casts without uses are erased, casts that undo each other cancel, and
// the materializations of the type converter replace the others.
func (d *driver) materializeCasts() error {
	for _, op := range d.castOrder {
		d.cancel(op)
	}
	for i := len(d.castOrder) - 1; i >= 0; i-- {
		d.eraseDead(d.castOrder[i])
	}
	for _, op := range d.castOrder {
		if d.isGone(op) || d.isUnused(op) {
			continue
		}
		if err := d.materialize(op); err != nil {
			return err
		}
	}
	for i := len(d.castOrder) - 1; i >= 0; i-- {
		d.eraseDead(d.castOrder[i])
	}
	return nil
}

// cancel replaces a cast by the inputs of another cast, if it undoes that cast directly or through further casts.
func (d *driver) cancel(op *ir.Operation) {
	types := op.ResultTypes()
	at := op
	var same []*ir.Value
	for {
		if haveTypes(at, types) {
			same = at.OperandValues()
		}
		before := d.feeding(at)
		if before == nil {
			break
		}
		at = before
	}
	if same == nil {
		return
	}
	for i, v := range same {
		d.journal.replaceUses(op.Result(i), v)
	}
	d.erase(op)
}

// feeding returns the cast whose results are exactly the inputs of op, in order; nil if there is none.
func (d *driver) feeding(op *ir.Operation) *ir.Operation {
	if op.NumOperands() == 0 {
		return nil
	}
	def := op.Operand(0).DefiningOp()
	if def == nil || def.NumResults() != op.NumOperands() || def.Info() != op.Info() {
		return nil
	}
	for i, v := range op.Operands() {
		if v != def.Result(i) {
			return nil
		}
	}
	return def
}

func (d *driver) eraseDead(op *ir.Operation) {
	if !d.isGone(op) && d.isUnused(op) {
		d.erase(op)
	}
}

// materialize replaces a cast that is still used.
func (d *driver) materialize(op *ir.Operation) error {
	c := d.casts[op]
	if c.converter != nil {
		ways := c.converter.target
		if c.toSource {
			ways = c.converter.source
		}
		d.rw.Before(op)
		d.rw.CopyLoc(op)
		if values := materialize(ways, d.rw.Builder, op.ResultTypes(), op.OperandValues()); values != nil {
			d.pending = d.pending[:0]
			for i, v := range values {
				d.journal.replaceUses(op.Result(i), v)
			}
			d.erase(op)
			return nil
		}
	}
	diag := ir.Errorf(op.Loc(), "failed to legalize unresolved materialization from (%s) to (%s) that remained live "+
		"after conversion", ir.QuoteTypes(op.OperandTypes()), ir.QuoteTypes(op.ResultTypes()))
	diag.Err = ErrNotLegalized
	for _, r := range op.Results() {
		for u := range r.Uses() {
			if user := u.Owner(); !d.isGone(user) {
				return diag.Note(user.Loc(), "see existing live user here: %s", describe(user))
			}
		}
	}
	return diag
}

func (d *driver) isUnused(op *ir.Operation) bool {
	for _, r := range op.Results() {
		for u := range r.Uses() {
			if !d.isGone(u.Owner()) {
				return false
			}
		}
	}
	return true
}

// describe returns an operation's text if the context can print it, otherwise its name.
func describe(op *ir.Operation) string {
	if f := op.Context().OpText; f != nil {
		return f(op)
	}
	return op.Name()
}
