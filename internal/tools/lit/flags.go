package lit

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/girih-ir/girih/internal/lit/report"
	"github.com/girih-ir/girih/lit/runner"
	"github.com/girih-ir/girih/lit/suite"
)

// options are the command line's.
type options struct {
	paths    []string
	settings suite.Settings
	run      runner.Options
	summary  report.SummaryOptions

	results, output           report.Level
	progress                  bool
	quiet                     bool // no warnings
	json, xunit, trace        string
	failuresOnly              bool
	histogram, noRecording    bool
	ignoreFail, allowEmpty    bool
	order                     string
	filter, filterOut         *regexp.Regexp
	filterFailed              bool
	maxTests                  int
	shard, shards             int
	showSuites, showTests     bool
	showFeatures, showVersion bool
	update                    bool
}

// letters are the one-letter flags without value, which may be joined: -sv.
const letters = "qsvari"

// split splits joined letters and values, as in -sv, -j4 and -DNAME=VALUE.
func split(args []string) []string {
	var out []string
	for i, arg := range args {
		switch {
		case arg == "--":
			return append(out, args[i:]...)
		case len(arg) > 2 && strings.Contains("jD", arg[1:2]) && arg[0] == '-' && arg[2] != '=':
			out = append(out, arg[:2], arg[2:])
		case len(arg) > 2 && arg[0] == '-' && strings.Trim(arg[1:], letters) == "" && arg != "-vv":
			for _, c := range arg[1:] {
				out = append(out, "-"+string(c))
			}
		default:
			out = append(out, arg)
		}
	}
	return out
}

// responses replaces @FILE by the file's lines.
func responses(args []string) ([]string, error) {
	var out []string
	for _, arg := range args {
		name, ok := strings.CutPrefix(arg, "@")
		if !ok {
			out = append(out, arg)
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(data)) {
			out = append(out, strings.TrimRight(line, "\r\n"))
		}
	}
	return out, nil
}

// parse parses the command line and the LIT_ variables, which are defaults. LIT_OPTS is appended to the command line.
func parse(name string, args []string, stdout io.Writer) (*options, error) {
	args, err := responses(append(args, strings.Fields(os.Getenv("LIT_OPTS"))...))
	if err != nil {
		return nil, err
	}
	o := &options{results: report.All, order: "smart"}
	o.settings.Params = map[string]string{}
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	o.outputFlags(fs)
	o.executionFlags(fs)
	o.selectionFlags(fs)
	if err := o.environment(fs); err != nil {
		return nil, err
	}
	for args = split(args); ; {
		if err := fs.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				usage(fs, stdout)
			}
			return nil, err
		}
		if fs.NArg() == 0 {
			break
		}
		o.paths = append(o.paths, fs.Arg(0))
		args = fs.Args()[1:]
	}
	return o, o.check()
}

func usage(fs *flag.FlagSet, w io.Writer) {
	fmt.Fprintf(w, "OVERVIEW: %s runs tests as LLVM's lit does.\n\nUSAGE: %s [options] <file or "+
		"directory>...\n\nOPTIONS:\n",
		fs.Name(), fs.Name())
	fs.SetOutput(w)
	fs.PrintDefaults()
}

func (o *options) check() error {
	switch {
	case o.showVersion:
		return nil
	case len(o.paths) == 0:
		return errors.New("name a file or directory of tests; see --help")
	case (o.shard > 0) != (o.shards > 0):
		return errors.New("--num-shards and --run-shard must be used together")
	case o.shard > o.shards:
		return errors.New("--run-shard must be between 1 and --num-shards (inclusive)")
	case o.noRecording && o.histogram:
		return errors.New("--time-tests is not allowed with --skip-test-time-recording")
	}
	return nil
}

// environment sets flags from the variables of LLVM's lit.
func (o *options) environment(fs *flag.FlagSet) error {
	for variable, name := range map[string]string{
		"LIT_MAX_WORKERS": "j", "LIT_FILTER": "filter", "LIT_FILTER_OUT": "filter-out", "LIT_XFAIL": "xfail",
		"LIT_XFAIL_NOT": "xfail-not", "LIT_NUM_SHARDS": "num-shards", "LIT_RUN_SHARD": "run-shard",
	} {
		v := os.Getenv(variable)
		if v == "" {
			continue
		}
		if err := fs.Set(name, v); err != nil {
			return fmt.Errorf("%s=%s: %w", variable, v, err)
		}
	}
	return nil
}

