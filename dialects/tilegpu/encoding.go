package tilegpu

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// Encoding is a layout attribute. It is the encoding of a tensor type whose elements are in the registers of threads.
type Encoding interface {
	ir.DialectAttr
	// Rank returns the number of dimensions of the tensors that can have the encoding.
	Rank() int
	// Linear returns the linear layout of a tensor of the given shape. The error wraps [layout.ErrInvalid].
	Linear(shape []int64) (layout.Layout, error)
}

// EncodingOf returns the encoding of a tensor type, or nil.
func EncodingOf(t ir.Type) Encoding {
	if tensor, ok := t.(*ir.TensorType); ok {
		e, _ := tensor.Encoding.(Encoding)
		return e
	}
	return nil
}

// LinearOf returns the linear layout of a tensor type that has an encoding.
func LinearOf(t ir.Type) (layout.Layout, error) {
	e := EncodingOf(t)
	if e == nil {
		return layout.Layout{}, fmt.Errorf("%w: type '%s' has no layout", layout.ErrInvalid, t)
	}
	return e.Linear(t.(*ir.TensorType).Shape())
}

// BlockedAttr is `#tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>`.
type BlockedAttr struct {
	ir.AttrBase
	Spec  layout.BlockedSpec // the caller must not change its slices
	known shapes
}

// SliceAttr is `#tilegpu.slice<{dim = 1, parent = #tilegpu.blocked<...>}>`.
type SliceAttr struct {
	ir.AttrBase
	Dim    int
	Parent Encoding
	known  shapes
}

var (
	blockedDef = ir.AttrDef{Dialect: "tilegpu", Mnemonic: "blocked",
		Summary: "layout that distributes blocks of elements over threads"}
	sliceDef = ir.AttrDef{Dialect: "tilegpu", Mnemonic: "slice", Summary: "layout without one of its dimensions"}
)

func init() { // breaks the cycle between the definitions and the parser of nested attributes
	blockedDef.Parse = func(p ir.Parser, _ ir.Type) ir.Attribute { return parseBlocked(p) }
	sliceDef.Parse = func(p ir.Parser, _ ir.Type) ir.Attribute { return parseSlice(p) }
}

type blockedKey struct{ text string }

// keyOf returns a text that no other lists of numbers have, for maps.
func keyOf[N int | int64](lists ...[]N) string {
	var text []byte
	for _, list := range lists {
		text = binary.AppendUvarint(text, uint64(len(list)))
		for _, n := range list {
			text = binary.AppendVarint(text, int64(n))
		}
	}
	return string(text)
}

// Blocked returns the attribute of a blocked layout.
func Blocked(ctx *ir.Context, spec layout.BlockedSpec) *BlockedAttr {
	key := blockedKey{keyOf(spec.SizePerThread, spec.ThreadsPerWarp, spec.WarpsPerCTA, spec.Order)}
	return ir.Intern(ctx, key, func(blockedKey) *BlockedAttr {
		return &BlockedAttr{Spec: layout.BlockedSpec{
			SizePerThread: slices.Clone(spec.SizePerThread), ThreadsPerWarp: slices.Clone(spec.ThreadsPerWarp),
			WarpsPerCTA: slices.Clone(spec.WarpsPerCTA), Order: slices.Clone(spec.Order)}}
	})
}

type sliceKey struct {
	dim    int
	parent Encoding
}

// Slice returns the attribute of the layout parent without dimension dim.
func Slice(ctx *ir.Context, dim int, parent Encoding) *SliceAttr {
	return ir.Intern(ctx, sliceKey{dim, parent}, func(k sliceKey) *SliceAttr {
		return &SliceAttr{Dim: k.dim, Parent: k.parent}
	})
}

// Rank implements [Encoding].
func (a *BlockedAttr) Rank() int { return len(a.Spec.Order) }

// Linear implements [Encoding].
func (a *BlockedAttr) Linear(shape []int64) (layout.Layout, error) {
	return a.known.of(shape, a.linear)
}

func (a *BlockedAttr) linear(shape []int64) (layout.Layout, error) {
	return layout.Blocked(a.Spec, ints(shape))
}

// Rank implements [Encoding].
func (a *SliceAttr) Rank() int { return a.Parent.Rank() - 1 }

