package text

import (
	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
)

// splitBlock reads the operations of one large block in parallel, all but the last ones, if the block is large enough.
// Operations of a block use each other's values, so a part imports the values that it does not define. The result
// reports whether it read any operations.
//
// The text is cut at lines that start outside all brackets. Only when the parts are read is it known whether each of
// these lines starts an operation. The result is kept if each part is a sequence of whole operations, and the values
// that it imports are defined before it and have the right types. Otherwise nothing is kept, and the caller reads the
// text in sequence, which also finds the right error.
func (p *parser) splitBlock(b *ir.Block) bool {
	if p.defining || len(p.names.forward) > 0 {
		return false
	}
	queue := make(chan *blockPart, 2*blockPartsPerWorker*p.ctx.Workers())
	var readers parallel.Group
	read := func() {
		kept := newScratch()
		for part := range queue {
			part.read(&kept, false)
		}
	}
	for range p.ctx.Workers() - 1 {
		readers.Go(read)
	}
	var parts []*blockPart
	start := p.tok.start
	scanner := blockScanner{s: p.s, at: start, last: start, size: p.partSize(blockPartsPerWorker)}
	for {
		end, more := scanner.next()
		if more || len(parts) > 0 && end > start {
			parts = append(parts, p.forkBlock(start, end))
			queue <- parts[len(parts)-1]
		}
		if !more {
			break
		}
		start = end
	}
	close(queue)
	read()
	readers.Wait()
	return len(parts) > 0 && p.joinBlock(b, parts)
}

// blockPart is a part of a block that is being read.
type blockPart struct {
	textPart
	end int
}

// imported is a value that a part uses and that another part, or an enclosing block, defines.
type imported struct {
	name   string
	number int // the number of the result in the pack
	value  *ir.Value
}

// forkBlock returns a parser for a part of a block.
func (p *parser) forkBlock(start, end int) *blockPart {
	part := p.fork(start, end)
	part.imports = new([]imported)
	if p.s[start] == '%' {
		part.pos = start
		part.next()
		if n, ok := part.smallNumber(part.spelling()[1:]); ok {
			part.names.base = n
		}
		part.pos, part.tok = start, token{}
	}
	return &blockPart{part, end}
}

// importValue returns a placeholder for the first value of a name that this part has not defined up to here. If the
// part defines the name later, that is an error, and the block is read in sequence. Further values of a name are
// forward references.
func (p *parser) importValue(u ir.UnresolvedOperand, t ir.Type) *ir.Value {
	v := ir.NewPlaceholder(t)
	p.bind(u.Name, int(u.Pos), v)
	*p.imports = append(*p.imports, imported{u.Name, 0, v})
	return v
}

func isPlaceholder(v *ir.Value) bool { return v.DefiningOp() == nil && v.ArgumentOf() == nil }

// joinBlock appends the operations of the parts to a block, and reports whether the parts fit together. The cursor is
// then after the last part.
func (p *parser) joinBlock(b *ir.Block, parts []*blockPart) bool {
	most := 0
	for _, part := range parts {
		for _, i := range part.parser.names.numbers {
			most = max(most, int(i)+part.parser.names.base+1)
		}
	}
	p.names.growNumbers(most)
	p.pushScope() // so that the names can be forgotten again
	var values []*ir.Value
	for _, part := range parts {
		var ok bool
		if values, ok = p.joinNames(part.parser, values); !ok {
			p.popScope()
			return false
		}
	}
	p.names.marks = p.names.marks[:len(p.names.marks)-1] // they belong to the enclosing scope
	for _, part := range parts {
		for i, use := range *part.parser.imports {
			use.value.ReplaceAllUsesWith(values[i])
		}
		values = values[len(*part.parser.imports):]
		b.SpliceEnd(part.body)
		p.waiting = append(p.waiting, part.parser.waiting...)
	}
	last := parts[len(parts)-1]
	p.pos, p.tok = last.end, token{end: last.parser.prevEnd}
	p.next()
	return true
}

// joinNames defines the names of a part. It appends the values that the part imports to a list. It reports whether all
// of these are defined and no name is defined twice.
func (p *parser) joinNames(part *parser, values []*ir.Value) ([]*ir.Value, bool) {
	n := &part.names
	if part.err != nil || part.tok.kind != tokEOF || part.blocks[0].first.block != nil {
		return nil, false
	}
	for key, ref := range n.forward { // the order does not matter: each placeholder is for another value
		*part.imports = append(*part.imports, imported{key.name, key.number, ref.value})
	}
	for _, use := range *part.imports {
		v := p.lookup(use.name)
		if v == nil || use.number >= p.packSize(v) {
			return nil, false
		}
		if v = packElement(v, use.number); v.Type() != use.value.Type() {
			return nil, false
		}
		values = append(values, v)
	}
	for first, size := range n.packs {
		if p.names.packs == nil {
			p.names.packs = make(map[*ir.Value]int)
		}
		p.names.packs[first] = size
	}
	for _, name := range n.defined {
		if p.names.named[name].first != nil {
			return nil, false
		}
		at := n.named[name]
		p.bind(name, at.pos, at.first)
		p.names.defined = append(p.names.defined, name)
	}
	for _, i := range n.numbers {
		k := int(i) + n.base
		if k < len(p.names.numbered) && p.names.numbered[k] != nil {
			return nil, false
		}
		p.names.setNumber(k, int(n.offsets[i]), n.numbered[i])
		p.names.numbers = append(p.names.numbers, uint32(k))
	}
	return values, true
}

// blockPartsPerWorker is smaller than [partsPerWorker], because each part of a block imports values of the other parts.
const blockPartsPerWorker = 8

// blockScanner finds offsets at which the text of a block can be cut. It only knows brackets, strings and comments.
type blockScanner struct {
	s    string
	at   int // the offset up to which the text has been scanned
	nest int // the depth of brackets
	last int // the start of the last line that looks like an operation
	size int // the size of parts
}

// The characters that the scanner looks at.
const (
	scanOpen = iota + 1
	scanClose
	scanQuote
	scanSlash
	scanLine
)

var scanClass = [256]uint8{'(': scanOpen, '[': scanOpen, '{': scanOpen, ')': scanClose, ']': scanClose, '}': scanClose,
	'"': scanQuote, '/': scanSlash, '\n': scanLine}

// next returns the end of the next part, and whether the block continues after it. If it does not, the part ends before
// the last line that looks like an operation.
func (b *blockScanner) next() (end int, more bool) {
	s, target := b.s, b.at+b.size
	for i := b.at; i < len(s); i++ {
		switch scanClass[s[i]] {
		case 0:
		case scanOpen:
			b.nest++
		case scanClose:
			if b.nest--; b.nest < 0 {
				return b.last, false
			}
		case scanQuote:
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case scanSlash:
			if i+1 < len(s) && s[i+1] == '/' {
				for i+1 < len(s) && s[i+1] != '\n' {
					i++
				}
			}
		case scanLine:
			for i+1 < len(s) && (s[i+1] == ' ' || s[i+1] == '\t') {
				i++
			}
			if b.nest > 0 || i+1 == len(s) {
				break
			}
			switch c := s[i+1]; {
			case c == '^':
				return b.last, false
			case c == '%' || c == '"' || class[c]&classLetter != 0:
				b.last = i + 1
				if b.last >= target {
					b.at = b.last
					return b.last, true
				}
			}
		}
	}
	return b.last, false
}
