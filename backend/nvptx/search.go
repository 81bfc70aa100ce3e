package nvptx

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// A Search says where tools and libraries are looked for. Directories are tried
// in order; entries may hold the wildcards of [filepath.Match].
type Search struct {
	BinDirs  []string // directories of programs, usually those of PATH
	LLVMDirs []string // LLVM installations, with bin/llc in them
	CUDADirs []string // CUDA toolkits, with nvvm/lib64/libnvvm.so and bin/ptxas in them

	// Libraries are names of libNVVM for the system's loader to look up, tried
	// after those in CUDADirs.
	Libraries []string
}

// DefaultSearch looks in the directories of PATH; in CUDA_HOME and CUDA_PATH;
// and in the usual places: /usr/lib/llvm-*, /usr/local/cuda*, /opt/cuda, and
// the directories into which pip unpacks nvidia-cuda-nvcc and nvidia-nvvm,
// inside the virtual environment in VIRTUAL_ENV or the system's Python. Last
// comes the libNVVM of the GPU driver, which needs no toolkit.
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

// programs returns the existing files among names in BinDirs and in the bin
// directories of roots, without repeating a file that two names lead to.
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

// existing expands the patterns and returns the regular files among them,
// without repeating a file that two names lead to. Of the files of one pattern,
// those that sort last, the newest versions, come first.
func existing(patterns []string) []string {
	var files []string
	seen := map[string]bool{}
	for _, pattern := range patterns {
		matches, err := filepath.Glob(pattern)
		if err != nil {
			continue // a directory whose name is a malformed pattern holds no tool
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

// newestLLVM bounds the versioned names that are looked for; a newer release is
// still found under its plain name.
const newestLLVM = 29
