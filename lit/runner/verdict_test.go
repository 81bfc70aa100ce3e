package runner_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/lit/filecheck/command"
	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/lit/runner"
	"github.com/girih-ir/girih/lit/suite"
)

var update = flag.Bool("update", false, "record the verdicts of the installed lit")

// recorded has the verdicts of LLVM's lit on the corpus, for a comparison where lit is not installed.
const recorded = "testdata/verdicts.golden"

// corpus writes the tests of testdata to a directory.
func corpus(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			write(t, filepath.Join(dir, f.Name), f.Data)
		}
	}
	for name, text := range map[string]string{
		"bytes/crlf.test":              "RUN: true\r\nRUN: echo a \\\r\nRUN: b | grep 'a *b'\r\n",
		"bytes/crlf-fails.test":        "RUN: true\r\nRUN: false\r\n",
		"bytes/no-line-feed.test":      "RUN: false",
		"bytes/binary.test":            "\xff\xfe\x00\nRUN: true\n\x80",
		"bytes/invalid-utf8-run.test":  "RUN: echo \xff\n",
		"bytes/invalid-utf8-end.test":  "RUN: true\nEND. \xff\n",
		"bytes/nul.test":               "RUN: true\x00\n",
		"bytes/form-feed.test":         "RUN: true\f\nRUN:\vtrue\n",
		"bytes/carriage-return.test":   "RUN: true\rRUN: false\n",
		"bytes/no-break-space.test":    "RUN: true\u00a0\n",
		"bytes/byte-order-mark.test":   "\ufeffRUN: false\n",
		"bytes/requires-crlf.test":     "REQUIRES: feat-a\r\nRUN: false\r\n",
		"bytes/xfail-crlf.test":        "XFAIL: *\r\nRUN: false\r\n",
		"bytes/end-crlf.test":          "RUN: true\r\nEND.\r\nRUN: false\r\n",
		"bytes/retries-crlf.test":      "ALLOW_RETRIES: 1\r\nRUN: true\r\n",
		"bytes/long-continuation.test": "RUN: true" + strings.Repeat(" \\\nRUN: && true", 300) + "\n",
		"bytes/deep-expression.test": "REQUIRES: " + strings.Repeat("(", 60) + "feat-a" + strings.Repeat(")", 60) +
			"\nRUN: true\n",
	} {
		write(t, filepath.Join(dir, name), []byte(text))
	}
	return dir
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func fileCheck(ctx context.Context, inv program.Invocation) int {
	var env []string
	for name, value := range inv.Env {
		env = append(env, name+"="+value)
	}
	return command.Main(ctx, command.Invocation{
		Args: inv.Args, Dir: inv.Dir, Env: env, Stdin: inv.Stdin, Stdout: inv.Stdout, Stderr: inv.Stderr,
	})
}

// verdicts runs the tests in a directory. It returns the names of their codes by the tests' full names.
func verdicts(t *testing.T, dir string, o runner.Options) (codes, outputs map[string]string) {
	t.Helper()
	o.Programs = map[string]program.Func{"FileCheck": fileCheck}
	results, err := runner.RunAll(t.Context(), suite.Settings{}, o, dir)
	if err != nil {
		t.Fatal(err)
	}
	codes, outputs = map[string]string{}, map[string]string{}
	for _, r := range results {
		codes[r.Test.Name()] = r.Code.String()
		outputs[r.Test.Name()] = r.Output
	}
	return codes, outputs
}

// python returns the name of a Python that can run LLVM's lit and has a module, such as the one for timeouts.
func python(t *testing.T, module string) string {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import "+module).Run() == nil {
			return name
		}
	}
	if os.Getenv(llvmtool.Require) != "" {
		t.Fatalf("Python with the module %s is not installed (Debian: python3-psutil)", module)
	}
	t.Skipf("Python with the module %s is not installed", module)
	return ""
}

// lit runs LLVM's lit on a directory. The test is skipped if lit does not end, which happens sometimes when lit stops
// tests itself.
func lit(t *testing.T, module, dir string, flags ...string) (codes, outputs map[string]string) {
	t.Helper()
	tool := llvmtool.Find(t, "lit")
	out := filepath.Join(t.TempDir(), "results.json")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, python(t, module),
		append([]string{tool, "-q", "-j2", "-o", out}, append(flags, dir)...)...)
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(tool)+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	text, _ := cmd.CombinedOutput() // its exit code reports that tests failed
	if ctx.Err() != nil {
		t.Skip("LLVM's lit does not come to an end")
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var report struct {
		Tests []struct{ Name, Code, Output string }
	}
	if err := json.Unmarshal(data, &report); err != nil {
		t.Fatal(err)
	}
	codes, outputs = map[string]string{}, map[string]string{}
	for _, r := range report.Tests {
		codes[r.Name] = r.Code
		outputs[r.Name] = r.Output
	}
	return codes, outputs
}

