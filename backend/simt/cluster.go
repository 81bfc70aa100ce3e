package simt

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// cluster is a set of blocks that run at the same time and can access each other's shared memory (PTX ISA, "Cluster of
// Cooperative Thread Arrays"). A kernel without nvvm.cluster_dim has clusters of one block. The barrier of the cluster
// orders the accesses that its threads made before they arrived. For global memory, accesses between a thread's arrival
// and its wait count as made before the arrival. Threads access the shared memory of other blocks by bulk copies,
// arrivals at barriers and loads.
type cluster struct {
	blocks  []*block
	barrier *mbarrier // the barrier of the cluster
	number  int       // number of the next barrier in memory
	random  *rand.Rand
}

// newCluster returns the blocks of a cluster, each with its own shared memory.
func (m *machine) newCluster() *cluster {
	c := &cluster{}
	for rank := range m.launch.clusterSize() {
		b := m.newWorker().newBlock()
		b.cluster, b.rank, b.firstWarp = c, rank, rank*len(b.warps)
		c.blocks = append(c.blocks, b)
	}
	return c
}

// clusterSize returns the number of blocks of a cluster.
func (l *Launch) clusterSize() int { return int(l.cluster[0] * l.cluster[1] * l.cluster[2]) }

// clusters returns the number of clusters of a launch.
func (m *machine) clusters() int { return m.blocks() / m.launch.clusterSize() }

// workers returns the workers that run the blocks.
func (c *cluster) workers() (list []*worker) {
	for _, b := range c.blocks {
		list = append(list, b.worker)
	}
	return list
}

// run runs the cluster with a number.
func (c *cluster) run(number int) error {
	c.number = 0
	threads := int64(len(c.blocks) * c.blocks[0].threads)
	c.barrier = &mbarrier{count: threads, missing: threads, ofCluster: true}
	c.barrier.number = c.number
	c.number++
	launch := &c.blocks[0].launch
	c.random = nil
	if launch.Seed != 0 && len(c.blocks) > 1 {
		c.random = rand.New(rand.NewPCG(launch.Seed, uint64(number)))
	}
	dims := launch.cluster
	wide, high := launch.Grid[0]/dims[0], launch.Grid[1]/dims[1]
	at := [3]int32{int32(number) % wide, int32(number) / wide % high, int32(number) / wide / high}
	for rank, b := range c.blocks {
		r := int32(rank)
		b.within = [3]int32{r % dims[0], r / dims[0] % dims[1], r / dims[0] / dims[1]}
		b.begin([3]int32{at[0]*dims[0] + b.within[0], at[1]*dims[1] + b.within[1], at[2]*dims[2] + b.within[2]})
	}
	for {
		left, stuck := 0, 0
		for _, b := range c.turns() {
			if b.done {
				continue
			}
			left++
			state, err := b.advance()
			if err != nil {
				return err
			}
			if state == blockIsStuck {
				stuck++
			}
		}
		switch {
		case left == 0:
			return nil
		case stuck == left && !c.goesOn():
			return c.starved()
		}
	}
}

// goesOn reports whether a block that could not continue can now, because of other blocks: an event that one of its
// threads waits for has happened, or an asynchronous event is pending.
func (c *cluster) goesOn() (some bool) {
	for _, b := range c.blocks {
		if !b.done {
			woken, _ := b.wake()
			some = some || woken || len(b.engine.flying) > 0
		}
	}
	return some
}

// turns returns the blocks in the order in which they go on.
func (c *cluster) turns() []*block {
	if c.random == nil {
		return c.blocks
	}
	out := make([]*block, len(c.blocks))
	for i, j := range c.random.Perm(len(c.blocks)) {
		out[i] = c.blocks[j]
	}
	return out
}

// starved is the error of a cluster whose threads wait for an event that never happens.
func (c *cluster) starved() error {
	for _, b := range c.blocks {
		if !b.done {
			return b.starved()
		}
	}
	return nil
}

// rankShift is the position, in a pointer into the shared memory of another block, of that block's rank in the cluster
// plus 1.
const rankShift = 56

// owner returns the block whose shared memory a pointer points into, and the pointer without the rank.
func (b *block) owner(pointer uint64) (*block, uint64) {
	if rank := pointer >> rankShift; rank > 0 {
		return b.cluster.blocks[rank-1], pointer & (1<<rankShift - 1)
	}
	return b, pointer
}

// reach returns an error if a block's shared memory must no longer be accessed.
func (b *block) reach(other *block) error {
	if other.done {
		return fmt.Errorf("%w: block %d of the cluster has ended, and its shared memory with it: all blocks have to meet "+
			"at the cluster's barrier before", ErrInFlight, other.rank)
	}
	return nil
}

func addClusters(table map[*ir.OpDef]rule) {
	for axis := range 3 {
		table[nvvm.ClusterID[axis]] = register(func(w *warp, _ int) int32 { return w.index[axis] / w.launch.cluster[axis] })
		table[nvvm.GridCluster[axis]] = register(func(w *warp, _ int) int32 {
			return w.launch.Grid[axis] / w.launch.cluster[axis]
		})
		table[nvvm.ClusterCTA[axis]] = register(func(w *warp, _ int) int32 { return w.within[axis] })
		table[nvvm.ClusterDims[axis]] = register(func(w *warp, _ int) int32 { return w.launch.cluster[axis] })
	}
	table[nvvm.ClusterRank] = register(func(w *warp, _ int) int32 { return int32(w.rank) })
	table[nvvm.ClusterSize] = register(func(w *warp, _ int) int32 { return int32(w.launch.clusterSize()) })
	table[&nvvm.MapA] = (*compiler).mapAddress
	table[&nvvm.ClusterArrive] = arriveAtCluster(func(w *warp) { w.tell(&w.cluster.barrier.arriving) })
	// A relaxed arrival publishes only what an earlier fence did: the initialization of barriers.
	table[&nvvm.ClusterArriveRelaxed] = arriveAtCluster(func(w *warp) { w.cluster.barrier.arriving.join(&w.initialized) })
	table[&nvvm.ClusterWait] = (*compiler).awaitCluster
}

