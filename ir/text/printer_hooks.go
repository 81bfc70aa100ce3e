package text

import (
	"slices"

	"github.com/girih-ir/girih/ir"
)

// The methods below, together with those of the embedded ir.Printer, implement ir.OpPrinter.

func (p *printer) Newline() {
	p.Text("\n")
	p.pad()
}

// valueName appends the name of a value's group, which is that of the first value of the group.
func (p *printer) valueName(v *ir.Value) {
	p.Buf = p.names.appendName(p.Buf, v)
}

// Operand appends a value's name, with its number if it is one of several results in a group.
func (p *printer) Operand(v *ir.Value) {
	if p.collect != nil {
		p.Buf = append(p.Buf, '%')
		return
	}
	op := v.DefiningOp()
	if op == nil || op.NumResults() == 1 {
		p.valueName(v)
		return
	}
	first, size := 0, op.NumResults()
	if groups := p.names.groups[op]; groups != nil {
		for i, from := range groups {
			if from > v.Index() {
				break
			}
			first, size = from, op.NumResults()-from
			if i+1 < len(groups) {
				size = groups[i+1] - from
			}
		}
	}
	p.valueName(op.Result(first))
	if size > 1 {
		p.Text("#")
		p.Int(int64(v.Index() - first))
	}
}

func (p *printer) Operands(vs []*ir.Value) {
	for i, v := range vs {
		if i > 0 {
			p.Text(", ")
		}
		p.Operand(v)
	}
}

func (p *printer) ArrowTypes(ts []ir.Type) {
	if len(ts) > 0 {
		p.Text(" ")
		p.Arrow(ts)
	}
}

// Dict appends ` {...}` unless d is empty.
func (p *printer) Dict(d *ir.DictAttr) {
	if d.Len() > 0 {
		p.DictBody(" {", d.Entries, "}")
	}
}

func (p *printer) AttrDict(op *ir.Operation, elided ...string) {
	p.attrDict(op, "", elided)
}

func (p *printer) AttrDictWithKeyword(op *ir.Operation, elided ...string) {
	p.attrDict(op, " attributes", elided)
}

func (p *printer) attrDict(op *ir.Operation, keyword string, elided []string) {
	props, _ := op.Properties().(*ir.DictAttr)
	if props.Len() == 0 {
		if op.Attrs() != nil && len(elided) == 0 {
			p.Text(keyword)
			p.Dict(op.Attrs())
			return
		}
		if op.Attrs() == nil {
			return
		}
	}
	var buf [8]ir.NamedAttr
	entries := buf[:0]
	for _, e := range props.All() {
		if !slices.Contains(elided, e.Name) && !isDefault(op, e) {
			entries = append(entries, e)
		}
	}
	for _, e := range op.Attrs().All() {
		if !slices.Contains(elided, e.Name) {
			entries = append(entries, e)
		}
	}
	if len(entries) == 0 {
		return
	}
	sortEntries(entries)
	p.Text(keyword)
	p.DictBody(" {", entries, "}")
}

// isDefault reports whether an inherent attribute has its default value.
func isDefault(op *ir.Operation, e ir.NamedAttr) bool {
	if op.Def() == nil {
		return false
	}
	if d := op.Info().Defaults().Get(e.Name); d != nil {
		return d == e.Value
	}
	return e.Name == ir.OperandSegments || e.Name == ir.ResultSegments
}

// sortEntries sorts a few entries by name.
func sortEntries(entries []ir.NamedAttr) {
	for i := 1; i < len(entries); i++ {
		for k := i; k > 0 && entries[k].Name < entries[k-1].Name; k-- {
			entries[k], entries[k-1] = entries[k-1], entries[k]
		}
	}
}

func (p *printer) Region(r *ir.Region, withArgs, withTerminators bool) {
	p.region(r, withArgs, withTerminators, false)
}

func (p *printer) Argument(v *ir.Value, attrs *ir.DictAttr) {
	if p.collect != nil {
		// As mlir-opt does, the collector skips the attributes of arguments.
		p.collect.typ(v.Type())
		if p.opts.DebugInfo {
			p.collect.attribute(v.Loc(), false)
		}
		return
	}
	p.Operand(v)
	p.Text(": ")
	p.Type(v.Type())
	p.Dict(attrs)
	if p.opts.DebugInfo {
		p.Text(" ")
		p.Location(v.Loc())
	}
}

// Successor appends `^bb3`.
func (p *printer) Successor(b *ir.Block) {
	p.Text("^bb")
	p.Int(int64(b.Number))
}

func (p *printer) SuccessorOperands(vs []*ir.Value) {
	if len(vs) == 0 {
		return
	}
	p.Text("(")
	p.Operands(vs)
	p.Text(" : ")
	for i, v := range vs {
		if i > 0 {
			p.Text(", ")
		}
		p.Type(v.Type())
	}
	p.Text(")")
}

func (p *printer) ShadowArgs(r *ir.Region, vs []*ir.Value) {
	for i, v := range vs {
		p.names.shadow(r.Entry().Arg(i), v, p)
	}
}
