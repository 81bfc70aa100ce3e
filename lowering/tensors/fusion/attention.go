package fusion

import (
	"fmt"
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/internal/pairs"
	"github.com/girih-ir/girih/pass"
)

// Limits of the operations between two products, and of the features of a row, of which a kernel keeps a tile in
// registers.
const (
	maxBetween   = 128
	maxFeatures  = 256
	maxGradients = 128 // largest number of features if several sums are kept
	minRows      = 16  // rows of the smallest tile that tensor cores multiply
	maxIndices   = 32  // largest number of operations that compute a mask
)

// attention is two products of narrow floats. The second one multiplies weights, which are computed from the result of
// the first one by a softmax or similar. A region with both never stores the weights, of which there is one for each
// pair of a row and a column.
type attention struct {
	f      fn.Func
	second *ir.Operation
	ops    map[*ir.Operation]bool // the operations of the region
	reach  map[*ir.Value]*ir.Operation
	looked int

	exponential bool // whether there is an exponential between the products
	found       *attentionsFound
}

// attentionsFound collects which products behind a softmax became regions, and why others did not.
type attentionsFound struct {
	regions, operations int
	fused               []*ir.Diagnostic // remarks on what the regions save
	apart               []refusal
}

// attentions outlines all attentions of f as functions, and calls them.
func attentions(f fn.Func, names func(base string) string) *attentionsFound {
	var products []*ir.Operation
	for op := range f.Entry().Ops() {
		if prim.IsFloatProduct(op) && op.Is(&prim.Dot) {
			products = append(products, op)
		}
	}
	found := new(attentionsFound)
	for _, op := range products {
		if op.Parent() == nil {
			continue // it is part of an outlined function already
		}
		a := &attention{f: f, second: op, ops: map[*ir.Operation]bool{}, reach: map[*ir.Value]*ir.Operation{}, found: found}
		for i := range 2 {
			first := a.scores(op.Operand(i))
			if first == nil {
				continue
			}
			if err := a.outline(op.Operand(i), first, names); err != nil && a.exponential {
				found.apart = append(found.apart, refusal{op, first, err})
			}
			break
		}
	}
	return found
}

// report emits the remarks.
func (found *attentionsFound) report(ctx *pass.Context, o Options) {
	for _, d := range found.fused {
		if o.Remarks {
			ctx.Remark(d)
		}
	}
	for _, r := range found.apart {
		ctx.Remark(r.op.Errorf("cannot be fused with %s, whose softmax it sums over, to attention: %w", r.producer.Name(),
			r.err))
	}
}

// scores returns a product that a value is computed from by elementwise operations, reductions and the like. It returns
// nil if there is none.
func (a *attention) scores(v *ir.Value) *ir.Operation {
	if first, ok := a.reach[v]; ok {
		return first
	}
	a.reach[v] = nil
	op := v.DefiningOp()
	a.looked++
	switch {
	case op == nil || a.looked > maxBetween || op.NumResults() != 1:
		return nil
	case op.Is(&prim.Dot):
		if op != a.second && prim.IsFloatProduct(op) {
			a.reach[v] = op
		}
		return a.reach[v]
	case op.Is(&prim.Fill), !isBetween(op):
		return nil
	}
	for _, x := range op.Operands() {
		if first := a.scores(x); first != nil {
			a.reach[v] = first
		}
	}
	a.exponential = a.exponential || a.reach[v] != nil && op.Is(&prim.Exp)
	return a.reach[v]
}

// isBetween reports whether an operation may be between two products of a region.
func isBetween(op *ir.Operation) bool {
	switch op.Def() {
	case &prim.ExpandDims, &prim.Squeeze, &prim.BroadcastInDim:
		return op.NumOperands() == 1
	}
	return prim.IsElementwise(op) || prim.IsReduction(op)
}

// outline outlines the operations from the first product to the second one, and the conversions of its result.
func (a *attention) outline(weights *ir.Value, first *ir.Operation, names func(base string) string) error {
	a.ops[first], a.ops[a.second] = true, true
	if err := a.collect(weights); err != nil {
		return err
	}
	last := a.second
	for {
		next := onlyUser(last.Result(0))
		if next == nil || !next.Is(&prim.ConvertElementType) {
			break
		}
		last = next
		a.ops[last] = true
	}
	ops := inOrder(a.ops)
	if err := areStatic(ops); err != nil {
		return err
	}
	others := slices.DeleteFunc(escaping(ops), func(v *ir.Value) bool { return v == last.Result(0) })
	if len(others) > 0 {
		if err := a.outlineGradient(ops, last, others, names); err != nil {
			return err
		}
		ops = inOrder(a.ops)
	}
	all := a.withIndices(ops)
	found, err := pairs.Find(all)
	if err == nil {
		err = suits(found)
	}
	if err != nil {
		return err
	}
	a.call(last, names, all, escaping(ops))
	for _, op := range slices.Backward(all) {
		if a.ops[op] || !op.Result(0).HasUses() {
			op.Erase()
		}
	}
	return nil
}

// call outlines operations as a function, and calls it behind the last of them.
func (a *attention) call(last *ir.Operation, names func(base string) string, ops []*ir.Operation, results []*ir.Value) {
	region := function(ir.NewBuilder(a.f.Context()).After(a.f.Operation), names(ir.SymbolNameOf(a.f.Operation)),
		prim.Attention, ops, results)
	b := ir.NewBuilder(a.f.Context()).After(last)
	b.CopyLoc(last)
	call := fn.NewCall(b, region, inputs(ops)...)
	a.found.regions++
	a.found.operations += len(ops)
	a.found.fused = append(a.found.fused, last.Errorf("ends a region of %d operations, %s: it moves %s, separate kernels "+
		"would move %s", len(ops), prim.Attention,
		bytesText(bytesTogether(ops, usualSize)), bytesText(bytesApart(ops, usualSize))))
	for i, v := range results {
		v.ReplaceAllUsesWith(call.Result(i))
	}
}

