package runner

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/girih-ir/girih/lit/suite"
)

// timesName is the file below a suite's exec root that has the times of the last run. It has the format of LLVM's lit:
// seconds, which are negative if the test failed, and the test's file.
const timesName = ".lit_test_times.txt"

// History is the times and failures of earlier runs.
type History struct{ suites map[string]map[string]float64 }

// ReadHistory reads the times of earlier runs of the tests' suites. Files that cannot be read are ignored.
func ReadHistory(tests []*suite.Test) *History {
	h := &History{suites: map[string]map[string]float64{}}
	for _, t := range tests {
		if _, ok := h.suites[t.Suite.ExecRoot]; !ok {
			h.suites[t.Suite.ExecRoot] = readTimes(filepath.Join(t.Suite.ExecRoot, timesName))
		}
	}
	return h
}

func readTimes(path string) map[string]float64 {
	times := map[string]float64{}
	f, err := os.Open(path)
	if err != nil {
		return times
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		seconds, name, ok := strings.Cut(lines.Text(), " ")
		if v, err := strconv.ParseFloat(seconds, 64); ok && err == nil {
			times[name] = v
		}
	}
	return times
}

// Failed reports whether the test failed when it last ran.
func (h *History) Failed(t *suite.Test) bool { return h.suites[t.Suite.ExecRoot][t.File()] < 0 }

// elapsed returns how long the test took when it last ran, or 0 if that is not known.
func (h *History) elapsed(t *suite.Test) time.Duration {
	s := h.suites[t.Suite.ExecRoot][t.File()]
	return time.Duration(max(s, -s) * float64(time.Second))
}

// Sort orders tests: first those that failed, then by time, the longest first, then by name.
func (h *History) Sort(tests []*suite.Test) {
	failed := func(t *suite.Test) int {
		if h.Failed(t) {
			return 0
		}
		return 1
	}
	slices.SortFunc(tests, func(a, b *suite.Test) int {
		return cmp.Or(cmp.Compare(failed(a), failed(b)), cmp.Compare(h.elapsed(b), h.elapsed(a)),
			cmp.Compare(a.Name(), b.Name()))
	})
}

// smallest is the least time that is written for a failed test, because it must be negative.
const smallest = 1e-6

// Record writes the times of results. It keeps the recorded times of tests that did not run.
func (h *History) Record(results []*Result) error {
	changed := map[string]bool{}
	for _, r := range results {
		if r.Start.IsZero() {
			continue
		}
		root := r.Test.Suite.ExecRoot
		seconds := r.Elapsed.Seconds()
		if r.Code.IsFailure() {
			seconds = -max(seconds, smallest)
		}
		if h.suites[root] == nil {
			h.suites[root] = map[string]float64{}
		}
		h.suites[root][r.Test.File()] = seconds
		changed[root] = true
	}
	var errs []error
	for root := range changed {
		errs = append(errs, writeTimes(filepath.Join(root, timesName), h.suites[root]))
	}
	return errors.Join(errs...)
}

func writeTimes(path string, times map[string]float64) error {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(times)) {
		fmt.Fprintf(&b, "%e %s\n", times[name], name)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.WriteFile(path, []byte(b.String()), 0o666)
}
