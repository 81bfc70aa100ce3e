package nvvm

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Kinds of shuffles: from which lane each lane reads.
const (
	Bfly = "bfly" // the lane whose number differs in given bits
	Up   = "up"   // a lane of a lower number
	Down = "down" // a lane of a higher number
	Idx  = "idx"  // the lane of a given number
)

var shflKinds = []string{Bfly, Up, Down, Idx}

// ShflKindAttr is `#nvvm<shfl_kind bfly>`.
type ShflKindAttr struct {
	ir.AttrBase
	Kind string
}

var shflKindDef = ir.AttrDef{Dialect: "nvvm", Mnemonic: "shfl_kind", Summary: "NVVM shuffle kind",
	Parse: func(p ir.Parser, _ ir.Type) ir.Attribute { return parseShflKind(p) }}

type shflKindKey struct{ kind string }

// ShflKind returns the attribute of a kind of shuffle.
func ShflKind(ctx *ir.Context, kind string) *ShflKindAttr {
	return ir.Intern(ctx, shflKindKey{kind}, func(k shflKindKey) *ShflKindAttr { return &ShflKindAttr{Kind: k.kind} })
}

// Def returns the definition of the attribute's kind.
func (*ShflKindAttr) Def() *ir.AttrDef { return &shflKindDef }

// PrintBody appends the kind.
func (a *ShflKindAttr) PrintBody(p *ir.Printer) { p.Text(" " + a.Kind) }

// String returns the attribute's text.
func (a *ShflKindAttr) String() string {
	var p ir.Printer
	p.AttributeInFull(a)
	return string(p.Buf)
}

var shflKindConstraint = ir.AttrConstraint{
	Summary: "NVVM shuffle kind",
	Check:   isShflKind,
	Storage: isShflKind,
	Parse: func(p ir.OpParser) ir.Attribute {
		if a := parseShflKind(p); a != nil {
			return a
		}
		return nil
	},
	Print: func(p ir.OpPrinter, a ir.Attribute) {
		if k, ok := a.(*ShflKindAttr); ok {
			p.Text(" " + k.Kind) // upstream prints two blanks here
		}
	},
}

func isShflKind(a ir.Attribute) bool {
	_, ok := a.(*ShflKindAttr)
	return ok
}

func parseShflKind(p ir.Parser) ir.Attribute {
	pos := p.Pos()
	kind := p.Keyword()
	if p.Failed() {
		return nil
	}
	if !slices.Contains(shflKinds, kind) {
		p.Errorf(pos, "expected ::mlir::NVVM::ShflKind to be one of: %s", strings.Join(shflKinds, ", "))
		return nil
	}
	return ShflKind(p.Context(), kind)
}
