package inline

import (
	"iter"

	"github.com/girih-ir/girih/ir"
)

// workspace is memory that is reused from one inlined call to the next.
type workspace struct {
	builder *ir.Builder
	mapping ir.Mapping
	results []*ir.Value
}

// inlined is a body that has been inserted next to a call. A body of several blocks is inserted behind it, and still
// ends in its returns: these are the blocks from first up to, but excluding, after, which has the operations behind the
// call. A body of one block is inserted before the call: these are the operations from op up to the call.
type inlined struct {
	builder      *ir.Builder
	first, after *ir.Block
	op           *ir.Operation
	results      []*ir.Value // the values that replace the call's results, if the body is a single block
}

// inlineBody inserts a body next to a call.
func (w *workspace) inlineBody(call, callee *ir.Operation, body *ir.Region, move bool) (inlined, bool) {
	from, ok := mayInline(call, callee, body)
	if !ok {
		return inlined{}, false
	}
	if isSingle(body) && areDistinct(call, from, body.Entry().NumArgs()) {
		return w.inlineBlock(call, body, from, move), true
	}
	before := call.Block()
	in := inlined{builder: w.builder, after: before.SplitBefore(call.Next())}
	var moved ir.Region
	if move {
		moved.TakeBlocks(body)
	} else {
		w.mapping.Reset()
		w.builder.Arena().CloneRegion(body, &moved, &w.mapping)
	}
	in.first = moved.Entry()
	for i, arg := range in.first.Args() {
		arg.ReplaceAllUsesWith(call.Operand(from + i))
	}
	for at := before; !moved.IsEmpty(); at = at.Next() {
		b := moved.Entry()
		moved.Remove(b)
		before.Region().InsertAfter(b, at)
	}
	for b := in.first; b != in.after; b = b.Next() {
		b.InlineLocs(call)
	}
	return in, true
}

// areDistinct reports whether n operands of a call are all different, and not too many. Then the order of their use
// lists does not depend on when they replace the arguments.
func areDistinct(call *ir.Operation, from, n int) bool {
	const many = 16
	for i := range n {
		for k := range i {
			if call.Operand(from+i) == call.Operand(from+k) {
				return false
			}
		}
	}
	return n <= many
}

// inlineBlock inserts the operations of a body of one block before a call.
func (w *workspace) inlineBlock(call *ir.Operation, body *ir.Region, from int, move bool) inlined {
	entry := body.Entry()
	end, before := entry.Last(), call.Prev()
	w.results = w.results[:0]
	if move {
		for i, arg := range entry.Args() {
			arg.ReplaceAllUsesWith(call.Operand(from + i))
		}
		for _, v := range end.Operands() {
			w.results = append(w.results, v)
		}
		end.Erase()
		for op := range entry.Ops() {
			op.MoveBefore(call)
		}
		body.Remove(entry)
	} else {
		w.mapping.Reset()
		for i, arg := range entry.Args() {
			w.mapping.Map(arg, call.Operand(from+i))
		}
		w.builder.Arena().CloneOps(entry.First(), end, call, &w.mapping)
		for _, v := range end.Operands() {
			w.results = append(w.results, w.mapping.Lookup(v))
		}
	}
	in := inlined{op: call.Block().First(), results: w.results}
	if before != nil {
		in.op = before.Next()
	}
	for op := in.op; op != call; op = op.Next() {
		op.InlineLocs(call)
	}
	return in
}

// mayInline reports whether a call can be replaced by a body, and the index of the first operand that the body
// receives.
func mayInline(call, callee *ir.Operation, body *ir.Region) (from int, ok bool) {
	if body.IsEmpty() {
		return 0, false
	}
	from, ok = matchCall(call, callee, body.Entry())
	return from, ok && fitsInto(call, callee, body) && isLegal(call, callee, body)
}

// matchCall checks that the operands and results of a call have the types of the callee, and returns the index of the
// first operand that is passed.
func matchCall(call, callee *ir.Operation, entry *ir.Block) (from int, ok bool) {
	c, isCall := ir.InterfaceOf[ir.Call](call)
	f, isCallable := ir.InterfaceOf[ir.Callable](callee)
	if !isCall || !isCallable {
		return 0, false
	}
	from, to := c.CallArguments(call)
	results := f.CallableResults(callee)
	if to-from != entry.NumArgs() || call.NumResults() != len(results) {
		return 0, false
	}
	for i, arg := range entry.Args() {
		if call.Operand(from+i).Type() != arg.Type() {
			return 0, false
		}
	}
	for i, t := range results {
		if call.Result(i).Type() != t {
			return 0, false
		}
	}
	return from, true
}

