// Package heap controls Go's garbage collector, and the size of the heap's pages, in a process that reads one input,
// transforms it, prints it and ends. Nearly everything that reading and printing allocate stays alive until the end, so
// collections would only cost time. The IR that passes replace is worth collecting once it is about as large as the
// original IR.
//
// Start reading at [Settings]. Other processes should leave these settings alone.
package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Settings are settings of the garbage collector. A nil *Settings changes nothing.
type Settings struct {
	before int // the setting to restore
	large  bool
}

// collectFrom is the size of an input, in bytes, from which reading it leaves the garbage collector on.
const collectFrom = 1 << 29

// After passes start, the heap may grow by firstGrowth percent, and by at least minGrowth bytes, before the first
// collection; later by growthPercent between two collections.
const (
	firstGrowth   = 60
	minGrowth     = 48 << 20
	growthPercent = 100
)

// New switches collections off until Restore is called.
func New() *Settings { return &Settings{before: debug.SetGCPercent(-1)} }

// Reading switches collections off until [Settings.Growing] is called. It leaves them on for an input of a size, in
// bytes, whose garbage may not fit in memory.
func (s *Settings) Reading(size int) {
	if s == nil {
		return
	}
	if s.large = size >= collectFrom; !s.large {
		debug.SetGCPercent(-1)
	}
}

// collectNow is the size of the heap, in bytes, from which it pays to collect the garbage of reading before the passes.
const collectNow = 96 << 20

// Growing lets the garbage collector run once the heap has grown by the amount that passes may add. For small heaps it
// does not collect now: there is hardly any garbage.
func (s *Settings) Growing() {
	if s == nil || s.large {
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
	// The setting is relative to the heap after the last collection, and is in force until the next one, which a
	// sentinel detects.
	const leastLive = 1 << 20
	runtime.AddCleanup(new(sentinel), func(percent int) { debug.SetGCPercent(percent) }, growthPercent)
	debug.SetGCPercent(int(100 * (goal - live) / max(live, leastLive)))
}

// Printing switches collections off again: printing allocates little, and memory that a collection frees now would not
// be used again.
func (s *Settings) Printing() {
	if s != nil && !s.large {
		debug.SetGCPercent(-1)
	}
}

// sentinel is garbage that the next collection finalizes. It is large enough not to share memory with other objects.
type sentinel [32]byte

// Restore restores the setting from before.
func (s *Settings) Restore() {
	if s != nil {
		debug.SetGCPercent(s.before)
	}
}
