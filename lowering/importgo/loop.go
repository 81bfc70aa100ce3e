package importgo

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// maxUnrolled is the largest number of iterations of a loop with constant bounds that is unrolled.
const maxUnrolled = 16

// maxUnrolledAccesses is the same limit for a loop that accesses memory. Unrolling more gains nothing.
const maxUnrolledAccesses = 4

// counted is a loop that counts from a lower to an upper bound.
type counted struct {
	index        *types.Var // nil if it has no name
	typ          types.Type
	lower, upper *value
	step         *value
	body         *ast.BlockStmt
}

// forLoop translates a for statement. A loop that counts up to a bound that does not change becomes an scf.for; any
// other becomes an scf.while, which is returned.
func (i *importer) forLoop(s *ast.ForStmt) *loop {
	if c := i.countedLoop(s); c != nil {
		i.count(c)
		return nil
	}
	if s.Init != nil {
		i.stmt(s.Init)
	}
	return i.while(s, s.Cond, s.Post, s.Body)
}

// loopThatReturns translates a loop that contains a return, and the statements after it, which run if the loop has not
// returned.
func (i *importer) loopThatReturns(s ast.Stmt, rest []ast.Stmt) {
	var l *loop
	switch s := s.(type) {
	case *ast.ForStmt:
		l = i.forLoop(s)
	case *ast.RangeStmt:
		l = i.rangeLoop(s)
	}
	i.at(s)
	var leave ast.Stmt = &ast.ReturnStmt{Return: s.Pos()}
	if i.frame.loop != nil {
		leave = &ast.BranchStmt{TokPos: s.Pos(), Tok: token.BREAK}
	}
	// The condition is constant if the return is unreachable.
	i.choose(i.frame.vars[l.returned], []ast.Stmt{leave}, rest)
}

// countedLoop recognizes a loop `for x := a; x < b; x += c` without break and return, whose body assigns neither x nor
// the variables in b and c. It returns nil for other loops.
func (i *importer) countedLoop(s *ast.ForStmt) *counted {
	init, ok := s.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE || len(init.Lhs) != 1 || len(init.Rhs) != 1 || ends(s.Body) {
		return nil
	}
	name, _ := init.Lhs[0].(*ast.Ident)
	index, _ := i.object(name).(*types.Var)
	cond, ok := s.Cond.(*ast.BinaryExpr)
	if index == nil || !ok || cond.Op != token.LSS || !i.names(cond.X, index) {
		return nil
	}
	t := i.element(index.Type())
	if _, integer := t.(*ir.IntegerType); !integer || isUnsigned(t) {
		return nil
	}
	step := i.stepOf(s.Post, index)
	if step == nil {
		return nil
	}
	assigned := i.assigned(s.Body)
	if slices.Contains(assigned, index) || i.mentions(cond.Y, append(assigned, index)) ||
		i.mentions(step, append(assigned, index)) {
		return nil
	}
	by := i.expr(step)
	if by.con == nil || constant.Sign(by.con) <= 0 {
		return nil
	}
	c := &counted{index: index, typ: i.subst(index.Type()), body: s.Body, step: by}
	c.lower = i.typed(i.expr(init.Rhs[0]), index.Type())
	c.upper = i.expr(cond.Y)
	return c
}

// stepOf returns the amount by which a statement increments a variable; nil if the statement does something else.
func (i *importer) stepOf(post ast.Stmt, index *types.Var) ast.Expr {
	switch p := post.(type) {
	case *ast.IncDecStmt:
		if p.Tok == token.INC && i.names(p.X, index) {
			one := &ast.BasicLit{ValuePos: p.TokPos, Kind: token.INT, Value: "1"}
			i.pkg.info.Types[one] = types.TypeAndValue{Type: index.Type(), Value: constant.MakeInt64(1)}
			return one
		}
	case *ast.AssignStmt:
		if p.Tok == token.ADD_ASSIGN && i.names(p.Lhs[0], index) {
			return p.Rhs[0]
		}
	}
	return nil
}

func (i *importer) names(e ast.Expr, v *types.Var) bool {
	name, ok := e.(*ast.Ident)
	return ok && i.object(name) == v
}

func (i *importer) mentions(e ast.Expr, vars []*types.Var) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			v, ok := i.object(n).(*types.Var)
			found = found || ok && slices.Contains(vars, v)
		case *ast.CallExpr: // a function may return another value each time
			found = found || !i.pkg.info.Types[n.Fun].IsType() && !i.isSize(n.Fun)
		}
		return !found
	})
	return found
}

// isSize reports whether a function of package kernel returns the same value each time: the size of an array, or the
// index or number of programs.
func (i *importer) isSize(fun ast.Expr) bool {
	s, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := i.pkg.info.Uses[s.Sel].(*types.Func)
	return ok && isLanguage(f) && (f.Name() == "Len" || f.Name() == "Programs" || f.Name() == "Program")
}

