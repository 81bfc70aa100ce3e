package interp

import (
	"context"
	"errors"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// machine executes programs, one at a time.
type machine struct {
	ctx          context.Context
	evaluators   map[*ir.OpDef]evaluator
	typings      map[*ir.Operation]tile.Typing   // types of loosely typed operations, cached
	computed     map[*ir.Operation]*ir.Operation // see frame.computing
	steps, limit int                             // number of executed operations, and its limit; 0 for no limit
	depth        int                             // depth of calls

	*run           // nil for functions
	index  Grid    // the position of the current program in the grid
	number int32   // the number of the current program, from 1
	clocks *clocks // nil if programs do not synchronize

	turns     *turns      // nil unless programs take turns
	giveWay   func() bool // lets other programs run; reports whether to continue
	spins     int
	abandoned bool // whether the program must stop
}

// frame holds the values of a kernel or function that runs.
type frame struct {
	*machine
	values map[*ir.Value]*value
}

// evaluator executes an operation on its operands' values and returns the values of its results.
type evaluator func(f *frame, op *ir.Operation, operands []*value) ([]*value, error)

// Executes reports whether the executor implements an operation. Terminators are implemented by the enclosing
// operations.
func Executes(def *ir.OpDef) bool { return evaluators()[def] != nil }

// evaluators returns the table of all operations that can be executed, without terminators.
func evaluators() map[*ir.OpDef]evaluator {
	table := make(map[*ir.OpDef]evaluator)
	for _, add := range []func(map[*ir.OpDef]evaluator){
		addIntegers, addFloats, addFunctions, addConversions, addConstants, addControl, addGrid, addShapes, addMemory,
		addViews, addReductions, addLoose, addRearrangement, addSorting, addContractions, addAtomics, addDebugging,
		addShared, addAssembly, addExtendedContractions,
	} {
		add(table)
	}
	return table
}

// newMachine returns a machine for the programs of a run, or for a function.
func newMachine(ctx context.Context, r *run, c *clocks) *machine {
	limit, _ := ctx.Value(stepLimit{}).(int)
	return &machine{ctx: ctx, limit: limit, run: r, clocks: c, evaluators: evaluators(),
		typings: make(map[*ir.Operation]tile.Typing), computed: make(map[*ir.Operation]*ir.Operation)}
}

// runProgram runs a program of the grid. giveWay is called while the program waits for others; it may be nil.
func (m *machine) runProgram(program int, giveWay func() bool) error {
	m.index, m.number, m.giveWay = m.run.index(program), int32(program+1), giveWay
	f := &frame{machine: m, values: make(map[*ir.Value]*value)}
	_, _, err := f.runBlocks(m.kernel.Entry(), m.args)
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		d.Note(m.kernel.Loc(), "in program (%d, %d, %d) of grid (%d, %d, %d)", m.index[0], m.index[1], m.index[2],
			m.grid[0], m.grid[1], m.grid[2])
	}
	return err
}

// gridIndex returns the position in the grid of the program with a number.
func (m *machine) gridIndex(number int32) Grid { return m.run.index(int(number - 1)) }

// cancelInterval is the number of operations between two checks of the context.
const cancelInterval = 256

// runBlocks executes from a block's start, along branches, until a terminator leaves the region. It returns that
// terminator and the values of its operands.
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
		if f.steps++; f.steps%cancelInterval == 0 || f.abandoned {
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

// interrupted returns an error if the program must not continue.
func (f *frame) interrupted() error {
	if f.limit > 0 && f.steps > f.limit {
		return ErrSteps
	}
	if f.abandoned {
		return ErrDeadlock
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

// located gives an error the location of op, unless it already has one or is the error of the context.
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

// word returns a scalar that decides something, such as a condition. An undefined scalar is an error.
func word(v *value, what string) (uint64, error) {
	if v.poisoned(0) {
		return 0, undefined(what)
	}
	return v.words[0], nil
}
