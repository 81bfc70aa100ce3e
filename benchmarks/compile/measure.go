package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// tools are the programs that are measured.
type tools struct {
	ours, theirs         string
	before               string // an earlier tile-opt to compare with; empty if there is none
	version, commit, cpu string
}

// buildOurs builds tile-opt into dir.
func buildOurs(dir string) (*tools, error) {
	t := &tools{ours: filepath.Join(dir, "tile-opt"), cpu: fmt.Sprintf("%s, %d cores", cpuModel(), runtime.NumCPU())}
	build := exec.Command("go", "build", "-o", t.ours, "github.com/girih-ir/girih/tools/tile-opt")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building tile-opt: %w\n%s", err, out)
	}
	if out, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output(); err == nil {
		t.commit = strings.TrimSpace(string(out))
	}
	return t, nil
}

// findTheirs finds mlir-opt, unless the user says where it is.
func (t *tools) findTheirs(mlirOpt string) error {
	t.theirs = mlirOpt
	if t.theirs == "" {
		for _, name := range []string{"mlir-opt-22", "/usr/lib/llvm-22/bin/mlir-opt", "mlir-opt"} {
			if path, err := exec.LookPath(name); err == nil {
				t.theirs = path
				break
			}
		}
	}
	if t.theirs == "" {
		return errors.New("mlir-opt not found: install LLVM 22's MLIR tools (Debian: mlir-22-tools) or give -mlir-opt")
	}
	out, err := exec.Command(t.theirs, "--version").Output()
	if err != nil {
		return fmt.Errorf("%s --version: %w", t.theirs, err)
	}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "version") {
			t.version = strings.TrimSpace(line)
		}
	}
	return nil
}

func cpuModel() string {
	data, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(data)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// sample is one run of a tool.
type sample struct {
	wall time.Duration
	peak int64 // bytes
}

// row holds the samples of one input. Samples with the same index were taken one after the other.
type row struct {
	input                                  input
	ours, theirs, oursSingle, theirsSingle []sample
	theirsHuge                             []sample // with huge pages for the memory that malloc takes from the system
	before                                 []sample
}

// hugePages is an environment in which glibc's allocator, which mlir-opt uses, asks for huge pages. tile-opt asks for
// them on large inputs.
const hugePages = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1"

// measure runs both tools in turn, with their defaults and on one thread. They take turns because one run changes which
// sizes of pages the machine has free, and this affects the time of the next run.
func measure(t *tools, in input, file string, rounds int) (row, error) {
	r := row{input: in}
	single := append(slices.Clone(in.flags), "--mlir-disable-threading")
	for i := range rounds + 1 {
		runs := []struct {
			list  *[]sample
			tool  string
			flags []string
			env   string
		}{
			{&r.ours, t.ours, in.flags, ""},
			{&r.theirs, t.theirs, in.flags, ""},
			{&r.oursSingle, t.ours, single, "GOMAXPROCS=1"},
			{&r.theirsSingle, t.theirs, single, ""},
			{&r.theirsHuge, t.theirs, in.flags, hugePages},
			{&r.before, t.before, in.flags, ""},
		}
		for _, run := range runs {
			if run.tool == "" {
				continue
			}
			s, err := once(run.tool, file, run.flags, run.env)
			if err != nil {
				return r, err
			}
			if i > 0 { // the first round warms the page cache
				*run.list = append(*run.list, s)
			}
		}
	}
	return r, nil
}

func once(tool, file string, flags []string, env string) (sample, error) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return sample{}, err
	}
	defer null.Close()
	cmd := exec.Command(tool, append([]string{file}, flags...)...)
	cmd.Stdout = null
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if env != "" {
		cmd.Env = append(os.Environ(), env)
	}
	start := time.Now()
	err = cmd.Run()
	wall := time.Since(start)
	if err != nil {
		return sample{}, fmt.Errorf("%s: %w\n%.2000s", strings.Join(cmd.Args, " "), err, stderr.String())
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return sample{wall, usage.Maxrss * 1024}, nil
}
