// Package irprint shows the IR between passes: before or after each pass, after passes that changed it, or as unified
// diffs. It writes to one stream or to a tree of files. Texts and file names are mlir-opt's.
//
// Start reading at [Observer]. What is not here: reproducers of failures (package pass/reproducer).
package irprint

import (
	"bytes"
	"fmt"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass"
)

// Options say which IR is shown and how.
type Options struct {
	// Before and After select the passes before and after which the IR is shown; nil for none.
	Before, After func(*pass.Pass) bool
	// Changed leaves out the IR after a pass that did not change it.
	Changed bool
	// Failed leaves out the IR after a pass that did not fail.
	Failed bool
	// Diff shows the difference that a pass made, and not the whole IR.
	Diff bool
	// ModuleScope shows the whole module, and not only the operation that the pass ran on. Passes must then run one
	// after the other.
	ModuleScope bool
	// Tree, when set, receives each text instead of the run's output.
	Tree *Tree
	// Printing is how the IR is printed.
	Printing text.Options
}

// Observer returns an observer that shows the IR.
func Observer(opts Options) pass.Observer {
	p := &printer{opts}
	return p.observe
}

type printer struct{ opts Options }

func (p *printer) observe(e *pass.Event) func(error) {
	var before []byte
	after := p.opts.After != nil && p.opts.After(e.Pass)
	if after && (p.opts.Changed || p.opts.Diff) {
		before = p.text(e.Op)
	}
	if p.opts.Before != nil && p.opts.Before(e.Pass) {
		p.show(e, "Before "+e.Pass.DisplayName(), p.text(e.Op))
	}
	if !after {
		return nil
	}
	return func(err error) { p.after(e, before, err) }
}

// after shows the IR after a pass. The text before the pass is known if it is needed.
func (p *printer) after(e *pass.Event, before []byte, err error) {
	if err != nil {
		p.show(e, "After "+e.Pass.DisplayName()+" Failed", p.text(e.Op))
		return
	}
	if p.opts.Failed {
		return
	}
	now := p.text(e.Op)
	changed := before == nil || !bytes.Equal(before, now)
	switch {
	case p.opts.Diff && changed:
		p.write(e, "After "+e.Pass.DisplayName(), unified(e.Pass.Name, before, now))
	case changed || !p.opts.Changed && !p.opts.Diff:
		p.show(e, "After "+e.Pass.DisplayName(), now)
	}
}

// unified returns the difference that a pass made.
func unified(name string, before, after []byte) []byte {
	d := diff.Diff("before "+name, before, "after "+name, after)
	_, d, _ = bytes.Cut(d, []byte("\n")) // a line that repeats the names
	return append(d, '\n')
}

// text returns the operation's text, or that of the outermost operation around it, as lines.
func (p *printer) text(op *ir.Operation) []byte {
	opts := p.opts.Printing
	if p.opts.ModuleScope {
		for op.Parent() != nil {
			op = op.Parent()
		}
	}
	if op.Block() != nil {
		opts.LocalScope = true
	}
	return append(bytes.TrimSuffix(text.Print(op, opts), []byte("\n")), '\n')
}

// show writes the operation's text, and after it as many empty lines as mlir-opt does.
func (p *printer) show(e *pass.Event, title string, text []byte) {
	if !p.opts.Printing.LocalScope && (p.opts.ModuleScope || e.Op.Block() == nil) {
		text = append(text, '\n')
	}
	p.write(e, title, append(text, '\n'))
}

// write writes a text under a header.
func (p *printer) write(e *pass.Event, title string, body []byte) {
	header := fmt.Sprintf("// -----// IR Dump %s (%s)", title, e.Pass.Name)
	if p.opts.ModuleScope {
		header += fmt.Sprintf(" ('%s' operation", e.Op.Name())
		if name := ir.SymbolNameOf(e.Op); name != "" {
			header += ": @" + name
		}
		header += ")"
	}
	out := append([]byte(header+" //----- //\n"), body...)
	if p.opts.Tree != nil {
		p.opts.Tree.add(e.Op, e.Pass.Name, out)
		return
	}
	// A failure to write does not end the run: the tool notices that its standard error is closed.
	_, _ = e.Output.Write(out)
}
