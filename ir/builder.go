package ir

import "fmt"

// Builder creates operations at an insertion point. Make one with [NewBuilder]; it serves one goroutine.
type Builder struct {
	ctx    *Context
	arena  *Arena
	block  *Block
	before *Operation // nil for the block's end
	around *Operation // the operation that will hold a block which belongs to no operation yet
	loc    locRef
	notify func(op *Operation) // told of every operation that the builder inserts; may be nil
	spare  []*OpState          // states of operations that have been created, for reuse
}

// NewBuilder returns a builder without an insertion point: what it creates belongs to no block.
func NewBuilder(ctx *Context) *Builder { return &Builder{ctx: ctx, arena: new(Arena)} }

// Context returns the builder's context.
func (b *Builder) Context() *Context { return b.ctx }

// Arena returns the builder's allocator.
func (b *Builder) Arena() *Arena { return b.arena }

// AtEnd moves the insertion point to the end of a block and returns b.
func (b *Builder) AtEnd(block *Block) *Builder {
	b.block, b.before = block, nil
	return b
}

// AtStart moves the insertion point to the start of a block and returns b.
func (b *Builder) AtStart(block *Block) *Builder {
	b.block, b.before = block, block.first
	return b
}

// Before moves the insertion point to just before op and returns b.
func (b *Builder) Before(op *Operation) *Builder {
	b.block, b.before = op.block, op
	return b
}

// After moves the insertion point to just after op and returns b.
func (b *Builder) After(op *Operation) *Builder {
	b.block, b.before = op.block, op.next
	return b
}

// Block returns the block of the insertion point, or nil.
func (b *Builder) Block() *Block { return b.block }

// Inside returns a copy of b whose insertion point is the end of a block. The block may be in a region that no
// operation has yet. The copy then has the same [Builder.Around] as b.
func (b *Builder) Inside(block *Block) *Builder {
	inner := *b
	inner.around = b.Around()
	return inner.AtEnd(block)
}

// Around returns the operation that holds the insertion point, or will hold it; nil if there is none. Operations whose
// types depend on attributes of enclosing operations look for them from there.
func (b *Builder) Around() *Operation {
	if b.block != nil {
		if op := b.block.ParentOp(); op != nil && (b.around == nil || !yetToBeHeld(op)) {
			return op
		}
	}
	return b.around
}

// yetToBeHeld reports whether the outermost operation around op, or op itself, is in a block. The region of that block
// then belongs to no operation yet.
func yetToBeHeld(op *Operation) bool {
	for op.Parent() != nil {
		op = op.Parent()
	}
	return op.Block() != nil
}

// SetLoc sets the location of the operations that b creates from now on, if their state gives none.
func (b *Builder) SetLoc(l Location) { b.loc = b.ctx.locRef(l) }

// CopyLoc makes the operations that b creates from now on use from's location. It is cheaper than SetLoc, since the
// location is not resolved.
func (b *Builder) CopyLoc(from *Operation) { b.loc = from.loc }

// Loc returns the location set last.
func (b *Builder) Loc() Location { return b.ctx.location(b.loc) }

// OnInsert makes b call f for every operation that it inserts from now on. Rewrite drivers use it.
func (b *Builder) OnInsert(f func(op *Operation)) { b.notify = f }

// Insert puts an operation at the insertion point and returns it.
func (b *Builder) Insert(op *Operation) *Operation {
	if b.block != nil {
		b.block.InsertBefore(op, b.before)
	}
	if b.notify != nil {
		b.notify(op)
	}
	return op
}

// Create makes the operation that st describes and inserts it. Result types that st leaves out are inferred where the
// definition allows it.
func (b *Builder) Create(st *OpState) *Operation {
	st.fallback = b.loc
	if def := st.Info.Def; def != nil && len(st.Types) == 0 && len(def.Results) > 0 {
		if types, err := inferTypes(b.ctx, st, st.ownTypes[:0]); err == nil {
			st.Types = types
		}
	}
	return b.Insert(b.finish(st))
}

// Build creates an operation of a registered definition and inserts it. operands has one value for each declared
// operand; attrs may hold inherent and discardable attributes. Result types are inferred. Build panics if the context
// has not loaded the definition or the types cannot be inferred, since both are bugs of the calling program.
func (b *Builder) Build(def *OpDef, operands []*Value, attrs ...NamedAttr) *Operation {
	return b.Insert(b.Detached(def, operands, attrs...))
}

// Detached is [Builder.Build] without the insertion.
func (b *Builder) Detached(def *OpDef, operands []*Value, attrs ...NamedAttr) *Operation {
	st := b.State(def)
	st.Operands, st.fallback = operands, b.loc
	for _, a := range attrs {
		st.AddAttr(a.Name, a.Value)
	}
	if len(def.Results) > 0 {
		types, err := inferTypes(b.ctx, st, st.ownTypes[:0])
		if err != nil {
			panic(fmt.Sprintf("ir: building %s: %v", def.Name, err))
		}
		st.Types = types
	}
	return b.finish(st)
}

// finish creates the operation that st describes. If st is a state of the builder, it is kept for reuse.
func (b *Builder) finish(st *OpState) *Operation {
	op := b.arena.Create(st)
	if st.from == b {
		st.from = nil
		b.spare = append(b.spare, st)
	}
	return op
}

// State returns an empty state for one operation of a registered definition. The state must not be used after that
// operation has been created. State panics if the context has not loaded the definition.
func (b *Builder) State(def *OpDef) *OpState {
	info := b.ctx.defined(def)
	st := b.newState()
	*st = OpState{Info: info, Inherent: st.Inherent[:0], from: b}
	st.Operands, st.Types = st.ownOperands[:0], st.ownTypes[:0]
	return st
}

// StateLike is [Builder.State] for an operation with the definition, attributes and successors of op. Operands, results
// and regions are up to the caller.
func (b *Builder) StateLike(op *Operation) *OpState {
	st := b.State(op.Def())
	if d, ok := op.Properties().(*DictAttr); ok {
		st.Inherent = append(st.Inherent, d.Entries...)
	}
	st.Attrs = op.Attrs()
	for i := range op.NumSuccessors() {
		st.Successors = append(st.Successors, op.Successor(i))
	}
	return st
}

func (b *Builder) newState() *OpState {
	n := len(b.spare)
	if n == 0 {
		return new(OpState)
	}
	st := b.spare[n-1]
	b.spare = b.spare[:n-1]
	return st
}
