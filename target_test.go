package girih_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/importtt"
)

// warpSum adds over a warp by an instruction that no target has before sm_80.
const warpSum = `llvm.func @warp_sum(%x: !llvm.ptr<1>, %y: i32) attributes {nvvm.kernel} {
  %mask = llvm.mlir.constant(-1 : i32) : i32
  %sum = llvm.inline_asm has_side_effects "redux.sync.add.s32 $0, $1, $2;", "=r,r,r" %y, %mask : (i32, i32) -> i32
  llvm.store %sum, %x : i32, !llvm.ptr<1>
  llvm.return
}`

func TestAnOperationThatATargetLacksIsAnErrorAtItsLine(t *testing.T) {
	ctx := context.Background()
	llc, err := nvptx.FindLLC(ctx, 22)
	if err != nil {
		llvmtool.Missing(t, "llc")
	}
	m, err := girih.Parse("warp_sum.mlir", []byte(warpSum))
	if err != nil {
		t.Fatal(err)
	}
	p, err := girih.NewProgram(m)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.PTXBy(ctx, llc, nvptx.Target{SM: 75})
	var target *nvptx.TargetError
	var located *ir.Diagnostic
	if !errors.As(err, &target) || !errors.As(err, &located) {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{"warp_sum.mlir:3:10", "llvm.inline_asm", "redux.sync.add.s32", "sm_75",
		"least target that has it is sm_80"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	if _, err := p.PTXBy(ctx, llc, nvptx.Target{SM: 80}); err != nil {
		t.Error(err)
	}
}

func TestKernelsCompileForEveryTarget(t *testing.T) {
	ctx := context.Background()
	all := programs(t)
	ptxas, ptxasErr := nvptx.FindPTXAS(ctx)
	softmax := all[slices.IndexFunc(all, func(c compiled) bool { return c.name == "softmax.mlir" })].program
	for _, compiler := range installed(t) {
		for i, target := range nvptx.Targets() {
			if !longtest.Includes(i, 4) {
				continue
			}
			if compiler.Pointers(target) == 0 {
				t.Logf("%s does not know %v", compiler.Name(), target)
				continue
			}
			ptx, err := softmax.PTXBy(ctx, compiler, target)
			if err != nil {
				t.Errorf("%v by %s: %v", target, compiler.Name(), err)
				continue
			}
			if !strings.Contains(string(ptx.Text), ".target "+target.Arch()+"\n") {
				t.Errorf("%v by %s: another target in\n%.200s", target, compiler.Name(), ptx.Text)
			}
			// Each release of ptxas has dropped or lacks some targets.
			if ptxasErr == nil {
				if _, err := ptxas.Assemble(ctx, ptx); err != nil && !strings.Contains(err.Error(), "is not defined for option") {
					t.Errorf("%v by %s and %s: %v", target, compiler.Name(), ptxas.Name(), err)
				}
			}
		}
	}
}

// The corpus has kernels for most operations of Triton. For a target that lacks an instruction, the error must name it.
func TestRecordedKernelsCompileOrNameTheInstructionThatATargetLacks(t *testing.T) {
	files, err := filepath.Glob("benchmarks/triton/recorded/*/kernel.ttir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no kernels: %v", err)
	}
	for _, c := range []struct {
		major int
		sm    int
		lacks int // the greatest number of kernels that may need an instruction which the target lacks
	}{{14, 75, 0}, {22, 120, 0}} {
		llc, err := nvptx.FindLLC(t.Context(), c.major)
		if err != nil {
			t.Log(err)
			continue
		}
		t.Run(fmt.Sprintf("sm_%d by %s", c.sm, llc.Name()), func(t *testing.T) {
			lacking := 0
			for i, file := range files {
				if !longtest.Includes(i, 20) {
					continue
				}
				err := compileRecorded(t, file, llc, nvptx.Target{SM: c.sm})
				var target *nvptx.TargetError
				var located *ir.Diagnostic
				switch {
				case errors.As(err, &target) && errors.As(err, &located) && ir.FileLocation(located.Loc) != nil:
					lacking++
				case err != nil:
					t.Errorf("%s: %v", file, err)
				}
			}
			if lacking > c.lacks {
				t.Errorf("%d kernels need instructions that sm_%d lacks, want %d at most", lacking, c.sm, c.lacks)
			}
		})
	}
}

// compileRecorded compiles a kernel of the corpus to PTX, with its lines.
func compileRecorded(t *testing.T, file string, compiler nvptx.Compiler, target nvptx.Target) error {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := girih.Parse(file, source)
	if err != nil {
		t.Fatal(err)
	}
	if err := importtt.Convert(m.Operation()); err != nil {
		t.Fatal(err)
	}
	limits, _ := target.Limits()
	p, err := m.Compile(t.Context(), girih.CompileOptions{SM: target.SM, SharedMemory: limits.SharedPerBlock})
	if err != nil {
		return err
	}
	p.LineInfo = &llvmir.LineInfo{Directory: "/src"}
	_, err = p.PTXBy(t.Context(), compiler, target)
	return err
}