// fitsInto reports whether the region around a call may have as many blocks as inlining would give it.
func fitsInto(call, callee *ir.Operation, body *ir.Region) bool {
	around := call.Parent()
	if around == nil || call.Next() == nil {
		return false
	}
	if isSingle(body) || around.Name() == callee.Name() {
		return true
	}
	return around.Def() != nil && !around.HasTrait(ir.SingleBlock)
}

// isSingle reports whether a body can be inserted into a block without splitting it.
func isSingle(body *ir.Region) bool {
	return body.HasOneBlock() && body.Entry().Last() != nil && body.Entry().Last().HasTrait(ir.ReturnLike)
}

// isLegal asks the dialects whether a call can be inlined.
func isLegal(call, callee *ir.Operation, body *ir.Region) bool {
	if i := inlining(call); i == nil || i.Call != nil && !i.Call(call, callee) {
		return false
	}
	if i := inlining(call.Parent()); i == nil || i.Into != nil && !i.Into(call.Parent()) {
		return false
	}
	for b := range body.Blocks() {
		for op := range b.Ops() {
			legal := true
			op.Walk(func(inner *ir.Operation) bool {
				i := inlining(inner)
				legal = legal && i != nil && (i.Op == nil || i.Op(inner))
				return legal
			})
			if !legal {
				return false
			}
		}
		if last := b.Last(); last.HasTrait(ir.ReturnLike) && !isSingle(body) {
			if _, ok := ir.InterfaceOf[ir.InlinedReturn](last); !ok {
				return false
			}
		}
	}
	return true
}

func inlining(op *ir.Operation) *ir.Inlining {
	if d := op.Info().Dialect; d != nil {
		return d.Inlining
	}
	return nil
}

// finish connects the inlined returns to the operations behind the call, and replaces the uses of the call's results.
func (in *inlined) finish(call *ir.Operation) {
	if i := inlining(call); i.Inlined != nil {
		i.Inlined(call, in.body(call))
	}
	if in.first == nil {
		for i, v := range in.results {
			call.Result(i).ReplaceAllUsesWith(v)
		}
		return
	}
	before := call.Block()
	if end := in.first.Last(); in.first.Next() == in.after && end.HasTrait(ir.ReturnLike) {
		for i, v := range call.Results() {
			v.ReplaceAllUsesWith(end.Operand(i))
		}
		end.Erase()
		in.first.SpliceEnd(in.after)
		in.after.Region().Remove(in.after)
	} else {
		in.branch(call)
	}
	before.SpliceEnd(in.first)
	in.first.Region().Remove(in.first)
}

// body describes the inlined body to the call's dialect.
func (in *inlined) body(call *ir.Operation) ir.InlinedBody {
	if in.first == nil {
		return ir.InlinedBody{Entry: between(in.op, call), Rest: between(nil, nil), Ends: []*ir.Operation{call}}
	}
	body := ir.InlinedBody{Entry: in.first.Ops(), Rest: func(yield func(*ir.Operation) bool) {
		for b := in.first.Next(); b != in.after; b = b.Next() {
			for op := range b.Ops() {
				if !yield(op) {
					return
				}
			}
		}
	}}
	for b := in.first; b != in.after; b = b.Next() {
		if end := b.Last(); end.HasTrait(ir.ReturnLike) {
			body.Ends = append(body.Ends, end)
		}
	}
	return body
}

// between yields the operations of a block from first up to end. The current operation may be moved or erased.
func between(first, end *ir.Operation) iter.Seq[*ir.Operation] {
	return func(yield func(*ir.Operation) bool) {
		for op := first; op != end; {
			next := op.Next()
			if !yield(op) {
				return
			}
			op = next
		}
	}
}

// branch replaces returns by branches. The block behind the call gets the call's results as arguments.
func (in *inlined) branch(call *ir.Operation) {
	for _, v := range call.Results() {
		v.ReplaceAllUsesWith(in.after.AddArg(call.Context(), v.Type(), call.Loc()))
	}
	for b := in.first; b != in.after; b = b.Next() {
		end := b.Last()
		if how, ok := ir.InterfaceOf[ir.InlinedReturn](end); ok {
			how.BranchInstead(in.builder.Before(end), end, in.after).CopyLoc(end)
			end.Erase()
		}
	}
}
