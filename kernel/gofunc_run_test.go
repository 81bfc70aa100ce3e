package kernel_test

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
)

// goFunction is a function that generateFunction generated.
type goFunction struct{ decl *ast.FuncDecl }

// parseFunction reads the source of a function.
func parseFunction(source string) (*goFunction, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "f.go", "package p\n"+source, 0)
	if err != nil {
		return nil, err
	}
	return &goFunction{file.Decls[0].(*ast.FuncDecl)}, nil
}

// run returns the function's result, by interpreting its statements.
func (f *goFunction) run(x, y int32) int32 {
	m := &machine{scopes: []map[string]int32{{"x": x, "y": y}}}
	m.block(f.decl.Body.List)
	return m.result
}

// machine executes statements. Variables are looked up from the innermost scope outwards.
type machine struct {
	scopes []map[string]int32
	result int32
}

// flow says how a statement ended.
type flow int

const (
	on flow = iota
	broken
	continued
	returned
)

func (m *machine) lookup(name string) map[string]int32 {
	for i := len(m.scopes) - 1; i >= 0; i-- {
		if _, ok := m.scopes[i][name]; ok {
			return m.scopes[i]
		}
	}
	panic("a generated function declares all variables, but not " + name)
}

// in calls f in a new scope.
func (m *machine) in(f func() flow) flow {
	m.scopes = append(m.scopes, map[string]int32{})
	defer func() { m.scopes = m.scopes[:len(m.scopes)-1] }()
	return f()
}

func (m *machine) block(list []ast.Stmt) flow {
	return m.in(func() flow {
		for _, s := range list {
			if end := m.stmt(s); end != on {
				return end
			}
		}
		return on
	})
}

func (m *machine) stmt(s ast.Stmt) flow {
	switch s := s.(type) {
	case *ast.AssignStmt:
		m.assign(s)
	case *ast.IncDecStmt:
		name := s.X.(*ast.Ident).Name
		m.lookup(name)[name] += map[token.Token]int32{token.INC: 1, token.DEC: -1}[s.Tok]
	case *ast.BlockStmt:
		return m.block(s.List)
	case *ast.IfStmt:
		if m.truth(s.Cond) {
			return m.block(s.Body.List)
		}
		if s.Else != nil {
			return m.stmt(s.Else)
		}
	case *ast.ForStmt:
		return m.in(func() flow { return m.loop(s) })
	case *ast.RangeStmt:
		return m.overRange(s)
	case *ast.SwitchStmt:
		return m.choose(s)
	case *ast.BranchStmt:
		return map[token.Token]flow{token.BREAK: broken, token.CONTINUE: continued}[s.Tok]
	case *ast.ReturnStmt:
		m.result = m.value(s.Results[0])
		return returned
	default:
		panic(fmt.Sprintf("a %T is never generated", s))
	}
	return on
}

func (m *machine) assign(s *ast.AssignStmt) {
	name, v := s.Lhs[0].(*ast.Ident).Name, m.value(s.Rhs[0])
	switch {
	case name == "_":
	case s.Tok == token.DEFINE:
		m.scopes[len(m.scopes)-1][name] = v
	case s.Tok == token.ASSIGN:
		m.lookup(name)[name] = v
	default:
		scope := m.lookup(name)
		scope[name] = arithmetic(s.Tok+(token.ADD-token.ADD_ASSIGN), scope[name], v)
	}
}

func (m *machine) loop(s *ast.ForStmt) flow {
	if s.Init != nil {
		m.stmt(s.Init)
	}
	for m.truth(s.Cond) {
		if end := m.block(s.Body.List); end == broken {
			break
		} else if end == returned {
			return returned
		}
		if s.Post != nil {
			m.stmt(s.Post)
		}
	}
	return on
}

func (m *machine) overRange(s *ast.RangeStmt) flow {
	for i, n := int32(0), m.value(s.X); i < n; i++ {
		end := m.in(func() flow {
			m.scopes[len(m.scopes)-1][s.Key.(*ast.Ident).Name] = i
			return m.block(s.Body.List)
		})
		if end == broken {
			break
		} else if end == returned {
			return returned
		}
	}
	return on
}

func (m *machine) choose(s *ast.SwitchStmt) flow {
	tag := m.value(s.Tag)
	var chosen *ast.CaseClause
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil && chosen == nil || c.List != nil && m.value(c.List[0]) == tag {
			chosen = c
		}
	}
	if chosen == nil {
		return on
	}
	end := m.block(chosen.Body)
	if end == broken {
		return on
	}
	return end
}

func (m *machine) truth(e ast.Expr) bool {
	b := e.(*ast.BinaryExpr)
	switch b.Op {
	case token.LAND:
		return m.truth(b.X) && m.truth(b.Y)
	case token.LOR:
		return m.truth(b.X) || m.truth(b.Y)
	}
	return constant.Compare(constant.MakeInt64(int64(m.value(b.X))), b.Op, constant.MakeInt64(int64(m.value(b.Y))))
}

func (m *machine) value(e ast.Expr) int32 {
	switch e := e.(type) {
	case *ast.Ident:
		return m.lookup(e.Name)[e.Name]
	case *ast.BasicLit:
		n, _ := constant.Int64Val(constant.MakeFromLiteral(e.Value, e.Kind, 0))
		return int32(n)
	case *ast.ParenExpr:
		return m.value(e.X)
	case *ast.UnaryExpr:
		return -m.value(e.X)
	case *ast.BinaryExpr:
		return arithmetic(e.Op, m.value(e.X), m.value(e.Y))
	case *ast.CallExpr:
		switch e.Fun.(*ast.Ident).Name {
		case "min":
			return min(m.value(e.Args[0]), m.value(e.Args[1]))
		case "int8":
			return int32(int8(m.value(e.Args[0])))
		}
		return m.value(e.Args[0])
	}
	panic("an expression is never generated: " + types.ExprString(e))
}

func arithmetic(op token.Token, x, y int32) int32 {
	switch op {
	case token.ADD:
		return x + y
	case token.SUB:
		return x - y
	case token.MUL:
		return x * y
	case token.QUO:
		return x / y
	case token.AND:
		return x & y
	case token.OR:
		return x | y
	case token.XOR:
		return x ^ y
	case token.SHL:
		return x << y
	}
	panic("an operator is never generated: " + op.String())
}
