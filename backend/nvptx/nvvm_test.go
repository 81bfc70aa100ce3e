package nvptx

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

// fakeNVVM is a library that "compiles" a module by quoting it. It fails to verify modules that ask for that.
type fakeNVVM struct {
	mu       sync.Mutex
	next     uintptr
	programs map[uintptr][]string // names and texts of modules
	options  []string
	header   string
	block    chan struct{} // if not nil, compilation waits for it
}

func newFakeNVVM() (*NVVM, *fakeNVVM) {
	f := &fakeNVVM{programs: map[uintptr][]string{},
		header: "// Cuda compilation tools, release 13.0, V13.0.88\n// Based on NVVM 7.0.1\n"}
	n := &NVVM{path: "/fake/nvvm/lib64/libnvvm.so", name: "libNVVM fake"}
	n.calls = nvvmCalls{
		getErrorString: func(code int32) string { return fmt.Sprintf("NVVM_ERROR_%d", code) },
		createProgram: func(p *uintptr) int32 {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.next++
			f.programs[f.next] = nil
			*p = f.next
			return 0
		},
		destroyProgram: func(p *uintptr) int32 {
			f.mu.Lock()
			defer f.mu.Unlock()
			delete(f.programs, *p)
			return 0
		},
		addModule:       f.add,
		lazyAddModule:   f.add,
		verifyProgram:   f.verify,
		compileProgram:  func(uintptr, int32, **byte) int32 { f.wait(); return 0 },
		getCompiledSize: func(p uintptr, n *uintptr) int32 { *n = uintptr(len(f.result(p)) + 1); return 0 },
		getCompiled:     func(p uintptr, b *byte) int32 { copy(unsafe.Slice(b, len(f.result(p))), f.result(p)); return 0 },
		getLogSize:      func(p uintptr, n *uintptr) int32 { *n = 5; return 0 },
		getLog:          func(p uintptr, b *byte) int32 { copy(unsafe.Slice(b, 5), "log\n\x00"); return 0 },
	}
	return n, f
}

func (f *fakeNVVM) add(p uintptr, text *byte, size uintptr, name string) int32 {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.programs[p] = append(f.programs[p], name, string(unsafe.Slice(text, size)))
	return 0
}

func (f *fakeNVVM) verify(p uintptr, n int32, options **byte) int32 {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.options = nil
	for _, o := range unsafe.Slice(options, n) {
		length := 0
		for *(*byte)(unsafe.Add(unsafe.Pointer(o), length)) != 0 {
			length++
		}
		f.options = append(f.options, string(unsafe.Slice(o, length)))
	}
	if strings.Contains(f.programs[p][1], "invalid") {
		return 6
	}
	return 0
}

func (f *fakeNVVM) wait() {
	if f.block != nil {
		<-f.block
	}
}

func (f *fakeNVVM) result(p uintptr) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.header + ".version 9.0\n.target sm_90\n// " + strings.Join(f.programs[p], "|")
}

func (f *fakeNVVM) alive() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.programs)
}

const layout = "target datalayout = \"e-i64:64\"\n"

func TestNVVMAsksForExactArithmetic(t *testing.T) {
	n, f := newFakeNVVM()
	ptx, err := n.Compile(t.Context(), []byte(layout), Target{SM: 90, Variant: ArchSpecific})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(f.options, " "),
		"-arch=compute_90a -opt=3 -fma=0 -ftz=0 -prec-div=1 -prec-sqrt=1"; got != want {
		t.Errorf("options %q, want %q", got, want)
	}
	if ptx.Log != "log" || ptx.Target.PTX != (PTXVersion{9, 0}) || strings.ContainsRune(string(ptx.Text), 0) {
		t.Errorf("got %+v", ptx)
	}
	if f.alive() != 0 {
		t.Error("the program was not destroyed")
	}
}

