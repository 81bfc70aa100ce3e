package nvptx

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// fakePTXAS replaces ptxas: it copies its input, unless that is "bad".
const fakePTXAS = `
if [ "$1" = --version ]; then
  echo "Cuda compilation tools, release 13.0, V13.0.88"
  exit
fi
while [ $# -gt 1 ]; do
  case "$1" in
  -arch=*) arch=${1#-arch=};;
  -o) out=$2; shift;;
  esac
  shift
done
if [ "$(cat "$1")" = bad ]; then
  echo "ptxas $1, line 1; fatal   : Parsing error near 'bad': syntax error" >&2
  exit 255
fi
cat "$1" >"$out"
cat >&2 <<END
ptxas info    : Compiling entry function 'k' for '$arch'
ptxas info    : Function properties for k
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 0 barriers
END
`

func TestPTXASReturnsTheCubinAndItsReport(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "bin")
	script(t, bin, "ptxas", fakePTXAS)
	ptxas, err := Search{CUDADirs: []string{filepath.Dir(bin)}}.PTXAS(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if ptxas.Name() != "ptxas 13.0.88" || ptxas.Path() != filepath.Join(bin, "ptxas") {
		t.Errorf("found %s at %s", ptxas.Name(), ptxas.Path())
	}
	cubin, err := ptxas.Assemble(t.Context(), PTX{Text: []byte("good"), Target: Target{SM: 90, Variant: ArchSpecific}})
	if err != nil {
		t.Fatal(err)
	}
	if string(cubin.Image) != "good" {
		t.Errorf("image %q", cubin.Image)
	}
	if f := cubin.Report.Functions; len(f) != 1 || f[0].Function != "k" || f[0].Arch != "sm_90a" || f[0].Registers != 8 {
		t.Errorf("report %+v", cubin.Report)
	}
}

// argumentsPTXAS is an assembler that outputs its arguments.
const argumentsPTXAS = `
[ "$1" = --version ] && { echo "Cuda compilation tools, release 13.0, V13.0.88"; exit 0; }
all="$*"
while [ "$1" != -o ]; do shift; done
echo "$all" >"$2"
`

func TestPTXASKeepsLinesIfThereAreSome(t *testing.T) {
	ptxas, err := OpenPTXAS(t.Context(), script(t, t.TempDir(), "ptxas", argumentsPTXAS))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{"\t.loc 1 2 3\n\tret;\n": true, "\tret; // .loc\n": false} {
		cubin, err := ptxas.Assemble(t.Context(), PTX{Text: []byte(text), Target: Target{SM: 90}})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(cubin.Image), "-lineinfo"); got != want {
			t.Errorf("%q: arguments %s", text, cubin.Image)
		}
	}
}

func TestPTXASErrorsNameTheLineNotTheTemporaryFile(t *testing.T) {
	ptxas, err := OpenPTXAS(t.Context(), script(t, t.TempDir(), "ptxas", fakePTXAS))
	if err != nil {
		t.Fatal(err)
	}
	_, err = ptxas.Assemble(t.Context(), PTX{Text: []byte("bad"), Target: Target{SM: 90}})
	var tool *ToolError
	if !errors.As(err, &tool) || !strings.HasPrefix(tool.Stderr, "ptxas module.ptx, line 1; fatal") {
		t.Errorf("error %v", err)
	}
}

// environmentPTXAS is an assembler whose output is a part of its environment.
const environmentPTXAS = `
[ "$1" = --version ] && { echo "Cuda compilation tools, release 13.0, V13.0.88"; exit 0; }
while [ "$1" != -o ]; do shift; done
echo "$GLIBC_TUNABLES $MALLOC_TOP_PAD_" >"$2"
`

