package runner

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/lit/suite"
)

// Options are the options of a run. The zero value runs every test once, on all processors, without limits.
type Options struct {
	// Programs run in the process when a command has their name, as do the programs of [program.Standard].
	Programs map[string]program.Func
	// Child returns the command line that runs one of Programs as a process; see [execute.Shell].
	Child func(name string) []string
	// Isolate runs all programs as processes, through Child or from PATH.
	Isolate bool
	// Workers is the number of tests that run at the same time; 0 means one for each processor.
	Workers int
	// Timeout is the time for one test, instead of the suite's; 0 for no limit.
	Timeout *time.Duration
	// MaxTime is the time for all tests; 0 for no limit. Tests that have not ended by then are skipped.
	MaxTime time.Duration
	// MaxFailures is the number of failures at which the run ends; 0 for no limit.
	MaxFailures int
	// MaxRetries is how often a failing test is run again, unless the test or its suite gives a number.
	MaxRetries int
	// XFail and XFailNot are names of tests (file names in the suite, or full names). Tests in XFail are expected to
	// fail. Tests in XFailNot are not expected to fail, even if they say so.
	XFail, XFailNot []string
	// ExcludeXFail leaves out tests that are expected to fail.
	ExcludeXFail bool
	// NoExecute runs nothing: each test that would run passes.
	NoExecute bool
	// MaxOutput and MaxFile limit what a command writes; see [execute.Shell].
	MaxOutput, MaxFile int64
	// Done is called when a test has ended. Only one goroutine calls it at a time.
	Done func(*Result)

	programs map[string]program.Func
	tmp      string // directory for the tests' temporary files
}

// The reasons why a run ended before all tests did. [Run] returns them.
var (
	ErrMaxFailures = errors.New("reached maximum number of test failures")
	ErrMaxTime     = errors.New("reached timeout")
	ErrInterrupted = errors.New("interrupted by user")
)

// Run runs tests in the given order and returns their results in the same order. When a limit of o is reached or ctx is
// done, it stops early. Then the tests that did not end are skipped, and the error is the reason.
func Run(ctx context.Context, tests []*suite.Test, o Options) ([]*Result, error) {
	o.programs = merged(o.Programs)
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if os.Getenv("LIT_PRESERVES_TMP") == "" {
		tmp, err := os.MkdirTemp("", "lit-tmp-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(tmp)
		o.tmp = tmp
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if o.MaxTime > 0 {
		defer time.AfterFunc(o.MaxTime, func() { cancel(ErrMaxTime) }).Stop()
	}
	r := &run{options: &o, tests: tests, results: make([]*Result, len(tests)), cancel: cancel}
	var workers sync.WaitGroup
	for range min(o.Workers, len(tests)) {
		workers.Go(func() { r.work(ctx) })
	}
	workers.Wait()
	for i, t := range tests {
		if r.results[i] == nil {
			r.results[i] = &Result{Test: t, Code: Skipped}
		}
	}
	return r.results, why(ctx)
}

// why returns the reason for which a run stopped early.
func why(ctx context.Context) error {
	switch cause := context.Cause(ctx); {
	case cause == nil:
		return nil
	case errors.Is(cause, ErrMaxTime), errors.Is(cause, ErrMaxFailures):
		return cause
	}
	return ErrInterrupted
}

// run is the state that the workers share.
type run struct {
	options  *Options
	tests    []*suite.Test
	results  []*Result
	cancel   context.CancelCauseFunc
	mu       sync.Mutex
	next     int
	failures int
}

func (r *run) work(ctx context.Context) {
	for {
		r.mu.Lock()
		i := r.next
		r.next++
		r.mu.Unlock()
		if i >= len(r.tests) || ctx.Err() != nil {
			return
		}
		result := r.options.test(ctx, r.tests[i])
		if ctx.Err() != nil {
			return // an interrupted test has no result
		}
		r.done(i, result)
	}
}

func (r *run) done(i int, result *Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.results[i] = result
	if r.options.Done != nil {
		r.options.Done(result)
	}
	if result.Code.IsFailure() {
		if r.failures++; r.failures == r.options.MaxFailures {
			r.cancel(ErrMaxFailures)
		}
	}
}

// test runs one test.
func (o *Options) test(ctx context.Context, t *suite.Test) *Result {
	start := time.Now()
	a := &attempt{Options: o, test: t, forceXFail: names(o.XFail, t), denyXFail: names(o.XFailNot, t)}
	r := a.run(ctx)
	r.Start, r.Elapsed = start, time.Since(start)
	return &r
}

// names reports whether a list contains the name of a test.
func names(list []string, t *suite.Test) bool {
	return slices.Contains(list, t.File()) || slices.Contains(list, t.Name())
}

// Shuffle puts tests in a random order.
func Shuffle(tests []*suite.Test) {
	rand.Shuffle(len(tests), func(i, j int) { tests[i], tests[j] = tests[j], tests[i] })
}
