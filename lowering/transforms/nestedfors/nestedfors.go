// Package nestedfors turns parallel loops into nests of scf.for: the passes scf-forall-to-for and
// scf-parallel-for-to-nested-fors, with upstream's output.
//
// In a tile kernel, all threads of the block execute every operation on tensors. So the iterations of a parallel loop
// cannot be divided among threads. They run one after the other, with the first dimension outermost. That is one of the
// orders that the loop permits. Reductions combine in this order. Upstream does not convert loops with reductions; with
// the option reductions, the nest carries them. The tensors that the iterations of an scf.forall share can only be
// written by operations of other dialects: such a loop is an error. Start at forall and parallel.
//
// Before:
//
//	func.func @f(%n: index, %k: index, %x: i32, %a: memref<?x?xi32>) {
//	  %c0 = arith.constant 0 : index
//	  %c1 = arith.constant 1 : index
//	  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %k) step (%c1, %c1) {
//	    memref.store %x, %a[%i, %j] : memref<?x?xi32>
//	    scf.reduce
//	  }
//	  return
//	}
//
// After scf-parallel-for-to-nested-fors:
//
//	func.func @f(%arg0: index, %arg1: index, %arg2: i32, %arg3: memref<?x?xi32>) {
//	  %c0 = arith.constant 0 : index
//	  %c1 = arith.constant 1 : index
//	  scf.for %arg4 = %c0 to %arg0 step %c1 {
//	    scf.for %arg5 = %c0 to %arg1 step %c1 {
//	      memref.store %arg2, %arg3[%arg4, %arg5] : memref<?x?xi32>
//	    }
//	  }
//	  return
//	}
//
// Before:
//
//	func.func @f(%n: index, %x: i32, %a: memref<?xi32>) {
//	  scf.forall (%i) in (%n) {
//	    memref.store %x, %a[%i] : memref<?xi32>
//	  }
//	  return
//	}
//
// After func.func(scf-forall-to-for):
//
//	func.func @f(%arg0: index, %arg1: i32, %arg2: memref<?xi32>) {
//	  %c0 = arith.constant 0 : index
//	  %c1 = arith.constant 1 : index
//	  scf.for %arg3 = %c0 to %arg0 step %c1 {
//	    memref.store %arg1, %arg2[%arg3] : memref<?xi32>
//	  }
//	  return
//	}
package nestedfors

import (
	"errors"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// ForallPass is scf-forall-to-for.
var ForallPass = &pass.Pass{
	Name:     "scf-forall-to-for",
	Title:    "SCFForallToForLoop",
	Summary:  "Convert SCF forall loops to SCF for loops",
	Dialects: []*ir.Dialect{arith.Dialect},
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return each(ctx, op, &scf.ForallOp, func(b *ir.Builder, op *ir.Operation) error {
			return forall(b, scf.Forall{Operation: op})
		})
	},
}

// Options are the options of [ParallelPass].
type Options struct {
	Reductions bool `opt:"reductions" help:"Convert loops with reductions, too, which then combine in the order of the nest"`
}

// ParallelPass is scf-parallel-for-to-nested-fors.
var ParallelPass = &pass.Pass{
	Name:    "scf-parallel-for-to-nested-fors",
	Title:   "SCFParallelForToNestedFors",
	Summary: "Convert SCF parallel for loops to nested SCF for loops",
	Options: func() any { return &Options{} },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		reductions := ctx.Options.(*Options).Reductions
		return each(ctx, op, &scf.ParallelOp, func(b *ir.Builder, op *ir.Operation) error {
			if op.NumResults() == 0 || reductions {
				parallel(b, scf.Parallel{Operation: op})
			}
			return nil
		})
	},
}

// each converts all operations of a kind, inner ones first.
func each(ctx *pass.Context, op *ir.Operation, def *ir.OpDef,
	convert func(b *ir.Builder, op *ir.Operation) error) error {
	var loops []*ir.Operation
	op.WalkPostOrder(func(inner *ir.Operation) {
		if inner.Is(def) {
			loops = append(loops, inner)
		}
	})
	if len(loops) == 0 {
		ctx.PreserveAll()
	}
	b := ir.NewBuilder(op.Context())
	for _, loop := range loops {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b.Before(loop).SetLoc(loop.Loc())
		if err := convert(b, loop); err != nil {
			return err
		}
	}
	return nil
}

