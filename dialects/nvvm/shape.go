package nvvm

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
)

// ShapeAttr is `#nvvm.shape<m = 64, n = 128, k = 16>`: the rows, columns and contracted elements of one product.
type ShapeAttr struct {
	ir.AttrBase
	M, N, K int
}

var shapeDef = ir.AttrDef{Dialect: "nvvm", Mnemonic: "shape", Summary: "Attribute for MMA operation shape.",
	Parse: func(p ir.Parser, _ ir.Type) ir.Attribute { return parseShape(p) }}

type shapeKey struct{ m, n, k int }

// Shape returns the attribute of a product's shape.
func Shape(ctx *ir.Context, m, n, k int) *ShapeAttr {
	return ir.Intern(ctx, shapeKey{m, n, k}, func(s shapeKey) *ShapeAttr { return &ShapeAttr{M: s.m, N: s.n, K: s.k} })
}

// Def returns the definition of the attribute's kind.
func (*ShapeAttr) Def() *ir.AttrDef { return &shapeDef }

func (a *ShapeAttr) body() string { return fmt.Sprintf("<m = %d, n = %d, k = %d>", a.M, a.N, a.K) }

// PrintBody appends what follows the mnemonic.
func (a *ShapeAttr) PrintBody(p *ir.Printer) { p.Text(a.body()) }

// String returns the attribute's text.
func (a *ShapeAttr) String() string { return "#nvvm.shape" + a.body() }

func parseShape(p ir.Parser) ir.Attribute {
	if sizes := parseSizes(p, "m", "n", "k"); sizes != nil {
		return Shape(p.Context(), sizes[0], sizes[1], sizes[2])
	}
	return nil
}

// parseSizes reads sizes with these names, such as `<m = 8, n = 8>`. It returns nil after an error.
func parseSizes(p ir.Parser, names ...string) (sizes []int) {
	p.Literal("<")
	for i, name := range names {
		if i > 0 {
			p.Literal(",")
		}
		p.Literal(name)
		p.Literal("=")
		sizes = append(sizes, int(p.Int64()))
	}
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	return sizes
}

var shapeConstraint = ir.AttrConstraint{Summary: shapeDef.Summary, Check: isShape, Storage: isShape,
	Parse: func(p ir.OpParser) ir.Attribute { return parseShape(p) },
	Print: func(p ir.OpPrinter, a ir.Attribute) { p.Text(a.(*ShapeAttr).body()) },
}

func isShape(a ir.Attribute) bool {
	_, ok := a.(*ShapeAttr)
	return ok
}
