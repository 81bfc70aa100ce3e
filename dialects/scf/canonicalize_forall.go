package scf

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

func init() { // here, since patterns refer to the definitions that they belong to
	rewrite.Canonicalize(&ForallOp,
		&rewrite.Pattern{Name: "scf.forall.static-bounds", Rewrite: makeBoundsStatic},
		&rewrite.Pattern{Name: "scf.forall.unused-outputs", Rewrite: removeUnusedOutputs},
		&rewrite.Pattern{Name: "scf.forall.trivial-dims", Rewrite: foldTrivialForallDims},
		&rewrite.Pattern{Name: "scf.forall.constant-iv", Rewrite: replaceConstantIV},
	)
}

// bounds are the lower bounds, upper bounds and steps of an scf.forall, in this order.
type bounds [3][]MixedIndex

func (l Forall) bounds() bounds { return bounds{l.LowerBounds(), l.UpperBounds(), l.Steps()} }

// forallWith creates an scf.forall around a block. It copies the attributes of another scf.forall that are not bounds.
func forallWith(rw *rewrite.Rewriter, like *ir.Operation, at bounds, outputs []*ir.Value,
	body *ir.Block) *ir.Operation {
	st := rw.State(&ForallOp)
	var sizes []int32
	for i, name := range []string{staticLower, staticUpper, staticStep} {
		var static []int64
		dynamic := 0
		for _, m := range at[i] {
			if m.Value != nil {
				st.Operands = append(st.Operands, m.Value)
				m.Static = ir.Dynamic
				dynamic++
			}
			static = append(static, m.Static)
		}
		sizes = append(sizes, int32(dynamic))
		st.SetInherent(name, rw.Context().DenseI64(static...))
	}
	st.Operands = append(st.Operands, outputs...)
	st.SetSegments(append(sizes, int32(len(outputs)))...)
	st.SetInherent(mappingAttr, like.Inherent(mappingAttr))
	st.Types, st.Attrs, st.Loc = ir.TypesOf(outputs), like.Attrs(), like.Loc()
	r := &ir.Region{}
	r.Append(body)
	st.Regions = []*ir.Region{r}
	return rw.Create(st)
}

// makeBoundsStatic makes bounds static that are constants.
func makeBoundsStatic(rw *rewrite.Rewriter, op *ir.Operation) bool {
	l := Forall{op}
	at := l.bounds()
	changed := false
	for i := range at {
		for k, m := range at[i] {
			if m.Value == nil {
				continue
			}
			if c := constantIndex(m.Value); c != ir.Dynamic {
				at[i][k] = MixedIndex{Static: c}
				changed = true
			}
		}
	}
	if !changed {
		return false
	}
	body := &ir.Block{}
	args := copyArgs(rw.Context(), body, l.Body().Args())
	fresh := forallWith(rw, op, at, l.Outputs(), body)
	rw.MergeBlocks(l.Body(), body, args...)
	rw.ReplaceWithOp(op, fresh)
	return true
}

// copyArgs adds arguments with the types of values to a block and returns them.
func copyArgs(ctx *ir.Context, b *ir.Block, like []*ir.Value) (args []*ir.Value) {
	for _, v := range like {
		args = append(args, b.AddArg(ctx, v.Type(), v.Loc()))
	}
	return args
}

// removeUnusedOutputs removes shared tensors that nothing is inserted into or whose results are unused, together with
// the insertions.
func removeUnusedOutputs(rw *rewrite.Rewriter, op *ir.Operation) bool {
	l := Forall{op}
	end := l.Body().Last()
	drop := make([]bool, op.NumResults())
	for i, arg := range l.OutArgs() {
		drop[i] = !arg.IsUsedIn(end.Region(0))
	}
	if !slices.Contains(drop, true) {
		return false
	}
	body := &ir.Block{}
	args := copyArgs(rw.Context(), body, l.InductionVars())
	var kept []*ir.Value
	for i, out := range l.Outputs() {
		if drop[i] {
			args = append(args, out)
			continue
		}
		kept = append(kept, out)
		args = append(args, body.AddArg(rw.Context(), out.Type(), l.OutArgs()[i].Loc()))
	}
	fresh := forallWith(rw, op, l.bounds(), kept, body)
	rw.MergeBlocks(l.Body(), body, args...)
	results := l.Outputs()
	next := 0
	for i := range results {
		if !drop[i] {
			results[i] = fresh.Result(next)
			next++
		}
	}
	rw.Replace(op, results...)
	return true
}