// compare reports the tests for which two runners have different results.
func compare(t *testing.T, dir string, ours, theirs, ourOutput, theirOutput map[string]string) {
	t.Helper()
	names := maps.Clone(ours)
	maps.Copy(names, theirs)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if ours[name] == theirs[name] {
			continue
		}
		_, file, _ := strings.Cut(name, " :: ")
		source, _ := os.ReadFile(filepath.Join(dir, file)) // it does not show the file of a nested suite
		t.Errorf("%s: %q, lit says %q\n%s\n-- ours:\n%s\n-- lit's:\n%s", name, ours[name], theirs[name], source,
			ourOutput[name], theirOutput[name])
	}
}

func TestVerdictsAreThoseRecordedOfLit(t *testing.T) {
	if *update {
		codes, _ := lit(t, "sys", corpus(t))
		var b bytes.Buffer
		for _, name := range slices.Sorted(maps.Keys(codes)) {
			fmt.Fprintf(&b, "%s %s\n", codes[name], name)
		}
		if err := os.WriteFile(recorded, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(recorded)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(data)) {
		code, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		want[name] = code
	}
	if len(want) < 400 {
		t.Errorf("%d tests: the corpus has shrunk", len(want))
	}
	dir := corpus(t)
	got, output := verdicts(t, dir, runner.Options{})
	compare(t, dir, got, want, output, nil)
}

func TestLitGivesTheRecordedVerdicts(t *testing.T) {
	longtest.Only(t, "LLVM's lit takes long for hundreds of tests")
	dir := corpus(t)
	theirs, theirOutput := lit(t, "sys", dir)
	again := corpus(t)
	ours, output := verdicts(t, again, runner.Options{})
	compare(t, dir, ours, theirs, output, theirOutput)
}

// mutants is the number of mutated tests to compare.
var mutants = flag.Int("mutants", longtest.Count(30, 200), "number of mutated tests")

// seed can be changed to get other mutants.
var seed = flag.Uint64("seed", 1, "seed of the mutated tests")

func TestMutatedTestsHaveTheVerdictOfLit(t *testing.T) {
	dir := mutated(t, *mutants, *seed)
	theirs, theirOutput := lit(t, "sys", dir)
	again := mutated(t, *mutants, *seed)
	ours, output := verdicts(t, again, runner.Options{})
	compare(t, dir, ours, theirs, output, theirOutput)
}

// mutated writes tests of the corpus with random changes that depend only on the seed. It leaves out tests that remove
// files or use absolute paths: a changed name could be that of any file.
func mutated(t *testing.T, n int, seed uint64) string {
	t.Helper()
	from, to := corpus(t), t.TempDir()
	var sources []string
	err := filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".test") && !strings.Contains(path, "nested") {
			sources = append(sources, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lit.cfg.py", "lit.toml"} {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(to, name), data)
	}
	rng := rand.New(rand.NewPCG(seed, 2))
	for i := 0; i < n; {
		source := sources[rng.IntN(len(sources))]
		data, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		changed := mutate(rng, string(data))
		if !harmless(changed) {
			continue
		}
		write(t, filepath.Join(to, fmt.Sprintf("%03d-%s", i, filepath.Base(source))), []byte(changed))
		i++
	}
	return to
}

// pieces are texts to insert into tests.
var pieces = []string{
	"'", `"`, `\`, ";", "|", "||", "&&", "&", ">", ">>", "<", "2>&1", " ", "%", "%%", "%s", "%t", "%{", "%}",
	"%if feat-a ", "%else",
	"(", ")", "!", "not ", "*", "?", "\n", "\nRUN: true", "\nXFAIL: *", "\nREQUIRES: nope", "\nEND.", "{{", "}}",
	"%(line)", ",", "=",
	"DEFINE: %{z} = w\n", "REDEFINE: %{own} = x\n", "\\\n", "env A=b ", "true", "false",
}

func mutate(rng *rand.Rand, s string) string {
	for range 1 + rng.IntN(2) {
		at := rng.IntN(len(s) + 1)
		switch end := min(len(s), at+1+rng.IntN(3)); rng.IntN(4) {
		case 0: // delete
			s = s[:at] + s[end:]
		case 1: // repeat
			s = s[:end] + s[at:]
		default:
			s = s[:at] + pieces[rng.IntN(len(pieces))] + s[at:]
		}
	}
	return s
}

// malformed matches a redirection without a file.
var malformed = regexp.MustCompile(`[<>]&?\s*[0-9]*[|;&<>]`)

// harmless reports whether a mutant may be run and is comparable: it changes only its own files, and it avoids the
// differences between the runners that the package's documentation names.
func harmless(s string) bool {
	for _, bad := range []string{"rm ", "rm\t", "kill", "/", "mkdir", "chmod", ">&", "*'", "popd", "pushd", "split-file",
		"readfile", "<>", "umask"} {
		if strings.Contains(s, bad) {
			return false
		}
	}
	if malformed.MatchString(s) {
		return false // here, a redirection without a file is an error of the test
	}
	if strings.Count(s, "%if") != strings.Count(s, "%if ") {
		return false // lit does not end
	}
	return !strings.Contains(s, "env") && !strings.Contains(s, "ulimit") && !strings.Contains(s, "200000")
}
