package text

import (
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// aliasState holds the aliases of a printed file, and the numbers of distinct attributes.
type aliasState struct {
	attrs    map[ir.Attribute]*alias
	types    map[ir.Type]*alias
	order    []*alias
	distinct map[*ir.DistinctAttr]int
}

// alias is a type or attribute that prints as an alias, or that contains one.
type alias struct {
	attr     ir.Attribute
	typ      ir.Type
	name     string // "" for none; with sigil and suffix once numbered
	depth    int    // one more than the greatest depth of the aliases inside
	deferred bool   // its definition may follow the operation
	children []*alias
}

func (s *aliasState) typeAlias(t ir.Type) string {
	if a := s.types[t]; a != nil {
		return a.name
	}
	return ""
}

func (s *aliasState) attrAlias(x ir.Attribute) string {
	if a := s.attrs[x]; a != nil {
		return a.name
	}
	return ""
}

func (s *aliasState) distinctNumber(d *ir.DistinctAttr) int {
	if s.distinct == nil {
		s.distinct = make(map[*ir.DistinctAttr]int)
	}
	n, ok := s.distinct[d]
	if !ok {
		n = len(s.distinct)
		s.distinct[d] = n
	}
	return n
}

// printDefinitions appends the definitions that go before the operation, or those that go after it.
func (s *aliasState) printDefinitions(p *ir.Printer, deferred bool) {
	for _, a := range s.order {
		if a.deferred != deferred {
			continue
		}
		p.Text(a.name)
		p.Text(" = ")
		if a.typ != nil {
			p.TypeInFull(a.typ)
		} else {
			p.AttributeInFull(a.attr)
		}
		p.Text("\n")
	}
}

// aliasCollector walks what would be printed, in the order in which mlir-opt looks for aliases.
type aliasCollector struct {
	state    *aliasState
	dialects []*ir.Dialect
	visited  []*alias
	attrs    map[ir.Attribute]*alias
	types    map[ir.Type]*alias
	parent   *alias // the alias whose children are being visited
}

// visited is printed in place of types and attributes that were visited. That text is thrown away.
const visited = "#"

// collectAliases finds the types and attributes that print as aliases in the text of op.
func collectAliases(op *ir.Operation, p *printer) *aliasState {
	c := &aliasCollector{state: &aliasState{}, attrs: make(map[ir.Attribute]*alias), types: make(map[ir.Type]*alias)}
	for _, d := range p.ctx.Dialects() {
		if d.AliasAttr != nil || d.AliasType != nil {
			c.dialects = append(c.dialects, d)
		}
	}
	if !p.opts.DebugInfo && !p.ctx.MayNeedAliases() {
		return c.state
	}
	dry := &printer{opts: p.opts, ctx: p.ctx, names: p.names, aliases: c.state, dialect: []string{"builtin"}, collect: c}
	// A hook visits a type or attribute with everything inside, so it is not necessary to print it: the hook returns
	// the text of an alias.
	dry.TypeAlias = func(t ir.Type) string { c.typ(t); return visited }
	dry.AttrAlias = func(a ir.Attribute) string { c.attribute(a, false); return visited }
	dry.HexIfLarger, dry.ElideIfLarger = 1, 1
	c.operation(dry, op)
	c.number()
	return c.state
}

// operation visits the types and attributes that the printer would print for op.
func (c *aliasCollector) operation(p *printer, op *ir.Operation) {
	if p.opts.DebugInfo {
		c.attribute(op.Loc(), true)
	}
	def := op.Def()
	if def != nil && !p.opts.Generic && (def.Print != nil || def.Assembly != "") {
		outer := p.op
		p.op = op
		if def.Print != nil {
			def.Print(p, op)
		} else {
			p.printFormat(op)
		}
		p.op = outer
		p.Buf = p.Buf[:0]
		return
	}
	if !p.opts.SkipRegions {
		for i := range op.NumRegions() {
			p.region(op.Region(i), true, true, false)
		}
	}
	for _, v := range op.Operands() {
		c.typ(v.Type())
	}
	for _, v := range op.Results() {
		c.typ(v.Type())
	}
	c.entries(op)
	p.Buf = p.Buf[:0]
}

// entries visits inherent and discardable attributes together, by name.
func (c *aliasCollector) entries(op *ir.Operation) {
	props, _ := op.Properties().(*ir.DictAttr)
	all := op.Attrs().All()
	if props.Len() > 0 && op.Def() != nil { // mlir-opt does not look into properties of unregistered operations
		all = slices.Concat(props.Entries, all)
		slices.SortStableFunc(all, func(a, b ir.NamedAttr) int { return strings.Compare(a.Name, b.Name) })
	}
	for _, e := range all {
		c.attribute(e.Value, false)
	}
}

func (c *aliasCollector) attribute(a ir.Attribute, deferred bool) {
	if known := c.attrs[a]; known != nil {
		if !deferred {
			known.keepFirst()
		}
		c.adopt(known)
		return
	}
	al := &alias{attr: a, deferred: deferred, name: c.attrName(a)}
	c.attrs[a] = al
	c.visited = append(c.visited, al)
	c.visitChildren(al, func() { c.attrChildren(a) })
}

func (c *aliasCollector) typ(t ir.Type) {
	if known := c.types[t]; known != nil {
		c.adopt(known)
		return
	}
	al := &alias{typ: t, name: c.typeName(t)}
	c.types[t] = al
	c.visited = append(c.visited, al)
	c.visitChildren(al, func() { c.typeChildren(t) })
}

// visitChildren visits the types and attributes inside al. The depth of al becomes greater than theirs.
func (c *aliasCollector) visitChildren(al *alias, visit func()) {
	outer := c.parent
	c.parent = al
	visit()
	c.parent = outer
	for _, child := range al.children {
		al.depth = max(al.depth, child.depth)
		if !al.deferred {
			child.keepFirst()
		}
	}
	if al.name != "" {
		al.depth++
	}
	c.adopt(al)
}

func (c *aliasCollector) adopt(child *alias) {
	if c.parent != nil {
		c.parent.children = append(c.parent.children, child)
		if !c.parent.deferred {
			child.keepFirst()
		}
	}
}

// keepFirst makes the definitions of an alias, and of those inside it, print before the operation.
func (a *alias) keepFirst() {
	if !a.deferred {
		return
	}
	a.deferred = false
	for _, child := range a.children {
		child.keepFirst()
	}
}

// attrChildren visits the attributes and types inside an attribute.
func (c *aliasCollector) attrChildren(a ir.Attribute) {
	p := ir.Printer{HexIfLarger: 1, ElideIfLarger: 1}
	p.TypeAlias = func(t ir.Type) string { c.typ(t); return visited }
	p.AttrAlias = func(x ir.Attribute) string { c.attribute(x, c.parent.deferred); return visited }
	switch a := a.(type) {
	case *ir.DenseElementsAttr:
		c.typ(a.Type())
	case *ir.AffineMapAttr, *ir.IntegerSetAttr, *ir.SymbolRefAttr, *ir.UnitAttr:
	default:
		p.AttributeInFull(a)
	}
}

func (c *aliasCollector) typeChildren(t ir.Type) {
	switch t.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType, *ir.NoneType, *ir.OpaqueType:
		return
	}
	var p ir.Printer
	p.TypeAlias = func(t ir.Type) string { c.typ(t); return visited }
	p.AttrAlias = func(x ir.Attribute) string { c.attribute(x, c.parent.deferred); return visited }
	p.TypeInFull(t)
}

