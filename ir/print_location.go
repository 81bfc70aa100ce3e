package ir

// Location appends `loc(...)`.
func (p *Printer) Location(l Location) {
	if p.PrettyLocs {
		p.locationBody(l, true)
		return
	}
	p.text("loc(")
	p.locationBody(l, true)
	p.text(")")
}

// TrailingLocation appends `loc(...)` after an operation or argument. If the location has an alias, it is printed
// inside.
func (p *Printer) TrailingLocation(l Location) {
	if !p.PrettyLocs && p.AttrAlias != nil {
		if alias := p.AttrAlias(l); alias != "" {
			p.text("loc(")
			p.text(alias)
			p.text(")")
			return
		}
	}
	p.Location(l)
}

func (p *Printer) locationBody(l Location, top bool) {
	if !top && p.AttrAlias != nil {
		if alias := p.AttrAlias(l); alias != "" {
			p.text(alias)
			return
		}
	}
	switch l := l.(type) {
	case *UnknownLoc:
		if p.PrettyLocs {
			p.text("[unknown]")
		} else {
			p.text("unknown")
		}
	case *FileLineColRange:
		p.fileRange(l)
	case *NameLoc:
		p.String(l.Name)
		if _, unknown := l.Child.(*UnknownLoc); !unknown {
			p.text("(")
			p.locationBody(l.Child, false)
			p.text(")")
		}
	case *CallSiteLoc:
		p.callSite(l)
	case *FusedLoc:
		p.fused(l)
	}
}

func (p *Printer) fileRange(l *FileLineColRange) {
	if p.PrettyLocs {
		p.text(l.File)
	} else {
		p.String(l.File)
	}
	p.text(":")
	p.Int(int64(l.StartLine))
	p.text(":")
	p.Int(int64(l.StartCol))
	switch {
	case l.StartLine == l.EndLine && l.StartCol == l.EndCol:
	case l.StartLine == l.EndLine:
		p.text(" to :")
		p.Int(int64(l.EndCol))
	default:
		p.text(" to ")
		p.Int(int64(l.EndLine))
		p.text(":")
		p.Int(int64(l.EndCol))
	}
}

func (p *Printer) callSite(l *CallSiteLoc) {
	if !p.PrettyLocs {
		p.text("callsite(")
		p.locationBody(l.Callee, false)
		p.text(" at ")
		p.locationBody(l.Caller, false)
		p.text(")")
		return
	}
	p.locationBody(l.Callee, false)
	_, named := l.Callee.(*NameLoc)
	if _, inFile := l.Caller.(*FileLineColRange); !named || !inFile {
		p.text("\n")
	}
	p.text(" at ")
	p.locationBody(l.Caller, false)
}

func (p *Printer) fused(l *FusedLoc) {
	if !p.PrettyLocs {
		p.text("fused")
	}
	if l.Metadata != nil {
		p.text("<")
		p.Attribute(l.Metadata)
		p.text(">")
	}
	p.text("[")
	for i, inner := range l.Locs {
		if i > 0 {
			p.text(", ")
		}
		p.locationBody(inner, false)
	}
	p.text("]")
}
