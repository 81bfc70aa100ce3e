// Package importtt is the pass convert-tt-to-tile. It converts Triton's programs (dialect tt) to dialect tile.
// Arithmetic and control flow stay as they are, since both use the dialects arith, math, scf and cf. Pointers, kernels,
// functions, memory accesses, reductions and the like become those of dialect tile.
//
// Triton's compiler takes liberties with floating-point operations that its IR does not state. Here fast-math flags
// state them; see elementwise.go. Operations without a counterpart, and unknown functions of libraries, are located
// errors.
//
// Start at [Convert]. The conversion begins with blockpointers.go, which replaces each block pointer by several values.
// types.go converts types. Then there is one file for each group of operations, with a part of the table of
// conversions.
//
// Before:
//
//	tt.func public @add_one(%p: !tt.ptr<f32>) {
//	  %one = arith.constant dense<1.0> : tensor<64xf32>
//	  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
//	  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
//	  %at = tt.addptr %ps, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
//	  %x = tt.load %at : tensor<64x!tt.ptr<f32>>
//	  %y = arith.addf %x, %one : tensor<64xf32>
//	  tt.store %at, %y : tensor<64x!tt.ptr<f32>>
//	  tt.return
//	}
//
// After convert-tt-to-tile:
//
//	module attributes {tile.semantics = #tile.semantics<triton>} {
//	  tile.kernel @add_one(%arg0: !tile.ptr<f32> {tile.may_overlap}) {
//	    %cst = arith.constant dense<1.000000e+00> : tensor<64xf32>
//	    %0 = tile.iota : tensor<64xi32>
//	    %1 = tile.splat %arg0 : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
//	    %2 = tile.addptr %1, %0 : tensor<64x!tile.ptr<f32>>, tensor<64xi32> -> tensor<64x!tile.ptr<f32>>
//	    %3 = tile.load %2 : tensor<64x!tile.ptr<f32>>
//	    %4 = arith.addf %3, %cst fastmath<contract> : tensor<64xf32>
//	    tile.store %2, %4 : tensor<64x!tile.ptr<f32>>, tensor<64xf32>
//	    tile.return
//	  }
//	}
package importtt

import (
	"errors"
	"fmt"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/cf"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Pass is `convert-tt-to-tile`.
var Pass = &pass.Pass{
	Name:     "convert-tt-to-tile",
	Title:    "ConvertTTToTilePass",
	Summary:  "Convert Triton's tile programs to the dialect tile",
	Anchor:   "builtin.module",
	Dialects: []*ir.Dialect{tile.Dialect, arith.Dialect, math.Dialect, scf.Dialect, cf.Dialect, fn.Dialect},
	Options:  func() any { return new(Options) },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return ConvertWith(op, *ctx.Options.(*Options))
	},
}

// Options are assumptions about kernels.
type Options struct {
	// PointersApart assumes that memory which is written through one argument is not accessed through another. Triton
	// does not promise this. With it, compilers need not load elements again after stores through other arguments.
	PointersApart bool `opt:"pointers-apart" help:"assume that memory which one argument writes is not accessed through another argument"`
}

// ErrUnsupported is wrapped by errors about programs that have no counterpart.
var ErrUnsupported = errors.New("has no counterpart in dialect tile")

// Convert converts the functions of a verified module to kernels and functions of dialect tile. An error is located at
// the operation that has no counterpart. The module must not be used after an error.
func Convert(module *ir.Operation) error { return ConvertWith(module, Options{}) }

// ConvertWith is [Convert] with options.
func ConvertWith(module *ir.Operation, options Options) error {
	im := &importer{options: options, ctx: module.Context(), b: ir.NewBuilder(module.Context()), module: module,
		blocks: make(map[*ir.Value]*tt.TensorDescType), divisors: make(map[*ir.Value]int64)}
	if err := im.setSemantics(); err != nil {
		return err
	}
	if err := im.findPadding(); err != nil {
		return err
	}
	if err := im.expandBlockPointers(); err != nil {
		return err
	}
	if err := im.convertTypes(); err != nil {
		return err
	}
	var ops []*ir.Operation
	for f := range module.Region(0).Entry().Ops() {
		if f.Info().DialectName() == tt.Dialect.Name {
			f.WalkPostOrder(func(op *ir.Operation) { ops = append(ops, op) })
		}
	}
	for _, op := range ops {
		if err := im.convert(op); err != nil {
			return err
		}
	}
	return nil
}

