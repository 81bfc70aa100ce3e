package rewrite

import "github.com/girih-ir/girih/ir"

// worklist holds operations to visit, each once. Pushed operations are taken first, the last pushed one before the
// others; then the seeds in their order. [ir.Operation.Number] is the operation's position in the list. Other code may
// overwrite Number: the list checks that the position holds the operation.
type worklist struct {
	chunks [][]*ir.Operation // the seeds, in chunks; nil where a seed was dropped
	seeds  int
	next   int // index of the next seed to take
	pushed []*ir.Operation
}

// seedChunk is the number of seeds in a chunk. With chunks, a list of a million seeds need not be copied to grow.
const seedChunk = 4096

func (w *worklist) seedAt(i int) **ir.Operation { return &w.chunks[i/seedChunk][i%seedChunk] }

func (w *worklist) reset() {
	for i := range (w.seeds + seedChunk - 1) / seedChunk {
		clear(w.chunks[i])
		w.chunks[i] = w.chunks[i][:0]
	}
	clear(w.pushed)
	w.pushed, w.seeds, w.next = w.pushed[:0], 0, 0
}

// len returns the number of places in the list.
func (w *worklist) len() int { return w.seeds + len(w.pushed) }

// seed appends an operation that is not in the list. All seeds come before the first push.
func (w *worklist) seed(op *ir.Operation) {
	if w.seeds == len(w.chunks)*seedChunk {
		w.chunks = append(w.chunks, make([]*ir.Operation, 0, min(seedChunk, max(64, w.seeds))))
	}
	last := &w.chunks[w.seeds/seedChunk]
	*last = append(*last, op)
	op.Number = uint32(w.seeds)
	w.seeds++
}

// slot returns the place in the list that holds op, or nil.
func (w *worklist) slot(op *ir.Operation) **ir.Operation {
	i := int(op.Number)
	if i < w.seeds {
		if s := w.seedAt(i); i >= w.next && *s == op {
			return s
		}
		return nil
	}
	if i -= w.seeds; i < len(w.pushed) && w.pushed[i] == op {
		return &w.pushed[i]
	}
	return nil
}

// push adds op on top unless it is in the list.
func (w *worklist) push(op *ir.Operation) {
	if w.slot(op) == nil {
		op.Number = uint32(w.seeds + len(w.pushed))
		w.pushed = append(w.pushed, op)
	}
}

// drop removes op from the list if it is there.
func (w *worklist) drop(op *ir.Operation) {
	if s := w.slot(op); s != nil {
		*s = nil
	}
}

// pop removes and returns the next operation; nil if there is none.
func (w *worklist) pop() *ir.Operation {
	for n := len(w.pushed) - 1; n >= 0; n-- {
		op := w.pushed[n]
		w.pushed[n] = nil
		w.pushed = w.pushed[:n]
		if op != nil {
			return op
		}
	}
	for w.next < w.seeds {
		op := *w.seedAt(w.next)
		w.next++
		if op != nil {
			return op
		}
	}
	return nil
}
