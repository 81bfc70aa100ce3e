package explorer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/kernel"
	"github.com/girih-ir/girih/lowering/importtt"
)

// read returns the module with the kernel alone, so that the page has one program.
func (c *compilation) read(ctx context.Context, source []byte) (*girih.Module, error) {
	switch filepath.Ext(c.input) {
	case ".go":
		return c.readGo()
	case ".ttir":
		op, err := c.readTriton(source)
		if err != nil {
			return nil, err
		}
		if err := importtt.Convert(op); err != nil {
			return nil, err
		}
		m, err := girih.FromOperation(op)
		if err != nil {
			return nil, err
		}
		return m, c.choose(m)
	}
	m, err := girih.Parse(c.file, source)
	if err != nil {
		return nil, err
	}
	return m, c.choose(m)
}

// show makes a text the source that is shown.
func (c *compilation) show(source []byte) {
	c.page.Source = nil
	for line := range bytes.Lines(source) {
		c.page.Source = append(c.page.Source, string(bytes.TrimRight(line, "\r\n")))
	}
}

// readTriton reads Triton's IR. If it says which lines of a file it comes from, that file is shown, as far as it is on
// this machine; otherwise the IR itself.
func (c *compilation) readTriton(source []byte) (*ir.Operation, error) {
	op, err := text.Parse(girih.NewContext(), &ir.Source{Name: c.file, Text: source}, text.ParseOptions{})
	if err != nil {
		return nil, err
	}
	python := mainFile(op)
	if python == "" || python == c.file {
		return op, nil
	}
	if content, err := os.ReadFile(python); err == nil {
		c.file = python
		c.show(content)
		return op, nil
	}
	plain := text.Print(op, text.Options{})
	c.show(plain)
	return text.Parse(girih.NewContext(), &ir.Source{Name: c.file, Text: plain}, text.ParseOptions{})
}

// mainFile returns the file that most operations come from.
func mainFile(module *ir.Operation) string {
	count, best := map[string]int{}, ""
	module.Walk(func(op *ir.Operation) bool {
		if f := ir.FileLocation(op.Loc()); f != nil {
			if count[f.File]++; count[f.File] > count[best] {
				best = f.File
			}
		}
		return true
	})
	return best
}

// choose removes the kernels that are not shown.
func (c *compilation) choose(m *girih.Module) error {
	c.page.Kernels = m.Kernels()
	if len(c.page.Kernels) == 0 {
		return errors.New("the file has no kernel")
	}
	if c.page.Kernel = c.kernel; c.kernel == "" {
		c.page.Kernel = c.page.Kernels[0]
	}
	if !slices.Contains(c.page.Kernels, c.page.Kernel) {
		return fmt.Errorf("there is no kernel %s: choose one of %q", c.page.Kernel, c.page.Kernels)
	}
	for _, name := range c.page.Kernels {
		if name != c.page.Kernel {
			ir.LookupSymbol(m.Operation(), name).Erase()
		}
	}
	return nil
}

func (c *compilation) readGo() (*girih.Module, error) {
	files := os.DirFS(filepath.Dir(c.input))
	all, err := kernel.Candidates(files)
	if err != nil {
		return nil, err
	}
	var chosen *kernel.Launcher
	for i := range all {
		l := &all[i]
		if l.Function.File != c.file {
			continue
		}
		c.page.Kernels = append(c.page.Kernels, l.Function.Name)
		if chosen == nil && (c.kernel == "" || c.kernel == l.Function.Name) {
			chosen = l
		}
	}
	if chosen == nil {
		return nil, fmt.Errorf("there is no kernel %s; the file has %q", c.kernel, c.page.Kernels)
	}
	c.page.Kernels = slices.Compact(c.page.Kernels)
	c.page.Kernel = chosen.Function.Name
	o := chosen.Options
	if err := c.apply(&o); err != nil {
		return nil, err
	}
	if o.Divisible == 0 {
		o.Divisible = 16
	}
	if o.Imports, err = kernel.ImportsOf(filepath.Dir(c.input)); err != nil {
		return nil, err
	}
	if c.warps == 0 {
		c.warps = o.NumWarps
	}
	k, err := kernel.Compile(files, c.page.Kernel, o)
	if err != nil {
		return nil, err
	}
	return k.Module()
}

// apply takes over what --set says.
func (c *compilation) apply(o *kernel.Options) error {
	for name, value := range c.set {
		if n, err := strconv.ParseInt(value, 0, 64); err == nil {
			if _, known := o.Constants[name]; !known {
				return fmt.Errorf("--set: %s has no constant %s", c.page.Kernel, name)
			}
			o.Constants[name] = n
			continue
		}
		if _, known := o.Types[name]; !known {
			return fmt.Errorf("--set: %s has no type parameter %s, and %q is no number", c.page.Kernel, name, value)
		}
		o.Types[name] = value
	}
	return nil
}
