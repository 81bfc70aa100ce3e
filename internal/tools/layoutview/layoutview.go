// Package layoutview shows the layouts of a module with package layout/view: the layout of each result and argument
// that has one, how the elements of conversions move, and the costs of memory accesses. Start at [Write].
package layoutview

import (
	"fmt"
	"io"
	"strings"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout/view"
)

// formats are the formats of [Write]; the first one is the default.
var formats = []string{"text", "html"}

// Write writes the layouts of a module in a format.
func Write(w io.Writer, module *ir.Operation, format string) error {
	views, err := views(module)
	if err != nil {
		return err
	}
	if len(views) == 0 {
		return module.Errorf("has no layouts to show: run gpu-assign-layouts first")
	}
	switch format {
	case "text":
		return view.Text(w, views)
	case "html":
		return view.HTML(w, title(module), views)
	}
	return fmt.Errorf("no format %q: expected one of %s", format, strings.Join(formats, ", "))
}

// views returns the layouts in the order of their first occurrence, each with all operations that have it.
func views(module *ir.Operation) ([]view.View, error) {
	c := &collector{known: map[string]int{}}
	module.Walk(func(op *ir.Operation) bool {
		c.operation(op)
		return c.err == nil
	})
	return c.views, c.err
}

type collector struct {
	views []view.View
	known map[string]int // index of the view of an encoding and a shape
	err   error
}

func (c *collector) operation(op *ir.Operation) {
	for _, v := range op.Results() {
		if at := c.view(op, v.Type()); at != nil {
			at.Holders = append(at.Holders, view.Holder{What: op.Name() + " : " + plain(op, v.Type()),
				Where: ir.Position(op.Loc())})
		}
	}
	switch {
	case op.Is(&tile.Load) || op.Is(&tile.Store):
		if at := c.view(op, op.Operand(0).Type()); at != nil {
			at.Accesses = append(at.Accesses, view.Access{Holder: view.Holder{What: op.Name(), Where: ir.Position(op.Loc())},
				ElementBits: elementBits(op.Operand(0).Type())})
		}
	case op.Is(&tilegpu.ConvertLayout):
		c.conversion(op)
	}
}

// view returns the view of a tensor type's layout. It creates the view if there is none yet. It returns nil for other
// types.
func (c *collector) view(op *ir.Operation, t ir.Type) *view.View {
	encoding := tilegpu.EncodingOf(t)
	if encoding == nil || c.err != nil {
		return nil
	}
	shape := strings.Trim(strings.ReplaceAll(fmt.Sprint(t.(*ir.TensorType).Shape()), " ", "x"), "[]")
	key := fmt.Sprintf("%s on %s", encoding, shape)
	if i, ok := c.known[key]; ok {
		return &c.views[i]
	}
	l, err := tilegpu.LinearOf(t)
	if err != nil {
		c.err = op.Errorf("%w", err)
		return nil
	}
	c.known[key] = len(c.views)
	c.views = append(c.views, view.View{Title: key, Layout: l})
	return &c.views[len(c.views)-1]
}

// plain returns the text of a tensor type without its encoding.
func plain(op *ir.Operation, t ir.Type) string {
	return op.Context().TensorType(t.(*ir.TensorType).Shape(), ir.ElementOrSelf(t), nil).String()
}

// elementBits returns the width of an element in memory; for a pointer, that of its pointee.
func elementBits(t ir.Type) int {
	e := ir.ElementOrSelf(t)
	if p, ok := e.(*tile.PtrType); ok {
		e = p.Pointee()
	}
	if _, ok := e.(*ir.IndexType); ok {
		return 64
	}
	return max(8, ir.BitWidth(e))
}

// title returns the name of the module's first kernel.
func title(module *ir.Operation) string {
	for op := range module.Region(0).Entry().Ops() {
		if kernel, ok := tile.AsKernel(op); ok {
			return "Layouts of @" + kernel.SymName()
		}
	}
	return "Layouts"
}
