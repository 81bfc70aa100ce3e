package sccp

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/dataflow"
)

// pool makes each constant once per region that is isolated from what is around it, at the start of its entry block.
type pool struct {
	builder *ir.Builder
	known   map[key]*ir.Value
	at      *ir.Block // the block asked for last
	entry   *ir.Block // where its constants go
}

// key identifies a constant. As in upstream, the dialect that folded to it counts.
type key struct {
	entry   *ir.Block
	dialect *ir.Dialect
	value   ir.Attribute
	typ     ir.Type
}

func newPool(ctx *ir.Context) *pool {
	return &pool{builder: ir.NewBuilder(ctx), known: make(map[key]*ir.Value)}
}

// constant returns a value for use in a block, or nil when the dialect cannot make it.
func (p *pool) constant(b *ir.Block, c dataflow.Constant, t ir.Type) *ir.Value {
	if b != p.at {
		p.at, p.entry = b, entryFor(b)
	}
	k := key{p.entry, c.Dialect(), c.Value(), t}
	v, ok := p.known[k]
	if !ok {
		v = p.make(k)
		p.known[k] = v
	}
	return v
}

func (p *pool) make(k key) *ir.Value {
	if k.dialect == nil || k.dialect.Constant == nil {
		return nil
	}
	op := k.dialect.Constant(p.builder.AtStart(k.entry), k.value, k.typ, nil)
	if op == nil {
		return nil
	}
	made := k
	if made.dialect = op.Info().Dialect; made.dialect == k.dialect {
		return op.Result(0)
	}
	if other := p.known[made]; other != nil {
		op.Erase()
		return other
	}
	p.known[made] = op.Result(0)
	return op.Result(0)
}

// entryFor returns the block where constants used in b stand: the entry of the closest region around that may see
// nothing of what is outside.
func entryFor(b *ir.Block) *ir.Block {
	for {
		op := b.ParentOp()
		if op.Block() == nil || op.Def() == nil || op.HasTrait(ir.IsolatedFromAbove) {
			return b.Region().Entry()
		}
		b = op.Block()
	}
}
