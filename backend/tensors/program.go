package tensors

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/girih-ir/girih/backend/tensors/internal/arena"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Program is a function that runs many times. Work that depends only on the sizes of the arguments is done once for
// each set of sizes: shapes are inferred, calls of functions with [prim.RegionAttr] become loops over blocks that fit
// in the cache, and values get offsets in an arena, which values that are not in use at the same time share.
//
// Results are bit for bit those of [Run]. Runs may overlap in time.
type Program struct {
	f fn.Func

	mu    sync.Mutex
	plans map[string]*plan // by shapes and strides of the arguments
}

// NewProgram returns the program of a function. The function must not change afterwards.
func NewProgram(f fn.Func) *Program { return &Program{f: f, plans: make(map[string]*plan)} }

// Run calls the function, as [Run] does.
func (p *Program) Run(ctx context.Context, args []*Tensor, o Options) ([]*Tensor, error) {
	plan, err := p.plan(args)
	if err != nil {
		return nil, err
	}
	return plan.run(ctx, args, o, nil)
}

// Explain runs the function once. It prints each step with the number of bytes that it moves and its time, the reason
// for each region that is not computed as one step, and the offset of each value in memory.
func (p *Program) Explain(ctx context.Context, w io.Writer, args []*Tensor, o Options) error {
	plan, err := p.plan(args)
	if err != nil {
		return err
	}
	times := make([]time.Duration, len(plan.steps))
	if _, err := plan.run(ctx, args, o, times); err != nil {
		return err
	}
	return plan.print(w, times)
}

