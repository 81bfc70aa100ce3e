package text

import (
	"sync"

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
	pieces := cut(b, last)
	if len(pieces) < 2 {
		return false
	}
	p.flush()
	workers := p.ctx.Workers()
	ready := make([]chan *printer, len(pieces))
	for i := range ready {
		ready[i] = make(chan *printer, 1)
	}
	free := make(chan *printer, 2*workers)
	for range cap(free) {
		free <- p.fork()
	}
	var next struct {
		sync.Mutex
		i int
	}
	take := func() (int, *printer) {
		part := <-free // before the piece: the writer waits for the lowest piece, whose owner must have a buffer
		next.Lock()
		defer next.Unlock()
		i := next.i
		next.i++
		return i, part
	}
	for range workers {
		go func() {
			for {
				i, part := take()
				if i >= len(pieces) {
					free <- part
					return
				}
				part.Buf = part.Buf[:0]
				for op := pieces[i].first; op != pieces[i].end; op = op.Next() {
					part.fullOp(op)
					part.Buf = append(part.Buf, '\n')
				}
				ready[i] <- part
			}
		}()
	}
	for _, c := range ready {
		part := <-c
		if p.err == nil {
			_, p.err = p.out.Write(part.Buf)
		}
		for r := range part.resources {
			p.resources[r] = true
		}
		free <- part
	}
	return true
}

type piece struct{ first, end *ir.Operation }

// cut splits a block's operations, up to last, into pieces. Operations with regions count for many.
func cut(b *ir.Block, last *ir.Operation) (pieces []piece) {
	start, weight := b.First(), 0
	for op := b.First(); op != last; op = op.Next() {
		weight++
		if op.NumRegions() > 0 {
			weight += 64
		}
		if weight >= pieceOps {
			pieces = append(pieces, piece{start, op.Next()})
			start, weight = op.Next(), 0
		}
	}
	if start != last {
		pieces = append(pieces, piece{start, last})
	}
	return pieces
}

// fork returns a printer for pieces of the same text.
func (p *printer) fork() *printer {
	part := &printer{opts: p.opts, ctx: p.ctx, names: p.names, aliases: p.aliases, indent: p.indent,
		dialect: append([]string(nil), p.dialect...), op: p.op}
	part.configure()
	return part
}
