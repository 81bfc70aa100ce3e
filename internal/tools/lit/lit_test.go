package lit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/tools/lit"
	"github.com/girih-ir/girih/lit/program"
)

// config has a program that prints its input after a mark, and with --crash behaves as on a bug.
var config = lit.Config{Name: "tile-lit", Programs: map[string]program.Func{
	"mark": func(_ context.Context, inv program.Invocation) int {
		if len(inv.Args) > 0 {
			panic("bug")
		}
		fmt.Fprint(inv.Stdout, "marked: ")
		if _, err := io.Copy(inv.Stdout, inv.Stdin); err != nil {
			return 1
		}
		return 0
	},
}}

// TestMain makes the test binary act as the tool when a test runs a program as a process.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "--run-program" {
		os.Exit(lit.Main(context.Background(), config, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// suite creates a suite of tests in a new directory, with the given configuration.
func suite(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	all := map[string]string{"lit.toml": "name = 'S'\nsuffixes = ['.test']\nfeatures = " +
		"['on']\n[[substitution]]\npattern = '%p1'\nvalue = '${param:p1:none}'\n"}
	for name, text := range files {
		all[name] = text
	}
	for name, text := range all {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var seconds = regexp.MustCompile(`[0-9]+\.[0-9]+s`)

// run runs the tool; times in its output are replaced.
func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = lit.Main(t.Context(), config, args, strings.NewReader(""), &out, &errs)
	return code, seconds.ReplaceAllString(out.String(), "TIME"), errs.String()
}

// mixed is a suite with every result code but TIMEOUT and SKIPPED.
func mixed(t *testing.T) string {
	return suite(t, map[string]string{
		"pass.test": "RUN: true\n", "fail.test": "RUN: echo what happened; false\n", "d/xfail.test": "XFAIL: *\nRUN: false\n",
		"d/xpass.test": "XFAIL: on\nRUN: true\n", "unsupported.test": "REQUIRES: off\nRUN: true\n",
		"unresolved.test": "nothing\n",
		"flaky.test":      "ALLOW_RETRIES: 1\nRUN: echo x >> %t && count 2 < %t\n",
	})
}

func TestTheReportOfAMixedSuite(t *testing.T) {
	dir := mixed(t)
	code, stdout, stderr := run(t, dir, "-j1", "--order=lexical")
	want := `-- Testing: 7 tests, 1 workers --
XFAIL: S :: d/xfail.test (1 of 7)
XPASS: S :: d/xpass.test (2 of 7)
FAIL: S :: fail.test (3 of 7)
FLAKYPASS: S :: flaky.test (4 of 7, 2 of 2 attempts)
PASS: S :: pass.test (5 of 7)
UNRESOLVED: S :: unresolved.test (6 of 7)
UNSUPPORTED: S :: unsupported.test (7 of 7)
********************
Unresolved Tests (1):
  S :: unresolved.test

********************
Failed Tests (1):
  S :: fail.test

********************
Unexpectedly Passed Tests (1):
  S :: d/xpass.test


Testing Time: TIME

Total Discovered Tests: 7
  Unsupported        : 1 (14.29%)
  Passed             : 1 (14.29%)
  Passed With Retry  : 1 (14.29%)
  Expectedly Failed  : 1 (14.29%)
  Unresolved         : 1 (14.29%)
  Failed             : 1 (14.29%)
  Unexpectedly Passed: 1 (14.29%)
`
	if code != 1 || stdout != want || stderr != "" {
		t.Errorf("exit code %d, printed\n%s\n%s", code, stdout, stderr)
	}
}

func TestFlagsOfTheOutput(t *testing.T) {
	dir := mixed(t)
	tests := []struct {
		flags        string
		present      []string
		absent       []string
		code         int
		inErrors     string
		keepsHistory bool
	}{
		{flags: "-q", present: []string{"FAIL: S :: fail.test", "  Failed             : 1"},
			absent: []string{"PASS: S :: pass", "Testing Time", "Retry"}, code: 1},
		{flags: "-v", present: []string{"TEST 'S :: fail.test' FAILED", "# | what happened", "to repeat the failing line"},
			absent: []string{"# executed command: count"}, code: 1},
		{flags: "-vv", present: []string{"TEST 'S :: fail.test' FAILED"}, code: 1},
		{flags: "-a", present: []string{"# executed command: true", "TEST 'S :: fail.test' FAILED"}, code: 1},
		{flags: "-s", present: []string{"FAIL: S :: fail.test"}, absent: []string{"PASS: S :: pass.test"}, code: 1},
		{flags: "-sv", present: []string{"TEST 'S :: fail.test' FAILED"}, absent: []string{"PASS: S :: pass.test"}, code: 1},
		{flags: "--print-result-after=off", absent: []string{"FAIL: S ::", "-- Testing"}, code: 1},
		{flags: "--test-output=all", present: []string{"# executed command: true"}, code: 1},
		{flags: "--show-unsupported --show-xfail --show-pass",
			present: []string{"Unsupported Tests (1):", "Expectedly Failed Tests (1):", "Passed Tests (1):"}, code: 1},
		{flags: "-r", present: []string{"fail.test"}, code: 1},
		{flags: "--ignore-fail", inErrors: "'--ignore-fail' was specified"},
		{flags: "--time-tests", present: []string{"Slowest Tests:", "Tests Times:"}, code: 1},
		{flags: "--filter pass", present: []string{"-- Testing: 2 of 7 tests", "Excluded           : 5"}, code: 1},
		{flags: "--filter=^S.*d/x --filter-out=xp",
			present: []string{"-- Testing: 1 of 7 tests", "XFAIL: S :: d/xfail.test"}},
		{flags: "--filter=PASS.TEST", present: []string{"PASS: S :: pass.test"}, code: 1},
		{flags: "--filter=zzz", inErrors: "filter did not match any tests (of 7 discovered)", code: 2},
		{flags: "--filter=zzz --allow-empty-runs", inErrors: "Suppressing error"},
		{flags: "--xfail=fail.test;unresolved.test --xfail-not=d/xpass.test",
			present: []string{"XFAIL: S :: fail.test", "PASS: S :: d/xpass.test"}, code: 1},
		{flags: "--exclude-xfail --filter=d/", present: []string{"EXCLUDED: S :: d/xfail.test",
			"EXCLUDED: S :: d/xpass.test"}},
		{flags: "--max-tests=2 --order=lexical", present: []string{"-- Testing: 2 of 7 tests"}, code: 1},
		{flags: "--max-failures=1 --order=lexical", inErrors: "reached maximum number of test failures",
			present: []string{"Skipped"}, code: 1},
		{flags: "--num-shards=3 --run-shard=2 --order=lexical",
			present:  []string{"-- Testing: 2 of 7 tests", "S :: d/xpass.test", "S :: pass.test"},
			inErrors: "selecting shard 2/3 = size 2/7", code: 1},
		{flags: "--num-shards=9 --run-shard=9", inErrors: "shard does not contain any tests"},
		{flags: "--no-execute", present: []string{"PASS: S :: fail.test", "UNRESOLVED: S :: unresolved.test"}, code: 1},
		{flags: "--shuffle", present: []string{"FAIL: S :: fail.test"}, code: 1},
		{flags: "--show-tests", present: []string{"-- Available Tests --\n  S :: d/xfail.test\n"}},
		{flags: "--show-suites", present: []string{"-- Test Suites --\n  S - 7 tests\n", "Available Features: on",
			"%p1 => none"}},
		{flags: "--show-suites -Dp1=one", present: []string{"%p1 => one"}},
		{flags: "--show-suites -D p1=one", present: []string{"%p1 => one"}},
		{flags: "--show-used-features", present: []string{"off on\n"}},
		{flags: "--version", present: []string{"lit 22"}},
		{flags: "--help", present: []string{"OVERVIEW: tile-lit", "-xunit-xml-output file"}},
		{flags: "--no-such-flag", inErrors: "-no-such-flag", code: 2},
		{flags: "-j0", inErrors: "requires an integer of at least 1", code: 2},
		{flags: "--order=sideways", inErrors: "choose from lexical, random, smart", code: 2},
		{flags: "--filter=(", inErrors: "missing closing )", code: 2},
		{flags: "--run-shard=1", inErrors: "must be used together", code: 2},
		{flags: "--run-shard=3 --num-shards=2", inErrors: "must be between 1 and", code: 2},
		{flags: "--time-tests --skip-test-time-recording", inErrors: "not allowed with", code: 2},
		{flags: "@no-such-file", inErrors: "no-such-file", code: 2},
	}
	for _, tt := range tests {
		if err := os.RemoveAll(filepath.Join(dir, "Output")); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := run(t, append(strings.Fields(tt.flags), "-j1", dir)...)
		if strings.HasPrefix(tt.flags, "-j") {
			code, stdout, stderr = run(t, tt.flags, dir)
		}
		if code != tt.code || !strings.Contains(stderr, tt.inErrors) {
			t.Errorf("%s: exit code %d\n%s%s", tt.flags, code, stdout, stderr)
		}
		for _, s := range tt.present {
			if !strings.Contains(stdout, s) {
				t.Errorf("%s: %q is missing in\n%s", tt.flags, s, stdout)
			}
		}
		for _, s := range tt.absent {
			if strings.Contains(stdout, s) {
				t.Errorf("%s: %q is in\n%s", tt.flags, s, stdout)
			}
		}
	}
}

func TestVariablesGiveDefaults(t *testing.T) {
	dir := mixed(t)
	t.Setenv("LIT_FILTER", "d/")
	t.Setenv("LIT_FILTER_OUT", "xpass")
	t.Setenv("LIT_OPTS", "--show-xfail -j1")
	code, stdout, stderr := run(t, dir)
	if code != 0 || !strings.Contains(stdout, "-- Testing: 1 of 7 tests, 1 workers") ||
		!strings.Contains(stdout, "Expectedly Failed Tests (1):") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	t.Setenv("LIT_MAX_WORKERS", "many")
	if code, _, stderr := run(t, dir); code != 2 || !strings.Contains(stderr, "LIT_MAX_WORKERS=many") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

func TestNothingToRunIsAnError(t *testing.T) {
	empty := suite(t, nil)
	for _, path := range []string{empty, filepath.Join(empty, "missing"), t.TempDir()} {
		code, _, stderr := run(t, path)
		if code != 2 || !strings.Contains(stderr, "did not discover any tests") {
			t.Errorf("%s: exit code %d, %s", path, code, stderr)
		}
	}
	if code, _, stderr := run(t); code != 2 || !strings.Contains(stderr, "name a file or directory") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

func TestAWrongConfigurationIsAnErrorWithItsPlace(t *testing.T) {
	for text, want := range map[string]string{
		"name = ":                                                 "lit.toml:1:",
		"name = 'x'\n\nunknown = 1":                               "lit.toml: unknown key unknown",
		"suffixes = ['.test']":                                    "lit.toml: the suite has no name",
		"name = 'x'\ntimeout = -1":                                "timeout must not be negative",
		"name = 'x'\nrequires = '('":                              "expected a name, ! or (",
		"name = 'x'\nexec-root = '${q}'":                          "unknown variable ${q}",
		"name = 'x'\nfeatures = ['${param:needed}']":              "the parameter needed is not set",
		"name = 'x'\n[[substitution]]\npattern = '('\nvalue = ''": "missing closing )",
		"name = 'x'\n[environment]\nA = 'a $ b'":                  "neither $$ nor ${...}",
	} {
		code, _, stderr := run(t, suite(t, map[string]string{"lit.toml": text}))
		if code != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%q: exit code %d, %s", text, code, stderr)
		}
	}
	code, _, stderr := run(t, suite(t, map[string]string{"d/lit.local.toml": "name = 'y'", "d/a.test": ""}))
	if code != 2 || !strings.Contains(stderr, "lit.local.toml: name, exec-root and timeout belong into lit.toml") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

func TestResultFiles(t *testing.T) {
	dir := mixed(t)
	at := func(name string) string { return filepath.Join(t.TempDir(), name) }
	jsonFile, xmlFile, traceFile := at("r.json"), at("r.xml"), at("t.json")
	run(t, "-o", jsonFile, "--xunit-xml-output", xmlFile, "--time-trace-output", traceFile, "--filter-out=:: pass", dir)
	var report struct {
		Version []int `json:"__version__"`
		Tests   []struct {
			Name, Code, Output string
			Elapsed            float64
		}
	}
	decode(t, jsonFile, func(data []byte) error { return json.Unmarshal(data, &report) })
	codes := map[string]string{}
	for _, test := range report.Tests {
		codes[test.Name] = test.Code
	}
	if len(codes) != 6 || codes["S :: fail.test"] != "FAIL" || codes["S :: d/xfail.test"] != "XFAIL" ||
		len(report.Version) != 3 {
		t.Errorf("JSON has %v", report)
	}
	var xunit struct {
		Suites []struct {
			Name     string `xml:"name,attr"`
			Failures int    `xml:"failures,attr"`
			Skipped  int    `xml:"skipped,attr"`
			Cases    []struct {
				Class   string `xml:"classname,attr"`
				Name    string `xml:"name,attr"`
				Failure string `xml:"failure"`
				Skipped *struct {
					Message string `xml:"message,attr"`
				} `xml:"skipped"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	decode(t, xmlFile, func(data []byte) error { return xml.Unmarshal(data, &xunit) })
	if len(xunit.Suites) != 1 || xunit.Suites[0].Failures != 3 || xunit.Suites[0].Skipped != 2 ||
		len(xunit.Suites[0].Cases) != 7 {
		t.Fatalf("XML has %+v", xunit)
	}
	for _, c := range xunit.Suites[0].Cases {
		switch c.Name {
		case "fail.test":
			if c.Class != "S.S" || !strings.Contains(c.Failure, "# | what happened") {
				t.Errorf("%+v", c)
			}
		case "xfail.test":
			if c.Class != "S.d" || c.Failure != "" || c.Skipped != nil {
				t.Errorf("%+v", c)
			}
		case "unsupported.test":
			if c.Skipped == nil || c.Skipped.Message != "Missing required feature(s): off" {
				t.Errorf("%+v", c)
			}
		}
	}
	var trace struct{ TraceEvents []struct{ Name string } }
	decode(t, traceFile, func(data []byte) error { return json.Unmarshal(data, &trace) })
	if len(trace.TraceEvents) != 5 {
		t.Errorf("the trace has %v", trace)
	}
	run(t, "-o", jsonFile, "--report-failures-only", "--filter-out=flaky", dir)
	decode(t, jsonFile, func(data []byte) error { return json.Unmarshal(data, &report) })
	if len(report.Tests) != 3 {
		t.Errorf("%d failures are reported", len(report.Tests))
	}
}

func decode(t *testing.T, name string, parse func([]byte) error) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err == nil {
		err = parse(data)
	}
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, data)
	}
}

func TestWhatFailedOrWasSlowRunsFirst(t *testing.T) {
	dir := suite(t, map[string]string{"a.test": "RUN: true\n", "b.test": "RUN: sleep 0.2\n", "c.test": "RUN: false\n"})
	run(t, "-j1", dir)
	_, stdout, _ := run(t, "-j1", dir)
	if !strings.Contains(stdout, "FAIL: S :: c.test (1 of 3)\nPASS: S :: b.test (2 of 3)\nPASS: S :: a.test (3 of 3)") {
		t.Errorf("got\n%s", stdout)
	}
	if _, stdout, _ := run(t, "--filter-failed", dir); !strings.Contains(stdout, "Testing: 1 of 3") {
		t.Errorf("got\n%s", stdout)
	}
}

func TestATimeoutIsAResult(t *testing.T) {
	dir := suite(t, map[string]string{"hang.test": "RUN: sleep 1000\n", "quick.test": "RUN: true\n"})
	code, stdout, _ := run(t, "--timeout=1", "-v", dir)
	if code != 1 || !strings.Contains(stdout, "TIMEOUT: S :: hang.test") ||
		!strings.Contains(stdout, "Reached timeout of 1 seconds") ||
		!strings.Contains(stdout, "PASS: S :: quick.test") {
		t.Errorf("exit code %d\n%s", code, stdout)
	}
	code, stdout, stderr := run(t, "--max-time=1", dir)
	if code != 0 || !strings.Contains(stderr, "reached timeout, skipping remaining tests") ||
		!strings.Contains(stdout, "Skipped: 1") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}

func TestAnInterruptSkipsTheRest(t *testing.T) {
	dir := suite(t, map[string]string{"hang.test": "RUN: echo started > %t && sleep 1000\n"})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for {
			if _, err := os.Stat(filepath.Join(dir, "Output", "hang.test.tmp")); err == nil {
				cancel()
				return
			}
		}
	}()
	var out, errs bytes.Buffer
	lit.Main(ctx, config, []string{dir}, strings.NewReader(""), &out, &errs)
	if !strings.Contains(errs.String(), "interrupted by user") || !strings.Contains(out.String(), "Skipped: 1") {
		t.Errorf("printed\n%s%s", &out, &errs)
	}
}

func TestProgramsRunInTheProcessOrAsProcesses(t *testing.T) {
	dir := suite(t, map[string]string{
		"pipe.test": "RUN: echo abc | mark | grep 'marked: abc'\n", "panic.test": "RUN: not --crash mark x\n",
		"limit.test": "RUN: ulimit -n 100\nRUN: echo abc | mark | grep 'marked: abc'\n",
	})
	for _, flags := range [][]string{{dir}, {dir, "--isolate"}} {
		code, stdout, _ := run(t, append(flags, "-v")...)
		if len(flags) == 2 { // a process that panics exits with code 2, like any Go program
			if !strings.Contains(stdout, "Passed: 2") || !strings.Contains(stdout, "FAIL: S :: panic.test") {
				t.Errorf("%v: exit code %d\n%s", flags, code, stdout)
			}
		} else if code != 0 {
			t.Errorf("%v: exit code %d\n%s", flags, code, stdout)
		}
	}
}

func TestArgumentsMayStandInAFile(t *testing.T) {
	dir := mixed(t)
	list := filepath.Join(t.TempDir(), "args")
	if err := os.WriteFile(list, []byte("--filter=pass\n"+dir+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, stdout, _ := run(t, "@"+list); !strings.Contains(stdout, "Testing: 2 of 7") {
		t.Errorf("got\n%s", stdout)
	}
}
