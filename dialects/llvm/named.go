package llvm

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Names is an enumeration whose cases are attributes `#llvm.mnemonic<name>`.
type Names struct {
	def   *ir.AttrDef
	names []string
}

// NameAttr is a case of a [Names].
type NameAttr struct {
	ir.AttrBase
	of   *Names
	Name string
}

// Enumerations of linkages, calling conventions and kinds of tail calls.
var (
	Linkage = newNames("linkage", "external", "available_externally", "linkonce", "linkonce_odr", "weak", "weak_odr",
		"appending", "internal", "private", "extern_weak", "common")
	callingConvention = newNames("cconv", "ccc", "fastcc", "coldcc", "ptx_kernelcc", "ptx_devicecc")
	TailCallKind      = newNames("tailcallkind", "none", "notail", "musttail", "tail")
)

func newNames(mnemonic string, names ...string) *Names {
	n := &Names{names: names}
	n.def = &ir.AttrDef{Dialect: "llvm", Mnemonic: mnemonic, Summary: "one of " + strings.Join(names, ", "),
		Parse: func(p ir.Parser, _ ir.Type) ir.Attribute { return n.parse(p) }}
	return n
}

func (n *Names) parse(p ir.Parser) ir.Attribute {
	p.Literal("<")
	pos := p.Pos()
	name := p.Keyword()
	p.Literal(">")
	if !p.Failed() && !slices.Contains(n.names, name) {
		p.Errorf(pos, "expected one of: %s", strings.Join(n.names, ", "))
	}
	if p.Failed() {
		return nil
	}
	return n.Attr(p.Context(), name)
}

type nameKey struct {
	of   *Names
	name string
}

// Attr returns the attribute of a case.
func (n *Names) Attr(ctx *ir.Context, name string) *NameAttr {
	return ir.Intern(ctx, nameKey{n, name}, func(k nameKey) *NameAttr { return &NameAttr{of: k.of, Name: k.name} })
}

// Of returns the name of the case in an operation's inherent attribute, or the first name of the enumeration.
func (n *Names) Of(op *ir.Operation, attr string) string {
	if a, ok := op.Inherent(attr).(*NameAttr); ok {
		return a.Name
	}
	return n.names[0]
}

// tryParse consumes a name of the enumeration if it is next.
func (n *Names) tryParse(p ir.OpParser) (string, bool) {
	for _, name := range n.names {
		if p.TryLiteral(name) {
			return name, true
		}
	}
	return n.names[0], false
}

func (n *Names) constraint(summary string) ir.AttrConstraint {
	admits := func(a ir.Attribute) bool {
		v, ok := a.(*NameAttr)
		return ok && v.of == n
	}
	return ir.AttrConstraint{Summary: summary, Check: admits, Storage: admits}
}

func (n *Names) first(ctx *ir.Context) ir.Attribute { return n.Attr(ctx, n.names[0]) }

// Def returns the definition of the attribute's kind.
func (a *NameAttr) Def() *ir.AttrDef { return a.of.def }

// PrintBody appends `<name>`.
func (a *NameAttr) PrintBody(p *ir.Printer) { p.Text("<" + a.Name + ">") }

// String returns the attribute's text.
func (a *NameAttr) String() string { return ir.AttrText(a) }

// ConstantRangeAttr is `#llvm.constant_range<i32, lower, upper>`: the integers from Lower to Upper, exclusive, modulo
// two to the width.
type ConstantRangeAttr struct {
	ir.AttrBase
	Width        uint32
	Lower, Upper int64
}

var constantRangeDef = ir.AttrDef{Dialect: "llvm", Mnemonic: "constant_range",
	Summary: "a range of integers that may wrap around", Parse: func(p ir.Parser, _ ir.Type) ir.Attribute {
		return parseRange(p)
	}}

type rangeKey struct {
	width        uint32
	lower, upper int64
}

// ConstantRange returns the range [lower, upper) of integers of a width.
func ConstantRange(ctx *ir.Context, width uint32, lower, upper int64) *ConstantRangeAttr {
	return ir.Intern(ctx, rangeKey{width, lower, upper}, func(k rangeKey) *ConstantRangeAttr {
		return &ConstantRangeAttr{Width: k.width, Lower: k.lower, Upper: k.upper}
	})
}

// RangeConstraint admits ranges. Operations print them without the attribute's name.
var RangeConstraint = ir.AttrConstraint{
	Summary: "A range of two integers, corresponding to LLVM's ConstantRange",
	Check:   isRange,
	Storage: isRange,
	Parse: func(p ir.OpParser) ir.Attribute {
		if p.PeekLiteral("#") {
			return p.Attribute(nil)
		}
		return parseRange(p)
	},
	Print: func(p ir.OpPrinter, a ir.Attribute) {
		if r, ok := a.(*ConstantRangeAttr); ok {
			var body ir.Printer
			r.PrintBody(&body)
			p.Text(string(body.Buf))
		}
	},
}

func isRange(a ir.Attribute) bool {
	_, ok := a.(*ConstantRangeAttr)
	return ok
}

func parseRange(p ir.Parser) ir.Attribute {
	p.Literal("<")
	pos := p.Pos()
	t, ok := p.Type().(*ir.IntegerType)
	if !p.Failed() && !ok {
		p.Errorf(pos, "expected integer type")
	}
	p.Literal(",")
	lower := p.Int64()
	p.Literal(",")
	upper := p.Int64()
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	return ConstantRange(p.Context(), t.Width, lower, upper)
}

// Def returns the definition of the attribute's kind.
func (*ConstantRangeAttr) Def() *ir.AttrDef { return &constantRangeDef }

// PrintBody appends `<type, lower, upper>`.
func (a *ConstantRangeAttr) PrintBody(p *ir.Printer) {
	p.Text("<i")
	p.Int(int64(a.Width))
	p.Text(", ")
	p.Int(a.Lower)
	p.Text(", ")
	p.Int(a.Upper)
	p.Text(">")
}

// String returns the attribute's text.
func (a *ConstantRangeAttr) String() string { return ir.AttrText(a) }
