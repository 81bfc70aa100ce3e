package sharetail

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/iterations"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// tail is a loop over programs whose last ones can be shared.
type tail struct {
	kernel   tile.Kernel
	programs scf.For
	steps    scf.For // the loop of a program with its products
	sums     []int   // the values that steps carries and that are sums of products
	movers   map[int]iterations.Mover
}

// match describes a loop over programs. The remark says why its last programs cannot be shared.
func match(k tile.Kernel, op *ir.Operation) (*tail, *ir.Diagnostic) {
	t := &tail{kernel: k, movers: make(map[int]iterations.Mover)}
	var ok bool
	if t.programs, ok = scf.AsFor(op); !ok || op.NumResults() > 0 || !isQuery(op.Operand(0), &tile.ProgramID) ||
		!isQuery(op.Operand(2), &tile.NumPrograms) {
		return nil, op.Errorf(wholly + "the loop does not go from a block's number on in steps of the number of blocks")
	}
	if before, after := tile.StepsOf(k.Operation); before != nil || after != nil {
		return nil, op.Errorf(wholly + "a launch runs other kernels, too, which get the same arguments")
	}
	if t.programs.IsUnsigned() {
		return nil, op.Errorf(wholly + "the loop compares programs as unsigned numbers")
	}
	for inner := range t.programs.Body().Ops() {
		if !multiplies(inner) {
			continue
		}
		if t.steps.Operation != nil {
			return nil, inner.Errorf(wholly+"there are products beside those of the loop before").
				Note(t.steps.Loc(), "this loop")
		}
		if t.steps, ok = scf.AsFor(inner); !ok || t.steps.IsUnsigned() {
			return nil, inner.Errorf(wholly + "its products are not in a loop that all programs have, with signed bounds")
		}
	}
	if why := t.fits(); why != nil {
		return nil, why
	}
	return t, nil
}

// isQuery reports whether a value is the number of a block, or of blocks, along the first axis.
func isQuery(v *ir.Value, def *ir.OpDef) bool {
	op := v.DefiningOp()
	return op != nil && op.Is(def) && tile.Axis(op) == 0 && ir.IsInt(v.Type(), 32)
}

// wholly begins the remarks on loops that stay as they are.
const wholly = "runs each program of the last round in one block: "

// multiplies reports whether an operation is a product or has one inside.
func multiplies(op *ir.Operation) (found bool) {
	op.Walk(func(inner *ir.Operation) bool {
		found = found || inner.Is(&tile.Dot)
		return !found
	})
	return found
}

// hoist moves what is the same for all programs, and the number of steps may depend on, in front of a loop over
// programs. It reports whether there is such an operation.
func hoist(loop *ir.Operation) (moved bool) {
	programs, ok := scf.AsFor(loop)
	if !ok {
		return false
	}
	inside := func(v *ir.Value) bool { return iterations.Inside(programs, v) }
	for op := programs.Body().First(); op != nil; {
		next := op.Next()
		if ir.IsPure(op) && op.NumRegions() == 0 && !op.HasTrait(ir.Terminator) &&
			!slices.ContainsFunc(op.ResultTypes(), isTensor) && !slices.ContainsFunc(op.OperandValues(), inside) {
			op.MoveBefore(loop)
			moved = true
		}
		op = next
	}
	return moved
}

func isTensor(t ir.Type) bool {
	_, ok := t.(*ir.TensorType)
	return ok
}

// fits returns nil if several blocks can each execute a part of the steps of a program.
func (t *tail) fits() *ir.Diagnostic {
	for _, v := range t.steps.OperandRange(0, 3) {
		if iterations.Inside(t.programs, v) {
			return t.steps.Errorf(wholly + "the number of steps depends on the program, so parts would be unequal")
		}
	}
	for i, arg := range t.steps.IterArgs() {
		m, moves := iterations.MoverOf(t.steps, i)
		switch after := t.steps.Result(i); {
		case isSum(t.steps, i):
			t.sums = append(t.sums, i)
			if t.steps.Result(t.sums[0]).Type() != after.Type() {
				return t.steps.Errorf(wholly + "it has sums of different types")
			}
		case moves && after.FirstUse() == nil:
			t.movers[i] = m
		default:
			return t.steps.Errorf(wholly+"carried value #%d, of type %s, is neither a sum of tiles of f32 or i32 that begins "+
				"with zeros nor moved by a fixed amount", i, ir.Quote(arg.Type()))
		}
	}
	if t.sums == nil {
		return t.steps.Errorf(wholly + "it adds nothing up")
	}
	for op := t.programs.Body().First(); op != t.steps.Next(); op = op.Next() {
		if writes(op) {
			return op.Errorf(wholly+"memory is written before the sums are complete, which all of the blocks would do").
				Note(t.steps.Loc(), "the sums")
		}
	}
	return nil
}

// writes reports whether an operation may write memory.
func writes(op *ir.Operation) (found bool) {
	known := ir.VisitEffects(op, func(at *ir.Operation, e ir.Effect) bool {
		found = found || e.Kind == ir.Write && !at.Is(&tile.Assume)
		return !found
	})
	return found || !known
}

// isSum reports whether all that the steps of a loop do with a carried value is to add to it. It begins with zeros.
func isSum(f scf.For, i int) bool {
	arg := f.IterArgs()[i]
	t, ok := arg.Type().(*ir.TensorType)
	if !ok || !ir.IsInt(t.ElementType(), 32) && t.ElementType() != ir.Type(f.Context().F32()) || !arg.HasOneUse() ||
		!tensorcores.IsZero(f.Inits()[i]) {
		return false
	}
	use := arg.FirstUse()
	op := use.Owner()
	if op.NumResults() != 1 || op.Result(0) != f.Yield().Operand(i) || !op.Result(0).HasOneUse() {
		return false
	}
	return (op.Is(&tile.Dot) || op.Is(&math.FMA)) && use.Index() == accumulator || op.Is(&arith.AddF) || op.Is(&arith.AddI)
}

// accumulator is the number of the operand of tile.dot and math.fma to which the product is added.
const accumulator = 2
