package tilellvm_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// machine runs an llvm.func for all threads of a block, each a goroutine, as far as the tests of this package need it.
// It reports accesses out of bounds, elements that several threads store, and data races in shared memory.
type machine struct {
	buffers [][]byte // of global memory; the pointer's upper half is the number plus one
	shared  []byte
	threads int
	block   uint64

	mu     sync.Mutex
	stores map[uint64]int // how often each global address was stored to
	races  map[uint64]touch
	err    error

	barrier *rendezvous
	warps   []*rendezvous
	lanes   [][]uint64 // what each lane of each warp offers to a shuffle
}

// touch says who accessed an element of shared memory between two barriers.
type touch struct {
	round          int // the number of barriers before
	writer, reader int // a thread, -1 for none; several readers count as one that is nobody else's
}

const severalReaders = -2

const (
	offsetBits  = 40
	sharedSpace = 0xFFFF
)

// rendezvous makes a number of goroutines wait for each other, again and again.
type rendezvous struct {
	mu      sync.Mutex
	cond    *sync.Cond
	size    int
	waiting int
	round   int
	broken  bool
}

func newRendezvous(size int) *rendezvous {
	r := &rendezvous{size: size}
	r.cond = sync.NewCond(&r.mu)
	return r
}

var errBroken = errors.New("another thread failed")

func (r *rendezvous) wait() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	round := r.round
	if r.waiting++; r.waiting == r.size {
		r.waiting, r.round = 0, round+1
		r.cond.Broadcast()
	}
	for r.round == round && !r.broken {
		r.cond.Wait()
	}
	if r.broken {
		return errBroken
	}
	return nil
}

func (r *rendezvous) breakUp() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.broken = true
	r.cond.Broadcast()
}

// launch runs a kernel over a grid of one dimension. Pointer arguments are buffers, in their order; numbers follow.
func launch(fn llvm.Func, blocks int, buffers [][]byte, numbers ...uint64) (stores map[uint64]int, err error) {
	threads := int(fn.Attr(nvvm.ReqNTID).(*ir.DenseArrayAttr).Int64(0))
	stores = make(map[uint64]int)
	var args []uint64
	for i := range buffers {
		args = append(args, uint64(i+1)<<offsetBits)
	}
	args = append(args, numbers...)
	for block := range blocks {
		m := &machine{buffers: buffers, threads: threads, block: uint64(block), stores: stores,
			barrier: newRendezvous(threads), races: make(map[uint64]touch)}
		for op := range fn.Parent().Region(0).Entry().Ops() {
			if g, ok := llvm.AsGlobal(op); ok {
				m.shared = make([]byte, g.Type().(*llvm.ArrayType).Len)
			}
		}
		for range threads / 32 {
			m.warps = append(m.warps, newRendezvous(32))
			m.lanes = append(m.lanes, make([]uint64, 32))
		}
		m.run(fn, args)
		if m.err != nil {
			return nil, m.err
		}
	}
	return stores, nil
}

func (m *machine) run(fn llvm.Func, args []uint64) {
	var done sync.WaitGroup
	for id := range m.threads {
		done.Add(1)
		go func() {
			defer done.Done()
			t := &thread{machine: m, id: id, values: make(map[*ir.Value][]uint64)}
			for i, a := range args {
				t.values[fn.Region(0).Entry().Arg(i)] = []uint64{a}
			}
			if err := t.run(fn.Region(0).Entry()); err != nil {
				m.fail(err)
			}
		}()
	}
	done.Wait()
}

func (m *machine) fail(err error) {
	m.mu.Lock()
	if m.err == nil || errors.Is(m.err, errBroken) {
		m.err = err
	}
	m.mu.Unlock()
	m.barrier.breakUp()
	for _, w := range m.warps {
		w.breakUp()
	}
}

// memory returns n bytes at an address.
func (m *machine) memory(address uint64, n int) ([]byte, error) {
	number, at := address>>offsetBits, address&(1<<offsetBits-1)
	buffer := m.shared
	if number != sharedSpace {
		if number == 0 || number > uint64(len(m.buffers)) {
			return nil, fmt.Errorf("address %x is in no buffer", address)
		}
		buffer = m.buffers[number-1]
	}
	if at+uint64(n) > uint64(len(buffer)) {
		return nil, fmt.Errorf("%d bytes at %d are out of bounds of buffer %d", n, at, number)
	}
	return buffer[at:][:n], nil
}

// thread is one thread's state. A value is a list of bit patterns: one, or those of a vector's elements.
type thread struct {
	*machine
	id     int
	values map[*ir.Value][]uint64
}

