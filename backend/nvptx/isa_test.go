package nvptx

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/llvmtool"
)

func TestInstructionsNeedTheTargetsOfThePTXISA(t *testing.T) {
	for _, tt := range []struct{ instruction, target, least string }{
		{"shfl.sync.bfly.b32 %r1, %r2, 1, 31, -1;", "sm_75", ""},
		{"cvt.rn.bf16.f32 $0, $1;", "sm_75", "sm_80"},
		{"cvt.rn.bf16.f32 $0, $1;", "sm_80", ""},
		{"cvt.rn.bf16.f64 $0, $1;", "sm_89", "sm_90"},
		{"cvt.rn.satfinite.e4m3x2.f32 %rs1, %f1, %f2;", "sm_86", "sm_89"},
		{"cvt.rn.satfinite.e4m3x2.f32 %rs1, %f1, %f2;", "sm_120", ""},
		{"cvt.rn.satfinite.e2m1x2.f32 %r, %f1, %f2;", "sm_100", "sm_100a"},
		{"cvt.rn.satfinite.e2m1x2.f32 %r, %f1, %f2;", "sm_120a", ""},
		{"max.NaN.f32 $0, $1, $2;", "sm_75", "sm_80"},
		{"max.f32 $0, $1, $2;", "sm_75", ""},
		{"add.rn.bf16x2 $0, $1, $2;", "sm_89", "sm_90"},
		{"@%p1 atom.global.add.noftz.bf16 %rs, [%rd], %rs;", "sm_80", "sm_90"},
		{"cp.async.cg.shared.global [%r], [%rd], 16;", "sm_75", "sm_80"},
		{"cp.async.bulk.commit_group;", "sm_80", "sm_90"},
		{"wgmma.fence.sync.aligned;", "sm_90", "sm_90a"},
		{"wgmma.fence.sync.aligned;", "sm_100a", "sm_90a"},
		{"wgmma.fence.sync.aligned;", "sm_90a", ""},
		{"tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r}, [%r];", "sm_90a", "sm_100a"},
		{"tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r}, [%r];", "sm_103f", ""},
		{"tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r}, [%r];", "sm_120a", "sm_100a"},
		{"mbarrier.try_wait.shared.b64 p, [%r], %r;", "sm_80", "sm_90"},
		{"mov.u32 %r1, %cluster_ctaid.x;", "sm_89", "sm_90"},
		{"mov.u32 %r1, %ctaid.x;", "sm_75", ""},
		{"redux.sync.add.s32 d, a, m;", "sm_75", "sm_80"},
	} {
		target, err := ParseTarget(tt.target)
		if err != nil {
			t.Fatal(err)
		}
		err = target.CheckInstruction(tt.instruction)
		var e *TargetError
		switch {
		case tt.least == "" && err != nil:
			t.Errorf("%s on %s: %v", tt.instruction, tt.target, err)
		case tt.least != "" && (!errors.As(err, &e) || e.Least.Arch() != tt.least):
			t.Errorf("%s on %s: error %v, want one that names %s", tt.instruction, tt.target, err, tt.least)
		case tt.least != "" && (!strings.Contains(err.Error(), tt.target) || !strings.Contains(err.Error(), e.Instruction)):
			t.Errorf("message %q", err)
		}
	}
}

func TestAVersionThatWasAskedForMustHaveTheInstruction(t *testing.T) {
	old := Target{SM: 90, PTX: PTXVersion{7, 8}}
	err := old.CheckInstruction("cvt.rn.satfinite.e4m3x2.f32 a, b, c;")
	if err == nil || !strings.Contains(err.Error(), "PTX 8.1 or later") {
		t.Errorf("error %v", err)
	}
	old.PTX = PTXVersion{8, 1}
	if err := old.CheckInstruction("cvt.rn.satfinite.e4m3x2.f32 a, b, c;"); err != nil {
		t.Error(err)
	}
	if v := NeedsPTX("cvt.rn.satfinite.e4m3x2.f32 a, b, c;"); v != (PTXVersion{8, 1}) {
		t.Errorf("version %v", v)
	}
	if v := NeedsPTX("add.f32 a, b, c;"); !v.IsZero() {
		t.Errorf("version %v", v)
	}
}

func TestEveryRowOfTheTableNamesTargetsThatExist(t *testing.T) {
	for _, f := range features {
		least := f.least()
		if err := least.Validate(); err != nil {
			t.Errorf("%s %v: %v", f.opcode, f.modifiers, err)
		}
		if f.sm == 0 && len(f.variants) == 0 {
			t.Errorf("%s %v is nowhere", f.opcode, f.modifiers)
		}
		for _, name := range f.variants {
			target, err := ParseTarget(name)
			if err != nil {
				t.Errorf("%s %v: %v", f.opcode, f.modifiers, err)
				continue
			}
			if _, ok := f.on(target); !ok {
				t.Errorf("%s %v is not on its own %s", f.opcode, f.modifiers, name)
			}
		}
		if _, ok := f.on(least); !ok {
			t.Errorf("%s %v is not on its least target %v", f.opcode, f.modifiers, least)
		}
	}
}

// llc passes inline assembly on unread, so only the table checks it. For instructions that llc itself selects, llc and
// the table must agree.
func TestLLCRefusesNothingThatTheTableAllows(t *testing.T) {
	llc, err := FindLLC(context.Background(), 22)
	if err != nil {
		llvmtool.Missing(t, "llc")
	}
	for name, call := range map[string]struct{ instruction, intrinsic, declaration string }{
		"stmatrix": {"stmatrix.sync.aligned.m8n8.x1.shared.b16",
			"call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) null, i32 1)",
			"declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3), i32)"},
		"redux": {"redux.sync.add.s32", "%1 = call i32 @llvm.nvvm.redux.sync.add(i32 1, i32 -1)",
			"declare i32 @llvm.nvvm.redux.sync.add(i32, i32)"},
	} {
		source := "target datalayout = \"e-i64:64-i128:128-v16:16-v32:32-n16:32:64\"\ntarget triple = " +
			"\"nvptx64-nvidia-cuda\"\n" +
			call.declaration + "\ndefine void @k() {\n" + call.intrinsic + "\nret void\n}\n"
		for _, target := range []Target{{SM: 75}, {SM: 80}, {SM: 90}} {
			target.PTX = later(target.MinPTX(), NeedsPTX(call.instruction))
			want := target.CheckInstruction(call.instruction)
			_, got := llc.Compile(context.Background(), []byte(source), target)
			if (want == nil) != (got == nil) {
				t.Errorf("%s on %v: the table says %v, llc %v", name, target, want, got)
			}
		}
	}
}

func FuzzCheckInstruction(f *testing.F) {
	for _, s := range isaSamples {
		f.Add(s)
	}
	f.Add("@%p1 ")
	f.Add("mov %")
	f.Fuzz(func(t *testing.T, text string) {
		for _, target := range Targets() {
			var e *TargetError
			if err := target.CheckInstruction(text); err != nil && (!errors.As(err, &e) || e.Least.Validate() != nil) {
				t.Errorf("%q on %v: %v", text, target, err)
			}
		}
	})
}
