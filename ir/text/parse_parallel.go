package text

import (
	"maps"
	"slices"
	"strings"

	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
)

// minSplit is the size of a text, in bytes, from which reading it in parallel pays.
const minSplit = 1 << 17

// partsPerWorker is into how many parts a text is cut for each worker, so that none waits long for the last.
const partsPerWorker = 32

// partSize returns how large the parts of what is left of the text should be, for a number of parts for each worker.
func (p *parser) partSize(perWorker int) int {
	return max(minSplit/4, (len(p.s)-p.tok.start)/(perWorker*p.ctx.Workers()))
}

// splitBody reads the operations of a block in parallel where that pays, and reports whether it did. It is called
// before the first operation, and leaves the cursor behind the last one.
//
// The text is cut where a line starts as the first operation's line does, by indentation and name. Whether such a line
// really starts an operation of this block shows when the parts are read: if each part is a sequence of whole
// operations that use no values of other parts, then the whole is the sequence of all of them. Otherwise nothing is
// kept, and the caller reads the text in sequence, which also yields the right error. What was read in vain is at most
// the text twice: symbol tables in one another would otherwise take time in the square of their depth.
func (p *parser) splitBody(b *ir.Block) bool {
	if p.split || p.opts.KeepNames || len(p.s)-p.tok.start < minSplit || p.ctx.Workers() < 2 || p.wasted >= len(p.s) {
		return false
	}
	if owner := p.blocks[len(p.blocks)-1].owner; owner != nil && !owner.HasTrait(ir.SymbolTable) {
		// Only the outermost region is looked at: looking through all of them would take time in the square of their
		// depth.
		return owner.HasTrait(ir.IsolatedFromAbove) && p.splitBlock(b)
	}
	starts := p.cuts()
	if len(starts) < 2 {
		return false
	}
	parts := p.readParts(starts)
	last := parts[len(parts)-1]
	for i, part := range parts {
		if part.err != nil || len(part.names.defined)+len(part.names.numbers) > 0 || len(part.names.forward) > 0 ||
			i+1 < len(parts) && part.tok.kind != tokEOF {
			p.wasted += len(p.s) - p.tok.start
			return false
		}
	}
	for _, part := range parts {
		b.SpliceEnd(part.body)
		p.waiting = append(p.waiting, part.waiting...)
		p.external = append(p.external, part.external...)
	}
	p.aliases = last.aliases
	p.tok, p.pos, p.prevEnd = last.tok, last.pos, last.prevEnd
	return true
}

// textPart is a part of a text, and the block that its operations go to.
type textPart struct {
	*parser
	body *ir.Block
}

// readParts reads the parts of the text that begin at offsets, on all cores.
func (p *parser) readParts(starts []int) []textPart {
	parts := make([]textPart, len(starts))
	last := len(parts) - 1
	_ = parallel.Shares(len(parts), 1, p.ctx.Workers(), func() func(from, to int) (int, error) {
		kept := newScratch()
		return func(from, to int) (int, error) {
			// The last part goes first: its end is not known, so it may be the longest.
			i, end := last, len(p.s)
			if from > 0 {
				i, end = from-1, starts[from]
			}
			parts[i] = p.fork(starts[i], end)
			parts[i].read(&kept, i == last && len(p.blocks) == 1)
			return to, nil
		}
	})
	return parts
}

// fork returns a part of the text, to be read.
func (p *parser) fork(start, end int) textPart {
	part := &parser{ctx: p.ctx, src: p.src, opts: p.opts, s: p.s[:end], pos: start, depth: p.depth, split: true,
		dialect: slices.Clone(p.dialect), aliases: p.aliases, whole: p}
	region := &ir.Region{}
	body := region.AppendNew()
	part.blocks = []blockScope{{region: region}}
	part.pushScope()
	return textPart{part, body}
}

// read reads the operations of a part, with the scratch of the parts that the same goroutine read before. The part that
// ends the file may hold aliases and resources too: what is learned there holds nowhere else.
func (p textPart) read(kept *scratch, endOfFile bool) {
	if endOfFile {
		p.scratch = newScratch()
		p.aliases = &aliasTable{attrs: maps.Clone(p.aliases.attrs), types: maps.Clone(p.aliases.types),
			distinct: p.aliases.distinct}
		p.next()
		p.topLevelItems(p.body)
		return
	}
	p.scratch = *kept
	p.next()
	for p.err == nil && p.tok.kind != tokCaret && p.tok.kind != tokEOF && !p.is('}') {
		p.operation(p.body)
	}
	*kept = p.scratch
	kept.bound = kept.bound[:0]
}

// cuts returns offsets at which lines start like the line of the current token, the current token's first. A symbol
// table is cut inside when it is read, and is mostly the only one: the text is not searched to its end for another.
func (p *parser) cuts() []int {
	lineStart := strings.LastIndexByte(p.s[:p.tok.start], '\n')
	if lineStart < 0 {
		lineStart = 0
	}
	if strings.TrimLeft(p.s[lineStart:p.tok.start], " \t\r\n") != "" || p.tok.kind != tokBare && p.tok.kind != tokString {
		return nil
	}
	prefix := p.s[lineStart:p.tok.end]
	if prefix[0] != '\n' {
		prefix = "\n" + prefix
	}
	size := p.partSize(partsPerWorker)
	limit := len(p.s)
	if p.atSymbolTable() {
		limit = size
	}
	starts := []int{p.tok.start}
	for at := p.tok.start + size; at < len(p.s); at += size {
		i := strings.Index(p.s[at:min(at+limit, len(p.s))], prefix)
		if i < 0 {
			break
		}
		at += i + 1
		starts = append(starts, at)
	}
	return starts
}

// atSymbolTable reports whether the current token names an operation that is a symbol table.
func (p *parser) atSymbolTable() bool {
	var info *ir.OpInfo
	if name := p.spelling(); p.tok.kind == tokString {
		info = p.opInfo(name[1 : len(name)-1])
	} else {
		info = p.customInfo(name)
	}
	return info != nil && info.HasTrait(ir.SymbolTable)
}
