package explorer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cache"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/internal/tools/layoutview"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/registers"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/pass"
)

// Page is the content of the page about a kernel.
type Page struct {
	Title   string   // the file's name
	Kernel  string   // its name
	Target  string   // the GPU
	Kernels []string // of the file
	Source  []string // its lines
	Notes   []Note   // about lines of the source
	Facts   []string // about the whole kernel
	Stages  []Stage  // in the order of compilation
	Layouts string   // a page with drawings, "" for none
}

// Note is a note about a line of the source, counted from 1; 0 means the whole source.
type Note struct {
	Line int
	Kind string // error, warning, remark, access or registers
	Text string
}

// Stage is the program after one step.
type Stage struct {
	Name    string
	Summary string
	Lines   []Line
}

// Line is a line of a program.
type Line struct {
	Text    string
	Sources []int `json:",omitempty"` // lines of the source from which it comes
	New     bool  `json:",omitempty"` // whether the previous stage does not have the line
}

// compile reads the file and creates the page. Errors in the file become notes; the returned error is about a file that
// cannot be read.
func (o *options) compile(ctx context.Context) (*Page, error) {
	source, err := os.ReadFile(o.input)
	if err != nil {
		return nil, err
	}
	c := &compilation{options: o, file: filepath.Base(o.input),
		page: &Page{Title: filepath.Base(o.input), Target: o.target}}
	c.show(source)
	if err := c.run(ctx, source); err != nil {
		c.fail(err)
	}
	slices.SortStableFunc(c.page.Notes, func(a, b Note) int { return a.Line - b.Line })
	return c.page, ctx.Err()
}

// compilation creates a page.
type compilation struct {
	*options
	page   *Page
	file   string // by its name in locations
	module *girih.Module
}

func (c *compilation) run(ctx context.Context, source []byte) error {
	var err error
	if c.module, err = c.read(ctx, source); err != nil {
		return err
	}
	options, err := girih.OptionsFor(c.target)
	if err != nil {
		return err
	}
	options.NumWarps, options.Remarks = c.warps, true
	c.stage("imported", "the program as it was read", c.printed(c.module.Operation()))
	program, err := c.module.CompileBy(ctx, pipeline.New(pipeline.Threads, options), pass.RunOptions{Verify: true,
		Observers: []pass.Observer{c.observe}})
	if err != nil {
		return err
	}
	for _, d := range slices.Concat(program.Warnings(), program.Remarks()) {
		c.note(d)
	}
	return c.code(ctx, program)
}

// observe adds a stage after each pass that changed the program, and notes about layouts once there are some.
func (c *compilation) observe(e *pass.Event) func(error) {
	return func(err error) {
		if err != nil {
			return
		}
		module := e.Op
		for module.Parent() != nil {
			module = module.Parent()
		}
		lines := c.printed(module)
		if last := c.page.Stages[len(c.page.Stages)-1]; !sameText(last.Lines, lines) {
			c.pass(e.Pass, lines)
		}
		if k, ok := tile.AsKernel(ir.LookupSymbol(module, c.page.Kernel)); ok {
			if _, ok := tilegpu.WarpsOf(k.Operation); ok {
				c.describe(module, k)
			}
		}
	}
}

// describe adds notes about a kernel with layouts. It replaces the notes of earlier passes.
func (c *compilation) describe(module *ir.Operation, k tile.Kernel) {
	c.page.Notes = slices.DeleteFunc(c.page.Notes, func(n Note) bool {
		return n.Kind == "access" || n.Kind == "registers"
	})
	if list, err := accesses.Report(k); err == nil {
		for _, a := range list {
			c.page.Notes = append(c.page.Notes, Note{Line: c.line(a.Op.Loc()), Kind: "access", Text: shortAccess(a)})
		}
	}
	if p, err := registers.Estimate(k); err == nil && p.Op != nil {
		c.page.Notes = append(c.page.Notes, Note{Line: c.line(p.Op.Loc()), Kind: "registers",
			Text: fmt.Sprintf("here most values are held at once: %d registers of a thread", p.Registers)})
	}
	var drawn bytes.Buffer
	if err := layoutview.Write(&drawn, module, "html"); err == nil {
		c.page.Layouts = drawn.String()
	}
}

