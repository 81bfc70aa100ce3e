package sccp

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/dataflow"
)

// pool creates each constant once for each region that is isolated from above, at the start of its entry block.
type pool struct {
	builder *ir.Builder
	known   map[key]*ir.Value
	at      *ir.Block // the block of the last request
	entry   *ir.Block // the block in which its constants are created
}

// key identifies a constant. As in upstream, constants of different dialects are different.
type key struct {
	entry   *ir.Block
	dialect *ir.Dialect
	value   ir.Attribute
	typ     ir.Type
}

func newPool(ctx *ir.Context) *pool {
	return &pool{builder: ir.NewBuilder(ctx), known: make(map[key]*ir.Value)}
}

// constant returns a constant for use in a block, or nil if the dialect cannot create it.
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

// entryFor returns the block in which constants used in b are created: the entry block of the closest enclosing region
// that may be isolated from above.
func entryFor(b *ir.Block) *ir.Block {
	for {
		op := b.ParentOp()
		if op.Block() == nil || op.Def() == nil || op.HasTrait(ir.IsolatedFromAbove) {
			return b.Region().Entry()
		}
		b = op.Block()
	}
}