// setSemantics sets the module's semantics attribute to Triton's semantics, if the module has functions of Triton.
func (im *importer) setSemantics() error {
	found := false
	im.walk(func(*ir.Operation) bool {
		found = true
		return false
	})
	triton := tile.Semantics(im.ctx, promotion.Triton)
	switch have := im.module.Attr(tile.SemanticsName); {
	case !found, have == triton:
		return nil
	case have != nil:
		return im.module.Errorf("has functions of Triton, but '%s' is %s", tile.SemanticsName, have)
	}
	im.module.SetAttr(tile.SemanticsName, triton)
	return nil
}

// walk visits the operations of Triton's functions. The conversion does not change anything else in the module.
func (im *importer) walk(visit func(op *ir.Operation) bool) {
	for f := range im.module.Region(0).Entry().Ops() {
		if f.Is(&tt.FuncOp) {
			f.Walk(visit)
		}
	}
}

// importer converts one module.
type importer struct {
	ctx    *ir.Context
	b      *ir.Builder
	module *ir.Operation

	options  Options
	padding  tile.Padding                     // the padding of all descriptors: tile.PadZero or tile.PadNaN
	blocks   map[*ir.Value]*tt.TensorDescType // the original types of descriptors
	divisors map[*ir.Value]int64              // of arguments, as descriptors promise them
	outlined int                              // the number of functions that outline has made
}

// conversion replaces an operation by others, and returns the values that replace its results. The builder is before
// the operation.
type conversion func(im *importer, op *ir.Operation) ([]*ir.Value, error)

// conversions has a conversion for each operation of dialect tt, and for two operations of other dialects.
var conversions = func() map[string]conversion {
	all := make(map[string]conversion)
	for _, part := range []map[*ir.OpDef]conversion{
		functions, programs, elementwise, counterparts, memory, descriptors, regions,
	} {
		for def, c := range part {
			all[def.Name] = c
		}
	}
	return all
}()

func (im *importer) convert(op *ir.Operation) error {
	convert, ok := conversions[op.Name()]
	if !ok {
		if op.Info().DialectName() == "tt" {
			return unsupported(op, "")
		}
		im.relax(op)
		return im.keepHints(op)
	}
	im.b.Before(op).CopyLoc(op)
	results, err := convert(im, op)
	if err != nil {
		return locate(op, err)
	}
	for i, v := range results {
		op.Result(i).ReplaceAllUsesWith(v)
	}
	op.Erase()
	return nil
}

// locate returns err with the location of an operation, unless err has a location already.
func locate(op *ir.Operation, err error) error {
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		return err
	}
	return op.Errorf("%w", err)
}

// unsupported returns the error for an operation without a counterpart.
func unsupported(op *ir.Operation, format string, args ...any) error {
	if format == "" {
		return op.Errorf("%w", ErrUnsupported)
	}
	return op.Errorf("%w: %s", ErrUnsupported, fmt.Sprintf(format, args...))
}

// build creates an operation and returns it.
func (im *importer) build(def *ir.OpDef, types []ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Operation {
	st := im.b.State(def)
	st.Operands = append(st.Operands, operands...)
	st.Types = append(st.Types, types...)
	for _, a := range attrs {
		st.AddAttr(a.Name, a.Value)
	}
	return im.b.Create(st)
}

// like creates an operation with the operands and result types of another one.
func (im *importer) like(def *ir.OpDef, op *ir.Operation, attrs ...ir.NamedAttr) []*ir.Value {
	return im.build(def, op.ResultTypes(), op.OperandValues(), attrs...).ResultValues()
}

// renamed returns the conversion to an operation with the same operands and results, and without attributes.
func renamed(def *ir.OpDef) conversion {
	return func(im *importer, op *ir.Operation) ([]*ir.Value, error) { return im.like(def, op), nil }
}

func (im *importer) unit(name string) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: im.ctx.Unit()}
}

func (im *importer) i32(name string, v int) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: im.ctx.Integer(im.ctx.I(32), int64(v))}
}

// constant returns an i32.
func (im *importer) constant(v int64) *ir.Value { return arith.NewInt(im.b, im.ctx.I(32), v) }
