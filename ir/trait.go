package ir

// Trait is a set of properties that hold for every operation of a definition. The names are upstream's.
type Trait uint64

const (
	// Terminator ends a block.
	Terminator Trait = 1 << iota
	// ReturnLike leaves the enclosing operation with its operands.
	ReturnLike
	// IsolatedFromAbove admits no use, in the operation's regions, of values defined outside it.
	IsolatedFromAbove
	// SymbolTable makes the operation's single region a scope of symbol names.
	SymbolTable
	// Symbol makes the operation's `sym_name` a symbol of the enclosing table.
	Symbol
	// OptionalSymbol makes the operation a Symbol only if it has a name.
	OptionalSymbol
	// DeclarationIfEmpty makes a Symbol with an empty first region a declaration, which may not be public.
	DeclarationIfEmpty
	// SingleBlock admits at most one block in each region.
	SingleBlock
	// NoTerminator means that the blocks of SingleBlock regions need no terminator.
	NoTerminator
	// GraphRegion means that the operation's regions have no SSA dominance.
	GraphRegion
	// NoMemoryEffect says that the operation neither reads nor writes memory itself.
	NoMemoryEffect
	// AlwaysSpeculatable says that the operation may run where the original program does not run it: it has no
	// undefined behaviour.
	AlwaysSpeculatable
	// RecursiveMemoryEffects gives the operation the memory effects of those in its regions.
	RecursiveMemoryEffects
	// RecursivelySpeculatable makes the operation speculatable when those in its regions are.
	RecursivelySpeculatable
	// Commutative allows any order of the operands.
	Commutative
	// Idempotent says op(op(x)) = op(x), or op(x, x) = x.
	Idempotent
	// Involution says op(op(x)) = x.
	Involution
	// ConstantLike says that the operation is a constant: its result is its `value` attribute.
	ConstantLike
	// SameOperandsAndResultType requires all operands and results to have compatible types.
	SameOperandsAndResultType
	// SameOperandsAndResultShape requires all operands and results to have compatible shapes.
	SameOperandsAndResultShape
	// SameOperandsAndResultElementType requires all operands and results to have the same element type.
	SameOperandsAndResultElementType
	// SameTypeOperands requires all operands to have the same type.
	SameTypeOperands
	// SameOperandsShape requires all operands to have compatible shapes.
	SameOperandsShape
	// SameOperandsElementType requires all operands to have the same element type.
	SameOperandsElementType
	// Elementwise maps over the elements of its operands: if a result is a vector or tensor, so is an operand, and
	// all such operands and results have the same shape.
	Elementwise
	// Scalarizable, Vectorizable and Tensorizable say which forms of an elementwise operation exist.
	Scalarizable
	Vectorizable
	Tensorizable
	// AttrSizedOperandSegments splits the operands by the inherent attribute `operandSegmentSizes`.
	AttrSizedOperandSegments
	// AttrSizedResultSegments splits the results by the inherent attribute `resultSegmentSizes`.
	AttrSizedResultSegments
	// AffineScope makes the operation a scope of affine symbols, AutomaticAllocationScope one of stack allocations.
	AffineScope
	AutomaticAllocationScope
	// NoRegionArguments requires the regions' entry blocks to have no arguments.
	NoRegionArguments
	// SameVariadicOperandSize says that all variadic operands stand for the same number of values.
	SameVariadicOperandSize
)

// Pure operations have no effects besides their results and may run anywhere.
const Pure = NoMemoryEffect | AlwaysSpeculatable

// ElementwiseMappable is upstream's bundle for operations that exist on scalars, vectors and tensors alike.
const ElementwiseMappable = Elementwise | Scalarizable | Vectorizable | Tensorizable

// traitNames are the traits' names in the order of their bits.
var traitNames = [...]string{
	"Terminator",
	"ReturnLike",
	"IsolatedFromAbove",
	"SymbolTable",
	"Symbol",
	"OptionalSymbol",
	"DeclarationIfEmpty",
	"SingleBlock",
	"NoTerminator",
	"GraphRegion",
	"NoMemoryEffect",
	"AlwaysSpeculatable",
	"RecursiveMemoryEffects",
	"RecursivelySpeculatable",
	"Commutative",
	"Idempotent",
	"Involution",
	"ConstantLike",
	"SameOperandsAndResultType",
	"SameOperandsAndResultShape",
	"SameOperandsAndResultElementType",
	"SameTypeOperands",
	"SameOperandsShape",
	"SameOperandsElementType",
	"Elementwise",
	"Scalarizable",
	"Vectorizable",
	"Tensorizable",
	"AttrSizedOperandSegments",
	"AttrSizedResultSegments",
	"AffineScope",
	"AutomaticAllocationScope",
	"NoRegionArguments",
	"SameVariadicOperandSize",
}

// Names returns the names of the traits in a set, in the order of their declaration.
func (t Trait) Names() []string {
	var names []string
	for i, name := range traitNames {
		if t>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return names
}
