package gradients

import (
	"maps"
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/decompose"
	"github.com/girih-ir/girih/lowering/tensors/promote"
	"github.com/girih-ir/girih/lowering/tensors/references"
	"github.com/girih-ir/girih/pass"
)

// Checkpoint is the attribute of calls and functions whose values are computed again for the gradients, instead of
// being stored.
const Checkpoint = "torch.checkpoint"

// program is a module with functions in which every operation is a primitive or has a rule.
type program struct {
	ctx       *pass.Context
	module    *ir.Operation
	rules     Table
	lowering  *pass.Pipeline
	recompute bool               // whether checkpoints have an effect
	callees   map[string]fn.Func // copies of functions that are called with a checkpoint
}

func newProgram(ctx *pass.Context, module *ir.Operation, rules Table, operators references.Table) *program {
	without := maps.Clone(operators)
	for name, rule := range rules {
		reference := operators[name]
		if delete(without, name); reference == nil || rule.Decomposed == nil {
			continue
		}
		without[name] = func(c *references.Call) []Tensor {
			if !rule.Decomposed(&c.Call) {
				references.Fail("%w: %s has a rule", references.ErrNoReference, c.Name())
			}
			return reference(c)
		}
	}
	for _, def := range torch.Dialect.Definitions() {
		if base, ok := torch.InPlaceOf(def.Name); ok && rules[base].Reverse != nil && without[def.Name] != nil {
			without[def.Name] = references.InPlace(references.Functional(base))
		}
	}
	return &program{ctx: ctx, module: module, rules: rules, recompute: true, callees: make(map[string]fn.Func),
		lowering: pass.NewPipeline(fn.FuncOp.Name, decompose.New(without), promote.Pass)}
}

// end erases what is no longer needed: unused operations and copies of callees, or, if there is an error, the function.
func (p *program) end(f fn.Func, err error) error {
	if err != nil {
		f.Erase()
	} else {
		sweep(f)
	}
	for _, name := range slices.Sorted(maps.Keys(p.callees)) {
		p.callees[name].Erase()
	}
	return err
}

// lowered returns a copy of a function. In the copy, calls without a checkpoint are inlined, and operators without
// rules are decomposed into primitives.
func (p *program) lowered(source fn.Func, name string) (f fn.Func, err error) {
	if p.calls(source, nil) {
		return f, source.Errorf("%w of @%s, which calls itself", ErrNoRule, source.SymName())
	}
	if source.IsDeclaration() || source.Entry().Next() != nil {
		return f, source.Errorf("%w of @%s, which has no body of one block", ErrNoRule, source.SymName())
	}
	b := ir.NewBuilder(p.module.Context()).After(source.Operation)
	f, _ = fn.AsFunc(b.Clone(source.Operation, new(ir.Mapping)))
	f.SetAttr(ir.SymbolName, b.Context().StringAttr(name))
	defer func() {
		if err != nil {
			f.Erase()
		}
	}()
	if err := p.inline(f); err != nil {
		return f, err
	}
	return f, p.ctx.Run(p.lowering, f.Operation)
}

// inline inlines calls without a checkpoint, recursively.
func (p *program) inline(f fn.Func) error {
	b := ir.NewBuilder(p.module.Context())
	for op := f.Entry().First(); op != nil; {
		call := fn.Call{Operation: op}
		op = op.Next()
		if !call.Is(&fn.CallOp) || p.keeps(call) {
			continue
		}
		callee, err := p.called(call)
		if err != nil {
			return err
		}
		ops, results := p.copyOf(b.Before(call.Operation), callee, call)
		for i, v := range results {
			call.Result(i).ReplaceAllUsesWith(v)
		}
		call.Erase()
		if len(ops) > 0 {
			op = ops[0]
		}
	}
	return nil
}

// find returns a function of the module.
func (p *program) find(name string) (f fn.Func, ok bool) {
	if op := ir.LookupSymbol(p.module, name); op != nil {
		return fn.AsFunc(op)
	}
	return f, false
}

// called returns the callee of a call. It must have a body of one block.
func (p *program) called(call fn.Call) (fn.Func, error) {
	f, ok := p.find(call.Callee())
	if !ok || f.IsDeclaration() || f.Entry().Next() != nil {
		return f, call.Errorf("%w of a call of @%s, which has no body of one block", ErrNoRule, call.Callee())
	}
	if p.calls(f, nil) {
		return f, call.Errorf("%w of a call of @%s, which calls itself", ErrNoRule, call.Callee())
	}
	return f, nil
}

// calls reports whether a function calls itself, or a function in path, directly or indirectly.
func (p *program) calls(f fn.Func, path []string) bool {
	if slices.Contains(path, f.SymName()) {
		return true
	}
	path = append(path, f.SymName())
	found := false
	f.Walk(func(op *ir.Operation) bool {
		if op.Is(&fn.CallOp) && !found {
			callee, ok := p.find(fn.Call{Operation: op}.Callee())
			found = ok && p.calls(callee, slices.Clone(path))
		}
		return !found
	})
	return found
}

// copyOf inserts a copy of a callee's body at b, and returns its operations and its results.
func (p *program) copyOf(b *ir.Builder, callee fn.Func, call fn.Call) (ops []*ir.Operation, results []*ir.Value) {
	m := new(ir.Mapping)
	for k, a := range callee.Entry().Args() {
		m.Map(a, call.Operand(k))
	}
	for _, op := range body(callee) {
		again := b.Clone(op, m)
		again.InlineLocs(call.Operation)
		ops = append(ops, again)
	}
	for _, v := range callee.Entry().Terminator().OperandValues() {
		results = append(results, m.Lookup(v))
	}
	return ops, results
}

// keeps reports whether a call has a checkpoint.
func (p *program) keeps(call fn.Call) bool {
	callee := ir.LookupSymbol(p.module, call.Callee())
	return p.recompute && (call.Attr(Checkpoint) != nil || callee != nil && callee.Attr(Checkpoint) != nil)
}

// callee returns a copy of the callee of a call with a checkpoint, lowered to operations with rules.
func (p *program) callee(call fn.Call) (f fn.Func, err error) {
	name := call.Callee()
	if f, ok := p.callees[name]; ok {
		return f, nil
	}
	source, err := p.called(call)
	if err != nil {
		return f, err
	}
	if f, err = p.lowered(source, name+".checkpoint"); err == nil {
		p.callees[name] = f
	}
	return f, err
}
