package enums

import (
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Flag is a named bit or, where Bits has several, a named group of bits.
type Flag struct {
	Name string
	Bits uint32
}

// Flags is a set of bits that is an attribute of its own, `#dialect.mnemonic<a,b>`. Operations print the part in angle
// brackets after a keyword of theirs.
type Flags struct {
	def       *ir.AttrDef
	summary   string
	separator string
	flags     []Flag
	list      string
}

// NewFlags declares a set of flags. Groups come before the bits that they stand for; "none" is the empty set.
func NewFlags(dialect, mnemonic, summary, separator string, flags ...Flag) *Flags {
	f := &Flags{summary: summary, separator: separator, flags: flags}
	f.def = &ir.AttrDef{Dialect: dialect, Mnemonic: mnemonic, Summary: summary,
		Parse: func(p ir.Parser, _ ir.Type) ir.Attribute { return f.parseBody(p) }}
	names := []string{"none"}
	var groups []string
	for _, flag := range flags {
		if flag.Bits&(flag.Bits-1) != 0 {
			groups = append(groups, flag.Name)
		} else {
			names = append(names, flag.Name)
		}
	}
	f.list = strings.Join(append(names, groups...), ", ")
	return f
}

// AttrDef returns the definition that the dialect registers.
func (f *Flags) AttrDef() *ir.AttrDef { return f.def }

type flagsKey struct {
	of   *Flags
	bits uint32
}

// Attr returns the attribute of a set of bits.
func (f *Flags) Attr(ctx *ir.Context, bits uint32) *FlagsAttr {
	return ir.Intern(ctx, flagsKey{f, bits}, func(k flagsKey) *FlagsAttr { return &FlagsAttr{of: k.of, Bits: k.bits} })
}

// None returns the attribute of the empty set, for defaults.
func (f *Flags) None(ctx *ir.Context) ir.Attribute { return f.Attr(ctx, 0) }

// Value returns the bits of an attribute; ok is false when a is not one of these sets.
func (f *Flags) Value(a ir.Attribute) (bits uint32, ok bool) {
	if s, isFlags := a.(*FlagsAttr); isFlags && s.of == f {
		return s.Bits, true
	}
	return 0, false
}

// Constraint returns the constraint of operations' attributes of this kind.
func (f *Flags) Constraint() ir.AttrConstraint {
	admits := func(a ir.Attribute) bool {
		_, ok := f.Value(a)
		return ok
	}
	return ir.AttrConstraint{
		Summary: f.summary,
		Check:   admits,
		Storage: admits,
		Parse:   f.parse,
		Print: func(p ir.OpPrinter, a ir.Attribute) {
			if bits, ok := f.Value(a); ok {
				p.Text("<")
				p.Text(f.Text(bits))
				p.Text(">")
			}
		},
	}
}

// Text returns the names of the flags in a set, or "none".
func (f *Flags) Text(bits uint32) string {
	if bits == 0 {
		return "none"
	}
	var names []string
	for _, flag := range f.flags {
		if flag.Bits&bits == flag.Bits {
			names = append(names, flag.Name)
			if flag.Bits&(flag.Bits-1) != 0 {
				bits &^= flag.Bits
			}
		}
	}
	return strings.Join(names, f.separator)
}

// parse reads `<flags>`, or the attribute in full.
func (f *Flags) parse(p ir.OpParser) ir.Attribute {
	if !p.PeekLiteral("#") {
		return f.parseBody(p)
	}
	pos := p.Pos()
	a := p.Attribute(nil)
	if _, ok := f.Value(a); !ok {
		p.Errorf(pos, "invalid kind of attribute specified")
		return nil
	}
	return a
}

func (f *Flags) parseBody(p ir.Parser) ir.Attribute {
	p.Literal("<")
	start := p.Pos()
	var bits uint32
	for more := true; more; more = p.TryLiteral(",") {
		name, ok := p.TryKeywordOrString()
		if !ok {
			p.Errorf(p.Pos(), "expected valid keyword or string")
			return nil
		}
		b, ok := f.bits(name)
		if !ok {
			p.Errorf(start, "expected %s.%s to be one of: %s", f.def.Dialect, f.def.Mnemonic, f.list)
			return nil
		}
		bits |= b
	}
	p.Literal(">")
	return f.Attr(p.Context(), bits)
}

// bits returns the set that a flag's name, or a string of several names, denotes.
func (f *Flags) bits(names string) (bits uint32, ok bool) {
	if names == "none" {
		return 0, true
	}
scan:
	for name := range strings.SplitSeq(names, strings.TrimSpace(f.separator)) {
		for _, flag := range f.flags {
			if flag.Name == strings.TrimSpace(name) {
				bits |= flag.Bits
				continue scan
			}
		}
		return 0, false
	}
	return bits, true
}

// FlagsAttr is a set of flags as an attribute.
type FlagsAttr struct {
	ir.AttrBase
	of   *Flags
	Bits uint32
}

// Def returns the definition of the attribute's kind.
func (a *FlagsAttr) Def() *ir.AttrDef { return a.of.def }

// PrintBody appends `<flags>`.
func (a *FlagsAttr) PrintBody(p *ir.Printer) {
	p.Text("<")
	p.Text(a.of.Text(a.Bits))
	p.Text(">")
}

// String returns the attribute's text.
func (a *FlagsAttr) String() string { return ir.AttrText(a) }
