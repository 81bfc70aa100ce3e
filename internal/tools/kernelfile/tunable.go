package kernelfile

import (
	"io"
	"os"
	"path/filepath"

	"github.com/girih-ir/girih/internal/tools/outfile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel"
	"github.com/girih-ir/girih/kernel/tune"
)

// Tunable reads the file as a kernel with all configurations that it declares. Errors about its comments are located in
// the context.
func (o *Options) Tunable(ctx *ir.Context, name string, stdin io.Reader) (tune.Source, error) {
	if filepath.Ext(name) == ".go" {
		chosen, _, err := o.launcher(name)
		if err != nil {
			return nil, locate(filepath.Dir(name), err)
		}
		o.Kernel = chosen.Function.Name
		if chosen.Options.Imports, err = kernel.ImportsOf(filepath.Dir(name)); err != nil {
			return nil, err
		}
		return tune.NewGo(ctx, os.DirFS(filepath.Dir(name)), filepath.Base(name), o.Kernel, chosen.Options)
	}
	text, err := outfile.Read(name, stdin)
	if err != nil {
		return nil, err
	}
	if name == "-" {
		name = "<stdin>"
	}
	ctx.AddSource(&ir.Source{Name: name, Text: text})
	settings := map[string]string{}
	for _, s := range o.set {
		settings[s[0]] = s[1]
	}
	if filepath.Ext(name) == ".ttir" {
		return tune.NewTriton(ctx, name, string(text), settings)
	}
	return tune.NewText(ctx, name, string(text), settings)
}
