// Package gen is the driver behind tile-gen: it finds the kernels of Go packages whose comments ask for a launcher,
// compiles them, and writes one Go file with typed functions beside them, and a folder with what these embed.
//
//	//girih:launch block=64                   func Scale(ctx context.Context, s *launch.Stream,
//	func scale(x, y kernel.Array2[float32],       grid launch.Grid, x, y *launch.Tensor[float32],
//		a float32, block kernel.Const) {...}       a float32) error
//
// Start at [Main]; source.go writes the Go file, packages.go finds the packages.
package gen

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/outfile"
	"github.com/girih-ir/girih/kernel"
	"github.com/girih-ir/girih/kernel/launch"
)

// ErrStale is wrapped with --check when files are not what tile-gen would write.
var ErrStale = errors.New("generated files are out of date")

const overview = `tile-gen compiles the kernels of Go packages ahead of time and writes functions that launch them.

Inputs are folders of packages, or folder/... for all below; without any, it is the current folder.

A line in the comment of a kernel asks for a launcher:
  //girih:launch [Name] [T=float32] [block=64] [warps=4] [divisible=16] [target=sm_80,sm_90a]
The file girih_gen.go gets the functions, the folder girih_gen what they embed: code for each target in a variant for
arrays whose addresses and sizes are multiples of 16 and one for all, and the program that runs where there is no GPU.`

// The names of what is written into the folder of a package.
const (
	goFile = "girih_gen.go"
	folder = "girih_gen"
)

type options struct {
	targets []string
	check   bool
	folders []string
}

