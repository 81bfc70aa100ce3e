package text

import "github.com/girih-ir/girih/ir"

// region reads `{...}` into r. Entry arguments given as args are in scope under their names; the text then has no
// label for the entry block.
func (p *parser) region(r *ir.Region, owner *ir.OpState, args []ir.Argument) {
	p.want('{', "expected '{' to begin a region")
	if p.err != nil || !p.enter() {
		return
	}
	defer p.leave()
	if p.is('}') && len(args) == 0 {
		p.next()
		return
	}
	p.pushScope()
	p.blocks = append(p.blocks, blockScope{region: r, owner: owner.Info, attrs: owner.Attrs})
	p.regionBody(r, args)
	if p.err != nil {
		return
	}
	p.checkBlocks()
	p.blocks = p.blocks[:len(p.blocks)-1]
	p.popScope()
	p.want('}', "expected '}' to end a region")
}

func (p *parser) regionBody(r *ir.Region, args []ir.Argument) {
	switch {
	case p.tok.kind != tokCaret:
		entry := p.arena.NewBlock()
		r.Append(entry)
		for _, a := range args {
			p.entryArg(entry, a)
		}
		p.blockBody(entry)
	case len(args) > 0:
		p.failToken("invalid block name in region with named arguments")
	}
	for p.err == nil && p.tok.kind == tokCaret {
		p.labelledBlock(r)
	}
}

// entryArg adds an argument that the syntax of the operation declares.
func (p *parser) entryArg(b *ir.Block, a ir.Argument) {
	if p.err != nil {
		return
	}
	if at, used := p.usedAt(a.Name.Name); used {
		d := p.fail(int(a.Name.Pos), "region entry argument '%%%s' is already in use", a.Name.Name)
		d.Note(p.loc(at), "previously referenced here")
		return
	}
	v := p.arena.AddArg(b, a.Type, p.src, int(a.Name.Pos))
	if a.Loc != nil {
		b.SetArgLoc(p.ctx, v.Index(), a.Loc)
	} else if alias, ok := p.custom.argAliases[int(a.Name.Pos)]; ok {
		p.wait(deferredLoc{name: alias, pos: int(a.Name.Pos), block: b, arg: v.Index()})
	} else if p.opts.KeepNames && a.Name.Name != "" {
		p.keepName(a.Name.Name, int(a.Name.Pos), func(loc ir.Location) { b.SetArgLoc(p.ctx, v.Index(), loc) })
	}
	if a.Name.Name != "" {
		p.define(a.Name.Name, int(a.Name.Pos), v, 1)
	}
}

// usedAt returns the offset at which a name was defined, or was used if it is not defined yet.
func (p *parser) usedAt(name string) (pos int, used bool) {
	if p.lookup(name) != nil {
		return p.definedAt(name), true
	}
	if ref := p.names.forward[forwardKey{name, 0}]; ref != nil {
		return ref.pos, true
	}
	return 0, false
}

// blockBody reads operations up to the next label or the end of the region.
func (p *parser) blockBody(b *ir.Block) {
	if b.IsEmpty() {
		p.splitBody(b) // it may leave the last operations
	}
	for p.err == nil && p.tok.kind != tokCaret && !p.is('}') {
		p.operation(b)
	}
}

// labelledBlock reads `^name(%arg: type, ...):` and the operations after it.
func (p *parser) labelledBlock(r *ir.Region) {
	pos, name := p.tok.start, p.spelling()[1:]
	ref := p.blockRef(name, pos)
	if ref.defined {
		p.fail(pos, "redefinition of block '^%s'", name)
		return
	}
	ref.defined, ref.pos = true, pos
	b := ref.block
	r.Append(b)
	p.next()
	if p.try('(') {
		p.list(')', "expected ')'", func() { p.blockArg(b) })
	}
	p.want(':', "expected ':' after block name")
	p.blockBody(b)
}

func (p *parser) blockArg(b *ir.Block) {
	if p.tok.kind != tokPercent {
		p.failHere("expected SSA operand")
		return
	}
	name, pos := p.spelling()[1:], p.tok.start
	p.next()
	p.want(':', "expected ':' and type for SSA operand")
	t := p.Type()
	if p.err != nil {
		return
	}
	v := p.arena.AddArg(b, t, p.src, pos)
	if loc, alias, at, ok := p.trailingLoc(); ok {
		if alias != "" {
			p.wait(deferredLoc{name: alias, pos: at, block: b, arg: v.Index()})
		} else {
			b.SetArgLoc(p.ctx, v.Index(), loc)
		}
	} else if p.opts.KeepNames {
		p.keepName(name, pos, func(loc ir.Location) { b.SetArgLoc(p.ctx, v.Index(), loc) })
	}
	p.define(name, pos, v, 1)
}
