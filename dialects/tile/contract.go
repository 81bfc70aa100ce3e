package tile

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/enums"
)

// Outside says what an index outside of an array along an axis means.
type Outside int

// Outsides is the enumeration of [Outside]; the default is OutsideChecked.
var Outsides = enums.New[Outside]("outside", "what an index outside means: checked, zero or never", 32,
	"checked", "zero", "never")

// OutsideChecked makes an index outside an error, which the executors report. OutsideZero makes the element zero, which
// is padding. OutsideNever says that no index is outside, which the verifier proves.
const (
	OutsideChecked Outside = iota
	OutsideZero
	OutsideNever
)

// Programs says how many programs of a grid compute a contraction.
type Programs int

// ProgramCounts is the enumeration of [Programs]; the default is AnyPrograms.
var ProgramCounts = enums.New[Programs]("programs", "how many programs compute a contraction: any, each or few", 32,
	"any", "each", "few")

// With AnyPrograms, the grid may have any size, and its programs share the tiles. With ProgramForEach, there is one
// program for each tile, and a grid of another size is an error. With FewPrograms, the grid may have any size. The
// kernel is then compiled for a grid whose programs all run at the same time; each program loops over tiles.
const (
	AnyPrograms Programs = iota
	ProgramForEach
	FewPrograms
)

// Contract defines `tile.contract`: the operation is a tensor contraction, which an equation describes; see package
// dialects/tile/contract. Each element of the output is a sum over the letters that the output does not have. The terms
// are products of an element of lhs and an element of rhs:
//
//	tile.contract "mk,kn->mn" %a, %b into %c
//	tile.contract "nc(h+r-1)(w+s-1),kcrs->nkhw" %x, %w into %y {lhs_outside = ["never", "never", "zero", "zero"]}
//
// All programs of the grid take part. Each computes some elements of the output; which ones is not specified. A program
// must not read what others write, so the output must not be an operand of another operation of the kernel.
//
// The reference computes sums of products exactly and rounds them once to the accumulator's type, except for floats of
// 64 bits. Hardware adds in an order and a format of its own, as for tile.dot. The accumulator is f64 for f64, i32 for
// integers and f32 otherwise, unless `accumulator` names another one that tile.dot has. The epilogue, if there is one,
// computes an element of the output from the sum and from one element of each of the `with` arrays. The axes of these
// arrays are letters of the output, which `axes` lists. Without an epilogue, the sum is converted to the output's type.
//
// A sum must have fewer than 2^31 products.
//
// A table that the equation names is a constant in `constants` or one of the integer arrays after `tables`, whose names
// are in `table_names`. lhs_outside and rhs_outside say for each axis what an index outside of it means; see [Outside].
//
// An axis of the output may be an expression, as in "nkhw,kcrs->nc(h+r)(w+s)". Several sums may then belong to one
// element. They are added to the element atomically. Sums outside of the output are dropped.
//
// `shape` is a hint: the number of rows, columns and products of a tile of the computation. `programs` says how many
// programs compute the contraction: "any", the default; "each", one program for each tile; or "few", as many as run at
// the same time. See [Programs].
var Contract = ir.OpDef{
	Name:    "tile.contract",
	Summary: "extended tensor contraction of two arrays by an equation",
	Operands: []ir.ValueDef{
		{Name: "lhs", Type: arrays}, {Name: "rhs", Type: arrays}, {Name: "output", Type: arrays},
		{Name: "tables", Type: arrays, Arity: ir.Variadic}, {Name: "others", Type: arrays, Arity: ir.Variadic},
	},
	Attrs: []ir.OpAttr{
		{Name: equationName, Attr: constraints.String},
		{Name: constantsName, Attr: constraints.AnyAttr, Optional: true},
		{Name: tableNames, Attr: constraints.AnyAttr, Optional: true},
		{Name: othersAxes, Attr: constraints.AnyAttr, Optional: true},
		{Name: outsideNames[0], Attr: constraints.AnyAttr, Optional: true},
		{Name: outsideNames[1], Attr: constraints.AnyAttr, Optional: true},
		{Name: accumulatorName, Attr: constraints.Type, Optional: true},
		{Name: precisionName, Attr: Precisions.Constraint(), Optional: true},
		{Name: shapeName, Attr: constraints.DenseI64Array, Optional: true},
		{Name: programsName, Attr: constraints.String, Optional: true},
	},
	Regions: []ir.RegionDef{constraints.MaxSizedRegion("epilogue", 1)},
	Traits:  ir.AttrSizedOperandSegments,
	Assembly: `$equation $lhs ',' $rhs 'into' $output ('tables' $tables^)? ('with' $others^)? ('epilogue' $epilogue^)? attr-dict ':' ` +
		`type($lhs) ',' type($rhs) ',' type($output) ('tables' type($tables)^)? ('with' type($others)^)?`,
	Verify:        verifyContract,
	VerifyRegions: verifyEpilogue,

	Interfaces: []any{ir.EffectsFunc(contractEffects)},
}

// Attributes of tile.contract.
const (
	// equationName is the equation of the contraction.
	equationName = "equation"
	// constantsName maps names of tables to constants.
	constantsName = "constants"
	// tableNames has the names of the tables that are operands.
	tableNames = "table_names"
	// othersAxes has the letters of the axes of each of the epilogue's further operands.
	othersAxes = "axes"
	// accumulatorName is the type in which products are summed.
	accumulatorName = "accumulator"
	// shapeName is a hint: the number of rows, columns and products of a tile of the computation.
	shapeName = "shape"
	// programsName says how many programs compute the contraction.
	programsName = "programs"
)

var outsideNames = [2]string{"lhs_outside", "rhs_outside"}

