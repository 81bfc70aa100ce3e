package girih_test

import (
	"bytes"
	"context"
	"debug/elf"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/internal/llvmtool"
)

var (
	locDirective  = regexp.MustCompile(`^\s*\.loc\s+(\d+) (\d+) (\d+)`)
	fileDirective = regexp.MustCompile(`^\s*\.file\s+(\d+) (?:"([^"]*)" )?"([^"]*)"`)
	instruction   = regexp.MustCompile(`^\s*(?:@!?%p\d+ )?([a-z]+(?:\.[a-z0-9:]+)+)\s`)
)

// located is an instruction of PTX with the line of source that its .loc directive gives.
type located struct{ instruction, file, source string }

// locate pairs instructions with source lines.
func locate(t *testing.T, ptx, source string) (list []located) {
	t.Helper()
	lines := strings.Split(source, "\n")
	files := make(map[string]string)
	for line := range strings.Lines(ptx) {
		if m := fileDirective.FindStringSubmatch(line); m != nil {
			files[m[1]] = filepath.Join(m[2], m[3])
		}
	}
	at, file := "", ""
	for line := range strings.Lines(ptx) {
		if m := locDirective.FindStringSubmatch(line); m != nil {
			n, err := strconv.Atoi(m[2])
			if err != nil || n > len(lines) {
				t.Errorf("%s is not a line of the source", strings.TrimSpace(line))
				continue
			}
			if at, file = "", files[m[1]]; n > 0 {
				at = lines[n-1]
			}
		} else if m := instruction.FindStringSubmatch(line); m != nil {
			list = append(list, located{m[1], file, at})
		}
	}
	return list
}

func TestLinesOfPTXAreLinesOfTheSource(t *testing.T) {
	ctx := context.Background()
	all := installed(t)
	if len(all) == 0 {
		llvmtool.Missing(t, "llc")
	}
	ptxas, ptxasErr := nvptx.FindPTXAS(ctx)
	for _, compiler := range all {
		for _, name := range []string{"vector_add", "softmax"} {
			t.Run(name+" by "+compiler.Name(), func(t *testing.T) {
				source, err := os.ReadFile("examples/" + name + ".mlir")
				if err != nil {
					t.Fatal(err)
				}
				m, err := girih.Parse(name+".mlir", source)
				if err != nil {
					t.Fatal(err)
				}
				p, err := m.Compile(ctx, girih.CompileOptions{})
				if err != nil {
					t.Fatal(err)
				}
				p.LineInfo = &llvmir.LineInfo{Directory: "/src"}
				ptx, err := p.PTXBy(ctx, compiler, nvptx.Target{SM: 80})
				if err != nil {
					t.Fatal(err)
				}
				if ptxasErr == nil {
					checkCubinHasLines(t, ptxas, ptx)
				}
				checkLines(t, locate(t, string(ptx.Text), string(source)), "/src/"+name+".mlir")
				if strings.Contains(string(ptx.Text), ", debug") {
					t.Error("the code is for debuggers, not just with lines")
				}
			})
		}
	}
}

// installed returns libNVVM and the installed releases of llc, those that differ most.
func installed(t *testing.T) (list []nvptx.Compiler) {
	t.Helper()
	for _, major := range []int{14, 22} {
		if llc, err := nvptx.FindLLC(context.Background(), major); err == nil {
			list = append(list, llc)
		} else {
			t.Log(err)
		}
	}
	if library, err := nvptx.FindNVVM(); err == nil {
		list = append(list, library)
	} else {
		t.Log(err)
	}
	return list
}

// checkCubinHasLines looks for the table of lines in machine code.
func checkCubinHasLines(t *testing.T, ptxas *nvptx.PTXAS, ptx nvptx.PTX) {
	t.Helper()
	cubin, err := ptxas.Assemble(t.Context(), ptx)
	if err != nil {
		t.Fatal(err)
	}
	file, err := elf.NewFile(bytes.NewReader(cubin.Image))
	if err != nil {
		t.Fatal(err)
	}
	if s := file.Section(".debug_line"); s == nil || s.Size == 0 {
		t.Error("the cubin has no lines")
	}
}

// checkLines compares an instruction with the operation on its source line. Compilers give no line to code that they
// move between blocks.
func checkLines(t *testing.T, list []located, file string) {
	t.Helper()
	checks := map[string]*regexp.Regexp{
		"ld.global":  regexp.MustCompile(`tile\.load`),
		"st.global":  regexp.MustCompile(`tile\.store`),
		"shfl.sync":  regexp.MustCompile(`tile\.(reduce|max|add)`), // the combiner of a reduction is on lines of its own
		"add.rn.f32": regexp.MustCompile(`^$|tile\.(add|sub|reduce|exp)`),
		"ex2.approx": regexp.MustCompile(`^$|tile\.exp`),
	}
	known := 0
	for _, l := range list {
		if l.source != "" {
			known++
		}
		for prefix, want := range checks {
			if strings.HasPrefix(l.instruction, prefix) && (!want.MatchString(l.source) || l.file != file) {
				t.Errorf("%s has line %q of %s, want one with %v of %s", l.instruction, l.source, l.file, want, file)
			}
		}
	}
	if known < 10 || 2*known < len(list) {
		t.Errorf("%d of %d instructions have a line", known, len(list))
	}
}

func TestLineInfoChangesNoInstruction(t *testing.T) {
	ctx := context.Background()
	llc, err := nvptx.FindLLC(ctx, 22)
	if err != nil {
		llvmtool.Missing(t, "llc")
	}
	code := func(lines *llvmir.LineInfo) (list []string) {
		source, err := os.ReadFile("examples/softmax.mlir")
		if err != nil {
			t.Fatal(err)
		}
		m, err := girih.Parse("softmax.mlir", source)
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Compile(ctx, girih.CompileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p.LineInfo = lines
		ptx, err := p.PTXBy(ctx, llc, nvptx.Target{SM: 90})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range locate(t, string(ptx.Text), string(source)) {
			list = append(list, l.instruction)
		}
		return list
	}
	with := strings.Join(code(&llvmir.LineInfo{}), "\n")
	if without := strings.Join(code(nil), "\n"); with != without {
		t.Errorf("with line info:\n%s\nwithout:\n%s", with, without)
	}
}
