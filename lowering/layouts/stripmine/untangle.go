package stripmine

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// Bounds on copies of operations. In a sequence of flips, their number would double with each flip.
const (
	maxUntangled = 16 // how often untangle is called before something is divided
	maxMade      = 32 // operations that are copied, or computed again, for one user
)

// maxSeparated bounds the copies that separate makes.
const maxSeparated = 512

// tangled returns the tangled tensors. A tensor is tangled if it is large and would have to be divided in two ways at
// once: in both directions, or along two dimensions.
func (a *analysis) tangled(l limits) map[*ir.Value]bool {
	tangled := make(map[*ir.Value]bool)
	for _, c := range a.classes() {
		if !c.repeated && !c.opposed {
			continue
		}
		large := slices.ContainsFunc(c.axes, func(x axis) bool { return perThread(x.v, l.threads) > l.elements })
		for _, x := range c.axes {
			tangled[x.v] = tangled[x.v] || large
		}
	}
	return tangled
}

// separate gives every user of a tangled tensor its own copy, if the tensor is made of scalars and indices alone.
// Otherwise one tensor of indices that is used for both, say, rows and columns of a square matrix would join these
// dimensions in one class. It reports whether it made a copy.
func (a *analysis) separate(l limits) bool {
	tangled := a.tangled(l)
	if len(tangled) == 0 {
		return false
	}
	cheap := &strip{indices: make(map[*ir.Value]bool)}
	made := 0
	for _, op := range slices.Backward(slices.Collect(a.ops())) { // users first
		if op.NumResults() != 1 || !tangled[op.Result(0)] || !cheap.madeOfIndices(op.Result(0)) {
			continue
		}
		b := ir.NewBuilder(op.Context()).After(op)
		b.SetLoc(op.Loc())
		to := make(map[*ir.Operation]*ir.Value)
		var uses []*ir.Operand
		for use := range op.Result(0).Uses() {
			uses = append(uses, use)
		}
		for _, use := range uses {
			user := use.Owner()
			switch {
			case to[user] == nil && len(to) == 0:
				to[user] = op.Result(0)
			case to[user] == nil && made < maxSeparated:
				to[user] = b.Clone(op, &ir.Mapping{}).Result(0)
				made++
			}
			if v := to[user]; v != nil && v != op.Result(0) {
				user.SetOperand(use.Index(), v)
			}
		}
	}
	return made > 0
}

// untangle gives one flip or transposition of a large, tangled tensor its own copy of the tensor, which is loaded and
// computed again. It reports whether it made a copy.
func (a *analysis) untangle(l limits) bool {
	tangled := a.tangled(l)
	for op := range a.block.Ops() {
		if !op.Is(&tile.Flip) && !op.Is(&tile.Permute) || !tangled[op.Operand(0)] ||
			perThread(op.Operand(0), l.threads) <= l.elements {
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

// madeFor returns the operations of the block that compute an operation's first operand, the last one first. It returns
// nil if they cannot be executed again before the operation, or are too many.
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
	if len(needed) > 0 { // operations of other blocks
		return nil
	}
	return made
}

// shared reports whether operations other than op and those in made use a result of made.
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
