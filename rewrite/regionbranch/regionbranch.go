// Package regionbranch simplifies the values that are passed to the regions and results of structured operations, for
// every operation that implements [ir.RegionBranch]. It replaces values that are always the same and values that are
// passed twice, and it no longer passes values that nothing uses. Upstream has the same three patterns for its
// interface RegionBranchOpInterface.
//
// Dialects add them to the canonicalization of their operations with [Canonicalize].
package regionbranch

import (
	"encoding/binary"
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// Canonicalize adds the patterns of this package to the canonicalization of a definition that implements
// [ir.RegionBranch].
func Canonicalize(def *ir.OpDef) {
	rewrite.Canonicalize(def,
		&rewrite.Pattern{Name: def.Name + ".unify-inputs", Rewrite: unifyInputs},
		&rewrite.Pattern{Name: def.Name + ".merge-duplicate-inputs", Rewrite: mergeDuplicates},
		&rewrite.Pattern{Name: def.Name + ".remove-dead-inputs", Rewrite: removeDead},
	)
}

// flow holds the values that an operation passes to its regions and results.
type flow struct {
	op *ir.Operation
	// inputs are the region arguments and results that edges pass values to, in the order of the edges.
	inputs []input
	at     map[*ir.Value]int // index in inputs
}

// input is a region argument or a result that edges pass values to.
type input struct {
	value *ir.Value
	from  []use // the operands that are passed to it, one for each edge
}

// use is an operand of a point that control passes through.
type use struct {
	point *ir.Operation
	index int
}

func (u use) value() *ir.Value { return u.point.Operand(u.index) }

func flowOf(op *ir.Operation) *flow {
	branch, _ := ir.InterfaceOf[ir.RegionBranch](op)
	f := &flow{op: op, at: make(map[*ir.Value]int)}
	branch.RegionEdges(op, func(e ir.RegionEdge) bool {
		for i := range e.To - e.From {
			v := e.Input(op, i)
			at, known := f.at[v]
			if !known {
				at = len(f.inputs)
				f.at[v] = at
				f.inputs = append(f.inputs, input{value: v})
			}
			f.inputs[at].from = append(f.inputs[at].from, use{e.Point, e.From + i})
		}
		return true
	})
	return f
}

// unifyInputs replaces an input by the only value that is ever passed to it, directly or through other inputs, if that
// value is defined outside the operation.
func unifyInputs(rw *rewrite.Rewriter, op *ir.Operation) bool {
	if !passesValues(op) {
		return false
	}
	f := flowOf(op)
	changed := false
	for i := range f.inputs {
		v := f.inputs[i].value
		if !v.HasUses() {
			continue
		}
		if only := f.onlySource(i); only != nil && !op.IsAncestorOf(definer(only)) {
			rw.ReplaceAllUses(v, only)
			changed = true
		}
	}
	return changed
}

// passesValues reports whether op can have inputs at all. It is a cheap check.
func passesValues(op *ir.Operation) bool {
	if op.NumResults() > 0 {
		return true
	}
	for i := range op.NumRegions() {
		if r := op.Region(i); !r.IsEmpty() && r.Entry().NumArgs() > 0 {
			return true
		}
	}
	return false
}

// definer returns the operation that defines v, or whose region has v as an argument.
func definer(v *ir.Value) *ir.Operation {
	if def := v.DefiningOp(); def != nil {
		return def
	}
	return v.ArgumentOf().ParentOp()
}

// onlySource returns the only value, other than inputs, that reaches input i; nil if there is none or several.
func (f *flow) onlySource(i int) *ir.Value {
	var only *ir.Value
	seen := map[int]bool{i: true}
	for work := []int{i}; len(work) > 0; {
		from := f.inputs[work[len(work)-1]].from
		work = work[:len(work)-1]
		for _, u := range from {
			v := u.value()
			at, isInput := f.at[v]
			switch {
			case isInput && !seen[at]:
				seen[at] = true
				work = append(work, at)
			case !isInput && only != nil && only != v:
				return nil
			case !isInput:
				only = v
			}
		}
	}
	return only
}

// mergeDuplicates replaces an input by an earlier one, of the same region or an earlier result, to which the same
// values are passed.
func mergeDuplicates(rw *rewrite.Rewriter, op *ir.Operation) bool {
	if !passesValues(op) {
		return false
	}
	f := flowOf(op)
	type flowing struct {
		point *ir.Operation
		value *ir.Value
	}
	ids := make(map[flowing]uint64)
	first := make(map[string]*ir.Value) // by block (none for a result) and the values passed
	changed := false
	var key []byte
	for _, in := range f.inputs {
		key = key[:0]
		if b := in.value.ArgumentOf(); b != nil {
			key = append(key, byte(b.Region().Index()+1))
		}
		for _, u := range in.from {
			id, known := ids[flowing{u.point, u.value()}]
			if !known {
				id = uint64(len(ids))
				ids[flowing{u.point, u.value()}] = id
			}
			key = binary.AppendUvarint(append(key, 0), id)
		}
		switch v := first[string(key)]; {
		case v == nil:
			first[string(key)] = in.value
		case in.value.HasUses():
			rw.ReplaceAllUses(in.value, v)
			changed = true
		}
	}
	return changed
}

// removeDead removes inputs without uses, and the operands that are passed only to them.
func removeDead(rw *rewrite.Rewriter, op *ir.Operation) bool {
	if !passesValues(op) {
		return false
	}
	f := flowOf(op)
	dead := f.dead()
	if !slices.Contains(dead, true) {
		return false
	}
	drop := make(map[*ir.Operation][]bool) // operands to drop, by point
	points := []*ir.Operation{}
	results := make([]bool, op.NumResults())
	for i, in := range f.inputs {
		if !dead[i] {
			continue
		}
		for _, u := range in.from {
			if drop[u.point] == nil {
				drop[u.point] = make([]bool, u.point.NumOperands())
				points = append(points, u.point)
			}
			drop[u.point][u.index] = true
		}
		if in.value.DefiningOp() == op {
			results[in.value.Index()] = true
		}
	}
	for _, p := range points {
		if p != op {
			rw.Modify(p, func() { p.SetOperands(without(p.OperandValues(), drop[p])) })
		}
	}
	f.eraseArgs(dead)
	rebuild(rw, op, drop[op], results)
	return true
}

// eraseArgs erases the dead arguments, the last one first.
func (f *flow) eraseArgs(dead []bool) {
	for i := len(f.inputs) - 1; i >= 0; i-- {
		if v := f.inputs[i].value; dead[i] && v.DefiningOp() == nil {
			v.ArgumentOf().EraseArg(v.Index())
		}
	}
}

// dead reports for each input whether it can be removed: neither it nor any input that shares an operand with it has
// uses.
func (f *flow) dead() []bool {
	groups := newGroups(len(f.inputs))
	owner := make(map[use]int)
	for i, in := range f.inputs {
		for _, u := range in.from {
			if first, known := owner[u]; known {
				groups.join(first, i)
			} else {
				owner[u] = i
			}
		}
	}
	alive := make([]bool, len(f.inputs)) // by representative
	for i, in := range f.inputs {
		if in.value.HasUses() {
			alive[groups.of(i)] = true
		}
	}
	dead := make([]bool, len(f.inputs))
	for i := range dead {
		dead[i] = !alive[groups.of(i)]
	}
	return dead
}

// rebuild replaces op by a new operation without the dropped operands and results, and moves its regions there. drop
// may be nil.
func rebuild(rw *rewrite.Rewriter, op *ir.Operation, drop, results []bool) {
	if !slices.Contains(results, true) {
		rw.Modify(op, func() { op.SetOperands(without(op.OperandValues(), drop)) })
		return
	}
	st := &ir.OpState{Info: op.Info(), Operands: without(op.OperandValues(), drop),
		Types:      without(op.ResultTypes(), results),
		Properties: op.Properties(), Attrs: op.Attrs(), Loc: op.Loc()}
	for range op.NumRegions() {
		st.Regions = append(st.Regions, &ir.Region{})
	}
	fresh := rw.Create(st)
	for i := range op.NumRegions() {
		rw.InlineRegionAtEnd(op.Region(i), fresh.Region(i))
	}
	kept := 0
	for i, r := range op.Results() {
		if !results[i] {
			rw.ReplaceAllUses(r, fresh.Result(kept))
			kept++
		}
	}
	rw.Erase(op)
}

// without returns the elements of a list that are not marked; a nil mask marks none.
func without[T any](list []T, marked []bool) []T {
	out := make([]T, 0, len(list))
	for i, e := range list {
		if marked == nil || !marked[i] {
			out = append(out, e)
		}
	}
	return out
}
