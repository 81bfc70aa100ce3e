package ir

// Mapping says which values and blocks stand for others while operations are cloned. The zero value maps nothing.
type Mapping struct {
	values map[*Value]*Value
	blocks map[*Block]*Block
}

// Map has clones use to where the original uses from.
func (m *Mapping) Map(from, to *Value) {
	if m.values == nil {
		m.values = make(map[*Value]*Value)
	}
	m.values[from] = to
}

// MapBlock has clones branch to the block to where the original branches to from.
func (m *Mapping) MapBlock(from, to *Block) {
	if m.blocks == nil {
		m.blocks = make(map[*Block]*Block)
	}
	m.blocks[from] = to
}

// Lookup returns what v is mapped to, or v itself.
func (m *Mapping) Lookup(v *Value) *Value {
	if to, ok := m.values[v]; ok {
		return to
	}
	return v
}

// LookupBlock returns what b is mapped to, or b itself.
func (m *Mapping) LookupBlock(b *Block) *Block {
	if to, ok := m.blocks[b]; ok {
		return to
	}
	return b
}

// Clone copies op with everything in its regions, using what m maps the used values and blocks to. The results and what
// the regions define are added to m. The copy belongs to no block.
func (a *Arena) Clone(op *Operation, m *Mapping) *Operation {
	c := a.cloneShell(op)
	a.cloneInto(c, op, m)
	return c
}

// cloneShell copies what an operation has beside operands, successors and the contents of regions.
func (a *Arena) cloneShell(op *Operation) *Operation {
	c := &a.ops.take(1)[0]
	c.info, c.props, c.attrs, c.loc = op.info, op.props, op.attrs, op.loc
	c.results = a.results.take(len(op.results))
	for i := range op.results {
		r := &c.results[i]
		r.typ, r.op, r.index = op.results[i].typ, c, uint32(i)
	}
	c.operands = a.operands.take(len(op.operands))
	for i := range c.operands {
		c.operands[i].owner = c
	}
	if op.ext != nil {
		c.ext = &opExt{regions: make([]Region, len(op.ext.regions)), successors: make([]Successor, len(op.ext.successors))}
		for i := range c.ext.regions {
			c.ext.regions[i].owner = c
		}
		for i := range c.ext.successors {
			c.ext.successors[i].owner = c
		}
	}
	return c
}

// cloneInto fills in the operands, successors and regions of c, the shell of op.
func (a *Arena) cloneInto(c, op *Operation, m *Mapping) {
	for i := range op.operands {
		c.operands[i].link(m.Lookup(op.operands[i].value))
	}
	for i := range op.results {
		m.Map(&op.results[i], &c.results[i])
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
	var shells []*Operation
	for b := from.first; b != nil; b = b.next {
		copied := to.AppendNew()
		m.MapBlock(b, copied)
		for i, arg := range b.args {
			m.Map(arg, copied.addArgAt(arg.typ, b.argLocs[i]))
		}
		for op := b.first; op != nil; op = op.next {
			c := a.cloneShell(op)
			for i := range op.results {
				m.Map(&op.results[i], &c.results[i])
			}
			copied.Append(c)
			shells = append(shells, c)
		}
	}
	for b := from.first; b != nil; b = b.next {
		for op := b.first; op != nil; op = op.next {
			a.cloneInto(shells[0], op, m)
			shells = shells[1:]
		}
	}
}

// Clone copies op, inserts the copy, and returns it; see [Arena.Clone].
func (b *Builder) Clone(op *Operation, m *Mapping) *Operation { return b.Insert(b.arena.Clone(op, m)) }
