package rewrite

import "github.com/girih-ir/girih/ir"

// worklist holds operations to look at, each once: first, last in first out, those that were pushed, then the seeds in
// their order. [ir.Operation.Number] says where in the list an operation would be; what another user of that field has
// left there does no harm, as the list has the last word.
type worklist struct {
	seeds  []*ir.Operation // nil where one was dropped
	next   int             // seeds before it have been taken
	pushed []*ir.Operation
}

func (w *worklist) reset() {
	clear(w.seeds)
	clear(w.pushed)
	w.seeds, w.pushed, w.next = w.seeds[:0], w.pushed[:0], 0
}

// seed appends an operation that is not in the list. All seeds come before the first push.
func (w *worklist) seed(op *ir.Operation) {
	op.Number = uint32(len(w.seeds))
	w.seeds = append(w.seeds, op)
}

// slot returns the place in the list that holds op, or nil.
func (w *worklist) slot(op *ir.Operation) **ir.Operation {
	i := int(op.Number)
	if i < len(w.seeds) {
		if i >= w.next && w.seeds[i] == op {
			return &w.seeds[i]
		}
		return nil
	}
	if i -= len(w.seeds); i < len(w.pushed) && w.pushed[i] == op {
		return &w.pushed[i]
	}
	return nil
}

// push adds op on top unless it is in the list.
func (w *worklist) push(op *ir.Operation) {
	if w.slot(op) == nil {
		op.Number = uint32(len(w.seeds) + len(w.pushed))
		w.pushed = append(w.pushed, op)
	}
}

// drop takes op out of the list if it is there.
func (w *worklist) drop(op *ir.Operation) {
	if s := w.slot(op); s != nil {
		*s = nil
	}
}

// pop takes the next operation, nil when there is none.
func (w *worklist) pop() *ir.Operation {
	for n := len(w.pushed) - 1; n >= 0; n-- {
		op := w.pushed[n]
		w.pushed[n] = nil
		w.pushed = w.pushed[:n]
		if op != nil {
			return op
		}
	}
	for w.next < len(w.seeds) {
		op := w.seeds[w.next]
		w.next++
		if op != nil {
			return op
		}
	}
	return nil
}
