package nvptx

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fakeLLVM creates a tool that answers --version and -mcpu=help as llc does.
func fakeLLVM(t *testing.T, dir, name, version string) string {
	t.Helper()
	return script(t, dir, name, fmt.Sprintf(`case "$1" in
--version) echo "  LLVM version %s"; echo "  nvptx64 - NVIDIA PTX 64-bit";;
*) echo "  sm_80 - Select the sm_80 processor. ptx71 - x" >&2;;
esac
`, version))
}

func TestTheNewestLLCWins(t *testing.T) {
	bin, root := t.TempDir(), t.TempDir()
	fakeLLVM(t, bin, "llc", "15.0.7")
	fakeLLVM(t, bin, "llc-14", "14.0.6")
	fakeLLVM(t, filepath.Join(root, "llvm-16", "bin"), "llc", "16.0.1")
	s := Search{BinDirs: []string{bin}, LLVMDirs: []string{filepath.Join(root, "llvm-*")}}
	for _, tt := range []struct {
		major int
		want  string
	}{{0, "llc 16.0.1"}, {14, "llc 14.0.6"}, {15, "llc 15.0.7"}} {
		llc, err := s.LLC(t.Context(), tt.major)
		if err != nil || llc.Name() != tt.want {
			t.Errorf("major %d: %v, %v; want %s", tt.major, llc, err, tt.want)
		}
	}
	if llc, err := s.LLC(t.Context(), 22); err == nil {
		t.Errorf("asked for 22, got %s", llc.Name())
	}
}

func TestTheNewestOptWins(t *testing.T) {
	bin := t.TempDir()
	fakeLLVM(t, bin, "opt-14", "14.0.6")
	fakeLLVM(t, bin, "opt-22", "22.1.8")
	opt, err := Search{BinDirs: []string{bin}}.Opt(t.Context(), 0)
	if err != nil || opt.Name() != "opt 22.1.8" || opt.Path() != filepath.Join(bin, "opt-22") {
		t.Errorf("got %+v, %v", opt, err)
	}
}

func TestUnusableCandidatesAreNamedInTheError(t *testing.T) {
	bin := t.TempDir()
	fakeLLVM(t, bin, "llc-14", "13.0.1")
	script(t, bin, "llc", "echo 'LLVM version 22.1.8'\n")
	script(t, bin, "llc-22", "exit 1\n")
	_, err := Search{BinDirs: []string{bin}}.LLC(t.Context(), 0)
	var missing *NotFoundError
	if !errors.As(err, &missing) {
		t.Fatalf("error %v (%T)", err, err)
	}
	for _, want := range []string{"LLVM 13.0.1, too old (14 or later is needed)", "built without the NVPTX back end",
		"exit status 1", "install LLVM"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q lacks %q", err, want)
		}
	}
}

func TestMissingToolsSayWhatToInstall(t *testing.T) {
	empty := Search{BinDirs: []string{t.TempDir()}, CUDADirs: []string{"/a", "/b", "/c"}}
	ctx := t.Context()
	_, llcErr := empty.LLC(ctx, 0)
	_, optErr := empty.Opt(ctx, 14)
	_, ptxasErr := empty.PTXAS(ctx)
	_, nvvmErr := empty.NVVM()
	_, anyErr := empty.Compiler(ctx, Target{SM: 90})
	for _, tt := range []struct {
		err  error
		want []string
	}{
		{llcErr, []string{"llc not found", "llc-29 to llc-14, llc", "apt install llvm-22"}},
		{optErr, []string{"opt 14 not found", "apt install"}},
		{ptxasErr, []string{"ptxas not found", "/a/bin", "pip install nvidia-cuda-nvcc"}},
		{nvvmErr, []string{"libNVVM not found", "and 5 more", "pip install nvidia-nvvm"}},
		{anyErr, []string{"llc or libNVVM, not found", "apt install llvm-22", "pip install nvidia-nvvm"}},
	} {
		var missing *NotFoundError
		if !errors.As(tt.err, &missing) {
			t.Errorf("error %v (%T) is not a *NotFoundError", tt.err, tt.err)
			continue
		}
		for _, want := range tt.want {
			if !strings.Contains(tt.err.Error(), want) {
				t.Errorf("error %q lacks %q", tt.err, want)
			}
		}
	}
}

func TestSearchStopsWithItsContext(t *testing.T) {
	bin := t.TempDir()
	fakeLLVM(t, bin, "llc", "22.1.8")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Search{BinDirs: []string{bin}}).LLC(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestExistingFollowsPatternsAndSkipsDuplicates(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"cuda-12/lib.so.3", "cuda-13/lib.so.4", "cuda-14/other"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "cuda-13"), filepath.Join(dir, "cuda")); err != nil {
		t.Skip(err)
	}
	got := existing([]string{filepath.Join(dir, "cuda", "lib.so*"), filepath.Join(dir, "cuda-*", "lib.so*"), dir, "[", ""})
	want := []string{filepath.Join(dir, "cuda/lib.so.4"), filepath.Join(dir, "cuda-12/lib.so.3")}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDefaultSearchReadsTheEnvironment(t *testing.T) {
	t.Setenv("PATH", "/p"+string(os.PathListSeparator)+"/q")
	t.Setenv("CUDA_HOME", "/my/cuda")
	s := DefaultSearch()
	if len(s.BinDirs) != 2 || s.BinDirs[1] != "/q" || s.CUDADirs[0] != "/my/cuda" {
		t.Errorf("got %+v", s)
	}
}

func TestParseLLVMVersion(t *testing.T) {
	for in, want := range map[string]string{
		"Debian LLVM version 14.0.6\n  Optimized build.": "14.0.6",
		"  LLVM version 22.1.8git":                       "22.1.8",
		"clang version 3":                                "",
		"":                                               "",
	} {
		v, err := parseLLVMVersion([]byte(in))
		if want == "" && err == nil || want != "" && (err != nil || v.String() != want) {
			t.Errorf("%q: got %v, %v", in, v, err)
		}
	}
	if a, b := (LLVMVersion{14, 0, 6}), (LLVMVersion{14, 1, 0}); !a.less(b) || b.less(a) || a.less(a) {
		t.Error("versions are not ordered")
	}
}

func FuzzParseLLVMVersion(f *testing.F) {
	f.Add([]byte("Debian LLVM version 14.0.6"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if v, err := parseLLVMVersion(text); err == nil && (v.Major < 0 || v.Minor < 0 || v.Patch < 0) {
			t.Errorf("%q gives %v", text, v)
		}
	})
}
