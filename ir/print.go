package ir

import (
	"bytes"
	"strconv"

	"github.com/girih-ir/girih/ir/apfloat"
)

// Printer appends types and attributes in MLIR's syntax to Buf. Its zero value prints everything in full; the text
// printer sets the hooks to print aliases and to follow options. The output is byte for byte what mlir-opt prints.
type Printer struct {
	Buf []byte

	// TypeAlias and AttrAlias return the alias to print instead, sigil included, or "" for none.
	TypeAlias func(Type) string
	AttrAlias func(Attribute) string
	// OnResource is called for every resource that is printed.
	OnResource func(*Resource)
	// Distinct returns the number of a distinct attribute.
	Distinct func(*DistinctAttr) int

	// HexIfLarger is the number of elements above which dense data prints as a hexadecimal string: 0 means the default
	// of 100, a negative number means never.
	HexIfLarger int
	// ElideIfLarger, when positive, is the number of elements above which dense data is left out.
	ElideIfLarger int
	// PrettyLocs prints locations in the short form that cannot be read back.
	PrettyLocs bool
}

// elision says whether an attribute's type is printed.
type elision uint8

const (
	elideNever elision = iota
	elideDefault
	elideAlways
)

func (p *Printer) text(s string) { p.Buf = append(p.Buf, s...) }

// Text appends s as it is.
func (p *Printer) Text(s string) { p.text(s) }

// Int appends a decimal integer.
func (p *Printer) Int(v int64) { p.Buf = strconv.AppendInt(p.Buf, v, 10) }

// Attribute appends an attribute with its type, where it has one.
func (p *Printer) Attribute(a Attribute) { p.attribute(a, elideNever) }

// AttributeNoType appends an attribute without its trailing type.
func (p *Printer) AttributeNoType(a Attribute) { p.attribute(a, elideAlways) }

func (p *Printer) attribute(a Attribute, e elision) {
	if p.AttrAlias != nil {
		if alias := p.AttrAlias(a); alias != "" {
			p.text(alias)
			return
		}
	}
	p.attributeInFull(a, e)
}

// AttributeInFull appends an attribute without using an alias for it; attributes inside may still print as aliases.
func (p *Printer) AttributeInFull(a Attribute) { p.attributeInFull(a, elideNever) }

func (p *Printer) attributeInFull(a Attribute, e elision) {
	switch a := a.(type) {
	case *IntegerAttr:
		if IsInt(a.typ, 1) {
			p.text(strconv.FormatBool(!a.IsZero()))
			return
		}
		p.integer(a)
		if e == elideDefault && IsInt(a.typ, 64) {
			return
		}
	case *FloatAttr:
		start := len(p.Buf)
		p.Buf = a.typ.Format.AppendText(p.Buf, a.bits)
		// Hexadecimal digits alone would read back as an integer.
		if hex := bytes.HasPrefix(p.Buf[start:], []byte("0x")); e == elideDefault && a.typ.Format == apfloat.F64 && !hex {
			return
		}
	case *DenseElementsAttr, *DenseStringElementsAttr, *SparseElementsAttr, *DenseResourceElementsAttr:
		p.elements(a)
	case *StringAttr:
		p.String(a.Value)
	case *OpaqueAttr:
		p.dialectSymbol('#', a.Dialect, a.Body)
	case DialectAttr:
		body := Printer{TypeAlias: p.TypeAlias, AttrAlias: p.AttrAlias, Distinct: p.Distinct, OnResource: p.OnResource}
		body.text(a.Def().Mnemonic)
		a.PrintBody(&body)
		p.dialectSymbol('#', a.Def().Dialect, string(body.Buf))
	default:
		p.untyped(a)
		return
	}
	if e == elideAlways {
		return
	}
	if t, ok := a.(TypedAttr); ok && t.Type() != nil {
		if _, none := t.Type().(*NoneType); !none {
			p.text(" : ")
			p.Type(t.Type())
		}
	}
}

