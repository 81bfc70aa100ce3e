package execute_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/girih-ir/girih/internal/lit/execute"
)

// gone reports whether the process whose number is in a file has ended.
func gone(t *testing.T, file string) bool {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for field := range strings.FieldsSeq(string(data)) {
		pid, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		if syscall.Kill(pid, 0) == nil {
			return false
		}
	}
	return true
}

func TestNothingOutlivesATest(t *testing.T) {
	tests := map[string]struct {
		line    string
		timeout bool
	}{
		"hanging":                     {"sh -c 'echo $$ > pid; exec sleep 1000'", true},
		"hanging in a pipeline":       {"sh -c 'echo $$ > pid; exec sleep 1000' | cat", true},
		"hanging behind a child":      {"sh -c 'sleep 1000 & echo $! > pid; wait'", true},
		"ignoring signals":            {"sh -c 'trap \"\" TERM INT HUP; echo $$ > pid; while :; do sleep 0.1; done'", true},
		"holding the output open":     {"sh -c 'sleep 1000 & echo $! > pid'", true},
		"in another session":          {"setsid sh -c 'echo $$ > pid; exec sleep 1000' | cat", true},
		"background":                  {"sh -c 'sleep 1000 > /dev/null 2>&1 & echo $! > pid'", false},
		"background without variable": {"env -i sh -c '/bin/sleep 1000 > /dev/null 2>&1 & echo $! > pid'", false},
		"daemon": {"sh -c 'setsid sh -c \"echo \\$\\$ > pid; exec sleep 1000\" > /dev/null 2>&1 " +
			"& sleep 0.3'", false},
		"double fork": {"sh -c '(setsid sh -c \"sleep 1000 & echo \\$! > pid; wait\" &) > /dev/null " +
			"2>&1; sleep 0.3'", false},
		"forking without end": {
			"sh -c 'echo $$ > pid; while :; do sh -c \"echo \\$\\$ >> pid; exec sleep 1000\" & sleep 0.05; done'", true},
		"after a failure": {"sh -c 'sleep 1000 > /dev/null 2>&1 & echo $! > pid; exit 1'", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			start := time.Now()
			timeout := long
			if tt.timeout {
				timeout = 700 * time.Millisecond
			}
			o := run(t, timeout, func(s *execute.Shell) { s.Dir = dir }, tt.line)
			if o.TimedOut != tt.timeout {
				t.Errorf("timed out: %v\n%s", o.TimedOut, execute.Log(o, timeout))
			}
			if time.Since(start) > 15*time.Second {
				t.Errorf("it took %v", time.Since(start))
			}
			if !gone(t, filepath.Join(dir, "pid")) {
				t.Error("a process is left")
			}
		})
	}
}

func TestOneTestDoesNotKillAnothersProcesses(t *testing.T) {
	done := make(chan *execute.Outcome)
	go func() {
		done <- run(t, long, func(s *execute.Shell) {
			s.Test = "first"
		}, "sh -c '(sleep 1; echo late > f) & wait; cat f' | grep late")
	}()
	for range 5 {
		run(t, 100*time.Millisecond, func(s *execute.Shell) { s.Test = "second" }, "sh -c 'sleep 1000 & wait'")
	}
	if o := <-done; o.Failed() {
		t.Error(execute.Log(o, 0))
	}
}