func (t *thread) run(b *ir.Block) error {
	for {
		for op := range b.Ops() {
			if op.HasTrait(ir.Terminator) {
				break
			}
			v, err := t.eval(op)
			if err != nil {
				return op.Errorf("thread %d: %w", t.id, err)
			}
			if op.NumResults() == 1 {
				t.values[op.Result(0)] = v
			}
		}
		end := b.Last()
		if end.Is(&llvm.Return) {
			return nil
		}
		next := 0
		if end.Is(&llvm.CondBr) && t.values[end.Operand(0)][0]&1 == 0 {
			next = 1
		}
		edges, _ := ir.InterfaceOf[ir.Branch](end)
		from, to := edges.SuccessorOperands(end, next)
		var args [][]uint64
		for i := from; i < to; i++ {
			args = append(args, t.values[end.Operand(i)])
		}
		b = end.Successor(next)
		for i, a := range args {
			t.values[b.Arg(i)] = a
		}
	}
}

func size(t ir.Type) (elements, bytes int) {
	if v, ok := t.(*ir.VectorType); ok {
		return int(v.Shape()[0]), max(8, ir.BitWidth(v.ElementType())) / 8
	}
	return 1, max(8, ir.BitWidth(t)) / 8
}

func (t *thread) eval(op *ir.Operation) ([]uint64, error) {
	arg := func(i int) uint64 { return t.values[op.Operand(i)][0] }
	one := func(v uint64) ([]uint64, error) { return []uint64{v}, nil }
	switch {
	case op.Is(&llvm.ConstantOp):
		switch a := op.Inherent("value").(type) {
		case *ir.IntegerAttr:
			return one(a.Uint64())
		case *ir.FloatAttr:
			return one(a.Bits().Lo)
		}
	case op.Is(&llvm.Undef):
		n, _ := size(op.Result(0).Type())
		poison := make([]uint64, n)
		for i := range poison {
			poison[i] = 0xBAD
		}
		return poison, nil
	case op.Is(&llvm.AddressOf):
		return one(sharedSpace << offsetBits)
	case op.Is(nvvm.ThreadID[0]):
		return one(uint64(t.id))
	case op.Is(nvvm.BlockID[0]):
		return one(t.block)
	case op.Is(&nvvm.Barrier0):
		return nil, t.barrier.wait()
	case op.Is(&nvvm.ShflSync):
		return t.shuffle(arg(1), int(arg(2)))
	case op.Is(&llvm.GetElementPtr):
		_, n := size(llvm.GEPElemType(op))
		x := llvm.GEPIndices(op)[0]
		return one(arg(0) + uint64(int64(signed(t.values[x.Value][0], ir.BitWidth(x.Value.Type())))*int64(n)))
	case op.Is(&llvm.Load):
		return t.load(arg(0), op.Result(0).Type())
	case op.Is(&llvm.Store):
		return nil, t.store(arg(1), t.values[op.Operand(0)], op.Operand(0).Type())
	case op.Is(&llvm.ExtractElement):
		return one(t.values[op.Operand(0)][arg(1)])
	case op.Is(&llvm.InsertElement):
		out := append([]uint64(nil), t.values[op.Operand(0)]...)
		out[arg(2)] = arg(1)
		return out, nil
	case op.Is(&llvm.Select):
		if arg(0)&1 != 0 {
			return t.values[op.Operand(1)], nil
		}
		return t.values[op.Operand(2)], nil
	}
	args := make([]uint64, op.NumOperands())
	for i := range args {
		args[i] = arg(i)
	}
	v, ok := scalar(op, args)
	if !ok {
		return nil, fmt.Errorf("the test's machine does not know %s", op.Name())
	}
	return one(v)
}

func (t *thread) shuffle(v uint64, mask int) ([]uint64, error) {
	warp, lane := t.id/32, t.id%32
	t.lanes[warp][lane] = v
	if err := t.warps[warp].wait(); err != nil {
		return nil, err
	}
	got := t.lanes[warp][lane^mask]
	return []uint64{got}, t.warps[warp].wait()
}

func (t *thread) load(address uint64, typ ir.Type) ([]uint64, error) {
	n, bytes := size(typ)
	if address%uint64(n*bytes) != 0 {
		return nil, fmt.Errorf("load of %d bytes at %x is not aligned", n*bytes, address)
	}
	memory, err := t.memory(address, n*bytes)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	out := make([]uint64, n)
	for i := range out {
		if err := t.share(address+uint64(i*bytes), false); err != nil {
			return nil, err
		}
		var word [8]byte
		copy(word[:], memory[i*bytes:][:bytes])
		out[i] = binary.LittleEndian.Uint64(word[:])
	}
	return out, nil
}

