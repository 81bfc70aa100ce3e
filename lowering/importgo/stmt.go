package importgo

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// body translates the statements of a function.
func (i *importer) body(b *ast.BlockStmt) { i.block(b.List) }

// block translates statements.
//
// If all branches of an `if` but one leave the function or the loop's iteration, the statements after the `if` become
// part of the remaining branch, so that control flow stays nested:
//
//	if c { return }; rest    becomes    if c { } else { rest }
//
// If control may reach the statements after the `if` in several ways, a variable records whether the `if` has left, so
// that these statements are translated only once:
//
//	if c { if d { return }; s }; rest    becomes    left := false; if c { if d { left = true } else { s } }
//	                                                if left { } else { rest }
func (i *importer) block(list []ast.Stmt) {
	for n, s := range list {
		rest := list[n+1:]
		i.at(s)
		switch s := s.(type) {
		case *ast.ReturnStmt:
			i.returns(s)
			return
		case *ast.BranchStmt:
			i.leave(s)
			return
		case *ast.BlockStmt:
			i.block(join(s.List, rest))
			return
		case *ast.IfStmt:
			if exits(s) && len(rest) > 0 {
				i.branchThatLeaves(s, rest)
				return
			}
			i.branch(s, nil)
		case *ast.ForStmt, *ast.RangeStmt:
			if returns(s) {
				i.loopThatReturns(s, rest)
				return
			}
			i.stmt(s)
		case *ast.SwitchStmt:
			if breaks(s.Body) {
				i.switchThatBreaks(s, rest)
			} else {
				i.block(join([]ast.Stmt{i.chain(s)}, rest))
			}
			return
		default:
			i.stmt(s)
		}
	}
}

func join(a, b []ast.Stmt) []ast.Stmt { return append(append([]ast.Stmt(nil), a...), b...) }

// exits reports whether a statement may leave the function, or the iteration of a loop around it.
func exits(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			found = true
		case *ast.ForStmt, *ast.RangeStmt:
			ast.Inspect(n, func(n ast.Node) bool { // break and continue are the loop's own
				_, ok := n.(*ast.ReturnStmt)
				found = found || ok
				return !isFunction(n)
			})
			return false
		}
		return !found && !isFunction(n)
	})
	return found
}

// waysOn counts the paths through a list of statements that reach its end.
func waysOn(list []ast.Stmt) int {
	for n, s := range list {
		switch s := s.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			return 0
		case *ast.BlockStmt:
			return waysOn(join(s.List, list[n+1:]))
		case *ast.IfStmt:
			if exits(s) {
				return waysOf(s) * waysOn(list[n+1:])
			}
		case *ast.SwitchStmt:
			if exits(s) {
				return 2
			}
		}
	}
	return 1
}

// waysOf counts the paths through an if that reach its end, up to two.
func waysOf(s *ast.IfStmt) int {
	otherwise := 1
	if s.Else != nil {
		otherwise = waysOn([]ast.Stmt{s.Else})
	}
	return min(2, waysOn(s.Body.List)+otherwise)
}

func isFunction(n ast.Node) bool {
	_, ok := n.(*ast.FuncLit)
	return ok
}

// breaks reports whether the body of a loop or switch has a break that refers to it.
func breaks(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BranchStmt:
			found = found || n.Tok == token.BREAK
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.FuncLit:
			return false
		}
		return true
	})
	return found
}

// ends reports whether a loop may end by a break or return.
func ends(body *ast.BlockStmt) bool { return breaks(body) || returns(body) }

// returns reports whether a statement contains a return.
func returns(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		_, isReturn := n.(*ast.ReturnStmt)
		found = found || isReturn
		return !found && !isFunction(n)
	})
	return found
}

func (i *importer) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.ExprStmt:
		i.expr(s.X)
	case *ast.AssignStmt:
		i.assignment(s)
	case *ast.IncDecStmt:
		op := token.ADD
		if s.Tok == token.DEC {
			op = token.SUB
		}
		x := i.expr(s.X)
		i.assign(s.X, i.binary(op, x, constantInt(x.typ, 1), x.typ))
	case *ast.DeclStmt:
		i.declare(s.Decl.(*ast.GenDecl))
	case *ast.ForStmt:
		i.forLoop(s)
	case *ast.RangeStmt:
		i.rangeLoop(s)
	case *ast.EmptyStmt:
	case *ast.GoStmt:
		i.fail(s, "a kernel has no goroutines: its programs and elements run side by side anyway")
	case *ast.DeferStmt:
		i.fail(s, "a kernel has no defer: write the statement where it is to run")
	default:
		i.fail(s, "a kernel cannot have this statement: it has assignments, if, switch, for, return and calls")
	}
}

