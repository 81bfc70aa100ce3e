package tile

import (
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

// SemanticsName is the discardable attribute that selects the semantics of an operation and of all operations in its
// regions. An inner attribute takes precedence over outer ones.
const SemanticsName = "tile.semantics"

// SemanticsAttr is `#tile.semantics<triton>`: it selects the rules for the types of loosely typed operations.
type SemanticsAttr struct {
	ir.AttrBase
	Value promotion.Semantics
}

var semanticsDef = ir.AttrDef{Dialect: "tile", Mnemonic: "semantics",
	Summary: "rules for the types of loosely typed operations", Parse: parseSemantics}

// Def returns the definition of the attribute's kind.
func (a *SemanticsAttr) Def() *ir.AttrDef { return &semanticsDef }

// PrintBody appends the text after the mnemonic.
func (a *SemanticsAttr) PrintBody(p *ir.Printer) { p.Text("<" + a.Value.String() + ">") }

// String returns the attribute's text.
func (a *SemanticsAttr) String() string { return ir.AttrText(a) }

type semanticsKey struct{ s promotion.Semantics }

// Semantics returns the attribute for the given semantics.
func Semantics(ctx *ir.Context, s promotion.Semantics) *SemanticsAttr {
	return ir.Intern(ctx, semanticsKey{s}, func(k semanticsKey) *SemanticsAttr { return &SemanticsAttr{Value: k.s} })
}

func parseSemantics(p ir.Parser, _ ir.Type) ir.Attribute {
	p.Literal("<")
	pos := p.Pos()
	name := p.Keyword()
	s, ok := promotion.ParseSemantics(name)
	if !ok {
		p.Errorf(pos, "expected semantics (triton, cutile or torch), but got '%s'", name)
	}
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	return Semantics(p.Context(), s)
}

// SemanticsOf returns the semantics in force at an operation. They are those of the innermost operation with the
// attribute, starting at op itself; ok is false if there is none.
func SemanticsOf(op *ir.Operation) (s promotion.Semantics, ok bool) {
	for ; op != nil; op = op.Parent() {
		if a, ok := op.Attrs().Get(SemanticsName).(*SemanticsAttr); ok {
			return a.Value, true
		}
	}
	return 0, false
}

func verifyOpAttr(op *ir.Operation, a ir.NamedAttr) error {
	if a.Name == WritesOnce && (!op.Is(&Store) || a.Value != op.Context().Unit()) {
		return op.Errorf("attribute '%s' is a unit attribute of %s", WritesOnce, Store.Name)
	}
	if a.Name == NumStages {
		return verifyNumStages(op, a.Value)
	}
	if a.Name != SemanticsName {
		return nil
	}
	if _, ok := a.Value.(*SemanticsAttr); !ok {
		return op.Errorf("attribute '%s' must be #tile.semantics, but got %s", SemanticsName, a.Value)
	}
	return nil
}
