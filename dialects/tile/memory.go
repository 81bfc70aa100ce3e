package tile

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// AddPtr defines `tile.addptr`: the result is pointers plus offsets. Offsets count elements and are signed or unsigned,
// as their type says. At the first level pointers and offsets are broadcast.
var AddPtr = ir.OpDef{
	Name:     "tile.addptr",
	Summary:  "pointer arithmetic, in elements",
	Operands: []ir.ValueDef{{Name: "ptr", Type: ptrs}, {Name: "offset", Type: operands}},
	Results:  []ir.ValueDef{{Name: "result", Type: ptrs}},
	Traits:   ir.Pure,
	Assembly: `$ptr ',' $offset attr-dict ':' type($ptr) ',' type($offset) '->' type($result)`,
	Verify:   verifyLoose,
	Elided:   looseResults,

	Interfaces: []any{looseTypes(addPtrTypes), alias.Source(0)},
}

// Load defines `tile.load`: the result is the elements at addresses. Where the mask is false, memory is not accessed,
// and the result is other, or undefined if there is no other. At the first level mask and other are broadcast, and
// other is converted.
var Load = ir.OpDef{
	Name:    "tile.load",
	Summary: "load of elements at addresses",
	Operands: []ir.ValueDef{
		{Name: "ptr", Type: ptrs},
		{Name: "mask", Type: bools, Arity: ir.Optional},
		{Name: "other", Type: operands, Arity: ir.Optional},
	},
	Results: []ir.ValueDef{{Name: "result", Type: numbers}},
	Attrs:   accessHints,
	Traits:  ir.AttrSizedOperandSegments,
	Syntax: `$ptr (',' $mask (',' $other)?)? ('cache' $cache)? ('eviction' $eviction)? ('volatile')? attr-dict ':' ` +
		`type(operands)`,
	Parse: func(p ir.OpParser, st *ir.OpState) {
		n := parseAccess(p, st, 1, 3)
		if p.Failed() {
			return
		}
		st.SetSegments(1, int32(min(n-1, 1)), int32(max(n-2, 0)))
		st.Types = []ir.Type{pointees(p.Context(), st.Operands[0].Type())}
	},
	Print: printAccess,
	InferTypes: func(ctx *ir.Context, st *ir.OpState) ([]ir.Type, error) {
		return []ir.Type{pointees(ctx, st.Operands[0].Type())}, nil
	},
	Verify:     verifyPointerAccess,
	Interfaces: []any{looseTypes(loadTypes), accesses(ir.Read)},
}

// Store defines `tile.store`: the elements of a value are written at addresses, except where the mask is false. At the
// first level value and mask are broadcast, and the value is converted.
var Store = ir.OpDef{
	Name:    "tile.store",
	Summary: "store of elements at addresses",
	Operands: []ir.ValueDef{
		{Name: "ptr", Type: ptrs},
		{Name: "value", Type: operands},
		{Name: "mask", Type: bools, Arity: ir.Optional},
	},
	Attrs: accessHints,
	Syntax: `$ptr ',' $value (',' $mask)? ('cache' $cache)? ('eviction' $eviction)? ('volatile')? attr-dict ':' ` +
		`type(operands)`,
	Parse:      func(p ir.OpParser, st *ir.OpState) { parseAccess(p, st, 2, 3) },
	Print:      printAccess,
	Verify:     verifyPointerAccess,
	Interfaces: []any{looseTypes(storeTypes), accesses(ir.Write)},
}

// NewAddPtr creates pointer arithmetic and returns its result.
func NewAddPtr(b *ir.Builder, ptr, offset *ir.Value) (*ir.Value, error) {
	return result(build(b, &AddPtr, []*ir.Value{ptr, offset}))
}

// NewLoad creates a load and returns its result; mask and other may be nil.
func NewLoad(b *ir.Builder, ptr, mask, other *ir.Value) *ir.Value {
	st := b.State(&Load)
	st.Operands = append(st.Operands, ptr)
	sizes := [3]int32{1}
	for i, v := range []*ir.Value{mask, other} {
		if v != nil {
			st.Operands = append(st.Operands, v)
			sizes[1+i] = 1
		}
	}
	st.SetSegments(sizes[:]...)
	return b.Create(st).Result(0)
}

// WritesOnce is the discardable unit attribute of stores that may be executed in any order: no two of them in a program
// write different values to the same element, whatever the iterations of loops.
const WritesOnce = "tile.writes_once"

// NewStore creates a store; mask may be nil.
func NewStore(b *ir.Builder, ptr, value, mask *ir.Value) *ir.Operation {
	operands := []*ir.Value{ptr, value}
	if mask != nil {
		operands = append(operands, mask)
	}
	return b.Build(&Store, operands)
}

