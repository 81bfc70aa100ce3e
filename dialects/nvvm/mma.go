package nvvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// TypeF64 is an element type of factors that only [MmaSync] has.
const TypeF64 = "f64"

var (
	mmaTypes = newBracketed("mma_type", "NVVM MMA types", "MMATypes", TypeF16, TypeF32, TypeTF32, TypeF64, TypeU8, TypeS8,
		TypeS32, "b1", "u4", "s4", TypeBF16)
	mmaOverflows = newBracketed("mma_int_overflow", "MMA overflow options", "MMAIntOverflow", "wrapped", "satfinite")
)

// Names of attributes of nvvm.mma.sync.
const (
	ptxTypeA     = "multiplicandAPtxType"
	ptxTypeB     = "multiplicandBPtxType"
	intOverflow  = "intOverflowBehavior"
	mmaShapeAttr = "shape"
)

// InOrder is a discardable attribute of an nvvm.mma.sync: compilers leave the product between the accesses to memory
// that come before it and those that come after it.
const InOrder = "nvvm.in_order"

// MmaSync defines `nvvm.mma.sync`: the result is the product of two matrices plus a third matrix. The lanes of a warp
// hold the elements of the matrices in registers (PTX ISA, "mma"). Registers of narrow elements hold several of them:
// they are vector<2xf16> for f16, and i32 for other narrow types.
//
// Upstream's verifier rejects the f64 products of shape m16n8k8, which PTX has for sm_90 and later.
var MmaSync = ir.OpDef{
	Name:    "nvvm.mma.sync",
	Summary: "cooperative matrix-multiply and accumulate",
	Operands: []ir.ValueDef{{Name: "operandA", Type: anyLLVM, Arity: ir.Variadic},
		{Name: "operandB", Type: anyLLVM, Arity: ir.Variadic}, {Name: "operandC", Type: anyLLVM, Arity: ir.Variadic}},
	Results: []ir.ValueDef{{Name: "res", Type: accumulators}},
	Attrs: []ir.OpAttr{{Name: mmaShapeAttr, Attr: shapeConstraint},
		{Name: intOverflow, Attr: mmaOverflows.constraint(), Optional: true},
		{Name: "layoutA", Attr: mmaLayouts.constraint()}, {Name: "layoutB", Attr: mmaLayouts.constraint()},
		{Name: ptxTypeA, Attr: mmaTypes.constraint(), Optional: true},
		{Name: ptxTypeB, Attr: mmaTypes.constraint(), Optional: true}},
	Traits: ir.AttrSizedOperandSegments,
	Parse:  parseMma, Print: printMma, Verify: verifyMma,

	Interfaces: byWarp,
}

// Mma describes one instruction of nvvm.mma.sync.
type Mma struct {
	M, N, K      int
	TypeA, TypeB string
	TypeD        string // f32, s32 or f64
}

// mmaForm describes the operands of an instruction: its shape, and the number of registers of each operand and of the
// result.
type mmaForm struct{ m, k, a, b, d int }

// mmaForms maps the element type of the factors to the supported instructions. All have 8 columns. m8n8k4 of f16 and
// elements of less than 8 bits are not supported.
var mmaForms = map[string][]mmaForm{
	TypeF16: {{16, 8, 2, 1, 4}, {16, 16, 4, 2, 4}}, TypeBF16: {{16, 8, 2, 1, 4}, {16, 16, 4, 2, 4}},
	TypeTF32: {{16, 4, 2, 1, 4}, {16, 8, 4, 2, 4}}, TypeF64: {{8, 4, 1, 1, 2}, {16, 8, 4, 2, 4}},
	TypeS8: {{8, 16, 1, 1, 2}, {16, 16, 2, 1, 4}, {16, 32, 4, 2, 4}},
	TypeU8: {{8, 16, 1, 1, 2}, {16, 16, 2, 1, 4}, {16, 32, 4, 2, 4}},
}

// MmaOf returns the description of an nvvm.mma.sync.
func MmaOf(op *ir.Operation) Mma {
	s := op.Inherent(mmaShapeAttr).(*ShapeAttr)
	m := Mma{M: s.M, N: s.N, K: s.K, TypeA: caseOf(op.Inherent(ptxTypeA)), TypeB: caseOf(op.Inherent(ptxTypeB)),
		TypeD: TypeF32}
	for i, name := range []*string{&m.TypeA, &m.TypeB} {
		if from, to := op.Group(i); *name == "" && to > from {
			*name = inferredType(op.Operand(from).Type())
		}
	}
	switch m.TypeA {
	case TypeF64:
		m.TypeD = TypeF64
	case TypeS8, TypeU8:
		m.TypeD = TypeS32
	}
	return m
}

// MmaOperands returns the registers of the operands A, B and C.
func MmaOperands(op *ir.Operation) (groups [3][]*ir.Value) {
	for i := range groups {
		from, to := op.Group(i)
		groups[i] = op.OperandRange(from, to)
	}
	return groups
}

// inferredType returns the element type of a factor that follows from the type of its registers, "" if none does.
func inferredType(t ir.Type) string {
	switch e := ir.ElementOrSelf(t); {
	case t != e && e.String() == TypeF16:
		return TypeF16
	case e.String() == TypeF64:
		return TypeF64
	}
	return ""
}

// registerType returns the type of the registers of a factor with elements of the named type.
func registerType(ctx *ir.Context, name string) ir.Type {
	switch name {
	case TypeF16:
		return ctx.VectorType([]int64{2}, ctx.F16(), nil)
	case TypeF64:
		return ctx.F64()
	}
	return ctx.I(32)
}

