// Package compile is the driver behind tile-compile: it reads tile programs and writes what they compile to, from LLVM
// IR to machine code. Start reading at [Main].
package compile

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/tools/cli"
	"github.com/girih-ir/girih/tools/outfile"
)

const name = "tile-compile"

// options are the command line.
type options struct {
	input, output string
	emit          string
	target        string
	warps         int
}

// emitters has the kinds of output. Each returns the whole output.
var emitters = map[string]func(ctx context.Context, p *girih.Program, o *options) ([]byte, error){
	"mlir": func(_ context.Context, p *girih.Program, _ *options) ([]byte, error) {
		return []byte(p.String() + "\n"), nil
	},
	"llvm": func(_ context.Context, p *girih.Program, _ *options) ([]byte, error) {
		s, err := p.LLVMIR(llvmir.Typed)
		return []byte(s), err
	},
	"llvm-opaque": func(_ context.Context, p *girih.Program, _ *options) ([]byte, error) {
		s, err := p.LLVMIR(llvmir.Opaque)
		return []byte(s), err
	},
	"ptx": func(ctx context.Context, p *girih.Program, o *options) ([]byte, error) {
		ptx, err := p.PTX(ctx, o.target)
		return ptx.Text, err
	},
	"cubin": func(ctx context.Context, p *girih.Program, o *options) ([]byte, error) {
		cubin, err := p.Cubin(ctx, o.target)
		return cubin.Image, err
	},
	"manifest": func(_ context.Context, p *girih.Program, _ *options) ([]byte, error) {
		m, err := p.Manifest()
		if err != nil {
			return nil, err
		}
		return m.JSON()
	},
}

// Main runs the tool with command-line arguments (without the program's name) and returns its exit code. The output file
// is written only if everything succeeded.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stdout)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	var out []byte
	if err == nil {
		out, err = run(ctx, o, stdin)
	}
	if err == nil {
		err = outfile.Write(o.output, out, stdout)
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
		return 1
	}
	return 0
}

func parseFlags(args []string, stdout io.Writer) (*options, error) {
	kinds := strings.Join(slices.Sorted(maps.Keys(emitters)), ", ")
	o := &options{}
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.StringVar(&o.emit, "emit", "llvm", "what to write: "+kinds)
	fs.StringVar(&o.target, "target", "sm_90", "GPU architecture of ptx and cubin")
	fs.IntVar(&o.warps, "num-warps", 4, "number of warps that run one program")
	fs.StringVar(&o.output, "o", "-", "output file; - is standard output")
	input, err := cli.Parse(fs, args, stdout, name+" compiles tile programs for GPUs.")
	if err != nil {
		return nil, err
	}
	o.input = input
	if emitters[o.emit] == nil {
		return nil, fmt.Errorf("cannot emit %q: expected one of %s", o.emit, kinds)
	}
	return o, nil
}

func run(ctx context.Context, o *options, stdin io.Reader) ([]byte, error) {
	source, err := outfile.Read(o.input, stdin)
	if err != nil {
		return nil, err
	}
	m, err := girih.Parse(o.input, source)
	if err != nil {
		return nil, err
	}
	p, err := m.Compile(ctx, girih.CompileOptions{NumWarps: o.warps})
	if err != nil {
		return nil, err
	}
	return emitters[o.emit](ctx, p, o)
}