func (o *options) outputFlags(fs *flag.FlagSet) {
	setOutput := func(l report.Level) { o.output = l; o.results = max(o.results, l) }
	setResults := func(l report.Level) { o.results = l; o.output = min(o.output, l) }
	fs.Func("test-output", "show the commands and what they print for `tests`: off (default), failed or all",
		level(setOutput))
	fs.Func("print-result-after", "show the results of `tests`: off, failed or all (default)", level(setResults))
	alias(fs, "q", "quiet", "show only failures", func() {
		setResults(report.Failed)
		setOutput(report.Off)
		o.quiet, o.summary.Terse = true, true
	})
	alias(fs, "s", "succinct", "show a progress bar, and only failures", func() {
		o.progress = true
		setResults(report.Failed)
	})
	alias(fs, "v", "verbose", "show the commands of failed tests", func() { setOutput(report.Failed) })
	alias(fs, "vv", "echo-all-commands", "the same as -v", func() { setOutput(report.Failed) })
	alias(fs, "a", "show-all", "show the commands of all tests", func() { setOutput(report.All) })
	alias(fs, "r", "relative-paths", "list tests as files, relative to the current directory", func() {
		o.summary.Relative = true
	})
	fs.StringVar(&o.json, "o", "", "write the results to `file`, as JSON")
	fs.StringVar(&o.json, "output", "", "write the results to `file`, as JSON")
	fs.BoolFunc("progress-bar", "show a progress bar", func(string) error { o.progress = true; return nil })
	fs.BoolFunc("no-progress-bar", "show no progress bar (default)", func(string) error { o.progress = false; return nil })
	fs.BoolVar(&o.summary.Terse, "terse-summary", false, "count only failures in the summary")
	fs.BoolFunc("no-terse-summary", "count all in the summary (default)", func(string) error {
		o.summary.Terse = false
		return nil
	})
	fs.Func("diagnostic-level", "show diagnostics of `level` error, warning or note (default) and above",
		func(v string) error {
			o.quiet = v == "error"
			return oneOf(v, "error", "warning", "note")
		})
	for _, c := range runner.Codes() {
		if !c.IsFailure() {
			fs.BoolFunc("show-"+strings.ToLower(c.String()), "list tests that are "+strings.ToLower(c.Label()),
				func(string) error {
					o.summary.Show = append(o.summary.Show, c)
					return nil
				})
		}
	}
	fs.BoolVar(&o.showVersion, "version", false, "print the version and exit")
	fs.BoolVar(&o.showSuites, "show-suites", false, "list the suites and exit")
	fs.BoolVar(&o.showTests, "show-tests", false, "list the tests and exit")
	fs.BoolVar(&o.showFeatures, "show-used-features", false, "list the features that tests ask for and exit")
}

func alias(fs *flag.FlagSet, short, long, help string, set func()) {
	run := func(string) error { set(); return nil }
	fs.BoolFunc(short, help, run)
	fs.BoolFunc(long, help, run)
}

func oneOf(v string, admitted ...string) error {
	for _, a := range admitted {
		if v == a {
			return nil
		}
	}
	return fmt.Errorf("choose from %s", strings.Join(admitted, ", "))
}

func level(set func(report.Level)) func(string) error {
	return func(v string) error {
		switch v {
		case "off":
			set(report.Off)
		case "failed":
			set(report.Failed)
		case "all":
			set(report.All)
		default:
			return oneOf(v, "off", "failed", "all")
		}
		return nil
	}
}

