package reduce

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/outfile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

const name = "tile-reduce"

const overview = `tile-reduce makes a module smaller while a command still shows a bug. The command follows --; %s in it is the name of
a file with the module (without %s the name is appended). A module is interesting if the command exits as --exit says
and, with --output, prints that text.

  tile-reduce big.mlir -o small.mlir --exit=fail --output='pattern panicked' -- tile-opt --canonicalize %s`

// options are the command line.
type options struct {
	input, output string
	exit, text    string
	timeout       time.Duration
	anyIR         bool
	command       []string
}

// Main runs the tool with command-line arguments (without the program's name) in a context of all given dialects and
// returns its exit code. The output is written only at the end.
func Main(dialects []*ir.Dialect, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stdout)
	if err == nil {
		err = o.run(dialects, stdin, stdout, stderr)
	}
	return cli.ExitCode(stderr, name, err)
}

func parseFlags(args []string, stdout io.Writer) (*options, error) {
	o := &options{}
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.StringVar(&o.output, "o", "-", "output file; - is standard output")
	fs.StringVar(&o.exit, "exit", "fail",
		"how the command ends on an interesting module: `ok, fail, crash` (by a signal or after a timeout), any, or "+
			"an exit code")
	fs.StringVar(&o.text, "output", "", "`text` that the command prints, on either stream, on an interesting module")
	fs.DurationVar(&o.timeout, "timeout", 10*time.Second, "time that the command may take for one module")
	fs.BoolVar(&o.anyIR, "any-ir", false, "try modules that do not verify, too")
	for i, a := range args {
		if a == "--" {
			args, o.command = args[:i], args[i+1:]
			break
		}
	}
	input, err := cli.Parse(fs, args, stdout, overview)
	if err != nil {
		return nil, err
	}
	o.input = input
	if len(o.command) == 0 {
		return nil, errors.New("no command is given: put it after --, for example: -- tile-opt --canonicalize %s")
	}
	return o, o.checkExit()
}

func (o *options) checkExit() error {
	switch o.exit {
	case "ok", "fail", "crash", "any":
		return nil
	}
	var code int
	if n, err := fmt.Sscanf(o.exit, "%d", &code); n == 1 && err == nil {
		return nil
	}
	return fmt.Errorf("invalid --exit=%s: expected ok, fail, crash, any or an exit code", o.exit)
}

func (o *options) run(dialects []*ir.Dialect, stdin io.Reader, stdout, stderr io.Writer) error {
	source, err := outfile.Read(o.input, stdin)
	if err != nil {
		return err
	}
	ctx := ir.NewContext(dialects...)
	ctx.AllowUnregistered = true
	m, err := text.ParseString(ctx, string(source))
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", name+"-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	before := count(m)
	test := &command{options: o, file: filepath.Join(dir, "module.mlir")}
	small, err := Reduce(context.Background(), m, test.interesting,
		Options{AnyIR: o.anyIR, Progress: func(reducer string, n int) {
			fmt.Fprintf(stderr, "%s: %d of %d operations left after %s\n", name, n, before, reducer)
		}})
	if errors.Is(err, ErrNotInteresting) {
		return fmt.Errorf("%w: the command ended with %s%s; see --exit and --output", err, test.last, missing(o.text))
	}
	if err != nil {
		return err
	}
	return outfile.Write(o.output, text.Print(small, text.Options{}), stdout)
}

func missing(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf(", or did not print %q", text)
}

// command decides by running a program.
type command struct {
	*options
	file string
	last string // how the program ended
}

func (c *command) interesting(ctx context.Context, m *ir.Operation) (bool, error) {
	if err := os.WriteFile(c.file, text.Print(m, text.Options{}), 0o600); err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	args := make([]string, len(c.command))
	named := false
	for i, a := range c.command {
		args[i] = strings.ReplaceAll(a, "%s", c.file)
		named = named || args[i] != a
	}
	if !named {
		args = append(args, c.file)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && ctx.Err() == nil {
		return false, fmt.Errorf("cannot run the command: %w", err)
	}
	c.last = fmt.Sprintf("exit code %d", cmd.ProcessState.ExitCode())
	return c.exitFits(cmd.ProcessState.ExitCode()) && strings.Contains(string(out), c.text), nil
}

// exitFits reports whether an exit code, -1 after a signal, is the requested one.
func (c *command) exitFits(code int) bool {
	switch c.exit {
	case "ok":
		return code == 0
	case "fail":
		return code != 0
	case "crash":
		return code < 0 || code >= 128
	case "any":
		return true
	}
	return c.exit == fmt.Sprint(code)
}
