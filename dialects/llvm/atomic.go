package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/enums"
)

// AtomicBinOp is the enumeration of the operations of atomicrmw. AtomicOrdering is the enumeration of memory orderings.
// Both have upstream's numbers (LLVMEnums.td).
var (
	AtomicBinOp = enums.NewKeyword("bin_op", "llvm.atomicrmw binary operations", 64,
		"xchg", "add", "sub", "_and", "nand", "_or", "_xor", "max", "min", "umax", "umin", "fadd", "fsub", "fmax", "fmin",
		"uinc_wrap", "udec_wrap", "usub_cond", "usub_sat", "fmaximum", "fminimum")
	AtomicOrdering = enums.NewCases("ordering", "Atomic ordering for LLVM's memory model", 64,
		enums.Case{Name: "not_atomic", Value: 0}, enums.Case{Name: "unordered", Value: 1},
		enums.Case{Name: "monotonic", Value: 2}, enums.Case{Name: "acquire", Value: 4},
		enums.Case{Name: "release", Value: 5}, enums.Case{Name: "acq_rel", Value: 6}, enums.Case{Name: "seq_cst", Value: 7})
)

// Orderings that the rules of atomic operations name.
const (
	monotonic = 2
	release   = 5
	acqRel    = 6
)

// AtomicRMW defines `llvm.atomicrmw`: the operation replaces a value in memory by a function of it and an operand, and
// returns the old value.
var AtomicRMW = ir.OpDef{
	Name:     "llvm.atomicrmw",
	Summary:  instruction("atomicrmw"),
	Operands: []ir.ValueDef{{Name: "ptr", Type: anyPointer}, {Name: "val", Type: updated}},
	Results:  []ir.ValueDef{{Name: "res", Type: updated}},
	Attrs: []ir.OpAttr{
		{Name: "bin_op", Attr: AtomicBinOp.Constraint()},
		{Name: "ordering", Attr: AtomicOrdering.Constraint()},
		{Name: "syncscope", Attr: constraints.String, Optional: true},
		{Name: "alignment", Attr: constraints.I64Attr, Optional: true},
		{Name: "volatile_", Attr: constraints.Unit, Optional: true},
	},
	TypeRules: []ir.TypeRule{{From: "val", To: "res", Summary: "result #0 and operand #1 have the same type"}},
	Assembly: `('volatile' $volatile_^)? $bin_op $ptr ',' $val ('syncscope' '(' $syncscope^ ')')? $ordering attr-dict ':' ` +
		`type($ptr) ',' type($val)`,
	Verify:     verifyAtomicRMW,
	Interfaces: []any{ir.EffectsFunc(updateEffects)},
}

// CmpXchg defines `llvm.cmpxchg`: the operation replaces a value in memory if it equals an operand, and returns the old
// value and whether it was replaced.
var CmpXchg = ir.OpDef{
	Name:    "llvm.cmpxchg",
	Summary: instruction("cmpxchg"),
	Operands: []ir.ValueDef{{Name: "ptr", Type: anyPointer}, {Name: "cmp", Type: exchanged},
		{Name: "val", Type: exchanged}},
	Results: []ir.ValueDef{{Name: "res", Type: ir.TypeConstraint{Summary: "LLVM structure type", Check: isStruct}}},
	Attrs: []ir.OpAttr{
		{Name: "success_ordering", Attr: AtomicOrdering.Constraint()},
		{Name: "failure_ordering", Attr: AtomicOrdering.Constraint()},
		{Name: "syncscope", Attr: constraints.String, Optional: true},
		{Name: "alignment", Attr: constraints.I64Attr, Optional: true},
		{Name: "weak", Attr: constraints.Unit, Optional: true},
		{Name: "volatile_", Attr: constraints.Unit, Optional: true},
	},
	TypeRules: []ir.TypeRule{
		{From: "val", To: "cmp", Summary: "operand #1 and operand #2 have the same type"},
		{From: "val", To: "res", Summary: "result #0 has an LLVM struct type consisting of the type of operand #2 and a bool",
			Map: func(ctx *ir.Context, t ir.Type) ir.Type { return StructOf(ctx, false, t, ctx.I(1)) }},
	},
	Assembly: `('weak' $weak^)? ('volatile' $volatile_^)? $ptr ',' $cmp ',' $val ('syncscope' '(' $syncscope^ ')')? ` +
		`$success_ordering $failure_ordering attr-dict ':' type($ptr) ',' type($val)`,
	Verify:     verifyCmpXchg,
	Interfaces: []any{ir.EffectsFunc(updateEffects)},
}

// Fence defines `llvm.fence`: the operation orders the thread's earlier accesses to memory before its later ones, as
// other threads of a scope observe them.
var Fence = ir.OpDef{
	Name:    "llvm.fence",
	Summary: instruction("fence"),
	Attrs: []ir.OpAttr{
		{Name: "ordering", Attr: AtomicOrdering.Constraint()},
		{Name: "syncscope", Attr: constraints.String, Optional: true},
	},
	Assembly:   `('syncscope' '(' $syncscope^ ')')? $ordering attr-dict`,
	Verify:     verifyFence,
	Interfaces: []any{ir.EffectsFunc(updateEffects)},
}

