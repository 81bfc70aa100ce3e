package products

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// pieces is the product of one warp by mma instructions on the registers of its lanes.
type pieces struct {
	*emit.Code
	how     tensorcores.Warp
	depth   int
	factors [2]*fragments
	sums    map[[3]int]int // the accumulator's registers by place (batch, row, column), for lane 0 of warp 0
}

// warpProduct lowers a tile.dot whose accumulator has a layout of warps. The factors must be in the registers that the
// instructions require. They are there already, or go through shared memory.
func warpProduct(c *emit.Code, op *ir.Operation, accumulator *tilegpu.MMAAttr) error {
	operands, results, err := layoutsOf(c, op)
	if err != nil {
		return err
	}
	p := &pieces{Code: c, sums: make(map[[3]int]int)}
	if p.how, err = tensorcores.WarpProduct(op, c.SM); err != nil {
		return op.Errorf("%w", err)
	}
	if tilegpu.EncodingOf(op.Operand(2).Type()) != tilegpu.EncodingOf(op.Result(0).Type()) {
		return op.Errorf("accumulator and result must have the same layout")
	}
	lhs := op.Operand(0).Type().(*ir.TensorType).Shape()
	p.depth = int(lhs[len(lhs)-1])
	for i, l := range operands[:2] {
		if p.factors[i], err = newFragments(c, op, i, p.how, l, accumulator); err != nil {
			return err
		}
	}
	share(c, p.factors)
	for _, f := range p.factors {
		f.get()
	}
	c.Values.Set(op.Result(0), p.compute(results[0], c.Values.Get(op.Operand(2))))
	return nil
}

// compute returns the accumulator plus the products.
func (p *pieces) compute(l layout.Layout, start []*ir.Value) []*ir.Value {
	sums := slices.Clone(start)
	narrow := ir.IsFloat(sums[0].Type()) && ir.BitWidth(sums[0].Type()) < 32
	var corners [][3]int // the first place of each fragment, in the order of registers
	for r, v := range sums {
		coords := l.Apply(r)
		n := len(coords)
		at := [3]int{0, coords[n-2], coords[n-1]}
		if n == 3 {
			at[0] = coords[0]
		}
		if _, copied := p.sums[at]; copied {
			continue
		}
		p.sums[at] = r
		if narrow {
			sums[r] = llvm.NewCast(p.B, &llvm.FPExt, v, p.Ctx.F32())
		}
		if at[1]%p.how.M == 0 && at[2]%p.how.N == 0 {
			corners = append(corners, at)
		}
	}
	for k := 0; k < p.depth; k += p.how.PartK() {
		for _, f := range p.factors {
			f.begin(k)
		}
		for half := 0; half < min(p.how.PartK(), p.depth); half += p.how.K {
			for _, at := range corners {
				p.issue(sums, at, k, half)
			}
		}
	}
	for r, v := range sums {
		if p.sums[p.placeOf(l, r)] == r && narrow {
			sums[r] = llvm.NewCast(p.B, &llvm.FPTrunc, v, start[r].Type())
		}
	}
	for r := range sums { // registers that hold copies
		sums[r] = sums[p.sums[p.placeOf(l, r)]]
	}
	return sums
}

func (p *pieces) placeOf(l layout.Layout, r int) [3]int {
	coords := l.Apply(r)
	n := len(coords)
	at := [3]int{0, coords[n-2], coords[n-1]}
	if n == 3 {
		at[0] = coords[0]
	}
	return at
}

// rowsOfLanes is how many rows of a factor's fragment the lanes hold in the same register. Further rows are in other
// registers.
const rowsOfLanes = 8

// issue emits one instruction, which adds a product to the registers of a fragment. k is the position of the part along
// K, and half is the offset of the instruction in the part.
func (p *pieces) issue(sums []*ir.Value, at [3]int, k, half int) {
	var acc, x, y []*ir.Value
	var registers []int
	for row := 0; row < p.how.M; row += rowsOfLanes {
		for column := range 2 {
			r := p.sums[[3]int{at[0], at[1] + row, at[2] + column}]
			registers, acc = append(registers, r), append(acc, sums[r])
		}
	}
	step := p.how.PartK() / 2 // the distance along K between registers
	for from := half; from < half+p.how.K; from += step {
		for row := 0; row < p.how.M; row += rowsOfLanes {
			x = append(x, p.factors[0].word([3]int{at[0], at[1] + row, k + from}))
		}
		y = append(y, p.factors[1].word([3]int{at[0], at[2], k + from}))
	}
	for i, v := range nvvm.NewMma(p.B, p.how.Mma, x, y, acc) {
		sums[registers[i]] = v
	}
}
