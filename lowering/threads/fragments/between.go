package fragments

import (
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// Products of warp groups may have left factors in registers. If ldmatrix reads these, all but the first are read while
// earlier products run:
//
//	read a; read b; the warp meets           read a
//	fence of sum, a, b                       fence of sum, a
//	sum += a * x                             sum += a * x
//	sum += b * y                             read b; fence of b
//	commit; wait                             sum += b * y
//	                                         commit; the warp meets; wait
//
// A lane may release what was read for its whole warp behind the wait, so the warp still meets behind the reads.

// products are the products behind a fence, up to the wait for them.
type products struct {
	fence  *ir.Operation
	first  map[int]*ir.Operation // the first product that takes a result of the fence as left factor
	order  []int                 // the results that are left factors, in the order of the products
	reads  map[int][]*ir.Operation
	meets  []*ir.Operation // nvvm.bar.warp.sync between the first read and the fence
	commit *ir.Operation
}

// readBetween moves the reads of left factors in a block between its products. It reports whether it moved any.
func readBetween(block *ir.Block) (changed bool) {
	for op := block.First(); op != nil; op = op.Next() {
		if !op.Is(&tilegpu.FenceRegisters) {
			continue
		}
		if p := productsBehind(op); p != nil && p.findReads() && p.mayMove() {
			op = p.move()
			changed = true
		}
	}
	return changed
}

// productsBehind returns the products behind a fence; nil if there is only one left factor in registers, or something
// else than products between the fence and the wait for them.
func productsBehind(fence *ir.Operation) *products {
	p := &products{fence: fence, first: make(map[int]*ir.Operation), reads: make(map[int][]*ir.Operation)}
	for op := fence.Next(); op != nil && p.commit == nil; op = op.Next() {
		switch {
		case op.Is(&tilegpu.RegisterProduct):
			left := op.Operand(0)
			if left.DefiningOp() != fence {
				return nil
			}
			if i := left.Index(); p.first[i] == nil {
				p.first[i] = op
				p.order = append(p.order, i)
			}
		case op.Is(&nvvm.WgmmaCommit):
			p.commit = op
		case !op.Is(&nvvm.ShflSync) && !ir.HasNoEffect(op):
			return nil
		}
	}
	if p.commit == nil || len(p.order) < 2 {
		return nil
	}
	return p
}

// findReads finds what makes the left factors of all products but the first. It reports whether that is nothing but
// ldmatrix, in the block of the products and for them alone.
func (p *products) findReads() bool {
	for _, i := range p.order[1:] {
		seen := make(map[*ir.Operation]bool)
		if !p.collect(p.fence.Operand(i), seen) {
			return false
		}
		for op := range seen {
			for _, v := range op.ResultValues() {
				for use := range v.Uses() {
					if user := use.Owner(); !seen[user] && user != p.fence {
						return false
					}
				}
			}
		}
		p.addAddresses(seen)
		p.reads[i] = slices.SortedFunc(maps.Keys(seen), func(x, y *ir.Operation) int {
			if x.IsBefore(y) {
				return -1
			}
			return 1
		})
	}
	return true
}

// addAddresses adds what computes addresses for the reads alone.
func (p *products) addAddresses(reads map[*ir.Operation]bool) {
	for op := p.fence.Prev(); op != nil; op = op.Prev() {
		alone := ir.IsPure(op) && !op.HasTrait(ir.ConstantLike) && !reads[op]
		used := false
		for _, v := range op.ResultValues() {
			for use := range v.Uses() {
				used = true
				alone = alone && reads[use.Owner()]
			}
		}
		if alone && used {
			reads[op] = true
		}
	}
}

// collect adds the operations that make a left factor of what ldmatrix reads.
func (p *products) collect(v *ir.Value, seen map[*ir.Operation]bool) bool {
	op := v.DefiningOp()
	switch {
	case op != nil && (seen[op] || op.Is(&llvm.Poison)):
		return true
	case op == nil || op.Block() != p.fence.Block():
		return false
	case op.Is(&llvm.InsertValue):
		seen[op] = true
		return p.collect(op.Operand(0), seen) && p.collect(op.Operand(1), seen)
	case op.Is(&llvm.ExtractValue):
		seen[op] = true
		return p.collect(op.Operand(0), seen)
	}
	seen[op] = true
	return op.Is(&nvvm.LdMatrix)
}

// mayMove reports whether nothing that the reads must not pass is between them and the fence. It finds where the warp
// meets there.
func (p *products) mayMove() bool {
	first := p.fence
	for _, i := range p.order[1:] {
		for _, op := range p.reads[i] {
			if op.Is(&nvvm.LdMatrix) && op.IsBefore(first) {
				first = op
			}
		}
	}
	for op := first; op != p.fence; op = op.Next() {
		switch {
		case op.Is(&nvvm.BarWarpSync):
			p.meets = append(p.meets, op)
		case !op.Is(&nvvm.LdMatrix) && !ir.HasNoEffect(op):
			return false
		}
	}
	return true
}

// move moves the reads, and returns the new fence.
func (p *products) move() *ir.Operation {
	b := ir.NewBuilder(p.fence.Context()).Before(p.fence)
	b.CopyLoc(p.fence)
	later := p.order[1:]
	var now []*ir.Value
	for i, v := range p.fence.OperandValues() {
		if !slices.Contains(later, i) {
			now = append(now, v)
		}
	}
	fenced := tilegpu.NewFenceRegisters(b, now)
	for i, v := range p.fence.ResultValues() {
		if !slices.Contains(later, i) {
			v.ReplaceAllUsesWith(fenced[0])
			fenced = fenced[1:]
			continue
		}
		for _, op := range p.reads[i] {
			op.MoveBefore(p.first[i])
		}
		b.Before(p.first[i])
		v.ReplaceAllUsesWith(tilegpu.NewFenceRegisters(b, []*ir.Value{p.fence.Operand(i)})[0])
	}
	for _, op := range p.meets {
		op.MoveBefore(p.commit.Next())
	}
	fence := p.fence.Prev()
	p.fence.Erase()
	return fence
}
