package nvvm

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Kinds of votes: what the lanes learn about the predicates of all.
const (
	VoteAny    = "any"    // whether one holds
	VoteAll    = "all"    // whether all hold
	VoteBallot = "ballot" // which hold, as a mask of lanes
	VoteUni    = "uni"    // whether all are the same
)

var voteKinds = []string{VoteAny, VoteAll, VoteBallot, VoteUni}

// VoteKindAttr is `#nvvm<vote_sync_kind any>`.
type VoteKindAttr struct {
	ir.AttrBase
	Kind string
}

var voteKindDef = ir.AttrDef{Dialect: "nvvm", Mnemonic: "vote_sync_kind", Summary: "NVVM vote sync kind",
	Parse: func(p ir.Parser, _ ir.Type) ir.Attribute { return parseVoteKind(p) }}

type voteKindKey struct{ kind string }

// VoteKind returns the attribute of a kind of vote.
func VoteKind(ctx *ir.Context, kind string) *VoteKindAttr {
	return ir.Intern(ctx, voteKindKey{kind}, func(k voteKindKey) *VoteKindAttr { return &VoteKindAttr{Kind: k.kind} })
}

// Def returns the definition of the attribute's kind.
func (*VoteKindAttr) Def() *ir.AttrDef { return &voteKindDef }

// PrintBody appends the kind.
func (a *VoteKindAttr) PrintBody(p *ir.Printer) { p.Text(" " + a.Kind) }

// String returns the attribute's text.
func (a *VoteKindAttr) String() string {
	var p ir.Printer
	p.AttributeInFull(a)
	return string(p.Buf)
}

var voteKindConstraint = ir.AttrConstraint{
	Summary: "NVVM vote sync kind",
	Check:   isVoteKind,
	Storage: isVoteKind,
	Parse: func(p ir.OpParser) ir.Attribute {
		if a := parseVoteKind(p); a != nil {
			return a
		}
		return nil
	},
	Print: func(p ir.OpPrinter, a ir.Attribute) {
		if k, ok := a.(*VoteKindAttr); ok {
			p.Text(" " + k.Kind) // upstream prints two blanks here
		}
	},
}

func isVoteKind(a ir.Attribute) bool {
	_, ok := a.(*VoteKindAttr)
	return ok
}

func parseVoteKind(p ir.Parser) ir.Attribute {
	pos := p.Pos()
	kind := p.Keyword()
	if p.Failed() {
		return nil
	}
	if !slices.Contains(voteKinds, kind) {
		p.Errorf(pos, "expected ::mlir::NVVM::VoteSyncKind to be one of: %s", strings.Join(voteKinds, ", "))
		return nil
	}
	return VoteKind(p.Context(), kind)
}

// VoteSync defines `nvvm.vote.sync`: the lanes in a mask learn about the predicates of each other.
var VoteSync = ir.OpDef{
	Name:     "nvvm.vote.sync",
	Summary:  "Vote across thread group",
	Operands: []ir.ValueDef{{Name: "mask", Type: constraints.I32}, {Name: "pred", Type: constraints.I1}},
	Results:  []ir.ValueDef{{Name: "res", Type: voted}},
	Attrs:    []ir.OpAttr{{Name: "kind", Attr: voteKindConstraint}},
	Assembly: `$kind $mask ',' $pred attr-dict '->' type($res)`,
	Verify:   verifyVote,
}

var voted = ir.TypeConstraint{Summary: "32-bit signless integer or 1-bit signless integer",
	Check: func(t ir.Type) bool { return ir.IsInt(t, 32) || ir.IsInt(t, 1) }}

func verifyVote(op *ir.Operation) error {
	ballot := op.Inherent("kind").(*VoteKindAttr).Kind == VoteBallot
	switch t := op.Result(0).Type(); {
	case ballot && !ir.IsInt(t, 32):
		return op.Errorf("vote.sync 'ballot' returns an i32")
	case !ballot && !ir.IsInt(t, 1):
		return op.Errorf("vote.sync 'any', 'all' and 'uni' returns an i1")
	}
	return nil
}
