package text

import "github.com/girih-ir/girih/ir"

// region appends `{...}`. The entry block's label is printed if withArgs is set and it has arguments, or if
// withEmpty is set and it is empty.
func (p *printer) region(r *ir.Region, withArgs, withTerminators, withEmpty bool) {
	if p.opts.SkipRegions {
		p.Text("{...}")
		return
	}
	p.Text("{\n")
	if !r.IsEmpty() {
		dialect := ""
		if def := r.ParentOp().Def(); def != nil {
			dialect = def.DefaultDialect
		}
		p.dialect = append(p.dialect, dialect)
		entry := r.Entry()
		label := withEmpty && entry.IsEmpty() || withArgs && entry.NumArgs() > 0
		for b := range r.Blocks() {
			p.block(b, label || b != entry, withTerminators || b != entry)
		}
		p.dialect = p.dialect[:len(p.dialect)-1]
	}
	p.pad()
	p.Text("}")
}

func (p *printer) block(b *ir.Block, label, withTerminator bool) {
	if label {
		p.label(b)
	}
	last := (*ir.Operation)(nil)
	if !withTerminator && b.Last() != nil && b.Last().HasTrait(ir.Terminator) {
		last = b.Last()
	}
	p.indent += indentWidth
	if p.opts.ValueUsers {
		p.argumentUsers(b)
	}
	if p.collect != nil || !p.inParallel(b, last) {
		for op := b.First(); op != last; op = op.Next() {
			p.fullOp(op)
			p.Buf = append(p.Buf, '\n')
			if len(p.Buf) > flushFrom {
				p.flush()
			}
		}
	}
	p.indent -= indentWidth
}

func (p *printer) label(b *ir.Block) {
	p.pad()
	p.Successor(b)
	if b.NumArgs() > 0 {
		p.Text("(")
		for i, a := range b.Args() {
			if i > 0 {
				p.Text(", ")
			}
			p.Argument(a, nil)
		}
		p.Text(")")
	}
	p.Text(":")
	p.predecessors(b)
	p.Text("\n")
}

// predecessors appends the comment that lists the predecessors of a block.
func (p *printer) predecessors(b *ir.Block) {
	if !b.HasPredecessors() {
		if !b.IsEntry() {
			p.Text("  // no predecessors")
		}
		return
	}
	numbers := p.names.predecessors(b)
	if len(numbers) == 1 {
		p.Text("  // pred: ^bb")
		p.Int(int64(numbers[0]))
		return
	}
	p.Text("  // ")
	p.Int(int64(len(numbers)))
	p.Text(" preds: ")
	for i, n := range numbers {
		if i > 0 {
			p.Text(", ")
		}
		p.Text("^bb")
		p.Int(int64(n))
	}
}
