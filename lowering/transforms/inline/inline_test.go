package inline_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/differential"
	"github.com/girih-ir/girih/internal/irgen"
	passes "github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/tools/opt"
)

var tileOpt = opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: passes.Passes()}.Run

func TestInlinesWhatMlirOptInlines(t *testing.T) {
	calls := irgen.Options{Functions: 8, Ops: 15, Stable: true,
		Features: irgen.Structured | irgen.Branches | irgen.Calls | irgen.Symbols}
	for name, c := range map[string]struct {
		opts  irgen.Options
		flags []string
	}{
		"calls":      {calls, []string{"--inline=default-pipeline="}},
		"locations":  {calls, []string{"--inline=default-pipeline=", "--mlir-print-debuginfo", "--mlir-print-local-scope"}},
		"threshold":  {calls, []string{"--inline=default-pipeline= inlining-threshold=60"}},
		"iterations": {calls, []string{"--inline=default-pipeline= max-iterations=1"}},
		"executable": {irgen.Executable(), []string{"--inline=default-pipeline="}},
		"pipelines":  {irgen.Executable(), []string{"--inline=op-pipelines=func.func(cse) default-pipeline="}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			differential.Compare(t, differential.Config{
				Ours:     tileOpt,
				Flags:    c.flags,
				Programs: differential.Generated(c.opts),
				Seeds:    100,
			})
		})
	}
}

func TestPipelinesThatCannotBeReadAreErrors(t *testing.T) {
	const source = "func.func @f() { return }"
	for _, tt := range []struct{ flag, want string }{
		{"--inline=default-pipeline=no-such-pass", "option 'default-pipeline': "},
		{"--inline=op-pipelines=func.func(no-such-pass)", "option 'op-pipelines': "},
		{"--pass-pipeline=builtin.module(func.func(inline))",
			"'func.func' op  was scheduled to run under the inliner, but does not define a symbol table"},
	} {
		_, stderr, code := tileOpt([]string{tt.flag}, []byte(source))
		if code != 1 || !strings.Contains(string(stderr), tt.want) {
			t.Errorf("%s: exit code %d, %s", tt.flag, code, stderr)
		}
	}
}

// TestFunctionsStayWhereUnknownOperationsMayReferToThem has an operation that may be a symbol table, on which mlir-opt
// crashes.
func TestFunctionsStayWhereUnknownOperationsMayReferToThem(t *testing.T) {
	const source = `func.func private @f() {
  return
}
func.func @g() {
  "test.table"() ({
    "test.op"() : () -> ()
  }) : () -> ()
  call @f() : () -> ()
  return
}`
	stdout, stderr, code := tileOpt([]string{"--inline=default-pipeline=", "--allow-unregistered-dialect"}, []byte(source))
	if code != 0 || !strings.Contains(string(stdout), "@f()") || strings.Contains(string(stdout), "call @f") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}
