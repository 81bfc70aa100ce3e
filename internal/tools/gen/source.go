package gen

import (
	"bytes"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/girih-ir/girih/kernel"
)

// source returns the Go file.
func (p *generated) source() ([]byte, error) {
	name, err := p.packageName()
	if err != nil {
		return nil, err
	}
	data := sourceData{Package: name, Folder: folder}
	for i := range p.launchers {
		f := newLaunchFunction(&p.launchers[i])
		data.Functions = append(data.Functions, f)
		data.UsesKernel = data.UsesKernel || strings.Contains(f.Parameters+f.TypeArguments, "kernel.")
	}
	var out bytes.Buffer
	if err := sourceTemplate.Execute(&out, data); err != nil {
		return nil, err
	}
	return format.Source(out.Bytes())
}

// packageName returns the package name in the package's files.
func (p *generated) packageName() (string, error) {
	file := filepath.Join(p.dir, p.launchers[0].Function.File)
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.PackageClauseOnly)
	if err != nil {
		return "", err
	}
	return f.Name.Name, nil
}

type sourceData struct {
	Package, Folder string
	UsesKernel      bool
	Functions       []launchFunction
}

type launchFunction struct {
	Name, Variable, Kernel, Setting string
	TypeArguments                   string // in brackets, if there are any
	Parameters, Arguments           string // with a comma before each except the first
}

func newLaunchFunction(l *kernel.Launcher) launchFunction {
	f := launchFunction{Name: l.Name, Variable: "girih" + l.Name, Kernel: l.Function.Name}
	var settings, types []string
	for _, t := range l.Function.TypeParameters {
		settings = append(settings, fmt.Sprintf("%s = %s", t.Name, l.Options.Types[t.Name]))
		types = append(types, l.Options.Types[t.Name])
	}
	if types != nil {
		f.TypeArguments = "[" + strings.Join(types, ", ") + "]"
	}
	for _, p := range l.Function.Parameters {
		if p.Constant {
			settings = append(settings, fmt.Sprintf("%s = %d", p.Name, l.Options.Constants[p.Name]))
		}
	}
	if settings != nil {
		f.Setting = " for " + strings.Join(settings, ", ")
	}
	taken := map[string]bool{"ctx": true, "s": true, "grid": true, "context": true, "launch": true, "kernel": true,
		"embed": true, "error": true, "sync": true, f.Variable: true}
	var parameters, arguments []string
	for _, p := range l.Parameters() {
		name := p.Name
		for name == "" || name == "_" || taken[name] {
			name += "Arg"
		}
		taken[name] = true
		parameters, arguments = append(parameters, name+" "+p.Type), append(arguments, name)
	}
	f.Parameters, f.Arguments = wrapped(parameters), wrapped(arguments)
	return f
}

// wrapped returns a list as Go writes it, in lines of at most 110 characters.
func wrapped(list []string) string {
	text, line := "", 0
	for n, one := range list {
		if n > 0 {
			text += ","
			if line+len(one) > 110 {
				text += "\n\t"
				line = 0
			} else {
				text += " "
			}
		}
		text += one
		line += len(one) + 2
	}
	return text
}

var sourceTemplate = template.Must(template.New("go").Parse(header + `
package {{.Package}}

import (
	"context"
	"embed"
	"sync"

{{if .UsesKernel}}	"github.com/girih-ir/girih/kernel"
{{end}}	"github.com/girih-ir/girih/kernel/launch"
)

//go:embed {{.Folder}}
var girihFiles embed.FS
{{range .Functions}}
var {{.Variable}} = sync.OnceValue(func() *launch.Kernel {
	return launch.MustRead(girihFiles, "{{$.Folder}}/{{.Name}}.json")
})

// {{.Name}} enqueues a grid of programs of {{.Kernel}}{{.Setting}}.
// On the CPU they have run when it returns.
func {{.Name}}(ctx context.Context, s *launch.Stream, grid launch.Grid{{with .Parameters}},
	{{.}}{{end}}) error {
	return {{.Variable}}().Launch(ctx, s, grid{{with .Arguments}},
		{{.}}{{end}})
}
{{end}}
// These uses of the kernels keep linters from reporting them as unused.
var (
{{range .Functions}}	_ = {{.Kernel}}{{.TypeArguments}}
{{end}})
`))
