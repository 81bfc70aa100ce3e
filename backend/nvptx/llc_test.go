package nvptx

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

// addOne is a kernel with typed pointers.
const addOne = `
define ptx_kernel void @add_one(float addrspace(1)* %p) {
  %v = load float, float addrspace(1)* %p
  %r = fadd float %v, 1.0
  store float %r, float addrspace(1)* %p
  ret void
}
`

func module(body string) []byte { return fmt.Appendf(nil, moduleFrame, body) }

// eachLLC runs a test with each installed version of llc.
func eachLLC(t *testing.T, test func(t *testing.T, llc *LLC)) {
	for _, major := range []int{14, 22} {
		t.Run(fmt.Sprint(major), func(t *testing.T) {
			llc, err := FindLLC(t.Context(), major)
			if err != nil {
				t.Skip(err)
			}
			test(t, llc)
		})
	}
}

func TestLLCEmitsForTheTargetThatWasAsked(t *testing.T) {
	eachLLC(t, func(t *testing.T, llc *LLC) {
		for _, tt := range []struct{ target, version string }{
			{"sm_80", "7.0"}, {"sm_86", "7.1"}, {"sm_90", "7.8"}, {"sm_90a", "8.0"}, {"sm_90a+ptx83", "8.3"},
			{"sm_100f", "8.8"}, {"sm_120", "8.7"},
		} {
			target, err := ParseTarget(tt.target)
			if err != nil {
				t.Fatal(err)
			}
			ptx, err := llc.Compile(t.Context(), module(addOne), target)
			if err != nil {
				t.Errorf("%s: %v", tt.target, err)
				continue
			}
			for _, want := range []string{".version " + tt.version + "\n", ".target " + target.Arch() + "\n",
				".visible .entry add_one("} {
				if !strings.Contains(string(ptx.Text), want) {
					t.Errorf("%s: the PTX lacks %q:\n%s", tt.target, want, ptx.Text)
				}
			}
			if ptx.Target.PTX.String() != tt.version || ptx.Compiler != llc.Name() || ptx.Log != "" {
				t.Errorf("%s: %+v, %q, log %q", tt.target, ptx.Target, ptx.Compiler, ptx.Log)
			}
		}
	})
}

func TestLLCReadsTheDialectsThatPointersNames(t *testing.T) {
	eachLLC(t, func(t *testing.T, llc *LLC) {
		for dialect, body := range map[PointerDialects]string{TypedPointers: addOne, OpaquePointers: opaque(addOne)} {
			_, err := llc.Compile(t.Context(), module(body), Target{SM: 80})
			if reads := llc.Pointers(Target{SM: 80}).Has(dialect); reads != (err == nil) {
				t.Errorf("Pointers says %v of %v pointers, Compile says %v", reads, dialect, err)
			}
		}
	})
}

func TestLLCErrorsHoldWhatItSaid(t *testing.T) {
	eachLLC(t, func(t *testing.T, llc *LLC) {
		_, err := llc.Compile(t.Context(), []byte("define void @k() {\n  frobnicate\n}\n"), Target{SM: 80})
		var tool *ToolError
		if !errors.As(err, &tool) || !strings.Contains(tool.Stderr, ":2:3: error: expected instruction opcode") {
			t.Errorf("error %v", err)
		}
		if _, err := llc.Compile(t.Context(), nil, Target{SM: 42}); err == nil {
			t.Error("sm_42 was compiled for")
		}
	})
}

func TestLLCReportsUnknownIntrinsics(t *testing.T) {
	eachLLC(t, func(t *testing.T, llc *LLC) {
		_, err := llc.Compile(t.Context(), module(`
declare void @llvm.nvvm.made.up(i32)
define ptx_kernel void @k() {
  call void @llvm.nvvm.made.up(i32 1)
  ret void
}
`), Target{SM: 80})
		var unknown *UnknownIntrinsicError
		if !errors.As(err, &unknown) || len(unknown.Names) != 1 || unknown.Names[0] != "llvm.nvvm.made.up" {
			t.Errorf("error %v", err)
		}
	})
}

