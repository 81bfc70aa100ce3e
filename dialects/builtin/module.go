package builtin

import (
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// ModuleOp defines `builtin.module`: a graph region with one block and no terminator. It is a symbol table, and is
// itself a symbol if it has a name.
var ModuleOp = ir.OpDef{
	Name:    "builtin.module",
	Summary: "A top level container operation",
	Attrs: []ir.OpAttr{
		{Name: ir.SymbolName, Attr: constraints.SymbolName, Optional: true},
		{Name: ir.SymbolVisibility, Attr: constraints.String, Optional: true},
	},
	Regions: []ir.RegionDef{constraints.SizedRegion("bodyRegion", 1)},
	Traits: ir.AffineScope | ir.IsolatedFromAbove | ir.NoRegionArguments | ir.SymbolTable | ir.Symbol |
		ir.OptionalSymbol | ir.NoTerminator | ir.SingleBlock | ir.GraphRegion,
	DefaultDialect: "builtin",
	Assembly:       `($sym_name^)? attr-dict-with-keyword $bodyRegion`,
	Verify:         verifyModule,
}

func verifyModule(op *ir.Operation) error {
	for _, a := range op.Attrs().All() {
		if !strings.Contains(a.Name, ".") {
			return op.Errorf("can only contain attributes with dialect-prefixed names, found: '%s'", a.Name)
		}
	}
	return nil
}

// Module is a view of a `builtin.module`.
type Module struct{ *ir.Operation }

// AsModule returns op as a module; ok is false when it is something else.
func AsModule(op *ir.Operation) (m Module, ok bool) { return Module{op}, op.Is(&ModuleOp) }

// Body returns the module's only block.
func (m Module) Body() *ir.Block { return m.Region(0).Entry() }

// NewModule returns an empty module; name may be empty.
func NewModule(b *ir.Builder, name string) Module {
	st := b.State(&ModuleOp)
	if name != "" {
		st.SetInherent(ir.SymbolName, b.Context().StringAttr(name))
	}
	body := &ir.Region{}
	body.AppendNew()
	st.Regions = append(st.Regions, body)
	return Module{b.Create(st)}
}
