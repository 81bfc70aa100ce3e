package ir

// TypeConstraint admits some types. Summary completes "must be ..." in messages; the zero value admits any type.
type TypeConstraint struct {
	Summary string
	Check   func(Type) bool
	// Build returns the only type that the constraint admits, where there is just one; formats then omit it.
	Build func(*Context) Type
	// Kind, if set, is the only kind of type that the constraint admits. Formats then print only what follows the mnemonic
	// of such a type, or the whole type if nothing follows. They read both.
	Kind *TypeDef
}

// Admits reports whether t satisfies the constraint.
func (c *TypeConstraint) Admits(t Type) bool { return c.Check == nil || c.Check(t) }

// AttrConstraint admits some attributes. Summary completes "failed to satisfy constraint: ..." in messages; the zero
// value admits any attribute.
type AttrConstraint struct {
	Summary string
	Check   func(Attribute) bool
	// Storage admits attributes of the kind that upstream stores for the property. Text that gives a property of
	// another kind is refused before anything is verified. nil admits all.
	Storage func(Attribute) bool
	// Type is the type that the attribute's text leaves out, as i64 of an I64Attr; nil when it is printed.
	Type func(*Context) Type
	// Parse and Print, when set, give the attribute its own text in assembly formats, such as an enum's keyword.
	Parse func(p OpParser) Attribute
	Print func(p OpPrinter, a Attribute)
	// Unit marks a unit attribute: an optional group anchored on it prints just its literals.
	Unit bool
	// Symbol marks the name of a symbol: it prints as @name.
	Symbol bool
}

// Admits reports whether a satisfies the constraint.
func (c *AttrConstraint) Admits(a Attribute) bool { return c.Check == nil || c.Check(a) }

// AnyType admits every type.
var AnyType = TypeConstraint{Summary: "any type"}

// OfType returns the constraint that admits exactly one type.
func OfType(summary string, build func(*Context) Type) TypeConstraint {
	return TypeConstraint{Summary: summary, Build: build, Check: nil}
}
