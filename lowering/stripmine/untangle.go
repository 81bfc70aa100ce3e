package stripmine

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// maxUntangled bounds how often that is done before something is divided, and maxMade how many operations are made again:
// where flips follow each other, their number doubles with each.
const (
	maxUntangled = 16
	maxMade      = 32
)

// untangle gives one flip or transposition of a large tensor an operand of its own, loaded and computed once more, where the
// tensor would otherwise have to be divided in two ways at once: in both directions, or along two dimensions. It reports
// whether there was one.
func (a *analysis) untangle(l limits) bool {
	tangled := make(map[*ir.Value]bool)
	for _, c := range a.classes() {
		for _, x := range c.axes {
			tangled[x.v] = tangled[x.v] || (c.twin || c.torn) && perThread(x.v, l.threads) > l.elements
		}
	}
	for op := range a.block.Ops() {
		if !op.Is(&tile.Flip) && !op.Is(&tile.Permute) || !tangled[op.Operand(0)] {
			continue
		}
		if made := a.madeFor(op); made != nil && a.shared(op, made) {
			to := make(map[*ir.Operation]*ir.Operation)
			b := ir.NewBuilder(op.Context()).Before(op)
			for _, def := range slices.Backward(made) {
				m := &ir.Mapping{}
				for _, v := range def.Operands() {
					if copied := to[v.DefiningOp()]; copied != nil {
						m.Map(v, copied.Result(v.Index()))
					}
				}
				b.SetLoc(def.Loc())
				to[def] = b.Clone(def, m)
			}
			v := op.Operand(0)
			op.SetOperand(0, to[v.DefiningOp()].Result(v.Index()))
			return true
		}
	}
	return false
}

// madeFor returns what the tensor that an operation takes is made of, the last first; nil if that cannot be made once more.
func (a *analysis) madeFor(op *ir.Operation) (made []*ir.Operation) {
	needed := map[*ir.Operation]bool{op.Operand(0).DefiningOp(): true}
	for def := op.Prev(); def != nil; def = def.Prev() {
		if !needed[def] {
			continue
		}
		delete(needed, def)
		if len(made) == maxMade || !repeatable(def, op) {
			return nil
		}
		made = append(made, def)
		for _, v := range def.Operands() {
			if shapeOf(v) != nil {
				needed[v.DefiningOp()] = true
			}
		}
	}
	if len(needed) > 0 { // from other blocks
		return nil
	}
	return made
}

// shared reports whether others use what an operation's operand is made of.
func (a *analysis) shared(op *ir.Operation, made []*ir.Operation) bool {
	for _, def := range made {
		for _, v := range def.Results() {
			for use := range v.Uses() {
				if use.Owner() != op && !slices.Contains(made, use.Owner()) {
					return true
				}
			}
		}
	}
	return false
}
