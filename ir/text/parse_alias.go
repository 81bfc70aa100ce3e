package text

import (
	"strings"
	"sync"

	"github.com/girih-ir/girih/ir"
)

// aliasTable holds the aliases of a file.
type aliasTable struct {
	attrs    map[string]aliased[ir.Attribute]
	types    map[string]aliased[ir.Type]
	distinct *distinctTable
}

// distinctTable holds the distinct attributes of a file by their numbers.
type distinctTable struct {
	sync.Mutex
	m map[int64]*ir.DistinctAttr
}

// aliased is the type or attribute that an alias stands for.
type aliased[T any] struct {
	value T
	extent
}

// extent is the size of an alias once the aliases inside it are expanded. A few lines of aliases of aliases can expand
// to more text than fits in memory, nested deeper than the stack allows. So size and depth are bounded while aliases
// are read.
type extent struct {
	size  int // in characters, up to maxExpansion and the text of one definition
	depth int // levels of nesting, up to MaxDepth
}

// maxExpansion is the number of characters to which the aliases in the definition of an alias may expand.
const maxExpansion = 1 << 27

// defineAlias reads `#name = attribute` or `!name = type` into a table. Messages call it what.
func defineAlias[T any](p *parser, table map[string]aliased[T], what string, value func() T) {
	name := p.spelling()[1:]
	if _, known := table[name]; known {
		p.failToken("redefinition of %s alias id '%s'", what, name)
		return
	}
	if strings.IndexByte(name, '.') >= 0 {
		p.failToken("%s names with a '.' are reserved for dialect-defined names", what)
	}
	p.next()
	if !p.try('=') {
		p.failHere("expected '=' in %s alias definition", what)
	}
	start := p.tok.start
	p.defining, p.seen = true, extent{}
	v := value()
	p.defining = false
	if p.err != nil {
		return
	}
	table[name] = aliased[T]{v, extent{size: p.prevEnd - start + p.seen.size, depth: p.seen.depth}}
	p.forgetMemos()
}

// useAlias consumes the name of an alias and returns its type or attribute.
func useAlias[T any](p *parser, table map[string]aliased[T]) (v T) {
	name := p.spelling()[1:]
	a, ok := table[name]
	if !ok {
		p.failHere("undefined symbol alias id '%s'", name)
		return v
	}
	p.seen.size += a.size
	p.seen.depth = max(p.seen.depth, p.depth+a.depth)
	switch {
	case p.defining && p.seen.size > maxExpansion:
		p.failToken("this definition stands for more than %d characters once its aliases are written out; aliases may "+
			"stand for up to %d: use an alias fewer times", maxExpansion, maxExpansion)
	case p.depth+a.depth > maxDepth:
		p.failToken("nesting is deeper than %d levels once aliases are written out: nest less", maxDepth)
	}
	p.next()
	return a.value
}
