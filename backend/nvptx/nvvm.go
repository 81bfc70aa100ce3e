package nvptx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/girih-ir/girih/backend/internal/dynlib"
)

// An NVVM is NVIDIA's libNVVM, a [Compiler] that optimizes. It stays loaded for
// the life of the process.
type NVVM struct {
	path     string
	calls    nvvmCalls
	name     string
	dialects sync.Map // PointerDialects by Target.Compute
}

// nvvmCalls are the functions of nvvm.h. A program is an opaque pointer; a list of options is an array of C strings.
type nvvmCalls struct {
	getErrorString  func(result int32) string
	createProgram   func(program *uintptr) int32
	destroyProgram  func(program *uintptr) int32
	addModule       func(program uintptr, text *byte, size uintptr, name string) int32
	lazyAddModule   func(program uintptr, text *byte, size uintptr, name string) int32
	verifyProgram   func(program uintptr, n int32, options **byte) int32
	compileProgram  func(program uintptr, n int32, options **byte) int32
	getCompiledSize func(program uintptr, size *uintptr) int32
	getCompiled     func(program uintptr, buffer *byte) int32
	getLogSize      func(program uintptr, size *uintptr) int32
	getLog          func(program uintptr, buffer *byte) int32
}

const installNVVM = "install the CUDA toolkit, or: pip install nvidia-nvvm (CUDA 13) or nvidia-cuda-nvcc-cu12; " +
	"CUDA_HOME names its directory"

// FindNVVM loads libNVVM from the first CUDA toolkit that it finds, or else the copy that comes with the GPU driver.
func FindNVVM() (*NVVM, error) { return DefaultSearch().NVVM() }

var openedNVVM opened[*NVVM]

// NVVM is [FindNVVM] with the search s.
func (s Search) NVVM() (*NVVM, error) {
	patterns := s.nvvmPatterns()
	missing := &NotFoundError{What: "libNVVM", Tried: slices.Concat(patterns, s.Libraries), Install: installNVVM}
	for _, path := range slices.Concat(existing(patterns), s.Libraries) {
		library, err := openedNVVM.get(path, func() (*NVVM, error) { return OpenNVVM(path) })
		if err == nil {
			return library, nil
		}
		missing.Rejects = append(missing.Rejects, err)
	}
	return nil, missing
}

func (s Search) nvvmPatterns() []string {
	file, libs := "libnvvm.so*", []string{"nvvm/lib64", "nvvm/lib", "lib"}
	if runtime.GOOS == "windows" {
		file, libs = "nvvm*.dll", []string{"nvvm/bin/x64", "nvvm/bin", "bin"}
	}
	var patterns []string
	for _, dir := range s.CUDADirs {
		for _, lib := range libs {
			patterns = append(patterns, filepath.Join(dir, lib, file))
		}
	}
	return patterns
}

// OpenNVVM loads the library at path.
func OpenNVVM(path string) (*NVVM, error) {
	library, err := dynlib.Open(path)
	if err != nil {
		return nil, fmt.Errorf("nvptx: libNVVM: %w", err)
	}
	n := &NVVM{path: path}
	if err := n.calls.bind(library); err != nil {
		return nil, fmt.Errorf("nvptx: not a libNVVM: %w", err)
	}
	release, err := n.release()
	if err != nil {
		return nil, err
	}
	n.name = "libNVVM " + release
	return n, nil
}

// bind looks up every function.
func (c *nvvmCalls) bind(library *dynlib.Library) error {
	for _, f := range []struct {
		function any
		name     string
	}{
		{&c.getErrorString, "nvvmGetErrorString"},
		{&c.createProgram, "nvvmCreateProgram"},
		{&c.destroyProgram, "nvvmDestroyProgram"},
		{&c.addModule, "nvvmAddModuleToProgram"},
		{&c.lazyAddModule, "nvvmLazyAddModuleToProgram"},
		{&c.verifyProgram, "nvvmVerifyProgram"},
		{&c.compileProgram, "nvvmCompileProgram"},
		{&c.getCompiledSize, "nvvmGetCompiledResultSize"},
		{&c.getCompiled, "nvvmGetCompiledResult"},
		{&c.getLogSize, "nvvmGetProgramLogSize"},
		{&c.getLog, "nvvmGetProgramLog"},
	} {
		if err := library.Bind(f.function, f.name); err != nil {
			return err
		}
	}
	return nil
}

