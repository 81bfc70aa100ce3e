package nvptx

import (
	"bytes"
	"slices"
	"testing"
)

func TestRetargetRewritesOnlyItsTwoLines(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{
			"plain",
			"// made by llc\n.version 7.1\n.target sm_80\n.address_size 64\n.entry k(){ret;}\n",
			"// made by llc\n.version 8.0\n.target sm_90a\n.address_size 64\n.entry k(){ret;}\n",
		},
		{
			"options of the target stay",
			".version 7.1\n.target sm_80, debug\n\n",
			".version 8.0\n.target sm_90a, debug\n\n",
		},
		{
			"only the first of each",
			".version 7.1\n.target sm_80\n.target sm_70\n",
			".version 8.0\n.target sm_90a\n.target sm_70\n",
		},
		{
			"no final newline",
			".version\t7.1\n  .target sm_80",
			".version 8.0\n.target sm_90a\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := retarget([]byte(tt.in), Target{SM: 90, Variant: ArchSpecific})
			if err != nil || string(got) != tt.want {
				t.Errorf("got %q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

func TestRetargetNeedsBothLines(t *testing.T) {
	for _, in := range []string{"", ".version 7.1\n", ".target sm_80\n", ".target sm_80\n.version 7.1\n",
		".versions 7.1\n.target sm_80\n"} {
		if got, err := retarget([]byte(in), Target{SM: 90}); err == nil {
			t.Errorf("retarget(%q) = %q", in, got)
		}
	}
}

func TestEmittedVersion(t *testing.T) {
	if v, err := emittedVersion([]byte("//\n.version 9.0\n.target sm_90\n")); err != nil || v != (PTXVersion{9, 0}) {
		t.Errorf("got %v, %v", v, err)
	}
	for _, in := range []string{"", ".version\n", ".version x.y\n", ".version 1\n", ".version 99999.1\n"} {
		if v, err := emittedVersion([]byte(in)); err == nil {
			t.Errorf("emittedVersion(%q) = %v", in, v)
		}
	}
}

func TestUnknownIntrinsicsAreTheUndefinedLLVMFunctions(t *testing.T) {
	const text = `
.extern .func  (.param .align 4 .b8 func_retval0[8]) llvm.nvvm.shfl.sync.i32
(
	.param .b32 llvm.nvvm.shfl.sync.i32_param_0
)
;
.extern .func vprintf(.param .b64 p);
.extern .func llvm.nvvm.made.up(.param .b32 a);
.visible .entry llvm.is.no.declaration()
`
	want := []string{"llvm.nvvm.shfl.sync.i32", "llvm.nvvm.made.up"}
	if got := unknownIntrinsics([]byte(text)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzRetarget(f *testing.F) {
	f.Add([]byte(".version 7.1\n.target sm_80, debug\n.extern .func llvm.x\n"))
	f.Add([]byte("\n\n.version\n.target"))
	f.Fuzz(func(t *testing.T, text []byte) {
		unknownIntrinsics(text)
		target := Target{SM: 90, PTX: PTXVersion{8, 1}}
		once, err := retarget(text, target)
		if err != nil {
			return
		}
		if v, err := emittedVersion(once); err != nil || v != target.PTX {
			t.Errorf("after retarget of %q the version is %v, %v", text, v, err)
		}
		if twice, err := retarget(once, target); err != nil || !bytes.Equal(once, twice) {
			t.Errorf("retarget is not idempotent: %q, then %q, %v", once, twice, err)
		}
	})
}

func TestFileNamesAreOneString(t *testing.T) {
	for text, want := range map[string]string{
		"\t.file\t1 \"/a/b\" \"c.mlir\"\n\tret;\n": "\t.file\t1 \"/a/b/c.mlir\"\n\tret;\n",
		"\t.file\t1 \"/a/\" \"c/d.mlir\"\n":        "\t.file\t1 \"/a/c/d.mlir\"\n",
		"\t.file\t1 \"/a\" \"/c.mlir\"\n":          "\t.file\t1 \"/c.mlir\"\n",
		"\t.file\t2 \"c.mlir\"\n":                  "\t.file\t2 \"c.mlir\"\n",
		"// \"a\" \"b\"\n":                         "// \"a\" \"b\"\n",
	} {
		if got := string(joinFileNames([]byte(text))); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
