package text

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// valueNames maps the names in scope to values. All-digit names, which printers produce, index a slice; other names are
// in a map. A name stands for the first value of its pack. At the end of a scope, the names defined in it are removed.
type valueNames struct {
	numbered []*ir.Value
	base     int      // the number of the first entry of the slice
	offsets  []uint32 // offsets of the numbered definitions in the text
	named    map[string]binding
	packs    map[*ir.Value]int // sizes of packs that have only some results of their operation
	defined  []string          // names, and below numbers, to remove at the end of their scope
	numbers  []uint32
	marks    []scopeMark
	forward  map[forwardKey]*forwardRef
}

// binding is a value of a name, and the offset of its definition.
type binding struct {
	first *ir.Value
	pos   int
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

// maxNumbered bounds the slice of all-digit names. Greater numbers are in the map.
const maxNumbered = 1 << 25

// smallNumber returns the value of an all-digit name if it may be in the slice. The slice must not become much larger
// than the text.
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
	n -= p.names.base
	return n, n >= 0 && n < maxNumbered && n <= len(p.s)
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
	return p.names.named[name].first
}

// definedAt returns the offset at which a name was defined.
func (p *parser) definedAt(name string) int {
	if i, ok := p.smallNumber(name); ok {
		return int(p.names.offsets[i])
	}
	return p.names.named[name].pos
}

