package pass

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/girih-ir/girih/ir"
)

// job is an operation that a nested pipeline runs on.
type job struct {
	op   *ir.Operation
	plan *plan
}

// jobs returns the operations in op on which a group of nested pipelines runs.
func (s *step) jobs(op *ir.Operation) (jobs []job) {
	var info *ir.OpInfo // the info of the previous operation, which mostly has the same name
	var found *plan
	for i := range op.NumRegions() {
		for b := range op.Region(i).Blocks() {
			for inner := range b.Ops() {
				if inner.Info() != info {
					info, found = inner.Info(), s.planFor(inner.Info())
				}
				if found != nil {
					jobs = append(jobs, job{inner, found})
				}
			}
		}
	}
	return jobs
}

// planFor returns the nested pipeline for operations of a name, or nil.
func (s *step) planFor(info *ir.OpInfo) *plan {
	for _, p := range s.nested {
		if p.runsOn(info) {
			return p
		}
	}
	return nil
}

// group runs nested pipelines on the operations in a unit, on all free lanes. A lane is one goroutine at a time.
func (e *execution) group(s *step, u *unit) (changed bool, err error) {
	s.lanes[e.lane].ran = true
	if e.opts.Timing != nil {
		start := time.Now()
		defer func() { s.lanes[e.lane].time += time.Since(start) }()
	}
	changed, err = e.jobs(u, s.jobs(u.op))
	if changed {
		u.invalidate(new(Preserved))
	}
	u.children = nil
	if err == nil && changed && e.opts.Verify {
		err = e.verifyAround(s, u.op)
	}
	return changed, err
}

// jobs runs the jobs inside a unit on all free lanes.
func (e *execution) jobs(u *unit, jobs []job) (changed bool, err error) {
	w := &work{unit: u, jobs: jobs, share: shareOf(len(jobs), e.run.lanes)}
	if len(jobs) <= w.share {
		return e.inTurn(u, jobs)
	}
	return e.inParallel(w)
}

// verifyAround verifies the operations around those that passes have changed. The symbols that the changed operations
// use can only be checked now, since the operations that define these symbols were being changed at the same time.
func (e *execution) verifyAround(s *step, op *ir.Operation) error {
	if err := ir.VerifyOuter(op, e.out.report); err != nil {
		return &Failure{Passes: s.passes(nil), Op: op, Invalid: true, Err: err}
	}
	return nil
}

// passes appends the passes of a step and of its nested pipelines.
func (s *step) passes(to []*Pass) []*Pass {
	if s.pass != nil {
		return append(to, s.pass)
	}
	for _, p := range s.nested {
		for _, inner := range p.steps {
			to = inner.passes(to)
		}
	}
	return to
}

// inTurn runs jobs one after the other, all of them even if some fail, and returns the first failure.
func (e *execution) inTurn(u *unit, jobs []job) (changed bool, err error) {
	for _, j := range jobs {
		c, e := e.pipeline(j.plan, u.child(j.op))
		changed = changed || c
		if err == nil {
			err = e
		}
	}
	return changed, err
}

// maxShare bounds the number of operations that a goroutine takes at once. A small function takes some tens of
// microseconds, so the cost of taking a share is negligible, and shares are still short enough to keep all lanes busy.
const maxShare = 32

// shareOf returns how many of n operations a goroutine takes at once: few enough that no lane waits long for the last
// one.
func shareOf(n, lanes int) int {
	if lanes == 1 {
		return max(n, 1)
	}
	return min(max(1, n/(16*lanes)), maxShare)
}

// work is a list of jobs. Goroutines take shares of it.
type work struct {
	unit  *unit
	jobs  []job
	share int

	next    atomic.Int64 // the next share to take
	changed atomic.Bool
	out     *ordered
	errs    []error // by share
}

// inParallel runs jobs on this goroutine and on one for each free lane.
func (e *execution) inParallel(w *work) (changed bool, err error) {
	shares := (len(w.jobs) + w.share - 1) / w.share
	w.out = newOrdered(e.out, shares)
	w.errs = make([]error, shares)
	var wg sync.WaitGroup
	for range shares - 1 {
		lane, ok := e.takeLane()
		if !ok {
			break
		}
		wg.Go(func() {
			defer func() { e.free <- lane }()
			(&execution{run: e.run, lane: lane}).shares(w)
		})
	}
	(&execution{run: e.run, lane: e.lane}).shares(w)
	wg.Wait()
	for _, err := range w.errs {
		if err != nil {
			return w.changed.Load(), err
		}
	}
	return w.changed.Load(), nil
}

func (r *run) takeLane() (lane int, ok bool) {
	select {
	case lane = <-r.free:
		return lane, true
	default:
		return 0, false
	}
}

// shares takes shares of the work until none is left.
func (e *execution) shares(w *work) {
	for {
		i := int(w.next.Add(1)) - 1
		if i >= len(w.errs) {
			return
		}
		e.out = part{w.out, i}
		changed, err := e.inTurn(w.unit, w.jobs[i*w.share:min((i+1)*w.share, len(w.jobs))])
		if changed {
			w.changed.Store(true)
		}
		w.errs[i] = err
		w.out.finish(i)
	}
}