func (t *thread) store(address uint64, values []uint64, typ ir.Type) error {
	n, bytes := size(typ)
	if address%uint64(n*bytes) != 0 {
		return fmt.Errorf("store of %d bytes at %x is not aligned", n*bytes, address)
	}
	memory, err := t.memory(address, n*bytes)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, v := range values {
		if err := t.share(address+uint64(i*bytes), true); err != nil {
			return err
		}
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], v)
		copy(memory[i*bytes:][:bytes], word[:])
		if address>>offsetBits != sharedSpace {
			t.stores[address+uint64(i*bytes)]++
		}
	}
	return nil
}

// share notes an access to shared memory. The machine is locked.
func (t *thread) share(address uint64, write bool) error {
	if address>>offsetBits != sharedSpace {
		return nil
	}
	t.barrier.mu.Lock()
	round := t.barrier.round
	t.barrier.mu.Unlock()
	a, ok := t.races[address]
	if !ok || a.round != round {
		a = touch{round, -1, -1}
	}
	foreign := func(id int) bool { return id != -1 && id != t.id }
	if foreign(a.writer) || write && foreign(a.reader) {
		return fmt.Errorf("data race with thread %d or %d at %x", a.writer, a.reader, address)
	}
	switch {
	case write:
		a.writer = t.id
	case foreign(a.reader):
		a.reader = severalReaders
	default:
		a.reader = t.id
	}
	t.races[address] = a
	return nil
}

func signed(v uint64, width int) int64 { return int64(v<<(64-width)) >> (64 - width) }

// scalar evaluates arithmetic on integers of up to 64 bits and on f32.
func scalar(op *ir.Operation, a []uint64) (uint64, bool) {
	width := ir.BitWidth(op.Operand(0).Type())
	cut := func(v uint64) (uint64, bool) { return v << (64 - width) >> (64 - width), true }
	f := func(i int) float32 { return math.Float32frombits(uint32(a[i])) }
	f32 := func(v float32) (uint64, bool) { return uint64(math.Float32bits(v)), true }
	bit := func(b bool) (uint64, bool) {
		if b {
			return 1, true
		}
		return 0, true
	}
	switch op.Def() {
	case &llvm.Add:
		return cut(a[0] + a[1])
	case &llvm.Sub:
		return cut(a[0] - a[1])
	case &llvm.Mul:
		return cut(a[0] * a[1])
	case &llvm.And:
		return a[0] & a[1], true
	case &llvm.Or:
		return a[0] | a[1], true
	case &llvm.XOr:
		return a[0] ^ a[1], true
	case &llvm.Shl:
		return cut(a[0] << a[1])
	case &llvm.LShr:
		return a[0] >> a[1], true
	case &llvm.AShr:
		return cut(uint64(signed(a[0], width) >> a[1]))
	case &llvm.ICmp:
		p, _ := llvm.IntPredicate.Value(op.Inherent("predicate"))
		x, y := signed(a[0], width), signed(a[1], width)
		switch llvm.IntPredicate.Name(p) {
		case "eq":
			return bit(x == y)
		case "ne":
			return bit(x != y)
		case "slt":
			return bit(x < y)
		}
	case &llvm.FCmp:
		p, _ := llvm.FloatPredicate.Value(op.Inherent("predicate"))
		switch llvm.FloatPredicate.Name(p) {
		case "olt":
			return bit(f(0) < f(1))
		case "ogt":
			return bit(f(0) > f(1))
		}
	case &llvm.FAdd:
		return f32(f(0) + f(1))
	case &llvm.FSub:
		return f32(f(0) - f(1))
	case &llvm.FMul:
		return f32(f(0) * f(1))
	case &llvm.FDiv:
		return f32(f(0) / f(1))
	case &llvm.FMA:
		return f32(float32(math.FMA(float64(f(0)), float64(f(1)), float64(f(2)))))
	case &llvm.MaxNum:
		return f32(max(f(0), f(1)))
	case &llvm.Exp2:
		return f32(float32(math.Exp2(float64(f(0)))))
	case &llvm.SIToFP:
		return f32(float32(signed(a[0], width)))
	case &llvm.Bitcast, &llvm.Trunc, &llvm.ZExt:
		to := ir.BitWidth(op.Result(0).Type())
		return a[0] << (64 - to) >> (64 - to), true
	case &llvm.SExt:
		to := ir.BitWidth(op.Result(0).Type())
		return uint64(signed(a[0], width)) << (64 - to) >> (64 - to), true
	}
	return 0, false
}
