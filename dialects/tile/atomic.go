package tile

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/enums"
)

// AtomicKind is a read-modify-write operation.
type AtomicKind int

// AtomicKinds is the enumeration of read-modify-write operations.
var AtomicKinds = enums.New[AtomicKind]("kind", "operation: add, max, min, umax, umin, and, or, xor or xchg", 32,
	"add", "max", "min", "umax", "umin", "and", "or", "xor", "xchg")

// Kinds of read-modify-write operations. AtomicMax and AtomicMin compare unsigned types as unsigned integers.
// AtomicUMax and AtomicUMin compare signless integers as unsigned ones; they are needed because the strict level has
// only signless integers. If one of two floats is NaN, the maximum and minimum are the other one.
const (
	AtomicAdd AtomicKind = iota
	AtomicMax
	AtomicMin
	AtomicUMax
	AtomicUMin
	AtomicAnd
	AtomicOr
	AtomicXOr
	AtomicXchg
)

// MemoryOrder says how an atomic operation is ordered with other accesses, and Scope says for which threads the order
// holds. Both are those of PTX's memory model.
type (
	MemoryOrder int
	Scope       int
)

// MemoryOrders and Scopes are the enumerations of memory orders and scopes.
var (
	MemoryOrders = enums.New[MemoryOrder]("order", "memory order: relaxed, acquire, release or acq_rel", 32,
		"relaxed", "acquire", "release", "acq_rel")
	Scopes = enums.New[Scope]("scope", "scope: block, device or system", 32, "block", "device", "system")
)

// Memory orders.
const (
	Relaxed MemoryOrder = iota
	Acquire
	Release
	AcqRel
)

// Scopes.
const (
	ScopeBlock Scope = iota
	ScopeDevice
	ScopeSystem
)

// AtomicRMW defines `tile.atomic_rmw`: each element at an address is combined with a value and replaced by the result,
// atomically. The results are the old elements. Where the mask is false, memory is not accessed and the result is
// undefined. If several elements of the operation have one address, their order is not specified.
var AtomicRMW = ir.OpDef{
	Name:    "tile.atomic_rmw",
	Summary: "atomic combination of elements at addresses",
	Operands: []ir.ValueDef{
		{Name: "ptr", Type: ptrs}, {Name: "value", Type: operands}, {Name: "mask", Type: bools, Arity: ir.Optional},
	},
	Results: []ir.ValueDef{{Name: "result", Type: numbers}},
	Attrs: []ir.OpAttr{
		{Name: "kind", Attr: AtomicKinds.Constraint()}, {Name: "order", Attr: MemoryOrders.Constraint()},
		{Name: "scope", Attr: Scopes.Constraint()},
	},
	TypeRules: []ir.TypeRule{pointed},
	Assembly: `$kind $order $scope $ptr ',' $value (',' $mask^)? attr-dict ':' type($ptr) ',' type($value) ` +
		`(',' type($mask)^)?`,
	Verify: verifyAtomicRMW,

	OptionalTypes: true,
	Interfaces:    []any{looseTypes(atomicTypes), touches(ir.Read, ir.Write)},
}

// AtomicCAS defines `tile.atomic_cas`: each element at an address is replaced by a value, atomically, if its bits are
// those of expected. The results are the old elements.
var AtomicCAS = ir.OpDef{
	Name:    "tile.atomic_cas",
	Summary: "atomic comparison and exchange of elements at addresses",
	Operands: []ir.ValueDef{
		{Name: "ptr", Type: ptrs}, {Name: "expected", Type: operands}, {Name: "value", Type: operands},
	},
	Results: []ir.ValueDef{{Name: "result", Type: numbers}},
	Attrs: []ir.OpAttr{
		{Name: "order", Attr: MemoryOrders.Constraint()}, {Name: "scope", Attr: Scopes.Constraint()},
	},
	TypeRules: []ir.TypeRule{pointed},
	Assembly: `$order $scope $ptr ',' $expected ',' $value attr-dict ':' type($ptr) ',' type($expected) ',' ` +
		`type($value)`,
	Verify: verifyAtomicCAS,

	OptionalTypes: true,
	Interfaces:    []any{looseTypes(casTypes), touches(ir.Read, ir.Write)},
}

// Barrier defines `tile.barrier`: the program's accesses to memory after the barrier see all of its writes before the
// barrier, whichever threads execute them.
var Barrier = ir.OpDef{
	Name:       "tile.barrier",
	Summary:    "barrier for all threads of a program",
	Assembly:   `attr-dict`,
	Interfaces: []any{touches(ir.Read, ir.Write)},
}

// pointed makes the type of an operation's result that of the elements at its pointers.
var pointed = ir.TypeRule{From: "ptr", To: "result", Summary: "the result has the pointers' shape and pointees",
	Map: pointees}

