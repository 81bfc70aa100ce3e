package rewrite

import "github.com/girih-ir/girih/ir"

// Listener is notified of changes that are made through a [Rewriter]. Drivers use it to find the operations to visit
// again.
type Listener interface {
	// Inserted is called after op, new or moved, was inserted into a block. It is also called for each operation in its
	// regions.
	Inserted(op *ir.Operation)
	// Modified is called after operands, attributes or anything else of op itself has changed.
	Modified(op *ir.Operation)
	// Erasing is called before op is erased with everything in its regions, Erased afterwards.
	Erasing(op *ir.Operation)
	Erased()
}

// Rewriter makes the changes of a pattern to the IR, and notifies its listener of each. It embeds a builder. Drivers
// place it just before the matched operation and set its location to that of the operation.
type Rewriter struct {
	*ir.Builder
	listener Listener
	folding  ir.Folding
	refused  bool  // whether an operation would have been replaced by itself
	match    Match // reused by the rules, which are tried one after the other
}

// NewRewriter returns a rewriter for use outside a driver. The listener may be nil.
func NewRewriter(ctx *ir.Context, l Listener) *Rewriter {
	if l == nil {
		l = nobody{}
	}
	rw := &Rewriter{Builder: ir.NewBuilder(ctx), listener: l}
	rw.OnInsert(rw.inserted)
	return rw
}

// nobody is a listener that does nothing.
type nobody struct{}

func (nobody) Inserted(*ir.Operation) {}
func (nobody) Modified(*ir.Operation) {}
func (nobody) Erasing(*ir.Operation)  {}
func (nobody) Erased()                {}

// inserted notifies the listener of an operation and of all operations in its regions.
func (rw *Rewriter) inserted(op *ir.Operation) {
	rw.listener.Inserted(op)
	for inner := range op.Nested() {
		rw.inserted(inner)
	}
}

// Replace replaces the results of op by values, one for each, and erases op. In graph regions values may depend on
// themselves: if one of the values is a result of op itself, nothing happens and the pattern counts as not matched.
func (rw *Rewriter) Replace(op *ir.Operation, values ...*ir.Value) {
	for _, v := range values {
		if v.DefiningOp() == op {
			rw.refused = true
			return
		}
	}
	for i, v := range values {
		rw.ReplaceAllUses(op.Result(i), v)
	}
	rw.Erase(op)
}

// ReplaceWithOp replaces op by another operation with as many results.
func (rw *Rewriter) ReplaceWithOp(op, by *ir.Operation) {
	for i := range op.NumResults() {
		rw.ReplaceAllUses(op.Result(i), by.Result(i))
	}
	rw.Erase(op)
}

// ReplaceAllUses replaces every use of v by w.
func (rw *Rewriter) ReplaceAllUses(v, w *ir.Value) {
	if v == w {
		return
	}
	for u := range v.Uses() {
		rw.listener.Modified(u.Owner())
	}
	v.ReplaceAllUsesWith(w)
}

// ReplaceUsesIf replaces v by w in the uses for which replace returns true.
func (rw *Rewriter) ReplaceUsesIf(v, w *ir.Value, replace func(*ir.Operand) bool) {
	for u := range v.Uses() {
		if replace(u) {
			u.Set(w)
			rw.listener.Modified(u.Owner())
		}
	}
}

// ReplaceUsesIn replaces v by w inside a region, at any depth, and reports whether v was used there. It visits either
// the uses of v or the operations of the region, whichever are fewer. For example, the condition of many branches has
// many uses, but few in each branch.
func (rw *Rewriter) ReplaceUsesIn(v, w *ir.Value, r *ir.Region) (replaced bool) {
	if v == w {
		return false
	}
	if fewerUses(v, r) {
		for u := range v.Uses() {
			if r.IsAncestorOf(u.Owner().ParentRegion()) {
				u.Set(w)
				rw.listener.Modified(u.Owner())
				replaced = true
			}
		}
		return replaced
	}
	walkRegion(r, func(op *ir.Operation) bool {
		uses := false
		for i := range op.NumOperands() {
			if op.Operand(i) == v {
				op.SetOperand(i, w)
				uses = true
			}
		}
		if uses {
			rw.listener.Modified(op)
			replaced = true
		}
		return true
	})
	return replaced
}

