package runner

import (
	"context"
	"testing"

	"github.com/girih-ir/girih/lit/suite"
)

// Test runs the tests in files and directories as subtests of t, with what they write in a temporary directory. A test
// that is unsupported is skipped; one that fails shows its commands and what they printed. The suite's configuration is
// a lit.toml in or above the directories.
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

// RunAll is [Run] with the tests of Discover, for callers that only want results.
func RunAll(ctx context.Context, s suite.Settings, o Options, paths ...string) ([]*Result, error) {
	found, err := suite.Discover(paths, s)
	if err != nil {
		return nil, err
	}
	return Run(ctx, found.Tests, o)
}