// Name returns "libNVVM", its version and that of the NVVM IR that it reads.
func (n *NVVM) Name() string { return n.name }

// Pointers depends on the LLVM that the library uses for the target: before Blackwell it is LLVM 7, which only reads
// typed pointers, and a recent one since. For a target that the library does not support, the set is empty.
func (n *NVVM) Pointers(target Target) PointerDialects {
	if known, ok := n.dialects.Load(target.Compute()); ok {
		return known.(PointerDialects)
	}
	var dialects PointerDialects
	if header, err := n.header(target); err == nil {
		dialects = header.llvm.pointers()
	}
	n.dialects.Store(target.Compute(), dialects)
	return dialects
}

// libdevice returns the path of libdevice, the bitcode library of mathematical functions (__nv_expf and others), of
// this libNVVM.
func (n *NVVM) libdevice() (string, error) {
	nvvm := filepath.Dir(filepath.Dir(n.path))
	patterns := []string{
		filepath.Join(nvvm, "libdevice", "libdevice*.bc"),
		filepath.Join(nvvm, "nvvm", "libdevice", "libdevice*.bc"),
	}
	if files := existing(patterns); len(files) > 0 {
		return files[0], nil
	}
	return "", &NotFoundError{What: "libdevice", Tried: patterns, Install: installNVVM}
}

// Staged returns false: on an H200, kernels that are limited by special functions (such as exp) become 2 to 5 % slower,
// and others do not get faster, but those that store products to many addresses.
func (n *NVVM) Staged() bool { return false }

// Recomputes returns true: the library saves registers by this.
func (n *NVVM) Recomputes() bool { return true }

// Compile verifies and compiles at -opt=3. If that fails, it compiles at -opt=2, and then with extensions of halves as
// assembly: the vectorizers may create vectors of halves for which the code generator has no instructions. A module
// that declares __nv_* functions is linked with libdevice. libNVVM cannot be interrupted: if the context ends first,
// Compile returns and the library finishes in the background.
func (n *NVVM) Compile(ctx context.Context, llvmIR []byte, target Target) (PTX, error) {
	if err := target.Validate(); err != nil {
		return PTX{}, err
	}
	if err := ctx.Err(); err != nil {
		return PTX{}, fmt.Errorf("nvptx: %s: %w", n.name, context.Cause(ctx))
	}
	type result struct {
		ptx PTX
		err error
	}
	done := make(chan result, 1)
	module := bytes.Clone(llvmIR) // the caller may change its slice while the library still reads
	go func() {
		ptx, err := n.compileByAny(module, target)
		done <- result{ptx, err}
	}()
	select {
	case r := <-done:
		return r.ptx, r.err
	case <-ctx.Done():
		return PTX{}, fmt.Errorf("nvptx: %s: %w", n.name, context.Cause(ctx))
	}
}

// compileByAny compiles in the first of several ways that does not fail.
func (n *NVVM) compileByAny(module []byte, target Target) (PTX, error) {
	ptx, err := n.compile(module, target, 3)
	var failure *NVVMError
	if !errors.As(err, &failure) || failure.Call != "nvvmCompileProgram" || failure.Code != nvvmErrorCompilation {
		return ptx, err
	}
	if again, second := n.compile(module, target, 2); second == nil {
		return again, nil
	}
	if other, some := assembleExtensions(module); some {
		if again, third := n.compile(other, target, 3); third == nil {
			return again, nil
		}
	}
	return ptx, err
}

// nvvmErrorCompilation is NVVM_ERROR_COMPILATION of nvvm.h.
const nvvmErrorCompilation = 9

// nvvmOptions requests a level of optimization and the arithmetic that [Compiler] promises: by default, the library
// contracts fmul and fadd.
func nvvmOptions(target Target, level int) []string {
	return []string{"-arch=" + target.Compute(), fmt.Sprintf("-opt=%d", level), "-fma=0", "-ftz=0", "-prec-div=1",
		"-prec-sqrt=1"}
}