// untyped appends the attributes that never have a type.
func (p *Printer) untyped(a Attribute) {
	switch a := a.(type) {
	case *UnitAttr:
		p.text("unit")
	case *ArrayAttr:
		p.text("[")
		for i, e := range a.Elems {
			if i > 0 {
				p.text(", ")
			}
			p.attribute(e, elideDefault)
		}
		p.text("]")
	case *DictAttr:
		p.DictBody("{", a.Entries, "}")
	case *TypeAttr:
		p.Type(a.Value)
	case *SymbolRefAttr:
		for i, name := range a.Path {
			if i > 0 {
				p.text("::")
			}
			p.Symbol(name)
		}
	case *AffineMapAttr:
		p.text("affine_map<")
		p.Buf = a.Map.AppendText(p.Buf)
		p.text(">")
	case *IntegerSetAttr:
		p.text("affine_set<")
		p.Buf = a.Set.AppendText(p.Buf)
		p.text(">")
	case *StridedLayoutAttr:
		p.stridedLayout(a)
	case *DenseArrayAttr:
		p.denseArray(a)
	case *DistinctAttr:
		p.text("distinct[")
		if p.Distinct != nil {
			p.Int(int64(p.Distinct(a)))
		} else {
			p.Int(0)
		}
		p.text("]<")
		if _, unit := a.Value.(*UnitAttr); !unit {
			p.Attribute(a.Value)
		}
		p.text(">")
	case Location:
		p.Location(a)
	case nil:
		p.text("<<NULL ATTRIBUTE>>")
	}
}

// DictBody appends entries between two delimiters.
func (p *Printer) DictBody(open string, entries []NamedAttr, shut string) {
	p.text(open)
	for i := range entries {
		if i > 0 {
			p.text(", ")
		}
		p.namedAttr(entries[i])
	}
	p.text(shut)
}

// namedAttr appends `name = value`, or the name alone for a unit attribute.
func (p *Printer) namedAttr(e NamedAttr) {
	p.KeywordOrString(e.Name)
	if _, unit := e.Value.(*UnitAttr); unit {
		return
	}
	p.text(" = ")
	p.Attribute(e.Value)
}

func (p *Printer) integer(a *IntegerAttr) {
	switch {
	case integerWidth(a.typ) > 64:
		p.Buf = a.Big().Append(p.Buf, 10)
	case isUnsigned(a.typ):
		p.Buf = strconv.AppendUint(p.Buf, a.Uint64(), 10)
	default:
		p.Int(a.Int64())
	}
}

func (p *Printer) stridedLayout(a *StridedLayoutAttr) {
	p.text("strided<[")
	for i, s := range a.Strides {
		if i > 0 {
			p.text(", ")
		}
		p.dim(s)
	}
	p.text("]")
	if a.Offset != 0 {
		p.text(", offset: ")
		p.dim(a.Offset)
	}
	p.text(">")
}

func (p *Printer) denseArray(a *DenseArrayAttr) {
	p.text("array<")
	p.Type(a.elem)
	for i := range a.Len() {
		if i == 0 {
			p.text(": ")
		} else {
			p.text(", ")
		}
		p.denseArrayElement(a, i)
	}
	p.text(">")
}

func (p *Printer) denseArrayElement(a *DenseArrayAttr, i int) {
	switch t := a.elem.(type) {
	case *FloatType:
		size := ElementSize(t)
		p.Buf = t.Format.AppendText(p.Buf, LittleEndian(a.raw[i*size:(i+1)*size]))
	case *IntegerType:
		p.integerElement(t, a.Bits(i))
	default:
		p.Int(a.Int64(i))
	}
}

// integerElement appends the bits of an integer of at most 64 bits.
func (p *Printer) integerElement(t Type, bits uint64) {
	it, ok := t.(*IntegerType)
	switch {
	case !ok:
		p.Int(int64(bits))
	case it.Width == 1 && it.Signedness == Signless:
		p.text(strconv.FormatBool(bits&1 != 0))
	case it.Signedness == Unsigned:
		p.Buf = strconv.AppendUint(p.Buf, bits, 10)
	case it.Width == 0:
		p.text("0")
	default:
		shift := 64 - it.Width
		p.Int(int64(bits<<shift) >> shift)
	}
}

// TypeText returns the text of a type, for its String method.
func TypeText(t Type) string {
	var p Printer
	p.TypeInFull(t)
	return string(p.Buf)
}

// AttrText returns the text of an attribute, for its String method.
func AttrText(a Attribute) string {
	var p Printer
	p.AttributeInFull(a)
	return string(p.Buf)
}