// returns sets the function's results.
func (i *importer) returns(s *ast.ReturnStmt) {
	if i.frame.loop != nil && i.mask != nil {
		i.fail(s, "the condition of this return from a loop differs between elements: use kernel.Any or kernel.All of it")
	}
	i.leaves(0)
	for l := i.frame.loop; l != nil; l = l.outer {
		i.frame.vars[l.broken], i.frame.vars[l.returned] = yes(), yes()
	}
	results := i.frame.results
	if len(s.Results) == 0 || results == nil {
		return
	}
	var values []*value
	for _, e := range s.Results {
		values = append(values, i.expr(e))
	}
	if len(values) == 1 && results.Len() > 1 {
		values = values[0].fields
	}
	for n := range results.Len() {
		v := values[n]
		if v.fields == nil && v.fn == nil {
			v = i.typed(v, results.At(n).Type())
		}
		i.frame.vars[results.At(n)] = v
	}
}

// leave translates break and continue.
func (i *importer) leave(s *ast.BranchStmt) {
	switch {
	case s.Label != nil || s.Tok == token.GOTO || s.Tok == token.FALLTHROUGH:
		i.fail(s, "a kernel has no %s: it has break and continue of the innermost loop", s.Tok)
	case s.Tok == token.BREAK && len(i.frame.switches) > 0:
		i.leaves(i.frame.switches[len(i.frame.switches)-1])
		return
	case i.frame.loop == nil:
		i.fail(s, "a kernel has %s in loops only", s.Tok)
	case s.Tok == token.BREAK:
		if i.mask != nil {
			i.fail(s, "the condition of this break differs between elements: use kernel.Any or kernel.All of it")
		}
		i.frame.vars[i.frame.loop.broken] = yes()
	}
	i.leaves(0)
}

// yes returns the constant true, for variables that flag has made.
func yes() *value { return &value{typ: types.Typ[types.Bool], con: constant.MakeBool(true)} }

// leaves records that the statements after the enclosing statements must not run, except for the given number of
// outermost enclosing statements.
func (i *importer) leaves(outer int) {
	for _, left := range i.frame.left[outer:] {
		i.frame.vars[left] = yes()
	}
}

// chain converts a switch to a chain of if statements.
func (i *importer) chain(s *ast.SwitchStmt) ast.Stmt {
	var out, otherwise ast.Stmt
	for _, c := range s.Body.List {
		if c := c.(*ast.CaseClause); c.List == nil {
			otherwise = &ast.BlockStmt{Lbrace: c.Colon, List: c.Body, Rbrace: c.End()}
		}
	}
	out = otherwise
	for n := len(s.Body.List) - 1; n >= 0; n-- {
		c := s.Body.List[n].(*ast.CaseClause)
		if c.List == nil {
			continue
		}
		var condition ast.Expr
		for _, e := range c.List {
			if s.Tag != nil {
				equal := &ast.BinaryExpr{X: s.Tag, OpPos: e.Pos(), Op: token.EQL, Y: e}
				i.pkg.info.Types[equal] = types.TypeAndValue{Type: types.Typ[types.Bool]}
				e = equal
			}
			if condition != nil {
				either := &ast.BinaryExpr{X: condition, OpPos: e.Pos(), Op: token.LOR, Y: e}
				i.pkg.info.Types[either] = types.TypeAndValue{Type: types.Typ[types.Bool]}
				e = either
			}
			condition = e
		}
		out = &ast.IfStmt{If: c.Case, Cond: condition, Body: &ast.BlockStmt{Lbrace: c.Colon, List: c.Body, Rbrace: c.End()},
			Else: out}
	}
	if out == nil {
		return &ast.EmptyStmt{Semicolon: s.Pos()}
	}
	if s.Init != nil {
		return &ast.BlockStmt{Lbrace: s.Pos(), List: []ast.Stmt{s.Init, out}, Rbrace: s.End()}
	}
	return out
}
