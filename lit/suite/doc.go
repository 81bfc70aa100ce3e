// Package suite finds tests. A suite is a directory with a file lit.toml; the tests are the files below it whose names
// end as the configuration says. A lit.local.toml changes the configuration for its directory and those below.
//
// All keys of lit.toml are optional but name:
//
//	name = "Girih"               # shown in front of every test
//	suffixes = [".mlir"]         # names of tests end so
//	excludes = ["Inputs"]        # names of files and directories that are no tests
//	exec-root = "${tmp}/girih"   # where tests write (default: next to the tests)
//	features = ["cpu"]           # what REQUIRES, UNSUPPORTED, XFAIL and %if ask for
//	requires = "cpu && !windows" # the tests are unsupported unless this holds
//	limit-to-features = ["gpu"]  # only tests that require one of them run
//	unsupported = false          # true: no test runs
//	timeout = 60                 # seconds for one test; 0, the default, for no limit
//	retries = 0                  # how often a failing test is run again
//	pipefail = true              # a pipeline fails when any of its commands does
//	recursive-expansion-limit = 5 # substitutions are applied again until nothing changes, so often at most
//	standalone = false           # only tests that are named on the command line run
//	path = ["bin"]               # directories in front of PATH
//	pass-environment = ["GOROOT"] # variables that tests see, beside the usual ones
//
//	[environment]                # variables of tests
//	LANG = "C"
//
//	[feature-programs]           # a feature for each program that is on PATH
//	llvm = "mlir-opt"
//
//	[[substitution]]             # replaced in RUN lines; patterns are Go regular expressions
//	pattern = '%opt\b'
//	value = "tile-opt --verify-each"
//
// In strings, ${dir} is the directory of the file, ${source-root} and ${exec-root} are those of the suite, ${tmp} is
// the directory for temporary files, ${uid} the user's number, ${param:NAME} and ${param:NAME:DEFAULT} are set by -D
// NAME=VALUE, ${env:NAME} is a variable of the runner's environment, and $$ is a dollar sign.
//
// In a lit.local.toml, features, environment, feature-programs, substitution and path add to what holds above; other
// keys replace it; remove-features takes features away; name, exec-root and timeout are not allowed.
//
// A lit.cfg.py of LLVM's lit may stand beside lit.toml; it is not read. Start with [Discover].
package suite