func TestLLCStopsWithItsContext(t *testing.T) {
	eachLLC(t, func(t *testing.T, llc *LLC) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := llc.Compile(ctx, module(addOne), Target{SM: 80}); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
}

// An llc without an architecture that is old enough cannot be used for the target.
func TestNameableRefusesWhatCannotRun(t *testing.T) {
	llc := &LLC{cpus: map[string]bool{"sm_90": true}, fallback: map[int]bool{90: true}, newest: PTXVersion{8, 0}}
	for _, tt := range []struct {
		target      Target
		cpu, failed string
	}{
		{Target{SM: 90}, "sm_90", ""},
		{Target{SM: 90, Variant: ArchSpecific}, "sm_90", ""},
		{Target{SM: 120}, "sm_90", ""},
		{Target{SM: 80}, "", "can emit nothing that runs on sm_80"},
	} {
		cpu, _, err := llc.nameable(tt.target)
		if cpu != tt.cpu || (err != nil) != (tt.failed != "") || err != nil && !strings.Contains(err.Error(), tt.failed) {
			t.Errorf("%v: %q, %v", tt.target, cpu, err)
		}
	}
}

func TestOptVerifiesAndOptimizes(t *testing.T) {
	for _, major := range []int{14, 22} {
		t.Run(fmt.Sprint(major), func(t *testing.T) {
			opt, err := FindOpt(t.Context(), major)
			if err != nil {
				t.Skip(err)
			}
			if err := opt.Verify(t.Context(), module(addOne)); err != nil {
				t.Error(err)
			}
			bad := `
define void @k(i32 %a) {
  br label %next
next:
  %r = phi i32 [ %a, %next ]
  ret void
}
`
			var tool *ToolError
			if err := opt.Verify(t.Context(), module(bad)); !errors.As(err, &tool) ||
				!strings.Contains(tool.Stderr, "PHI node entries do not match predecessors") {
				t.Errorf("error %v", err)
			}
			text, err := opt.Optimize(t.Context(), module("define i32 @f() {\n  %a = add i32 2, 3\n  ret i32 %a\n}\n"))
			if err != nil || !strings.Contains(string(text), "ret i32 5") {
				t.Errorf("optimized to %s, %v", text, err)
			}
			typed := strings.Contains(string(mustOptimize(t, opt)), "float addrspace(1)*")
			if typed == opt.Pointers().Has(OpaquePointers) {
				t.Errorf("opt prints typed pointers: %v, but reads %v ones", typed, opt.Pointers())
			}
		})
	}
}

func mustOptimize(t *testing.T, opt *Opt) []byte {
	t.Helper()
	text, err := opt.Optimize(t.Context(), module(addOne))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestFindCompilerPrefersWhatTheMachineHas(t *testing.T) {
	compiler, err := FindCompiler(t.Context(), Target{SM: 90})
	var missing *NotFoundError
	if errors.As(err, &missing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if compiler.Pointers(Target{SM: 90}) == 0 {
		t.Errorf("%s reads nothing for sm_90", compiler.Name())
	}
	if _, err := compiler.Compile(t.Context(), module(addOne), Target{SM: 90}); err != nil {
		t.Error(err)
	}
	if _, err := FindCompiler(t.Context(), Target{SM: 1}); err == nil {
		t.Error("a compiler was found for sm_1")
	}
}

func TestNoTemporaryFilesAreLeft(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	bin := t.TempDir()
	path := script(t, bin, "ptxas", fakePTXAS)
	ptxas, err := OpenPTXAS(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"good", "bad"} {
		// other tests check the outcomes
		ptxas.Assemble(t.Context(), PTX{Text: []byte(text), Target: Target{SM: 90}})
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
