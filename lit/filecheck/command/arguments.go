package command

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/lit/filecheck"
	"github.com/girih-ir/girih/lit/filecheck/internal/inputdump"
)

// dumpMode is when the input is shown.
type dumpMode int

// The modes. If several are asked for, the last one is used.
const (
	dumpNever dumpMode = iota
	dumpFail
	dumpAlways
	dumpHelp
)

// arguments are the parsed arguments of an invocation.
type arguments struct {
	options              filecheck.Options
	checkFile, inputFile string
	dump                 dumpMode
	filter               inputdump.Filter
	context              int
	color                bool
	help, version        bool
}

// flagSet is the state of parsing.
type flagSet struct {
	arguments
	command              string
	verbose, veryVerbose bool
	positional           []string
	dumps                []int
	filters              []int
	contexts             []int
	problems             []string
}

// flag is an option. It takes a value if it has a set function; otherwise it is a truth value.
type flag struct {
	truth *bool
	set   func(value string) (problem string)
}

var (
	dumpNames = map[string]int{"help": int(dumpHelp), "always": int(dumpAlways), "fail": int(dumpFail),
		"never": int(dumpNever)}
	filterNames = map[string]int{
		"all": int(inputdump.All), "annotation-full": int(inputdump.Full), "annotation": int(inputdump.Starts),
		"error": int(inputdump.Errors),
	}
)

// flags returns the options by their names.
func (f *flagSet) flags() map[string]flag {
	o := &f.options
	return map[string]flag{
		"allow-deprecated-dag-overlap": {truth: &o.AllowDagOverlap},
		"allow-empty":                  {truth: &o.AllowEmpty},
		"allow-unused-prefixes":        {truth: &o.AllowUnusedPrefixes},
		"check-prefix":                 {set: appendTo(&o.Prefixes)},
		"check-prefixes":               {set: appendSplit(&o.Prefixes)},
		"color":                        {truth: &f.color},
		"comment-prefixes":             {set: appendSplit(&o.CommentPrefixes)},
		"dump-input":                   {set: appendNamed(&f.dumps, dumpNames)},
		"dump-input-context":           {set: appendCount(&f.contexts)},
		"dump-input-filter":            {set: appendNamed(&f.filters, filterNames)},
		"enable-var-scope":             {truth: &o.VarScope},
		"h":                            {truth: &f.help},
		"help":                         {truth: &f.help},
		"help-hidden":                  {truth: &f.help},
		"help-list":                    {truth: &f.help},
		"help-list-hidden":             {truth: &f.help},
		"ignore-case":                  {truth: &o.IgnoreCase},
		"implicit-check-not":           {set: appendTo(&o.ImplicitNot)},
		"input-file":                   {set: func(v string) string { f.inputFile = v; return "" }},
		"match-full-lines":             {truth: &o.MatchFullLines},
		"strict-whitespace":            {truth: &o.StrictWhitespace},
		"v":                            {truth: &f.verbose},
		"version":                      {truth: &f.version},
		"vv":                           {truth: &f.veryVerbose},
	}
}

func appendTo(list *[]string) func(string) string {
	return func(v string) string {
		*list = append(*list, v)
		return ""
	}
}

func appendSplit(list *[]string) func(string) string {
	return func(v string) string {
		*list = append(*list, strings.Split(v, ",")...)
		return ""
	}
}

func appendNamed(list *[]int, names map[string]int) func(string) string {
	return func(v string) string {
		n, ok := names[v]
		if !ok {
			return fmt.Sprintf("Cannot find option named '%s'!", v)
		}
		*list = append(*list, n)
		return ""
	}
}

func appendCount(list *[]int) func(string) string {
	return func(v string) string {
		n, err := strconv.ParseUint(v, 0, 32)
		if err != nil {
			return fmt.Sprintf("'%s' value invalid for uint argument!", v)
		}
		*list = append(*list, int(n))
		return ""
	}
}

