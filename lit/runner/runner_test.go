package runner_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/lit/runner"
	"github.com/girih-ir/girih/lit/suite"
)

// greet is a tool of a project that has a suite of its own.
func greet(_ context.Context, inv program.Invocation) int {
	fmt.Fprintf(inv.Stdout, "hello %s\n", inv.Args[0])
	return 0
}

func TestASuiteRunsUnderGoTest(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "lit.toml"), []byte("name = 'mine'\nsuffixes = ['.test']\n"))
	write(t, filepath.Join(dir, "a.test"), []byte("RUN: greet world | filecheck %s\nCHECK: hello world\n"))
	write(t, filepath.Join(dir, "sub", "b.test"), []byte("REQUIRES: other\nRUN: false\n"))
	programs := map[string]program.Func{"greet": greet, "filecheck": fileCheck}
	runner.Test(t, suite.Settings{}, runner.Options{Programs: programs}, dir)
}

// many returns n tests that run the program "step".
func many(t *testing.T, n int) []*suite.Test {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "lit.toml"), []byte("name = 'many'\nsuffixes = ['.test']\n"))
	for i := range n {
		write(t, filepath.Join(dir, fmt.Sprintf("%03d.test", i)), []byte("RUN: step\n"))
	}
	found, err := suite.Discover([]string{dir}, suite.Settings{})
	if err != nil || len(found.Tests) != n {
		t.Fatalf("%d tests, %v", len(found.Tests), err)
	}
	return found.Tests
}

func TestAsManyTestsRunAtTheSameTimeAsThereAreWorkers(t *testing.T) {
	const workers = 4
	var meeting sync.WaitGroup
	meeting.Add(workers)
	step := func(context.Context, program.Invocation) int {
		meeting.Done()
		meeting.Wait() // returns only if all run at the same time
		return 0
	}
	results, err := runner.Run(t.Context(), many(t, workers),
		runner.Options{Workers: workers, Programs: map[string]program.Func{"step": step}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Code != runner.Pass {
			t.Errorf("%s: %s\n%s", r.Test.Name(), r.Code, r.Output)
		}
	}
}

func TestResultsAreInTheOrderOfTheTests(t *testing.T) {
	tests := many(t, 50)
	done := 0
	results, err := runner.Run(t.Context(), tests, runner.Options{
		Workers: 8, Programs: map[string]program.Func{"step": func(context.Context, program.Invocation) int { return 0 }},
		Done: func(*runner.Result) { done++ },
	})
	if err != nil || done != len(tests) {
		t.Errorf("%d done, error %v", done, err)
	}
	for i, r := range results {
		if r.Test != tests[i] {
			t.Errorf("result %d is of %s", i, r.Test.Name())
		}
	}
}

func TestARunEndsAtItsLimits(t *testing.T) {
	fail := map[string]program.Func{"step": func(context.Context, program.Invocation) int { return 1 }}
	hang := map[string]program.Func{"step": func(ctx context.Context, _ program.Invocation) int { <-ctx.Done(); return 1 }}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, tt := range map[string]struct {
		ctx     context.Context
		o       runner.Options
		want    error
		skipped int
	}{
		"failures": {t.Context(), runner.Options{Workers: 1, MaxFailures: 3, Programs: fail}, runner.ErrMaxFailures, 7},
		"time": {t.Context(), runner.Options{Workers: 2, MaxTime: 50 * time.Millisecond, Programs: hang},
			runner.ErrMaxTime, 10},
		"interrupt": {cancelled, runner.Options{Workers: 2, Programs: hang}, runner.ErrInterrupted, 10},
		"none":      {t.Context(), runner.Options{Workers: 2, MaxFailures: 11, Programs: fail}, nil, 0},
	} {
		results, err := runner.Run(tt.ctx, many(t, 10), tt.o)
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: error %v", name, err)
		}
		skipped := 0
		for _, r := range results {
			if r.Code == runner.Skipped {
				skipped++
			}
		}
		if skipped != tt.skipped {
			t.Errorf("%s: %d tests are skipped, want %d", name, skipped, tt.skipped)
		}
	}
}
