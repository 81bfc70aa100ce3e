package ir

import "github.com/girih-ir/girih/internal/pointermap"

// Mapping maps values and blocks of the original to their replacements while operations are cloned. The zero value maps
// nothing.
type Mapping struct {
	few    []mapped                      // values while they are few, searched linearly: most copied bodies are small
	values pointermap.Map[Value, *Value] // all values, once they are more
	blocks map[*Block]*Block
}

// mapped is an entry of a [Mapping].
type mapped struct{ from, to *Value }

// fewMapped is the number of values up to which a Mapping searches linearly.
const fewMapped = 12

// Map replaces the value from by the value to in the operands of clones.
func (m *Mapping) Map(from, to *Value) {
	if m.values.Len() == 0 {
		for i := range m.few {
			if m.few[i].from == from {
				m.few[i].to = to
				return
			}
		}
		if len(m.few) < fewMapped {
			m.few = append(m.few, mapped{from, to})
			return
		}
		for _, one := range m.few {
			m.values.Set(one.from, one.to)
		}
	}
	m.values.Set(from, to)
}

// MapBlock replaces the block from by the block to in the successors of clones.
func (m *Mapping) MapBlock(from, to *Block) {
	if m.blocks == nil {
		m.blocks = make(map[*Block]*Block)
	}
	m.blocks[from] = to
}

// Lookup returns what v is mapped to, or v itself.
func (m *Mapping) Lookup(v *Value) *Value {
	if m.values.Len() > 0 {
		if to, ok := m.values.Lookup(v); ok {
			return to
		}
		return v
	}
	for i := range m.few {
		if m.few[i].from == v {
			return m.few[i].to
		}
	}
	return v
}

// Reset removes all entries of m, and keeps its memory.
func (m *Mapping) Reset() {
	clear(m.few)
	m.few = m.few[:0]
	m.values.Clear()
	clear(m.blocks)
}

// LookupBlock returns what b is mapped to, or b itself.
func (m *Mapping) LookupBlock(b *Block) *Block {
	if to, ok := m.blocks[b]; ok {
		return to
	}
	return b
}

// Clone copies op with everything in its regions. Operands and successors are mapped by m. The results of op, and the
// values that its regions define, are added to m. The copy belongs to no block.
func (a *Arena) Clone(op *Operation, m *Mapping) *Operation {
	c := a.cloneShell(op, m)
	a.cloneInto(c, op, m)
	return c
}

// cloneShell copies an operation without its operands, its successors and the contents of its regions, and maps its
// results.
func (a *Arena) cloneShell(op *Operation, m *Mapping) *Operation {
	c := &a.ops.take(1)[0]
	c.info, c.props, c.attrs, c.loc = op.info, op.props, op.attrs, op.loc
	results := a.results.take(op.NumResults())
	c.setResultList(results)
	for i, from := 0, op.results(); i < len(results); i++ {
		r := &results[i]
		r.typ = from[i].typ
		r.setResultOf(c, i)
		m.Map(&from[i], r)
	}
	operands := a.operands.take(op.NumOperands())
	c.setOperandList(operands)
	for i := range operands {
		operands[i].owner = c
	}
	if op.ext != nil {
		c.ext = a.newExt(c, len(op.ext.regions), len(op.ext.successors))
		c.ext.props = op.ext.props
	}
	return c
}

// cloneInto fills in the operands, successors and regions of c, the shell of op.
func (a *Arena) cloneInto(c, op *Operation, m *Mapping) {
	operands := c.operands()
	for i, from := range op.operands() {
		operands[i].link(m.Lookup(from.value))
	}
	if op.ext == nil {
		return
	}
	for i := range op.ext.successors {
		c.ext.successors[i].link(m.LookupBlock(op.ext.successors[i].block))
	}
	for i := range op.ext.regions {
		a.CloneRegion(&op.ext.regions[i], &c.ext.regions[i], m)
	}
}

// CloneRegion appends copies of all blocks of from to the region to. Operations may be used before they are defined, as
// in graph regions and in blocks that do not come in the order of dominance.
func (a *Arena) CloneRegion(from, to *Region, m *Mapping) {
	before := to.last
	for b := from.first; b != nil; b = b.next {
		copied := a.NewBlock()
		to.Append(copied)
		m.MapBlock(b, copied)
		for i, arg := range b.args {
			m.Map(arg, a.addArg(copied, arg.typ, b.argLocs[i]))
		}
		for op := b.first; op != nil; op = op.next {
			copied.Append(a.cloneShell(op, m))
		}
	}
	copied := to.first
	if before != nil {
		copied = before.next
	}
	for b := from.first; b != nil; b, copied = b.next, copied.next {
		c := copied.first
		for op := b.first; op != nil; op, c = op.next, c.next {
			a.cloneInto(c, op, m)
		}
	}
}

// CloneOps copies the operations of a block from first up to end, which is left out, and puts the copies before another
// operation. It is like [Arena.Clone] for each of them, but they may be used before they are defined.
func (a *Arena) CloneOps(first, end, before *Operation, m *Mapping) {
	last := before.prev
	for op := first; op != end; op = op.next {
		before.block.InsertBefore(a.cloneShell(op, m), before)
	}
	c := before.block.first
	if last != nil {
		c = last.next
	}
	for op := first; op != end; op, c = op.next, c.next {
		a.cloneInto(c, op, m)
	}
}

// Clone copies op, inserts the copy, and returns it; see [Arena.Clone].
func (b *Builder) Clone(op *Operation, m *Mapping) *Operation { return b.Insert(b.arena.Clone(op, m)) }
