package text

import "github.com/girih-ir/girih/ir"

// formatRun collects the parts of one operation's text until the types are known.
type formatRun struct {
	f        *format
	st       *ir.OpState
	operands [][]ir.UnresolvedOperand
	types    [][]ir.Type // by plan index
	given    []bool      // whether the text has the types
	elided   bool        // the text leaves the types of the results out
	pos      ir.Pos
}

// run returns an empty formatRun for the current depth of nesting.
func (p *parser) run(f *format, st *ir.OpState) *formatRun {
	for p.depth >= len(p.runs) {
		p.runs = append(p.runs, &formatRun{})
	}
	r := p.runs[p.depth]
	r.f, r.st, r.pos, r.elided = f, st, p.Pos(), false
	operands := len(f.info.Def.Operands)
	for len(r.operands) < operands {
		r.operands = append(r.operands, nil)
	}
	for len(r.types) < len(f.plan) {
		r.types = append(r.types, nil)
		r.given = append(r.given, false)
	}
	for i := range operands {
		r.operands[i] = r.operands[i][:0]
	}
	for i := range f.plan {
		r.types[i] = r.types[i][:0]
		r.given[i] = false
	}
	return r
}

// parseFormat reads an operation by its compiled format.
func (p *parser) parseFormat(st *ir.OpState) {
	f := formatOf(st.Info)
	if f.err != nil {
		p.failHere("%w", f.err)
		return
	}
	r := p.run(f, st)
	if f.colon > 0 {
		p.parseElided(r)
	} else {
		p.parseElements(r, f.elems)
	}
	if p.err != nil {
		return
	}
	p.missingRegions(st)
	p.resolveFormat(r)
}

// missingRegions adds an empty region for each optional group with a region that the text leaves out, as upstream does.
func (p *parser) missingRegions(st *ir.OpState) {
	for i := len(st.Regions); i < len(st.Info.Def.Regions) && !st.Info.Def.Regions[i].Variadic; i++ {
		st.Regions = append(st.Regions, &ir.Region{})
	}
}

// parseElided reads an operation whose text may end before the types, or before those of the results.
func (p *parser) parseElided(r *formatRun) {
	f := r.f
	p.parseElements(r, f.elems[:f.colon])
	if p.err != nil {
		return
	}
	if p.is(':') {
		p.parseElements(r, f.elems[f.colon:f.arrow])
		if p.err != nil || f.arrow == len(f.elems) || p.PeekLiteral("->") {
			p.parseElements(r, f.elems[f.arrow:])
			return
		}
	}
	r.elided = f.info.Def.Elided != nil
	for i := range f.info.Def.Operands {
		if r.given[i] {
			continue
		}
		for _, u := range r.operands[i] {
			r.types[i] = append(r.types[i], p.TypeOf(u))
		}
		r.given[i] = true
	}
}

func (p *parser) parseElements(r *formatRun, elems []element) {
	for i := range elems {
		if p.err != nil {
			return
		}
		p.parseElement(r, &elems[i])
	}
}

func (p *parser) parseElement(r *formatRun, e *element) {
	def := r.f.info.Def
	switch e.kind {
	case elemLiteral:
		p.Literal(e.text)
	case elemOperand:
		p.parseOperandElement(r, e.index)
	case elemOperands:
		for i := range def.Operands {
			if i > 0 && !p.try(',') {
				break
			}
			p.parseOperandElement(r, i)
		}
	case elemAttr:
		p.parseAttrElement(r, &def.Attrs[e.index])
	case elemRegion:
		p.parseRegionElement(r, &def.Regions[e.index])
	case elemRegions:
		for i := range def.Regions {
			if i > 0 {
				p.want(',', "expected ','")
			}
			p.parseRegionElement(r, &def.Regions[i])
		}
	case elemSuccessor:
		p.parseSuccessorElement(r, &def.Successors[e.index])
	case elemSuccessors:
		for b, ok := p.TrySuccessor(); ok; b, ok = p.TrySuccessor() {
			r.st.Successors = append(r.st.Successors, b)
			if !p.try(',') {
				break
			}
		}
	case elemAttrDict, elemAttrDictWithKeyword:
		p.parseAttrDictElement(r, e.kind == elemAttrDictWithKeyword)
	case elemType:
		p.parseTypeElement(r, e)
	case elemFunctionalType:
		p.parseFunctionalType(r, e)
	case elemGroup:
		p.parseGroup(r, e)
	case elemOilist:
		p.parseOilist(r, e)
	}
}

