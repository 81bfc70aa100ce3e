package assign

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/stages"
	"github.com/girih-ir/girih/ir"
)

// relation says how the layout of an operand or result follows from the layout of its operation, and the other way
// round.
type relation struct {
	// of maps a layout of the operation to the layout of the value; nil if any layout will do.
	of func(tilegpu.Encoding) tilegpu.Encoding
	// back maps a layout of the value to a layout of the operation; nil if there is none.
	back func(tilegpu.Encoding) tilegpu.Encoding
	// same says that both functions are the identity: the value has the operation's layout.
	same bool
	// later says that where of returns nil, the result is converted instead, from what back returns.
	later bool
}

func identity(e tilegpu.Encoding) tilegpu.Encoding { return e }

func nothing(tilegpu.Encoding) tilegpu.Encoding { return nil }

var (
	same = relation{of: identity, back: identity, same: true}
	free = relation{of: nothing, back: nothing}
)

// remembered returns a relation that remembers results, since the search for layouts asks for the same ones many times.
func remembered(r relation) relation {
	memo := func(f func(tilegpu.Encoding) tilegpu.Encoding) func(tilegpu.Encoding) tilegpu.Encoding {
		known := make(map[tilegpu.Encoding]tilegpu.Encoding)
		return func(e tilegpu.Encoding) tilegpu.Encoding {
			out, ok := known[e]
			if !ok {
				out = f(e)
				known[e] = out
			}
			return out
		}
	}
	return relation{memo(r.of), memo(r.back), r.same, r.later}
}

// rule says how the layouts of an operation's tensors depend on each other. The operation has one layout, for the shape
// of tensor, and the relations derive the layouts of operands and results from it.
type rule struct {
	tensor            *ir.TensorType
	operands, results []relation
	cheap             bool  // computing the results again is better than converting them, if all operands are cheap
	pack              int64 // how many neighbors a thread must have in consecutive registers
}

// ruleOf returns the rule of an operation that has tensors.
func ruleOf(op *ir.Operation) (rule, error) {
	if f, ok := rules[op.Def()]; ok {
		return f(op), nil
	}
	switch {
	case op.Is(&tile.AddPtr), op.HasTrait(ir.Elementwise):
		r := alike(op)
		r.cheap = op.HasTrait(ir.Pure) || op.Is(&tile.AddPtr)
		return r, nil
	case op.HasTrait(ir.Terminator), op.NumRegions() > 0: // values that are passed on have no rule of their own
		return rule{}, nil
	}
	return rule{}, op.Errorf("has no rule for layouts%s", stages.Hint(op))
}

var rules = map[*ir.OpDef]func(op *ir.Operation) rule{
	&tile.Iota: source, &tile.Splat: source, &arith.ConstantOp: constantRule,
	&tile.Load: alike, &tile.Store: alike, &tile.AtomicRMW: alike, &tile.AtomicCAS: alike,
	&tile.Hint: cheap(alike), &tile.Cast: cheap(alike), &tile.Bitcast: cheap(alike),
	&tile.PtrCast: cheap(alike), &tile.PtrToInt: cheap(alike), &tile.IntToPtr: cheap(alike),
	&tile.Scan: alike, &tile.Sort: alike,
	&tile.Map: packed, &tile.InlineAsm: packed,
	&tile.Reduce: reduceRule, &tile.Dot: dotRule, &tile.DotScaled: dotRule, &tilegpu.StreamDot: streamRule,
	&tilegpu.WindowDot: windowRule,
	&tilegpu.RingDot:   ringRule, &tilegpu.RingWait: alike, &tilegpu.Ring: passedOnOnly, &tilegpu.RingCopy: passedOnOnly,
	&tilegpu.TakeTurn: passedOnOnly, &tilegpu.PassTurn: passedOnOnly,
	&tilegpu.AddParts:  partsRule,
	&tilegpu.RingLoad:  anyResult,
	&tilegpu.RingStore: anyOperands,
	&tilegpu.RingAwait: passedOnOnly, &tilegpu.RingRelease: passedOnOnly, &tilegpu.RingEnd: passedOnOnly,
	&tile.Gather: gatherRule, &tile.Histogram: histogramRule,
	&tile.ExpandDims: cheap(expandRule), &tile.Broadcast: cheap(broadcastRule), &tile.Permute: cheap(permuteRule),
	&tile.Reshape: cheap(reshapeRule), &tile.Join: cheap(joinRule), &tile.Split: cheap(splitRule),
	&tile.Cat: cheap(catRule), &tile.Flip: alike,
	&tile.Extract: anyResult, &tile.Insert: insertRule,
	&fn.CallOp: passedOnOnly, &tile.Print: anyOperands, &tile.Assert: anyOperands, &tile.Assume: anyOperands,
	&tilegpu.SharedAlloc: anyOperands, &tilegpu.SharedLoad: anyResult, &tilegpu.SharedStore: anyOperands,
	&tilegpu.SharedCopy: sharedCopyRule, &tilegpu.SharedGroup: passedOnOnly, &tilegpu.SharedAwait: passedOnOnly,
	&tilegpu.ConvertLayout: alike, &tilegpu.BulkStore: bulkStoreRule,
	// Arithmetic of dialect tile that remains in strict kernels because it states how to round.
	&tile.Add: cheap(alike), &tile.Sub: cheap(alike), &tile.Mul: cheap(alike), &tile.Div: cheap(alike),
	&tile.FMA: cheap(alike), &tile.Sqrt: cheap(alike), &tile.Exp2: cheap(alike),
}

