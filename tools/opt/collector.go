package opt

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// collector sets when Go's garbage collector runs, in a process that does nothing but process inputs; see
// [Config.OwnProcess]. Nearly everything that reading and printing allocate stays alive until the end, so collections
// would only cost time; what passes replace is worth collecting once it is about as large as what they began with. A
// nil collector leaves the settings alone.
type collector struct {
	before int // the setting to restore
	large  bool
}

// collectFrom is the size of an input, in bytes, from which reading it leaves the garbage collector on.
const collectFrom = 1 << 29

// Once passes run, the heap may grow by firstGrowth percent, and by minGrowth bytes at least, before the first
// collection; after that by growthPercent between two collections.
const (
	firstGrowth   = 60
	minGrowth     = 48 << 20
	growthPercent = 100
)

// newCollector switches collections off until stop is called. It returns nil for a process that is not the tool's own.
func newCollector(cfg Config) *collector {
	if !cfg.OwnProcess {
		return nil
	}
	return &collector{before: debug.SetGCPercent(-1)}
}

// reading switches collections off until growth is called, but for an input, of a size in bytes, that is too large.
func (c *collector) reading(size int) {
	if c == nil {
		return
	}
	if c.large = size >= collectFrom; !c.large {
		debug.SetGCPercent(-1)
	}
}

// collectNow is the size of the heap, in bytes, from which what reading left behind is worth a collection before the
// passes.
const collectNow = 96 << 20

// growth has the garbage collector run from when the heap has grown by what passes may add to it. For small heaps no
// collection takes place now: it would find next to nothing.
func (c *collector) growth() {
	if c == nil || c.large {
		return
	}
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(samples)
	if samples[1].Value.Uint64() >= collectNow {
		runtime.GC()
		metrics.Read(samples)
	}
	live, now := int64(samples[0].Value.Uint64()), int64(samples[1].Value.Uint64())
	goal := max(now+now*firstGrowth/100, now+minGrowth)
	// The setting counts from what the last collection left, and holds until the next one, which a sentinel shows.
	const leastLive = 1 << 20
	runtime.AddCleanup(new(sentinel), func(percent int) { debug.SetGCPercent(percent) }, growthPercent)
	debug.SetGCPercent(int(100 * (goal - live) / max(live, leastLive)))
}

// printing switches collections off again: printing allocates little, and what a collection found now would never be
// used.
func (c *collector) printing() {
	if c != nil && !c.large {
		debug.SetGCPercent(-1)
	}
}

// sentinel is garbage that the next collection finds. It is not so small that it shares memory with others.
type sentinel [32]byte

// stop restores the setting from before.
func (c *collector) stop() {
	if c != nil {
		debug.SetGCPercent(c.before)
	}
}
