package llvm

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// LoopAnnotation is the attribute of a branch back to the start of a loop.
const LoopAnnotation = "loop_annotation"

// LoopAnnotationAttr is `#llvm.loop_annotation<unroll = <disable = true>, mustProgress = true>`: it says how a compiler
// may or must transform a loop. Only the parameters below are supported. A nil parameter is omitted.
type LoopAnnotationAttr struct {
	ir.AttrBase
	DisableNonforced ir.Attribute // a bool: only the requested transformations are applied
	Unroll           ir.Attribute // a [*LoopUnrollAttr]
	MustProgress     ir.Attribute // a bool: the loop ends or has an observable effect
}

// LoopUnrollAttr is `#llvm.loop_unroll<disable = true>`: whether a loop is unrolled, and how often.
type LoopUnrollAttr struct {
	ir.AttrBase
	Disable        ir.Attribute // a bool
	Count          ir.Attribute // an i32
	RuntimeDisable ir.Attribute // a bool: no unrolling if the trip count is only known at run time
	Full           ir.Attribute // a bool
}

// parameter is a parameter of an attribute. Parameters are written `name = value`, in any order.
type parameter struct {
	name  string
	value ir.Attribute
}

// absentLoopParameters are the parameters that upstream's attributes have and the attributes here do not.
var absentLoopParameters = []string{
	"vectorize", "interleave", "unrollAndJam", "licm", "distribute", "pipeline", "peeled", "unswitch", "isVectorized",
	"startLoc", "endLoc", "parallelAccesses", "followupUnrolled", "followupRemainder", "followupAll",
}

func (a *LoopAnnotationAttr) parameters() []parameter {
	return []parameter{{"disableNonforced", a.DisableNonforced}, {"unroll", a.Unroll}, {"mustProgress", a.MustProgress}}
}

func (a *LoopUnrollAttr) parameters() []parameter {
	return []parameter{{"disable", a.Disable}, {"count", a.Count}, {"runtimeDisable", a.RuntimeDisable}, {"full", a.Full}}
}

var loopAnnotationDef = ir.AttrDef{Dialect: "llvm", Mnemonic: "loop_annotation",
	Summary: "what a compiler may or must do with a loop", Parse: parseLoopAnnotation}

var loopUnrollDef = ir.AttrDef{Dialect: "llvm", Mnemonic: "loop_unroll",
	Summary: "whether a loop is unrolled, and how often",
	Parse:   func(p ir.Parser, _ ir.Type) ir.Attribute { return parseLoopUnroll(p) }}

// Def returns the definition of the attribute's kind.
func (*LoopAnnotationAttr) Def() *ir.AttrDef { return &loopAnnotationDef }

// Def returns the definition of the attribute's kind.
func (*LoopUnrollAttr) Def() *ir.AttrDef { return &loopUnrollDef }

// PrintBody appends `<name = value, ...>`.
func (a *LoopAnnotationAttr) PrintBody(p *ir.Printer) { printParameters(p, a.parameters()) }

// PrintBody appends `<name = value, ...>`.
func (a *LoopUnrollAttr) PrintBody(p *ir.Printer) { printParameters(p, a.parameters()) }

// String returns the attribute's text.
func (a *LoopAnnotationAttr) String() string { return ir.AttrText(a) }

// String returns the attribute's text.
func (a *LoopUnrollAttr) String() string { return ir.AttrText(a) }

// aliasAttr suggests upstream's names for the attributes that printers hoist.
func aliasAttr(a ir.Attribute) string {
	switch a.(type) {
	case *LoopAnnotationAttr:
		return "loop_annotation"
	case *LoopUnrollAttr:
		return "loop_unroll"
	}
	return ""
}

// NoUnrolling returns the attribute of a loop that is not to be unrolled.
func NoUnrolling(ctx *ir.Context) *LoopAnnotationAttr {
	return loopAnnotation(ctx, [3]ir.Attribute{1: loopUnroll(ctx, [4]ir.Attribute{ctx.Bool(true)})})
}

// Unrolling returns the attribute of a loop that is to be unrolled by the factor copies.
func Unrolling(ctx *ir.Context, copies int) *LoopAnnotationAttr {
	count := ctx.Integer(ctx.I(32), int64(copies))
	return loopAnnotation(ctx, [3]ir.Attribute{1: loopUnroll(ctx, [4]ir.Attribute{1: count})})
}

