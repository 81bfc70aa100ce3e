package text

import (
	"sync"

	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
)

// pieceOps is the number of operations of one block that are printed as one piece.
const pieceOps = 4096

// inParallel prints a block's operations up to last in pieces on all cores, and reports whether the block was worth it.
// Pieces are written in order as soon as they are ready, so that the text is never held whole.
func (p *printer) inParallel(b *ir.Block, last *ir.Operation) bool {
	if p.out == nil || p.ctx.Workers() < 2 {
		return false
	}
	first := pieceEnd(b.First(), last)
	if first == last {
		return false
	}
	p.flush()
	workers := p.ctx.Workers()
	pieces := pieces{next: b.First(), end: first, last: last, free: make(chan *printer, 2*workers)}
	pieces.order = make(chan chan *printer, cap(pieces.free))
	for range cap(pieces.free) {
		pieces.free <- p.fork()
	}
	for range workers {
		go pieces.print()
	}
	var failure *parallel.Panic
	for ready := range pieces.order {
		part := <-ready
		if failure == nil && part.panic != nil {
			failure = part.panic
			pieces.stop()
		}
		if p.err == nil && failure == nil {
			_, p.err = p.out.Write(part.Buf)
		}
		for r := range part.resources {
			p.resources[r] = true
		}
		pieces.free <- part
	}
	if failure != nil {
		panic(failure)
	}
	return true
}

// pieces is a block that several goroutines print. It is cut as they go on: what a piece holds is looked at once, and
// by all cores.
type pieces struct {
	mu        sync.Mutex
	next, end *ir.Operation // the next piece, up to end
	last      *ir.Operation // where the block ends
	done      bool

	free  chan *printer      // those that print nothing; each bounds what waits to be written
	order chan chan *printer // of the pieces, in order
}

// take returns a printer and what it is to print, and where it goes after that. The printer is taken before the piece:
// the writer waits for the first piece, which must be printed by someone.
func (p *pieces) take() (part *printer, first, end *ir.Operation, ready chan<- *printer) {
	part = <-p.free
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.next == p.last {
		p.free <- part
		if !p.done {
			p.done = true
			close(p.order)
		}
		return nil, nil, nil, nil
	}
	first, end = p.next, p.end
	p.next, p.end = end, pieceEnd(end, p.last)
	c := make(chan *printer, 1)
	p.order <- c
	return part, first, end, c
}

// stop leaves the pieces that nobody has taken.
func (p *pieces) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next = p.last
}

// print prints pieces until there are none left.
func (p *pieces) print() {
	for {
		part, first, end, ready := p.take()
		if part == nil {
			return
		}
		part.piece(first, end)
		ready <- part
	}
}

// piece prints operations, or keeps the panic that ended that for the writer.
func (p *printer) piece(first, end *ir.Operation) {
	defer func() {
		if r := recover(); r != nil {
			p.panic = parallel.Recovered(r)
		}
	}()
	p.Buf = p.Buf[:0]
	for op := first; op != end; op = op.Next() {
		p.fullOp(op)
		p.Buf = append(p.Buf, '\n')
	}
}

// pieceEnd returns the operation before which a piece ends that begins with another. Operations with regions count for
// many.
func pieceEnd(op, last *ir.Operation) *ir.Operation {
	for weight := 0; op != last && weight < pieceOps; op = op.Next() {
		weight++
		if op.NumRegions() > 0 {
			weight += 64
		}
	}
	return op
}

// fork returns a printer for pieces of the same text.
func (p *printer) fork() *printer {
	part := &printer{opts: p.opts, ctx: p.ctx, names: p.names, aliases: p.aliases, indent: p.indent,
		dialect: append([]string(nil), p.dialect...), op: p.op}
	part.configure()
	return part
}