func cheap(f func(op *ir.Operation) rule) func(op *ir.Operation) rule {
	return func(op *ir.Operation) rule {
		r := f(op)
		r.cheap = true
		return r
	}
}

// tensorOf returns the type of the first tensor among an operation's results, then operands; nil if there is none.
func tensorOf(op *ir.Operation) *ir.TensorType {
	for _, v := range op.Results() {
		if t, ok := v.Type().(*ir.TensorType); ok {
			return t
		}
	}
	for _, v := range op.Operands() {
		if t, ok := v.Type().(*ir.TensorType); ok {
			return t
		}
	}
	return nil
}

func operandType(op *ir.Operation, i int) *ir.TensorType {
	t, _ := op.Operand(i).Type().(*ir.TensorType)
	return t
}

// alike is the rule of operations all of whose tensors have the same layout.
func alike(op *ir.Operation) rule {
	return rule{tensor: tensorOf(op), operands: allSame(op.NumOperands()), results: allSame(op.NumResults())}
}

// allSame returns a number of relations to the same layout. Nobody may change them.
func allSame(n int) []relation {
	if n > len(manySame) {
		return slices.Repeat([]relation{same}, n)
	}
	return manySame[:n:n]
}

var manySame = slices.Repeat([]relation{same}, 8)

// source is the rule of operations that make tensors of scalars.
func source(op *ir.Operation) rule {
	r := alike(op)
	r.cheap = true
	return r
}

// constantRule: a splat constant is cheap. A constant whose elements differ is not, since threads read it from memory.
func constantRule(op *ir.Operation) rule {
	r := alike(op)
	dense, ok := op.Inherent("value").(*ir.DenseElementsAttr)
	r.cheap = !ok || dense.IsSplat()
	return r
}

// packed is the rule of operations whose function takes several consecutive elements at once.
func packed(op *ir.Operation) rule {
	r := alike(op)
	r.pack = tile.PackOf(op)
	return r
}

func reduceRule(op *ir.Operation) rule {
	r := rule{tensor: operandType(op, 0), operands: allSame(op.NumOperands())}
	r.results = slices.Repeat([]relation{sliced(op.Context(), tile.Axis(op))}, op.NumResults())
	return r
}

// sliced is the relation for a tensor that lacks one dimension, axis, of the operation's shape.
func sliced(ctx *ir.Context, axis int) relation {
	return relation{
		of: func(e tilegpu.Encoding) tilegpu.Encoding { return tilegpu.Slice(ctx, axis, e) },
		back: func(e tilegpu.Encoding) tilegpu.Encoding {
			if s, ok := e.(*tilegpu.SliceAttr); ok && s.Dim == axis {
				return s.Parent
			}
			return nil
		},
	}
}

// orNone returns e, or nil if err is not nil.
func orNone(e tilegpu.Encoding, err error) tilegpu.Encoding {
	if err != nil {
		return nil
	}
	return e
}

