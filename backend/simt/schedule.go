package simt

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// machine is one launch of a program.
type machine struct {
	ctx     context.Context
	output  io.Writer // nil drops output
	program *program
	launch  Launch
	params  []parameter
	words   []uint64      // the values of the parameters
	global  []*allocation // buffers of arguments, then the module's variables outside of shared memory, by number
	buffers int           // how many of them belong to arguments
}

// worker runs blocks, one after the other.
type worker struct {
	*machine
	memory   []*allocation // by number
	own      []*allocation // the allocations of the worker itself: shared memory
	counts   []counts
	barriers int64
	sectors  []int64
	places   [][3]int32
	// readTimes has the times at which warps read the granules that several warps have read in the current block.
	readTimes [][lanes]int32
}

// cancelInterval is the number of jumps of a warp between two checks of the context.
const cancelInterval = 1 << 10

// newMachine binds the arguments of a launch.
func newMachine(p *program, launch Launch, f llvm.Func, args []any) (*machine, error) {
	types := f.Type().Params
	made := 0 // by the launch, not passed
	for i := range types {
		if isMap(f, i) || isGridSize(f, i) {
			made++
		}
	}
	if len(args) != len(types)-made {
		return nil, fmt.Errorf("%w: @%s takes %d arguments, but got %d", ErrArgument, ir.SymbolNameOf(f.Operation),
			len(types)-made, len(args))
	}
	m := &machine{program: p, launch: launch}
	numbers := make(map[any]int) // numbers of the arguments that are memory
	for i, t := range types {
		if isGridSize(f, i) { // behind the arguments, as maps
			axis := f.ArgAttr(i, tile.GridSize).(*ir.IntegerAttr).Int64()
			m.words = append(m.words, uint64(launch.programs[axis]))
			continue
		}
		if isMap(f, i) {
			described, err := makeMap(f, i, m.words)
			if err != nil {
				return nil, err
			}
			if n := int(described.base >> offsetBits); n >= 1 && n <= len(m.global) {
				m.global[n-1].mapped = true
			}
			m.global = append(m.global, &allocation{space: constantMemory, tensorMap: described,
				name: fmt.Sprintf("the tensor map in parameter #%d", i)})
			m.words = append(m.words, address(len(m.global)))
			continue
		}
		param, err := bind(t, args[i], fmt.Sprintf("argument #%d", i))
		if err != nil {
			return nil, fmt.Errorf("argument #%d of @%s: %w", i, ir.SymbolNameOf(f.Operation), err)
		}
		if param.memory == nil {
			m.words = append(m.words, param.words[0])
			continue
		}
		n, known := numbers[args[i]]
		if !known {
			m.global = append(m.global, param.memory)
			m.params = append(m.params, param)
			n = len(m.global)
			numbers[args[i]] = n
		}
		m.words = append(m.words, address(n))
	}
	m.buffers = len(m.global)
	for _, g := range p.globals {
		m.global = append(m.global, g.allocate())
	}
	for _, a := range m.global {
		if a.space == globalMemory {
			a.written = new(atomic.Bool)
			a.claims = newClaims((int64(len(a.data)) + p.granule - 1) / p.granule)
		}
	}
	return m, nil
}

// allocate allocates a global variable. For a variable in shared memory it is a placeholder, since each worker has its
// own.
func (g *global) allocate() *allocation {
	a := &allocation{space: g.space, name: "@" + ir.SymbolNameOf(g.op), base: g.base, data: make([]byte, g.size)}
	switch {
	case g.space == sharedMemory:
	case g.init != nil:
		copy(a.data, g.init)
	default:
		a.state = make([]byte, g.size)
	}
	return a
}

// finish copies written memory back to the arguments.
func (m *machine) finish() {
	for _, p := range m.params {
		p.finish()
	}
}

func (m *machine) blocks() int {
	return int(m.launch.Grid[0]) * int(m.launch.Grid[1]) * int(m.launch.Grid[2])
}