// Main runs the tool with command-line arguments (without the program's name) and returns its exit code.
func Main(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return cli.ExitCode(stderr, "tile-gen", run(ctx, args, stdout))
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	o, err := parseFlags(args, stdout)
	if err != nil {
		return err
	}
	found := false
	for _, dir := range o.folders {
		launchers, err := kernel.Launchers(os.DirFS(dir))
		if err != nil {
			return err
		}
		if len(launchers) == 0 {
			continue
		}
		found = true
		imports, err := kernel.ImportsOf(dir)
		if err != nil {
			return err
		}
		for i := range launchers {
			launchers[i].Options.Imports = imports
		}
		p := &generated{dir: dir, launchers: launchers, targets: o.targets}
		if o.check {
			err = p.check(ctx)
		} else {
			err = p.write(ctx, stdout)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
	}
	if !found {
		return errors.New("no kernel asks for a launcher: write //girih:launch into its comment; see --help")
	}
	return nil
}

func parseFlags(args []string, stdout io.Writer) (*options, error) {
	o := &options{targets: []string{"sm_80", "sm_90a"}}
	fs := flag.NewFlagSet("tile-gen", flag.ContinueOnError)
	fs.Func("target", "compile for these `architectures`, as sm_80,sm_90a, unless a kernel says otherwise; "+
		"none for the CPU alone (default sm_80,sm_90a)", func(s string) error {
		o.targets = strings.Split(s, ",")
		if s == "none" {
			o.targets = nil
		}
		return nil
	})
	fs.BoolVar(&o.check, "check", false, "write nothing; fail if what is there does not belong to the kernels")
	inputs, err := cli.ParseFiles(fs, args, func() error {
		return cli.WriteHelp(stdout, fs.Name(), overview, cli.Section{Title: "Options", Entries: cli.FlagEntries(fs, nil)})
	})
	if err != nil {
		return nil, err
	}
	if len(inputs) == 0 {
		inputs = []string{"."}
	}
	o.folders, err = packageFolders(inputs)
	return o, err
}

// generated are the files for one package.
type generated struct {
	dir       string
	launchers []kernel.Launcher
	targets   []string
}

// description is the JSON of a kernel, with the hash of all that its code was compiled from.
type description struct {
	Hash string `json:"hash"`
	*launch.Kernel
}

// targetsOf returns what to compile a kernel for.
func (p *generated) targetsOf(l *kernel.Launcher) []string {
	if l.Targets != nil && p.targets != nil {
		return l.Targets
	}
	return p.targets
}

// describe imports a kernel, which takes milliseconds, and returns what does not depend on compilers.
func (p *generated) describe(ctx context.Context, l *kernel.Launcher) (*kernel.Kernel, description, error) {
	k, err := kernel.Compile(os.DirFS(p.dir), l.Function.Name, l.Options)
	if err != nil {
		return nil, description{}, err
	}
	launched, err := k.Embed(ctx)
	if err != nil {
		return nil, description{}, err
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\n%q\n%d %d\n", launched.Program, p.targetsOf(l), l.Options.NumWarps, l.Options.Divisible)
	return k, description{hex.EncodeToString(sum.Sum(nil)), launched}, nil
}

// write compiles the kernels and writes all files, or none if something is wrong.
func (p *generated) write(ctx context.Context, stdout io.Writer) error {
	source, err := p.source()
	if err != nil {
		return err
	}
	outputs := []outfile.Output{output(filepath.Join(p.dir, goFile), source)}
	for i := range p.launchers {
		files, err := p.compile(ctx, &p.launchers[i])
		if err != nil {
			return err
		}
		outputs = append(outputs, files...)
	}
	if err := os.MkdirAll(filepath.Join(p.dir, folder), 0o777); err != nil {
		return err
	}
	if err := outfile.WriteAll(outputs, stdout); err != nil {
		return err
	}
	return p.removeOthers(outputs)
}

// compile returns the files of one kernel.
func (p *generated) compile(ctx context.Context, l *kernel.Launcher) ([]outfile.Output, error) {
	k, d, err := p.describe(ctx, l)
	if err != nil {
		return nil, err
	}
	hash := d.Hash
	if targets := p.targetsOf(l); targets != nil {
		if d.Kernel, err = k.Embed(ctx, targets...); err != nil {
			return nil, err
		}
	}
	at := func(name string) string { return filepath.Join(p.dir, folder, name) }
	files := []outfile.Output{output(at(l.Name+".mlir"), []byte(d.Program))}
	for i := range d.Variants {
		v := &d.Variants[i]
		for j := range v.Codes {
			c := &v.Codes[j]
			kind := "ptx"
			if bytes.HasPrefix(c.Image, []byte("\x7fELF")) {
				kind = "cubin"
			}
			c.File = fmt.Sprintf("%s.%d.%s.%s", l.Name, max(v.Divisible, 1), c.Target, kind)
			files = append(files, output(at(c.File), c.Image))
		}
	}
	text, err := json.MarshalIndent(description{hash, d.Kernel}, "", "\t")
	return append(files, output(at(l.Name+".json"), append(text, '\n'))), err
}

func output(name string, content []byte) outfile.Output {
	return outfile.Output{Name: name, Write: func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}}
}

// removeOthers removes the files of kernels that there are no more.
func (p *generated) removeOthers(written []outfile.Output) error {
	entries, err := os.ReadDir(filepath.Join(p.dir, folder))
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := filepath.Join(p.dir, folder, e.Name())
		if !slices.ContainsFunc(written, func(o outfile.Output) bool { return o.Name == name }) {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// check compares what is there with what would be written, as far as that is known without compiling.
func (p *generated) check(ctx context.Context) error {
	stale := func(name string) error {
		return fmt.Errorf("%w: %s: run tile-gen again", ErrStale, name)
	}
	source, err := p.source()
	if err != nil {
		return err
	}
	if there, err := os.ReadFile(filepath.Join(p.dir, goFile)); err != nil || !bytes.Equal(there, source) {
		return stale(goFile)
	}
	for i := range p.launchers {
		l := &p.launchers[i]
		_, d, err := p.describe(ctx, l)
		if err != nil {
			return err
		}
		var there description
		name := filepath.Join(folder, l.Name+".json")
		text, err := os.ReadFile(filepath.Join(p.dir, name))
		if err != nil || json.Unmarshal(text, &there) != nil || there.Hash != d.Hash {
			return stale(name)
		}
		if _, err := launch.Read(os.DirFS(p.dir), filepath.ToSlash(name)); err != nil {
			return fmt.Errorf("%w: %w: run tile-gen again", ErrStale, err)
		}
	}
	return nil
}