// accumulator is the index of the operand to which a matrix product is added. The result has the same type.
const accumulator = 2

// dotRule: both factors of a product go through shared memory, so they may have any layout.
func dotRule(op *ir.Operation) rule {
	r := rule{tensor: op.Result(0).Type().(*ir.TensorType), results: []relation{same},
		operands: slices.Repeat([]relation{free}, op.NumOperands())}
	r.operands[accumulator] = same
	return r
}

// streamRule: the only tensor among the operands of a stream is the accumulator, the last one.
func streamRule(op *ir.Operation) rule {
	r := anyResult(op)
	r.operands[op.NumOperands()-1] = same
	return r
}

// windowRule: behind other operands there is an accumulator for each result. All have one layout.
func windowRule(op *ir.Operation) rule {
	r, n := alike(op), op.NumResults()
	r.operands = slices.Concat(slices.Repeat([]relation{free}, op.NumOperands()-n), allSame(n))
	r.results = allSame(n)
	return r
}

// ringRule: the left factor of tilegpu.ring_dot may be a tile in shared memory, which has no layout, or a tensor. A
// tensor is in registers, in the layout in which wgmma takes its A operand. A transposed tensor may have any layout,
// since it goes through shared memory: the elements of one of its rows are in several warps.
func ringRule(op *ir.Operation) rule {
	r := anyResult(op)
	r.operands[op.NumOperands()-1] = same
	if t, ok := op.Operand(0).Type().(*ir.TensorType); ok && !isTransposed(op.Operand(0)) {
		r.operands[0] = relation{back: nothing, of: func(e tilegpu.Encoding) tilegpu.Encoding {
			mma, ok := e.(*tilegpu.MMAAttr)
			if !ok {
				return nil
			}
			return tilegpu.DotOperand(op.Context(), 0, 32/ir.BitWidth(t.ElementType()), mma)
		}}
	}
	return r
}

func isTransposed(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && op.Is(&tile.Permute) && !slices.IsSorted(tile.OrderOf(op))
}

func gatherRule(op *ir.Operation) rule {
	return rule{tensor: op.Result(0).Type().(*ir.TensorType), operands: []relation{free, same}, results: allSame(1)}
}

func histogramRule(op *ir.Operation) rule {
	return rule{tensor: operandType(op, 0), operands: allSame(op.NumOperands()),
		results: []relation{free}}
}

func anyOperands(op *ir.Operation) rule {
	return rule{tensor: tensorOf(op), operands: slices.Repeat([]relation{free}, op.NumOperands())}
}

// bulkStoreRule: if warp groups store their rows by themselves, the tile has the layout of their products.
func bulkStoreRule(op *ir.Operation) rule {
	r := anyOperands(op)
	if tilegpu.StoreBuffer(op) != nil {
		r.operands[0] = same
	}
	return r
}

// sharedCopyRule: each thread copies the elements whose addresses it has.
func sharedCopyRule(op *ir.Operation) rule {
	r := alike(op)
	r.operands = slices.Clone(r.operands)
	for i := 2; i < len(r.operands); i++ {
		r.operands[i] = free
	}
	return r
}

// passedOnOnly is the rule of operations without a layout of their own. The tensors of a call have classes already (see
// agreed); the other operations have no tensors.
func passedOnOnly(*ir.Operation) rule { return rule{} }

func anyResult(op *ir.Operation) rule {
	return rule{tensor: tensorOf(op), operands: slices.Repeat([]relation{free}, op.NumOperands()),
		results: allSame(1)}
}

// insertRule: the part that is inserted is written to shared memory, so it may have any layout.
func insertRule(op *ir.Operation) rule {
	r := alike(op)
	r.operands = slices.Clone(r.operands)
	r.operands[0] = free
	return r
}

func expandRule(op *ir.Operation) rule {
	r := sliced(op.Context(), tile.Axis(op))
	shape := operandType(op, 0).Shape()
	r.back = func(e tilegpu.Encoding) tilegpu.Encoding {
		return orNone(tilegpu.Expanded(op.Context(), tile.Axis(op), e, shape))
	}
	return rule{tensor: op.Result(0).Type().(*ir.TensorType), operands: []relation{r}, results: allSame(1)}
}