// parseAttrDictElement reads a dictionary and checks its inherent attributes against the definition.
func (p *parser) parseAttrDictElement(r *formatRun, keyword bool) {
	at := p.tok.start
	if keyword && !p.tryAttributes() {
		return
	}
	d, ok := p.TryAttrDict()
	if !ok || p.err != nil {
		return
	}
	def := r.f.info.Def
	for i := range def.Attrs {
		a := &def.Attrs[i]
		if v := d.Get(a.Name); v != nil && !a.Attr.Admits(v) {
			p.failHook(at, "'%s' op attribute '%s' failed to satisfy constraint: %s", def.Name, a.Name, a.Attr.Summary)
			return
		}
	}
	p.customAttrs(r.st, d)
}

func (p *parser) parseOperandElement(r *formatRun, i int) {
	switch r.f.info.Def.Operands[i].Arity {
	case ir.One:
		r.operands[i] = append(r.operands[i], p.Operand())
	case ir.Optional:
		if u, ok := p.TryOperand(); ok {
			r.operands[i] = append(r.operands[i], u)
		}
	case ir.Variadic:
		u, ok := p.TryOperand()
		for ok {
			r.operands[i] = append(r.operands[i], u)
			if !p.try(',') {
				break
			}
			if u, ok = p.TryOperand(); !ok {
				p.failHere("expected SSA operand")
			}
		}
	}
}

func (p *parser) parseAttrElement(r *formatRun, a *ir.OpAttr) {
	if a.Attr.Unit {
		r.st.SetInherent(a.Name, p.ctx.Unit())
		return
	}
	var v ir.Attribute
	at := p.tok.start
	switch {
	case a.Attr.Parse != nil:
		v = a.Attr.Parse(p)
	case a.Attr.Symbol:
		v = p.ctx.StringAttr(p.Symbol())
	case a.Attr.Type != nil:
		v = p.Attribute(a.Attr.Type(p.ctx))
	default:
		v = p.Attribute(nil)
	}
	if p.err == nil && v != nil && a.Attr.Storage != nil && !a.Attr.Storage(v) {
		p.failHook(at, "invalid kind of attribute specified")
	}
	if p.err == nil {
		r.st.SetInherent(a.Name, v)
	}
}

func (p *parser) parseRegionElement(r *formatRun, decl *ir.RegionDef) {
	if decl.Variadic {
		for p.is('{') {
			p.completeRegion(r.st, p.Region(r.st))
			if !p.try(',') {
				return
			}
		}
		return
	}
	p.completeRegion(r.st, p.Region(r.st))
}

// completeRegion adds the parts of a region that its text may leave out: the only block of a single-block operation,
// and its implicit terminator.
func (p *parser) completeRegion(st *ir.OpState, region *ir.Region) {
	def := st.Info.Def
	if def.ImplicitTerminator != "" {
		p.EnsureTerminator(st, region)
		return
	}
	if def.Traits&ir.SingleBlock != 0 && region.IsEmpty() {
		region.AppendNew()
	}
}

func (p *parser) parseSuccessorElement(r *formatRun, decl *ir.SuccessorDef) {
	if !decl.Variadic {
		r.st.Successors = append(r.st.Successors, p.Successor())
		return
	}
	for b, ok := p.TrySuccessor(); ok; b, ok = p.TrySuccessor() {
		r.st.Successors = append(r.st.Successors, b)
		if !p.try(',') {
			return
		}
	}
}

