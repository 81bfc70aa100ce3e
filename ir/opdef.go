package ir

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Dialect is a group of operations, types and attributes under one name. It must not change once a context has loaded
// it.
type Dialect struct {
	Name         string
	Summary      string
	Description  string
	Ops          []*OpDef
	Types        []*TypeDef
	Attrs        []*AttrDef
	Dependencies []*Dialect

	// Define returns further operations. It is called when one of them is first looked up, so that programs that do not
	// use them do not wait for their definitions. Operations with canonicalizations belong in Ops.
	Define func() []*OpDef

	// Upstream is the number of operations of MLIR's dialect of this name (LLVM 22), if this dialect defines only some
	// of them. Where operations of unknown dialects are accepted, other operations of this dialect are accepted too.
	Upstream int

	// SyntaxNotes adds a note with the operation's syntax to errors in the text of an operation.
	SyntaxNotes bool

	// ParseType and ParseAttr read types and attributes that have no mnemonic of their own in Types and Attrs. They
	// are called with the cursor after `!dialect.` or `#dialect.`, and may be nil.
	ParseType func(p Parser) Type
	ParseAttr func(p Parser, t Type) Attribute

	// VerifyOpAttr checks a discardable attribute named `dialect.something` on an operation of any dialect.
	VerifyOpAttr func(op *Operation, attr NamedAttr) error

	// VerifyParamAttr checks an attribute named `dialect.something` on a parameter or result of type t of a function of
	// any dialect.
	VerifyParamAttr func(op *Operation, t Type, isResult bool, attr NamedAttr) error

	// AliasType and AliasAttr suggest the name under which the printer hoists a type or attribute; "" for none.
	AliasType func(t Type) string
	AliasAttr func(a Attribute) string

	// Constant builds an operation of this dialect whose single result is value, of type t, or returns nil. Folding
	// uses it to materialize constants.
	Constant func(b *Builder, value Attribute, t Type, loc Location) *Operation

	// Inlining has the dialect's rules for inlining; if it is nil, its operations are not inlined.
	Inlining *Inlining

	// The results of check, which runs once.
	checked sync.Once
	byName  map[string]int // index into Ops
	number  int            // how many dialects of the process had been checked before
	wrong   error

	// All operations, and the results of the check of those that Define returns.
	defined    sync.Once
	all        []*OpDef
	lateByName map[string]int // index into all
}

// TypeDef registers a dialect type under `!dialect.mnemonic`.
type TypeDef struct {
	Dialect  string
	Mnemonic string
	Summary  string
	// Parse reads what follows the mnemonic. On an error it reports to p and may return nil.
	Parse func(p Parser) Type
}

// AttrDef registers a dialect attribute under `#dialect.mnemonic`.
type AttrDef struct {
	Dialect  string
	Mnemonic string
	Summary  string
	// Parse reads what follows the mnemonic; t is the type that the context expects, or nil.
	Parse func(p Parser, t Type) Attribute
}

// Arity says how many values a declared operand or result stands for.
type Arity uint8

const (
	One Arity = iota
	Optional
	Variadic
)

// ValueDef declares an operand or a result.
type ValueDef struct {
	Name  string
	Type  TypeConstraint
	Arity Arity
	Doc   string
}

// OpAttr declares an inherent attribute.
type OpAttr struct {
	Name     string
	Attr     AttrConstraint
	Optional bool
	// Default gives the value of an absent attribute, filled in when the operation is built or parsed.
	Default func(ctx *Context) Attribute
	Doc     string
}

// RegionDef declares a region.
type RegionDef struct {
	Name string
	// Summary and Check constrain the region; a nil Check admits any.
	Summary  string
	Check    func(r *Region) bool
	Variadic bool
}

// SuccessorDef declares a successor.
type SuccessorDef struct {
	Name     string
	Variadic bool
}

// TypeRule states that a type follows from another: the type of To is Map of the type of From. From and To name
// operands, results or attributes; a nil Map is equality. Assembly formats infer types with it, builders infer results,
// and the verifier reports "failed to verify that " + Summary if it does not hold.
type TypeRule struct {
	From, To string
	Summary  string
	Map      func(ctx *Context, from Type) Type
	// MapAll replaces Map where a single From determines the types of a variadic To, as a function type does.
	MapAll func(ctx *Context, from Type) []Type
}

// Predicate is a condition on a whole operation, checked with the type rules. If it does not hold, the verifier reports
// "failed to verify that " + Summary.
type Predicate struct {
	Summary string
	Holds   func(op *Operation) bool
}

