package text

import (
	"strings"

	"github.com/girih-ir/girih/internal/spelling"
	"github.com/girih-ir/girih/ir"
)

// customOp is the state of the operation whose custom form is being read.
type customOp struct {
	namePos    int
	info       *ir.OpInfo // nil outside of custom forms, and in the hooks of types and attributes
	names      []resultName
	operands   []ir.UnresolvedOperand // reused by genericOperands
	argAliases map[int]string         // location aliases of arguments, by the argument's position
}

// customOperation reads an operation in custom form, from its name on.
func (p *parser) customOperation(names []resultName) *ir.Operation {
	pos, word := p.tok.start, p.spelling()
	info := p.customInfo(word)
	if info == nil {
		p.unknownOp(pos, word)
		return nil
	}
	if !p.enter() {
		return nil
	}
	defer p.leave()
	outer := p.custom
	p.custom = customOp{namePos: pos, info: info, names: names}
	p.dialect = append(p.dialect, info.Def.DefaultDialect)
	p.next()
	st := p.state(info)
	st.SetSourceLoc(p.src, pos)
	if info.Def.Parse != nil {
		info.Def.Parse(p, st)
	} else {
		p.parseFormat(st)
	}
	if p.err != nil && !p.explained {
		p.explained = true
		p.explain(info, pos)
	}
	outer.operands = p.custom.operands
	p.custom = outer
	p.dialect = p.dialect[:len(p.dialect)-1]
	if p.err != nil {
		return nil
	}
	op := p.arena.Create(st)
	p.locate(op)
	return op
}

// explain adds a note with the syntax of the operation at a position to an error in its text.
func (p *parser) explain(info *ir.OpInfo, pos int) {
	if d := info.Dialect; d != nil && d.SyntaxNotes {
		if syntax := info.Def.ReadableSyntax(); syntax != "" {
			p.err.Note(p.loc(pos), "syntax: %s", syntax)
		}
	}
}

// customInfo returns the entry of an operation that has a custom form, by its full name or, without a dot, by the
// default dialect of the region.
func (p *parser) customInfo(word string) *ir.OpInfo {
	info := p.infos[word]
	if info == nil {
		if _, rest, _ := strings.Cut(word, "."); rest == "" {
			info = p.shortInfo(word)
		} else {
			info = p.opInfo(word)
		}
	}
	if info.Def == nil || info.Def.Parse == nil && info.Def.Assembly == "" {
		return nil
	}
	return info
}

// shortName returns the name of an operation without its dialect, and the dialect, if it is the default one of the
// region.
type shortName struct{ dialect, name string }

// shortInfo returns the entry of a name without a dialect prefix; the dialect is the default one of the region.
func (p *parser) shortInfo(word string) *ir.OpInfo {
	short := shortName{p.dialect[len(p.dialect)-1], word}
	info := p.short[short]
	if info == nil {
		info = p.ctx.OpInfo(short.dialect + "." + word)
		if p.short == nil {
			p.short = make(map[shortName]*ir.OpInfo)
		}
		p.short[short] = info
	}
	return info
}

func (p *parser) unknownOp(pos int, word string) {
	if _, _, ok := integerTypeWord(word); ok {
		p.failHere("expected operation name in quotes")
		return
	}
	p.next() // an error in the next token is reported first
	dialect, rest, _ := strings.Cut(word, ".")
	tried := ""
	if rest == "" {
		dialect = p.dialect[len(p.dialect)-1]
		tried = " (tried '" + dialect + "." + word + "' as well)"
	}
	if p.ctx.Dialect(dialect) != nil {
		p.fail(pos, "custom op '%s' is unknown%s%s", word, tried, p.suggestion(dialect, rest))
		return
	}
	var names []string
	for _, d := range p.ctx.Dialects() {
		names = append(names, d.Name)
	}
	d := p.fail(pos, "Dialect `%s' not found for custom op '%s' %s", dialect, word, tried)
	d.Note(d.Loc, "Available dialects: %s", strings.Join(names, ", "))
}

// suggestion returns "; did you mean 'tile.mul'?" for a misspelled name of an operation, or "".
func (p *parser) suggestion(dialect, name string) string {
	var names []string
	for _, info := range p.ctx.RegisteredOps() {
		if of, short, _ := strings.Cut(info.Name, "."); of == dialect {
			names = append(names, short)
		}
	}
	if best := spelling.Closest(name, names); best != "" {
		return "; did you mean '" + dialect + "." + best + "'?"
	}
	return ""
}

// The methods below implement ir.OpParser, together with those in parse_hooks.go.

func (p *parser) NamePos() ir.Pos { return ir.Pos(p.custom.namePos) }

func (p *parser) NumResultNames() (n int) {
	for _, r := range p.custom.names {
		n += r.size
	}
	return n
}

func (p *parser) ResultName(i int) (string, int) {
	for _, r := range p.custom.names {
		if i < r.size {
			return r.name, i
		}
		i -= r.size
	}
	return "", 0
}

func (p *parser) Operands() []ir.UnresolvedOperand {
	var us []ir.UnresolvedOperand
	u, ok := p.TryOperand()
	for ok {
		us = append(us, u)
		if !p.try(',') {
			break
		}
		if u, ok = p.TryOperand(); !ok {
			p.failHere("expected SSA operand")
		}
	}
	return us
}