// broadcastRule: the operand has the layout of the result, without the leading dimensions that the broadcast adds.
func broadcastRule(op *ir.Operation) rule {
	from, to := operandType(op, 0), op.Result(0).Type().(*ir.TensorType)
	added := len(to.Shape()) - len(from.Shape())
	r := relation{
		of: func(e tilegpu.Encoding) tilegpu.Encoding {
			for range added {
				e = tilegpu.Slice(op.Context(), 0, e)
			}
			return e
		},
		back: func(e tilegpu.Encoding) tilegpu.Encoding {
			shape := slices.Clone(from.Shape())
			for range added {
				if e == nil {
					return nil
				}
				e = orNone(tilegpu.Expanded(op.Context(), 0, e, shape))
				shape = append([]int64{1}, shape...)
			}
			return e
		},
		same: added == 0,
	}
	return rule{tensor: to, operands: []relation{r}, results: allSame(1)}
}

func permuteRule(op *ir.Operation) rule {
	order := tile.OrderOf(op)
	inverse := make([]int64, len(order))
	for i, from := range order {
		inverse[from] = int64(i)
	}
	from, to := operandType(op, 0).Shape(), op.Result(0).Type().(*ir.TensorType).Shape()
	return rule{tensor: operandType(op, 0), operands: []relation{same}, results: []relation{{
		of: func(e tilegpu.Encoding) tilegpu.Encoding {
			return orNone(tilegpu.Permuted(op.Context(), order, e, from))
		},
		back: func(e tilegpu.Encoding) tilegpu.Encoding {
			return orNone(tilegpu.Permuted(op.Context(), inverse, e, to))
		},
	}}}
}

func reshapeRule(op *ir.Operation) rule {
	from, to := operandType(op, 0).Shape(), op.Result(0).Type().(*ir.TensorType).Shape()
	return rule{tensor: operandType(op, 0), operands: []relation{same}, results: []relation{remembered(relation{
		of:   func(e tilegpu.Encoding) tilegpu.Encoding { return orNone(tilegpu.Reshaped(op.Context(), e, from, to)) },
		back: func(e tilegpu.Encoding) tilegpu.Encoding { return orNone(tilegpu.Reshaped(op.Context(), e, to, from)) },
	})}}
}

// pairwise is the relation for one operand of tile.join, or one result of tile.split. The two tensors are slices of the
// joined tensor along its last dimension, which has size 2.
func pairwise(ctx *ir.Context, shape []int64) relation {
	r := sliced(ctx, len(shape))
	r.back = func(e tilegpu.Encoding) tilegpu.Encoding { return orNone(tilegpu.Joined(ctx, e, shape)) }
	return remembered(r)
}

func joinRule(op *ir.Operation) rule {
	t := op.Result(0).Type().(*ir.TensorType)
	one := free
	if half := operandType(op, 0); half != nil {
		one = pairwise(op.Context(), half.Shape())
	}
	return rule{tensor: t, operands: []relation{one, one}, results: allSame(1)}
}

func splitRule(op *ir.Operation) rule {
	t := operandType(op, 0)
	one := pairwise(op.Context(), t.Shape()[:len(t.Shape())-1])
	return rule{tensor: t, operands: []relation{same}, results: []relation{one, one}}
}

func catRule(op *ir.Operation) rule {
	axis, half, whole := tile.Axis(op), operandType(op, 0).Shape(), op.Result(0).Type().(*ir.TensorType)
	one := remembered(relation{
		of: func(e tilegpu.Encoding) tilegpu.Encoding {
			h, ok := tilegpu.Half(op.Context(), axis, e, whole.Shape())
			if !ok {
				return nil
			}
			return h
		},
		back: func(e tilegpu.Encoding) tilegpu.Encoding {
			return orNone(tilegpu.Concatenated(op.Context(), axis, e, half))
		},
		later: true,
	})
	return rule{tensor: whole, operands: []relation{one, one}, results: allSame(1)}
}

// partsRule: the parts and their sums have one layout, and everything else is a number.
func partsRule(op *ir.Operation) rule {
	r := alike(op)
	n := len(tilegpu.PartsAdded{Operation: op}.Values())
	r.operands = slices.Concat(allSame(n), slices.Repeat([]relation{free}, op.NumOperands()-n))
	r.results = slices.Concat(allSame(n), []relation{free})
	return r
}
