package deadvalues

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
)

// signature is a private function whose callers are all known, with its dead arguments and results.
type signature struct {
	op            *ir.Operation
	calls         []*ir.Operation
	args, results []bool // those that are removed
}

// survey finds the calls of functions, and the functions that are referenced other than by calls.
func (r *remover) survey() {
	r.callers = make(map[*ir.Operation][]*ir.Operation)
	var tables ir.SymbolTables
	r.root.Walk(func(table *ir.Operation) bool {
		for inner := range table.Nested() {
			if !table.HasTrait(ir.SymbolTable) {
				break
			}
			all := ir.VisitSymbolUses(inner, func(use ir.SymbolUse) bool {
				target := tables.Resolve(inner.Parent(), use.Ref)
				if target == nil {
					return true
				}
				call, ok := ir.InterfaceOf[ir.Call](use.User)
				if ok {
					ref, _ := call.Callee(use.User)
					known := r.callers[target]
					ok = ref == use.Ref && (len(known) == 0 || known[len(known)-1] != use.User)
				}
				if ok {
					r.callers[target] = append(r.callers[target], use.User)
				} else {
					r.kept[target] = true
				}
				return true
			})
			r.unknown = r.unknown || !all
		}
		return true
	})
}

// signatureOf returns the dead arguments and results of a function. It returns nil if op is not a function whose
// callers are all known.
func (r *remover) signatureOf(op *ir.Operation) *signature {
	body := ir.CallableRegionOf(op)
	if body == nil || r.unknown || r.kept[op] || !ir.IsPrivateSymbol(op) {
		return nil
	}
	t, ok := op.Inherent(function.TypeAttr).(*ir.TypeAttr)
	if !ok {
		return nil
	}
	ft, ok := t.Value.(*ir.FunctionType)
	if !ok || len(ft.Inputs) != body.Entry().NumArgs() {
		return nil
	}
	f := &signature{op: op, calls: r.callers[op], args: make([]bool, len(ft.Inputs)),
		results: make([]bool, len(ft.Results))}
	for i, v := range body.Entry().Args() {
		if f.args[i] = r.isDead(v); f.args[i] {
			r.args = append(r.args, v)
		}
	}
	for i := range f.results {
		f.results[i] = true
		for _, call := range f.calls {
			f.results[i] = f.results[i] && r.isDead(call.Result(i))
		}
	}
	return f
}

// shrink removes dead arguments and results from the type of a function, from its returns and from its calls' operands.
func (r *remover) shrink(f *signature) {
	t := function.Type(f.op)
	ctx := f.op.Context()
	f.op.SetAttr(function.TypeAttr,
		ctx.TypeAttr(ctx.FunctionType(without(t.Inputs, f.args), without(t.Results, f.results))))
	for name, gone := range map[string][]bool{function.ArgAttrs: f.args, function.ResultAttrs: f.results} {
		if list, ok := f.op.Inherent(name).(*ir.ArrayAttr); ok {
			f.op.SetAttr(name, ctx.Array(without(list.Elems, gone)...))
		}
	}
	for b := range ir.CallableRegionOf(f.op).Blocks() {
		if end := b.Last(); end.HasTrait(ir.ReturnLike) {
			end.SetOperands(without(end.OperandValues(), f.results))
		}
	}
	for _, call := range f.calls {
		c, _ := ir.InterfaceOf[ir.Call](call)
		from, to := c.CallArguments(call)
		operands := slices.Concat(call.OperandRange(0, from), without(call.OperandRange(from, to), f.args),
			call.OperandRange(to, call.NumOperands()))
		call.SetOperands(operands)
	}
}

// replaceCalls replaces the calls of a function by calls without the removed results.
func (r *remover) replaceCalls(f *signature) {
	if !slices.Contains(f.results, true) {
		return
	}
	for _, call := range f.calls {
		st := ir.OpState{Info: call.Info(), Operands: call.OperandValues(), Types: without(call.ResultTypes(), f.results),
			Attrs: call.Attrs(), Properties: call.Properties()}
		shorter := r.builder.Before(call).Create(&st)
		shorter.CopyLoc(call)
		next := 0
		for i, v := range call.Results() {
			if f.results[i] {
				r.replaceUses(v)
			} else {
				v.ReplaceAllUsesWith(shorter.Result(next))
				next++
			}
		}
		call.Erase()
	}
}

// without returns the elements for which gone is false.
func without[T any](list []T, gone []bool) []T {
	var rest []T
	for i, x := range list {
		if !gone[i] {
			rest = append(rest, x)
		}
	}
	return rest
}
