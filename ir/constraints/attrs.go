package constraints

import "github.com/girih-ir/girih/ir"

// Attributes of one kind.
var (
	AnyAttr = ir.AttrConstraint{Summary: "any attribute"}
	// Unit admits the unit attribute.
	Unit = ir.AttrConstraint{Summary: "unit attribute", Unit: true, Check: is[*ir.UnitAttr], Storage: is[*ir.UnitAttr]}
	// Bool admits true and false.
	Bool = ir.AttrConstraint{Summary: "bool attribute", Check: isBool, Storage: isBool,
		Type: func(c *ir.Context) ir.Type { return c.I(1) }}
	// String admits untyped strings.
	String = ir.AttrConstraint{Summary: "string attribute", Check: is[*ir.StringAttr], Storage: is[*ir.StringAttr],
		Type: func(c *ir.Context) ir.Type { return c.None() }}
	// SymbolName is a string that formats print as @name.
	SymbolName = ir.AttrConstraint{Summary: "string attribute", Check: is[*ir.StringAttr], Storage: is[*ir.StringAttr],
		Symbol: true}
	// SymbolRef admits references, FlatSymbolRef only those with a single name.
	SymbolRef     = ir.AttrConstraint{Summary: "symbol reference attribute", Check: is[*ir.SymbolRefAttr], Storage: is[*ir.SymbolRefAttr]}
	FlatSymbolRef = ir.AttrConstraint{Summary: "flat symbol reference attribute", Check: isFlatSymbol, Storage: isFlatSymbol}
	// TypedAttr admits attributes that have a type.
	TypedAttr = ir.AttrConstraint{Summary: "TypedAttr instance", Check: is[ir.TypedAttr], Storage: is[ir.TypedAttr]}
	// Type admits types as attributes, FunctionTypeAttr only function types.
	Type             = ir.AttrConstraint{Summary: "any type attribute", Check: is[*ir.TypeAttr], Storage: is[*ir.TypeAttr]}
	FunctionTypeAttr = ir.AttrConstraint{Summary: "type attribute of function type", Check: isFunctionType,
		Storage: is[*ir.TypeAttr]}
	// Array admits any list, DictArray lists of dictionaries.
	Array     = ir.AttrConstraint{Summary: "array attribute", Check: is[*ir.ArrayAttr], Storage: is[*ir.ArrayAttr]}
	DictArray = ir.AttrConstraint{Summary: "Array of dictionary attributes", Check: isDictArray,
		Storage: is[*ir.ArrayAttr]}
	Dict = ir.AttrConstraint{Summary: "dictionary of named attribute values", Check: is[*ir.DictAttr],
		Storage: is[*ir.DictAttr]}
	// IntElements admits dense integer or index elements.
	IntElements = ir.AttrConstraint{Summary: "integer elements attribute", Check: isIntElements,
		Storage: isIntElements}

	I1Attr  = Integer("1-bit signless integer attribute", 1)
	I8Attr  = Integer("8-bit signless integer attribute", 8)
	I16Attr = Integer("16-bit signless integer attribute", 16)
	I32Attr = Integer("32-bit signless integer attribute", 32)
	I64Attr = Integer("64-bit signless integer attribute", 64)

	DenseI32Array = denseArray("i32 dense array attribute", 32)
	DenseI64Array = denseArray("i64 dense array attribute", 64)
)

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
			values = append(values, p.Int64())
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
