package importgo

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// branch translates an if and the statements after it. A constant condition selects a branch at compile time. A scalar
// condition becomes an scf.if. If the condition is a tile, both branches run, each for its elements: stores are masked,
// and the values of variables are selected.
func (i *importer) branch(s *ast.IfStmt, rest []ast.Stmt) {
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
	i.choose(c, then, otherwise)
}

// choose translates the choice between two lists of statements.
func (i *importer) choose(c *value, then, otherwise []ast.Stmt) {
	switch {
	case c.con != nil && constant.BoolVal(c.con):
		i.block(then)
	case c.con != nil:
		i.block(otherwise)
	case len(c.axes) == 0:
		i.scalarBranch(c, then, otherwise)
	default:
		i.maskedBranch(c, then, otherwise)
	}
}

// branchThatLeaves translates an if that may return, break or continue, and the statements after it.
func (i *importer) branchThatLeaves(s *ast.IfStmt, rest []ast.Stmt) {
	if waysOf(s) < 2 {
		i.branch(s, rest)
		return
	}
	i.unlessLeft(s, rest, func() { i.branch(s, nil) })
}

// switchThatBreaks translates a switch with break statements, and the statements after it.
func (i *importer) switchThatBreaks(s *ast.SwitchStmt, rest []ast.Stmt) {
	i.unlessLeft(s, rest, func() {
		i.frame.switches = append(i.frame.switches, len(i.frame.left))
		i.block([]ast.Stmt{i.chain(s)})
		i.frame.switches = i.frame.switches[:len(i.frame.switches)-1]
	})
}

// unlessLeft translates a statement that may leave, and the statements after it, which run only if it has not left. A
// variable records whether it has:
//
//	left := false; s, which sets left; if !left { rest }
func (i *importer) unlessLeft(s ast.Stmt, rest []ast.Stmt, translate func()) {
	i.initResults()
	left := i.flag(s, "left")
	i.frame.left = append(i.frame.left, left)
	translate()
	i.frame.left = i.frame.left[:len(i.frame.left)-1]
	i.choose(i.frame.vars[left], nil, rest)
}

// initResults gives the function's results their zero values, so that they are defined even if no return sets them.
func (i *importer) initResults() {
	for n := range i.frame.results.Len() {
		if r := i.frame.results.At(n); i.frame.vars[r] == nil {
			i.frame.vars[r] = i.zero(r.Type())
		}
	}
}

// maskedBranch translates both branches, each masked to the elements that take it.
func (i *importer) maskedBranch(c *value, then, otherwise []ast.Stmt) {
	before, outer := i.frame.vars, i.mask
	run := func(list []ast.Stmt, condition *value) environment {
		i.frame.vars, i.mask = before.fork(), condition
		if outer != nil {
			i.mask = i.both(outer, condition)
		}
		i.block(list)
		return i.frame.vars
	}
	first, second := before.fork(), before.fork()
	if len(then) > 0 {
		first = run(then, c)
		i.mask = outer
	}
	if len(otherwise) > 0 {
		second = run(otherwise, i.map1(&tile.Not, c))
	}
	i.frame.vars, i.mask = before, outer
	for _, object := range changed(before, first, second, i.frame.results) {
		i.frame.vars[object] = i.where(c, first[object], second[object])
	}
}

// scalarBranch makes an scf.if of two branches.
func (i *importer) scalarBranch(c *value, then, otherwise []ast.Stmt) {
	before := i.frame.vars
	// First translate the branches in an operation without results. Only then is it known what the branches yield.
	draft := i.ifOp(i.tensor(c), nil, nothing, nothing)
	var after [2]environment
	for n, list := range [][]ast.Stmt{then, otherwise} {
		i.frame.vars = before.fork()
		i.inBlock(draft.Region(n).Entry(), func() { i.block(list) })
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
}

// merge is a scalar or tensor that has a different value in each of two branches.
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

// inBlock calls f with a builder at the end of a block. It first erases a placeholder terminator.
func (i *importer) inBlock(block *ir.Block, f func()) {
	if last := block.Last(); last != nil && last.Is(&scf.Yield) && last.NumOperands() == 0 {
		last.Erase()
	}
	outer := i.b
	i.b = outer.Inside(block)
	i.b.SetLoc(i.location(i.pos))
	f()
	i.b = outer
}

// changed returns the variables that a branch has assigned, in the order of their declarations. Only variables that
// existed before the branches, and the function's results, count.
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
	slices.SortFunc(out, func(a, b *types.Var) int {
		return cmp.Or(cmp.Compare(a.Pos(), b.Pos()), cmp.Compare(a.Name(), b.Name()))
	})
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
