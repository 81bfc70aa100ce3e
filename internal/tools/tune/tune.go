// Package tune is the driver behind tile-tune. It reads a kernel that declares configurations, ranks them for a
// problem, measures the best few if there is a GPU, and stores the winner in a file. Start at [Main]; problem.go parses
// arguments, report.go prints tables, device.go uses the GPU.
package tune

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/kernelfile"
	"github.com/girih-ir/girih/internal/tools/outfile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel/tune"
)

const name = "tile-tune"

const overview = name + ` chooses the configuration of a kernel, from those that its comments declare:

  // configurations: warps 4 8, TM 64 128, TN 128 256
  // grid: c[0] / {TM} * c[1] / {TN}
  // setting: T f16

It prints the one that a model of the GPU estimates to be the fastest. With --device=cuda it measures the best few
and prints the fastest whose results have the bits of the configuration that is declared first.

Arguments are [name=]value: a number, or the shape and type of an array, as 4096x4096xf16. On a GPU, arrays have random
numbers.`

type options struct {
	input   string
	source  kernelfile.Options
	specs   []string
	target  string
	device  string
	winners string
	explain bool
	search  tune.SearchOptions
}

// Main runs the tool with command-line arguments (without the program's name) and returns its exit code.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stdout)
	if err == nil {
		err = o.run(ctx, stdin, stdout, stderr)
	}
	return cli.ExitCode(stderr, name, err)
}

func parseFlags(args []string, stdout io.Writer) (*options, error) {
	o := &options{}
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	o.source.RegisterKernel(fs)
	o.source.RegisterSet(fs)
	fs.Func("arg", "[name=]`value` of a parameter, as above", func(s string) error {
		o.specs = append(o.specs, s)
		return nil
	})
	fs.StringVar(&o.target, "target", "sm_90a", "GPU `architecture` to choose for")
	fs.StringVar(&o.device, "device", "", "measure on this `GPU`: cuda (default: none, the model chooses)")
	fs.StringVar(&o.winners, "tuning", "",
		"`file` of earlier winners, which are preferred; the new winner is added to it")
	fs.BoolVar(&o.explain, "explain", false, "print what the model says of every configuration, and why some are refused")
	fs.IntVar(&o.search.Best, "best", 8, "measure the best `n` configurations of the ranking")
	fs.BoolVar(&o.search.AnyBits, "any-bits", false,
		"allow a winner whose results are not bit for bit those of the first configuration")
	input, err := cli.Parse(fs, args, stdout, overview)
	if err != nil {
		return nil, err
	}
	o.input = input
	if o.device != "" && o.device != "cuda" {
		return nil, fmt.Errorf("--device is cuda, but got %q", o.device)
	}
	if o.search.Best < 1 {
		return nil, fmt.Errorf("--best is at least 1, but got %d", o.search.Best)
	}
	return o, nil
}

func (o *options) run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) (err error) {
	var gpu *cuda.Context
	if o.device != "" { // before long computations
		if gpu, err = openGPU(); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, gpu.Close()) }()
	}
	of := ir.NewContext()
	source, err := o.source.Tunable(of, o.input, stdin)
	if err != nil {
		return cli.Locate(of, err)
	}
	p, arguments, err := o.problem(source)
	if err != nil {
		return cli.Locate(of, err)
	}
	winners, err := o.read(of)
	if err != nil {
		return cli.Locate(of, err)
	}
	ranking, err := tune.Rank(ctx, source, p)
	if o.explain && ranking != nil {
		writeRanking(stdout, ranking)
	}
	if err != nil {
		return cli.Locate(of, err)
	}
	key := tune.KeyOf(source, p.Kernel, p)
	if gpu == nil {
		return o.choose(of, source, winners, key, ranking, stdout, stderr)
	}
	o.search.Previous = winners.Previous(key)
	outcome, err := o.measure(ctx, gpu, source, p, ranking, arguments, stderr)
	if outcome != nil {
		writeOutcome(stdout, outcome)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(stdout, outcome.Winner.Candidate.Text)
	if o.winners == "" {
		return nil
	}
	winners.Put(key, outcome)
	return outfile.Write(o.winners, winners.Text(), stdout)
}

// choose prints the configuration that a build without a GPU uses: the winner in the file, or else the model's first
// choice.
func (o *options) choose(of *ir.Context, source tune.Source, winners *tune.Winners, key tune.Key, r *tune.Ranking,
	stdout, stderr io.Writer) error {
	c, warning := winners.Choose(source, key)
	if warning != nil {
		io.WriteString(stderr, warning.Render(of))
	}
	if c == nil {
		best := r.Candidates[0]
		fmt.Fprintln(stdout, best.Text)
		if remark := best.Estimate.Remark(); remark != "" {
			fmt.Fprintf(stderr, "%s: remark: %s\n", name, remark)
		}
		return nil
	}
	fmt.Fprintln(stdout, source.Space().Text(c))
	return nil
}

// read returns the winners in the file; none if it does not exist yet.
func (o *options) read(of *ir.Context) (*tune.Winners, error) {
	if o.winners == "" {
		return tune.NewWinners(), nil
	}
	text, err := os.ReadFile(o.winners)
	if errors.Is(err, fs.ErrNotExist) {
		return tune.NewWinners(), nil
	}
	if err != nil {
		return nil, err
	}
	of.AddSource(&ir.Source{Name: filepath.Base(o.winners), Text: text})
	return tune.ParseWinners(of, filepath.Base(o.winners), text)
}