// rangeLoop translates `for x := range n`. A loop with a break or a return becomes an scf.while, which it returns.
func (i *importer) rangeLoop(s *ast.RangeStmt) *loop {
	t := i.subst(i.pkg.info.TypeOf(s.X))
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsInteger == 0 {
		i.fail(s.X, "a kernel ranges over integers only: for j := range n")
	}
	var index *types.Var
	if name, ok := s.Key.(*ast.Ident); ok && name.Name != "_" {
		if index, ok = i.object(name).(*types.Var); !ok || s.Tok != token.DEFINE {
			i.fail(s.Key, "declare the loop's variable: for j := range n")
		}
		t = i.subst(index.Type())
	} else if basic.Info()&types.IsUntyped != 0 {
		t = types.Typ[types.Int]
	}
	upper := i.typed(i.expr(s.X), t)
	if slices.Contains(i.assigned(s.Body), index) || isUnsigned(i.element(t)) {
		i.fail(s, "a loop over a range counts in a signed integer, and does not assign its variable: write "+
			"for j := ...; j < n; j++")
	}
	if ends(s.Body) {
		return i.rangeThatEnds(s, index, t, upper)
	}
	i.count(&counted{index: index, typ: t, lower: constantInt(t, 0), upper: upper, step: constantInt(t, 1), body: s.Body})
	return nil
}

// rangeThatEnds translates a loop over a range that may end before its last iteration, as
//
//	for index := 0; index < n; index++ { ... }
func (i *importer) rangeThatEnds(s *ast.RangeStmt, index *types.Var, t types.Type, upper *value) *loop {
	if index == nil {
		index = types.NewVar(s.Pos(), i.pkg.types, "index", t)
	}
	bound := types.NewVar(s.Pos(), i.pkg.types, "bound", t)
	i.frame.vars[index], i.frame.vars[bound] = constantInt(t, 0), upper
	name := func(v *types.Var) *ast.Ident {
		id := &ast.Ident{NamePos: s.Pos(), Name: v.Name()}
		i.pkg.info.Uses[id] = v
		i.pkg.info.Types[id] = types.TypeAndValue{Type: v.Type()}
		return id
	}
	cond := &ast.BinaryExpr{X: name(index), OpPos: s.Pos(), Op: token.LSS, Y: name(bound)}
	i.pkg.info.Types[cond] = types.TypeAndValue{Type: types.Typ[types.Bool]}
	return i.while(s, cond, &ast.IncDecStmt{X: name(index), TokPos: s.Pos(), Tok: token.INC}, s.Body)
}

// count translates a counted loop to an scf.for, or unrolls it.
func (i *importer) count(c *counted) {
	for _, v := range []*value{c.lower, c.upper} {
		if len(v.axes) > 0 {
			i.failHere("all elements take the same iterations: the bounds of a loop are scalars")
		}
	}
	if i.unroll(c) {
		return
	}
	lower, upper, step := i.tensor(c.lower), i.tensor(c.upper), i.tensor(i.typed(c.step, c.typ))
	carried := i.carried(c.body)
	i.settle(carried, func(inits []*ir.Value) (*ir.Operation, [][]*value) {
		st := i.b.State(&scf.ForOp)
		st.Operands = append([]*ir.Value{lower, upper, step}, inits...)
		st.Types = ir.TypesOf(inits)
		op, block := i.looping(st, append([]ir.Type{lower.Type()}, st.Types...))
		var next []*value
		i.iteration(block, func() {
			if c.index != nil {
				i.frame.vars[c.index] = &value{typ: c.typ, v: block.Arg(0)}
				i.name(block.Arg(0), c.index.Name())
			}
			carried.receive(i, block.Args()[1:])
			i.block(c.body.List)
			next = carried.values(i)
		})
		return op, [][]*value{next}
	})
}

// accesses reports whether a loop accesses arrays or exchanges elements, and no call in it needs the index as a
// constant.
func (i *importer) accesses(c *counted) bool {
	found, constant := false, false
	ast.Inspect(c.body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		s, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		switch f, _ := i.pkg.info.Uses[s.Sel].(*types.Func); {
		case f == nil || !isLanguage(f):
		case slices.Contains([]string{"Load", "Store", "Histogram", "Sort", "SortDescending", "TopK", "Dot"}, f.Name()):
			found = true
		case slices.Contains([]string{"Len", "Slice", "Program", "Programs", "Range"}, f.Name()):
			for _, a := range call.Args {
				constant = constant || c.index != nil && i.mentions(a, []*types.Var{c.index})
			}
		}
		return true
	})
	return found && !constant
}

