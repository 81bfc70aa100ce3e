package reduce_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/internal/tools/reduce"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// has returns a test for modules that contain an operation with a name.
func has(name string) reduce.Interesting {
	return func(_ context.Context, m *ir.Operation) (bool, error) {
		found := false
		m.Walk(func(op *ir.Operation) bool {
			found = found || op.Name() == name
			return true
		})
		return found, nil
	}
}

func TestOnlyWhatTheBugNeedsIsLeft(t *testing.T) {
	m := irtest.Parse(t, `func.func @other(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
func.func @f(%a: i32, %c: i1, %d: f32) -> (i32, f32) attributes {note = "x"} {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = scf.if %c -> i32 {
    %1 = func.call @other(%a) : (i32) -> i32
    %2 = arith.divsi %1, %a : i32
    scf.yield %2 : i32
  } else {
    scf.yield %a : i32
  }
  return %0, %d : i32, f32
^bb2:
  return %a, %d : i32, f32
}`)
	before := string(text.Print(m, text.Options{}))
	small, err := reduce.Reduce(t.Context(), m, has("arith.divsi"), reduce.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := `module {
  func.func @f() {
    %c0_i32 = arith.constant 0 : i32
    %c0_i32_0 = arith.constant 0 : i32
    %0 = arith.divsi %c0_i32, %c0_i32_0 : i32
    return
  }
}
`
	if got := string(text.Print(small, text.Options{})); got != want {
		t.Errorf("got\n%s", got)
	}
	if after := string(text.Print(m, text.Options{})); after != before {
		t.Errorf("the input changed:\n%s", after)
	}
}

func TestGeneratedModulesShrinkToAFewOperationsAndStayValid(t *testing.T) {
	for seed := range uint64(10) {
		opts := irgen.Executable()
		m := irtest.Parse(t, string(irgen.Module(seed, opts)))
		name := ""
		m.Walk(func(op *ir.Operation) bool {
			if strings.HasPrefix(op.Name(), "arith.") && op.Name() != "arith.constant" {
				name = op.Name()
			}
			return true
		})
		small, err := reduce.Reduce(t.Context(), m, has(name), reduce.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := ir.Verify(small, nil); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		n := 0
		small.Walk(func(*ir.Operation) bool {
			n++
			return true
		})
		if n > 16 {
			t.Errorf("seed %d: %d operations left for %s:\n%s", seed, n, name, text.Print(small, text.Options{}))
		}
	}
}

func TestAnInputWithoutTheBugIsRefused(t *testing.T) {
	_, err := reduce.Reduce(t.Context(), irtest.Parse(t, "module {}"), has("arith.divsi"), reduce.Options{})
	if !errors.Is(err, reduce.ErrNotInteresting) {
		t.Errorf("error %v", err)
	}
}

func TestACancelledReductionReturnsTheSmallestModuleSoFar(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := irtest.Parse(t, "func.func @f() {\n  return\n}\nfunc.func @g() {\n  return\n}")
	small, err := reduce.Reduce(ctx, m, func(context.Context, *ir.Operation) (bool, error) {
		cancel()
		return true, nil
	}, reduce.Options{})
	if !errors.Is(err, context.Canceled) || small == nil {
		t.Errorf("module %v, error %v", small, err)
	}
}

const input = "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  %1 = arith.muli %0, %a : i32\n " +
	" return %1 : i32\n}\n"

func TestTheToolReducesWhileACommandEndsAsAsked(t *testing.T) {
	dir := t.TempDir()
	file, out := filepath.Join(dir, "in.mlir"), filepath.Join(dir, "out.mlir")
	if err := os.WriteFile(file, []byte(input), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := reduce.Main(registry.All(), []string{file, "-o", out, "--exit=ok", "--", "grep", "muli", "%s"}, nil, &stdout,
		&stderr)
	if code != 0 {
		t.Fatalf("exit code %d\n%s", code, &stderr)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(data); !strings.Contains(got, "muli") || strings.Contains(got, "addi") {
		t.Errorf("got\n%s", got)
	}
	if !strings.Contains(stderr.String(), "operations left after") {
		t.Errorf("no progress:\n%s", &stderr)
	}
}

func TestWrongUseOfTheToolIsRefusedAndNothingIsWritten(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out.mlir")
	for _, c := range []struct {
		args    []string
		message string
	}{
		{[]string{"-o", out}, "no command is given"},
		{[]string{"-o", out, "--exit=maybe", "--", "true"}, "invalid --exit=maybe"},
		{[]string{"-o", out, "--exit=ok", "--", "false"}, "the input is not interesting: the command ended with exit code 1"},
		{[]string{"-o", out, "--exit=any", "--output=nothing like it", "--", "true"}, "did not print"},
		{[]string{"-o", out, "--", "no-such-program-here"}, "cannot run the command"},
	} {
		var stdout, stderr bytes.Buffer
		if code := reduce.Main(registry.All(), c.args, strings.NewReader(input), &stdout, &stderr); code != 1 {
			t.Errorf("%v: exit code %d", c.args, code)
		}
		if !strings.Contains(stderr.String(), c.message) {
			t.Errorf("%v: %q", c.args, stderr.String())
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%v: an output was written", c.args)
		}
	}
}