func (p *parser) ResolveInto(st *ir.OpState, us []ir.UnresolvedOperand, types []ir.Type, pos ir.Pos) {
	if p.err != nil {
		return
	}
	if len(us) != len(types) {
		p.failHook(int(pos), "number of operands and types do not match: got %d operands and %d types", len(us), len(types))
		return
	}
	for i := range us {
		st.Operands = append(st.Operands, p.Resolve(us[i], types[i]))
	}
}

func (p *parser) Types() []ir.Type {
	types := []ir.Type{p.Type()}
	for p.try(',') {
		types = append(types, p.Type())
	}
	return types
}

func (p *parser) ArrowTypes() []ir.Type {
	if p.tok.kind != tokArrow {
		p.failHere("expected '->'")
		return nil
	}
	return p.TryArrowTypes()
}

func (p *parser) TryArrowTypes() []ir.Type {
	if p.tok.kind != tokArrow {
		return nil
	}
	p.next()
	return p.resultTypes()
}

func (p *parser) AttrDict(st *ir.OpState) {
	if d, ok := p.TryAttrDict(); ok && p.err == nil {
		p.customAttrs(st, d)
	}
}

// customAttrs adds the dictionary of an operation's custom form.
func (p *parser) customAttrs(st *ir.OpState, d *ir.DictAttr) {
	for _, e := range d.Entries {
		if st.Info.IsInherent(e.Name) {
			p.addAttrs(st, d, p.custom.namePos)
			return
		}
	}
	if st.Attrs == nil {
		st.Attrs = d
		return
	}
	for _, e := range d.Entries {
		st.AddAttr(e.Name, e.Value)
	}
}

func (p *parser) AttrDictWithKeyword(st *ir.OpState) {
	if p.tryAttributes() {
		p.AttrDict(st)
	}
}

// tryAttributes consumes the keyword in front of a dictionary. The dictionary must follow.
func (p *parser) tryAttributes() bool {
	found := p.tryWord("attributes")
	if found && !p.is('{') {
		p.failHere("expected '{' in attribute dictionary")
	}
	return found
}

func (p *parser) Region(st *ir.OpState, args ...ir.Argument) *ir.Region {
	r := &ir.Region{}
	depth := p.depth
	p.region(r, st, args)
	p.depth = depth
	st.Regions = append(st.Regions, r)
	return r
}

func (p *parser) TryRegion(st *ir.OpState, args ...ir.Argument) (*ir.Region, bool) {
	if !p.is('{') {
		return nil, false
	}
	return p.Region(st, args...), true
}

// EnsureTerminator adds the implicit terminator to the region's only block, if it has none.
func (p *parser) EnsureTerminator(st *ir.OpState, r *ir.Region) {
	name := st.Info.Def.ImplicitTerminator
	if p.err != nil || name == "" {
		return
	}
	if r.IsEmpty() {
		r.AppendNew()
	}
	block := r.Last()
	if last := block.Last(); last != nil && last.HasTrait(ir.Terminator) {
		return
	}
	info := p.ctx.OpInfo(name)
	end := &ir.OpState{Info: info}
	if info.Def != nil {
		for i := range info.Def.Regions {
			if info.Def.Regions[i].Variadic {
				continue
			}
			inner := &ir.Region{}
			inner.AppendNew()
			end.Regions = append(end.Regions, inner)
		}
	}
	end.SetSourceLoc(p.src, p.custom.namePos)
	block.Append(p.arena.Create(end))
}

func (p *parser) Argument(withType bool) ir.Argument {
	a, ok := p.TryArgument(withType)
	if !ok {
		p.failHere("expected SSA operand")
	}
	return a
}

func (p *parser) TryArgument(withType bool) (a ir.Argument, ok bool) {
	if p.tok.kind != tokPercent {
		return a, false
	}
	a.Name = ir.UnresolvedOperand{Name: p.spelling()[1:], Pos: ir.Pos(p.tok.start)}
	if p.next(); p.tok.kind == tokHash {
		p.failToken("result number not allowed in argument list")
	}
	if withType {
		p.want(':', "expected ':'")
		a.Type = p.Type()
		a.Attrs, _ = p.TryAttrDict()
	}
	loc, alias, _, ok := p.trailingLoc()
	if ok && alias != "" {
		if p.custom.argAliases == nil {
			p.custom.argAliases = make(map[int]string)
		}
		p.custom.argAliases[int(a.Name.Pos)] = alias
	} else if ok {
		a.Loc = loc
	}
	return a, true
}

func (p *parser) SuccessorOperands() []*ir.Value {
	if !p.try('(') {
		return nil
	}
	us := p.Operands()
	p.want(':', "expected ':'")
	at := p.tok.start
	types := p.Types()
	p.want(')', "expected ')'")
	if p.err != nil {
		return nil
	}
	if len(us) != len(types) {
		p.failHook(at, "number of operands and types do not match: got %d operands and %d types", len(us), len(types))
		return nil
	}
	var out []*ir.Value
	for i := range us {
		out = append(out, p.Resolve(us[i], types[i]))
	}
	return out
}

func (p *parser) OptionalLoc() (ir.Location, bool) {
	loc, _, _, ok := p.trailingLoc()
	return loc, ok && loc != nil
}