func (o *options) executionFlags(fs *flag.FlagSet) {
	for _, name := range []string{"j", "threads", "workers"} {
		fs.Func(name, "run `n` tests at the same time (default: one for each processor)", atLeast(1, &o.run.Workers))
	}
	for _, name := range []string{"D", "param"} {
		fs.Func(name, "set a parameter of the configuration, `NAME=VALUE`", func(v string) error {
			key, value, _ := strings.Cut(v, "=")
			o.settings.Params[key] = value
			return nil
		})
	}
	fs.Func("path", "put `directory` in front of PATH", func(v string) error {
		o.settings.Path = append(o.settings.Path, absolute(v))
		return nil
	})
	fs.Func("exec-root", "let tests write below `directory`", func(v string) error {
		o.settings.ExecRoot = absolute(v)
		return nil
	})
	fs.BoolVar(&o.run.NoExecute, "no-execute", false, "run nothing: tests that would run pass")
	fs.BoolVar(&o.run.Isolate, "isolate", false, "run every program as a process of its own")
	fs.StringVar(&o.xunit, "xunit-xml-output", "", "write the results to `file`, as XUnit's XML")
	fs.StringVar(&o.trace, "time-trace-output", "", "write the times to `file`, for Chrome's tracing")
	fs.BoolVar(&o.failuresOnly, "report-failures-only", false, "write only failures to result files")
	fs.Func("timeout", "stop a test after `n` seconds; 0 for no limit", func(v string) error {
		n := 0
		if err := atLeast(0, &n)(v); err != nil {
			return err
		}
		d := time.Duration(n) * time.Second
		o.run.Timeout = &d
		return nil
	})
	fs.Func("max-retries-per-test", "run a failing test up to `n` more times", atLeast(1, &o.run.MaxRetries))
	fs.Func("max-failures", "stop after `n` failures", atLeast(1, &o.run.MaxFailures))
	fs.BoolVar(&o.allowEmpty, "allow-empty-runs", false, "succeed when no test is selected")
	fs.BoolVar(&o.ignoreFail, "ignore-fail", false, "exit with 0 even if tests fail")
	fs.BoolVar(&o.histogram, "time-tests", false, "show the slowest tests and a histogram of times")
	fs.BoolVar(&o.noRecording, "skip-test-time-recording", false, "do not keep times for the order of the next run")
	fs.BoolVar(&o.update, "update", false, "rewrite the CHECK lines of the tests from what their commands print now")
}

func (o *options) selectionFlags(fs *flag.FlagSet) {
	fs.Func("max-tests", "run at most `n` tests", atLeast(1, &o.maxTests))
	fs.Func("max-time", "stop after `n` seconds", func(v string) error {
		n := 0
		err := atLeast(1, &n)(v)
		o.run.MaxTime = time.Duration(n) * time.Second
		return err
	})
	fs.Func("order", "run tests in `order`: lexical, random or smart (default: what failed or was slow first)",
		func(v string) error {
			o.order = v
			return oneOf(v, "lexical", "random", "smart")
		})
	fs.BoolFunc("shuffle", "the same as --order=random", func(string) error { o.order = "random"; return nil })
	alias(fs, "i", "incremental", "the same as --order=smart", func() { o.order = "smart" })
	fs.Func("filter", "run tests whose names match `regex`, whatever the case", expression(&o.filter))
	fs.Func("filter-out", "do not run tests whose names match `regex`", expression(&o.filterOut))
	fs.BoolVar(&o.filterFailed, "filter-failed", false, "run tests that failed in the previous run")
	fs.Func("xfail", "expect tests of `list`, divided by semicolons, to fail", list(&o.run.XFail))
	fs.Func("xfail-not", "do not expect tests of `list` to fail", list(&o.run.XFailNot))
	fs.BoolVar(&o.run.ExcludeXFail, "exclude-xfail", false, "do not run tests that are expected to fail")
	fs.Func("num-shards", "divide the tests into `m` parts", atLeast(1, &o.shards))
	fs.Func("run-shard", "run part `n`", atLeast(1, &o.shard))
}

func atLeast(least int, to *int) func(string) error {
	return func(v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < least {
			return fmt.Errorf("requires an integer of at least %d", least)
		}
		*to = n
		return nil
	}
}

func expression(to **regexp.Regexp) func(string) error {
	return func(v string) (err error) {
		*to, err = regexp.Compile("(?i)" + v)
		return err
	}
}

func list(to *[]string) func(string) error {
	return func(v string) error {
		*to = strings.Split(v, ";")
		return nil
	}
}