// pointees returns the type of the elements at pointers of type t: t with its pointers replaced by their pointees.
func pointees(ctx *ir.Context, t ir.Type) ir.Type {
	ptr, ok := ir.ElementOrSelf(t).(*PtrType)
	if !ok {
		return t
	}
	if tensor, ok := t.(*ir.TensorType); ok {
		return ctx.TensorType(tensor.Shape(), ptr.Pointee(), tensor.Encoding)
	}
	return ptr.Pointee()
}

func addPtrTypes(q *query) (want, results []ir.Type, err error) {
	elem, err := q.offset(q.operands[1])
	if err != nil {
		return nil, nil, err
	}
	shape, err := q.shape()
	if err != nil {
		return nil, nil, err
	}
	ptr := Of(q.ctx, shape, ir.ElementOrSelf(q.operands[0].Type()))
	return []ir.Type{ptr, Of(q.ctx, shape, elem)}, []ir.Type{ptr}, nil
}

// offset returns the element type that offsets are converted to. Unsigned types narrower than addresses become signed
// types that hold all their values.
func (q *query) offset(v *ir.Value) (ir.Type, error) {
	o, err := operandOf(v)
	if err != nil {
		return nil, err
	}
	if o.Type == nil {
		if q.semantics == nil {
			return nil, ErrNoSemantics
		}
		if o.Type, err = promotion.LiteralType(q.ctx, *q.semantics, o.Literal); err != nil {
			return nil, err
		}
	}
	if !isInteger(o.Type) {
		return nil, fmt.Errorf("%w: an offset must be an integer, but got '%s'", promotion.ErrOperand, o.Type)
	}
	if promotion.IsUnsigned(o.Type) && ir.BitWidth(o.Type) < 64 {
		return q.ctx.I(64), nil
	}
	return o.Type, nil
}

func loadTypes(q *query) (want, results []ir.Type, err error) {
	elem := ir.ElementOrSelf(q.operands[0].Type())
	pointee := pointees(q.ctx, elem)
	want, err = q.access(elem, q.ctx.I(1), pointee)
	return want, []ir.Type{pointees(q.ctx, q.operands[0].Type())}, err
}

func storeTypes(q *query) (want, results []ir.Type, err error) {
	elem := ir.ElementOrSelf(q.operands[0].Type())
	want, err = q.access(elem, pointees(q.ctx, elem), q.ctx.I(1))
	return want, nil, err
}

// access broadcasts all operands to the shape of the first one and returns types with the given element types.
func (q *query) access(elems ...ir.Type) (want []ir.Type, err error) {
	shape := ir.TensorShape(q.operands[0].Type())
	for i, v := range q.operands {
		if s := ir.TensorShape(v.Type()); !promotion.BroadcastsTo(s, shape) {
			return nil, fmt.Errorf("%w: operand #%d of shape %v cannot be broadcast to the pointers' shape %v",
				promotion.ErrShape, i, s, shape)
		}
		if o, err := operandOf(v); err != nil {
			return nil, err
		} else if o.Type == nil {
			if err := promotion.CheckLiteral(o.Literal, elems[i]); err != nil {
				return nil, err
			}
		}
		want = append(want, Of(q.ctx, slices.Clone(shape), elems[i]))
	}
	return want, nil
}

// parseAccess reads operands and their types, as in `%a, %b : t, u`. There must be low to high operands. It returns
// their number.
func parseAccess(p ir.OpParser, st *ir.OpState, low, high int) int {
	pos := p.Pos()
	us := p.Operands()
	if !p.Failed() && (len(us) < low || len(us) > high) {
		p.Errorf(pos, "expected %d to %d operands, but got %d", low, high, len(us))
		return 0
	}
	parseHints(p, st)
	p.AttrDict(st)
	pos = p.Pos()
	var types []ir.Type
	if p.TryLiteral(":") {
		pos = p.Pos()
		types = p.Types()
	} else {
		for _, u := range us {
			types = append(types, p.TypeOf(u))
		}
	}
	if !p.Failed() && len(types) != len(us) {
		p.Errorf(pos, "expected %d types, one for each operand, but got %d", len(us), len(types))
		return 0
	}
	p.ResolveInto(st, us, types, pos)
	return len(us)
}

func printAccess(p ir.OpPrinter, op *ir.Operation) {
	p.Text(" ")
	p.Operands(op.OperandValues())
	printHints(p, op)
	p.AttrDict(op, ir.OperandSegments, CacheName, EvictionName, VolatileName)
	p.Text(" : ")
	p.Types(op.OperandTypes())
}
