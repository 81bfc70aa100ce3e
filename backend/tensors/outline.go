package tensors

import (
	"context"
	"slices"

	"github.com/girih-ir/girih/backend/tensors/internal/arena"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
)

// Outline is the plan of a program for arguments of some sizes: its steps, and the memory of its tensors. It is for
// executors on other devices, on which elements are stored as by [Tensor.Bytes].
type Outline struct {
	// Steps run in this order.
	Steps []*Step
	// Memories have the tensors of the program. The executor provides the memories of results and arguments.
	Memories []*Memory
	Results  []*Place
	// ArenaBytes is the size of the arena for the other memories.
	ArenaBytes int

	plan *plan
}

// Largest names the largest buffers, for messages about memory.
func (o *Outline) Largest() string { return o.plan.largest() }

// Step computes some tensors. All are in memories of the outline.
type Step struct {
	Name   string
	Op     *ir.Operation // a primitive, or a call of Region
	Region fn.Func       // primitives that are computed together; without an operation if the step is a primitive
	In     []*Place      // the arguments of Region, or the operands of Op; nil for those that are not tensors
	Out    []*Place
	Sizes  []int64 // the operands of a primitive that are sizes

	in  []int // the indices of the step's inputs that are tensors
	run func(m *machine, in, out []*Tensor) error
}

// Place is the position of a tensor in memory: the memory, the offset of the first element, and the strides, in
// elements.
type Place struct {
	Elem           ir.Type
	Shape, Strides []int
	Offset         int
	Memory         int
}

// Memory has elements of one type. It belongs to an argument, to a constant or to a result, or it is a part of the
// arena. Before step First and after step Last, other memories may use that part of the arena.
type Memory struct {
	Elem        ir.Type
	Elements    int
	Argument    int     // number of the argument plus one; 0 for others
	Constant    *Tensor // contiguous
	Leaves      bool    // whether it has a result of the program
	Offset      int     // offset in the arena, in bytes
	First, Last int
}

// Like returns a tensor without elements, for an argument whose elements are not needed.
func Like(elem ir.Type, shape ...int) *Tensor {
	return &Tensor{elem: elem, shape: slices.Clone(shape), strides: contiguous(shape)}
}

// NewOutline plans a function for arguments with the types, shapes and strides of some tensors. whole is called for
// each region. If it returns false, the primitives of the region become separate steps.
func NewOutline(f fn.Func, args []*Tensor, whole func(s *Step) bool) (*Outline, error) {
	p := &plan{whole: whole}
	if err := p.program(f, args); err != nil {
		return nil, err
	}
	p.findLifetimes(byteSize)
	o := &Outline{ArenaBytes: arena.Place(p.buffers), plan: p}
	for _, r := range p.roots {
		m := &Memory{Elem: r.elem, Elements: r.n, Argument: r.argument, Leaves: r.leaves}
		switch {
		case r.argument > 0:
			m.Elem, m.Elements = args[r.argument-1].elem, span(args[r.argument-1])
		case r.constant != nil:
			m.Constant = &Tensor{elem: r.elem, shape: []int{r.n}, strides: []int{1}, data: r.constant}
		case r.buffer != nil:
			m.Offset, m.First, m.Last = r.buffer.Offset, r.buffer.First, r.buffer.Last
		}
		o.Memories = append(o.Memories, m)
	}
	for _, s := range p.steps {
		o.Steps = append(o.Steps, s.outlined())
	}
	for _, t := range p.results {
		o.Results = append(o.Results, placeOf(t))
	}
	return o, nil
}

// span is the number of elements of its memory that a tensor covers, including gaps.
func span(t *Tensor) int {
	end := t.offset + 1
	for d, n := range t.shape {
		if n == 0 {
			return t.offset
		}
		end += (n - 1) * t.strides[d]
	}
	return end
}

// outlined returns the description of a step.
func (s *step) outlined() *Step {
	out := &Step{Name: s.name, Op: s.op, Region: s.region, Sizes: s.sizes, run: s.run}
	values := s.op.OperandValues()
	next := 0
	for i := range max(len(values), len(s.in)) {
		if i < len(values) && s.region.Operation == nil && len(s.in) != len(values) {
			if _, ok := values[i].Type().(*ir.TensorType); !ok || next == len(s.in) {
				out.In = append(out.In, nil)
				continue
			}
		}
		if t := s.in[next]; t == nil {
			out.In = append(out.In, nil)
		} else {
			out.In, out.in = append(out.In, placeOf(t)), append(out.in, i)
		}
		next++
	}
	for _, t := range s.out {
		out.Out = append(out.Out, placeOf(t))
	}
	return out
}

func placeOf(t *Tensor) *Place {
	return &Place{Elem: t.elem, Shape: t.shape, Strides: t.strides, Offset: t.offset, Memory: t.data.(*root).number}
}

// Compute computes the step on the CPU: out from in, which are contiguous and have the shapes of s.In and s.Out. keys
// is the number of random keys that were created before.
func (s *Step) Compute(ctx context.Context, in, out []*Tensor, o Options, keys int) error {
	m := &machine{ctx: ctx, seed: o.Seed, offset: uint64(keys) * keyStep}
	var operands []*Tensor
	if s.Region.Operation != nil {
		operands = in
	} else {
		for _, i := range s.in {
			operands = append(operands, in[i])
		}
	}
	if err := s.run(m, operands, out); err != nil {
		return located(s.Op, err)
	}
	return nil
}

// wholeRegion plans a call of a region as one step, if the function whole wants that.
func (p *plan) wholeRegion(op *ir.Operation, f fn.Func, operands []any) ([]any, error) {
	env, err := newFrame(f, operands)
	if err != nil {
		return nil, err
	}
	for inner := range f.Region(0).Entry().Ops() {
		if inner.Is(&fn.Return) {
			break
		}
		u, err := newUse(env, inner)
		if err != nil {
			return nil, located(inner, err)
		}
		for i, v := range inner.Results() {
			env[v] = u.like(i)
		}
	}
	s := &step{name: "@" + ir.SymbolNameOf(f.Operation), op: op, region: f}
	sizes := make([]any, len(operands))
	for i, a := range operands {
		t, ok := a.(*Tensor)
		if !ok {
			sizes[i] = a
		}
		s.in = append(s.in, t)
	}
	var results []any
	for _, v := range f.Region(0).Entry().Last().Operands() {
		t := *env[v].(*Tensor)
		s.out, results = append(s.out, &t), append(results, &t)
	}
	s.run = func(m *machine, in, out []*Tensor) error { return m.region(f, sizes, in, out) }
	before := len(p.roots)
	for _, t := range s.out {
		p.buffer(t)
	}
	if !p.whole(s.outlined()) {
		p.roots = p.roots[:before]
		return p.call(f, operands)
	}
	p.steps = append(p.steps, s)
	return results, nil
}

// region computes the primitives of a region one by one.
func (m *machine) region(f fn.Func, sizes []any, in, out []*Tensor) error {
	args := slices.Clone(sizes)
	for i, t := range in {
		if t != nil {
			args[i] = t
		}
	}
	results, err := m.call(f, args)
	if err != nil {
		return err
	}
	for i, r := range results {
		copyInto(out[i], r.(*Tensor))
	}
	return nil
}

// View returns the tensor at a place. t is its memory.
func View(t *Tensor, p *Place) *Tensor { return t.view(p.Shape, p.Strides, p.Offset) }
