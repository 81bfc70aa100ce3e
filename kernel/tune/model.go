package tune

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/workload"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/registers"
)

// Estimate is the model's estimate for a configuration. Estimates are for comparing configurations: the absolute times
// are too short, since the model leaves out many causes of delay.
type Estimate struct {
	Seconds   float64
	Bound     string  // what takes longest: tensor cores, arithmetic, shared memory, L2 cache, memory, latency
	Flops     float64 // of products
	Memory    float64 // bytes from and to memory
	Cache     float64 // bytes from and to the L2 cache
	Programs  int64
	Blocks    int64   // total number; several for each program that is shared
	Resident  int64   // blocks on a multiprocessor at the same time
	Waves     float64 // how often all multiprocessors are filled with blocks
	Registers int64   // of a thread
	Shared    int64   // bytes of a block
	// Idle is the fraction of multiprocessors without a block if there is one wave, and 0 if there are several.
	Idle    float64
	Guessed bool // whether sizes of loops or conditions depend on unknown values
}

// Besides the values that registers.Estimate counts, a thread needs registers for addresses, counters and descriptors.
// A thread that copies tiles needs more than one in a kernel with a copying warp. Measured with ptxas 13.0: 34 to 36
// for the products of examples/kernels, 0 to 6 for attention.
const (
	copierRegisters = 34
	otherRegisters  = 4
	// spareRegisters is how many more registers ptxas may need than the estimate. A multiprocessor counts as having
	// room for one block less if the last block fits only without them. For example, attention for d 128 with tiles of
	// 32 keys took 401 us: by the estimate of 109 registers, two blocks fit, which would have taken 223 us.
	spareRegisters = 8
)

// wanted returns the number of registers that a thread of the warps with products needs.
func (r *resources) wanted() int64 {
	if r.threads > tilegpu.WarpSize*r.warps {
		return r.registers + otherRegisters
	}
	return r.registers + copierRegisters
}

// samples is the number of programs of a grid whose mean the model computes. maxWave bounds the programs of a wave that
// it considers for shared tiles.
const (
	samples = 16
	maxWave = 264
)

// estimator estimates one configuration.
type estimator struct {
	machine costs.Machine
	needs   resources
	kernel  tile.Kernel
	grid    [3]int64
	parts   int64 // number of blocks that share a program
	launch  workload.Launch
	groups  bool // whether warp groups compute products
}

// spread returns the index of one of n programs. The programs for i = 0, 1, and so on are spread evenly over all
// programs, and follow no pattern of the grid: they are multiples of the golden ratio.
func spread(i, n int64) int64 {
	at, _ := bits.Mul64((2*uint64(i)+1)*0x9e3779b97f4a7c15/2, uint64(n))
	return int64(at)
}

// id returns the program ID of program n.
func (e *estimator) id(n int64) [3]int64 {
	return [3]int64{n % e.grid[0], n / e.grid[0] % e.grid[1], n / e.grid[0] / e.grid[1]}
}

func (e *estimator) estimate() (out Estimate, err error) {
	m := &e.machine
	out.Programs = e.grid[0] * e.grid[1] * e.grid[2]
	out.Blocks = out.Programs * e.parts
	out.Registers = min(registers.Limit(int(e.needs.warps)), e.needs.wanted())
	out.Shared = e.needs.shared
	out.Resident = e.resident(min(registers.Limit(int(e.needs.warps)), out.Registers+spareRegisters))
	sms := int64(m.Multiprocessors)
	out.Waves = float64(out.Blocks) / float64(sms*out.Resident)
	if out.Blocks < sms {
		out.Idle = 1 - float64(out.Blocks)/float64(sms)
	}
	// Estimate the mean over some programs of the grid.
	count := min(out.Programs, samples)
	var parts times
	for i := range count {
		p, err := workload.Of(e.kernel, e.launch, e.id(spread(i, out.Programs)))
		if err != nil {
			return out, err
		}
		parts.add(e.times(p), 1/float64(count))
		out.Guessed = out.Guessed || p.Guessed
	}
	if parts.memory, err = e.memory(&out, parts); err != nil {
		return out, err
	}
	out.Flops = parts.flops * float64(out.Blocks)
	out.Cache = parts.bytes * float64(out.Blocks)
	out.Memory = parts.memory
	e.finish(&out, parts)
	return out, nil
}

// resident returns the number of blocks that a multiprocessor has room for.
func (e *estimator) resident(held int64) int64 {
	const granule = costs.RegisterGranularity
	threads := max(32, e.needs.threads)
	n := min(32, 2048/threads, costs.RegistersPerBlock/((held+granule-1)/granule*granule)/threads)
	if e.needs.shared > 0 {
		n = min(n, (costs.SharedPerBlock+1<<10)/(e.needs.shared+1<<10))
	}
	return max(1, n)
}

// times is the time for which one program occupies each resource of a multiprocessor, if it runs alone, in seconds.
type times struct {
	tensor, arithmetic, shared, fill, latency float64
	flops, bytes                              float64
	memory                                    float64 // bytes of all programs
}

