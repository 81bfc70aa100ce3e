package tile

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
)

// ProgramID creates the program's index along an axis of the grid, 0 to 2.
func (b *Builder) ProgramID(axis int) *ir.Value {
	return b.of(&ProgramID, nil, func(b *ir.Builder) *ir.Value { return NewProgramID(b, axis) })
}

// NumPrograms creates the grid's size along an axis, 0 to 2.
func (b *Builder) NumPrograms(axis int) *ir.Value {
	return b.of(&NumPrograms, nil, func(b *ir.Builder) *ir.Value { return NewNumPrograms(b, axis) })
}

// Return creates the end of a program.
func (b *Builder) Return() {
	b.operation(Return.Name, nil, func(b *ir.Builder) (*ir.Operation, error) { return NewReturn(b), nil })
}

// AddPtr creates pointer arithmetic, in elements.
func (b *Builder) AddPtr(ptr, offset *ir.Value) *ir.Value {
	return b.value(AddPtr.Name, []*ir.Value{ptr, offset}, func(b *ir.Builder) (*ir.Value, error) {
		return NewAddPtr(b, ptr, offset)
	})
}

// Load creates a load. mask may be nil, and so may other, which is the result where the mask is false.
func (b *Builder) Load(ptr, mask, other *ir.Value) *ir.Value {
	return b.of(&Load, ptr, func(b *ir.Builder) *ir.Value { return NewLoad(b, ptr, mask, other) })
}

// Store creates a store; mask may be nil.
func (b *Builder) Store(ptr, value, mask *ir.Value) {
	b.operation(Store.Name, []*ir.Value{ptr, value}, func(b *ir.Builder) (*ir.Operation, error) {
		return NewStore(b, ptr, value, mask), nil
	})
}

// LoadTile creates the load of a tile of an array. The indices count tiles of the given shape.
func (b *Builder) LoadTile(array *ir.Value, shape []int64, padding Padding, indices ...*ir.Value) *ir.Value {
	return b.ofArray(&LoadView, array, indices, func(b *ir.Builder) *ir.Value {
		return NewLoadView(b, array, shape, padding, indices...)
	})
}

// StoreTile creates the store of a tile of an array. The indices count tiles.
func (b *Builder) StoreTile(value, array *ir.Value, indices ...*ir.Value) {
	operands := append([]*ir.Value{value, array}, indices...)
	b.operation(StoreView.Name, operands, func(b *ir.Builder) (*ir.Operation, error) {
		return NewStoreView(b, value, array, indices...), nil
	})
}

// AtomicTile creates the atomic combination of a tile with a tile of an array. The indices count tiles.
func (b *Builder) AtomicTile(kind AtomicKind, value, array *ir.Value, indices ...*ir.Value) {
	operands := append([]*ir.Value{value, array}, indices...)
	b.operation(AtomicRMWView.Name, operands, func(b *ir.Builder) (*ir.Operation, error) {
		return NewAtomicRMWView(b, kind, value, array, indices...), nil
	})
}

// Dim creates the size of an array along an axis, an i32.
func (b *Builder) Dim(array *ir.Value, axis int) *ir.Value {
	return b.ofArray(&Dim, array, nil, func(b *ir.Builder) *ir.Value { return NewDim(b, array, axis) })
}

// Stride creates the stride of an array along an axis, in elements, an i32.
func (b *Builder) Stride(array *ir.Value, axis int) *ir.Value {
	return b.ofArray(&Stride, array, nil, func(b *ir.Builder) *ir.Value { return NewStride(b, array, axis) })
}

// ElementPtr creates the addresses of an array's elements at indices.
func (b *Builder) ElementPtr(array *ir.Value, indices ...*ir.Value) *ir.Value {
	return b.element(&ElementPtr, array, indices)
}

// InBounds creates a test whether indices are within an array.
func (b *Builder) InBounds(array *ir.Value, indices ...*ir.Value) *ir.Value {
	return b.element(&InBounds, array, indices)
}

func (b *Builder) element(def *ir.OpDef, array *ir.Value, indices []*ir.Value) *ir.Value {
	if !b.isArray(def, array) {
		return nil
	}
	operands := append([]*ir.Value{array}, indices...)
	return b.value(def.Name, operands, func(b *ir.Builder) (*ir.Value, error) { return result(build(b, def, operands)) })
}

func (b *Builder) ofArray(def *ir.OpDef, array *ir.Value, more []*ir.Value,
	create func(b *ir.Builder) *ir.Value) *ir.Value {
	if !b.isArray(def, array) {
		return nil
	}
	operands := append([]*ir.Value{array}, more...)
	return b.value(def.Name, operands, func(b *ir.Builder) (*ir.Value, error) { return create(b), nil })
}

// isArray records an error if v is not an array.
func (b *Builder) isArray(def *ir.OpDef, v *ir.Value) bool {
	switch {
	case b.err != nil:
	case v == nil:
		b.fail("building %s: the array: %w", def.Name, ErrNoValue)
	default:
		if _, ok := v.Type().(*ArrayType); ok {
			return true
		}
		b.fail("building %s: operand #0 must be an array, but got %s", def.Name, ir.Quote(v.Type()))
	}
	return false
}

// Dot creates the product of two matrices added to acc.
func (b *Builder) Dot(lhs, rhs, acc *ir.Value, precision Precision) *ir.Value {
	return b.value(Dot.Name, []*ir.Value{lhs, rhs, acc}, func(b *ir.Builder) (*ir.Value, error) {
		if Precisions.Name(precision) == "" {
			return nil, fmt.Errorf("building tile.dot: there is no precision %d", int(precision))
		}
		return NewDot(b, lhs, rhs, acc, precision), nil
	})
}

// AtomicRMW creates a read-modify-write operation and returns the old elements; mask may be nil.
func (b *Builder) AtomicRMW(kind AtomicKind, ptr, value, mask *ir.Value, order MemoryOrder, scope Scope) *ir.Value {
	return b.value(AtomicRMW.Name, []*ir.Value{ptr, value}, func(b *ir.Builder) (*ir.Value, error) {
		return NewAtomicRMW(b, kind, order, scope, ptr, value, mask), nil
	})
}

// AtomicCAS creates a comparison and exchange and returns the old elements.
func (b *Builder) AtomicCAS(ptr, expected, value *ir.Value, order MemoryOrder, scope Scope) *ir.Value {
	return b.value(AtomicCAS.Name, []*ir.Value{ptr, expected, value}, func(b *ir.Builder) (*ir.Value, error) {
		return NewAtomicCAS(b, order, scope, ptr, expected, value), nil
	})
}

// Print creates output for debugging.
func (b *Builder) Print(prefix string, values ...*ir.Value) {
	b.operation(Print.Name, values, func(b *ir.Builder) (*ir.Operation, error) {
		return NewPrint(b, prefix, false, values...), nil
	})
}

// Assert creates a condition that must hold.
func (b *Builder) Assert(condition *ir.Value, message string) {
	b.operation(Assert.Name, []*ir.Value{condition}, func(b *ir.Builder) (*ir.Operation, error) {
		return NewAssert(b, condition, message), nil
	})
}

// Assume creates a condition that the compiler may rely on.
func (b *Builder) Assume(condition *ir.Value) {
	b.operation(Assume.Name, []*ir.Value{condition}, func(b *ir.Builder) (*ir.Operation, error) {
		return NewAssume(b, condition), nil
	})
}