// NewFence creates a fence. scope is "" for the whole system.
func NewFence(b *ir.Builder, ordering, scope string) {
	st := b.State(&Fence)
	setOrdering(b, st, "ordering", ordering)
	setScope(b, st, scope)
	b.Create(st)
}

// NewAtomicRMW creates an atomic update of a number in memory and returns the old value. kind is the name of the
// operation, such as "add". scope is "" for the whole system.
func NewAtomicRMW(b *ir.Builder, kind, ordering, scope string, ptr, v *ir.Value) *ir.Value {
	st := b.State(&AtomicRMW)
	n, _ := AtomicBinOp.Parse(kind)
	st.SetInherent("bin_op", AtomicBinOp.Attr(b.Context(), n))
	setOrdering(b, st, "ordering", ordering)
	setScope(b, st, scope)
	st.Operands = append(st.Operands, ptr, v)
	st.Types = append(st.Types, v.Type())
	return b.Create(st).Result(0)
}

// NewCmpXchg creates a comparison and exchange. It returns the old value in memory and whether it was replaced.
func NewCmpXchg(b *ir.Builder, success, failure, scope string, ptr, expected, v *ir.Value) (old, replaced *ir.Value) {
	st := b.State(&CmpXchg)
	setOrdering(b, st, "success_ordering", success)
	setOrdering(b, st, "failure_ordering", failure)
	setScope(b, st, scope)
	st.Operands = append(st.Operands, ptr, expected, v)
	st.Types = append(st.Types, StructOf(b.Context(), false, v.Type(), b.Context().I(1)))
	pair := b.Create(st).Result(0)
	return NewExtractValue(b, pair, 0), NewExtractValue(b, pair, 1)
}

func setOrdering(b *ir.Builder, st *ir.OpState, name, ordering string) {
	n, _ := AtomicOrdering.Parse(ordering)
	st.SetInherent(name, AtomicOrdering.Attr(b.Context(), n))
}

func setScope(b *ir.Builder, st *ir.OpState, scope string) {
	if scope != "" {
		st.SetInherent("syncscope", b.Context().StringAttr(scope))
	}
}

// Types that atomic operations take.
var (
	updated = ir.TypeConstraint{
		Summary: "floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible " +
			"fixed-length vector type",
		Check: func(t ir.Type) bool {
			return isFloat(t) || isPointer(t) || constraints.IsSignless(t) || isVector(t)
		}}
	exchanged = ir.TypeConstraint{Summary: "signless integer or LLVM pointer type",
		Check: func(t ir.Type) bool { return isPointer(t) || constraints.IsSignless(t) }}
)

func isStruct(t ir.Type) bool {
	_, ok := t.(*StructType)
	return ok
}

// updateEffects makes an atomic operation read and write any memory, since it orders other accesses.
func updateEffects(_ *ir.Operation, yield func(ir.Effect) bool) {
	if yield(ir.Effect{Kind: ir.Read}) {
		yield(ir.Effect{Kind: ir.Write})
	}
}

// isAtomicInteger reports whether the hardware has atomic operations on integers of a type.
func isAtomicInteger(t ir.Type) bool {
	return ir.IsInt(t, 8) || ir.IsInt(t, 16) || ir.IsInt(t, 32) || ir.IsInt(t, 64)
}

func verifyAtomicRMW(op *ir.Operation) error {
	t := op.Operand(1).Type()
	kind, _ := AtomicBinOp.Value(op.Inherent("bin_op"))
	switch AtomicBinOp.Name(kind) {
	case "fadd", "fsub", "fmax", "fmin", "fmaximum", "fminimum":
		if !isFloat(ir.ElementOrSelf(t)) {
			return op.Errorf("expected LLVM IR floating point type")
		}
	case "xchg":
		if !isAtomicInteger(t) && !isFloat(t) && !isPointer(t) {
			return op.Errorf("unexpected LLVM IR type for 'xchg' bin_op")
		}
	default:
		if !isAtomicInteger(t) {
			return op.Errorf("expected LLVM IR integer type")
		}
	}
	if ordering, _ := AtomicOrdering.Value(op.Inherent("ordering")); ordering < monotonic {
		return op.Errorf("expected at least '%s' ordering", AtomicOrdering.Name(monotonic))
	}
	return nil
}

func verifyFence(op *ir.Operation) error {
	if ordering, _ := AtomicOrdering.Value(op.Inherent("ordering")); ordering <= monotonic {
		return op.Errorf("can be given only acquire, release, acq_rel, and seq_cst orderings")
	}
	return nil
}

func verifyCmpXchg(op *ir.Operation) error {
	if t := op.Operand(2).Type(); !isAtomicInteger(t) && !isPointer(t) {
		return op.Errorf("unexpected LLVM IR type")
	}
	success, _ := AtomicOrdering.Value(op.Inherent("success_ordering"))
	failure, _ := AtomicOrdering.Value(op.Inherent("failure_ordering"))
	switch {
	case success < monotonic || failure < monotonic:
		return op.Errorf("ordering must be at least 'monotonic'")
	case failure == release || failure == acqRel:
		return op.Errorf("failure ordering cannot be 'release' or 'acq_rel'")
	}
	return nil
}
