package nvvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

var (
	matrixShapeDef = ir.AttrDef{Dialect: "nvvm", Mnemonic: "ld_st_matrix_shape",
		Summary: "Matrix shape for ldmatrix and stmatrix", Parse: func(p ir.Parser, _ ir.Type) ir.Attribute {
			return parseMatrixShape(p)
		}}
	matrixElements = newBracketed("ld_st_matrix_elt_type", "Element type for ldmatrix and stmatrix", "LdStMatrixEltType",
		"b16", "b8", "b8x16.b6x16_p32", "b8x16.b4x16_p64")
)

// MatrixShapeAttr is `#nvvm.ld_st_matrix_shape<m = 8, n = 8>`.
type MatrixShapeAttr struct {
	ir.AttrBase
	M, N int
}

type matrixShapeKey struct{ m, n int }

func matrixShape(ctx *ir.Context, m, n int) *MatrixShapeAttr {
	return ir.Intern(ctx, matrixShapeKey{m, n}, func(s matrixShapeKey) *MatrixShapeAttr {
		return &MatrixShapeAttr{M: s.m, N: s.n}
	})
}

// Def returns the definition of the attribute's kind.
func (*MatrixShapeAttr) Def() *ir.AttrDef { return &matrixShapeDef }

// PrintBody appends what follows the mnemonic.
func (a *MatrixShapeAttr) PrintBody(p *ir.Printer) {
	p.Text("<m = ")
	p.Int(int64(a.M))
	p.Text(", n = ")
	p.Int(int64(a.N))
	p.Text(">")
}

// String returns the attribute's text.
func (a *MatrixShapeAttr) String() string { return ir.AttrText(a) }

func parseMatrixShape(p ir.Parser) ir.Attribute {
	if sizes := parseSizes(p, "m", "n"); sizes != nil {
		return matrixShape(p.Context(), sizes[0], sizes[1])
	}
	return nil
}

var matrixShapes = ir.AttrConstraint{Summary: matrixShapeDef.Summary, Check: isMatrixShape, Storage: isMatrixShape}

func isMatrixShape(a ir.Attribute) bool {
	_, ok := a.(*MatrixShapeAttr)
	return ok
}

// LdMatrix defines `nvvm.ldmatrix`: the warp reads matrices of 8 rows of 8 16-bit elements from shared memory. Lane
// 8*i+r has the address of row r of matrix i, which is 16 bytes long. Result register i of lane l holds elements
// 2*(l%4) and 2*(l%4)+1 of row l/4 of matrix i; with layout col, of column l/4 (PTX ISA, "ldmatrix").
var LdMatrix = ir.OpDef{
	Name:     "nvvm.ldmatrix",
	Summary:  "cooperative matrix load",
	Operands: []ir.ValueDef{{Name: "ptr", Type: barrierPointer}},
	Results:  []ir.ValueDef{{Name: "res", Type: ir.TypeConstraint{Summary: "any type", Check: llvm.IsCompatible}}},
	Attrs: []ir.OpAttr{{Name: "num", Attr: constraints.I32Attr}, {Name: "layout", Attr: mmaLayouts.constraint()},
		{Name: "shape", Attr: matrixShapes}, {Name: "eltType", Attr: matrixElements.constraint()}},
	Assembly: `$ptr attr-dict ':' functional-type(operands, results)`,
	Verify:   verifyLdMatrix,

	Interfaces: byWarp,
}

// NewLdMatrix creates a read of n matrices (1, 2 or 4) and returns their registers, which are i32.
func NewLdMatrix(b *ir.Builder, pointer *ir.Value, n int, transposed bool) []*ir.Value {
	ctx := b.Context()
	st := b.State(&LdMatrix)
	st.Operands = append(st.Operands, pointer)
	order := Row
	if transposed {
		order = Col
	}
	st.SetInherent("num", ctx.Integer(ctx.I(32), int64(n)))
	st.SetInherent("layout", mmaLayouts.attr(ctx, order))
	st.SetInherent("shape", matrixShape(ctx, 8, 8))
	st.SetInherent("eltType", matrixElements.attr(ctx, "b16"))
	if n == 1 {
		st.Types = append(st.Types, ctx.I(32))
		return b.Create(st).ResultValues()
	}
	st.Types = append(st.Types, llvm.StructOf(ctx, false, slices.Repeat([]ir.Type{ctx.I(32)}, n)...))
	whole := b.Create(st).Result(0)
	out := make([]*ir.Value, n)
	for i := range out {
		out[i] = llvm.NewExtractValue(b, whole, int64(i))
	}
	return out
}

