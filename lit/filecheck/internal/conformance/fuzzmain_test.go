package conformance_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/lit/filecheck/command"
)

// FuzzMain calls the command with flags, a check file and an input. It must not panic, and must return one of the three
// exit codes.
func FuzzMain(f *testing.F) {
	for _, c := range written(f) {
		f.Add(strings.Join(c.Flags, "\n"), "-v '--color' \"x\\\"\"", []byte(c.Check), []byte(c.Input))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, flags, environment string, check, input []byte) {
		// Flags with paths could name any file.
		if strings.Contains(flags+environment, "input-file") {
			return
		}
		name := filepath.Join(dir, "check")
		if err := os.WriteFile(name, check, 0o600); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		code := command.Main(context.Background(), command.Invocation{
			Args: append(strings.Split(flags, "\n"), name), Dir: dir, Env: []string{"FILECHECK_OPTS=" + environment},
			Stdin: bytes.NewReader(input), Stdout: &stdout, Stderr: &stderr,
		})
		if code < 0 || code > 2 || code == 2 && stderr.Len() == 0 {
			t.Fatalf("exit code %d, output %q", code, stderr.String())
		}
	})
}