// parseArguments parses the arguments of the environment and those of the command line. It returns errors as messages.
// name is the command's name in them.
func parseArguments(name string, environment, args []string) (*arguments, []string) {
	f := &flagSet{command: name, arguments: arguments{inputFile: "-"}}
	f.parse(append(environment, args...))
	if n := len(f.positional); n > 1 {
		f.problem("Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: %s --help",
			f.command)
	} else if n == 1 {
		f.checkFile = f.positional[0]
	}
	f.settle()
	return &f.arguments, f.problems
}

func (f *flagSet) problem(format string, args ...any) {
	f.problems = append(f.problems, fmt.Sprintf(format, args...))
}

// parse parses the arguments. One dash and two dashes mean the same.
func (f *flagSet) parse(args []string) {
	flags := f.flags()
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			f.positional = append(f.positional, args[i+1:]...)
			return
		}
		if len(arg) < 2 || arg[0] != '-' {
			f.positional = append(f.positional, arg)
			continue
		}
		text := strings.TrimPrefix(arg[1:], "-")
		name, value, hasValue := strings.Cut(text, "=")
		known, ok := flags[name]
		switch {
		case !ok && strings.HasPrefix(text, "D"):
			f.define(text[1:])
		case !ok:
			f.problem("Unknown command line argument '%s'.  Try: '%s --help'", arg, f.command)
		case known.truth != nil:
			f.setTruth(name, known.truth, value, hasValue)
		case !hasValue && i+1 == len(args):
			f.problem("for the %s option: requires a value!", dashed(name))
		default:
			if !hasValue {
				i++
				value = args[i]
			}
			if problem := known.set(value); problem != "" {
				f.problem("for the %s option: %s", dashed(name), problem)
			}
		}
	}
}

// dashed returns the name of an option in the form that messages show.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func (f *flagSet) define(text string) {
	if text == "" {
		f.problem("for the -D option: requires a value!")
		return
	}
	f.options.Defines = append(f.options.Defines, text)
}

func (f *flagSet) setTruth(name string, to *bool, value string, hasValue bool) {
	switch {
	case !hasValue, value == "", value == "true", value == "TRUE", value == "True", value == "1":
		*to = true
	case value == "false", value == "FALSE", value == "False", value == "0":
		*to = false
	default:
		f.problem("for the %s option: '%s' is invalid value for boolean argument! Try 0 or 1", dashed(name), value)
	}
}

// settle decides between options that were given several times, and sets options that depend on others.
func (f *flagSet) settle() {
	f.dump, f.context = dumpFail, inputdump.DefaultContext
	if len(f.dumps) > 0 {
		f.dump = dumpMode(maximum(f.dumps))
	}
	switch {
	case len(f.filters) > 0:
		f.filter = inputdump.Filter(maximum(f.filters))
	case f.dump == dumpAlways:
		f.filter = inputdump.All
	}
	if len(f.contexts) > 0 {
		f.context = maximum(f.contexts)
	}
	if f.verbose {
		f.options.Verbosity = filecheck.Matches
	}
	if f.veryVerbose {
		f.options.Verbosity = filecheck.Everything
	}
	f.options.Annotate = f.dump != dumpNever
}

func maximum(list []int) int {
	most := list[0]
	for _, n := range list {
		most = max(most, n)
	}
	return most
}

// splitArguments splits a text into arguments as GNU tools do: at whitespace, except in quotes and after a backslash.
func splitArguments(text string) []string {
	var args []string
	var word strings.Builder
	inWord := false
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && quote != '\'' && i+1 < len(text):
			i++
			word.WriteByte(text[i])
			inWord = true
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				word.WriteByte(c)
			}
		case c == '"' || c == '\'':
			quote, inWord = c, true
		case strings.IndexByte(" \t\r\n", c) >= 0:
			if inWord {
				args = append(args, word.String())
				word.Reset()
			}
			inWord = false
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if inWord {
		args = append(args, word.String())
	}
	return args
}

const version = "filecheck of Girih, compatible with FileCheck of LLVM 22"

const usage = `USAGE: filecheck [options] <check-file>

Checks that an input matches the directives of a check file, in their order.

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
  -vv                                  also report that excluded patterns were not found

The environment variable FILECHECK_OPTS holds options that come before those of the command line.
`
