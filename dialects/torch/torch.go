package torch

import (
	"errors"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// ErrShape is wrapped by errors about shapes that do not match.
var ErrShape = errors.New("shapes do not match")

// Dialect is the dialect `torch`.
var Dialect = &ir.Dialect{
	Name:         "torch",
	Summary:      "PyTorch's operators, and loosely typed functions that they are made of",
	Ops:          append([]*ir.OpDef{&Operator}, functionList()...),
	Define:       func() []*ir.OpDef { return operators("torch.aten.", aten()) },
	Dependencies: []*ir.Dialect{prim.Dialect},
	Inlining:     &ir.Inlining{},
	SyntaxNotes:  true,
}

// functionList returns the functions, in the order of the primitives.
func functionList() (defs []*ir.OpDef) {
	for _, p := range prim.Dialect.Ops {
		if f := functions[p]; f != nil {
			defs = append(defs, f)
		}
	}
	return defs
}

func operators(prefix string, schemas []string) (defs []*ir.OpDef) {
	for _, s := range schemas {
		defs = append(defs, New(prefix, s))
	}
	return defs
}
