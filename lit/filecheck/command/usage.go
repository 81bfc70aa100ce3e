package command

const version = "filecheck of Girih, compatible with FileCheck of LLVM 22"

const usage = `USAGE: filecheck [options] <check-file>

Checks that an input has what the directives in the check file expect of it, in their order.

OPTIONS:
  -D<NAME=TEXT>, -D#<NAME=EXPRESSION>  define a string or a numeric variable
  --allow-deprecated-dag-overlap       let the matches of a group of DAG directives overlap
  --allow-empty                        accept an empty input
  --allow-unused-prefixes              accept prefixes that the check file does not use
  --check-prefix=<PREFIX>              prefix of directives (default: CHECK)
  --check-prefixes=<PREFIX,...>        the same, for several prefixes
  --color                              use colors (default: on a terminal)
  --comment-prefixes=<PREFIX,...>      prefixes of comments (default: COM,RUN)
  --dump-input=help|always|fail|never  show the input with annotations (default: fail)
  --dump-input-context=<N>             lines shown around those of the filter (default: 5)
  --dump-input-filter=all|annotation-full|annotation|error
                                       lines to show (default: error; all with --dump-input=always)
  --enable-var-scope                   forget variables whose names do not start with $ at each label
  --help                               show this text
  --ignore-case                        match letters in both cases
  --implicit-check-not=<PATTERN>       what must not be between the matches of positive directives
  --input-file=<FILE>                  the input (default: standard input)
  --match-full-lines                   positive patterns match whole lines
  --strict-whitespace                  keep runs of spaces and tabs as they are
  --version                            show the version
  -v                                   report matches, too
  -vv                                  report also what is not found as it should be

The environment variable FILECHECK_OPTS holds options that come before those of the command line.
`
