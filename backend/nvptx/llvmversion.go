package nvptx

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
)

// An LLVMVersion is the version of an LLVM release.
type LLVMVersion struct {
	Major, Minor, Patch int
}

// String returns the usual form, such as "22.1.8".
func (v LLVMVersion) String() string {
	return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch)
}

// less reports whether v is older than w.
func (v LLVMVersion) less(w LLVMVersion) bool {
	if v.Major != w.Major {
		return v.Major < w.Major
	}
	if v.Minor != w.Minor {
		return v.Minor < w.Minor
	}
	return v.Patch < w.Patch
}

// pointers returns the dialects that the release reads. LLVM 14 reads opaque pointers only with a flag, and its NVPTX
// back end then fails. LLVM 15 and later read both dialects, and from LLVM 17 on T* becomes ptr when it is read.
func (v LLVMVersion) pointers() PointerDialects {
	if v.Major < 15 {
		return TypedPointers
	}
	return TypedPointers | OpaquePointers
}

var llvmVersionLine = pattern(`LLVM version (\d{1,6})\.(\d{1,6})\.(\d{1,6})`)

// parseLLVMVersion reads the output of an LLVM tool's --version.
func parseLLVMVersion(output []byte) (LLVMVersion, error) {
	m := llvmVersionLine().FindSubmatch(output)
	if m == nil {
		return LLVMVersion{}, fmt.Errorf("no LLVM version in the output of --version")
	}
	var numbers [3]int
	for i := range numbers {
		numbers[i], _ = strconv.Atoi(string(m[i+1]))
	}
	return LLVMVersion{numbers[0], numbers[1], numbers[2]}, nil
}

// queryLLVM runs a tool with --version and returns the version and the output. It refuses releases before oldestLLVM
// and, if an NVPTX back end is required, tools without one.
func queryLLVM(ctx context.Context, path string, needNVPTX bool) (LLVMVersion, error) {
	output, _, err := askTool(ctx, path, "--version")
	if err != nil {
		return LLVMVersion{}, err
	}
	version, err := parseLLVMVersion(output)
	if err != nil {
		return LLVMVersion{}, fmt.Errorf("nvptx: %s: %w", path, err)
	}
	if version.Major < oldestLLVM {
		return LLVMVersion{}, fmt.Errorf("nvptx: %s is LLVM %v, too old (%d or later is needed)", path, version, oldestLLVM)
	}
	if needNVPTX && !bytes.Contains(output, []byte("nvptx64")) {
		return LLVMVersion{}, fmt.Errorf("nvptx: %s was built without the NVPTX back end", path)
	}
	return version, nil
}

// oldestLLVM is the first release whose NVPTX back end this package is tested with.
const oldestLLVM = 14
