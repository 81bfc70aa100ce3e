package dataflow

import (
	"context"

	"github.com/girih-ir/girih/ir"
)

// Solver runs analyses of everything inside an operation. Create one with [New], load analyses, call [Solver.Run] once,
// and then query the results. It serves one goroutine while it runs. The IR must not change before the last query.
type Solver struct {
	numbering
	root      *ir.Operation
	only      []*ir.Operation // the operations directly inside the root to analyze; nil for all
	controls  []*control      // from 1
	controlOf []uint32        // by operation: index into controls, 0 for none
	tables    ir.SymbolTables
	extra     map[*ir.Value][]dependent // operations that depend on values which are not their operands

	live      []bool  // of branches' successors and region branches' edges
	blockLive []bool  // by block
	state     []flags // by operation

	forward   []forward
	backward  []backward
	constants *Sparse[Constant]

	blocks  fifo[*ir.Block] // live blocks that are not visited yet
	cursors []*ir.Operation // the next operation of each nested block being visited, innermost last
	passed  fifo[passedOn]  // operands whose elements changed and which are passed on
	again   fifo[*ir.Operation]
	attrs   []ir.Attribute
}

// flags of an operation: whether it was visited, and which analyses must visit it again.
type flags uint16

const (
	visited    flags = 1 << 0
	redirect   flags = 1 << 1 // the control that it directs may have changed
	firstBit         = 2      // bit of the first analysis
	maxForward       = 16 - firstBit
)

// passedOn is an operand whose element in an analysis has changed, and which its operation passes on.
type passedOn struct {
	operand  *ir.Operand
	analysis int
}

// dependent is an operation whose results depend on a value in an analysis.
type dependent struct {
	op       *ir.Operation
	analysis int
}

// forward is a forward analysis.
type forward interface {
	// visit visits an operation whose results flows do not determine, or whose input has changed.
	visit(op *ir.Operation)
	// join handles a flow that became live.
	join(f *Flow)
	// joinOperand handles a change of operand i, which f passes on.
	joinOperand(f *Flow, i int)
	// enter handles a block that control may enter from unknown code, with any arguments.
	enter(b *ir.Block)
	// provide handles a block whose first n arguments the enclosing operation provides.
	provide(b *ir.Block, n int)
	// outside handles a call of an unknown function.
	outside(c *ir.Operation)
	// start allocates elements after everything has been numbered.
	start()
}

// backward is a backward analysis. It runs when the forward analyses have finished.
type backward interface {
	run(ctx context.Context) error
}

// New returns a solver for everything inside root. The callers of root's regions are unknown.
func New(root *ir.Operation) *Solver { return newSolver(root, nil) }

// NewInside returns a solver for some of the operations directly inside root, a symbol table of one block. These
// operations must be isolated from above, and there must be no calls between them and the others. Solvers for different
// operations may run at the same time.
func NewInside(root *ir.Operation, only []*ir.Operation) *Solver { return newSolver(root, only) }

func newSolver(root *ir.Operation, only []*ir.Operation) *Solver {
	s := &Solver{root: root, only: only}
	s.survey()
	s.findCallers()
	s.blockLive = make([]bool, len(s.numbering.blocks))
	s.state = make([]flags, len(s.ops))
	return s
}

// IsLive reports whether control may reach a block inside the root.
func (s *Solver) IsLive(b *ir.Block) bool {
	i, ok := s.blockNumber(b)
	return ok && s.blockLive[i]
}

// IsEdgeLive reports whether control may pass from a terminator in the root to its successor i.
func (s *Solver) IsEdgeLive(terminator *ir.Operation, i int) bool {
	n, ok := s.opNumber(terminator)
	if !ok {
		return false
	}
	c := s.controls[s.controlOf[n]]
	return c != nil && c.kind&branch != 0 && s.live[int(c.live)+i]
}

// Flows returns the flows by which control may leave an operation in the root, other than to the next operation.
func (s *Solver) Flows(point *ir.Operation) []Flow {
	if n, ok := s.opNumber(point); ok {
		if c := s.controls[s.controlOf[n]]; c != nil {
			return c.flows
		}
	}
	return nil
}

// checkEvery is the number of steps between checks of the context.
const checkEvery = 1 << 14