func (n *NVVM) compile(llvmIR []byte, target Target, level int) (_ PTX, err error) {
	var program uintptr
	if err := n.check("nvvmCreateProgram", n.calls.createProgram(&program)); err != nil {
		return PTX{}, err
	}
	defer n.calls.destroyProgram(&program)
	if err := checkLayout(llvmIR); err != nil {
		return PTX{}, fmt.Errorf("nvptx: %s: %w", n.name, err)
	}
	if err := n.addModules(program, llvmIR); err != nil {
		return PTX{}, err
	}
	options := cStrings(nvvmOptions(target, level))
	count := int32(len(options))
	if err := n.checkProgram(program, "nvvmVerifyProgram",
		n.calls.verifyProgram(program, count, &options[0])); err != nil {
		return PTX{}, err
	}
	if err := n.checkProgram(program, "nvvmCompileProgram",
		n.calls.compileProgram(program, count, &options[0])); err != nil {
		return PTX{}, err
	}
	text, err := n.compiled(program)
	if err != nil {
		return PTX{}, err
	}
	if target.PTX != (PTXVersion{}) {
		// The library chooses the PTX version; only the directive can be changed.
		if text, err = retarget(text, target); err != nil {
			return PTX{}, err
		}
	}
	return finish(text, target, n.name, n.log(program))
}

// addModules adds the module to the program and, if the module declares functions of libdevice, also libdevice.
func (n *NVVM) addModules(program uintptr, llvmIR []byte) error {
	if len(llvmIR) == 0 {
		return fmt.Errorf("nvptx: %s: the module is empty", n.name)
	}
	add := n.calls.addModule(program, unsafe.SliceData(llvmIR), uintptr(len(llvmIR)), "module")
	if err := n.checkProgram(program, "nvvmAddModuleToProgram", add); err != nil {
		return err
	}
	if !bytes.Contains(llvmIR, []byte("@__nv_")) {
		return nil
	}
	path, err := n.libdevice()
	if err != nil {
		return err
	}
	bitcode, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("nvptx: %w", err)
	}
	lazy := n.calls.lazyAddModule(program, unsafe.SliceData(bitcode), uintptr(len(bitcode)), "libdevice")
	return n.checkProgram(program, "nvvmLazyAddModuleToProgram", lazy)
}

func (n *NVVM) compiled(program uintptr) ([]byte, error) {
	var size uintptr
	if err := n.check("nvvmGetCompiledResultSize", n.calls.getCompiledSize(program, &size)); err != nil {
		return nil, err
	}
	text := make([]byte, size+1)
	if err := n.check("nvvmGetCompiledResult", n.calls.getCompiled(program, &text[0])); err != nil {
		return nil, err
	}
	return bytes.TrimRight(text, "\x00"), nil
}

// log returns the program's messages, or "" if they cannot be read: it is mostly called after another failure.
func (n *NVVM) log(program uintptr) string {
	var size uintptr
	if n.calls.getLogSize(program, &size) != 0 || size == 0 {
		return ""
	}
	text := make([]byte, size)
	if n.calls.getLog(program, &text[0]) != 0 {
		return ""
	}
	return strings.TrimSpace(string(bytes.TrimRight(text, "\x00")))
}

func (n *NVVM) check(call string, code int32) error {
	if code == 0 {
		return nil
	}
	return &NVVMError{Call: call, Code: int(code), Text: n.calls.getErrorString(code)}
}

func (n *NVVM) checkProgram(program uintptr, call string, code int32) error {
	if code == 0 {
		return nil
	}
	return &NVVMError{Call: call, Code: int(code), Text: n.calls.getErrorString(code), Log: n.log(program)}
}

// cStrings returns an array of NUL-terminated strings.
func cStrings(list []string) []*byte {
	pointers := make([]*byte, len(list))
	for i, s := range list {
		pointers[i] = unsafe.SliceData(append([]byte(s), 0))
	}
	return pointers
}