// contractEffects yields reads of all operands but the output, and a write of the output. An output that is added to is
// also read.
func contractEffects(op *ir.Operation, yield func(ir.Effect) bool) {
	for i, v := range op.Operands() {
		kind := ir.Read
		if i == contractOutput {
			kind = ir.Write
		}
		if !yield(ir.Effect{Kind: kind, Value: v}) {
			return
		}
	}
	yield(ir.Effect{Kind: ir.Read, Value: op.Operand(contractOutput)})
}

// contractOutput is the index of the operand of tile.contract that is the output.
const contractOutput = 2

// ContractOptions are the optional properties of a contraction. The zero value stands for the defaults.
type ContractOptions struct {
	// Constants are tables by name.
	Constants map[string]contract.Table
	// Tables are integer arrays, and TableNames their names.
	Tables     []*ir.Value
	TableNames []string
	// Others are the further operands of the epilogue. Axes are the letters of each one's axes, such as "nk".
	Others []*ir.Value
	Axes   []string
	// LHSOutside and RHSOutside say for each axis what an index outside means; nil stands for [OutsideChecked].
	LHSOutside, RHSOutside []Outside
	Accumulator            ir.Type // nil for the default
	Precision              Precision
	Shape                  []int64 // of a tile of the computation; nil lets the compiler choose
	Programs               Programs
	// Epilogue computes an element of the output from the sum and one element of each of Others; nil converts the sum.
	Epilogue func(b *ir.Builder, sum *ir.Value, others []*ir.Value) (*ir.Value, error)
}

// NewContract creates a contraction by an equation. It returns an error of the epilogue. The verifier reports errors of
// the equation.
func NewContract(b *ir.Builder, equation string, lhs, rhs, output *ir.Value, o ContractOptions) (*ir.Operation, error) {
	ctx, st := b.Context(), b.State(&Contract)
	st.Operands = append(append(append(st.Operands, lhs, rhs, output), o.Tables...), o.Others...)
	st.SetSegments(1, 1, 1, int32(len(o.Tables)), int32(len(o.Others)))
	st.SetInherent(equationName, ctx.StringAttr(equation))
	if o.Constants != nil {
		var tables []ir.NamedAttr
		for name, t := range o.Constants {
			tables = append(tables, ir.NamedAttr{Name: name, Value: tableAttr(ctx, t)})
		}
		st.SetInherent(constantsName, ctx.Dict(tables...))
	}
	texts := func(name string, list []string) {
		if list == nil {
			return
		}
		var attrs []ir.Attribute
		for _, s := range list {
			attrs = append(attrs, ctx.StringAttr(s))
		}
		st.SetInherent(name, ctx.Array(attrs...))
	}
	texts(tableNames, o.TableNames)
	texts(othersAxes, o.Axes)
	for i, list := range [2][]Outside{o.LHSOutside, o.RHSOutside} {
		var names []string
		for _, mode := range list {
			names = append(names, Outsides.Name(mode))
		}
		texts(outsideNames[i], names)
	}
	if o.Accumulator != nil {
		st.SetInherent(accumulatorName, ctx.TypeAttr(o.Accumulator))
	}
	if o.Precision != PrecisionIEEE {
		st.SetInherent(precisionName, Precisions.Attr(ctx, o.Precision))
	}
	if o.Shape != nil {
		st.SetInherent(shapeName, ctx.DenseI64(o.Shape...))
	}
	if o.Programs != AnyPrograms {
		st.SetInherent(programsName, ctx.StringAttr(ProgramCounts.Name(o.Programs)))
	}
	region := &ir.Region{}
	st.Regions = append(st.Regions, region)
	if o.Epilogue == nil {
		return b.Create(st), nil
	}
	block := region.AppendNew()
	block.AddArg(ctx, accumulatorOf(ctx, o.Accumulator, lhs.Type().(*ArrayType).elem), b.Loc())
	for _, v := range o.Others {
		block.AddArg(ctx, v.Type().(*ArrayType).elem, b.Loc())
	}
	op := b.Create(st)
	inner := ir.NewBuilder(ctx).AtEnd(op.Region(0).Entry())
	inner.SetLoc(b.Loc())
	args := op.Region(0).Entry().Args()
	v, err := o.Epilogue(inner, args[0], args[1:])
	if err == nil {
		err = needValues(&Yield, v)
	}
	if err != nil {
		op.Erase()
		return nil, err
	}
	end := inner.State(&Yield)
	end.Operands = append(end.Operands, v)
	inner.Create(end)
	return op, nil
}

// tableAttr returns a table as a tensor of i64.
func tableAttr(ctx *ir.Context, t contract.Table) ir.Attribute {
	typ := ctx.TensorType(t.Shape, ctx.I(64), nil)
	var raw []byte
	for _, v := range t.Data {
		raw = ir.AppendElement(raw, ctx.Integer(ctx.I(64), v))
	}
	if len(t.Data) > 0 && !slices.ContainsFunc(t.Data, func(v int64) bool { return v != t.Data[0] }) {
		return ctx.DenseSplat(typ, ctx.Integer(ctx.I(64), t.Data[0]))
	}
	return ctx.DenseElements(typ, raw, false)
}

// Contract creates a contraction by an equation, see [NewContract].
func (b *Builder) Contract(equation string, lhs, rhs, output *ir.Value, o ContractOptions) {
	for _, v := range append([]*ir.Value{lhs, rhs, output}, append(o.Tables, o.Others...)...) {
		if !b.isArray(&Contract, v) {
			return
		}
	}
	operands := append([]*ir.Value{lhs, rhs, output}, append(o.Tables, o.Others...)...)
	b.operation(Contract.Name, operands, func(b *ir.Builder) (*ir.Operation, error) {
		return NewContract(b, equation, lhs, rhs, output, o)
	})
}
