package nvptx

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// aheadPTXAS is an assembler that leaves a line with the name of its source in the file starts of its directory, and
// copies its source. It fails for sources that begin with bad, and if the file files-only is there, for pipes.
const aheadPTXAS = `
dir=$(dirname "$0")
[ "$1" = --version ] && { echo "Cuda compilation tools, release 13.0, V13.0.88"; exit 0; }
lines=no
[ "$1" = -lineinfo ] && lines=yes
while [ $# -gt 1 ]; do
  [ "$1" = -o ] && out=$2
  shift
done
echo "$(basename "$1")" >>"$dir/starts"
[ "$1" = /dev/stdin ] && [ -e "$dir/files-only" ] && exit 1
cat "$1" >"$out"
case $(cat "$out") in bad*) echo "ptxas $1, line 1; fatal" >&2; exit 255;; esac
echo " $lines" >>"$out"
echo "ptxas info    : (C7508) from ptxas" >&2
`

// waitingCompiler is a compiler that returns once a process of ptxas has started.
type waitingCompiler struct {
	Compiler
	starts, text string
}

func (c waitingCompiler) Compile(ctx context.Context, _ []byte, target Target) (PTX, error) {
	for c.starts != "" {
		if _, err := os.Stat(c.starts); err == nil {
			break
		}
		if ctx.Err() != nil {
			return PTX{}, ctx.Err()
		}
	}
	return PTX{Text: []byte(c.text), Target: target}, nil
}

// aheadIn returns an assembler in a directory, and the file with the names of sources.
func aheadIn(t *testing.T, dir string) (*PTXAS, string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("processes are started ahead on Linux only")
	}
	ptxas, err := OpenPTXAS(t.Context(), script(t, dir, "ptxas", aheadPTXAS))
	if err != nil {
		t.Fatal(err)
	}
	return ptxas, filepath.Join(dir, "starts")
}

// build compiles and assembles a text, of a module with lines or without.
func build(t *testing.T, a *Ahead, c waitingCompiler, module string) (Cubin, error) {
	t.Helper()
	defer a.Close()
	ptx, err := a.During(c).Compile(t.Context(), []byte(module), Target{SM: 90})
	if err != nil {
		t.Fatal(err)
	}
	return a.Assemble(t.Context(), ptx)
}

func TestPTXASStartsWhileACompilerCompiles(t *testing.T) {
	ptxas, starts := aheadIn(t, t.TempDir())
	cubin, err := build(t, ptxas.Ahead(), waitingCompiler{starts: starts, text: "good"}, "")
	if err != nil || string(cubin.Image) != "good no\n" || len(cubin.Report.Warnings) != 1 {
		t.Errorf("error %v, image %q, warnings %q", err, cubin.Image, cubin.Report.Warnings)
	}
	lines := waitingCompiler{text: "\t.loc 1 2 3\n"}
	cubin, err = build(t, ptxas.Ahead(), lines, "!DILocation(")
	if err != nil || !strings.HasSuffix(string(cubin.Image), "yes\n") {
		t.Errorf("with lines: error %v, image %q", err, cubin.Image)
	}
	if names, _ := os.ReadFile(starts); string(names) != "stdin\nstdin\n" {
		t.Errorf("sources %q", names)
	}
}

func TestPTXASStartsAgainForOtherArguments(t *testing.T) {
	ptxas, starts := aheadIn(t, t.TempDir())
	cubin, err := build(t, ptxas.Ahead(), waitingCompiler{starts: starts, text: "\t.loc 1 2 3\n"}, "")
	if err != nil || !strings.HasSuffix(string(cubin.Image), "yes\n") {
		t.Errorf("error %v, image %q", err, cubin.Image)
	}
	if names, _ := os.ReadFile(starts); string(names) != "stdin\nmodule.ptx\n" {
		t.Errorf("sources %q", names)
	}
}

func TestErrorsOfAPTXASThatWasStartedAheadNameTheModule(t *testing.T) {
	ptxas, starts := aheadIn(t, t.TempDir())
	_, err := build(t, ptxas.Ahead(), waitingCompiler{starts: starts, text: "bad"}, "")
	var tool *ToolError
	if !errors.As(err, &tool) || !strings.HasPrefix(tool.Stderr, "ptxas module.ptx, line 1; fatal") {
		t.Errorf("error %v", err)
	}
}

func TestAPTXASThatReadsFilesOnlyGetsFiles(t *testing.T) {
	dir := t.TempDir()
	ptxas, starts := aheadIn(t, dir)
	if err := os.WriteFile(filepath.Join(dir, "files-only"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		cubin, err := build(t, ptxas.Ahead(), waitingCompiler{starts: starts, text: "good"}, "")
		if err != nil || string(cubin.Image) != "good no\n" {
			t.Errorf("error %v, image %q", err, cubin.Image)
		}
	}
	if names, _ := os.ReadFile(starts); string(names) != "stdin\nmodule.ptx\nmodule.ptx\n" {
		t.Errorf("sources %q", names)
	}
}

func TestAProcessThatIsNotUsedEnds(t *testing.T) {
	ptxas, starts := aheadIn(t, t.TempDir())
	a := ptxas.Ahead()
	if _, err := a.During(waitingCompiler{starts: starts}).Compile(t.Context(), nil, Target{SM: 90}); err != nil {
		t.Fatal(err)
	}
	w := a.waiting
	a.Close()
	if w.cmd.ProcessState == nil || a.waiting != nil {
		t.Error("the process still runs")
	}
	if _, err := os.Stat(w.dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its files are there: %v", err)
	}
}