// collect adds the operations that compute v from the first product to the region. It also adds constants, and
// elementwise operations that only the region uses.
func (a *attention) collect(v *ir.Value) error {
	op := v.DefiningOp()
	switch {
	case op == nil || a.ops[op]:
		return nil
	case a.reach[v] == nil && (!prim.IsElementwise(op) || !a.isOwn(v)):
		return nil
	case op.Is(&prim.Dot):
		return fmt.Errorf("%w: weights are computed from several products", prim.ErrApart)
	case len(a.ops) > maxBetween:
		return fmt.Errorf("%w: a region has at most %d operations", prim.ErrApart, maxBetween)
	}
	a.ops[op] = true
	if isConstant(op) {
		return nil // it uses only the shape of its operand
	}
	for _, x := range op.Operands() {
		if err := a.collect(x); err != nil {
			return err
		}
	}
	return nil
}

// isOwn reports whether only operations of the region use a value.
func (a *attention) isOwn(v *ir.Value) bool {
	for use := range v.Uses() {
		if !a.ops[use.Owner()] {
			return false
		}
	}
	return true
}

// inOrder returns operations in the order of the function.
func inOrder(set map[*ir.Operation]bool) (ops []*ir.Operation) {
	for op := range set {
		ops = append(ops, op)
	}
	slices.SortFunc(ops, func(x, y *ir.Operation) int {
		switch {
		case x == y:
			return 0
		case x.IsBefore(y):
			return -1
		}
		return 1
	})
	return ops
}

// areStatic returns an error if a size is unknown.
func areStatic(ops []*ir.Operation) error {
	for _, op := range ops {
		for _, v := range append(op.OperandValues(), op.Result(0)) {
			if t, ok := prim.TensorOf(v.Type()); !ok || slices.Contains(t.Shape, ir.Dynamic) {
				return fmt.Errorf("%w: sizes of %s are unknown", prim.ErrApart, op.Name())
			}
		}
	}
	return nil
}

// withIndices adds operations that compute only with indices and constants, such as a causal mask. A kernel knows the
// indices of its tile.
func (a *attention) withIndices(ops []*ir.Operation) []*ir.Operation {
	all := make(map[*ir.Operation]bool)
	for _, op := range ops {
		all[op] = true
	}
	for _, v := range inputs(withoutConstants(slices.Clone(ops))) {
		if own := indices(v, nil); own != nil {
			for _, op := range own {
				all[op] = true
			}
		}
	}
	return inOrder(all)
}

// indices returns list and the operations that compute v from indices and constants. It returns nil if v depends on
// anything else.
func indices(v *ir.Value, list []*ir.Operation) []*ir.Operation {
	op := v.DefiningOp()
	switch {
	case op == nil || len(list) > maxIndices || !op.Is(&prim.Iota) && !isConstant(op) && !isBetween(op) ||
		prim.IsReduction(op) || prim.DtypeOf(ir.ElementOrSelf(v.Type())) == prim.Float:
		return nil
	case slices.Contains(list, op):
		return list
	case op.Is(&prim.Iota) && op.NumOperands() > 0:
		return nil // its size is unknown
	}
	if !isConstant(op) {
		for _, x := range op.Operands() {
			if list = indices(x, list); list == nil {
				return nil
			}
		}
	}
	return append(list, op)
}

// suits returns an error if there is no kernel for a region.
func suits(p *pairs.Pairs) error {
	softmax, err := p.Softmax()
	if err != nil {
		return err
	}
	if elem := ir.ElementOrSelf(softmax.Exponents.Type()); ir.ElementBits(elem) != 32 {
		return fmt.Errorf("%w: exponents are of type %s, not f32", prim.ErrApart, elem)
	}
	return suitsTiles(p, maxFeatures)
}

// suitsGradient is suits for a region that computes the weights again.
func suitsGradient(p *pairs.Pairs) error {
	if len(p.Reductions) > 0 {
		return fmt.Errorf("%w: %s uses a whole row of scores", prim.ErrApart, p.Reductions[0].Name())
	}
	return suitsTiles(p, maxGradients)
}

// suitsTiles returns an error if tensor cores cannot multiply tiles of all operands. features bounds the length of
// their rows.
func suitsTiles(p *pairs.Pairs, features int64) error {
	var operands []pairs.Matrices
	for _, s := range p.Scores {
		operands = append(operands, s.Row, s.Column)
	}
	for _, s := range p.Sums {
		operands = append(operands, s.Factor)
	}
	for _, m := range operands {
		t, _ := prim.TensorOf(m.Value.Type())
		switch n := t.Shape[m.Feature]; {
		case ir.ElementBits(t.Elem) != 16:
			return fmt.Errorf("%w: tensor cores multiply f16 and bf16, and an operand has %s", prim.ErrApart, t.Elem)
		case n < minRows || n > features:
			return fmt.Errorf("%w: an operand has rows of %d elements, but from %d to %d are supported", prim.ErrApart,
				n, minRows, features)
		}
	}
	if n := min(p.Shape[p.Row], p.Shape[p.Column]); n < minRows {
		return fmt.Errorf("%w: %d rows are fewer than the %d of a tile", prim.ErrApart, n, minRows)
	}
	return nil
}