// NewMma creates the product of the matrices in the registers x and y plus acc, and returns the registers of the
// result.
func NewMma(b *ir.Builder, m Mma, x, y, acc []*ir.Value) (sums []*ir.Value) {
	ctx := b.Context()
	st := b.State(&MmaSync)
	st.Operands = slices.Concat(st.Operands, x, y, acc)
	st.Types = append(st.Types, llvm.StructOf(ctx, false, ir.TypesOf(acc)...))
	st.SetInherent(mmaShapeAttr, Shape(ctx, m.M, m.N, m.K))
	st.SetInherent("layoutA", mmaLayouts.attr(ctx, Row))
	st.SetInherent("layoutB", mmaLayouts.attr(ctx, Col))
	st.SetInherent(ptxTypeA, mmaTypes.attr(ctx, m.TypeA))
	st.SetInherent(ptxTypeB, mmaTypes.attr(ctx, m.TypeB))
	if m.TypeD == TypeS32 {
		st.SetInherent(intOverflow, mmaOverflows.attr(ctx, "wrapped"))
	}
	st.SetSegments(int32(len(x)), int32(len(y)), int32(len(acc)))
	whole := b.Create(st).Result(0)
	for i := range acc {
		sums = append(sums, llvm.NewExtractValue(b, whole, int64(i)))
	}
	return sums
}

func parseMma(p ir.OpParser, st *ir.OpState) {
	var groups [3][]ir.UnresolvedOperand
	for i, name := range []string{"A", "B", "C"} {
		if pos := p.Pos(); p.Keyword() != name && !p.Failed() {
			p.Errorf(pos, "expected '%s'", name)
			return
		}
		p.Literal("[")
		groups[i] = p.Operands()
		p.Literal("]")
	}
	p.AttrDict(st)
	p.Literal(":")
	pos := p.Pos()
	t, ok := p.Type().(*ir.FunctionType)
	if p.Failed() {
		return
	}
	if !ok || len(t.Inputs) != len(groups) || len(t.Results) != 1 {
		p.Errorf(pos, "expected one type for each operand segment but got %d types", inputsOf(t))
		return
	}
	for i, us := range groups {
		p.ResolveInto(st, us, slices.Repeat([]ir.Type{t.Inputs[i]}, len(us)), pos)
	}
	st.SetSegments(int32(len(groups[0])), int32(len(groups[1])), int32(len(groups[2])))
	for i, name := range []string{ptxTypeA, ptxTypeB} {
		if inferred := inferredType(t.Inputs[i]); st.GetInherent(name) == nil && inferred != "" {
			st.SetInherent(name, mmaTypes.attr(p.Context(), inferred))
		}
	}
	st.Types = append(st.Types, t.Results...)
}

func inputsOf(t *ir.FunctionType) int {
	if t == nil {
		return 0
	}
	return len(t.Inputs)
}

func printMma(p ir.OpPrinter, op *ir.Operation) {
	groups := MmaOperands(op)
	elided := []string{ir.OperandSegments}
	var types []ir.Type
	for i, vs := range groups {
		p.Text([]string{" A[", "  B[", "  C["}[i])
		p.Operands(vs)
		p.Text("]")
		if len(vs) > 0 {
			types = append(types, vs[0].Type())
		}
		if name := []string{ptxTypeA, ptxTypeB, ""}[i]; name != "" && len(vs) > 0 && inferredType(vs[0].Type()) != "" &&
			inferredType(vs[0].Type()) == caseOf(op.Inherent(name)) {
			elided = append(elided, name)
		}
	}
	p.Text(" ")
	p.AttrDict(op, elided...)
	p.Text(" : ")
	p.FunctionType(types, op.ResultTypes())
}

func verifyMma(op *ir.Operation) error {
	m, groups := MmaOf(op), MmaOperands(op)
	i := slices.IndexFunc(mmaForms[m.TypeA], func(f mmaForm) bool { return f.m == m.M && f.k == m.K })
	bytes := m.TypeA == TypeS8 || m.TypeA == TypeU8
	switch {
	case i < 0 || m.N != 8:
		return op.Errorf("unimplemented variant for MMA shape <%d, %d, %d> of %s", m.M, m.N, m.K, m.TypeA)
	case m.TypeA != m.TypeB && !(bytes && (m.TypeB == TypeS8 || m.TypeB == TypeU8)):
		return op.Errorf("%s and %s are not the element types of a product", m.TypeA, m.TypeB)
	case bytes && op.Inherent(intOverflow) == nil:
		return op.Errorf("op requires intOverflowBehavior attribute")
	case caseOf(op.Inherent("layoutA")) != Row || caseOf(op.Inherent("layoutB")) != Col:
		return op.Errorf("requires layoutA = #nvvm.mma_layout<row> and layoutB = #nvvm.mma_layout<col> for use with " +
			"this shape")
	}
	ctx, form := op.Context(), mmaForms[m.TypeA][i]
	sum := map[string]ir.Type{TypeF32: ctx.F32(), TypeS32: ctx.I(32), TypeF64: ctx.F64()}[m.TypeD]
	for k, want := range []struct {
		n int
		t ir.Type
	}{{form.a, registerType(ctx, m.TypeA)}, {form.b, registerType(ctx, m.TypeB)}, {form.d, sum}} {
		if len(groups[k]) != want.n || slices.ContainsFunc(groups[k], func(v *ir.Value) bool { return v.Type() != want.t }) {
			return op.Errorf("could not match types for the %c operands; expected %d of %s", 'A'+k, want.n, ir.Quote(want.t))
		}
	}
	fields := op.Result(0).Type().(*llvm.StructType).Fields
	if len(fields) != form.d || slices.ContainsFunc(fields, func(t ir.Type) bool { return t != sum }) {
		return op.Errorf("could not match allowed types for the result; expected %d of %s but got %s", form.d, ir.Quote(sum),
			ir.Quote(op.Result(0).Type()))
	}
	return nil
}