// Run runs the loaded analyses until nothing changes. It returns the error of ctx if that ends early.
func (s *Solver) Run(ctx context.Context) error {
	for _, a := range s.forward {
		a.start()
	}
	s.begin()
	if err := s.Resume(ctx); err != nil {
		return err
	}
	for _, a := range s.backward {
		if err := a.run(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// begin schedules the first visits.
func (s *Solver) begin() {
	if s.only != nil {
		for _, op := range s.only {
			s.visit(op)
		}
		return
	}
	for i := range s.root.NumRegions() {
		if b := s.root.Region(i).Entry(); b != nil {
			s.reachBlock(b)
			s.enter(b)
		}
	}
}

// Resume runs the forward analyses again until nothing changes, after [Sparse.Raise] has changed an element. It returns
// the error of ctx if that ends early.
func (s *Solver) Resume(ctx context.Context) error {
	for step := 1; s.step(); step++ {
		if step%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// step does one piece of work: first visits that are still due, then changes. It returns false if there is nothing left
// to do.
func (s *Solver) step() bool {
	if n := len(s.cursors); n > 0 {
		op := s.cursors[n-1]
		if op == nil {
			s.cursors = s.cursors[:n-1]
			return true
		}
		s.cursors[n-1] = op.Next()
		s.visit(op)
		return true
	}
	if b, ok := s.blocks.pop(); ok {
		s.cursors = append(s.cursors, b.First())
		return true
	}
	if p, ok := s.passed.pop(); ok {
		s.passOn(p)
		return true
	}
	if op, ok := s.again.pop(); ok {
		s.revisit(op)
		return true
	}
	return false
}

// visit visits an operation for the first time.
func (s *Solver) visit(op *ir.Operation) {
	s.state[op.Number] |= visited
	c := s.controls[s.controlOf[op.Number]]
	if c == nil || c.kind&directed == 0 {
		for _, a := range s.forward {
			a.visit(op)
		}
	}
	if c != nil {
		s.direct(c)
	}
}

// revisit makes the analyses that were asked to visit an operation again.
func (s *Solver) revisit(op *ir.Operation) {
	pending := s.state[op.Number]
	s.state[op.Number] = visited
	for i, a := range s.forward {
		if pending>>(firstBit+i)&1 != 0 {
			a.visit(op)
		}
	}
	if pending&redirect != 0 {
		s.direct(s.controls[s.controlOf[op.Number]])
	}
}

// passOn propagates a changed operand along the live flows that pass it on.
func (s *Solver) passOn(p passedOn) {
	i := p.operand.Index()
	c := s.control(p.operand.Owner())
	for k := range c.flows {
		if f := &c.flows[k]; f.From <= i && i < f.To {
			s.forward[p.analysis].joinOperand(f, i)
		}
	}
}

// ask requests something for an operation that was visited before. An operation that was not will be visited anyway.
func (s *Solver) ask(op *ir.Operation, what flags) {
	switch have := s.state[op.Number]; {
	case have&visited == 0 || have&what == what:
	case have == visited:
		s.again.push(op)
		fallthrough
	default:
		s.state[op.Number] |= what
	}
}

// changed schedules everything that depends on a value in an analysis to be visited again.
func (s *Solver) changed(v *ir.Value, analysis int) {
	bit := flags(1) << (firstBit + analysis)
	for u := range v.Uses() {
		op := u.Owner()
		if s.state[op.Number]&visited == 0 {
			continue
		}
		c := s.controls[s.controlOf[op.Number]]
		if c == nil {
			s.ask(op, bit)
			continue
		}
		s.passed.push(passedOn{u, analysis})
		if c.kind&directed == 0 {
			s.ask(op, bit)
		}
		if !c.settled && s.constants != nil && analysis == s.constants.index {
			s.ask(op, redirect)
		}
	}
	for _, d := range s.extra[v] {
		if d.analysis == analysis {
			s.ask(d.op, bit)
		}
	}
}

// dependOn makes an operation depend on a value that is not its operand.
func (s *Solver) dependOn(op *ir.Operation, v *ir.Value, analysis int) {
	if s.extra == nil {
		s.extra = make(map[*ir.Value][]dependent)
	}
	for _, d := range s.extra[v] {
		if d.op == op && d.analysis == analysis {
			return
		}
	}
	s.extra[v] = append(s.extra[v], dependent{op, analysis})
}

// enter tells the analyses that control may enter a block from unknown code.
func (s *Solver) enter(b *ir.Block) {
	for _, a := range s.forward {
		a.enter(b)
	}
}

// fifo is a queue.
type fifo[T any] struct {
	items []T
	head  int
}

func (q *fifo[T]) push(x T) { q.items = append(q.items, x) }

func (q *fifo[T]) pop() (x T, ok bool) {
	if q.head == len(q.items) {
		q.items, q.head = q.items[:0], 0
		return x, false
	}
	x = q.items[q.head]
	q.head++
	if q.head > 1024 && q.head > len(q.items)/2 {
		n := copy(q.items, q.items[q.head:])
		q.items, q.head = q.items[:n], 0
	}
	return x, true
}
