package text

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// valueNames maps the names in scope to values. All-digit names, which printers produce, index a slice; others go
// through a map. A name stands for the first value of its pack; leaving a scope forgets the names it defined.
type valueNames struct {
	numbered []*ir.Value
	named    map[string]*ir.Value
	packs    map[*ir.Value]int // sizes of packs that do not take all results of their operation
	defined  []string          // names to forget when their scope ends, and the same for numbers
	numbers  []uint32
	marks    []scopeMark
	forward  map[forwardKey]*forwardRef
}

// scopeMark is where a scope's definitions start in the lists of defined names and numbers.
type scopeMark struct{ names, numbers int }

type forwardKey struct {
	name   string
	number int
}

// forwardRef is a use of a name before its definition.
type forwardRef struct {
	value *ir.Value
	pos   int
}

// maxNumbered bounds the slice of all-digit names; greater numbers are names like others.
const maxNumbered = 1 << 25

// smallNumber returns the value of an all-digit name that the slice may hold. It may not leave the slice much larger
// than the text that it comes from.
func (p *parser) smallNumber(name string) (int, bool) {
	if len(name) > 8 || name[0] == '0' && len(name) > 1 {
		return 0, false
	}
	n := 0
	for i := range len(name) {
		c := name[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = 10*n + int(c)
	}
	return n, n < maxNumbered && n <= len(p.s)
}

func (p *parser) pushScope() {
	p.names.marks = append(p.names.marks, scopeMark{len(p.names.defined), len(p.names.numbers)})
}

func (p *parser) popScope() {
	n := &p.names
	mark := n.marks[len(n.marks)-1]
	n.marks = n.marks[:len(n.marks)-1]
	for _, name := range n.defined[mark.names:] {
		delete(n.named, name)
	}
	for _, i := range n.numbers[mark.numbers:] {
		n.numbered[i] = nil
	}
	n.defined, n.numbers = n.defined[:mark.names], n.numbers[:mark.numbers]
}

func (p *parser) lookup(name string) *ir.Value {
	if i, ok := p.smallNumber(name); ok {
		if i < len(p.names.numbered) {
			return p.names.numbered[i]
		}
		return nil
	}
	return p.names.named[name]
}

// define gives values a name: the first of a pack and how many follow.
func (p *parser) define(name string, pos int, first *ir.Value, size int) {
	if old := p.lookup(name); old != nil {
		p.fail(pos, "redefinition of SSA value '%%%s'", name)
		p.err.Note(p.valueLoc(old), "previously defined here")
		return
	}
	n := &p.names
	if i, ok := p.smallNumber(name); ok {
		for i >= len(n.numbered) {
			n.numbered = append(n.numbered, make([]*ir.Value, max(64, len(n.numbered)))...)
		}
		n.numbered[i] = first
		n.numbers = append(n.numbers, uint32(i))
	} else {
		if n.named == nil {
			n.named = make(map[string]*ir.Value)
		}
		n.named[name] = first
		n.defined = append(n.defined, name)
	}
	op := first.DefiningOp()
	if op != nil && size != op.NumResults() {
		if n.packs == nil {
			n.packs = make(map[*ir.Value]int)
		}
		n.packs[first] = size
	}
	if len(n.forward) > 0 {
		p.settle(name, pos, first, size)
	}
}

// settle replaces the placeholders of uses that came before a definition.
func (p *parser) settle(name string, pos int, first *ir.Value, size int) {
	for k := range size {
		key := forwardKey{name, k}
		ref := p.names.forward[key]
		if ref == nil {
			continue
		}
		v := packElement(first, k)
		if v.Type() != ref.value.Type() {
			p.fail(pos, "definition of SSA value '%s' has type %s", useText(name, k), ir.Quote(v.Type()))
			p.note(ref.pos, "previously used here with type %s", ir.Quote(ref.value.Type()))
			return
		}
		ref.value.ReplaceAllUsesWith(v)
		delete(p.names.forward, key)
	}
}

func packElement(first *ir.Value, k int) *ir.Value {
	if k == 0 {
		return first
	}
	return first.DefiningOp().Result(first.Index() + k)
}

func useText(name string, number int) string {
	if number == 0 {
		return "%" + name + "#0"
	}
	var p ir.Printer
	p.Text("%" + name + "#")
	p.Int(int64(number))
	return string(p.Buf)
}

// packSize returns the number of values that the name of first stands for.
func (p *parser) packSize(first *ir.Value) int {
	if n, ok := p.names.packs[first]; ok {
		return n
	}
	if op := first.DefiningOp(); op != nil {
		return op.NumResults()
	}
	return 1
}

// Resolve returns the value of an operand. One that is not defined yet gets a placeholder of the given type.
func (p *parser) Resolve(u ir.UnresolvedOperand, t ir.Type) *ir.Value {
	if p.err != nil || t == nil {
		return nil
	}
	first := p.lookup(u.Name)
	if first == nil {
		return p.placeholder(u, t)
	}
	v := first
	if u.Number > 0 {
		if u.Number >= p.packSize(first) {
			p.fail(int(u.Pos), "reference to invalid result number")
			return nil
		}
		v = packElement(first, u.Number)
	}
	if v.Type() != t {
		p.fail(int(u.Pos), "use of value '%%%s' expects different type than prior uses: %s vs %s", u.Name,
			ir.Quote(t), ir.Quote(v.Type()))
		p.err.Note(p.valueLoc(v), "prior use here")
		return nil
	}
	return v
}

// valueLoc returns where a value is defined, also while its block is not attached to an operation yet.
func (p *parser) valueLoc(v *ir.Value) ir.Location {
	if b := v.ArgumentOf(); b != nil {
		return b.ArgLoc(p.ctx, v.Index())
	}
	return v.Loc()
}

func (p *parser) placeholder(u ir.UnresolvedOperand, t ir.Type) *ir.Value {
	key := forwardKey{u.Name, u.Number}
	if ref := p.names.forward[key]; ref != nil {
		if ref.value.Type() != t {
			p.fail(int(u.Pos), "use of value '%%%s' expects different type than prior uses: %s vs %s", u.Name,
				ir.Quote(t), ir.Quote(ref.value.Type()))
			p.note(ref.pos, "prior use here")
			return nil
		}
		return ref.value
	}
	if p.names.forward == nil {
		p.names.forward = make(map[forwardKey]*forwardRef)
	}
	ref := &forwardRef{ir.NewPlaceholder(t), int(u.Pos)}
	p.names.forward[key] = ref
	return ref.value
}

// checkForwardReferences fails for the first name that was used and never defined.
func (p *parser) checkForwardReferences() {
	if p.err != nil || len(p.names.forward) == 0 {
		return
	}
	var refs []*forwardRef
	for _, ref := range p.names.forward {
		refs = append(refs, ref)
	}
	first := slices.MinFunc(refs, func(a, b *forwardRef) int { return a.pos - b.pos })
	p.fail(first.pos, "use of undeclared SSA value name")
}

// blockScope holds the block names of a region being read.
type blockScope struct {
	region *ir.Region
	owner  *ir.OpInfo // of the operation that the region belongs to; nil at the top
	names  map[string]*blockRef
}

type blockRef struct {
	block   *ir.Block
	pos     int
	defined bool
}

// block returns the entry of a block name in the current region, made on first use.
func (p *parser) blockRef(name string, pos int) *blockRef {
	s := &p.blocks[len(p.blocks)-1]
	if s.names == nil {
		s.names = make(map[string]*blockRef)
	}
	ref := s.names[name]
	if ref == nil {
		ref = &blockRef{block: new(ir.Block), pos: pos}
		s.names[name] = ref
	}
	return ref
}

// checkBlocks fails for the first block name of the current region that was used and never defined.
func (p *parser) checkBlocks() {
	var missing *blockRef
	var name string
	for n, ref := range p.blocks[len(p.blocks)-1].names {
		if !ref.defined && (missing == nil || ref.pos < missing.pos) {
			missing, name = ref, n
		}
	}
	if missing != nil {
		p.fail(missing.pos, "reference to an undefined block '^%s'", strings.TrimPrefix(name, "^"))
	}
}
