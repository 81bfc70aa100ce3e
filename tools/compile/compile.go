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

// Options say what to emit. [Options.Register] makes flags of them.
type Options struct {
	Kind   string // one of [Kinds]
	Target string // GPU architecture of ptx and cubin, such as sm_90
	Warps  int    // number of warps that run one program
}

// Register adds the flags that set the options; kind is the default kind, "" for none.
func (o *Options) Register(fs *flag.FlagSet, kind string) {
	fs.StringVar(&o.Kind, "emit", kind, "write the compiled program as `kind`: "+strings.Join(Kinds(), ", "))
	fs.StringVar(&o.Target, "target", "sm_90", "GPU `architecture` of ptx and cubin")
	fs.IntVar(&o.Warps, "num-warps", 4, "`number` of warps that run one program")
}

// Check reports a kind that does not exist.
func (o *Options) Check() error {
	if emitters[o.Kind] == nil {
		return fmt.Errorf("cannot emit %q: expected one of %s", o.Kind, strings.Join(Kinds(), ", "))
	}
	return nil
}

// Kinds returns what can be emitted, in order.
func Kinds() []string { return slices.Sorted(maps.Keys(emitters)) }

// Emit compiles a module, which it changes, and returns the output of a kind.
func Emit(ctx context.Context, m *girih.Module, o Options) ([]byte, error) {
	p, err := m.Compile(ctx, girih.CompileOptions{NumWarps: o.Warps})
	if err != nil {
		return nil, err
	}
	return EmitProgram(ctx, p, o)
}

// EmitProgram is Emit for a module that is compiled to what single threads do.
func EmitProgram(ctx context.Context, p *girih.Program, o Options) ([]byte, error) {
	return emitters[o.Kind](ctx, p, &o)
}

// options are the command line.
type options struct {
	Options
	input, output string
}

// emitters has the kinds of output. Each returns the whole output.
var emitters = map[string]func(ctx context.Context, p *girih.Program, o *Options) ([]byte, error){
	"mlir": func(_ context.Context, p *girih.Program, _ *Options) ([]byte, error) {
		return []byte(p.String() + "\n"), nil
	},
	"llvm": func(_ context.Context, p *girih.Program, _ *Options) ([]byte, error) {
		s, err := p.LLVMIR(llvmir.Typed)
		return []byte(s), err
	},
	"llvm-opaque": func(_ context.Context, p *girih.Program, _ *Options) ([]byte, error) {
		s, err := p.LLVMIR(llvmir.Opaque)
		return []byte(s), err
	},
	"ptx": func(ctx context.Context, p *girih.Program, o *Options) ([]byte, error) {
		ptx, err := p.PTX(ctx, o.Target)
		return ptx.Text, err
	},
	"cubin": func(ctx context.Context, p *girih.Program, o *Options) ([]byte, error) {
		cubin, err := p.Cubin(ctx, o.Target)
		return cubin.Image, err
	},
	"manifest": func(_ context.Context, p *girih.Program, _ *Options) ([]byte, error) {
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
		cli.Report(stderr, name, err)
		return 1
	}
	return 0
}

func parseFlags(args []string, stdout io.Writer) (*options, error) {
	o := &options{}
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	o.Register(fs, "llvm")
	fs.StringVar(&o.output, "o", "-", "output file; - is standard output")
	input, err := cli.Parse(fs, args, stdout, name+" compiles tile programs for GPUs.")
	if err != nil {
		return nil, err
	}
	o.input = input
	return o, o.Check()
}

func run(ctx context.Context, o *options, stdin io.Reader) ([]byte, error) {
	m, err := cli.ReadModule(o.input, stdin)
	if err != nil {
		return nil, err
	}
	out, err := Emit(ctx, m, o.Options)
	return out, cli.Locate(m.Operation().Context(), err)
}