func TestNVVMRewritesTheVersionOnlyOnRequest(t *testing.T) {
	n, _ := newFakeNVVM()
	ptx, err := n.Compile(t.Context(), []byte(layout), Target{SM: 90, PTX: PTXVersion{8, 0}})
	if err != nil || ptx.Target.PTX != (PTXVersion{8, 0}) || !strings.Contains(string(ptx.Text), ".version 8.0\n") {
		t.Errorf("got %+v, %v", ptx.Target, err)
	}
}

func TestNVVMErrorsNameCallCodeAndLog(t *testing.T) {
	n, f := newFakeNVVM()
	_, err := n.Compile(t.Context(), []byte(layout+"invalid"), Target{SM: 90})
	var failed *NVVMError
	if !errors.As(err, &failed) || *failed != (NVVMError{"nvvmVerifyProgram", 6, "NVVM_ERROR_6", "log"}) {
		t.Errorf("error %v", err)
	}
	if got, want := err.Error(), "nvptx: nvvmVerifyProgram: NVVM_ERROR_6 (6): log"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	if f.alive() != 0 {
		t.Error("the program was not destroyed")
	}
}

func TestNVVMIsNotGivenWhatItWouldAbortOn(t *testing.T) {
	n, f := newFakeNVVM()
	for _, text := range []string{"", "target triple = \"nvptx64-nvidia-cuda\"\n", "; target datalayout\n"} {
		if _, err := n.Compile(t.Context(), []byte(text), Target{SM: 100}); err == nil ||
			!strings.Contains(err.Error(), "no target datalayout") {
			t.Errorf("%q: error %v", text, err)
		}
	}
	if f.options != nil {
		t.Error("the library was called")
	}
}

func TestNVVMReturnsWhenTheContextEnds(t *testing.T) {
	n, f := newFakeNVVM()
	f.block = make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := n.Compile(ctx, []byte(layout), Target{SM: 90})
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	close(f.block)
}

func TestNVVMWithoutLibdeviceSaysSo(t *testing.T) {
	n, _ := newFakeNVVM()
	_, err := n.Compile(t.Context(), []byte(layout+"declare float @__nv_expf(float)\n"), Target{SM: 90})
	var missing *NotFoundError
	if !errors.As(err, &missing) || missing.What != "libdevice" {
		t.Errorf("error %v", err)
	}
}

func TestNVVMDialectsFollowTheLLVMInside(t *testing.T) {
	n, f := newFakeNVVM()
	if got := n.Pointers(Target{SM: 90}); got != TypedPointers {
		t.Errorf("based on NVVM 7: %v", got)
	}
	f.header = "// Compiler Build ID: CL-1\n// Based on NVVM 20.0.0\n"
	if got := n.Pointers(Target{SM: 100}); got != TypedPointers|OpaquePointers {
		t.Errorf("based on NVVM 20: %v", got)
	}
	if got := n.Pointers(Target{SM: 90}); got != TypedPointers {
		t.Errorf("the answer for sm_90 was not kept: %v", got)
	}
	f.header = "// nothing\n"
	if got := n.Pointers(Target{SM: 120}); got != 0 {
		t.Errorf("an unknown base: %v", got)
	}
}

func TestParseNVVMHeader(t *testing.T) {
	const toolkit = "//\n// Generated by NVIDIA NVVM Compiler\n//\n// Compiler Build ID: CL-36424714\n// Cuda " +
		"compilation tools, release 13.0, V13.0.88\n// Based on NVVM 7.0.1\n//\n"
	const driver = "//\n// Compiler Build ID: CL-37889135\n// Unknown Toolkit Version\n// Based on NVVM 7.0.1\n//\n"
	for text, want := range map[string]string{toolkit: "13.0.88", driver: "CL-37889135"} {
		h, err := parseNVVMHeader([]byte(text))
		if err != nil || h.release != want || h.llvm != (LLVMVersion{7, 0, 1}) {
			t.Errorf("%q: got %+v, %v", text, h, err)
		}
	}
	for _, text := range []string{"", "// Based on NVVM 7.0.1\n", "// Compiler Build ID: CL-1\n"} {
		if h, err := parseNVVMHeader([]byte(text)); err == nil {
			t.Errorf("%q: got %+v", text, h)
		}
	}
}

