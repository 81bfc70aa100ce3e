package nvvm

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Kinds of shuffles. The kind says which lane each lane reads from.
const (
	Bfly = "bfly" // the lane whose number is the own one XOR a mask
	Up   = "up"   // the lane whose number is the own one minus an offset
	Down = "down" // the lane whose number is the own one plus an offset
	Idx  = "idx"  // the lane with a given number
)

// Kinds of votes. The kind says what each lane learns about the predicates of all lanes.
const (
	VoteAny    = "any"    // whether a predicate is true
	VoteAll    = "all"    // whether all are true
	VoteBallot = "ballot" // which are true, as a mask of lanes
	VoteUni    = "uni"    // whether all are equal
)

var (
	shflKinds = newKinds("shfl_kind", "NVVM shuffle kind", "ShflKind", Bfly, Up, Down, Idx)
	voteKinds = newKinds("vote_sync_kind", "NVVM vote sync kind", "VoteSyncKind", VoteAny, VoteAll, VoteBallot, VoteUni)
)

// KindAttr is `#nvvm<shfl_kind bfly>` or `#nvvm<vote_sync_kind any>`.
type KindAttr struct {
	ir.AttrBase
	Kind  string
	kinds *kinds
}

// kinds is an enumeration of [KindAttr] attributes, which upstream prints without angle brackets of their own.
type kinds struct {
	def   ir.AttrDef
	class string // upstream's name, for messages
	names []string
}

func newKinds(mnemonic, summary, class string, names ...string) *kinds {
	k := &kinds{class: class, names: names}
	k.def = ir.AttrDef{Dialect: "nvvm", Mnemonic: mnemonic, Summary: summary,
		Parse: func(p ir.Parser, _ ir.Type) ir.Attribute { return k.parse(p) }}
	return k
}

type kindKey struct {
	kinds *kinds
	kind  string
}

func (k *kinds) attr(ctx *ir.Context, kind string) *KindAttr {
	return ir.Intern(ctx, kindKey{k, kind}, func(key kindKey) *KindAttr {
		return &KindAttr{Kind: key.kind, kinds: key.kinds}
	})
}

// Def returns the definition of the attribute's kind.
func (a *KindAttr) Def() *ir.AttrDef { return &a.kinds.def }

// PrintBody appends the kind.
func (a *KindAttr) PrintBody(p *ir.Printer) { p.Text(" " + a.Kind) }

// String returns the attribute's text.
func (a *KindAttr) String() string { return ir.AttrText(a) }

func (k *kinds) constraint() ir.AttrConstraint {
	has := func(a ir.Attribute) bool {
		kind, ok := a.(*KindAttr)
		return ok && kind.kinds == k
	}
	return ir.AttrConstraint{
		Summary: k.def.Summary,
		Check:   has,
		Storage: has,
		Parse:   func(p ir.OpParser) ir.Attribute { return k.parse(p) },
		Print: func(p ir.OpPrinter, a ir.Attribute) {
			if kind, ok := a.(*KindAttr); ok {
				p.Text(" " + kind.Kind) // upstream prints two blanks here
			}
		},
	}
}

func (k *kinds) parse(p ir.Parser) ir.Attribute {
	pos := p.Pos()
	kind := p.Keyword()
	if p.Failed() {
		return nil
	}
	if !slices.Contains(k.names, kind) {
		p.Errorf(pos, "expected ::mlir::NVVM::%s to be one of: %s", k.class, strings.Join(k.names, ", "))
		return nil
	}
	return k.attr(p.Context(), kind)
}
