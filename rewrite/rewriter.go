package rewrite

import "github.com/girih-ir/girih/ir"

// Rewriter is what a pattern changes IR with: what it creates, replaces and erases, the driver comes to know. It
// embeds a builder that stands just before the matched operation and gives new operations its location.
type Rewriter struct {
	*ir.Builder
	work worklist
}

// Replace replaces the results of op by values, one for each, and erases it.
func (rw *Rewriter) Replace(op *ir.Operation, values ...*ir.Value) {
	for i, v := range values {
		rw.ReplaceAllUses(op.Result(i), v)
	}
	rw.Erase(op)
}

// ReplaceWithOp replaces op by another operation with as many results.
func (rw *Rewriter) ReplaceWithOp(op, by *ir.Operation) { rw.Replace(op, by.ResultValues()...) }

// ReplaceAllUses makes every use of v a use of w; the users are looked at again.
func (rw *Rewriter) ReplaceAllUses(v, w *ir.Value) {
	for u := range v.Uses() {
		rw.work.push(u.Owner())
	}
	v.ReplaceAllUsesWith(w)
	if def := w.DefiningOp(); def != nil {
		rw.work.push(def)
	}
}

// Erase removes an operation without uses, with all it holds. What defined its operands is looked at again, as it may
// be dead now.
func (rw *Rewriter) Erase(op *ir.Operation) {
	for _, v := range op.Operands() {
		if def := v.DefiningOp(); def != nil {
			rw.work.push(def)
		}
	}
	op.Walk(func(inner *ir.Operation) bool {
		rw.work.drop(inner)
		return true
	})
	op.Erase()
}

// Modify runs f, which changes op in place, and has op and its users looked at again.
func (rw *Rewriter) Modify(op *ir.Operation, f func()) {
	f()
	rw.work.push(op)
	for _, r := range op.Results() {
		for u := range r.Uses() {
			rw.work.push(u.Owner())
		}
	}
}

// worklist holds operations to look at, each once; the last one pushed comes first.
type worklist struct {
	ops   []*ir.Operation // nil where one was dropped
	index map[*ir.Operation]int
}

func (w *worklist) push(op *ir.Operation) {
	if _, there := w.index[op]; there {
		return
	}
	w.index[op] = len(w.ops)
	w.ops = append(w.ops, op)
}

func (w *worklist) drop(op *ir.Operation) {
	if i, there := w.index[op]; there {
		w.ops[i] = nil
		delete(w.index, op)
	}
}

func (w *worklist) pop() *ir.Operation {
	for len(w.ops) > 0 {
		op := w.ops[len(w.ops)-1]
		w.ops = w.ops[:len(w.ops)-1]
		if op != nil {
			delete(w.index, op)
			return op
		}
	}
	return nil
}