// tripCount returns the number of iterations of dimension i, and whether it is known.
func (at bounds) tripCount(rw *rewrite.Rewriter, i int) (n uint64, known bool) {
	var values [3]int64
	for k := range at {
		m := at[k][i]
		if m.Value != nil {
			m.Static = constantIndex(m.Value)
		}
		values[k] = m.Static
	}
	lower, upper, step := values[0], values[1], values[2]
	switch {
	case at[0][i].Value != nil && at[0][i].Value == at[1][i].Value, step == 0:
		return 0, true
	case lower == ir.Dynamic || upper == ir.Dynamic:
		return 0, false
	case upper <= lower:
		return 0, true
	case step == ir.Dynamic:
		return 0, false
	case step < 0:
		return 0, true
	}
	distance := uint64(upper) - uint64(lower) // it may be too large for an int64
	return (distance-1)/uint64(step) + 1, true
}

// foldTrivialForallDims removes an scf.forall that never runs, and dimensions that have one iteration and are not
// mapped to processors.
func foldTrivialForallDims(rw *rewrite.Rewriter, op *ir.Operation) bool {
	l := Forall{op}
	if mapping, ok := op.Inherent(mappingAttr).(*ir.ArrayAttr); ok && len(mapping.Elems) > 0 {
		return false
	}
	at := l.bounds()
	var rest bounds
	body := &ir.Block{}
	once := make([]bool, l.Rank())
	for i := range once {
		n, known := at.tripCount(rw, i)
		if known && n == 0 {
			rw.Replace(op, l.Outputs()...)
			return true
		}
		once[i] = known && n == 1
	}
	if !slices.Contains(once, true) {
		return false
	}
	if !slices.Contains(once, false) {
		return inlineForall(rw, l, at)
	}
	var args []*ir.Value
	for i, iv := range l.InductionVars() {
		if once[i] {
			args = append(args, indexValue(rw, at[0][i]))
			continue
		}
		args = append(args, body.AddArg(rw.Context(), iv.Type(), iv.Loc()))
		for k := range rest {
			rest[k] = append(rest[k], at[k][i])
		}
	}
	args = append(args, copyArgs(rw.Context(), body, l.OutArgs())...)
	fresh := forallWith(rw, op, rest, l.Outputs(), body)
	rw.MergeBlocks(l.Body(), body, args...)
	rw.ReplaceWithOp(op, fresh)
	return true
}

// inlineForall replaces a loop of one iteration by its body. It keeps loops that insert into shared tensors, since
// other dialects handle these insertions.
func inlineForall(rw *rewrite.Rewriter, l Forall, at bounds) bool {
	end := l.Body().Last()
	if !end.Region(0).Entry().IsEmpty() {
		return false
	}
	var args []*ir.Value
	for i := range l.Rank() {
		args = append(args, indexValue(rw, at[0][i]))
	}
	rw.Erase(end)
	rw.InlineBlockBefore(l.Body(), l.Operation, append(args, l.Outputs()...)...)
	rw.Replace(l.Operation, l.Outputs()...)
	return true
}

func indexValue(rw *rewrite.Rewriter, m MixedIndex) *ir.Value {
	if m.Value != nil {
		return m.Value
	}
	return arith.NewIndex(rw.Builder, m.Static)
}

// replaceConstantIV replaces the induction variable of a dimension with one iteration by its lower bound.
func replaceConstantIV(rw *rewrite.Rewriter, op *ir.Operation) bool {
	l := Forall{op}
	at := l.bounds()
	changed := false
	for i, iv := range l.InductionVars() {
		if !iv.HasUses() {
			continue
		}
		if n, known := at.tripCount(rw, i); known && n == 1 {
			rw.ReplaceAllUses(iv, indexValue(rw, at[0][i]))
			changed = true
		}
	}
	return changed
}
