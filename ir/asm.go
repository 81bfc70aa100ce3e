package ir

// Pos is a byte offset in the text that a parser reads.
type Pos int

// Parser is the interface through which custom parsing hooks of types and attributes use the text parser. Failure is
// sticky: after the first error every method does nothing, optional ones report absence, and values are zero. So hooks
// need no check after each step. Loops must be driven by a Try method.
type Parser interface {
	Context() *Context
	// Pos returns where the next token starts.
	Pos() Pos
	// Errorf reports an error at a position, unless there was one before.
	Errorf(pos Pos, format string, args ...any)
	// Failed reports whether there was an error.
	Failed() bool

	// Literal consumes a keyword or punctuation, such as "to" or "->", or fails. TryLiteral consumes it if it is next.
	Literal(s string)
	TryLiteral(s string) bool
	// PeekLiteral reports whether a keyword or punctuation is next, or a minus right before a keyword, as in "-inf".
	PeekLiteral(s string) bool
	// Tuple consumes `(a, b, ...)`, possibly empty, and calls element for each. Errors name the list as what says, such
	// as "operand list".
	Tuple(what string, element func())
	// Keyword consumes a bare identifier that is not a keyword of the grammar's types, or fails.
	Keyword() string
	TryKeyword() (string, bool)
	// TryKeywordOrString consumes a bare identifier or a string.
	TryKeywordOrString() (string, bool)

	String() string
	TryString() (string, bool)
	// Int64 consumes a possibly negative decimal or hexadecimal integer.
	Int64() int64
	TryInt64() (int64, bool)
	// Float consumes a possibly negative floating-point literal.
	Float() float64

	Type() Type
	TryType() (Type, bool)
	// Attribute consumes an attribute; t is the type that its text may leave out, or nil.
	Attribute(t Type) Attribute
	TryAttribute(t Type) (Attribute, bool)
	// TryAttrDict consumes `{...}` as a dictionary.
	TryAttrDict() (*DictAttr, bool)
	// Symbol consumes `@name` as a string.
	Symbol() string
	TrySymbol() (string, bool)
	// Dimensions consumes `4x?x`: a dimension list with a trailing x, as in front of an element type.
	Dimensions(allowDynamic bool) []int64
}

// UnresolvedOperand is an operand by its name in the text. Its value is resolved once its type is known.
type UnresolvedOperand struct {
	Name   string // without %; it refers to the text and is valid while it is parsed
	Number int    // of a result in a pack, as in %x#2
	Pos    Pos
}

// Argument is a region argument as text gives it.
type Argument struct {
	Name  UnresolvedOperand
	Type  Type
	Attrs *DictAttr
	Loc   Location // nil when the text gives none
}

// OpParser is the interface through which custom parsing hooks of operations use the text parser.
type OpParser interface {
	Parser

	// NamePos returns where the operation's name stands.
	NamePos() Pos
	// NumResultNames returns how many results the text binds to names; it may be fewer than the operation has.
	NumResultNames() int
	// ResultName returns the name, without %, that the text gives to result i, and the number of the result in its
	// pack.
	ResultName(i int) (name string, number int)

	Operand() UnresolvedOperand
	TryOperand() (UnresolvedOperand, bool)
	// Operands consumes a comma-separated list of operands, possibly empty.
	Operands() []UnresolvedOperand
	// Resolve returns the value of an operand, given its type.
	Resolve(u UnresolvedOperand, t Type) *Value
	// TypeOf returns the type of an operand whose value is defined before, for texts that leave types out.
	TypeOf(u UnresolvedOperand) Type
	// LocAt returns the location of a position in the text.
	LocAt(pos Pos) Location
	// ResolveInto appends the values of operands to st, given one type for each.
	ResolveInto(st *OpState, us []UnresolvedOperand, types []Type, pos Pos)

	// Types consumes a comma-separated list of types, at least one.
	Types() []Type
	// ArrowTypes consumes `-> type` or `-> (types)`. TryArrowTypes consumes nothing if there is no arrow.
	ArrowTypes() []Type
	TryArrowTypes() []Type

	// AttrDict consumes an optional `{...}` into st. AttrDictWithKeyword requires `attributes` before it.
	AttrDict(st *OpState)
	AttrDictWithKeyword(st *OpState)

	// Region consumes a region. Entry arguments given as args are in scope under their names, and the region's text
	// then has no label for its entry block.
	Region(st *OpState, args ...Argument) *Region
	TryRegion(st *OpState, args ...Argument) (*Region, bool)
	// EnsureTerminator completes the region's blocks by the implicit terminator of the operation being parsed.
	EnsureTerminator(st *OpState, r *Region)
	// Argument consumes `%name: type {attrs} loc(...)`. The attributes and the location are optional. If withType is
	// false, it consumes only the name.
	Argument(withType bool) Argument
	TryArgument(withType bool) (Argument, bool)
	// Successor consumes `^block`.
	Successor() *Block
	TrySuccessor() (*Block, bool)
	// SuccessorOperands consumes an optional `(%a, %b : t, u)` after a successor.
	SuccessorOperands() []*Value
	// OptionalLoc consumes an optional `loc(...)`.
	OptionalLoc() (Location, bool)
}

// OpPrinter is the interface through which custom printing hooks of operations use the text printer.
type OpPrinter interface {
	// Text appends s as it is.
	Text(s string)
	Int(v int64)
	// String appends a quoted, escaped string.
	String(s string)
	// KeywordOrString appends s bare if it is a bare identifier, else quoted.
	KeywordOrString(s string)
	// Newline starts a line indented as the operation is.
	Newline()

	Operand(v *Value)
	Operands(vs []*Value)
	Type(t Type)
	Types(ts []Type)
	// ArrowTypes appends ` -> type` or ` -> (types)`; nothing for no types.
	ArrowTypes(ts []Type)
	// FunctionType appends `(inputs) -> results`.
	FunctionType(inputs, results []Type)
	Attribute(a Attribute)
	// AttributeNoType appends an attribute without its trailing type.
	AttributeNoType(a Attribute)
	Symbol(name string)

	// AttrDict appends ` {...}` with the operation's discardable attributes, and the inherent ones that are not in
	// elided and are not their default; nothing when none is left. AttrDictWithKeyword puts ` attributes` in front.
	AttrDict(op *Operation, elided ...string)
	AttrDictWithKeyword(op *Operation, elided ...string)
	// Dict appends ` {...}` unless d is empty.
	Dict(d *DictAttr)

	// Region appends `{...}`. A label is printed for the entry block when withArgs is set and it has arguments;
	// terminators are left out unless withTerminators is set.
	Region(r *Region, withArgs, withTerminators bool)
	// Argument appends `%name: type {attrs} loc(...)` of a block argument.
	Argument(v *Value, attrs *DictAttr)
	// Successor appends `^block`.
	Successor(b *Block)
	// SuccessorOperands appends `(%a, %b : t, u)`; nothing for no operands.
	SuccessorOperands(vs []*Value)
	// ShadowArgs makes the arguments of a region print under the names of other values.
	ShadowArgs(r *Region, vs []*Value)
}