// mapAddress compiles mapa, which returns the address of a place in another block of the cluster.
func (c *compiler) mapAddress(op *ir.Operation) error {
	if !nvvm.IsRemote(op.Result(0)) {
		return op.Errorf("%w by threads: only addresses in address space %d are", ErrUnsupported, nvvm.ClusterSpace)
	}
	c.async = true
	pointer, rank, result := c.operand(op, 0), c.operand(op, 1), c.result(op)
	c.emit(op, func(w *warp, active uint32) error {
		w.taint(result, active, w.poison[pointer]|w.poison[rank])
		for m := active &^ w.poison[result]; m != 0; m &= m - 1 {
			lane := bits.TrailingZeros32(m)
			r := w.registers[rank][lane]
			if r >= uint64(len(w.cluster.blocks)) {
				return w.inLane(lane, fmt.Errorf("%w: block %d of a cluster of %d", ErrOutOfBounds, int32(r),
					len(w.cluster.blocks)))
			}
			w.registers[result][lane] = w.registers[pointer][lane] | (r+1)<<rankShift
		}
		return nil
	})
	return nil
}

// arriveAtCluster compiles an arrival at the cluster's barrier.
func arriveAtCluster(tell func(w *warp)) rule {
	return func(c *compiler, op *ir.Operation) error {
		c.async, c.orders, c.atomics = true, true, true
		c.emit(op, func(w *warp, active uint32) (err error) {
			m := w.cluster.barrier
			tell(w)
			forEach(active, func(lane int) {
				switch {
				case err != nil:
				case w.arrivedAt[lane] > 0:
					err = w.inLane(lane, fmt.Errorf("%w: the thread arrives at the cluster's barrier again before it has waited",
						ErrBarrier))
				default:
					w.arrivedAt[lane] = m.phases + 1
					m.missing--
				}
			})
			if err != nil {
				return err
			}
			before := m.phases
			if err := m.settle(); err != nil {
				return w.inLane(lowest(active), err)
			}
			if m.phases > before {
				w.cluster.meet()
			}
			return nil
		})
		return nil
	}
}

// meet makes the accesses of each thread to global memory known to all threads of the cluster.
func (c *cluster) meet() {
	all := make(knowledge)
	for _, b := range c.blocks {
		b.share()
		all.join(b.known)
		all.join(knowledge{{b.serial, allThreads}: b.epoch})
		b.nextEpoch()
	}
	for _, b := range c.blocks {
		b.known.join(all)
	}
}

// awaitCluster compiles a wait at the cluster's barrier.
func (c *compiler) awaitCluster(op *ir.Operation) error {
	c.async, c.orders, c.atomics = true, true, true
	c.emitJump(op, func(w *warp, at int32, active uint32) (int32, bool, error) {
		return w.await(at, active, func(lane int) (waits, error) {
			phase := w.arrivedAt[lane]
			if w.arrivedAt[lane] = 0; phase == 0 {
				return waits{}, fmt.Errorf("%w: the thread waits at the cluster's barrier, but has not arrived", ErrBarrier)
			}
			return waits{barrier: w.cluster.barrier, until: phase}, nil
		})
	})
	return nil
}

// loadRemote compiles a load from the shared memory of another block.
func (c *compiler) loadRemote(op *ir.Operation, a *access) {
	c.async, c.orders, c.atomics = true, true, true
	c.emit(op, func(w *warp, active uint32) error {
		if bad := active & w.poison[a.pointer]; bad != 0 {
			return w.inLane(lowest(bad), undefined("an address"))
		}
		for i := range a.leaves {
			w.taint(a.values+slot(i), active, 0)
		}
		for m := active; m != 0; m &= m - 1 {
			lane := bits.TrailingZeros32(m)
			if err := w.fetchRemote(a, lane); err != nil {
				return w.about(lane, err)
			}
		}
		return nil
	})
}

// fetchRemote loads numbers for a lane. Writes of the other block must be ordered before.
func (w *warp) fetchRemote(a *access, lane int) error {
	b, plain := w.owner(w.registers[a.pointer][lane])
	if err := w.reach(b); err != nil {
		return err
	}
	mem, at, err := b.worker.check(plain, a.size, a.needs)
	if err != nil {
		return err
	}
	for i, leaf := range a.leaves {
		from, to := span{mem, at + leaf.offset, leaf.bytes}, a.values+slot(i)
		if err := w.orderedIn(b, from, lane, reads); err != nil {
			return err
		}
		b.readElsewhere(from, a.at)
		poison, err := mem.undefined(from.at, from.bytes)
		if err != nil {
			return err
		}
		if poison {
			w.taint(to, 1<<lane, everyone)
		}
		w.registers[to][lane] = word(mem.data[from.at:], from.bytes) & smallint.Mask(width(leaf.t))
	}
	return nil
}

// readElsewhere records that a thread of another block read bytes: no thread may write them before the blocks
// synchronize.
func (b *block) readElsewhere(s span, code int32) {
	granule := b.program.granule
	total := (int64(len(s.memory.data)) + granule - 1) / granule
	for g := s.at / granule; g*granule < s.at+s.bytes; g++ {
		c := s.memory.shadow.cell(g, total)
		if c.block != b.serial || c.epoch != b.epoch {
			*c = cell{block: b.serial, epoch: b.epoch}
		}
		c.readWarp, c.many, c.readAt = several, 0, code
	}
}
