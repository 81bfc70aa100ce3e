package main

import (
	"errors"
	"slices"
	"time"

	"github.com/girih-ir/girih/backend/cuda"
)

// busy is a kernel that keeps the device busy for some nanoseconds.
const busy = `.version 6.0
.target sm_50
.address_size 64
.visible .entry busy(.param .u64 ns) {
	.reg .pred %p;
	.reg .b64 %start, %now, %ns;
	ld.param.u64 %ns, [ns];
	mov.u64 %start, %globaltimer;
again:
	mov.u64 %now, %globaltimer;
	sub.u64 %now, %now, %start;
	setp.lt.u64 %p, %now, %ns;
	@%p bra again;
	ret;
}
`

// busyFor is longer than the host needs to enqueue what is measured.
const busyFor = 500 * time.Microsecond

// idle is how long the device rests before something is measured.
const idle = 10 * time.Millisecond

// medianTime returns the median of n device times of work, which enqueues what is measured. The device is busy until
// all of it is enqueued, so that the host's time does not count, and has run it before, so that caches are warm. As in
// peers.py, it is idle for a moment first, and then busy without computing between two runs: products of f64 take so
// much power that clocks fall, by how much of the time they run.
func (g *gpu) medianTime(n int, work func() error) (time.Duration, error) {
	if g.busy == nil {
		module, err := g.ctx.LoadModule([]byte(busy), cuda.JITOptions{})
		if err != nil {
			return 0, err
		}
		if g.busy, err = module.Function("busy"); err != nil {
			return 0, err
		}
	}
	wait := func() error {
		return g.busy.Launch(cuda.LaunchConfig{Grid: cuda.Dim3{X: 1}, Block: cuda.Dim3{X: 1}},
			cuda.Value(uint64(busyFor.Nanoseconds())))
	}
	start, err := g.ctx.NewEvent()
	if err != nil {
		return 0, err
	}
	defer start.Close()
	end, err := g.ctx.NewEvent()
	if err != nil {
		return 0, err
	}
	defer end.Close()
	time.Sleep(idle)
	for range 3 {
		if err := work(); err != nil {
			return 0, err
		}
	}
	times := make([]time.Duration, n)
	for i := range times {
		err := errors.Join(wait(), start.Record(nil), work(), end.Record(nil), end.Synchronize())
		if err != nil {
			return 0, err
		}
		if times[i], err = end.Since(start); err != nil {
			return 0, err
		}
	}
	slices.Sort(times)
	return times[n/2], nil
}
