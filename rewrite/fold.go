package rewrite

import "github.com/girih-ir/girih/ir"

// fold folds op in place or replaces its results by the fold's, and reports whether it did.
func (d *driver) fold(op *ir.Operation) bool {
	d.folding.SetOperands(op)
	switch op.Fold(&d.folding) {
	case ir.FoldedInPlace:
		d.Modified(op)
		return true
	case ir.Folded:
		return d.replaceFolded(op)
	}
	return false
}

// replaceFolded replaces op by the results of its fold. Constants are created before op; the next iteration gathers
// them. It returns false if some dialect cannot materialize a constant.
func (d *driver) replaceFolded(op *ir.Operation) bool {
	d.rw.Before(op)
	d.rw.CopyLoc(op)
	d.results = d.results[:0]
	for i, r := range d.folding.Results {
		v := r.Value
		if v == nil {
			c := materialize(d.rw.Builder, op, r.Constant, op.Result(i).Type())
			if c == nil {
				d.discard(i)
				return false
			}
			v = c.Result(0)
		}
		d.results = append(d.results, v)
	}
	d.rw.Replace(op, d.results...)
	return true
}

// discard erases the constants made for the first n results of a fold.
func (d *driver) discard(n int) {
	for i, r := range d.folding.Results[:n] {
		if r.Value == nil {
			d.rw.Erase(d.results[i].DefiningOp())
		}
	}
}
