package enums

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Enum is an enumeration that is stored as an integer attribute of type i32 or i64: upstream's I32EnumAttr and
// I64EnumAttr. Its values have the Go type E, and each stands for a keyword.
type Enum[E ~int] struct {
	attr    string // the name of the attribute in operations, for messages
	summary string
	width   uint32
	cases   []Case
	list    string
}

// Keyword is an enumeration whose values are plain integers.
type Keyword = Enum[int]

// Case is a keyword with its value.
type Case struct {
	Name  string
	Value int
}

// NewKeyword declares the enumeration of the given keywords, numbered from 0. If summary is empty, it is upstream's
// default summary, which lists the numbers.
func NewKeyword(attr, summary string, width uint32, names ...string) *Keyword {
	return New[int](attr, summary, width, names...)
}

// New is [NewKeyword] for an enumeration whose values have a Go type of their own.
func New[E ~int](attr, summary string, width uint32, names ...string) *Enum[E] {
	cases := make([]Case, len(names))
	for i, name := range names {
		cases[i] = Case{name, i}
	}
	return newEnum[E](attr, summary, width, cases...)
}

// NewCases declares an enumeration whose keywords have given values; see [NewKeyword].
func NewCases(attr, summary string, width uint32, cases ...Case) *Keyword {
	return newEnum[int](attr, summary, width, cases...)
}

func newEnum[E ~int](attr, summary string, width uint32, cases ...Case) *Enum[E] {
	names, numbers := make([]string, len(cases)), make([]string, len(cases))
	for i, c := range cases {
		names[i], numbers[i] = c.Name, strconv.Itoa(c.Value)
	}
	if summary == "" {
		summary = fmt.Sprintf("allowed %d-bit signless integer cases: %s", width, strings.Join(numbers, ", "))
	}
	return &Enum[E]{attr: attr, summary: summary, width: width, cases: cases, list: strings.Join(names, ", ")}
}

// Attr returns the attribute of value v.
func (k *Enum[E]) Attr(ctx *ir.Context, v E) *ir.IntegerAttr {
	return ctx.Integer(ctx.I(k.width), int64(v))
}

// Value returns the value of an attribute; ok is false if a is not an attribute of the enumeration.
func (k *Enum[E]) Value(a ir.Attribute) (v E, ok bool) {
	i, isInt := a.(*ir.IntegerAttr)
	if !isInt || !ir.IsInt(i.Type(), k.width) {
		return 0, false
	}
	v = E(i.Int64())
	return v, k.index(v) >= 0
}

// index returns the place of value v among the cases, or -1.
func (k *Enum[E]) index(v E) int {
	return slices.IndexFunc(k.cases, func(c Case) bool { return c.Value == int(v) })
}

// Name returns the keyword of value v, or "" if there is none.
func (k *Enum[E]) Name(v E) string {
	if i := k.index(v); i >= 0 {
		return k.cases[i].Name
	}
	return ""
}

// Parse returns the value of a keyword.
func (k *Enum[E]) Parse(name string) (v E, ok bool) {
	i := slices.IndexFunc(k.cases, func(c Case) bool { return c.Name == name })
	if i < 0 {
		return 0, false
	}
	return E(k.cases[i].Value), true
}

// Constraint returns the constraint of an attribute that operations must have.
func (k *Enum[E]) Constraint() ir.AttrConstraint { return k.constraint(k.parseRequired) }

// OptionalConstraint returns the constraint of an attribute that text may leave out.
func (k *Enum[E]) OptionalConstraint() ir.AttrConstraint { return k.constraint(k.parseOptional) }

func (k *Enum[E]) constraint(parse func(ir.OpParser) ir.Attribute) ir.AttrConstraint {
	admits := func(a ir.Attribute) bool {
		_, ok := k.Value(a)
		return ok
	}
	return ir.AttrConstraint{
		Summary: k.summary,
		Check:   admits,
		Storage: admits,
		Parse:   parse,
		Print: func(p ir.OpPrinter, a ir.Attribute) {
			if v, ok := k.Value(a); ok {
				p.Text(k.Name(v))
			}
		},
	}
}

func (k *Enum[E]) parseRequired(p ir.OpParser) ir.Attribute {
	pos := p.Pos()
	name, ok := p.TryKeyword()
	if v, known := k.Parse(name); ok && known {
		return k.Attr(p.Context(), v)
	}
	if !ok {
		if name, ok := p.TryString(); ok {
			return k.fromString(p, pos, name)
		}
	}
	p.Errorf(pos, "expected string or keyword containing one of the following enum values for attribute '%s' [%s]",
		k.attr, k.list)
	return nil
}

func (k *Enum[E]) parseOptional(p ir.OpParser) ir.Attribute {
	for _, c := range k.cases {
		if p.TryLiteral(c.Name) {
			return k.Attr(p.Context(), E(c.Value))
		}
	}
	pos := p.Pos()
	if name, ok := p.TryString(); ok {
		return k.fromString(p, pos, name)
	}
	return nil
}

func (k *Enum[E]) fromString(p ir.OpParser, pos ir.Pos, name string) ir.Attribute {
	v, ok := k.Parse(name)
	if !ok {
		p.Errorf(pos, "invalid %s attribute specification: \"%s\"", k.attr, name)
		return nil
	}
	return k.Attr(p.Context(), v)
}
