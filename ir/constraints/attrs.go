package constraints

import "github.com/girih-ir/girih/ir"

// Attributes of one kind.
var (
	AnyAttr = ir.AttrConstraint{Summary: "any attribute"}
	// Unit admits the unit attribute, Bool true and false.
	Unit = with(kind("unit attribute", is[*ir.UnitAttr]), func(c *ir.AttrConstraint) { c.Unit = true })
	Bool = with(kind("bool attribute", isBool), leaveOut(func(c *ir.Context) ir.Type { return c.I(1) }))
	// String admits strings. SymbolName is one that formats print as @name.
	String     = with(kind("string attribute", is[*ir.StringAttr]), leaveOut(none))
	SymbolName = with(kind("string attribute", is[*ir.StringAttr]), func(c *ir.AttrConstraint) { c.Symbol = true })
	// SymbolRef admits references, FlatSymbolRef only those with a single name.
	SymbolRef     = with(kind("symbol reference attribute", is[*ir.SymbolRefAttr]), leaveOut(none))
	FlatSymbolRef = with(kind("flat symbol reference attribute", isFlatSymbol), leaveOut(none))
	// TypedAttr admits attributes that have a type.
	TypedAttr = kind("TypedAttr instance", is[ir.TypedAttr])
	// Type admits types as attributes, FunctionTypeAttr only function types.
	Type             = kind("any type attribute", is[*ir.TypeAttr])
	FunctionTypeAttr = stored(kind("type attribute of function type", isFunctionType), is[*ir.TypeAttr])
	// Array admits any list, DictArray lists of dictionaries.
	Array     = kind("array attribute", is[*ir.ArrayAttr])
	DictArray = stored(kind("Array of dictionary attributes", isDictArray), is[*ir.ArrayAttr])
	// Dict admits dictionaries.
	Dict = kind("dictionary of named attribute values", is[*ir.DictAttr])
	// IntElements admits dense integer or index elements.
	IntElements = kind("integer elements attribute", isIntElements)

	I1Attr  = Integer("1-bit signless integer attribute", 1)
	I8Attr  = Integer("8-bit signless integer attribute", 8)
	I16Attr = Integer("16-bit signless integer attribute", 16)
	I32Attr = Integer("32-bit signless integer attribute", 32)
	I64Attr = Integer("64-bit signless integer attribute", 64)

	DenseI32Array = denseArray("i32 dense array attribute", 32)
	DenseI64Array = denseArray("i64 dense array attribute", 64)
)

// kind returns the constraint that admits, and stores, the attributes of one kind.
func kind(summary string, check func(ir.Attribute) bool) ir.AttrConstraint {
	return ir.AttrConstraint{Summary: summary, Check: check, Storage: check}
}

// stored sets the kind that is stored, if that is wider than the kind that is admitted.
func stored(c ir.AttrConstraint, storage func(ir.Attribute) bool) ir.AttrConstraint {
	c.Storage = storage
	return c
}

func with(c ir.AttrConstraint, set func(*ir.AttrConstraint)) ir.AttrConstraint {
	set(&c)
	return c
}

// none is the type of attributes whose text has no type. With it, a constraint refuses an attribute with a type.
func none(c *ir.Context) ir.Type { return c.None() }

// leaveOut sets the type that the text leaves out.
func leaveOut(t func(*ir.Context) ir.Type) func(*ir.AttrConstraint) {
	return func(c *ir.AttrConstraint) { c.Type = t }
}

// Integer admits integers of type iN.
func Integer(summary string, width uint32) ir.AttrConstraint {
	return ir.AttrConstraint{
		Summary: summary,
		Check: func(a ir.Attribute) bool {
			i, ok := a.(*ir.IntegerAttr)
			return ok && ir.IsInt(i.Type(), width)
		},
		Storage: is[*ir.IntegerAttr],
		Type:    func(c *ir.Context) ir.Type { return c.I(width) },
	}
}

func denseArray(summary string, width uint32) ir.AttrConstraint {
	admits := func(a ir.Attribute) bool {
		d, ok := a.(*ir.DenseArrayAttr)
		return ok && ir.IsInt(d.ElementType(), width)
	}
	return ir.AttrConstraint{
		Summary: summary,
		Check:   admits,
		Storage: admits,
		Parse:   func(p ir.OpParser) ir.Attribute { return parseDenseArray(p, width) },
		Print:   printDenseArray,
	}
}

// parseDenseArray reads the short form `[1, 2]`.
func parseDenseArray(p ir.OpParser, width uint32) ir.Attribute {
	var values []int64
	p.Literal("[")
	if !p.TryLiteral("]") {
		for more := true; more; more = p.TryLiteral(",") {
			at := p.Pos()
			v := p.Int64()
			if width == 32 && int64(int32(v)) != v {
				p.Errorf(at, "integer value too large")
			}
			values = append(values, v)
		}
		p.Literal("]")
	}
	ctx := p.Context()
	if width == 64 {
		return ctx.DenseI64(values...)
	}
	narrow := make([]int32, len(values))
	for i, v := range values {
		narrow[i] = int32(v)
	}
	return ctx.DenseI32(narrow...)
}

func printDenseArray(p ir.OpPrinter, a ir.Attribute) {
	list, ok := a.(*ir.DenseArrayAttr)
	if !ok {
		return
	}
	p.Text("[")
	for i := range list.Len() {
		if i > 0 {
			p.Text(", ")
		}
		p.Int(list.Int64(i))
	}
	p.Text("]")
}

func is[T ir.Attribute](a ir.Attribute) bool {
	_, ok := a.(T)
	return ok
}

func isBool(a ir.Attribute) bool {
	i, ok := a.(*ir.IntegerAttr)
	return ok && ir.IsInt(i.Type(), 1)
}

func isFlatSymbol(a ir.Attribute) bool {
	s, ok := a.(*ir.SymbolRefAttr)
	return ok && s.IsFlat()
}

func isFunctionType(a ir.Attribute) bool {
	t, ok := a.(*ir.TypeAttr)
	return ok && isFunction(t.Value)
}

func isDictArray(a ir.Attribute) bool {
	list, ok := a.(*ir.ArrayAttr)
	if !ok {
		return false
	}
	for _, e := range list.Elems {
		if !is[*ir.DictAttr](e) {
			return false
		}
	}
	return true
}

func isIntElements(a ir.Attribute) bool {
	d, ok := a.(*ir.DenseElementsAttr)
	if !ok {
		return false
	}
	elem := d.Type().(ir.ShapedType).ElementType()
	return IsInteger(elem) || ir.IsIndex(elem)
}