// LdMatrixOf returns how many matrices an nvvm.ldmatrix reads, and whether it transposes them.
func LdMatrixOf(op *ir.Operation) (n int, transposed bool) {
	return int(op.Inherent("num").(*ir.IntegerAttr).Int64()), caseOf(op.Inherent("layout")) == Col
}

// StMatrix defines `nvvm.stmatrix`: the warp writes matrices of 8 rows of 8 16-bit elements to shared memory. Addresses
// and elements belong to lanes as in nvvm.ldmatrix (PTX ISA, "stmatrix"). Upstream's matrices of 16 rows of bytes are
// not supported; they need sm_100.
var StMatrix = ir.OpDef{
	Name:    "nvvm.stmatrix",
	Summary: "cooperative matrix store",
	Operands: []ir.ValueDef{{Name: "ptr", Type: barrierPointer},
		{Name: "sources", Type: constraints.I32, Arity: ir.Variadic}},
	Attrs: []ir.OpAttr{{Name: "layout", Attr: mmaLayouts.constraint()}, {Name: "shape", Attr: matrixShapes},
		{Name: "eltType", Attr: matrixElements.constraint()}},
	Assembly: `$ptr ',' $sources attr-dict ':' type(operands)`,
	Verify:   verifyStMatrix,

	Interfaces: byWarp,
}

// NewStMatrix creates a write of 1, 2 or 4 matrices. sources are their registers, which are i32.
func NewStMatrix(b *ir.Builder, pointer *ir.Value, sources []*ir.Value, transposed bool) {
	ctx := b.Context()
	st := b.State(&StMatrix)
	st.Operands = append(append(st.Operands, pointer), sources...)
	order := Row
	if transposed {
		order = Col
	}
	st.SetInherent("layout", mmaLayouts.attr(ctx, order))
	st.SetInherent("shape", matrixShape(ctx, 8, 8))
	st.SetInherent("eltType", matrixElements.attr(ctx, "b16"))
	b.Create(st)
}

// StMatrixOf returns how many matrices an nvvm.stmatrix writes, and whether it transposes them.
func StMatrixOf(op *ir.Operation) (n int, transposed bool) {
	return op.NumOperands() - 1, caseOf(op.Inherent("layout")) == Col
}

func verifyStMatrix(op *ir.Operation) error {
	n, _ := StMatrixOf(op)
	shape := op.Inherent("shape").(*MatrixShapeAttr)
	switch {
	case n != 1 && n != 2 && n != 4:
		return op.Errorf("expected num attribute to be 1, 2 or 4")
	case shape.M == 16 && shape.N == 8:
		return op.Errorf("has matrices of 16 rows, which are not supported: expected shape to be 8x8")
	case shape.M != 8 || shape.N != 8:
		return op.Errorf("expected shape to be 8x8 or 16x8")
	case caseOf(op.Inherent("eltType")) != "b16":
		return op.Errorf("expected element type to be B16 for 8x8 matrix")
	}
	return nil
}

func verifyLdMatrix(op *ir.Operation) error {
	n, _ := LdMatrixOf(op)
	shape := op.Inherent("shape").(*MatrixShapeAttr)
	i32 := ir.Type(op.Context().I(32))
	want := i32
	if n > 1 {
		want = llvm.StructOf(op.Context(), false, slices.Repeat([]ir.Type{i32}, n)...)
	}
	switch {
	case n != 1 && n != 2 && n != 4:
		return op.Errorf("expected num attribute to be 1, 2 or 4")
	case shape.M != 8 || shape.N != 8:
		return op.Errorf("expected shape to be 8x8, 8x16 or 16x16")
	case caseOf(op.Inherent("eltType")) != "b16":
		return op.Errorf("expected element type to be b16 for 8x8 matrix")
	case op.Result(0).Type() != want && n == 1:
		return op.Errorf("expected destination type is i32")
	case op.Result(0).Type() != want:
		return op.Errorf("expected destination type is a structure of %d elements of type i32", n)
	}
	return nil
}