// parseTypeElement reads the types of its targets: one for each single value, and any number for the one variadic
// target.
func (p *parser) parseTypeElement(r *formatRun, e *element) {
	for n, target := range e.typeIndex {
		if n > 0 {
			if !p.PeekLiteral(",") {
				return
			}
			p.next()
		}
		r.given[target] = true
		if r.arity(target) == ir.One {
			r.types[target] = append(r.types[target], p.typeOfKind(r.f.declared(target).Type.Kind))
			continue
		}
		if target < len(r.operands) && len(r.operands[target]) == 0 && r.isOperand(target) {
			continue
		}
		if r.arity(target) == ir.Optional {
			if t, ok := p.TryType(); ok {
				r.types[target] = append(r.types[target], t)
			}
			continue
		}
		r.types[target] = append(r.types[target], p.Type())
		for p.try(',') {
			r.types[target] = append(r.types[target], p.Type())
		}
	}
}

// typeOfKind reads a type. If its kind is known, the text may have only the part after its mnemonic.
func (p *parser) typeOfKind(kind *ir.TypeDef) ir.Type {
	if kind == nil || p.tok.kind == tokBang {
		return p.Type()
	}
	defer p.leaveCustom()()
	if t := kind.Parse(p); p.err == nil {
		return t
	}
	return nil
}

func (r *formatRun) isOperand(target int) bool { return target < len(r.f.info.Def.Operands) }

func (r *formatRun) arity(target int) ir.Arity {
	def := r.f.info.Def
	if r.isOperand(target) {
		return def.Operands[target].Arity
	}
	return def.Results[target-len(def.Operands)].Arity
}

// parseGroup reads an optional group if its first element is present; blanks do not count.
func (p *parser) parseGroup(r *formatRun, e *element) {
	then := e.then
	for len(then) > 1 && then[0].kind == elemSpace {
		then = then[1:]
	}
	if p.parseFirst(r, then) {
		p.parseElements(r, then[1:])
		return
	}
	p.parseElements(r, e.orElse)
}

// parseFirst reads the first element of a group if it is present.
func (p *parser) parseFirst(r *formatRun, elems []element) bool {
	def := r.f.info.Def
	switch e := &elems[0]; e.kind {
	case elemLiteral:
		return p.TryLiteral(e.text)
	case elemOperand:
		if p.tok.kind != tokPercent {
			return false
		}
	case elemRegion:
		if !p.is('{') {
			return false
		}
	case elemSuccessor:
		if p.tok.kind != tokCaret {
			return false
		}
	case elemAttr:
		a := &def.Attrs[e.index]
		if a.Attr.Symbol {
			if p.tok.kind != tokAt {
				return false
			}
			break
		}
		if a.Attr.Parse != nil {
			if p.tok.kind != tokBare && p.tok.kind != tokHash && !p.is('[') {
				return false
			}
			break
		}
		var t ir.Type
		if a.Attr.Type != nil {
			t = a.Attr.Type(p.ctx)
		}
		v, ok := p.TryAttribute(t)
		if ok && p.err == nil {
			r.st.SetInherent(a.Name, v)
		}
		return ok
	case elemType, elemFunctionalType:
		if t := p.tok.kind; t != tokBare && t != tokBang && !p.is('(') {
			return false
		}
	default:
		return false
	}
	p.parseElement(r, &elems[0])
	return true
}

func (p *parser) parseOilist(r *formatRun, e *element) {
	seen := make([]bool, len(e.then))
	for p.err == nil {
		found := false
		for i := range e.then {
			clause := e.then[i].then
			if !p.PeekLiteral(clause[0].text) {
				continue
			}
			if seen[i] {
				p.failHere("`%s` clause can appear at most once in the expansion of the oilist directive", clause[0].text)
				return
			}
			seen[i], found = true, true
			p.parseElements(r, clause)
			break
		}
		if !found {
			return
		}
	}
}
