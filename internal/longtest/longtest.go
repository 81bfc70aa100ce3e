// Package longtest distinguishes short tests, which always run, from long comparisons, which only run in full if the
// environment variable GIRIH_LONG is set, as in .ci/run. Only tests use it.
//
// A test that can be made smaller asks [Count] or [Includes] how much of it to run. A test that cannot calls [Only].
package longtest

import (
	"hash/fnv"
	"os"
	"testing"
)

// variable is the environment variable that, if not empty, makes tests run in full.
const variable = "GIRIH_LONG"

// Enabled reports whether tests run in full.
func Enabled() bool { return os.Getenv(variable) != "" }

// Count returns the number of cases that a test runs: few, or many if tests run in full.
func Count(few, many int) int {
	if Enabled() {
		return many
	}
	return few
}

// Includes reports whether a test runs its case with the given index: one of n cases, or each if tests run in full.
func Includes(index, n int) bool { return Enabled() || index%n == 0 }

// IncludesName is [Includes] for cases without an index, such as those of a map: a hash of the name chooses.
func IncludesName(name string, n int) bool {
	h := fnv.New32a()
	h.Write([]byte(name))
	return Includes(int(h.Sum32()%(1<<16)), n)
}

// Only skips a test unless tests run in full; why says what takes long.
func Only(t testing.TB, why string) {
	t.Helper()
	if !Enabled() {
		t.Skipf("%s; set %s=1 to run it", why, variable)
	}
}
