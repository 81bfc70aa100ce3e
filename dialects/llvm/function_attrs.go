package llvm

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// MemoryEffectsAttr is `#llvm.memory_effects<other = none, argMem = read, ...>`: how a function may access each kind of
// memory.
type MemoryEffectsAttr struct {
	ir.AttrBase
	access [6]string // of memoryKinds
}

var (
	memoryKinds    = [...]string{"other", "argMem", "inaccessibleMem", "errnoMem", "targetMem0", "targetMem1"}
	memoryAccesses = []string{"none", "read", "write", "readwrite"}
)

var memoryEffectsDef = ir.AttrDef{Dialect: "llvm", Mnemonic: "memory_effects",
	Summary: "how a function may access each kind of memory", Parse: parseMemoryEffects}

// NoMemoryEffects returns the attribute of a function that accesses no memory.
func NoMemoryEffects(ctx *ir.Context) *MemoryEffectsAttr {
	return memoryEffects(ctx, [...]string{"none", "none", "none", "none", "none", "none"})
}

func memoryEffects(ctx *ir.Context, access [6]string) *MemoryEffectsAttr {
	type key struct{ access [6]string }
	return ir.Intern(ctx, key{access}, func(k key) *MemoryEffectsAttr { return &MemoryEffectsAttr{access: k.access} })
}

// parseMemoryEffects reads the accesses to all kinds of memory, in any order.
func parseMemoryEffects(p ir.Parser, _ ir.Type) ir.Attribute {
	var access [len(memoryKinds)]string
	p.Literal("<")
	for i := range memoryKinds {
		if i > 0 {
			p.Literal(",")
		}
		pos := p.Pos()
		name := p.Keyword()
		kind := slices.Index(memoryKinds[:], name)
		if !p.Failed() && (kind < 0 || access[kind] != "") {
			p.Errorf(pos, "duplicate or unknown struct parameter name: %s", name)
		}
		p.Literal("=")
		pos = p.Pos()
		value := p.Keyword()
		if !p.Failed() && !slices.Contains(memoryAccesses, value) {
			p.Errorf(pos, "expected one of [%s] for LLVM ModRefInfo, got: %s", strings.Join(memoryAccesses, ", "), value)
		}
		if p.Failed() {
			return nil
		}
		access[kind] = value
	}
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	return memoryEffects(p.Context(), access)
}

// Def returns the definition of the attribute's kind.
func (*MemoryEffectsAttr) Def() *ir.AttrDef { return &memoryEffectsDef }

// PrintBody appends `<kind = access, ...>`.
func (a *MemoryEffectsAttr) PrintBody(p *ir.Printer) {
	for i, kind := range memoryKinds {
		p.Text([]string{"<", ", "}[min(i, 1)] + kind + " = " + a.access[i])
	}
	p.Text(">")
}

// String returns the attribute's text.
func (a *MemoryEffectsAttr) String() string { return ir.AttrText(a) }

// TargetFeaturesAttr is `#llvm.target_features<["+a", "-b"]>`: the features that a function's target has and does not
// have.
type TargetFeaturesAttr struct {
	ir.AttrBase
	Features *ir.ArrayAttr // of strings
}

var targetFeaturesDef = ir.AttrDef{Dialect: "llvm", Mnemonic: "target_features",
	Summary: "features that a function's target has or lacks", Parse: parseTargetFeatures}

func parseTargetFeatures(p ir.Parser, _ ir.Type) ir.Attribute {
	p.Literal("<")
	pos := p.Pos()
	list, ok := p.Attribute(nil).(*ir.ArrayAttr)
	switch {
	case p.Failed():
		return nil
	case !ok:
		p.Errorf(pos, "expected '['")
		return nil
	}
	for _, elem := range list.Elems {
		s, ok := elem.(*ir.StringAttr)
		switch {
		case !ok:
			p.Errorf(pos, "invalid kind of attribute specified")
		case s.Value == "" || s.Value[0] != '+' && s.Value[0] != '-':
			p.Errorf(pos, "target features must start with '+' or '-'")
		case strings.Contains(s.Value, ","):
			p.Errorf(pos, "target features can not contain ','")
		}
	}
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	return ir.Intern(p.Context(), targetFeaturesKey{list}, func(k targetFeaturesKey) *TargetFeaturesAttr {
		return &TargetFeaturesAttr{Features: k.features}
	})
}

type targetFeaturesKey struct{ features *ir.ArrayAttr }

// Def returns the definition of the attribute's kind.
func (*TargetFeaturesAttr) Def() *ir.AttrDef { return &targetFeaturesDef }

// PrintBody appends `<[features]>`.
func (a *TargetFeaturesAttr) PrintBody(p *ir.Printer) {
	p.Text("<")
	p.Attribute(a.Features)
	p.Text(">")
}

// String returns the attribute's text.
func (a *TargetFeaturesAttr) String() string { return ir.AttrText(a) }

// ofKind is the constraint of attributes of a type.
func ofKind[A ir.Attribute](summary string) ir.AttrConstraint {
	check := func(a ir.Attribute) bool {
		_, ok := a.(A)
		return ok
	}
	return ir.AttrConstraint{Summary: summary, Check: check, Storage: check}
}
