package text

import (
	"strconv"

	"github.com/girih-ir/girih/ir"
)

// deferredLoc is the location of an operation or argument, given as an alias that is defined later in the text.
type deferredLoc struct {
	name  string
	pos   int
	op    *ir.Operation
	block *ir.Block // for argument arg, when op is nil
	arg   int
}

// wait keeps a location until its alias is defined. In Triton's IR, each line has one.
func (p *parser) wait(l deferredLoc) {
	if p.waiting == nil {
		p.waiting = make([]deferredLoc, 0, min(len(p.s)/lineLength, mostNames))
	}
	p.waiting = append(p.waiting, l)
}

// trailingLoc reads an optional `loc(...)` after an operation or argument. If it is an alias that is not defined yet,
// its name is returned.
func (p *parser) trailingLoc() (loc ir.Location, alias string, pos int, ok bool) {
	if !p.isWord("loc") {
		return nil, "", 0, false
	}
	p.next()
	p.want('(', "expected '(' in location")
	pos = p.tok.start
	if p.tok.kind == tokHash && !p.bracketFollows() {
		name := p.spelling()[1:]
		if _, known := p.aliases.attrs[name]; known {
			loc = p.asLocation(useAlias(p, p.aliases.attrs))
		} else {
			alias = name
			p.next()
		}
	} else {
		loc = p.locationInstance()
	}
	p.want(')', "expected ')' in location")
	return loc, alias, pos, p.err == nil
}

// inlineLocation reads `loc(...)` as an attribute.
func (p *parser) inlineLocation() ir.Attribute {
	p.next()
	p.want('(', "expected '(' in inline location")
	loc := p.locationInstance()
	p.want(')', "expected ')' in inline location")
	if p.err != nil {
		return nil
	}
	return loc
}

func (p *parser) asLocation(a ir.Attribute) ir.Location {
	loc, ok := locationOf(a)
	if !ok && p.err == nil {
		p.failHere("expected location, but found %s", ir.Quote(a))
		return nil
	}
	return loc
}

// locationOf returns an attribute as a location, if it is one. The usual ones need no question for the interface, which
// takes much longer.
func locationOf(a ir.Attribute) (ir.Location, bool) {
	switch loc := a.(type) {
	case *ir.FileLineColRange:
		return loc, true
	case *ir.NameLoc:
		return loc, true
	case *ir.CallSiteLoc:
		return loc, true
	}
	loc, ok := a.(ir.Location)
	return loc, ok
}

func (p *parser) locationInstance() ir.Location {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	switch p.tok.kind {
	case tokHash:
		return p.asLocation(p.Attribute(nil))
	case tokString:
		return p.fileOrNameLocation()
	case tokBare:
		switch p.spelling() {
		case "callsite":
			return p.callSite()
		case "fused":
			return p.fusedLocation()
		case "unknown":
			p.next()
			return p.ctx.UnknownLoc()
		}
	}
	p.failHere("expected location instance")
	return nil
}

func (p *parser) callSite() ir.Location {
	p.next()
	p.want('(', "expected '(' in callsite location")
	callee := p.locationInstance()
	if !p.tryWord("at") {
		p.failHere("expected 'at' in callsite location")
	}
	caller := p.locationInstance()
	p.want(')', "expected ')' in callsite location")
	if p.err != nil {
		return nil
	}
	return p.ctx.CallSiteLoc(callee, caller)
}

func (p *parser) fusedLocation() ir.Location {
	p.next()
	var metadata ir.Attribute
	if p.try('<') {
		metadata = p.Attribute(nil)
		p.want('>', "expected '>' after fused location metadata")
	}
	p.want('[', "expected '[' in fused location")
	var locs []ir.Location
	p.list(']', "expected ']' in fused location", func() { locs = append(locs, p.locationInstance()) })
	if p.err != nil {
		return nil
	}
	return p.ctx.FusedLoc(locs, metadata)
}

// fileOrNameLocation reads `"file":line:col`, a range of it, or `"name"` with an optional `(child)`.
func (p *parser) fileOrNameLocation() ir.Location {
	s := p.spelling()
	name := unquote(s[1 : len(s)-1])
	p.next()
	if p.try(':') {
		return p.fileRange(name)
	}
	if p.try('(') {
		child := p.locationInstance()
		p.want(')', "expected ')' after child location of NameLoc")
		if p.err != nil {
			return nil
		}
		return p.ctx.NameLoc(name, child)
	}
	return p.ctx.NameLoc(name, nil)
}

func (p *parser) fileRange(file string) ir.Location {
	line := p.lineOrColumn("line")
	if !p.try(':') { // mlir-opt admits a line without a column
		if p.err != nil {
			return nil
		}
		return p.ctx.FileLoc(file, line, 0)
	}
	col := p.lineOrColumn("column")
	if !p.tryWord("to") {
		if p.err != nil {
			return nil
		}
		return p.ctx.FileLoc(file, line, col)
	}
	if p.tok.kind == tokInt {
		endLine := p.lineOrColumn("line")
		p.want(':', "expected either integer or `:` post `to` in FileLineColRange")
		endCol := p.lineOrColumn("column")
		if p.err != nil {
			return nil
		}
		return p.ctx.FileRangeLoc(file, line, col, endLine, endCol)
	}
	p.want(':', "expected either integer or `:` post `to` in FileLineColRange")
	endCol := p.lineOrColumn("column")
	if p.err != nil {
		return nil
	}
	return p.ctx.FileColsLoc(file, line, col, endCol)
}

func (p *parser) lineOrColumn(what string) uint32 {
	if p.tok.kind != tokInt {
		p.failHere("expected integer %s number in FileLineColRange", what)
		return 0
	}
	v, err := strconv.ParseUint(p.spelling(), 0, 32)
	if err != nil {
		p.failHere("expected integer %s number in FileLineColRange", what)
	}
	p.next()
	return uint32(v)
}

// resolveLocations sets the locations whose aliases were used before their definition.
func (p *parser) resolveLocations() {
	for _, w := range p.waiting {
		a, ok := p.aliases.attrs[w.name]
		if !ok {
			p.fail(w.pos, "operation location alias was never defined")
			return
		}
		loc, ok := locationOf(a.value)
		if !ok {
			p.fail(w.pos, "expected location, but found %s", ir.Quote(a.value))
			return
		}
		if w.op != nil {
			w.op.SetLoc(loc)
		} else {
			w.block.SetArgLoc(p.ctx, w.arg, loc)
		}
	}
}