func (t *times) add(o times, part float64) {
	t.tensor += part * o.tensor
	t.arithmetic += part * o.arithmetic
	t.shared += part * o.shared
	t.fill += part * o.fill
	t.latency += part * o.latency
	t.flops += part * o.flops
	t.bytes += part * o.bytes
}

// groupRows is the number of rows of a warp group's product, and groupWarps the number of its warps (PTX ISA, "wgmma").
const (
	groupRows  = 64
	groupWarps = 4
)

func (e *estimator) times(p *workload.Program) (t times) {
	m := &e.machine
	cycle := 1e-9 / m.GHz
	for _, product := range p.Products {
		t.flops += product.Flops()
		rate, warps := m.WarpFlops[product.Type], float64(e.needs.warps)
		group := e.groups && product.M >= groupRows && m.ProductFlops[product.Type] > 0 && product.Type != "f64"
		if group {
			rate = m.ProductFlops[product.Type]
		}
		bytes := bytesOf[product.Type]
		switch {
		case group:
			// Each group of 64 rows reads its rows of the left factor and all of the right one. Where there are more
			// warp groups than that, several share rows and each has some of the columns.
			t.tensor += product.Flops() / rate * cycle
			rows := float64(product.M) / groupRows
			again := max(1, warps/groupWarps/rows)
			t.shared += product.Count * float64(product.K) * bytes *
				(again*float64(product.M) + rows*float64(product.N)) / m.SharedBytes * cycle
		case rate > 0:
			t.tensor += product.Flops() / rate * cycle
			t.shared += e.fragments(product, bytes, warps) / m.SharedBytes * cycle
		default:
			rate = m.MultiplyAdd
			if product.Type == "f64" {
				rate /= 2
			}
			t.arithmetic += product.Flops() / rate * cycle
			t.shared += e.fragments(product, max(bytes, 4), warps) / m.SharedBytes * cycle
		}
	}
	t.arithmetic += p.Arithmetic / m.Issue * cycle
	t.bytes = p.Loaded + p.Stored
	t.shared += (p.Filled + p.Stored) / m.SharedBytes * cycle
	t.fill = (p.Filled + p.Stored) / m.FillBytes
	step := m.Step
	if chained(p) {
		step += m.Chain
	}
	t.latency = m.Fill + p.Steps*(step+e.stall(p, &t, step))
	if e.parts > 1 {
		t.latency += exchange
	}
	return t
}

// chained reports whether an iteration has several products, one of which uses results of another, as in attention and
// in consecutive layers.
func chained(p *workload.Program) bool {
	n := 0.0
	for _, product := range p.Products {
		n += product.Count
	}
	return p.Steps > 0 && n >= 2*p.Steps
}

// stall returns how long a step of a loop with products of warp groups waits for its tiles. Tiles are requested a
// number of steps ahead, which is the number of slots minus one. The step waits if a tile takes longer than these
// steps. In addition to its products, a step takes some fixed time.
func (e *estimator) stall(p *workload.Program, t *times, step float64) float64 {
	if !e.groups || p.Steps == 0 || p.Products == nil || e.needs.shared == 0 {
		return 0
	}
	m := &e.machine
	bytes := p.Filled / p.Steps
	further := math.Floor(float64(e.needs.shared)/max(1, bytes)) - 1
	return max(0, fetch*m.Fill+bytes/m.FillBytes-max(0, further)*(max(t.tensor, t.shared)/p.Steps+step-m.Step))
}

// exchange is the time in seconds for which the blocks that share a program wait for each other, combine results, and
// wait again. It is an assumption: launches of clusters have not been measured yet.
const exchange = 1.5e-6

// fetch is the fraction of a program's start-up time that the first tile takes.
const fetch = 0.6

// bytesOf has the sizes of factors' elements in bytes.
var bytesOf = map[string]float64{"f16": 2, "bf16": 2, "tf32": 4, "f32": 4, "f64": 8, "i8": 1, "ui8": 1, "f8E4M3FN": 1,
	"f8E5M2": 1}

// fragments returns how many bytes of factors the warps read from shared memory. Warps form a grid that is as square as
// possible. Each reads the rows and columns of its position in the grid.
func (e *estimator) fragments(p workload.Product, bytes, warps float64) float64 {
	down := math.Exp2(math.Floor(math.Log2(warps) / 2))
	across := warps / down
	if p.M > p.N {
		down, across = across, down
	}
	return p.Count * float64(p.K) * bytes * (float64(p.M)*across + float64(p.N)*down)
}