// plan returns the plan for arguments of some sizes.
func (p *Program) plan(args []*Tensor) (*plan, error) {
	var key strings.Builder
	for _, a := range args {
		if a == nil {
			return nil, fmt.Errorf("%w: an argument is nil", ErrArguments)
		}
		fmt.Fprint(&key, a.elem, a.shape, a.strides, a.offset)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if plan := p.plans[key.String()]; plan != nil {
		return plan, nil
	}
	plan, err := newPlan(p.f, args)
	if err == nil {
		p.plans[key.String()] = plan
	}
	return plan, err
}

// plan is the plan of a program for arguments of some shapes and strides. Its values are tensors without elements;
// their data is a [root].
type plan struct {
	whole   func(s *Step) bool // for an [Outline]; nil if the CPU computes everything
	steps   []*step
	roots   []*root
	buffers []*arena.Buffer // buffers of the roots in the arena
	size    int             // size of the arena in bytes
	results []*Tensor
	remarks []string

	arguments []int // size of each argument in bytes
	mu        sync.Mutex
	released  [][]uint64 // arenas of finished runs, for reuse
}

func (p *plan) add(r *root) {
	r.number = len(p.roots)
	p.roots = append(p.roots, r)
}

// root is the memory of one or more tensors: an argument, a constant, a buffer in the arena or, if it is a result of
// the program, a buffer of its own.
type root struct {
	number   int // index among the plan's roots
	argument int // number of the argument plus one
	constant any
	elem     ir.Type
	n        int
	leaves   bool
	buffer   *arena.Buffer
}

// step computes some tensors.
type step struct {
	name    string
	op      *ir.Operation
	region  fn.Func // set if the step is a region
	in, out []*Tensor
	sizes   []int64 // the operands that are sizes
	run     func(m *machine, in, out []*Tensor) error
}

func newPlan(f fn.Func, args []*Tensor) (*plan, error) {
	p := new(plan)
	if err := p.program(f, args); err != nil {
		return nil, err
	}
	p.findLifetimes(elementSize)
	p.size = arena.Place(p.buffers)
	return p, nil
}

// program plans a call of the program's function.
func (p *plan) program(f fn.Func, args []*Tensor) error {
	values := make([]any, len(args))
	for i, a := range args {
		p.arguments = append(p.arguments, a.Numel()*elementSize(a.elem))
		r := &root{argument: i + 1}
		p.add(r)
		values[i] = &Tensor{elem: a.elem, shape: a.shape, strides: a.strides, offset: a.offset, data: r}
	}
	results, err := p.function(f.Operation, f, values)
	if err != nil {
		return err
	}
	for i, r := range results {
		t, ok := r.(*Tensor)
		if !ok {
			return fmt.Errorf("%w: result %d of @%s is not a tensor", ErrArguments, i, ir.SymbolNameOf(f.Operation))
		}
		t.data.(*root).leaves = true
		p.results = append(p.results, t)
	}
	for _, s := range p.steps {
		if err := s.countable(); err != nil {
			return err
		}
	}
	return nil
}

// function plans a call of a function by an operation.
func (p *plan) function(op *ir.Operation, f fn.Func, args []any) ([]any, error) {
	switch {
	case f.Attr(prim.RegionAttr) == nil:
		return p.call(f, args)
	case p.whole != nil:
		return p.wholeRegion(op, f, args)
	}
	return p.region(op, f, args)
}

// call plans the operations of a function for some arguments.
func (p *plan) call(f fn.Func, args []any) ([]any, error) {
	env, err := newFrame(f, args)
	if err != nil {
		return nil, err
	}
	for op := range f.Region(0).Entry().Ops() {
		if op.Is(&fn.Return) {
			return env.operands(op), nil
		}
		results, err := p.operation(env, op)
		if err != nil {
			return nil, located(op, err)
		}
		for i, r := range results {
			env[op.Result(i)] = r
		}
	}
	return nil, f.Errorf("%w: @%s does not return", ErrUnsupported, ir.SymbolNameOf(f.Operation))
}

// operation plans an operation, and returns its results as tensors without elements.
func (p *plan) operation(env frame, op *ir.Operation) ([]any, error) {
	operands := env.operands(op)
	if op.Is(&fn.CallOp) {
		f, err := callee(op)
		if err != nil {
			return nil, err
		}
		return p.function(op, f, operands)
	}
	if results, ok, err := sizes(op, operands); ok || err != nil {
		return results, err
	}
	u, err := newUse(env, op)
	if err != nil {
		return nil, err
	}
	if results := p.share(u); results != nil {
		return results, nil
	}
	s := &step{name: op.Name(), op: op, in: u.in, sizes: u.sizes}
	if op.Is(&prim.Constant) {
		t, err := constant(op)
		if err != nil {
			return nil, err
		}
		r := &root{constant: t.data, elem: t.elem, n: t.Numel()}
		p.add(r)
		t.data = r
		return []any{t}, nil
	}
	var results []any
	for i := range op.NumResults() {
		t := u.like(i)
		if r := p.overwritten(u); r != nil {
			t.data = r
		} else {
			p.buffer(t)
		}
		s.out, results = append(s.out, t), append(results, t)
	}
	s.run = func(m *machine, in, out []*Tensor) error {
		now := *u
		now.in = in
		return m.compute(&now, out)
	}
	p.steps = append(p.steps, s)
	return results, nil
}

// region plans a call of a region.
func (p *plan) region(op *ir.Operation, f fn.Func, operands []any) ([]any, error) {
	r, results, err := compileRegion(f, operands)
	if errors.Is(err, prim.ErrApart) {
		p.remarks = append(p.remarks, fmt.Sprintf("@%s runs one operation at a time: %v", ir.SymbolNameOf(f.Operation), err))
		return p.call(f, operands)
	}
	if err != nil {
		return nil, err
	}
	s := &step{name: "@" + ir.SymbolNameOf(f.Operation), op: op}
	s.in = make([]*Tensor, len(operands)) // nil for sizes, and for operands of which only the shape is used
	for _, reg := range r.registers {
		if reg.argument > 0 {
			s.in[reg.argument-1] = operands[reg.argument-1].(*Tensor)
		}
	}
	out := make([]any, len(results))
	for i, t := range results {
		s.out = append(s.out, p.buffer(t))
		out[i] = t
	}
	s.run = func(m *machine, in, out []*Tensor) error { return r.compute(m.ctx, in, out) }
	p.steps = append(p.steps, s)
	return out, nil
}

// buffer gives a tensor without data a new buffer.
func (p *plan) buffer(t *Tensor) *Tensor {
	r := &root{elem: t.elem, n: t.Numel()}
	p.add(r)
	t.data = r
	return t
}

// overwritten returns the buffer of the first operand if an operation that changes a few elements of it may change them
// in place: no other operation reads the operand, whose buffer belongs to it alone. It returns nil otherwise.
func (p *plan) overwritten(u *use) *root {
	switch u.op.Def() {
	case &prim.IndexPut, &prim.Scatter, &prim.SliceScatter:
	default:
		return nil
	}
	x, r := u.op.Operand(0), u.in[0].data.(*root)
	if made := x.DefiningOp(); made == nil || made.NumRegions() > 0 || made.Is(&fn.CallOp) || !x.HasOneUse() ||
		!u.in[0].isContiguous() || u.in[0].Numel() != r.n { // x may be a part of a copy
		return nil
	}
	for _, s := range slices.Backward(p.steps) {
		if s.op == x.DefiningOp() && len(s.out) == 1 && s.out[0].data == u.in[0].data {
			return r
		}
	}
	return nil
}

// share returns the result of an operation that is a view of its operand; nil if it is not. Some operations need a copy
// of the operand first.
func (p *plan) share(u *use) []any {
	if len(u.in) == 0 || len(u.out) != 1 {
		return nil
	}
	x, shape := u.in[0], u.out[0].Shape
	switch u.op.Def() {
	case &prim.Reshape, &prim.Collapse, &prim.CollapseView:
		if _, ok := prim.ReshapedStrides(wide(x.shape), wide(x.strides), shape); !ok {
			u.in[0] = p.copied(u.op, x)
		}
	case &prim.AsStrided:
		if !x.isContiguous() {
			u.in[0] = p.copied(u.op, x)
		}
	}
	if v := u.view(); v != nil {
		return []any{v}
	}
	return nil
}

// copied plans a contiguous copy.
func (p *plan) copied(op *ir.Operation, x *Tensor) *Tensor {
	out := p.buffer(&Tensor{elem: x.elem, shape: x.shape, strides: contiguous(x.shape)})
	p.steps = append(p.steps, &step{name: "copy for " + op.Name(), op: op, in: []*Tensor{x}, out: []*Tensor{out},
		run: func(_ *machine, in, out []*Tensor) error {
			copyInto(out[0], in[0])
			return nil
		}})
	return out
}

// findLifetimes creates buffers for the roots that are not results of the program. size returns the size of an element.
func (p *plan) findLifetimes(size func(elem ir.Type) int) {
	touch := func(t *Tensor, i int) {
		if t == nil {
			return
		}
		r := t.data.(*root)
		switch {
		case r.argument > 0 || r.constant != nil || r.leaves:
		case r.buffer == nil:
			r.buffer = &arena.Buffer{Bytes: max(1, r.n) * size(r.elem), First: i, Last: i}
			p.buffers = append(p.buffers, r.buffer)
		default:
			r.buffer.Last = i
		}
	}
	for i, s := range p.steps {
		for _, t := range slices.Concat(s.out, s.in) {
			touch(t, i)
		}
	}
}