func TestPTXASHasItsHeapInLargePages(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the settings are of glibc")
	}
	ptxas, err := OpenPTXAS(t.Context(), script(t, t.TempDir(), "ptxas", environmentPTXAS))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("MALLOC_TOP_PAD_", "7")
	cubin, err := ptxas.Assemble(t.Context(), PTX{Text: []byte("ret;"), Target: Target{SM: 90}})
	if want := "glibc.malloc.hugetlb=1 7\n"; err != nil || string(cubin.Image) != want {
		t.Errorf("error %v, environment %q, want %q", err, cubin.Image, want)
	}
}

func TestPTXASIsAskedOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bin")
	log := filepath.Join(dir, "log")
	const asked = `echo asked >>%s; echo "Cuda compilation tools, release 13.%d, V13.%d.1"`
	search := Search{CUDADirs: []string{filepath.Dir(dir)}}
	for i, want := range []string{"ptxas 13.0.1", "ptxas 13.0.1", "ptxas 13.17.1", "ptxas 13.17.1"} {
		if i%2 == 0 { // a new file
			script(t, dir, "ptxas", fmt.Sprintf(asked, log, 17*(i/2), 17*(i/2)))
		}
		ptxas, err := search.PTXAS(t.Context())
		if err != nil || ptxas.Name() != want {
			t.Fatalf("step %d: error %v, found %v, want %s", i, err, ptxas, want)
		}
	}
	if got, err := os.ReadFile(log); err != nil || string(got) != "asked\nasked\n" {
		t.Errorf("error %v, log %q", err, got)
	}
}

func TestOtherProgramsAreNoPTXAS(t *testing.T) {
	if p, err := OpenPTXAS(t.Context(), script(t, t.TempDir(), "ptxas", "echo hello\n")); err == nil {
		t.Errorf("opened %s", p.Name())
	}
}

func TestInstalledPTXASAssemblesWhatLLCMakes(t *testing.T) {
	ptxas, err := FindPTXAS(t.Context())
	if err != nil {
		t.Skip(err)
	}
	target := Target{SM: 90}
	compiler, err := FindCompiler(t.Context(), target)
	if err != nil {
		t.Skip(err)
	}
	ptx, err := compiler.Compile(t.Context(), module(addOne), target)
	if err != nil {
		t.Fatal(err)
	}
	cubin, err := ptxas.Assemble(t.Context(), ptx)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(cubin.Image), "\x7fELF") {
		t.Errorf("the cubin starts with %q", cubin.Image[:4])
	}
	f := cubin.Report.Functions
	if len(f) != 1 || f[0].Function != "add_one" || !f[0].Kernel || f[0].Registers == 0 || f[0].Spills() {
		t.Errorf("report %+v", cubin.Report)
	}
}

// rejectedByPTXAS are the cases in which ptxas rejects a compiler's PTX, with the reason.
var rejectedByPTXAS = map[string]string{
	"llc-14 fptrunc_f32_bfloat": "llc 14 miscompiles bfloat",
	"llc-14 libdevice_exp":      "the function is left undefined",
	"llc-22 libdevice_exp":      "the function is left undefined",
	"llc-14 line_info":          "a debug target cannot be optimized",
	"llc-22 line_info":          "a debug target cannot be optimized",
	"nvvm-sm_90 line_info":      "a debug target cannot be optimized",
	"nvvm-sm_100 line_info":     "a debug target cannot be optimized",
}

func TestInstalledPTXASTakesWhatConsumersEmit(t *testing.T) {
	ptxas, err := FindPTXAS(t.Context())
	if err != nil {
		t.Skip(err)
	}
	facts := readFacts(t)
	for _, c := range consumers {
		t.Run(c.name, func(t *testing.T) {
			compiler, err := c.find(t.Context())
			if err != nil {
				t.Skip(err)
			}
			for _, f := range facts {
				ptx, err := compiler.Compile(t.Context(), module(f.module), c.target)
				if err != nil {
					continue // another test checks this against the table
				}
				_, err = ptxas.Assemble(t.Context(), ptx)
				if _, rejected := rejectedByPTXAS[c.name+" "+f.name]; rejected != (err != nil) {
					t.Errorf("%s: %v", f.name, err)
				}
			}
		})
	}
}
