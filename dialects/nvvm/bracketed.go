package nvvm

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// BracketedAttr is a case of an enumeration that upstream prints in angle brackets, such as `#nvvm.wgmma_type<f32>`.
// Inside the text of operations only the brackets and the case are printed.
type BracketedAttr struct {
	ir.AttrBase
	Case string
	of   *bracketed
}

// bracketed is an enumeration whose cases are [BracketedAttr] attributes.
type bracketed struct {
	def   ir.AttrDef
	class string // upstream's name, for messages
	cases []string
}

func newBracketed(mnemonic, summary, class string, cases ...string) *bracketed {
	e := &bracketed{class: class, cases: cases}
	e.def = ir.AttrDef{Dialect: "nvvm", Mnemonic: mnemonic, Summary: summary,
		Parse: func(p ir.Parser, _ ir.Type) ir.Attribute { return e.parse(p) }}
	return e
}

type bracketedKey struct {
	of   *bracketed
	name string
}

func (e *bracketed) attr(ctx *ir.Context, name string) *BracketedAttr {
	return ir.Intern(ctx, bracketedKey{e, name}, func(k bracketedKey) *BracketedAttr {
		return &BracketedAttr{Case: k.name, of: k.of}
	})
}

// Def returns the definition of the attribute's kind.
func (a *BracketedAttr) Def() *ir.AttrDef { return &a.of.def }

// PrintBody appends the case in its brackets.
func (a *BracketedAttr) PrintBody(p *ir.Printer) { p.Text("<" + a.Case + ">") }

// String returns the attribute's text.
func (a *BracketedAttr) String() string { return ir.AttrText(a) }

func (e *bracketed) constraint() ir.AttrConstraint {
	has := func(a ir.Attribute) bool {
		b, ok := a.(*BracketedAttr)
		return ok && b.of == e
	}
	return ir.AttrConstraint{Summary: e.def.Summary, Check: has, Storage: has,
		Parse: func(p ir.OpParser) ir.Attribute { return e.parse(p) },
		Print: func(p ir.OpPrinter, a ir.Attribute) { p.Text("<" + caseOf(a) + ">") },
	}
}

func (e *bracketed) parse(p ir.Parser) ir.Attribute {
	p.Literal("<")
	pos := p.Pos()
	name := p.Keyword()
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	if !slices.Contains(e.cases, name) {
		p.Errorf(pos, "expected ::mlir::NVVM::%s to be one of: %s", e.class, strings.Join(e.cases, ", "))
		return nil
	}
	return e.attr(p.Context(), name)
}

// caseOf returns the case of a [BracketedAttr], "" for other attributes.
func caseOf(a ir.Attribute) string {
	if b, ok := a.(*BracketedAttr); ok {
		return b.Case
	}
	return ""
}
