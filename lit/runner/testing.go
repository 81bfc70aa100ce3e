package runner

import (
	"context"
	"testing"

	"github.com/girih-ir/girih/lit/suite"
)

// Test runs the tests in files and directories as subtests of t. They write to a temporary directory. An unsupported
// test is skipped. A failing test shows its commands and their output. The suite's configuration is a lit.toml in the
// directories or above them.
//
//	func TestSuite(t *testing.T) {
//		runner.Test(t, suite.Settings{}, runner.Options{Programs: map[string]program.Func{"my-opt": myOpt}}, "testdata")
//	}
func Test(t *testing.T, s suite.Settings, o Options, paths ...string) {
	t.Helper()
	if s.ExecRoot == "" {
		s.ExecRoot = t.TempDir()
	}
	found, err := suite.Discover(paths, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range found.Warnings {
		t.Error(w)
	}
	if len(found.Tests) == 0 {
		t.Fatal("did not discover any tests")
	}
	o.programs = merged(o.Programs)
	o.tmp = t.TempDir()
	for _, test := range found.Tests {
		t.Run(test.File(), func(t *testing.T) {
			t.Parallel()
			check(t, o.test(t.Context(), test))
		})
	}
}

// check reports a result.
func check(t *testing.T, r *Result) {
	t.Helper()
	switch {
	case r.Code == Unsupported:
		t.Skip(r.Output)
	case r.Code.IsFailure():
		t.Errorf("%s\n%s", r.Code, r.Output)
	}
}

// RunAll finds tests like Discover and runs them like [Run], for callers that only need the results.
func RunAll(ctx context.Context, s suite.Settings, o Options, paths ...string) ([]*Result, error) {
	found, err := suite.Discover(paths, s)
	if err != nil {
		return nil, err
	}
	return Run(ctx, found.Tests, o)
}
