package importgo

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
)

// carried are the variables that a loop assigns, with what they are before it.
type carried struct {
	vars []*types.Var
	// leaves are the parts of the variables that are tensors or scalars, with the axes that they have in the loop.
	leaves []*value
}

func (i *importer) carried(nodes ...ast.Node) *carried {
	c := &carried{}
	for _, v := range i.assigned(nodes...) {
		c.add(i, v)
	}
	return c
}

func (c *carried) add(i *importer, v *types.Var) {
	initial, known := i.frame.vars[v]
	if !known || slices.Contains(c.vars, v) {
		return // declared inside the loop
	}
	c.vars = append(c.vars, v)
	for _, l := range leaves(initial, nil) {
		if l.fn != nil {
			i.failHere("%s is a function: a loop cannot change it", v.Name())
		}
		leaf := *l
		c.leaves = append(c.leaves, &leaf)
	}
}

// receive makes the variables stand for the arguments of a block.
func (c *carried) receive(i *importer, arguments []*ir.Value) {
	n := 0
	for _, v := range c.vars {
		i.frame.vars[v] = rebuild(i.frame.vars[v], func() *value {
			leaf, argument := c.leaves[n], arguments[n]
			n++
			i.name(argument, v.Name())
			return &value{typ: leaf.typ, v: argument, axes: leaf.axes}
		})
	}
}

// values returns what the parts of the variables are now.
func (c *carried) values(i *importer) []*value {
	var out []*value
	for _, v := range c.vars {
		out = leaves(i.frame.vars[v], out)
	}
	return out
}

// fitting returns values with the axes that a loop carries, as far as they have no others.
func (i *importer) fitting(values []*value, c *carried) []*ir.Value {
	out := make([]*ir.Value, len(values))
	for n, v := range values {
		axes := c.leaves[n].axes
		if !contains(axes, v.axes) {
			axes = union(axes, v.axes) // the loop is built once more
		}
		out[n] = i.whole(v, axes)
	}
	return out
}

// settle builds a loop until the values that it carries have all the axes that the body gives them: a sum that starts
// as a number may become one for each element. build returns the loop and what it hands on: first of all what the last
// block yields, which settle does.
func (i *importer) settle(c *carried, build func(inits []*ir.Value) (*ir.Operation, [][]*value)) {
	initial := slices.Clone(c.leaves)
	for {
		inits := make([]*ir.Value, len(initial))
		for n, l := range initial {
			inits[n] = i.whole(l, c.leaves[n].axes)
		}
		op, handed := build(inits)
		if c.widen(handed) {
			op.Erase()
			continue
		}
		block := op.Region(op.NumRegions() - 1).Entry()
		i.inBlock(block, func() { scf.NewYield(i.b, i.fitting(handed[0], c)...) })
		c.receive(i, op.ResultValues())
		return
	}
}

// widen adds the axes that values have and says whether there are any new ones.
func (c *carried) widen(handed [][]*value) bool {
	more := false
	for _, values := range handed {
		for n, v := range values {
			if leaf := c.leaves[n]; !contains(leaf.axes, v.axes) {
				wider := *leaf
				wider.axes = union(leaf.axes, v.axes)
				c.leaves[n], more = &wider, true
			}
		}
	}
	return more
}

// assigned returns the variables that statements assign, in order.
func (i *importer) assigned(nodes ...ast.Node) []*types.Var {
	var out []*types.Var
	add := func(e ast.Expr) {
		for {
			if s, ok := e.(*ast.SelectorExpr); ok {
				e = s.X
				continue
			}
			break
		}
		if name, ok := e.(*ast.Ident); ok {
			if v, ok := i.object(name).(*types.Var); ok && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	for _, n := range nodes {
		if n == nil || n == ast.Node((*ast.BlockStmt)(nil)) {
			continue
		}
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					add(e)
				}
			case *ast.IncDecStmt:
				add(n.X)
			}
			return true
		})
	}
	return out
}

func typesOf(values []*ir.Value) []ir.Type {
	out := make([]ir.Type, len(values))
	for n, v := range values {
		out[n] = v.Type()
	}
	return out
}
