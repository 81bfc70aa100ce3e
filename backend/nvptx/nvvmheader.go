package nvptx

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// An nvvmHeader has what libNVVM says about itself in the comments at the start of its PTX. No function of nvvm.h
// returns it: nvvmVersion has returned 2.0 since CUDA 11.
type nvvmHeader struct {
	// release is the release of the CUDA toolkit, such as "13.0.88". The copy in the GPU driver has none; its release
	// is the build number, such as "CL-37889135".
	release string
	llvm    LLVMVersion // the LLVM that the library uses for the target
}

var (
	nvvmRelease = pattern(`release \d+\.\d+, V(\d+\.\d+\.\d+)`)
	nvvmBuild   = pattern(`Compiler Build ID: (CL-\d+)`)
	nvvmBase    = pattern(`Based on NVVM (\d{1,6})\.(\d{1,6})\.(\d{1,6})`)
)

// parseNVVMHeader reads the comments.
func parseNVVMHeader(ptx []byte) (nvvmHeader, error) {
	var h nvvmHeader
	if m := nvvmRelease().FindSubmatch(ptx); m != nil {
		h.release = string(m[1])
	} else if m := nvvmBuild().FindSubmatch(ptx); m != nil {
		h.release = string(m[1])
	} else {
		return h, errors.New("the PTX of libNVVM does not tell its release")
	}
	m := nvvmBase().FindSubmatch(ptx)
	if m == nil {
		return h, errors.New("the PTX of libNVVM does not say which LLVM it is based on")
	}
	h.llvm.Major, _ = strconv.Atoi(string(m[1]))
	h.llvm.Minor, _ = strconv.Atoi(string(m[2]))
	h.llvm.Patch, _ = strconv.Atoi(string(m[3]))
	return h, nil
}

// emptyModule is a module in both dialects.
const emptyModule = `target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
!nvvmir.version = !{!0}
!0 = !{i32 2, i32 0}
`

// header compiles an empty module and parses the header of its PTX. Without optimization, which not every release may
// know, that takes a quarter of the time.
func (n *NVVM) header(target Target) (h nvvmHeader, err error) {
	for _, level := range []int{0, 3} {
		var ptx PTX
		if ptx, err = n.compile([]byte(emptyModule), Target{SM: target.SM, Variant: target.Variant}, level); err != nil {
			continue
		}
		if h, err = parseNVVMHeader(ptx.Text); err == nil {
			return h, nil
		}
	}
	return nvvmHeader{}, err
}

// release tries targets until one is supported, since each toolkit drops old ones.
func (n *NVVM) release() (string, error) {
	var reasons []error
	for _, sm := range []int{80, 90, 100, 120} {
		header, err := n.header(Target{SM: sm})
		if err == nil {
			return header.release, nil
		}
		reasons = append(reasons, err)
	}
	return "", fmt.Errorf("nvptx: cannot use %s: %w", n.path, errors.Join(reasons...))
}

// checkLayout returns an error for a module without a data layout: for Blackwell targets, libNVVM 13.0 then aborts the
// process.
func checkLayout(llvmIR []byte) error {
	for line := range bytes.Lines(llvmIR) {
		if bytes.HasPrefix(bytes.TrimSpace(line), []byte("target datalayout")) {
			return nil
		}
	}
	return errors.New("the module has no target datalayout")
}
