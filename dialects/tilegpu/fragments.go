package tilegpu

import (
	"fmt"
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// MMAAttr is `#tilegpu.mma<{version = 2, warpsPerCTA = [2, 2], n = 8}>`: the layout of the accumulator of a tensor-core
// instruction; see [layout.MMA].
type MMAAttr struct {
	ir.AttrBase
	Spec  layout.MMASpec // the caller must not change its slice
	known shapes
}

// DotOperandAttr is `#tilegpu.dot_operand<{index = 0, kWidth = 2, parent = #tilegpu.mma<...>}>`: the layout of a factor
// of a tensor-core instruction in registers; see [layout.DotOperand].
type DotOperandAttr struct {
	ir.AttrBase
	Index, KWidth int
	Parent        *MMAAttr
	known         shapes
}

var (
	mmaDef = ir.AttrDef{Dialect: "tilegpu", Mnemonic: "mma",
		Summary: "layout of the accumulator of a tensor-core instruction",
		Parse:   parseMMA}
	dotOperandDef = ir.AttrDef{Dialect: "tilegpu", Mnemonic: "dot_operand",
		Summary: "layout of a factor of a tensor-core instruction"}
)

func init() { // breaks the cycle between the definition and the parser of nested attributes
	dotOperandDef.Parse = parseDotOperand
}

type mmaKey struct{ text string }

// MMA returns the layout attribute of an accumulator.
func MMA(ctx *ir.Context, spec layout.MMASpec) *MMAAttr {
	return ir.Intern(ctx, mmaKey{keyOf([]int{spec.Version, spec.N}, spec.WarpsPerCTA)}, func(mmaKey) *MMAAttr {
		spec.WarpsPerCTA = slices.Clone(spec.WarpsPerCTA)
		return &MMAAttr{Spec: spec}
	})
}

type dotOperandKey struct {
	index, kWidth int
	parent        *MMAAttr
}

// DotOperand returns the layout attribute of a factor of the instruction whose accumulator has layout parent.
func DotOperand(ctx *ir.Context, index, kWidth int, parent *MMAAttr) *DotOperandAttr {
	return ir.Intern(ctx, dotOperandKey{index, kWidth, parent}, func(k dotOperandKey) *DotOperandAttr {
		return &DotOperandAttr{Index: k.index, KWidth: k.kWidth, Parent: k.parent}
	})
}

// Rank implements [Encoding].
func (a *MMAAttr) Rank() int { return len(a.Spec.WarpsPerCTA) }

// Linear implements [Encoding].
func (a *MMAAttr) Linear(shape []int64) (layout.Layout, error) { return a.known.of(shape, a.linear) }

func (a *MMAAttr) linear(shape []int64) (layout.Layout, error) {
	return layout.MMA(a.Spec, ints(shape))
}

// Rank implements [Encoding].
func (a *DotOperandAttr) Rank() int { return a.Parent.Rank() }

// Linear implements [Encoding].
func (a *DotOperandAttr) Linear(shape []int64) (layout.Layout, error) {
	return a.known.of(shape, a.linear)
}

func (a *DotOperandAttr) linear(shape []int64) (layout.Layout, error) {
	return layout.DotOperand(a.spec(), ints(shape))
}

func (a *DotOperandAttr) spec() layout.DotOperandSpec {
	return layout.DotOperandSpec{Parent: a.Parent.Spec, Index: a.Index, KWidth: a.KWidth}
}

// Def returns the definition of the attribute's kind.
func (*MMAAttr) Def() *ir.AttrDef        { return &mmaDef }
func (*DotOperandAttr) Def() *ir.AttrDef { return &dotOperandDef }

// String returns the attribute's text.
func (a *MMAAttr) String() string        { return ir.AttrText(a) }
func (a *DotOperandAttr) String() string { return ir.AttrText(a) }

// PrintBody appends the text after the mnemonic.
func (a *MMAAttr) PrintBody(p *ir.Printer) {
	warps := strings.Trim(strings.ReplaceAll(fmt.Sprint(a.Spec.WarpsPerCTA), " ", ", "), "[]")
	p.Text(fmt.Sprintf("<{version = %d, warpsPerCTA = [%s], n = %d}>", a.Spec.Version, warps, a.Spec.N))
}

// PrintBody appends the text after the mnemonic.
func (a *DotOperandAttr) PrintBody(p *ir.Printer) {
	p.Text(fmt.Sprintf("<{index = %d, kWidth = %d, parent = ", a.Index, a.KWidth))
	p.AttributeInFull(a.Parent)
	p.Text("}>")
}

func parseMMA(p ir.Parser, _ ir.Type) ir.Attribute {
	pos := p.Pos()
	var spec layout.MMASpec
	spec.Version = parseField(p, "<{", "version")
	p.Literal(",")
	p.Literal("warpsPerCTA")
	p.Literal("=")
	p.Literal("[")
	for more := true; more; more = p.TryLiteral(",") {
		spec.WarpsPerCTA = append(spec.WarpsPerCTA, int(p.Int64()))
	}
	p.Literal("]")
	spec.N = parseField(p, ",", "n")
	p.Literal("}")
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	anyShape := slices.Repeat([]int{1}, len(spec.WarpsPerCTA))
	if _, err := layout.MMA(spec, anyShape); err != nil {
		p.Errorf(pos, "%v", err)
		return nil
	}
	return MMA(p.Context(), spec)
}

func parseDotOperand(p ir.Parser, _ ir.Type) ir.Attribute {
	pos := p.Pos()
	index := parseField(p, "<{", "index")
	width := parseField(p, ",", "kWidth")
	p.Literal(",")
	p.Literal("parent")
	p.Literal("=")
	parent, ok := p.Attribute(nil).(*MMAAttr)
	p.Literal("}")
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	if !ok {
		p.Errorf(pos, "the parent of a factor must be the accumulator's layout, #tilegpu.mma")
		return nil
	}
	a := DotOperand(p.Context(), index, width, parent)
	if _, err := layout.DotOperand(a.spec(), slices.Repeat([]int{1}, parent.Rank())); err != nil {
		p.Errorf(pos, "%v", err)
		return nil
	}
	return a
}

// parseField reads punctuation, a name and the number of the field of this name.
func parseField(p ir.Parser, before, name string) int {
	for _, c := range before {
		p.Literal(string(c))
	}
	p.Literal(name)
	p.Literal("=")
	return int(p.Int64())
}