// shortAccess describes an access in a line.
func shortAccess(a accesses.Access) string {
	s := fmt.Sprintf("%d bits at once, %d sectors a warp", a.VectorBits, a.Sectors)
	if a.Sectors > a.LeastSectors {
		s += fmt.Sprintf(" (%d would do)", a.LeastSectors)
	}
	for _, l := range a.Limits {
		s += fmt.Sprintf("; not wider for its %s: %d elements", l.Cause, l.Width)
	}
	return s
}

// code adds LLVM IR, PTX and machine code, if the compilers are installed.
func (c *compilation) code(ctx context.Context, p *girih.Program) error {
	p.LineInfo = &llvmir.LineInfo{}
	llvm, err := p.LLVMIR(llvmir.Opaque)
	if err != nil {
		return err
	}
	c.stage("LLVM IR", "what libNVVM or llc compiles", c.llvmLines(llvm))
	build, err := p.Build(ctx, girih.BuildOptions{Target: c.target, Cache: cache.Default()})
	var missing *nvptx.NotFoundError
	if errors.As(err, &missing) {
		c.page.Notes = append(c.page.Notes, Note{Kind: "remark", Text: "no PTX: " + err.Error()})
		return nil
	}
	if err != nil {
		return err
	}
	for _, w := range build.Warnings {
		c.page.Notes = append(c.page.Notes, Note{Kind: "warning", Text: w})
	}
	c.stage("PTX", "by "+build.PTX.Compiler, c.ptxLines(string(build.PTX.Text)))
	c.facts(build)
	if build.Cubin == nil {
		return nil
	}
	sass, err := disassemble(ctx, build.Cubin)
	if err == nil {
		c.stage("SASS", "the machine code", c.sassLines(sass))
	}
	return nil
}

func (c *compilation) facts(b *girih.Build) {
	k, err := b.Manifest.Kernel(c.page.Kernel)
	if err != nil {
		return
	}
	c.page.Facts = append(c.page.Facts, fmt.Sprintf("%d threads", k.Threads()),
		fmt.Sprintf("%d bytes of shared memory", k.SharedMemory+k.DynamicSharedMemory))
	if r := k.Resources; r != nil {
		c.page.Facts = append(c.page.Facts, fmt.Sprintf("%d registers", r.Registers),
			fmt.Sprintf("%d bytes spilled", r.SpillStores+r.SpillLoads))
	}
}

// pass adds the program after a pass, and marks the new lines.
func (c *compilation) pass(p *pass.Pass, lines []Line) {
	if n := len(c.page.Stages); n > 0 {
		markNew(c.page.Stages[n-1].Lines, lines)
	}
	c.stage(p.Name, p.Summary, lines)
}

// stage adds a stage.
func (c *compilation) stage(name, summary string, lines []Line) {
	c.page.Stages = append(c.page.Stages, Stage{name, summary, lines})
}

// fail adds the messages of an error at their lines.
func (c *compilation) fail(err error) {
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range list.Unwrap() {
			c.fail(e)
		}
		return
	}
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		c.note(d)
		return
	}
	c.page.Notes = append(c.page.Notes, Note{Kind: "error", Text: err.Error()})
}

func (c *compilation) note(d *ir.Diagnostic) {
	n := Note{Line: c.line(d.Loc), Kind: d.Severity.String(), Text: d.Message}
	for _, more := range d.Notes {
		n.Text += "\n" + more.Message
	}
	c.page.Notes = append(c.page.Notes, n)
}

// line returns the line of the source at a location; 0 for none.
func (c *compilation) line(loc ir.Location) int {
	if f := ir.FileLocation(loc); f != nil && f.File == c.file {
		return int(f.StartLine)
	}
	return 0
}
