package nvptx

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// A Search says where to look for tools and libraries. Directories are tried in order; entries may have the wildcards
// of [filepath.Match].
type Search struct {
	BinDirs  []string // directories of programs, usually those of PATH
	LLVMDirs []string // LLVM installations, with bin/llc in them
	CUDADirs []string // CUDA toolkits, with nvvm/lib64/libnvvm.so and bin/ptxas in them

	// Libraries are names of libNVVM for the system's loader, tried after those in CUDADirs.
	Libraries []string
}

// DefaultSearch looks in the directories of PATH, in CUDA_HOME and CUDA_PATH, and in the usual directories:
// /usr/lib/llvm-*, /usr/local/cuda*, /opt/cuda, and those into which pip unpacks nvidia-cuda-nvcc and nvidia-nvvm, in
// the virtual environment of VIRTUAL_ENV or the system's Python. Last comes the libNVVM of the GPU driver, which needs
// no toolkit.
func DefaultSearch() Search {
	s := Search{
		BinDirs:  filepath.SplitList(os.Getenv("PATH")),
		LLVMDirs: []string{"/usr/lib/llvm-*", "/usr/local/opt/llvm*", "/opt/homebrew/opt/llvm*"},
	}
	for _, name := range []string{"CUDA_HOME", "CUDA_PATH"} {
		if dir := os.Getenv(name); dir != "" {
			s.CUDADirs = append(s.CUDADirs, dir)
		}
	}
	s.CUDADirs = append(s.CUDADirs, "/usr/local/cuda", "/usr/local/cuda-*", "/opt/cuda", "/usr/lib/cuda")
	for _, root := range []string{os.Getenv("VIRTUAL_ENV"), "/usr/local", "/usr"} {
		if root == "" {
			continue
		}
		for _, packages := range []string{"site-packages", "dist-packages"} {
			nvidia := filepath.Join(root, "lib", "python3*", packages, "nvidia")
			s.CUDADirs = append(s.CUDADirs,
				filepath.Join(nvidia, "cu1[0-9]"), filepath.Join(nvidia, "cuda_nvcc"), filepath.Join(nvidia, "cuda_nvvm"))
		}
	}
	if runtime.GOOS == "linux" {
		s.Libraries = []string{"libnvidia-nvvm.so.4"}
	}
	return s
}

// programs returns the existing files with the given names in BinDirs and in the bin directories of roots. A file with
// several names comes once.
func (s Search) programs(names []string, roots []string) []string {
	var patterns []string
	for _, dir := range s.BinDirs {
		for _, name := range names {
			patterns = append(patterns, filepath.Join(dir, name+exeSuffix()))
		}
	}
	for _, root := range roots {
		for _, name := range names {
			patterns = append(patterns, filepath.Join(root, "bin", name+exeSuffix()))
		}
	}
	return existing(patterns)
}

// existing expands the patterns and returns the regular files among them. A file with several names comes once. The
// files of one pattern are sorted in descending order, so that the newest version comes first.
func existing(patterns []string) []string {
	var files []string
	seen := map[string]bool{}
	for _, pattern := range patterns {
		matches, err := filepath.Glob(pattern)
		if err != nil {
			continue // a directory whose name is a malformed pattern has no tools
		}
		slices.Reverse(matches)
		for _, file := range matches {
			real, err := filepath.EvalSymlinks(file)
			if err != nil || seen[real] {
				continue
			}
			if info, err := os.Stat(real); err != nil || !info.Mode().IsRegular() {
				continue
			}
			seen[real] = true
			files = append(files, file)
		}
	}
	return files
}

func exeSuffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// llvmNames returns the names under which distributions install an LLVM tool:
// llc-22 ... llc-14 and llc, or the one for a given major version and llc.
func llvmNames(tool string, major int) []string {
	if major != 0 {
		return []string{fmt.Sprintf("%s-%d", tool, major), tool}
	}
	var names []string
	for v := newestLLVM; v >= oldestLLVM; v-- {
		names = append(names, fmt.Sprintf("%s-%d", tool, v))
	}
	return append(names, tool)
}

// newestLLVM is the greatest version in the versioned names that are tried. A newer release is still found by its plain
// name.
const newestLLVM = 29