// fewerUses reports whether v has at most as many uses as r has operations. It counts only as far as needed.
func fewerUses(v *ir.Value, r *ir.Region) bool {
	uses := v.FirstUse()
	walkRegion(r, func(*ir.Operation) bool {
		if uses == nil {
			return false
		}
		uses = uses.NextUse()
		return true
	})
	return uses == nil
}

// walkRegion calls f for the operations in r, at any depth, until it returns false.
func walkRegion(r *ir.Region, f func(*ir.Operation) bool) bool {
	for b := range r.Blocks() {
		for op := range b.Ops() {
			if !f(op) {
				return false
			}
			for i := range op.NumRegions() {
				if !walkRegion(op.Region(i), f) {
					return false
				}
			}
		}
	}
	return true
}

// Modify runs f, which changes op in place.
func (rw *Rewriter) Modify(op *ir.Operation, f func()) {
	f()
	rw.listener.Modified(op)
}

// Erase removes an operation that has no uses, with its regions.
func (rw *Rewriter) Erase(op *ir.Operation) {
	rw.listener.Erasing(op)
	op.Erase()
	rw.listener.Erased()
}

// MoveBefore moves op to just before another operation.
func (rw *Rewriter) MoveBefore(op, before *ir.Operation) {
	op.MoveBefore(before)
	rw.listener.Inserted(op)
}

// MoveToEnd moves op to the end of a block.
func (rw *Rewriter) MoveToEnd(op *ir.Operation, b *ir.Block) {
	op.MoveToEnd(b)
	rw.listener.Inserted(op)
}

// Clone copies op to the insertion point; see [ir.Arena.Clone].
func (rw *Rewriter) Clone(op *ir.Operation, m *ir.Mapping) *ir.Operation {
	return rw.Builder.Clone(op, m)
}

// CreateOrFold returns the results of an operation of a registered definition. If all of them fold, it returns the
// folded values; otherwise it creates the operation, as [ir.Builder.Build] does.
func (rw *Rewriter) CreateOrFold(def *ir.OpDef, operands []*ir.Value, attrs ...ir.NamedAttr) []*ir.Value {
	op := rw.Detached(def, operands, attrs...)
	if values := rw.fold(op); values != nil {
		op.DropAllReferences()
		return values
	}
	return rw.Insert(op).ResultValues()
}

// fold returns the values that the results of an operation fold to, with constants materialized at the insertion point;
// nil if they do not all fold.
func (rw *Rewriter) fold(op *ir.Operation) []*ir.Value {
	if op.HasTrait(ir.ConstantLike) {
		return nil
	}
	f := &rw.folding
	f.ConstantsOnly = true
	f.SetOperands(op)
	if op.Fold(f) != ir.Folded {
		return nil
	}
	values := make([]*ir.Value, len(f.Results))
	var made []*ir.Operation
	for i, r := range f.Results {
		if values[i] = r.Value; r.Value != nil {
			continue
		}
		c := materialize(rw.Builder, op, r.Constant, op.Result(i).Type())
		if c == nil {
			for _, m := range made {
				rw.Erase(m)
			}
			return nil
		}
		made = append(made, c)
		values[i] = c.Result(0)
	}
	return values
}

// materialize creates a constant by the dialect of op, at the builder's location. It returns nil if the dialect cannot.
func materialize(b *ir.Builder, op *ir.Operation, value ir.Attribute, t ir.Type) *ir.Operation {
	if d := op.Info().Dialect; d != nil && d.Constant != nil {
		return d.Constant(b, value, t, nil)
	}
	return nil
}