// OpDef defines an operation. Parser, printer, verifier, builders and manual all derive from this one value.
type OpDef struct {
	Name        string // with the dialect's prefix
	Summary     string
	Description string

	Operands   []ValueDef
	Results    []ValueDef
	Attrs      []OpAttr
	Regions    []RegionDef
	Successors []SuccessorDef
	Traits     Trait

	// Parents, when not empty, lists the names of the operations whose regions may directly hold this one.
	Parents []string
	// ImplicitTerminator names the terminator that single-block regions end with when their text has none.
	ImplicitTerminator string
	// DefaultDialect is the dialect whose prefix operations directly inside this one may omit in text.
	DefaultDialect string

	// Assembly is the custom form as a declarative format in the language of upstream's ODS; see ir/text.
	Assembly string
	// Syntax describes the text that Parse reads, in the language of Assembly, for messages and the manual.
	Syntax string
	// OptionalTypes allows a text to end before the ':' of Assembly if all operands are defined before: their types
	// then follow from the operands, as in `tile.store %p, %v`. The printer always prints the types.
	OptionalTypes bool
	// Elided returns the result types for texts that leave out what follows the '->' of Assembly, or all types, as in
	// `%c = tile.add %a, %b`. around(name) returns that discardable attribute of the innermost enclosing operation that
	// has it.
	Elided func(ctx *Context, st *OpState, around func(name string) Attribute) ([]Type, error)
	// Parse and Print replace Assembly where a format cannot express the custom form. On an error Parse reports to p.
	Parse func(p OpParser, st *OpState)
	Print func(p OpPrinter, op *Operation)

	// TypeRules relate the types of operands and results; Predicates are conditions that they cannot express.
	TypeRules  []TypeRule
	Predicates []Predicate
	// InferTypes returns the result types where TypeRules and traits do not give them. Its error carries no location.
	InferTypes func(ctx *Context, st *OpState) ([]Type, error)

	// Verify checks what constraints, traits and rules do not express, before the operations in the regions are
	// verified; VerifyRegions afterwards. Build their errors with [Operation.Errorf].
	Verify        func(op *Operation) error
	VerifyRegions func(op *Operation) error

	// Fold simplifies op without creating operations. It answers through f that the results are existing values or
	// constants, changes op in place, or does nothing. See [Operation.Fold].
	Fold func(op *Operation, f *Folding) FoldOutcome

	// ResultNames and ArgNames suggest value names for printing, through set.
	ResultNames func(op *Operation, set func(v *Value, name string))
	ArgNames    func(op *Operation, r *Region, set func(v *Value, name string))

	// Interfaces lists further behaviours, found by [InterfaceOf]. It must not change once a context knows the operation.
	Interfaces []any

	// The dialect and the index in its Definitions, which the dialect's check sets.
	dialect *Dialect
	index   int
}

// checkedDialects is the number of dialects that have been checked.
var checkedDialects atomic.Int64

// check reports inconsistencies of the definitions in Ops, and records the index of each operation.
func (d *Dialect) check() error {
	d.checked.Do(func() {
		d.number = int(checkedDialects.Add(1) - 1)
		d.byName, d.wrong = d.index(d.Ops, 0)
	})
	return d.wrong
}

// Definitions returns the operations of Ops and those that Define returns. It panics if these are inconsistent, which
// the dialect's tests find. The caller must not change the slice.
func (d *Dialect) Definitions() []*OpDef {
	if d.Define == nil {
		return d.Ops
	}
	d.defined.Do(func() {
		late, err := d.Define(), d.check()
		if err == nil {
			d.lateByName, err = d.index(late, len(d.Ops))
		}
		if err != nil {
			panic(fmt.Errorf("%w: %w", ErrDialect, err))
		}
		d.all = slices.Concat(d.Ops, late)
	})
	return d.all
}

// index checks definitions, and numbers them from first on. It returns the numbers by name. The first context of a
// process waits for it.
func (d *Dialect) index(defs []*OpDef, first int) (map[string]int, error) {
	byName := make(map[string]int, len(defs))
	var names []string // memory for the names of one operation
	for i, def := range defs {
		if rest, ok := strings.CutPrefix(def.Name, d.Name); !ok || !strings.HasPrefix(rest, ".") {
			return nil, fmt.Errorf("operation %q is not named after its dialect %q", def.Name, d.Name)
		}
		byName[def.Name] = first + i
		if _, early := d.byName[def.Name]; early || len(byName) == i {
			return nil, fmt.Errorf("operation %q is defined twice", def.Name)
		}
		names = def.appendNames(names[:0])
		if err := def.check(names); err != nil {
			return nil, err
		}
		def.dialect, def.index = d, first+i
	}
	return byName, nil
}

// lookup returns the index of the operation with a name. Indices behind Ops are of operations that Define returns.
func (d *Dialect) lookup(name string) (int, bool) {
	i, ok := d.byName[name]
	if !ok && d.Define != nil {
		d.Definitions()
		i, ok = d.lateByName[name]
	}
	return i, ok
}

// check reports inconsistencies of the definition itself, which declares some names.
func (d *OpDef) check(names []string) error {
	var errs []error
	bad := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s: %s", d.Name, fmt.Sprintf(format, args...)))
	}
	count := func(vs []ValueDef) (n int) {
		for i := range vs {
			if vs[i].Arity != One {
				n++
			}
		}
		return n
	}
	segmented := AttrSizedOperandSegments | SameVariadicOperandSize
	if count(d.Operands) > 1 && d.Traits&segmented == 0 {
		bad("several optional or variadic operands need AttrSizedOperandSegments")
	}
	if count(d.Results) > 1 && d.Traits&AttrSizedResultSegments == 0 {
		bad("several optional or variadic results need AttrSizedResultSegments")
	}
	for i, name := range names {
		if name != "" && slices.Contains(names[:i], name) {
			bad("%q is declared twice", name)
		}
	}
	for i := range d.TypeRules {
		for _, name := range [...]string{d.TypeRules[i].From, d.TypeRules[i].To} {
			if !slices.Contains(names, name) {
				bad("type rule refers to %q, which is not declared", name)
			}
		}
	}
	if d.Assembly != "" && d.Parse != nil {
		bad("both Assembly and Parse are given")
	}
	return errors.Join(errs...)
}

// appendNames appends the names of operands, results and attributes.
func (d *OpDef) appendNames(names []string) []string {
	for i := range d.Operands {
		names = append(names, d.Operands[i].Name)
	}
	for i := range d.Results {
		names = append(names, d.Results[i].Name)
	}
	for i := range d.Attrs {
		names = append(names, d.Attrs[i].Name)
	}
	return names
}

// Names of the inherent attributes that split operands and results into the declared groups.
const (
	OperandSegments = "operandSegmentSizes"
	ResultSegments  = "resultSegmentSizes"
)
