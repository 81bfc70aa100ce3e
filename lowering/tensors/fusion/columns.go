package fusion

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// maxSums bounds the column reductions of a region. Each takes registers for a tile of sums.
const maxSums = 4

// sums makes regions of reductions along dimensions other than the last ones. A region includes the elementwise
// operations that it reduces, and further such reductions of the same tensor, so that the tensor is read once. In the
// gradient of a normalization, these are the sums of a product and of one of its factors.
func (d *divider) sums() {
	var units []*unit
	for i, op := range slices.Clone(d.ops) {
		if u := d.units[i]; !u.region && isSumOfColumns(op) {
			x, _ := prim.TensorOf(op.Operand(0).Type())
			u.columns = slices.Sorted(slices.Values(dimsOf(op)))
			u.space = prim.Space{Shape: x.Shape, Kept: len(x.Shape)}
			units = append(units, u)
			if p := op.Operand(0).DefiningOp(); p != nil {
				d.mergeColumns(u, d.units[d.number[p]])
			}
		}
	}
	for k, u := range units {
		for _, p := range units[:k] {
			if p != u && len(p.ops) > 0 && d.shareInput(u, p) {
				d.mergeColumns(u, p)
			}
		}
	}
}

func isSumOfColumns(op *ir.Operation) bool {
	if !prim.IsReduction(op) || op.Is(&prim.Var) {
		return false
	}
	x, _ := prim.TensorOf(op.Operand(0).Type())
	return len(dimsOf(op)) > 0 && prim.DtypeOf(x.Elem) != prim.Complex
}

func dimsOf(op *ir.Operation) []int64 { return op.Inherent("dims").(*ir.DenseArrayAttr).Ints() }

// mergeColumns merges p, another region of column reductions or an elementwise region, into the region u, if possible.
func (d *divider) mergeColumns(u, p *unit) {
	switch {
	case p == u || p.product || !slices.Equal(p.space.Shape, u.space.Shape):
		return
	case p.columns == nil && (!p.region || p.space.Kept < len(p.space.Shape)):
		return
	case p.columns != nil && !slices.Equal(p.columns, u.columns):
		return
	}
	points, sums := d.separate(slices.Concat(p.ops, u.ops))
	if len(sums) > maxSums || len(points)+len(sums) > maxEpilogue || len(inputs(d.operations(points))) > maxOthers {
		return
	}
	for _, i := range points { // such a kernel has, for instance, no random numbers
		if !prim.IsElementwise(d.ops[i]) {
			return
		}
	}
	if d.join(u, p) != nil {
		return
	}
	u.ops, u.region = slices.Concat(points, sums), true
	d.own(u)
	p.ops = nil
}

// separate returns the elementwise operations and the reductions, each in the order of the block.
func (d *divider) separate(numbers []int) (points, sums []int) {
	slices.SortFunc(numbers, func(a, b int) int {
		switch {
		case a == b:
			return 0
		case d.ops[a].IsBefore(d.ops[b]):
			return -1
		}
		return 1
	})
	for _, i := range numbers {
		if prim.IsReduction(d.ops[i]) {
			sums = append(sums, i)
		} else {
			points = append(points, i)
		}
	}
	return points, sums
}

// shareInput reports whether two units read the same tensor, not counting operands that only give a constant its shape.
func (d *divider) shareInput(u, p *unit) bool {
	theirs := inputs(withoutConstants(d.operations(p.ops)))
	return slices.ContainsFunc(inputs(withoutConstants(d.operations(u.ops))), func(v *ir.Value) bool {
		return !isConstant(v.DefiningOp()) && slices.Contains(theirs, v)
	})
}

func withoutConstants(ops []*ir.Operation) []*ir.Operation { return slices.DeleteFunc(ops, isConstant) }