// Linear implements [Encoding]. The parent's layout is that of a tensor of size 1 in the dimension that is left out.
func (a *SliceAttr) Linear(shape []int64) (layout.Layout, error) { return a.known.of(shape, a.linear) }

func (a *SliceAttr) linear(shape []int64) (layout.Layout, error) {
	if len(shape) != a.Rank() {
		return layout.Layout{}, fmt.Errorf("%w: %d dimensions for a layout of %d", layout.ErrInvalid, len(shape), a.Rank())
	}
	// Layouts of slices of slices are cut at once, since nobody else asks for those of the slices in between.
	var cut []int
	parent, whole := Encoding(a), shape
	for s, ok := a, true; ok; s, ok = parent.(*SliceAttr) {
		cut, whole, parent = append(cut, s.Dim), slices.Concat(whole[:s.Dim], []int64{1}, whole[s.Dim:]), s.Parent
	}
	l, err := parent.Linear(whole)
	if err != nil {
		return layout.Layout{}, err
	}
	slices.Reverse(cut)
	return l.Without(cut...)
}

func ints(shape []int64) []int {
	out := make([]int, len(shape))
	for i, n := range shape {
		out[i] = int(n)
	}
	return out
}

// Def returns the definition of the attribute's kind.
func (*BlockedAttr) Def() *ir.AttrDef { return &blockedDef }
func (*SliceAttr) Def() *ir.AttrDef   { return &sliceDef }

// PrintBody appends the text after the mnemonic.
func (a *BlockedAttr) PrintBody(p *ir.Printer) {
	p.Text("<{")
	for i, f := range a.fields() {
		if i > 0 {
			p.Text(", ")
		}
		p.Text(f.name + " = [" + strings.Trim(strings.ReplaceAll(fmt.Sprint(*f.list), " ", ", "), "[]") + "]")
	}
	p.Text("}>")
}

// PrintBody appends the text after the mnemonic.
func (a *SliceAttr) PrintBody(p *ir.Printer) {
	p.Text("<{dim = ")
	p.Int(int64(a.Dim))
	p.Text(", parent = ")
	p.AttributeInFull(a.Parent) // tools that do not know the dialect would print an alias without its definition
	p.Text("}>")
}

// String returns the attribute's text.
func (a *BlockedAttr) String() string { return ir.AttrText(a) }
func (a *SliceAttr) String() string   { return ir.AttrText(a) }

type field struct {
	name string
	list *[]int
}

func (a *BlockedAttr) fields() []field {
	return []field{{"sizePerThread", &a.Spec.SizePerThread}, {"threadsPerWarp", &a.Spec.ThreadsPerWarp},
		{"warpsPerCTA", &a.Spec.WarpsPerCTA}, {"order", &a.Spec.Order}}
}

func parseBlocked(p ir.Parser) ir.Attribute {
	var a BlockedAttr
	pos := p.Pos()
	p.Literal("<")
	p.Literal("{")
	for i, f := range a.fields() {
		if i > 0 {
			p.Literal(",")
		}
		p.Literal(f.name)
		p.Literal("=")
		p.Literal("[")
		for more := true; more; more = p.TryLiteral(",") {
			*f.list = append(*f.list, int(p.Int64()))
		}
		p.Literal("]")
	}
	p.Literal("}")
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	// The parameters can be checked with any shape of the right rank.
	shape := make([]int, len(a.Spec.Order))
	for i := range shape {
		shape[i] = 1
	}
	if _, err := layout.Blocked(a.Spec, shape); err != nil {
		p.Errorf(pos, "%v", err)
		return nil
	}
	return Blocked(p.Context(), a.Spec)
}

func parseSlice(p ir.Parser) ir.Attribute {
	p.Literal("<")
	p.Literal("{")
	p.Literal("dim")
	p.Literal("=")
	pos := p.Pos()
	dim := p.Int64()
	p.Literal(",")
	p.Literal("parent")
	p.Literal("=")
	parentPos := p.Pos()
	a := p.Attribute(nil)
	p.Literal("}")
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	parent, ok := a.(Encoding)
	if !ok {
		p.Errorf(parentPos, "expected a layout")
		return nil
	}
	if dim < 0 || dim >= int64(parent.Rank()) {
		p.Errorf(pos, "dimension must be less than %d, the parent's rank", parent.Rank())
		return nil
	}
	return Slice(p.Context(), int(dim), parent)
}