func FuzzParseNVVMHeader(f *testing.F) {
	f.Add([]byte("// Compiler Build ID: CL-1\n// Based on NVVM 20.0.0\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if h, err := parseNVVMHeader(text); err == nil && (h.release == "" || h.llvm.Major < 0) {
			t.Errorf("%q gives %+v", text, h)
		}
	})
}

func TestInstalledNVVMCompilesForEveryGeneration(t *testing.T) {
	n, err := FindNVVM()
	if err != nil {
		t.Skip(err)
	}
	var wg sync.WaitGroup
	for _, name := range []string{"sm_80", "sm_90", "sm_90a", "sm_100", "sm_120"} {
		target, err := ParseTarget(name)
		if err != nil {
			t.Fatal(err)
		}
		if n.Pointers(target) == 0 {
			t.Logf("%s does not support %s", n.Name(), name)
			continue
		}
		for range 8 {
			wg.Go(func() {
				ptx, err := n.Compile(t.Context(), module(addOne), target)
				if err != nil {
					t.Errorf("%s: %v", name, err)
				} else if text := string(ptx.Text); !strings.Contains(text, ".target "+name+"\n") ||
					!strings.Contains(text, ".visible .entry add_one(") {
					t.Errorf("%s: got\n%s", name, text)
				}
			})
		}
	}
	wg.Wait()
}

func TestInstalledNVVMLinksLibdevice(t *testing.T) {
	n, err := FindNVVM()
	if err != nil {
		t.Skip(err)
	}
	if _, err := n.libdevice(); err != nil {
		t.Skip(err)
	}
	ptx, err := n.Compile(t.Context(), module(`
declare float @__nv_expf(float)
define ptx_kernel void @k(float addrspace(1)* %p) {
  %v = load float, float addrspace(1)* %p
  %r = call float @__nv_expf(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}
`), Target{SM: 90})
	if err != nil {
		t.Fatal(err)
	}
	if text := string(ptx.Text); !strings.Contains(text, "ex2.approx") || strings.Contains(text, "__nv_expf") {
		t.Errorf("libdevice was not linked:\n%s", text)
	}
}

func TestInstalledNVVMReportsWhatIsWrong(t *testing.T) {
	n, err := FindNVVM()
	if err != nil {
		t.Skip(err)
	}
	_, err = n.Compile(t.Context(), module("define ptx_kernel void @k() {\n  frobnicate\n}\n"), Target{SM: 90})
	var failed *NVVMError
	if !errors.As(err, &failed) || failed.Log == "" {
		t.Errorf("error %v", err)
	}
}

func TestNotEveryLibraryIsLibNVVM(t *testing.T) {
	if n, err := OpenNVVM("libc.so.6"); err == nil {
		t.Errorf("opened %s", n.Name())
	}
}

// libNVVM has no instructions for some vectors that it creates at -opt=3 (of halves, in a sort).
func TestWhatFailsAtTheHighestLevelIsCompiledAtTheNext(t *testing.T) {
	n, f := newFakeNVVM()
	var levels []string
	n.calls.compileProgram = func(uintptr, int32, **byte) int32 {
		f.mu.Lock()
		defer f.mu.Unlock()
		levels = append(levels, f.options[1])
		if len(levels) == 1 {
			return nvvmErrorCompilation
		}
		return 0
	}
	if _, err := n.Compile(t.Context(), []byte(layout), Target{SM: 90}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(levels, " "); got != "-opt=3 -opt=2" {
		t.Errorf("compiled at %s", got)
	}
	n.calls.compileProgram = func(uintptr, int32, **byte) int32 { return nvvmErrorCompilation }
	var failure *NVVMError
	if _, err := n.Compile(t.Context(), []byte(layout), Target{SM: 90}); !errors.As(err, &failure) {
		t.Errorf("got error %v", err)
	}
}
