package llvm

import "github.com/girih-ir/girih/ir"

// PrintBody appends the text after the mnemonic.
func (t *PointerType) PrintBody(p *ir.Printer) {
	if t.AddrSpace != 0 {
		p.Text("<")
		p.Int(int64(t.AddrSpace))
		p.Text(">")
	}
}

// PrintBody appends the text after the mnemonic.
func (t *ArrayType) PrintBody(p *ir.Printer) {
	p.Text("<")
	p.Int(t.Len)
	p.Text(" x ")
	printNested(p, t.Elem)
	p.Text(">")
}

// PrintBody appends the text after the mnemonic.
func (t *StructType) PrintBody(p *ir.Printer) {
	p.Text("<")
	if t.Packed {
		p.Text("packed ")
	}
	p.Text("(")
	printList(p, t.Fields)
	p.Text(")>")
}

// PrintBody appends the text after the mnemonic.
func (t *FunctionType) PrintBody(p *ir.Printer) {
	p.Text("<")
	printNested(p, t.Result)
	p.Text(" (")
	printList(p, t.Params)
	if t.Variadic {
		if len(t.Params) > 0 {
			p.Text(", ")
		}
		p.Text("...")
	}
	p.Text(")>")
}

// PrintBody appends nothing; the mnemonic is the whole text.
func (*VoidType) PrintBody(*ir.Printer) {}

func printList(p *ir.Printer, types []ir.Type) {
	for i, t := range types {
		if i > 0 {
			p.Text(", ")
		}
		printNested(p, t)
	}
}

// printNested appends a type inside another type of the dialect. Types of the dialect are printed without `!llvm.`.
func printNested(p *ir.Printer, t ir.Type) {
	if d, ok := t.(ir.DialectType); ok && d.Def().Dialect == "llvm" {
		p.Text(d.Def().Mnemonic)
		d.PrintBody(p)
		return
	}
	p.Type(t)
}

func parseNested(p ir.Parser) ir.Type {
	pos := p.Pos()
	var t ir.Type
	switch {
	case p.TryLiteral("ptr"):
		t = parsePointer(p)
	case p.TryLiteral("array"):
		t = parseArray(p)
	case p.TryLiteral("struct"):
		t = parseStruct(p)
	case p.TryLiteral("func"):
		t = parseFunction(p)
	case p.TryLiteral("void"):
		t = Void(p.Context())
	default:
		t = p.Type()
	}
	if p.Failed() {
		return nil
	}
	if !IsCompatible(t) {
		p.Errorf(pos, "unexpected type, expected keyword")
		return nil
	}
	return t
}

func parsePointer(p ir.Parser) ir.Type {
	space := int64(0)
	if p.TryLiteral("<") {
		pos := p.Pos()
		space = p.Int64()
		if space < 0 || space > 1<<24-1 {
			p.Errorf(pos, "expected integer value")
			return nil
		}
		p.Literal(">")
	}
	return Ptr(p.Context(), uint32(space))
}

func parseArray(p ir.Parser) ir.Type {
	start := p.Pos()
	p.Literal("<")
	pos := p.Pos()
	dims := p.Dimensions(false)
	if p.Failed() {
		return nil
	}
	if len(dims) != 1 {
		p.Errorf(pos, "expected integer value")
		return nil
	}
	elem := parseNested(p)
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	if !isLoadable(elem) {
		p.Errorf(start, "invalid array element type: %s", ir.Quote(elem))
		return nil
	}
	return ArrayOf(p.Context(), dims[0], elem)
}

func parseStruct(p ir.Parser) ir.Type {
	start := p.Pos()
	p.Literal("<")
	packed := p.TryLiteral("packed")
	p.Literal("(")
	var fields []ir.Type
	if !p.TryLiteral(")") {
		for more := true; more; more = p.TryLiteral(",") {
			f := parseNested(p)
			if !p.Failed() && !isLoadable(f) {
				p.Errorf(start, "invalid LLVM structure element type: %s", ir.Quote(f))
			}
			fields = append(fields, f)
		}
		p.Literal(")")
	}
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	return StructOf(p.Context(), packed, fields...)
}

func parseFunction(p ir.Parser) ir.Type {
	start := p.Pos()
	p.Literal("<")
	result := parseNested(p)
	p.Literal("(")
	var params []ir.Type
	variadic := false
	if !p.TryLiteral(")") {
		for more := true; more; more = !variadic && p.TryLiteral(",") {
			if variadic = p.TryLiteral("..."); !variadic {
				params = append(params, parseNested(p))
			}
		}
		p.Literal(")")
	}
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	if _, isFunction := result.(*FunctionType); isFunction {
		p.Errorf(start, "invalid function result type: %s", ir.Quote(result))
		return nil
	}
	for _, param := range params {
		if !isLoadable(param) {
			p.Errorf(start, "invalid function argument type: %s", ir.Quote(param))
			return nil
		}
	}
	return FuncOf(p.Context(), result, params, variadic)
}

// parseUnknown reports an unknown mnemonic.
func parseUnknown(p ir.Parser) ir.Type {
	pos := p.Pos()
	if name := p.Keyword(); !p.Failed() {
		p.Errorf(pos, "unknown LLVM type: %s", name)
	}
	return nil
}
