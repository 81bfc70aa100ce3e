package importgo

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
)

// carried has the variables that a loop assigns and therefore carries.
type carried struct {
	vars []*types.Var
	// leaves are the tensors and scalars that the variables consist of. Their values are those before the loop, their
	// axes those that they have in the loop.
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
		return // it is declared inside of the loop
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

// receive sets the variables to the arguments of a block.
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

// values returns the current values of the leaves.
func (c *carried) values(i *importer) []*value {
	var out []*value
	for _, v := range c.vars {
		out = leaves(i.frame.vars[v], out)
	}
	return out
}

// fitting returns values broadcast to the axes that a loop carries. A value with further axes keeps them.
func (i *importer) fitting(values []*value, c *carried) []*ir.Value {
	out := make([]*ir.Value, len(values))
	for n, v := range values {
		axes := c.leaves[n].axes
		if !contains(axes, v.axes) {
			axes = union(axes, v.axes) // settle builds the loop again with these axes
		}
		out[n] = i.whole(v, axes)
	}
	return out
}

// settle builds a loop, repeatedly, until the carried values have all the axes that the body gives them. For example, a
// sum may start as the scalar 0, and become a tile in the body. build returns the loop and lists of values that are
// passed on: the first list has the values to yield in the last block, where settle inserts the scf.yield.
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

// widen adds the axes of values to the leaves, and reports whether any are new.
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

// assigned returns the variables that statements assign, in the order of the first assignments.
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
