package text

import (
	"maps"
	"slices"
	"strings"

	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
)

// minSplit is the size of a text, in bytes, from which it pays to read it in parallel.
const minSplit = 1 << 17

// partsPerWorker is the number of parts of a text for each worker, so that none waits long for the last part.
const partsPerWorker = 32

// partSize returns the size of parts of the remaining text, for a number of parts for each worker.
func (p *parser) partSize(perWorker int) int {
	return max(minSplit/4, (len(p.s)-p.tok.start)/(perWorker*p.ctx.Workers()))
}

// splitBody reads the operations of a block in parallel if the text is large enough, and reports whether it did. It is
// called before the first operation, and leaves the cursor after the last one.
//
// The text is cut at lines that start with the same indentation and name as the line of the first operation. Only when
// the parts are read is it known whether each of these lines starts an operation of this block. The result is kept if
// each part is a sequence of whole operations that use no values of other parts. Otherwise nothing is kept, and the
// caller reads the text in sequence, which also finds the right error. In all, splitBody reads at most twice the text
// without keeping a result. Without that limit, nested symbol tables would take time quadratic in their depth.
func (p *parser) splitBody(b *ir.Block) bool {
	if p.split || p.opts.KeepNames || len(p.s)-p.tok.start < minSplit || p.ctx.Workers() < 2 || p.wasted >= len(p.s) {
		return false
	}
	if owner := p.blocks[len(p.blocks)-1].owner; owner != nil && !owner.HasTrait(ir.SymbolTable) {
		// Only the outermost region is scanned: to scan all of them would take time quadratic in their depth.
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

// textPart is a part of a text, and the block that its operations are appended to.
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

// fork returns a parser for a part of the text.
func (p *parser) fork(start, end int) textPart {
	part := &parser{ctx: p.ctx, src: p.src, opts: p.opts, s: p.s[:end], pos: start, depth: p.depth, split: true,
		dialect: slices.Clone(p.dialect), aliases: p.aliases, whole: p}
	region := &ir.Region{}
	body := region.AppendNew()
	part.blocks = []blockScope{{region: region}}
	part.pushScope()
	return textPart{part, body}
}

// read reads the operations of a part. It reuses the scratch of the part that the same goroutine read before. The last
// part may also hold aliases and resources, so its scratch is not shared.
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

// cuts returns offsets of lines that start like the line of the current token, which is the first of them. A symbol
// table is split when its body is read, and is mostly the only operation, so the text is not searched for others.
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