// execute runs all blocks, in parallel if blocks do not depend on each other. After an error, they run again in
// sequence, so that the error and the contents of memory do not depend on timing.
func (m *machine) execute(ctx context.Context) (*Stats, error) {
	m.ctx, m.output = ctx, interp.Output(ctx)
	n := m.launch.Workers
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	if n = min(n, m.clusters()); n > 1 && !m.program.atomics && !m.program.prints {
		before := m.snapshot()
		stats, err := m.sideBySide(n)
		if err == nil || ctx.Err() != nil {
			return stats, err
		}
		m.restore(before)
	}
	c := m.newCluster()
	for _, i := range m.order() {
		if err := c.run(i); err != nil {
			return nil, err
		}
	}
	return m.program.stats(c.workers()), nil
}

// order returns the order in which clusters run one after the other.
func (m *machine) order() []int {
	list := make([]int, m.clusters())
	for i := range list {
		list[i] = i
	}
	if seed := m.launch.BlockSeed; seed != 0 {
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list
}

// sideBySide runs blocks on several workers until one fails.
func (m *machine) sideBySide(n int) (*Stats, error) {
	clusters, errs := make([]*cluster, n), make([]error, n)
	var next atomic.Int64
	var failed atomic.Bool
	var group sync.WaitGroup
	for i := range n {
		clusters[i] = m.newCluster()
		group.Go(func() {
			for !failed.Load() {
				number := int(next.Add(1) - 1)
				if number >= m.clusters() {
					return
				}
				if errs[i] = clusters[i].run(number); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	var workers []*worker
	for _, c := range clusters {
		workers = append(workers, c.workers()...)
	}
	return m.program.stats(workers), nil
}

// contents is a copy of an allocation's contents before a launch.
type contents struct{ data, state []byte }

func (m *machine) snapshot() (before []contents) {
	for _, a := range m.global {
		before = append(before, contents{slices.Clone(a.data), slices.Clone(a.state)})
	}
	return before
}

func (m *machine) restore(before []contents) {
	for i, a := range m.global {
		copy(a.data, before[i].data)
		copy(a.state, before[i].state)
		if a.claims != nil {
			a.claims = newClaims(int64(len(a.claims.pages)) * pageCells)
		}
	}
}

func (m *machine) newWorker() *worker {
	w := &worker{machine: m, counts: make([]counts, len(m.program.code))}
	for _, a := range m.global {
		own := *a
		own.shadow, own.unfenced = nil, nil
		if a.space == sharedMemory {
			own.data, own.state = make([]byte, len(a.data)), make([]byte, len(a.data))
			w.own = append(w.own, &own)
		}
		w.memory = append(w.memory, &own)
	}
	w.addLocals(int64(m.launch.Block[0]) * int64(m.launch.Block[1]) * int64(m.launch.Block[2]))
	x, y, z := m.launch.Block[0], m.launch.Block[1], m.launch.Block[2]
	for i := range x * y * z {
		w.places = append(w.places, [3]int32{i % x, i / x % y, i / x / y})
	}
	return w
}

// place returns the position of a thread in its block.
func (w *worker) place(thread int) [3]int32 {
	if thread >= len(w.places) {
		return [3]int32{}
	}
	return w.places[thread]
}

// newBlock creates the warps of a block. Their registers hold the constants and parameters, which are the same in all
// blocks.
func (w *worker) newBlock() *block {
	b := &block{worker: w, threads: len(w.places)}
	for i := range (b.threads + lanes - 1) / lanes {
		one := &warp{block: b, number: i, registers: make([]row, w.program.registers),
			poison: make([]uint32, w.program.registers)}
		if w.program.multiplies {
			one.marks = make([]mark, w.program.registers)
		}
		for _, c := range w.program.constants {
			one.fill(c.slot, c.bits)
			if c.poison {
				one.poison[c.slot] = everyone
			}
		}
		for j, s := range w.program.params {
			one.fill(s, w.words[j])
		}
		b.warps = append(b.warps, one)
	}
	return b
}

func (w *warp) fill(s slot, bits uint64) {
	for i := range w.registers[s] {
		w.registers[s][i] = bits
	}
}
