package explorer

import (
	"bytes"
	"context"
	"os"
	"path/filepath"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/internal/tools/kernelfile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/importtt"
)

// read returns the module with only one kernel, since the page shows one.
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

// show sets the source that is shown.
func (c *compilation) show(source []byte) {
	c.page.Source = nil
	for line := range bytes.Lines(source) {
		c.page.Source = append(c.page.Source, string(bytes.TrimRight(line, "\r\n")))
	}
}

// readTriton reads Triton's IR. If its locations name a source file that is on this machine, that file is shown;
// otherwise the IR itself.
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

// mainFile returns the file of most operations' locations.
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
	if c.page.Kernel = c.source.Kernel; c.page.Kernel == "" && len(c.page.Kernels) != 0 {
		c.page.Kernel = c.page.Kernels[0]
	}
	return kernelfile.Keep(m, c.input, c.page.Kernel)
}

func (c *compilation) readGo() (*girih.Module, error) {
	f, err := c.source.Read(c.input, nil)
	if err != nil {
		return nil, err
	}
	c.page.Kernels, c.page.Kernel = f.Kernels, f.Name
	if c.warps == 0 {
		c.warps = f.Warps
	}
	return f.Module, nil
}
