package pass

import (
	"github.com/girih-ir/girih/ir"
)

// Pass is a transformation or a check of operations of one kind. It is immutable: one value serves any number of runs,
// on any number of goroutines.
type Pass struct {
	// Name is the pass's name in pipelines; Summary one line for --help.
	Name, Summary string
	// Title is the name of the pass in reports, such as "Canonicalizer"; if it is empty, reports use Name.
	Title string
	// Anchor is the name of the operation that the pass runs on; "" for any operation that is isolated from above.
	Anchor string
	// Accepts says which operations a pass without Anchor can run on; nil for all.
	Accepts func(*ir.OpInfo) bool
	// Dialects lists the dialects of operations that the pass creates. They are loaded before a pipeline with the pass
	// runs.
	Dialects []*ir.Dialect
	// Options returns a pointer to a struct that holds the defaults; nil for a pass without options. Fields tagged
	// `opt:"name" help:"..."` may be set in pipelines: booleans, numbers, strings, durations, and slices of those. The
	// tag `values:"a,b,c"` lists the allowed values.
	Options func() any
	// Statistics returns a pointer to a struct of zeros; nil for a pass that counts nothing. Fields of type int64
	// tagged `stat:"name" help:"..."` are counters.
	Statistics func() any
	// Run transforms op, and nothing outside it. If it returns an *ir.Diagnostic, that is reported at its own location;
	// other errors are reported at op. Runs on different operations may be concurrent.
	Run func(ctx *Context, op *ir.Operation) error
}

// DisplayName returns the pass's name in reports: its title, if it has one.
func (p *Pass) DisplayName() string {
	if p.Title != "" {
		return p.Title
	}
	return p.Name
}

// acceptsOp reports whether the pass can be scheduled on operations of a name.
func (p *Pass) acceptsOp(info *ir.OpInfo) bool {
	return (p.Anchor == "" || p.Anchor == info.Name) && (p.Accepts == nil || p.Accepts(info))
}