// memory returns how many bytes are read from memory: every array once, if all of them fit into the L2 cache;
// otherwise, for each wave, the bytes of tiles that its programs access, each tile once.
func (e *estimator) memory(out *Estimate, t times) (float64, error) {
	once := 0.0
	args := e.kernel.Entry().Args()
	for i, a := range e.launch.Args {
		n := 1.0
		for _, size := range a.Shape {
			n *= float64(size)
		}
		if a.Shape != nil {
			once += n * widthOf(args[i].Type())
		}
	}
	all := t.bytes * float64(out.Blocks)
	if once == 0 || once <= 0.8*e.machine.CacheSize {
		return min(all, max(once, 0)), nil
	}
	wave := min(out.Programs, max(1, int64(e.machine.Multiprocessors)*out.Resident/e.parts), maxWave)
	type key struct {
		array int
		at    string
	}
	seen := map[key]float64{} // bytes
	loaded, distinct := 0.0, 0.0
	for n := range wave {
		p, err := workload.First(e.kernel, e.launch, e.id(n+(out.Programs-wave)/2))
		if err != nil {
			return 0, err
		}
		for _, one := range p.Tiles {
			loaded += one.Bytes
			if one.At == "" {
				distinct += one.Bytes
				continue
			}
			k := key{one.Array, one.At}
			distinct += max(0, one.Bytes-seen[k])
			seen[k] = max(seen[k], one.Bytes)
		}
		distinct += p.Stored
		loaded += p.Stored
	}
	return min(all, max(once, all*distinct/max(1, loaded))), nil
}

// finish combines the parts: waves of blocks that share multiprocessors, and a last wave that may leave some
// multiprocessors idle.
func (e *estimator) finish(out *Estimate, t times) {
	m := &e.machine
	sms := float64(m.Multiprocessors)
	// wave returns the time of a wave with r blocks on each of some multiprocessors.
	wave := func(r, blocks float64) (seconds float64, bound string) {
		limits := []struct {
			name    string
			seconds float64
		}{
			{"tensor cores", r * t.tensor}, {"arithmetic", r * t.arithmetic}, {"shared memory", r * t.shared},
			{"L2 cache", max(blocks*t.bytes/m.CacheBytes, r*t.fill)},
			{"memory", t.memory * blocks / float64(out.Blocks) / m.MemoryBytes},
		}
		busiest, second := limits[0], 0.0
		for _, l := range limits[1:] {
			if l.seconds > busiest.seconds {
				busiest, l = l, busiest
			}
			second = max(second, l.seconds)
		}
		// A block waits for its own tiles while other blocks work. So the wave takes as long as one block alone, or as
		// the resource that all of them share.
		alone := busiest.seconds/r + overlap*second/r + t.latency
		if alone > busiest.seconds && t.latency > busiest.seconds/r {
			return alone, "latency"
		}
		seconds, bound = max(alone, busiest.seconds+overlap*t.latency), busiest.name
		return seconds, bound
	}
	resident := float64(out.Resident)
	full := math.Floor(out.Waves)
	rest := float64(out.Blocks) - full*sms*resident
	var seconds float64
	if full > 0 {
		one, bound := wave(resident, sms*resident)
		seconds, out.Bound = full*one, bound
	}
	if rest > 0 {
		one, bound := wave(math.Ceil(rest/sms), rest)
		seconds += one
		if out.Bound == "" {
			out.Bound = bound
		}
	}
	if wanted := e.needs.wanted(); wanted > out.Registers {
		seconds *= 1 + spilling*float64(wanted-out.Registers)/float64(out.Registers)
		out.Bound = "spilled registers"
	}
	out.Seconds = m.Launch + seconds
}

// overlap is the fraction of the second busiest resource's time that is not hidden in a single block.
const overlap = 0.05

// spilling is the factor by which a program is slower if it needs twice as many registers as there are.
const spilling = 4

// Reasons explains an estimate in a line.
func (e *Estimate) Reasons() string {
	text := fmt.Sprintf("%s; %d programs, %d on each multiprocessor, %.2f waves", e.Bound, e.Programs, e.Resident, e.Waves)
	if e.Blocks > e.Programs {
		text = fmt.Sprintf("%s; %d programs of %d blocks each, %d on each multiprocessor, %.2f waves", e.Bound, e.Programs,
			e.Blocks/e.Programs, e.Resident, e.Waves)
	}
	if e.Idle > 0 {
		text += fmt.Sprintf("; %.0f %% of the GPU idle", 100*e.Idle)
	}
	if e.Guessed {
		text += "; lengths of loops are guessed"
	}
	return text
}

// widthOf returns the size of an element of an array, or of a pointer's pointee, in bytes.
func widthOf(t ir.Type) float64 {
	switch t := t.(type) {
	case *tile.ArrayType:
		return float64(ir.BitWidth(t.ElementType())) / 8
	case *tile.PtrType:
		return float64(ir.BitWidth(t.Pointee())) / 8
	}
	return 0
}

// Remark proposes how a launch could use idle multiprocessors. It returns "" if there are none.
func (e *Estimate) Remark() string {
	if e.Idle < 0.25 {
		return ""
	}
	parts := min(tilegpu.MaxParts, int64(math.Exp2(math.Ceil(math.Log2(1/(1-e.Idle))))))
	text := fmt.Sprintf("%d programs cannot fill the GPU, of which %.0f %% stays idle: smaller tiles make more programs",
		e.Programs, 100*e.Idle)
	if e.Blocks == e.Programs {
		text += fmt.Sprintf("; where each reduces a long row in a loop, parts=%d (in the space, by --parts of tools or by "+
			"Parts of kernel.Options) has %d blocks share a program, and combines what they find in a fixed order",
			parts, parts)
	}
	return text
}