// NewAtomicRMW creates a read-modify-write operation and returns the old elements; mask may be nil.
func NewAtomicRMW(b *ir.Builder, kind AtomicKind, order MemoryOrder, scope Scope, ptr, value,
	mask *ir.Value) *ir.Value {
	st := b.State(&AtomicRMW)
	st.Operands = append(st.Operands, ptr, value)
	if mask != nil {
		st.Operands = append(st.Operands, mask)
	}
	st.SetInherent("kind", AtomicKinds.Attr(b.Context(), kind))
	setOrder(b, st, order, scope)
	st.Types = append(st.Types, pointees(b.Context(), ptr.Type()))
	return b.Create(st).Result(0)
}

// NewAtomicCAS creates a comparison and exchange and returns the old elements.
func NewAtomicCAS(b *ir.Builder, order MemoryOrder, scope Scope, ptr, expected, value *ir.Value) *ir.Value {
	st := b.State(&AtomicCAS)
	st.Operands = append(st.Operands, ptr, expected, value)
	setOrder(b, st, order, scope)
	st.Types = append(st.Types, pointees(b.Context(), ptr.Type()))
	return b.Create(st).Result(0)
}

func setOrder(b *ir.Builder, st *ir.OpState, order MemoryOrder, scope Scope) {
	st.SetInherent("order", MemoryOrders.Attr(b.Context(), order))
	st.SetInherent("scope", Scopes.Attr(b.Context(), scope))
}

// OrderAndScope returns the memory order and scope of an atomic operation.
func OrderAndScope(op *ir.Operation) (order MemoryOrder, scope Scope) {
	order, _ = MemoryOrders.Value(op.Inherent("order"))
	scope, _ = Scopes.Value(op.Inherent("scope"))
	return order, scope
}

// AtomicKindOf returns the kind of a tile.atomic_rmw or tile.atomic_rmw_view.
func AtomicKindOf(op *ir.Operation) AtomicKind {
	kind, _ := AtomicKinds.Value(op.Inherent("kind"))
	return kind
}

func atomicTypes(q *query) (want, results []ir.Type, err error) {
	elem := pointees(q.ctx, ir.ElementOrSelf(q.operands[0].Type()))
	want, err = q.access(ir.ElementOrSelf(q.operands[0].Type()), elem, q.ctx.I(1))
	return want, []ir.Type{pointees(q.ctx, q.operands[0].Type())}, err
}

func casTypes(q *query) (want, results []ir.Type, err error) {
	elem := pointees(q.ctx, ir.ElementOrSelf(q.operands[0].Type()))
	want, err = q.access(ir.ElementOrSelf(q.operands[0].Type()), elem, elem)
	return want, []ir.Type{pointees(q.ctx, q.operands[0].Type())}, err
}

func verifyAtomicRMW(op *ir.Operation) error {
	if err := verifyLoose(op); err != nil {
		return err
	}
	elem := ir.ElementOrSelf(op.Result(0).Type())
	if err := checkAtomic(AtomicKindOf(op), elem); err != nil {
		return op.Errorf("%w", err)
	}
	return nil
}

// ErrAtomic is wrapped by errors about operands that cannot be combined atomically.
var ErrAtomic = fmt.Errorf("%w of an atomic operation", promotion.ErrOperand)

// checkAtomic returns an error for elements that an operation cannot combine. GPUs have atomic operations on integers
// of 32 and 64 bits, and atomic additions of floats of 16 bits and more.
func checkAtomic(kind AtomicKind, elem ir.Type) error {
	width, isFloat := ir.BitWidth(elem), ir.IsFloat(elem)
	bad := func(allowed string) error {
		return fmt.Errorf("%w: %s takes %s, but the elements are of %s", ErrAtomic, AtomicKinds.Name(kind), allowed,
			ir.Quote(elem))
	}
	switch wide := width == 32 || width == 64; {
	case kind == AtomicAdd && (!isFloat && !wide || isFloat && width != 16 && !wide):
		return bad("integers of 32 or 64 bits and f16, bf16, f32 or f64")
	case (kind == AtomicMax || kind == AtomicMin) && !wide:
		return bad("numbers of 32 or 64 bits")
	case kind >= AtomicUMax && kind <= AtomicXOr && (isFloat || !wide):
		return bad("integers of 32 or 64 bits")
	case kind == AtomicXchg && !wide:
		return bad("numbers of 32 or 64 bits")
	}
	return nil
}

func verifyAtomicCAS(op *ir.Operation) error {
	if err := verifyLoose(op); err != nil {
		return err
	}
	if elem := ir.ElementOrSelf(op.Result(0).Type()); ir.BitWidth(elem) < 16 {
		return op.Errorf("%w: it takes numbers of 16, 32 or 64 bits, but the pointers lead to %s", ErrAtomic, ir.Quote(elem))
	}
	return nil
}
