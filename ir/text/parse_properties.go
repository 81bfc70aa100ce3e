package text

import "github.com/girih-ir/girih/ir"

// genericProperties reads `<{...}>`, or `<attribute>` of an unregistered operation. It returns the dictionary of a
// registered operation.
func (p *parser) genericProperties(st *ir.OpState) *ir.DictAttr {
	// The names of symbols differ, so their dictionaries are not worth caching.
	shared := !st.Info.HasTrait(ir.Symbol)
	if st.Info.Def != nil && shared {
		if d, ok := p.props.find(p, lineAt); ok {
			setProperties(st, d)
			return d
		}
	}
	start := p.tok.start
	p.next()
	at := p.tok.start
	var a ir.Attribute
	if !shared && p.is('{') {
		a = p.attrDict()
	} else {
		a = p.Attribute(nil)
	}
	p.want('>', "expected '>' to close properties")
	if p.err != nil {
		return nil
	}
	if st.Info.Def == nil {
		st.Properties = a
		return nil
	}
	d, ok := a.(*ir.DictAttr)
	if !ok {
		p.fail(at, "expected DictionaryAttr to set properties")
		return nil
	}
	if shared {
		p.props.store(p, start, lineAt, d)
	}
	setProperties(st, d)
	return d
}

// setProperties sets the inherent attributes of the definition. Other entries are dropped without an error, as by
// mlir-opt.
func setProperties(st *ir.OpState, d *ir.DictAttr) {
	known := true
	for _, e := range d.Entries {
		known = known && st.Info.IsInherent(e.Name)
	}
	if known && len(d.Entries) > 0 {
		st.SetDict(st.Info.WithDefaults(d))
		return
	}
	for _, e := range d.Entries {
		if st.Info.IsInherent(e.Name) {
			st.SetInherent(e.Name, e.Value)
		}
	}
}

// checkStorage fails if a property is of a kind that the definition cannot store.
func (p *parser) checkStorage(info *ir.OpInfo, d *ir.DictAttr, pos int) {
	p.checkSegments(info, d, ir.AttrSizedOperandSegments, ir.OperandSegments, len(info.Def.Operands), pos)
	p.checkSegments(info, d, ir.AttrSizedResultSegments, ir.ResultSegments, len(info.Def.Results), pos)
	for i := range info.Def.Attrs {
		a := &info.Def.Attrs[i]
		if a.Attr.Storage == nil {
			continue
		}
		if v := d.Get(a.Name); v != nil && !a.Attr.Storage(v) {
			p.fail(pos, "invalid properties %s for op %s: Invalid attribute `%s` in property conversion: %s", d, info.Name,
				a.Name, v)
			return
		}
	}
}

// checkSegments fails if segment sizes are not an array of 32-bit integers with one for each group of the definition.
func (p *parser) checkSegments(info *ir.OpInfo, d *ir.DictAttr, trait ir.Trait, name string, groups, pos int) {
	if info.Def.Traits&trait == 0 {
		return
	}
	given := d.Get(name)
	sizes, ok := given.(*ir.DenseArrayAttr)
	switch {
	case given == nil:
	case !ok || !ir.IsInt(sizes.ElementType(), 32):
		p.fail(pos, "invalid properties %s for op %s: expected DenseI32ArrayAttr for key `value`", d, info.Name)
	case sizes.Len() != groups:
		p.fail(pos, "invalid properties %s for op %s: size mismatch in attribute conversion: %d vs %d", d, info.Name,
			sizes.Len(), groups)
	}
}

// addAttrs adds a dictionary in braces. Entries whose names are inherent become properties, unless the properties
// already have them.
func (p *parser) addAttrs(st *ir.OpState, d *ir.DictAttr, pos int) {
	if d.Len() == 0 {
		return
	}
	if st.Info.Def == nil {
		st.Attrs = d
		return
	}
	moved := false
	for _, e := range d.Entries {
		moved = moved || st.Info.IsInherent(e.Name)
	}
	if !moved {
		st.Attrs = d
		return
	}
	var rest []ir.NamedAttr
	for _, e := range d.Entries {
		switch {
		case !st.Info.IsInherent(e.Name):
			rest = append(rest, e)
		case st.GetInherent(e.Name) == nil:
			st.SetInherent(e.Name, e.Value)
		}
	}
	st.Attrs = p.ctx.Dict(rest...)
}
