package text

import (
	"sync"

	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
)

// pieceOps is the number of operations of one block that are printed as one piece.
const pieceOps = 4096

// inParallel prints the operations of a block up to last in pieces on all cores, and reports whether the block is large
// enough. Pieces are written in order as soon as they are ready, so the whole text is never in memory.
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

// pieces is a block that several goroutines print. A goroutine that takes a piece finds the end of the next piece, so
// the block is divided while it is printed.
type pieces struct {
	mu        sync.Mutex
	next, end *ir.Operation // the next piece is [next, end)
	last      *ir.Operation // the end of the block
	done      bool

	free  chan *printer      // idle printers; their number bounds the pieces that wait to be written
	order chan chan *printer // the printers of the pieces, in order
}

// take returns a printer, the piece that it prints, and the channel to send it to afterwards. It takes the printer
// before the piece: the writer waits for the first piece, so a taken piece must have a printer.
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

// stop drops the pieces that no goroutine has taken.
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

// piece prints operations. If that panics, it keeps the panic for the writer.
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

// pieceEnd returns the end of the piece that starts at an operation. An operation with regions counts as several.
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
