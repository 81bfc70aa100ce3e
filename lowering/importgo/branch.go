package importgo

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// branch translates an if and the statements behind it. A constant condition chooses while compiling, a scalar becomes
// an scf.if. With a condition on a tile both branches run, each for its elements: stores are masked, and variables take
// on one value or the other.
func (i *importer) branch(s *ast.IfStmt, rest []ast.Stmt) (ended bool) {
	if s.Init != nil {
		i.stmt(s.Init)
	}
	c := i.expr(s.Cond)
	then, otherwise := join(s.Body.List, rest), rest
	switch e := s.Else.(type) {
	case *ast.BlockStmt:
		otherwise = join(e.List, rest)
	case *ast.IfStmt, *ast.EmptyStmt:
		otherwise = join([]ast.Stmt{e}, rest)
	}
	i.at(s)
	switch {
	case c.con != nil && constant.BoolVal(c.con):
		return i.block(then)
	case c.con != nil:
		return i.block(otherwise)
	case len(c.axes) == 0:
		return i.scalarBranch(c, then, otherwise)
	}
	return i.maskedBranch(c, then, otherwise)
}

// maskedBranch runs both branches, each for the elements that take it.
func (i *importer) maskedBranch(c *value, then, otherwise []ast.Stmt) bool {
	before, outer := i.frame.vars, i.mask
	run := func(list []ast.Stmt, condition *value) (environment, bool) {
		i.frame.vars, i.mask = before.fork(), condition
		if outer != nil {
			i.mask = i.map2(&tile.And, outer, condition, condition.typ)
		}
		ended := i.block(list)
		return i.frame.vars, ended
	}
	first, ended1 := run(then, c)
	i.mask = outer
	second, ended2 := before.fork(), false
	if len(otherwise) > 0 {
		second, ended2 = run(otherwise, i.map1(&tile.Not, c))
	}
	i.frame.vars, i.mask = before, outer
	for _, object := range changed(before, first, second, i.frame.results) {
		i.frame.vars[object] = i.where(c, first[object], second[object])
	}
	return ended1 && ended2
}

// scalarBranch makes an scf.if of two branches.
func (i *importer) scalarBranch(c *value, then, otherwise []ast.Stmt) bool {
	before := i.frame.vars
	// The branches are translated inside an operation without results first; what it yields is known only then.
	draft := i.ifOp(i.tensor(c), nil, nothing, nothing)
	var ends [2]bool
	var after [2]environment
	for n, list := range [][]ast.Stmt{then, otherwise} {
		i.frame.vars = before.fork()
		i.inBlock(draft.Region(n).Entry(), func() { ends[n] = i.block(list) })
		after[n] = i.frame.vars
	}
	i.frame.vars = before
	vars := changed(before, after[0], after[1], i.frame.results)
	merged := i.mergedLeaves(vars, after)
	for n := range 2 {
		block := draft.Region(n).Entry()
		i.inBlock(block, func() {
			var yields []*ir.Value
			for _, m := range merged {
				yields = append(yields, i.whole(m.branches[n], m.axes))
			}
			scf.NewYield(i.b, yields...)
		})
	}
	op := i.replaceIf(draft, merged)
	next := 0
	for _, object := range vars {
		i.frame.vars[object] = rebuild(after[0][object], func() *value {
			m := merged[next]
			next++
			return &value{typ: m.typ, v: op.Result(next - 1), axes: m.axes}
		})
	}
	return ends[0] && ends[1]
}

// merge is a scalar or tensor on which two branches differ.
type merge struct {
	typ      types.Type
	axes     []*axis
	branches [2]*value
}

func (i *importer) mergedLeaves(vars []*types.Var, after [2]environment) []merge {
	var out []merge
	for _, object := range vars {
		first, second := leaves(after[0][object], nil), leaves(after[1][object], nil)
		for n := range first {
			if first[n].fn != nil || second[n].fn != nil {
				i.failHere("%s is another function in each branch", object.Name())
			}
			out = append(out, merge{typ: i.subst(first[n].typ), axes: union(first[n].axes, second[n].axes),
				branches: [2]*value{first[n], second[n]}})
		}
	}
	return out
}

// replaceIf returns an scf.if with results and the branches of a draft.
func (i *importer) replaceIf(draft *ir.Operation, merged []merge) *ir.Operation {
	st := i.b.State(&scf.IfOp)
	st.Operands = draft.OperandValues()
	for _, m := range merged {
		st.Types = append(st.Types, tile.Of(i.ctx, shape(m.axes), i.element(m.typ)))
	}
	for n := range 2 {
		r := &ir.Region{}
		r.TakeBlocks(draft.Region(n))
		st.Regions = append(st.Regions, r)
	}
	draft.Erase()
	return i.b.Create(st)
}

func nothing(*ir.Builder) []*ir.Value { return nil }

// inBlock translates at the end of a block, before a terminator that holds its place.
func (i *importer) inBlock(block *ir.Block, f func()) {
	if last := block.Last(); last != nil && last.Is(&scf.Yield) && last.NumOperands() == 0 {
		last.Erase()
	}
	outer := i.b
	i.b = ir.NewBuilder(i.ctx).AtEnd(block)
	i.b.SetLoc(i.location(i.pos))
	f()
	i.b = outer
}

// changed returns the variables that one of two branches assigned, in the order of their declarations: those from
// before the branches, and the function's results.
func changed(before, first, second environment, results *types.Tuple) []*types.Var {
	var out []*types.Var
	for object, v := range first {
		old, known := before[object]
		other, both := second[object]
		if both && v != other && (known || isResult(object, results)) && (v != old || other != old) {
			out = append(out, object)
		}
	}
	for object, v := range second {
		if old, known := before[object]; known && v != old && first[object] == old && !slices.Contains(out, object) {
			out = append(out, object)
		}
	}
	slices.SortFunc(out, func(a, b *types.Var) int { return int(a.Pos() - b.Pos()) })
	return out
}

func isResult(v *types.Var, results *types.Tuple) bool {
	for n := range results.Len() {
		if results.At(n) == v {
			return true
		}
	}
	return false
}
