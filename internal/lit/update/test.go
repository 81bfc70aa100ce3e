package update

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/lit/runner"
	"github.com/girih-ir/girih/lit/suite"
)

// checkers are the names of the program whose checks are updated.
var checkers = []string{"filecheck", "FileCheck"}

// Errors about tests that cannot be updated.
var (
	// ErrNoChecks is returned for a test that does not pipe any output into filecheck with the test itself as the check
	// file.
	ErrNoChecks = errors.New("no RUN line checks an output against the test itself")
	// ErrConflict is returned if RUN lines with different outputs share a prefix.
	ErrConflict = errors.New("RUN lines with different outputs share a prefix")
)

// recording has the flags and the input of a call of filecheck.
type recording struct {
	prefix string
	output string
}

// recorder replaces filecheck.
type recorder struct {
	test  *suite.Test
	mu    sync.Mutex
	found []recording
}

// Test rewrites the checks of a test and reports whether the file has changed. It runs the test's commands with o, and
// then the new test. If that does not pass, the file is restored and the error says why.
func Test(ctx context.Context, t *suite.Test, o runner.Options) (changed bool, err error) {
	source, err := os.ReadFile(t.Source())
	if err != nil {
		return false, err
	}
	r := &recorder{test: t}
	recorded := o
	recorded.Done, recorded.Isolate = nil, false
	recorded.Programs = maps.Clone(o.Programs)
	if recorded.Programs == nil {
		recorded.Programs = map[string]program.Func{}
	}
	for _, name := range checkers {
		recorded.Programs[name] = r.check
	}
	if err := passes(ctx, t, recorded); err != nil {
		return false, fmt.Errorf("the test's commands fail: %w", err)
	}
	text, err := r.rewrite(string(source))
	if err != nil || text == string(source) {
		return false, err
	}
	if err := os.WriteFile(t.Source(), []byte(text), 0o666); err != nil {
		return false, err
	}
	again := o
	again.Done = nil
	if err := passes(ctx, t, again); err != nil {
		return false, errors.Join(fmt.Errorf("the test would fail with the new checks: %w", err),
			os.WriteFile(t.Source(), source, 0o666))
	}
	return true, nil
}

// passes runs one test and returns its log as an error if it fails.
func passes(ctx context.Context, t *suite.Test, o runner.Options) error {
	results, err := runner.Run(ctx, []*suite.Test{t}, o)
	if err != nil {
		return err
	}
	if r := results[0]; r.Code != runner.Pass && r.Code != runner.FlakyPass {
		return fmt.Errorf("%s\n%s", r.Code, r.Output)
	}
	return nil
}

// check replaces filecheck: it records its input.
func (r *recorder) check(_ context.Context, inv program.Invocation) int {
	prefix, files, input := "CHECK", []string{}, ""
	for i := 0; i < len(inv.Args); i++ {
		arg := inv.Args[i]
		name, value, joined := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if !strings.HasPrefix(arg, "-") {
			files = append(files, inv.Path(arg))
			continue
		}
		if !slices.Contains([]string{"check-prefix", "check-prefixes", "input-file"}, name) {
			continue
		}
		if !joined && i+1 < len(inv.Args) {
			i++
			value = inv.Args[i]
		}
		if name == "input-file" {
			input = inv.Path(value)
		} else {
			prefix = value[strings.LastIndex(value, ",")+1:]
		}
	}
	data, err := content(input, inv.Stdin)
	if err != nil {
		fmt.Fprintln(inv.Stderr, err)
		return 2
	}
	if len(files) == 1 && filepath.Clean(files[0]) == r.test.Source() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.found = append(r.found, recording{prefix: prefix,
			output: string(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))})
	}
	return 0
}

func content(name string, stdin io.Reader) ([]byte, error) {
	if name == "" {
		return io.ReadAll(stdin)
	}
	return os.ReadFile(name)
}

// rewrite returns the test with new checks for everything that was recorded.
func (r *recorder) rewrite(source string) (string, error) {
	if len(r.found) == 0 {
		return "", ErrNoChecks
	}
	comment := commentOf(source)
	outputs := map[string]string{}
	var prefixes []string
	var modules [][]Block
	for _, rec := range r.found {
		if before, ok := outputs[rec.prefix]; ok {
			if before != rec.output {
				return "", fmt.Errorf("%w: %s", ErrConflict, rec.prefix)
			}
			continue
		}
		outputs[rec.prefix] = rec.output
		prefixes = append(prefixes, rec.prefix)
		modules = merge(modules, Checks(rec.output, rec.prefix, comment))
	}
	return rewrite(source, prefixes, modules, comment), nil
}

// merge combines the checks of several prefixes, module by module and function by function.
func merge(a, b [][]Block) [][]Block {
	if len(a) != len(b) {
		return append(a, b...)
	}
	for i := range a {
		for _, block := range b[i] {
			at := slices.IndexFunc(a[i], func(x Block) bool { return x.Symbol == block.Symbol })
			if at < 0 {
				a[i] = append(a[i], block)
				continue
			}
			a[i][at].Lines = slices.Concat(a[i][at].Lines, []string{""}, block.Lines)
		}
	}
	return a
}

// commentOf returns the text before the first RUN line's keyword, such as "// ".
func commentOf(source string) string {
	for line := range strings.Lines(source) {
		if comment, _, ok := strings.Cut(line, "RUN:"); ok {
			return strings.TrimRight(comment, " ") + " "
		}
	}
	return "// "
}