func loopAnnotation(ctx *ir.Context, values [3]ir.Attribute) *LoopAnnotationAttr {
	type key struct{ values [3]ir.Attribute }
	return ir.Intern(ctx, key{values}, func(k key) *LoopAnnotationAttr {
		return &LoopAnnotationAttr{DisableNonforced: k.values[0], Unroll: k.values[1], MustProgress: k.values[2]}
	})
}

func loopUnroll(ctx *ir.Context, values [4]ir.Attribute) *LoopUnrollAttr {
	type key struct{ values [4]ir.Attribute }
	return ir.Intern(ctx, key{values}, func(k key) *LoopUnrollAttr {
		return &LoopUnrollAttr{Disable: k.values[0], Count: k.values[1], RuntimeDisable: k.values[2], Full: k.values[3]}
	})
}

func printParameters(p *ir.Printer, list []parameter) {
	separator := "<"
	for _, one := range list {
		if one.value == nil {
			continue
		}
		p.Text(separator + one.name + " = ")
		separator = ", "
		unroll, nested := one.value.(*LoopUnrollAttr)
		switch {
		case !nested:
			p.Attribute(one.value)
		case p.AttrAlias == nil:
			unroll.PrintBody(p)
		default:
			if alias := p.AttrAlias(unroll); alias != "" {
				p.Text(alias)
			} else {
				unroll.PrintBody(p)
			}
		}
	}
	if separator == "<" {
		p.Text("<")
	}
	p.Text(">")
}

func parseLoopAnnotation(p ir.Parser, _ ir.Type) ir.Attribute {
	var values [3]ir.Attribute
	if !parseParameters(p, (&LoopAnnotationAttr{}).parameters(), values[:], func(i int) ir.Attribute {
		if i == 1 {
			return parseUnrolling(p)
		}
		return parseInteger(p, 1)
	}) {
		return nil
	}
	return loopAnnotation(p.Context(), values)
}

func parseLoopUnroll(p ir.Parser) ir.Attribute {
	var values [4]ir.Attribute
	if !parseParameters(p, (&LoopUnrollAttr{}).parameters(), values[:], func(i int) ir.Attribute {
		if i == 1 {
			return parseInteger(p, 32)
		}
		return parseInteger(p, 1)
	}) {
		return nil
	}
	return loopUnroll(p.Context(), values)
}

// parseParameters reads `<name = value, ...>` and returns false after an error. value reads the value of a parameter.
func parseParameters(p ir.Parser, list []parameter, values []ir.Attribute, value func(i int) ir.Attribute) bool {
	p.Literal("<")
	if p.TryLiteral(">") {
		return !p.Failed()
	}
	for more := true; more && !p.Failed(); more = p.TryLiteral(",") {
		pos := p.Pos()
		name := p.Keyword()
		i := slices.IndexFunc(list, func(one parameter) bool { return one.name == name })
		switch {
		case p.Failed():
			return false
		case i < 0 && slices.Contains(absentLoopParameters, name):
			p.Errorf(pos, "parameter %s of a loop is not supported: expected one of %s", name, names(list))
			return false
		case i < 0 || values[i] != nil:
			p.Errorf(pos, "duplicate or unknown struct parameter name: %s", name)
			return false
		}
		p.Literal("=")
		values[i] = value(i)
	}
	p.Literal(">")
	return !p.Failed()
}

func names(list []parameter) string {
	var out []string
	for _, one := range list {
		out = append(out, one.name)
	}
	return strings.Join(out, ", ")
}

// parseUnrolling reads the nested attribute in full, as an alias, or only its body.
func parseUnrolling(p ir.Parser) ir.Attribute {
	if p.PeekLiteral("<") {
		return parseLoopUnroll(p)
	}
	pos := p.Pos()
	a, ok := p.Attribute(nil).(*LoopUnrollAttr)
	if !ok {
		p.Errorf(pos, "invalid kind of attribute specified")
		return nil
	}
	return a
}

// parseInteger reads an integer attribute of the given width.
func parseInteger(p ir.Parser, width uint32) ir.Attribute {
	pos := p.Pos()
	a, ok := p.Attribute(nil).(*ir.IntegerAttr)
	if !ok || !ir.IsInt(a.Type(), width) {
		p.Errorf(pos, "invalid kind of attribute specified")
		return nil
	}
	return a
}

var loopConstraint = ir.AttrConstraint{Summary: loopAnnotationDef.Summary, Check: isLoopAnnotation,
	Storage: isLoopAnnotation}

func isLoopAnnotation(a ir.Attribute) bool {
	_, ok := a.(*LoopAnnotationAttr)
	return ok
}
