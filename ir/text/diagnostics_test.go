package text_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// ours matches the names of dialects that mlir-opt does not have, or has with other operations.
var ours = regexp.MustCompile(`\b(tile|tilegpu|tt|llvm|nvvm|prim|torch)\b`)

// mutatedModules returns modules of upstream's dialects with a few tokens changed, without comments.
func mutatedModules(t *testing.T, n int) (modules [][]byte) {
	var corpus [][]byte
	for _, module := range corpusModules(t) {
		if module = regexp.MustCompile(`//.*`).ReplaceAll(module, nil); !ours.Match(module) {
			corpus = append(corpus, bytes.TrimSpace(module))
		}
	}
	for i := range uint64(n) {
		rng := rand.New(rand.NewPCG(1, i))
		modules = append(modules, irgen.MutateTokens(rng, corpus[rng.IntN(len(corpus))], corpus[rng.IntN(len(corpus))]))
	}
	return modules
}

// firstErrors runs mlir-opt on modules joined by split markers. It returns the first error of each module as
// "line: message", with lines counted from the module's start; "" for those that are accepted. ok is false when
// mlir-opt does not survive one of them.
func firstErrors(t *testing.T, path string, modules [][]byte) (found []string, ok bool) {
	ends, line := make([]int, len(modules)), 0
	for i, module := range modules {
		line += bytes.Count(module, []byte("\n")) + 2
		ends[i] = line
	}
	cmd := exec.Command(path, "--allow-unregistered-dialect", "--split-input-file")
	cmd.Stdin = bytes.NewReader(bytes.Join(modules, []byte("\n"+separator)))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); errors.As(err, &exit) && exit.ExitCode() != 1 {
		return nil, false
	} else if err != nil && exit == nil {
		t.Fatal(err)
	}
	found = make([]string, len(modules))
	for _, m := range regexp.MustCompile(`(?m)^<stdin>:(\d+):\d+: error: (.*)$`).FindAllStringSubmatch(
		stderr.String(), -1) {
		line, _ := strconv.Atoi(m[1])
		i := min(sort.SearchInts(ends, line), len(modules)-1)
		if i > 0 {
			line -= ends[i-1]
		}
		if found[i] == "" {
			found[i] = fmt.Sprintf("%d: %s", line, m[2])
		}
	}
	return found, true
}

// firstError reads and verifies a module and returns the error in the same form.
func firstError(module []byte) string {
	ctx := newContext()
	ctx.OpText = text.OpLine
	op, err := text.Parse(ctx, &ir.Source{Name: "-", Text: module}, text.ParseOptions{})
	if err == nil {
		err = ir.Verify(op, nil)
	}
	var d *ir.Diagnostic
	if !errors.As(err, &d) {
		return ""
	}
	line := uint32(0)
	if f := ir.FileLocation(d.Loc); f != nil {
		if line = f.StartLine; f.File != "-" {
			return elsewhere
		}
	}
	return fmt.Sprintf("%d: %s", line, d.Message)
}

// elsewhere replaces the line of an error at a location that the module's text names, since mlir-opt's line then says
// nothing about the module.
const elsewhere = "elsewhere"

// Wrong modules are refused exactly when mlir-opt refuses them, and nearly always for the same reason on the same line.
func TestMutatedModulesAreRefusedAsMlirOptRefusesThem(t *testing.T) {
	path := llvmtool.Find(t, "mlir-opt")
	refused, same := 0, 0
	for inputs := range slices.Chunk(mutatedModules(t, *modules), 100) {
		wanted, ok := firstErrors(t, path, inputs)
		if !ok {
			t.Logf("mlir-opt crashes on one of %d modules, which are left out", len(inputs))
			continue
		}
		for i, want := range wanted {
			got := firstError(inputs[i])
			if got == elsewhere {
				continue
			}
			if (got == "") != (want == "") {
				t.Errorf("ours: %q, mlir-opt: %q for\n%s", got, want, inputs[i])
			}
			if want == "" {
				continue
			}
			refused++
			if strings.HasPrefix(got, want) { // mlir-opt shows operations on lines of their own
				same++
			} else if testing.Verbose() {
				t.Logf("ours: %q, mlir-opt: %q", got, want)
			}
		}
	}
	t.Logf("%d modules are refused, %d of them with mlir-opt's message and line", refused, same)
	if 100*same < 97*refused {
		t.Errorf("only %d of %d errors are mlir-opt's", same, refused)
	}
}