// ErrSharedOutputs is wrapped by the error for a loop whose iterations share tensors.
var ErrSharedOutputs = errors.New("has shared outputs")

// forall converts a loop to nested loops, which b inserts before it. A loop without dimensions is replaced by its body.
// The error is located and wraps [ErrSharedOutputs].
func forall(b *ir.Builder, loop scf.Forall) error {
	if len(loop.Outputs()) > 0 {
		return loop.Errorf("%w, which no operation writes: store what iterations compute to memory, or carry it through "+
			"an scf.for or the reductions of an scf.parallel", ErrSharedOutputs)
	}
	var bounds [3][]*ir.Value
	for i, mixed := range [][]scf.MixedIndex{loop.LowerBounds(), loop.UpperBounds(), loop.Steps()} {
		for _, m := range mixed {
			if m.Value == nil {
				m.Value = arith.NewIndex(b, m.Static)
			}
			bounds[i] = append(bounds[i], m.Value)
		}
	}
	body := loop.Body()
	body.Last().Erase()
	if loop.Rank() == 0 {
		for op := body.First(); op != nil; op = body.First() {
			op.MoveBefore(loop.Operation)
		}
	} else {
		inner, ivs, _ := nest(b, bounds, nil)
		move(body, inner.Body(), ivs)
	}
	loop.Erase()
	return nil
}

// parallel converts a loop to nested loops, which b inserts before it. They carry its reductions.
func parallel(b *ir.Builder, loop scf.Parallel) {
	bounds := [3][]*ir.Value{loop.LowerBounds(), loop.UpperBounds(), loop.Steps()}
	inner, ivs, outermost := nest(b, bounds, loop.Inits())
	end := loop.Body().Last()
	var next []*ir.Value
	for i, v := range end.OperandValues() {
		combiner := end.Region(i).Entry()
		combiner.Arg(0).ReplaceAllUsesWith(inner.IterArgs()[i])
		combiner.Arg(1).ReplaceAllUsesWith(v)
		next = append(next, combiner.Last().Operand(0))
		combiner.Last().Erase()
		for op := combiner.First(); op != nil; op = combiner.First() {
			op.MoveBefore(end)
		}
	}
	if end.Erase(); len(next) > 0 {
		inner.Body().Last().SetOperands(next) // the values may be induction variables
	}
	move(loop.Body(), inner.Body(), ivs)
	for i, v := range loop.Results() {
		v.ReplaceAllUsesWith(outermost.Result(i))
	}
	loop.Erase()
}

// nest builds nested loops, the first dimension outermost. Each yields its carried values unchanged.
func nest(b *ir.Builder, bounds [3][]*ir.Value, inits []*ir.Value) (inner scf.For, ivs []*ir.Value, outermost scf.For) {
	outermost = scf.NewFor(b, bounds[0][0], bounds[1][0], bounds[2][0], inits,
		func(b *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value {
			ivs = append(ivs, iv)
			if len(bounds[0]) == 1 {
				return carried
			}
			rest := [3][]*ir.Value{bounds[0][1:], bounds[1][1:], bounds[2][1:]}
			var more []*ir.Value
			var next scf.For
			inner, more, next = nest(b, rest, carried)
			ivs = append(ivs, more...)
			return next.ResultValues()
		})
	if len(bounds[0]) == 1 {
		inner = outermost
	}
	return inner, ivs, outermost
}

// move moves the body of a parallel loop, whose terminator has been erased, into the innermost loop.
func move(from, to *ir.Block, ivs []*ir.Value) {
	for i, v := range ivs {
		from.Arg(i).ReplaceAllUsesWith(v)
	}
	for op := from.First(); op != nil; op = from.First() {
		op.MoveBefore(to.Last())
	}
}
