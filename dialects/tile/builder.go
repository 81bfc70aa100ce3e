package tile

import "github.com/girih-ir/girih/ir"

// Builder creates the operations of kernels one after the other without a check after each: once an operation's types
// do not fit, further calls create nothing and return nil, and Err says why. It adds to the embedded builder what can
// fail; use its functions for the rest, such as [NewLoad], through [Builder.Do].
type Builder struct {
	*ir.Builder
	err error
}

// NewBuilder returns a builder at the insertion point of b.
func NewBuilder(b *ir.Builder) *Builder { return &Builder{Builder: b} }

// Err returns the first error.
func (b *Builder) Err() error { return b.err }

// Do returns what create returns, unless there was an error.
func (b *Builder) Do(create func() (*ir.Value, error)) *ir.Value {
	if b.err != nil {
		return nil
	}
	v, err := create()
	b.err = err
	return v
}

// Binary creates a loosely typed operation of two operands, such as &Add.
func (b *Builder) Binary(def *ir.OpDef, lhs, rhs *ir.Value) *ir.Value {
	return b.Do(func() (*ir.Value, error) { return Binary(b.Builder, def, lhs, rhs) })
}

// Unary creates a loosely typed operation of one operand, such as &Exp.
func (b *Builder) Unary(def *ir.OpDef, v *ir.Value) *ir.Value {
	return b.Do(func() (*ir.Value, error) { return Unary(b.Builder, def, v) })
}

// Cmp creates a comparison by one of the predicates EQ to GE.
func (b *Builder) Cmp(predicate Predicate, lhs, rhs *ir.Value) *ir.Value {
	return b.Do(func() (*ir.Value, error) { return NewCmp(b.Builder, predicate, lhs, rhs) })
}

// Where creates a choice between two values.
func (b *Builder) Where(condition, ifTrue, ifFalse *ir.Value) *ir.Value {
	return b.Do(func() (*ir.Value, error) { return NewWhere(b.Builder, condition, ifTrue, ifFalse) })
}

// AddPtr creates pointer arithmetic.
func (b *Builder) AddPtr(ptr, offset *ir.Value) *ir.Value {
	return b.Do(func() (*ir.Value, error) { return NewAddPtr(b.Builder, ptr, offset) })
}

// Load creates a load; mask and other may be nil.
func (b *Builder) Load(ptr, mask, other *ir.Value) *ir.Value {
	return b.Do(func() (*ir.Value, error) { return NewLoad(b.Builder, ptr, mask, other), nil })
}

// Store creates a store; mask may be nil.
func (b *Builder) Store(ptr, value, mask *ir.Value) {
	if b.err == nil {
		NewStore(b.Builder, ptr, value, mask)
	}
}
