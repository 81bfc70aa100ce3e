// Package suite finds tests. A suite is a directory with a file lit.toml. Its tests are the files below the directory
// whose names have one of the configured suffixes. A lit.local.toml changes the configuration for its directory and the
// directories below.
//
// All keys of lit.toml except name are optional:
//
//	name = "Girih"               # shown in front of every test
//	suffixes = [".mlir"]         # names of tests end with one of these
//	excludes = ["Inputs"]        # names of files and directories that are not tests
//	exec-root = "${tmp}/girih"   # where tests write (default: next to the tests)
//	features = ["cpu"]           # true in the conditions of REQUIRES, UNSUPPORTED, XFAIL and %if
//	requires = "cpu && !windows" # the tests are unsupported unless this is true
//	limit-to-features = ["gpu"]  # only tests that require one of them run
//	unsupported = false          # true: no test runs
//	timeout = 60                 # seconds for one test; 0, the default, for no limit
//	retries = 0                  # how often a failing test is run again
//	pipefail = true              # a pipeline fails when any of its commands does
//	recursive-expansion-limit = 5 # substitutions are applied until nothing changes, at most this often
//	standalone = false           # only tests that are named on the command line run
//	path = ["bin"]               # directories that come before those of PATH
//	pass-environment = ["GOROOT"] # variables that tests get in addition to the usual ones
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
// In strings, ${dir} is the directory of the file. ${source-root} and ${exec-root} are those of the suite. ${tmp} is
// the directory for temporary files, and ${uid} is the user's number. -D NAME=VALUE sets ${param:NAME} and
// ${param:NAME:DEFAULT}. ${env:NAME} is a variable of the runner's environment, and $$ is a dollar sign.
//
// In a lit.local.toml, the keys features, environment, feature-programs, substitution and path add to the configuration
// from above. Other keys replace it. remove-features removes features. The keys name, exec-root and timeout are not
// allowed.
//
// Next to lit.toml there may be a lit.cfg.py for LLVM's lit; it is not read. Start with [Discover].
package suite
