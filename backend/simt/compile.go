package simt

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// compiler compiles a kernel to a program.
type compiler struct {
	*program
	module *ir.Operation
	scope  *scope
	calls  []*ir.Operation // the functions being inlined
	// observed says that the launch has an observer.
	observed bool
}

// scope is one inlined call of a function.
type scope struct {
	slots  map[*ir.Value]slot
	labels map[*ir.Block]*label
	// factors are the left factors of products that are in registers.
	factors []*ir.Value
	// done is the target of a return, which passes its operand in registers from result on. It is nil in the kernel
	// itself.
	done   *label
	result slot
}

// rule compiles an operation.
type rule func(c *compiler, op *ir.Operation) error

// compile compiles a function of a verified module.
func compile(module *ir.Operation, kernel llvm.Func, launch Launch) (*program, error) {
	c := &compiler{program: &program{kernel: kernel.Operation, granule: 8}, module: module,
		observed: launch.Observe != nil}
	if err := c.addGlobals(launch.SharedBytes); err != nil {
		return nil, err
	}
	c.multiplies = hasProducts(module)
	c.scope = newScope()
	for _, arg := range kernel.Region(0).Entry().Args() {
		s, err := c.define(kernel.Operation, arg)
		if err != nil {
			return nil, err
		}
		c.params = append(c.params, s)
	}
	return c.program, c.function(kernel)
}

func newScope() *scope {
	return &scope{slots: make(map[*ir.Value]slot), labels: make(map[*ir.Block]*label)}
}

// function compiles the body of a function into the current scope.
func (c *compiler) function(f llvm.Func) error {
	if f.Region(0).IsEmpty() {
		return f.Errorf("%w: it has no body", ErrUnsupported)
	}
	if slices.Contains(c.calls, f.Operation) {
		return f.Errorf("%w: it calls itself", ErrUnsupported)
	}
	c.calls = append(c.calls, f.Operation)
	defer func() { c.calls = c.calls[:len(c.calls)-1] }()
	c.scope.factors = leftFactors(f.Operation)
	blocks := layOut(f.Region(0).Entry())
	for _, b := range blocks {
		c.scope.labels[b] = &label{}
		for _, arg := range b.Args() {
			if _, ok := c.scope.slots[arg]; ok {
				continue
			}
			if _, err := c.define(f.Operation, arg); err != nil {
				return err
			}
		}
	}
	for _, b := range blocks {
		c.scope.labels[b].at = int32(len(c.code))
		for op := range b.Ops() {
			if err := c.operation(op); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *compiler) operation(op *ir.Operation) error {
	if len(c.code) > maxCode {
		return op.Errorf("%w: the kernel with all its calls is too long", ErrUnsupported)
	}
	for _, v := range op.Results() {
		if _, err := c.define(op, v); err != nil {
			return err
		}
	}
	if r, ok := rules[op.Def()]; ok {
		return r(c, op)
	}
	if r, ok := elementRules[op.Def()]; ok {
		return c.elements(op, r)
	}
	return op.Errorf("%w by threads", ErrUnsupported)
}

// maxCode bounds the number of instructions of a program.
const maxCode = 1 << 22

// define assigns registers to a value.
func (c *compiler) define(op *ir.Operation, v *ir.Value) (slot, error) {
	s, ok := storageOf(v.Type())
	if !ok {
		return 0, op.Errorf("%w by threads: they have no values of type %s", ErrUnsupported, ir.Quote(v.Type()))
	}
	at := c.reserve(len(s.leaves))
	c.scope.slots[v] = at
	return at, nil
}

// reserve returns the first of n new registers.
func (c *compiler) reserve(n int) slot {
	at := c.registers
	c.registers += slot(n)
	return at
}

func (c *compiler) slotOf(v *ir.Value) slot { return c.scope.slots[v] }

// operand returns the first register of an operand, result the first register of a result.
func (c *compiler) operand(op *ir.Operation, i int) slot { return c.slotOf(op.Operand(i)) }
func (c *compiler) result(op *ir.Operation) slot         { return c.slotOf(op.Result(0)) }

func (c *compiler) emit(op *ir.Operation, s step) { c.add(instruction{op: op, step: s}) }

func (c *compiler) emitJump(op *ir.Operation, j jump) { c.add(instruction{op: op, jump: j}) }

// add adds an instruction and the registers of its operation.
func (c *compiler) add(in instruction) {
	in.operands = c.operandSlots(in.op)
	if c.multiplies {
		in.reads, in.writes = c.readBy(in.op), c.registersOf(in.op.ResultValues())
	}
	c.code = append(c.code, in)
}

// elements compiles an operation on numbers or vectors, element by element.
func (c *compiler) elements(op *ir.Operation, of func(op *ir.Operation) elementwise) error {
	f, n := of(op), len(leavesOf(op.Result(0).Type()))
	if f == nil {
		return op.Errorf("%w by threads on values of type %s", ErrUnsupported, ir.Quote(op.Operand(0).Type()))
	}
	steps := make([]step, n)
	for i := range n {
		from := make([]slot, op.NumOperands())
		for j, v := range op.Operands() {
			from[j] = c.slotOf(v) + slot(i)
		}
		steps[i] = f.step(c.result(op)+slot(i), from)
	}
	c.emit(op, inTurn(steps))
	return nil
}

// inTurn executes several steps as one.
func inTurn(steps []step) step {
	if len(steps) == 1 {
		return steps[0]
	}
	return func(w *warp, active uint32) error {
		for _, s := range steps {
			if err := s(w, active); err != nil {
				return err
			}
		}
		return nil
	}
}

// leavesOf returns the numbers of a type whose values can be in registers.
func leavesOf(t ir.Type) []leaf {
	s, _ := storageOf(t)
	return s.leaves
}
