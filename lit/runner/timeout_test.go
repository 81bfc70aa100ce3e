package runner_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/lit/runner"
)

// timeouts are tests that end by themselves, or that must be stopped after four seconds. LLVM's lit kills children
// before parents. So a parent must not start another child when one is killed, since lit may hang then. It must not
// succeed then either, since lit reports that the test passed if the parent ends before it is killed itself.
var timeouts = map[string]string{
	"hang.test":              "RUN: sleep 1000\n",
	"hang-negated.test":      "RUN: not sleep 1000\n",
	"hang-or.test":           "RUN: sleep 1000 || true\n",
	"hang-semicolon.test":    "RUN: sleep 1000; true\n",
	"hang-pipe.test":         "RUN: sleep 1000 | cat\n",
	"hang-consumer.test":     "RUN: echo a | sleep 1000\n",
	"hang-second-line.test":  "RUN: true\nRUN: sleep 1000\nRUN: true\n",
	"hang-xfail.test":        "XFAIL: *\nRUN: sleep 1000\n",
	"hang-retries.test":      "ALLOW_RETRIES: 5\nRUN: sleep 1000\n",
	"hang-unsupported.test":  "UNSUPPORTED: true\nRUN: sleep 1000\n",
	"fail-then-hang.test":    "RUN: false\nRUN: sleep 1000\n",
	"fork.test":              "RUN: sh -c 'sleep 1000 & sleep 1000 & wait; exit 1'\n",
	"forking.test":           "RUN: sh -c 'while true; do sleep 1000 & sleep 0.1; done'\n",
	"busy.test":              "RUN: sh -c 'while true; do true; done'\n",
	"pass.test":              "RUN: true\n",
	"fail.test":              "RUN: false\n",
	"slow-but-passes.test":   "RUN: sleep 0.3\n",
	"stopped-by-signal.test": "RUN: sh -c 'kill -9 $$'\n",
	"hang-after-output.test": "RUN: sh -c 'echo a; echo b >&2; sleep 1000'\n",
	"hang-redirected.test":   "RUN: sh -c 'sleep 1000' > %t 2>&1\n",
	"hang-env.test":          "RUN: env A=b sleep 1000\n",
}

func TestTimeoutsAreThoseOfLit(t *testing.T) {
	longtest.Only(t, "every hanging test costs its time limit")
	dirs := []string{t.TempDir(), t.TempDir()}
	for _, dir := range dirs {
		write(t, filepath.Join(dir, "lit.toml"), []byte("name = 'timeouts'\nsuffixes = ['.test']\n"))
		write(t, filepath.Join(dir, "lit.cfg.py"), []byte("import lit.formats\nconfig.name = 'timeouts'\n"+
			"config.suffixes = ['.test']\nconfig.test_format = lit.formats.ShTest(execute_external=False)\n"))
		for name, text := range timeouts {
			write(t, filepath.Join(dir, name), []byte(text))
		}
	}
	limit := 4 * time.Second
	ours, output := verdicts(t, dirs[0], runner.Options{Timeout: &limit, Workers: len(timeouts)})
	want := map[string]string{
		"pass.test": "PASS", "slow-but-passes.test": "PASS", "fail.test": "FAIL", "fail-then-hang.test": "FAIL",
		"stopped-by-signal.test": "FAIL", "hang-unsupported.test": "UNSUPPORTED",
	}
	for name := range timeouts {
		code, ok := want[name]
		if !ok {
			code = "TIMEOUT"
		}
		if got := ours["timeouts :: "+name]; got != code {
			t.Errorf("%s: %s, want %s\n%s", name, got, code, output["timeouts :: "+name])
		}
	}
	theirs, theirOutput := lit(t, "psutil", dirs[1], "--timeout=4", "-j24")
	compare(t, dirs[1], ours, theirs, output, theirOutput)
}
