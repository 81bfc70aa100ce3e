package suite

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/lit/golden"
	"github.com/girih-ir/girih/lit/llvmtool"
	passes "github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/tools/opt"
)

const corpus = "../test"

// errNoFileCheck is wrapped when a RUN line needs a tool that is not installed.
var errNoFileCheck = errors.New("FileCheck is not installed (Debian: llvm-22-tools)")

func fileCheck() (string, error) {
	if path, ok := llvmtool.Look("FileCheck"); ok {
		return path, nil
	}
	return "", errNoFileCheck
}

// runCommand executes a RUN line: stages of tile-opt and filecheck, divided by |.
func runCommand(command, file string) error {
	var input []byte
	for _, stage := range strings.Split(command, " | ") {
		args := words(strings.ReplaceAll(stage, "%s", file))
		var err error
		switch args[0] {
		case "tile-opt":
			input, err = tileOpt(args[1:], input)
		case "filecheck":
			input, err = check(args[1:], input)
		default:
			err = fmt.Errorf("unknown tool %q", args[0])
		}
		if err != nil {
			return fmt.Errorf("%s: %w", stage, err)
		}
	}
	return nil
}

func tileOpt(args []string, input []byte) ([]byte, error) {
	var stdout, stderr bytes.Buffer
	cfg := opt.Config{Name: "tile-opt", Dialects: dialects.All(), Passes: passes.Passes()}
	if code := opt.Main(cfg, args, bytes.NewReader(input), &stdout, &stderr); code != 0 {
		return nil, fmt.Errorf("exit code %d\n%s", code, &stderr)
	}
	return stdout.Bytes(), nil
}

func check(args []string, input []byte) ([]byte, error) {
	tool, err := fileCheck()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(tool, args...)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	return nil, nil
}

// words splits a command at blanks outside single quotes.
func words(command string) (out []string) {
	quoted, inWord := false, false
	for _, r := range command {
		switch {
		case r == '\'':
			quoted = !quoted
			if inWord {
				continue
			}
			inWord = true
			out = append(out, "")
		case r == ' ' && !quoted:
			inWord = false
		case !inWord:
			inWord = true
			out = append(out, string(r))
		default:
			out[len(out)-1] += string(r)
		}
	}
	return out
}

func TestLitFiles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus, "*", "*.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !golden.Foreign(data) {
			continue
		}
		ran++
		t.Run(strings.TrimPrefix(file, corpus+"/"), func(t *testing.T) {
			t.Parallel()
			for _, command := range golden.RunLines(data) {
				err := runCommand(command, file)
				if errors.Is(err, errNoFileCheck) {
					llvmtool.Missing(t, "FileCheck")
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	if ran == 0 {
		t.Error("no test was found")
	}
}

func TestAFailingCheckFailsTheCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.mlir")
	const source = "// CHECK: tile.kernel @other\ntile.kernel @k() {\n  tile.return\n}\n"
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	err := runCommand("tile-opt %s | filecheck %s", file)
	if errors.Is(err, errNoFileCheck) {
		llvmtool.Missing(t, "FileCheck")
	}
	if err == nil {
		t.Error("filecheck accepted output that lacks the expected line")
	}
	if err := runCommand("tile-opt %s --no-such-flag", file); err == nil {
		t.Error("tile-opt accepted an unknown flag")
	}
	if err := runCommand("tile-opt %s | cat", file); err == nil {
		t.Error("an unknown tool was accepted")
	}
}

// What upstream does not know it reads in generic form, and prints unchanged.
func TestMlirOptReadsTheGenericFormOfTilePrograms(t *testing.T) {
	mlirOpt := llvmtool.Find(t, "mlir-opt")
	examples, err := filepath.Glob("../../examples/*.mlir")
	if err != nil || len(examples) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, file := range append(examples, filepath.Join(corpus, "tile", "ops.mlir")) {
		want, err := tileOpt([]string{"--mlir-print-op-generic", file}, nil)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(mlirOpt, "--allow-unregistered-dialect", "--mlir-print-op-generic")
		cmd.Stdin = bytes.NewReader(want)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		got, err := cmd.Output()
		if err != nil {
			t.Errorf("%s: %v\n%s", file, err, &stderr)
		} else if d := golden.Diff(want, got); d != "" {
			t.Errorf("%s: %s", file, d)
		}
	}
}

func TestQuotedWordsStayTogether(t *testing.T) {
	got := strings.Join(words("tile-opt %s --pass-pipeline='a(b, c)' -o 'x y'z"), "|")
	if want := "tile-opt|%s|--pass-pipeline=a(b, c)|-o|x yz"; got != want {
		t.Errorf("words %q, want %q", got, want)
	}
}
