package fusion

import (
	"fmt"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// separateConstants gives each use of a constant its own constant. The constant takes its shape from another operand of
// its user, if one has the same type. Then a region with the constant needs no additional operand for the shape.
func separateConstants(f fn.Func, b *ir.Builder, wide bool) {
	var fills []*ir.Operation
	for op := range f.Entry().Ops() {
		if op.Is(&prim.Fill) {
			if p := op.Operand(0).DefiningOp(); isConstant(p) {
				op.SetOperand(0, p.Operand(0))
			}
			fills = append(fills, op)
		}
	}
	for _, fill := range fills {
		var uses []*ir.Operand
		for use := range fill.Result(0).Uses() {
			if takesConstants(use.Owner(), wide) {
				uses = append(uses, use)
			}
		}
		for _, use := range uses {
			own := b.Before(use.Owner()).Clone(fill, new(ir.Mapping))
			use.Set(own.Result(0))
			likeAnother(own, use.Owner())
		}
		if !fill.Result(0).HasUses() {
			fill.Erase()
		}
	}
}

// takesConstants reports whether an operation can be in a region together with constants that it uses.
func takesConstants(op *ir.Operation, wide bool) bool {
	return prim.IsElementwise(op) || wide && prim.IsSelection(op)
}

func isConstant(op *ir.Operation) bool { return op != nil && op.Is(&prim.Fill) }

// likeAnother makes a constant take its shape from another operand of its user that has the same type and is not a
// constant.
func likeAnother(fill, user *ir.Operation) {
	for _, v := range user.Operands() {
		if v.Type() == fill.Operand(0).Type() && !isConstant(v.DefiningOp()) {
			fill.SetOperand(0, v)
			return
		}
	}
}

// outline outlines the regions of f with several operations as functions, and calls them. It returns the number of
// regions and of the operations in them.
func outline(f fn.Func, d *divider, names func(base string) string) (regions, operations int) {
	end, b, behind := f.Entry().Last(), ir.NewBuilder(f.Context()), ir.NewBuilder(f.Context()).After(f.Operation)
	for u := d.order.first; u != nil; u = u.next {
		ops := d.operations(u.ops)
		for _, op := range ops {
			op.MoveBefore(end)
		}
		if !u.region || len(ops) < 2 {
			continue
		}
		results := escaping(ops)
		if len(results) == 0 {
			continue
		}
		region := function(behind, names(ir.SymbolNameOf(f.Operation)), u.kind(), ops, results)
		b.Before(end).CopyLoc(ops[len(ops)-1])
		call := fn.NewCall(b, region, inputs(ops)...)
		for i, v := range results {
			v.ReplaceAllUsesWith(call.Result(i))
		}
		for k := len(ops) - 1; k >= 0; k-- {
			ops[k].Erase()
		}
		regions++
		operations += len(ops)
	}
	return regions, operations
}

func (u *unit) kind() string {
	switch {
	case u.product:
		return prim.Product
	case u.columns != nil:
		return prim.Columns
	case u.space.Kept < len(u.space.Shape):
		return prim.Rows
	}
	return prim.Elementwise
}

// inputs returns the values that operations use and do not compute, in the order of their first use.
func inputs(ops []*ir.Operation) (values []*ir.Value) {
	inside := make(map[*ir.Value]bool)
	for _, op := range ops {
		for _, v := range op.Operands() {
			if !inside[v] {
				inside[v] = true
				values = append(values, v)
			}
		}
		inside[op.Result(0)] = true
	}
	return values
}

// escaping returns the results of operations that are used outside of them.
func escaping(ops []*ir.Operation) (values []*ir.Value) {
	inside := make(map[*ir.Operation]bool)
	for _, op := range ops {
		inside[op] = true
	}
	for _, op := range ops {
		for use := range op.Result(0).Uses() {
			if !inside[use.Owner()] {
				values = append(values, op.Result(0))
				break
			}
		}
	}
	return values
}

// function makes a private function with copies of operations.
func function(b *ir.Builder, name, kind string, ops []*ir.Operation, results []*ir.Value) fn.Func {
	ctx := b.Context()
	var from, to []ir.Type
	arguments := inputs(ops)
	for _, v := range arguments {
		from = append(from, v.Type())
	}
	for _, v := range results {
		to = append(to, v.Type())
	}
	f := fn.NewFunc(b, name, ctx.FunctionType(from, to))
	f.SetAttr(ir.SymbolVisibility, ctx.StringAttr("private"))
	f.SetAttr(prim.RegionAttr, ctx.StringAttr(kind))
	m := new(ir.Mapping)
	for i, v := range arguments {
		m.Map(v, f.Entry().Arg(i))
	}
	inner := ir.NewBuilder(ctx).AtEnd(f.Entry())
	for _, op := range ops {
		inner.Clone(op, m)
	}
	returned := make([]*ir.Value, len(results))
	for i, v := range results {
		returned[i] = m.Lookup(v)
	}
	fn.NewReturn(inner, returned...)
	return f
}

// namer returns a function that returns names that are not used in a module.
func namer(module *ir.Operation) func(base string) string {
	taken := make(map[string]bool)
	for op := range module.Region(0).Entry().Ops() {
		taken[ir.SymbolNameOf(op)] = true
	}
	next := make(map[string]int)
	return func(base string) string {
		for {
			name := fmt.Sprintf("%s_%d", base, next[base])
			next[base]++
			if !taken[name] {
				taken[name] = true
				return name
			}
		}
	}
}
