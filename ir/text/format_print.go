package text

import "github.com/girih-ir/girih/ir"

// printFormat appends an operation by its compiled format.
func (p *printer) printFormat(op *ir.Operation) {
	f := formatOf(op.Info())
	p.printElements(f, op, f.elems)
}

func (p *printer) printElements(f *format, op *ir.Operation, elems []element) {
	for i := range elems {
		p.printElement(f, op, &elems[i])
	}
}

func (p *printer) printElement(f *format, op *ir.Operation, e *element) {
	def := f.info.Def
	if e.space {
		p.Text(" ")
	}
	switch e.kind {
	case elemLiteral, elemSpace:
		p.Text(e.text)
	case elemOperand:
		from, to := op.Group(e.index)
		p.operandRange(op, from, to)
	case elemOperands:
		p.operandRange(op, 0, op.NumOperands())
	case elemAttr:
		p.printAttrElement(op, &def.Attrs[e.index])
	case elemRegion:
		if def.Regions[e.index].Variadic {
			for i := e.index; i < op.NumRegions(); i++ {
				if i > e.index {
					p.Text(", ")
				}
				p.printRegionElement(op, i)
			}
			return
		}
		p.printRegionElement(op, e.index)
	case elemRegions:
		for i := range op.NumRegions() {
			if i > 0 {
				p.Text(", ")
			}
			p.printRegionElement(op, i)
		}
	case elemSuccessor:
		last := e.index + 1
		if def.Successors[e.index].Variadic {
			last = op.NumSuccessors()
		}
		p.successorRange(op, e.index, last)
	case elemSuccessors:
		p.successorRange(op, 0, op.NumSuccessors())
	case elemAttrDict:
		p.AttrDict(op, f.elide...)
	case elemAttrDictWithKeyword:
		p.AttrDictWithKeyword(op, f.elide...)
	case elemType:
		p.printTypeElement(f, op, e)
	case elemFunctionalType:
		p.FunctionType(f.typesAt(op, e.typeIndex[:e.index]), f.typesAt(op, e.typeIndex[e.index:]))
	case elemGroup:
		if f.present(op, e) {
			p.printElements(f, op, e.then)
		} else {
			p.printElements(f, op, e.orElse)
		}
	case elemOilist:
		for i := range e.then {
			if f.clausePresent(op, &e.then[i]) {
				p.printElements(f, op, e.then[i].then)
			}
		}
	}
}

// printTypeElement appends types. For a type whose kind is known it prints only the part after its mnemonic.
func (p *printer) printTypeElement(f *format, op *ir.Operation, e *element) {
	types := f.typesAt(op, e.typeIndex)
	if kind := f.declared(e.typeIndex[0]).Type.Kind; kind != nil && len(types) == 1 {
		before := len(p.Buf)
		if t, ok := types[0].(ir.DialectType); ok && t.Def() == kind {
			t.PrintBody(&p.Printer)
		}
		if len(p.Buf) > before {
			return
		}
	}
	p.Types(types)
}

func (p *printer) operandRange(op *ir.Operation, from, to int) {
	for i := from; i < to; i++ {
		if i > from {
			p.Text(", ")
		}
		p.Operand(op.Operand(i))
	}
}

func (p *printer) successorRange(op *ir.Operation, from, to int) {
	for i := from; i < to; i++ {
		if i > from {
			p.Text(", ")
		}
		p.Successor(op.Successor(i))
	}
}

func (p *printer) printAttrElement(op *ir.Operation, a *ir.OpAttr) {
	v := op.Inherent(a.Name)
	switch {
	case v == nil || a.Attr.Unit:
	case a.Attr.Print != nil:
		a.Attr.Print(p, v)
	case a.Attr.Symbol:
		p.Symbol(v.(*ir.StringAttr).Value)
	case a.Attr.Type != nil:
		p.AttributeNoType(v)
	default:
		p.Attribute(v)
	}
}

func (p *printer) printRegionElement(op *ir.Operation, i int) {
	r := op.Region(i)
	withTerminators := true
	if name := op.Def().ImplicitTerminator; name != "" {
		if b := r.Last(); b != nil && b.Last() != nil {
			last := b.Last()
			withTerminators = last.Name() != name || last.NumOperands() > 0 || last.Attrs() != nil
		}
	}
	p.Region(r, true, withTerminators)
}

// typesAt returns the types of plan entries.
func (f *format) typesAt(op *ir.Operation, targets []int) []ir.Type {
	def := f.info.Def
	var types []ir.Type
	for _, t := range targets {
		if t < len(def.Operands) {
			from, to := op.Group(t)
			for i := from; i < to; i++ {
				types = append(types, op.Operand(i).Type())
			}
			continue
		}
		from, to := op.ResultGroup(t - len(def.Operands))
		for i := from; i < to; i++ {
			types = append(types, op.Result(i).Type())
		}
	}
	return types
}

// present reports whether the first branch of a group is printed.
func (f *format) present(op *ir.Operation, group *element) bool {
	for i := range group.orElse {
		if group.orElse[i].anchor {
			return !f.elementPresent(op, &group.orElse[i])
		}
	}
	return f.elementPresent(op, anchorOf(group))
}

func (f *format) elementPresent(op *ir.Operation, e *element) bool {
	def := f.info.Def
	switch e.kind {
	case elemOperand:
		from, to := op.Group(e.index)
		return from < to
	case elemOperands:
		return op.NumOperands() > 0
	case elemAttr:
		a := &def.Attrs[e.index]
		v := op.Inherent(a.Name)
		return v != nil && op.Info().Defaults().Get(a.Name) != v
	case elemRegion:
		return e.index < op.NumRegions() && !op.Region(e.index).IsEmpty()
	case elemSuccessor:
		return e.index < op.NumSuccessors()
	case elemType, elemFunctionalType:
		return len(f.typesAt(op, e.typeIndex)) > 0
	}
	return true
}

// clausePresent reports whether any variable of an oilist's clause is present.
func (f *format) clausePresent(op *ir.Operation, clause *element) bool {
	for i := range clause.then {
		switch e := &clause.then[i]; e.kind {
		case elemOperand, elemAttr, elemRegion, elemSuccessor:
			return f.elementPresent(op, e)
		}
	}
	return false
}