// unroll translates the iterations of a short loop with constant bounds one after the other. It reports whether it did.
func (i *importer) unroll(c *counted) bool {
	if c.lower.con == nil || c.upper.con == nil || c.step.con == nil {
		return false
	}
	from, _ := constant.Int64Val(constant.ToInt(c.lower.con))
	to, _ := constant.Int64Val(constant.ToInt(c.upper.con))
	by, _ := constant.Int64Val(constant.ToInt(c.step.con))
	if n := (to - from + by - 1) / by; to > from && (n > maxUnrolled || n > maxUnrolledAccesses && i.accesses(c)) {
		return false
	}
	outer, around := i.frame.loop, i.frame.ways
	i.frame.loop, i.frame.ways = &loop{}, ways{}
	for ; from < to; from += by {
		if c.index != nil {
			i.frame.vars[c.index] = constantInt(c.typ, from)
		}
		i.block(c.body.List)
	}
	i.frame.loop, i.frame.ways = outer, around
	return true
}

// flag returns a new bool variable with a unique name, whose value is false.
func (i *importer) flag(s ast.Stmt, name string) *types.Var {
	i.flags++
	v := types.NewVar(s.Pos(), i.pkg.types, fmt.Sprint(name, i.flags), types.Typ[types.Bool])
	i.frame.vars[v] = &value{typ: v.Type(), con: constant.MakeBool(false)}
	return v
}

// while translates any other loop to an scf.while, and returns it. A break sets a variable that the loop's condition
// checks. A return sets another variable, too, which is checked after the loop.
func (i *importer) while(s ast.Stmt, cond ast.Expr, post ast.Stmt, body *ast.BlockStmt) *loop {
	l := &loop{outer: i.frame.loop}
	carried := i.carried(body, post)
	if ends(body) {
		l.broken = i.flag(s, "broken")
	}
	if returns(body) {
		l.returned = i.flag(s, "returned")
		i.initResults()
		for n := range i.frame.results.Len() {
			carried.add(i, i.frame.results.At(n))
		}
	}
	for around := l; around != nil; around = around.outer {
		for _, flag := range []*types.Var{around.broken, around.returned} {
			if flag != nil {
				carried.add(i, flag)
			}
		}
	}
	i.settle(carried, func(inits []*ir.Value) (*ir.Operation, [][]*value) {
		st := i.b.State(&scf.WhileOp)
		st.Operands, st.Types = inits, ir.TypesOf(inits)
		op, before := i.looping(st, st.Types, st.Types)
		var passed []*value
		i.iteration(before, func() {
			carried.receive(i, before.Args())
			goOn := i.goesOn(cond, l)
			passed = carried.values(i)
			scf.NewCondition(i.b, i.tensor(goOn), i.fitting(passed, carried)...)
		})
		var next []*value
		i.iterationOf(l, op.Region(1).Entry(), func() {
			carried.receive(i, op.Region(1).Entry().Args())
			i.block(body.List)
			i.after(l, post)
			next = carried.values(i)
		})
		return op, [][]*value{next, passed}
	})
	return l
}

// after translates the post statement of a loop, which a break skips.
func (i *importer) after(l *loop, post ast.Stmt) {
	if post == nil {
		return
	}
	if l.broken == nil {
		i.stmt(post)
		return
	}
	switch c := i.frame.vars[l.broken]; {
	case c.con == nil:
		i.scalarBranch(c, nil, []ast.Stmt{post})
	case !constant.BoolVal(c.con):
		i.stmt(post)
	}
}

// goesOn computes the condition of a loop, and that there was no break.
func (i *importer) goesOn(cond ast.Expr, l *loop) *value {
	out := &value{typ: types.Typ[types.Bool], con: constant.MakeBool(true)}
	if cond != nil {
		out = i.expr(cond)
	}
	if len(out.axes) > 0 {
		i.fail(cond, "the condition differs between elements, but all take the same iterations: use kernel.Any or "+
			"kernel.All of it")
	}
	if l.broken != nil {
		out = i.binary(token.LAND, i.map1(&tile.Not, i.frame.vars[l.broken]), out, out.typ)
	}
	return out
}

// looping creates a loop whose regions have empty blocks with arguments of the given types. It returns the first block,
// too.
func (i *importer) looping(st *ir.OpState, arguments ...[]ir.Type) (*ir.Operation, *ir.Block) {
	for _, types := range arguments {
		r := &ir.Region{}
		block := r.AppendNew()
		for _, t := range types {
			block.AddArg(i.ctx, t, i.b.Loc())
		}
		st.Regions = append(st.Regions, r)
	}
	op := i.b.Create(st)
	return op, op.Region(0).Entry()
}

func (i *importer) iteration(block *ir.Block, f func()) { i.iterationOf(&loop{}, block, f) }

// iterationOf calls f to translate a block of a loop, with a new environment.
func (i *importer) iterationOf(l *loop, block *ir.Block, f func()) {
	outer, vars, around := i.frame.loop, i.frame.vars, i.frame.ways
	i.frame.loop, i.frame.vars, i.frame.ways = l, vars.fork(), ways{}
	i.inBlock(block, f)
	i.frame.loop, i.frame.vars, i.frame.ways = outer, vars, around
}
