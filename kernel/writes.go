package kernel

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// written returns, for each parameter of a tile kernel, whether the kernel may write to memory through it. It returns
// true if it cannot follow the uses of a parameter.
func written(k tile.Kernel) []bool {
	list := make([]bool, k.Entry().NumArgs())
	for n, arg := range k.Entry().Args() {
		list[n] = isAddress(arg.Type()) && reaches(k.Operation, arg).writes()
	}
	return list
}

// reach is the values of a kernel that may be addresses of the memory that one value points to.
type reach struct {
	values map[*ir.Value]bool
	users  []*ir.Operation // that have such a value as an operand
}

func reaches(kernel *ir.Operation, from *ir.Value) *reach {
	r := &reach{values: map[*ir.Value]bool{from: true}}
	seen := map[*ir.Operation]bool{}
	work := []*ir.Value{from}
	add := func(list []*ir.Value) {
		for _, v := range list {
			if isAddress(v.Type()) && !r.values[v] {
				r.values[v] = true
				work = append(work, v)
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for use := range v.Uses() {
			op := use.Owner()
			if !seen[op] {
				seen[op] = true
				r.users = append(r.users, op)
			}
			add(op.ResultValues())
			for i := range op.NumRegions() { // a loop passes its operands to its body
				for block := range op.Region(i).Blocks() {
					add(block.Args())
				}
			}
			for i := range op.NumSuccessors() {
				add(op.Successor(i).Args())
			}
			if op.Parent() != kernel && op.Next() == nil { // a loop returns the values that its body yields
				add(op.Parent().ResultValues())
			}
		}
	}
	return r
}

// isAddress reports whether values of a type may point to memory.
func isAddress(t ir.Type) bool {
	if s, ok := t.(ir.ShapedType); ok {
		t = s.ElementType()
	}
	switch t.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType:
		return false
	}
	return true
}

// writes reports whether an operation may write to the memory.
func (r *reach) writes() bool {
	for _, op := range r.users {
		writes := false
		known := ir.VisitEffects(op, func(at *ir.Operation, e ir.Effect) bool {
			writes = at == op && e.Kind == ir.Write && e.Resource == "" && (e.Value == nil || r.values[e.Value])
			return !writes
		})
		if writes || !known {
			return true
		}
	}
	return false
}
