// Package command is FileCheck as a command: flags, files, exit codes and output. The tool filecheck only calls [Main].
// Test runners call it in their own process.
//
// Package filecheck implements what the flags mean.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/girih-ir/girih/lit/filecheck"
	"github.com/girih-ir/girih/lit/filecheck/internal/inputdump"
)

// The exit codes of FileCheck.
const (
	exitOK       = 0
	exitMismatch = 1 // also for invalid flags
	exitError    = 2
)

// environment is the variable with flags that come before the flags of the command line.
const environment = "FILECHECK_OPTS"

// Invocation is one call of the command.
type Invocation struct {
	// Name is the command's name in messages; empty means filecheck.
	Name string
	// Args are the arguments after the name.
	Args []string
	// Dir is the directory for relative paths; empty means the working directory of the process.
	Dir string
	// Env are variables, as in os.Environ; only FILECHECK_OPTS is read.
	Env []string
	// Stdin is read for the file "-"; nil means an empty input.
	Stdin io.Reader
	// Stdout and Stderr receive the output; nil discards it.
	Stdout, Stderr io.Writer
}

// Main runs the command and returns its exit code: 0 if the input is as the check file expects, 1 if it is not, 2 if
// another error happened. When the context is done, it stops early and returns 2.
func Main(ctx context.Context, inv Invocation) int {
	if inv.Name == "" {
		inv.Name = "filecheck"
	}
	if inv.Stdout == nil {
		inv.Stdout = io.Discard
	}
	if inv.Stderr == nil {
		inv.Stderr = io.Discard
	}
	args, problems := parseArguments(inv.Name, inv.environment(), inv.Args)
	if len(problems) > 0 {
		for _, p := range problems {
			fmt.Fprintf(inv.Stderr, "%s: %s\n", filepath.Base(inv.Name), p)
		}
		return exitMismatch
	}
	switch {
	case args.help:
		fmt.Fprint(inv.Stdout, usage)
		return exitOK
	case args.version:
		fmt.Fprintln(inv.Stdout, version)
		return exitOK
	case args.dump == dumpHelp:
		fmt.Fprint(inv.Stdout, inputdump.Help)
		return exitOK
	case args.checkFile == "":
		fmt.Fprintln(inv.Stderr, "<check-file> not specified")
		return exitError
	}
	return inv.check(ctx, args)
}

// environment returns the arguments in the environment variable.
func (inv *Invocation) environment() []string {
	for _, e := range inv.Env {
		if value, ok := strings.CutPrefix(e, environment+"="); ok {
			return splitArguments(value)
		}
	}
	return nil
}

// check compares the input with the check file.
func (inv *Invocation) check(ctx context.Context, args *arguments) int {
	text, err := inv.read(args.checkFile)
	if err != nil {
		fmt.Fprintf(inv.Stderr, "Could not open check file '%s': %v\n", args.checkFile, err)
		return exitError
	}
	color := args.color || isTerminal(inv.Stderr)
	checks, err := filecheck.Parse(args.checkFile, text, args.options)
	var syntax *filecheck.SyntaxError
	if errors.As(err, &syntax) {
		filecheck.WriteDiagnostics(inv.Stderr, syntax.Diagnostics, color)
		return syntax.ExitCode
	}
	filecheck.WriteDiagnostics(inv.Stderr, checks.Problems(), color)
	inputName := args.inputFile
	if inputName == "-" {
		inputName = "<stdin>"
	}
	result, err := inv.run(ctx, checks, args.inputFile, inputName)
	if err != nil {
		fmt.Fprintln(inv.Stderr, err)
		return exitError
	}
	inv.report(args, checks, result, color)
	if !result.OK {
		return exitMismatch
	}
	return exitOK
}

// run checks the input. name is its name in messages. The error is in the words for the user.
func (inv *Invocation) run(ctx context.Context, checks *filecheck.Checks, file, name string) (*filecheck.Result,
	error) {
	input, size, err := inv.open(file)
	if err != nil {
		return nil, inputError(name, err)
	}
	defer input.Close()
	result, err := checks.RunReader(ctx, name, input, size)
	switch {
	case errors.As(err, new(filecheck.EmptyInputError)):
		line := strings.Join(append([]string{inv.Name}, inv.Args...), " ")
		return nil, fmt.Errorf("%w\nFileCheck command line:  %s", err, line)
	case errors.As(err, new(*fs.PathError)):
		return nil, inputError(name, reason(err))
	}
	return result, err
}

// inputError returns the error for an input that cannot be read.
func inputError(name string, err error) error {
	return errors.New("Could not open input file '" + name + "': " + err.Error())
}

// report writes the diagnostics and the dump of the input. It ignores errors of the writer: the verdict is valid even
// if it cannot be shown.
func (inv *Invocation) report(args *arguments, checks *filecheck.Checks, result *filecheck.Result, color bool) {
	filecheck.WriteDiagnostics(inv.Stderr, result.Diagnostics, color)
	if args.dump != dumpAlways && (result.OK || args.dump != dumpFail) {
		return
	}
	fmt.Fprintf(inv.Stderr, "\nInput file: %s\nCheck file: %s\n\n", result.Input.Name, args.checkFile)
	fmt.Fprint(inv.Stderr, "-dump-input=help explains the following input dump.\n\n")
	inputdump.Write(inv.Stderr, checks, result, inputdump.Options{
		Filter: args.filter, Context: args.context, Color: color,
		Verbose: args.options.Verbosity > filecheck.Quiet,
	})
}

// read reads a file.
func (inv *Invocation) read(name string) ([]byte, error) {
	f, _, err := inv.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	return data, reason(err)
}

// open opens a file, or the standard input for "-". It also returns the size, if it is known.
func (inv *Invocation) open(name string) (f io.ReadCloser, size int64, err error) {
	if name == "-" {
		if inv.Stdin == nil {
			return io.NopCloser(strings.NewReader("")), 0, nil
		}
		return io.NopCloser(inv.Stdin), 0, nil
	}
	if inv.Dir != "" && name != "" && !filepath.IsAbs(name) {
		name = filepath.Join(inv.Dir, name)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, 0, reason(err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, reason(errors.Join(err, file.Close()))
	}
	return file, info.Size(), nil
}

// reason returns the message of a system error as C words it: without the path and with a capital letter.
func reason(err error) error {
	var pathError *fs.PathError
	if !errors.As(err, &pathError) {
		return err
	}
	text := pathError.Err.Error()
	return errors.New(strings.ToUpper(text[:1]) + text[1:])
}

// isTerminal returns whether a writer is a terminal with colors.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0 && f.Name() != os.DevNull
}