func (c *aliasCollector) attrName(a ir.Attribute) string {
	name := ""
	for _, d := range c.dialects {
		if d.AliasAttr != nil {
			if s := d.AliasAttr(a); s != "" {
				name = s
			}
		}
	}
	return aliasName(name)
}

func (c *aliasCollector) typeName(t ir.Type) string {
	name := ""
	for _, d := range c.dialects {
		if d.AliasType != nil {
			if s := d.AliasType(t); s != "" {
				name = s
			}
		}
	}
	return aliasName(name)
}

// aliasName makes a suggested name an identifier that has no dots and does not end in a digit.
func aliasName(name string) string {
	if name == "" {
		return ""
	}
	name = strings.ReplaceAll(sanitize(name), ".", "2E")
	if class[name[len(name)-1]]&classDigit != 0 {
		name += "_"
	}
	return name
}

// number sorts the aliases by depth, and gives aliases of the same name their suffixes.
func (c *aliasCollector) number() {
	named := slices.DeleteFunc(c.visited, func(a *alias) bool { return a.name == "" })
	slices.SortStableFunc(named, func(a, b *alias) int {
		if a.depth != b.depth {
			return a.depth - b.depth
		}
		if (a.typ != nil) != (b.typ != nil) {
			if a.typ != nil {
				return -1
			}
			return 1
		}
		return strings.Compare(a.name, b.name)
	})
	counts := make(map[string]int)
	s := c.state
	s.attrs, s.types = make(map[ir.Attribute]*alias), make(map[ir.Type]*alias)
	for _, a := range named {
		n := counts[a.name]
		counts[a.name]++
		if n > 0 {
			a.name += strconv.Itoa(n)
		}
		if a.typ != nil {
			a.name = "!" + a.name
			s.types[a.typ] = a
		} else {
			a.name = "#" + a.name
			s.attrs[a.attr] = a
		}
	}
	s.order = named
}
