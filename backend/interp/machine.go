package interp

import (
	"context"
	"errors"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// machine executes the programs of a grid, one at a time.
type machine struct {
	ctx           context.Context
	grid, program Grid
	evaluators    map[*ir.OpDef]evaluator
	typings       map[*ir.Operation]tile.Typing   // of loosely typed operations, once known
	computed      map[*ir.Operation]*ir.Operation // see frame.computing
	steps, limit  int                             // operations executed so far, and at most; 0 for any number
	depth         int                             // of calls
}

// frame holds the values of a kernel or function that runs.
type frame struct {
	*machine
	values map[*ir.Value]*value
}

// evaluator executes an operation on its operands' values and returns the values of its results.
type evaluator func(f *frame, op *ir.Operation, operands []*value) ([]*value, error)

// evaluators returns the table of everything that can be executed but terminators.
func evaluators() map[*ir.OpDef]evaluator {
	table := make(map[*ir.OpDef]evaluator)
	for _, add := range []func(map[*ir.OpDef]evaluator){
		addIntegers, addFloats, addFunctions, addConversions, addConstants, addControl, addGrid, addShapes, addMemory,
		addViews, addReductions, addLoose, addShared,
	} {
		add(table)
	}
	return table
}

// newMachine returns a machine that executes the program (0, 0, 0) of a grid first.
func newMachine(ctx context.Context, grid Grid) *machine {
	return &machine{ctx: ctx, grid: grid, evaluators: evaluators(), typings: make(map[*ir.Operation]tile.Typing),
		computed: make(map[*ir.Operation]*ir.Operation)}
}

func (m *machine) runProgram(k tile.Kernel, args []*value) error {
	f := &frame{machine: m, values: make(map[*ir.Value]*value)}
	_, _, err := f.runBlocks(k.Entry(), args)
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		d.Note(k.Loc(), "in program (%d, %d, %d) of grid (%d, %d, %d)", m.program[0], m.program[1], m.program[2],
			m.grid[0], m.grid[1], m.grid[2])
	}
	return err
}

// cancelInterval is how many operations run between two looks at the context.
const cancelInterval = 256

// runBlocks executes from a block's start, along branches, until a terminator leaves the region. It returns that and
// its operands.
func (f *frame) runBlocks(block *ir.Block, args []*value) (*ir.Operation, []*value, error) {
	for {
		for i, v := range block.Args() {
			f.values[v] = args[i]
		}
		end, err := f.runOps(block)
		if err != nil {
			return nil, nil, err
		}
		branch, ok := ir.InterfaceOf[ir.Branch](end)
		if !ok {
			return end, f.operands(end), nil
		}
		i, err := f.chooseSuccessor(end)
		if err != nil {
			return nil, nil, err
		}
		from, to := branch.SuccessorOperands(end, i)
		block, args = end.Successor(i), f.operands(end)[from:to]
	}
}

// runOps executes the operations of a block and returns its terminator.
func (f *frame) runOps(block *ir.Block) (*ir.Operation, error) {
	for op := range block.Ops() {
		if f.steps++; f.steps%cancelInterval == 0 {
			if err := f.interrupted(); err != nil {
				return nil, err
			}
		}
		if op.HasTrait(ir.Terminator) {
			return op, nil
		}
		if err := f.runOp(op); err != nil {
			return nil, err
		}
	}
	return nil, block.ParentOp().Errorf("%w: a block has no terminator", ErrUnsupported)
}

// interrupted returns why the program must not go on, if so.
func (f *frame) interrupted() error {
	if f.limit > 0 && f.steps > f.limit {
		return ErrSteps
	}
	return f.ctx.Err()
}

func (f *frame) runOp(op *ir.Operation) error {
	eval := f.evaluators[op.Def()]
	if eval == nil {
		return op.Errorf("%w by the interpreter", ErrUnsupported)
	}
	for _, v := range op.Results() {
		if t := v.Type(); !representable(t) {
			return op.Errorf("%w by the interpreter: it has no values of type %s", ErrUnsupported, ir.Quote(t))
		}
	}
	operands, err := f.coerce(op, f.operands(op))
	if err != nil {
		return err
	}
	var results []*value
	if touchesWide(op) && !movesValues(op) {
		results, err = evalWide(op, operands)
	} else {
		results, err = f.evaluateOp(eval, op, operands)
	}
	if err != nil {
		return located(op, err)
	}
	for i, v := range results {
		f.values[op.Result(i)] = v
	}
	return nil
}

// located gives an error the location of op, unless it has one or is the context's.
func located(op *ir.Operation, err error) error {
	var d *ir.Diagnostic
	if errors.As(err, &d) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return op.Errorf("%w", err)
}

func (f *frame) operands(op *ir.Operation) []*value {
	out := make([]*value, op.NumOperands())
	for i, v := range op.Operands() {
		out[i] = f.values[v]
	}
	return out
}

// word returns a scalar that decides something; an undefined one is an error.
func word(v *value, what string) (uint64, error) {
	if v.poisoned(0) {
		return 0, undefined(what)
	}
	return v.words[0], nil
}