// define gives a name to a pack of values. first is the first value, and size the number of values.
func (p *parser) define(name string, pos int, first *ir.Value, size int) {
	if p.lookup(name) != nil {
		d := p.fail(pos, "redefinition of SSA value '%%%s'", name)
		d.Note(p.loc(p.definedAt(name)), "previously defined here")
		return
	}
	n := &p.names
	if i, isNumber := p.bind(name, pos, first); isNumber {
		n.numbers = append(n.numbers, uint32(i))
	} else {
		n.defined = append(n.defined, name)
	}
	if p.opts.KeepNames {
		if p.allNames == nil {
			p.allNames = make(map[string]bool)
		}
		p.allNames[name] = true
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

// keptName is the name of a value that has no location in the text. It becomes its location.
type keptName struct {
	name string
	pos  int
	set  func(ir.Location)
}

// keepName makes the name of a value its location, if the text gives no location.
func (p *parser) keepName(name string, pos int, set func(ir.Location)) {
	p.kept = append(p.kept, keptName{name, pos, set})
}

// settleKept sets the locations of values whose names are kept, once all names are known. The printer adds a number to
// a name that another value already has. So if another value has the name without its trailing number, the number is
// left out.
func (p *parser) settleKept() {
	for _, k := range p.kept {
		base, number, suffix := cutNumber(k.name)
		switch {
		case suffix && p.allNames[base]:
			k.name = base
		case number != "" && (base == "" || base == "arg"):
			continue // the printer generates such names
		}
		k.set(p.ctx.NameLoc(k.name, p.loc(k.pos)))
	}
}

// cutNumber splits a name into its trailing digits and the part before them. If an underscore is between the two, it is
// left out, and ok is true.
func cutNumber(name string) (base, number string, ok bool) {
	base = strings.TrimRight(name, "0123456789")
	number = name[len(base):]
	front, cut := strings.CutSuffix(base, "_")
	if number == "" || !cut || front == "" {
		return base, number, false
	}
	return front, number, true
}

// A map of names begins with room for one in each line of short texts. Longer texts mostly have several functions,
// whose names are removed at their ends.
const (
	lineLength = 128
	mostNames  = 512
)

// bind makes a name stand for a value. The name outlives the current scope unless the caller adds it to the scope's
// list. For an all-digit name in the slice it returns the index.
func (p *parser) bind(name string, pos int, first *ir.Value) (i int, isNumber bool) {
	n := &p.names
	if i, isNumber = p.smallNumber(name); isNumber {
		n.setNumber(i, pos, first)
		return i, true
	}
	if n.named == nil {
		n.named = make(map[string]binding, min(len(p.s)/lineLength, mostNames))
	}
	n.named[name] = binding{first, pos}
	return 0, false
}

func (n *valueNames) setNumber(i, pos int, v *ir.Value) {
	if i >= len(n.numbered) {
		n.growNumbers(max(64, i+1, 2*len(n.numbered)))
	}
	n.numbered[i], n.offsets[i] = v, uint32(pos)
}

// growNumbers makes room for n all-digit names.
func (n *valueNames) growNumbers(size int) {
	if more := size - len(n.numbered); more > 0 {
		n.numbered = append(n.numbered, make([]*ir.Value, more)...)
		n.offsets = append(n.offsets, make([]uint32, more)...)
	}
}

// settle replaces the placeholders of uses that precede a definition.
func (p *parser) settle(name string, pos int, first *ir.Value, size int) {
	for k := range size {
		key := forwardKey{name, k}
		ref := p.names.forward[key]
		if ref == nil {
			continue
		}
		v := packElement(first, k)
		if v.Type() != ref.value.Type() {
			d := p.fail(pos, "definition of SSA value '%%%s#%d' has type %s", name, k, ir.Quote(v.Type()))
			d.Note(p.loc(ref.pos), "previously used here with type %s", ir.Quote(ref.value.Type()))
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
	v := p.lookup(u.Name)
	if v == nil || p.imports != nil && u.Number > 0 && isPlaceholder(v) {
		if p.imports != nil && u.Number == 0 {
			return p.importValue(u, t)
		}
		return p.placeholder(u, t)
	}
	if u.Number > 0 {
		if u.Number >= p.packSize(v) {
			p.fail(int(u.Pos), "reference to invalid result number")
			return nil
		}
		v = packElement(v, u.Number)
	}
	if v.Type() != t {
		return p.wrongUse(u, v, t, p.definedAt(u.Name))
	}
	return v
}

// TypeOf returns the type of an operand that is defined before.
func (p *parser) TypeOf(u ir.UnresolvedOperand) ir.Type {
	if p.err != nil {
		return nil
	}
	v := p.lookup(u.Name)
	if v == nil || isPlaceholder(v) {
		p.fail(int(u.Pos), "the type of '%%%s' is not known here: write the types of the operands", u.Name)
		return nil
	}
	if u.Number > 0 {
		if u.Number >= p.packSize(v) {
			p.fail(int(u.Pos), "reference to invalid result number")
			return nil
		}
		v = packElement(v, u.Number)
	}
	return v.Type()
}

// LocAt returns the location of a position in the text.
func (p *parser) LocAt(pos ir.Pos) ir.Location { return p.loc(int(pos)) }

// around returns an attribute of the enclosing operations, whose regions are being read.
func (p *parser) around(name string) ir.Attribute {
	for i := len(p.blocks) - 1; i >= 0; i-- {
		if attrs := p.blocks[i].attrs; attrs != nil {
			if a := attrs.Get(name); a != nil {
				return a
			}
		}
	}
	if p.whole != nil {
		return p.whole.around(name)
	}
	return nil
}

// wrongUse fails because the type of an operand differs from that of its value. pos is the position of the definition.
func (p *parser) wrongUse(u ir.UnresolvedOperand, v *ir.Value, t ir.Type, pos int) *ir.Value {
	d := p.fail(int(u.Pos), "use of value '%%%s' expects different type than prior uses: %s vs %s", u.Name, ir.Quote(t),
		ir.Quote(v.Type()))
	d.Note(p.loc(pos), "prior use here")
	return nil
}

func (p *parser) placeholder(u ir.UnresolvedOperand, t ir.Type) *ir.Value {
	key := forwardKey{u.Name, u.Number}
	if ref := p.names.forward[key]; ref != nil {
		if ref.value.Type() != t {
			return p.wrongUse(u, ref.value, t, ref.pos)
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

// checkForwardReferences fails for the names that were used but never defined.
func (p *parser) checkForwardReferences() {
	var missing []int
	for _, ref := range p.names.forward {
		missing = append(missing, ref.pos)
	}
	p.failAt(missing, "use of undeclared SSA value name")
}

// failAt reports the same error at several offsets.
func (p *parser) failAt(offsets []int, message string) {
	if p.err != nil {
		return
	}
	slices.Sort(offsets)
	for i, at := range offsets {
		if i == 0 {
			p.fail(at, "%s", message)
		} else {
			p.failFurther(at, message)
		}
	}
}

// blockScope holds the block names of a region being read.
type blockScope struct {
	region *ir.Region
	owner  *ir.OpInfo           // the operation that the region belongs to; nil at the top level
	attrs  *ir.DictAttr         // its discardable attributes, as far as they were read; nil for none
	first  blockRef             // the first block, since most regions have one
	names  map[string]*blockRef // the other blocks
}

type blockRef struct {
	name    string
	block   *ir.Block
	pos     int
	defined bool
}

// blockRef returns the entry of a block name in the current region, and creates it on first use. The pointer is valid
// until another region begins.
func (p *parser) blockRef(name string, pos int) *blockRef {
	s := &p.blocks[len(p.blocks)-1]
	if s.first.block == nil {
		s.first = blockRef{name: name, block: p.arena.NewBlock(), pos: pos}
	}
	if s.first.name == name {
		return &s.first
	}
	if s.names == nil {
		s.names = make(map[string]*blockRef)
	}
	ref := s.names[name]
	if ref == nil {
		ref = &blockRef{name: name, block: p.arena.NewBlock(), pos: pos}
		s.names[name] = ref
	}
	return ref
}

// checkBlocks fails for the block names of the current region that were used but never defined.
func (p *parser) checkBlocks() {
	var missing []int
	s := &p.blocks[len(p.blocks)-1]
	if s.first.block != nil && !s.first.defined {
		missing = append(missing, s.first.pos)
	}
	for _, ref := range s.names {
		if !ref.defined {
			missing = append(missing, ref.pos)
		}
	}
	p.failAt(missing, "reference to an undefined block")
}
