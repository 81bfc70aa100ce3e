// Package mem2reg turns memory that holds one value into values: the pass `mem2reg`. It promotes the slots of
// operations that implement [ir.SlotAllocation] when every use of a slot loads or stores the whole of it and is in the
// region of the allocation: each load is replaced by the value stored last, or by a block argument where paths with
// different values meet.
//
// The construction is Cytron et al., "Efficiently Computing Static Single Assignment Form and the Control Dependence
// Graph" (1991), pruned: arguments are only made where the value is needed.
//
// Before:
//
//	func.func @f(%x: i32) -> i32 {
//	  %slot = memref.alloca() : memref<i32>
//	  memref.store %x, %slot[] : memref<i32>
//	  %y = memref.load %slot[] : memref<i32>
//	  return %y : i32
//	}
//
// After mem2reg:
//
//	func.func @f(%arg0: i32) -> i32 {
//	  return %arg0 : i32
//	}
package mem2reg

import (
	"slices"

	"github.com/girih-ir/girih/dialects/ub"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite"
)

// Pass is `mem2reg`.
var Pass = &pass.Pass{
	Name:       "mem2reg",
	Title:      "Mem2Reg",
	Summary:    "Promotes memory slots into values.",
	Dialects:   []*ir.Dialect{ub.Dialect},
	Options:    func() any { return &options{RegionSimplify: true} },
	Statistics: func() any { return new(statistics) },
	Run:        run,
}

type options struct {
	RegionSimplify bool `opt:"region-simplify" help:"Perform control flow optimizations to the region tree"`
}

type statistics struct {
	Promoted  int64 `stat:"promoted slots" help:"Total amount of memory slot promoted"`
	Arguments int64 `stat:"new block args" help:"Total amount of new block argument inserted in blocks"`
}

func run(ctx *pass.Context, op *ir.Operation) error {
	stats := ctx.Statistics.(*statistics)
	p := &promoter{dom: ir.NewDominance(), frontiers: make(map[*ir.Region]frontier), b: ir.NewBuilder(op.Context())}
	allocations := op.Collect(func(inner *ir.Operation) bool {
		_, ok := ir.InterfaceOf[ir.SlotAllocation](inner)
		return ok
	})
	// If a slot holds a pointer to another slot, the other one becomes promotable when the first one is promoted.
	for changed := true; changed && ctx.Err() == nil; {
		changed = false
		allocations = slices.DeleteFunc(allocations, func(alloc *ir.Operation) bool {
			promoted := p.promote(alloc)
			changed = changed || promoted
			return promoted
		})
	}
	if p.promoted > 0 && ctx.Options.(*options).RegionSimplify {
		rewrite.SimplifyRegions(op, rewrite.SimplifyNormal)
	}
	stats.Promoted += p.promoted
	stats.Arguments += p.arguments
	return ctx.Finish(p.promoted > 0)
}

// promoter promotes the slots of one operation. No blocks are added or removed meanwhile, so that what it knows about
// dominance stays true.
type promoter struct {
	dom       *ir.Dominance
	frontiers map[*ir.Region]frontier
	b         *ir.Builder

	promoted, arguments int64
}

// promote replaces a slot by values, and reports whether it could.
func (p *promoter) promote(alloc *ir.Operation) bool {
	s, ok := slotOf(alloc)
	if !ok {
		return false
	}
	if s.isLocal() {
		s.rename(alloc.Block(), nil)
	} else if !p.promoteAcross(s) {
		return false
	}
	s.erase()
	p.promoted++
	return true
}

// promoteAcross promotes a slot that several blocks use. It fails if a terminator would have to pass a value and
// cannot.
func (p *promoter) promoteAcross(s *slot) bool {
	region := s.alloc.ParentRegion()
	f, known := p.frontiers[region]
	if !known {
		f = frontierOf(region, p.dom)
		p.frontiers[region] = f
	}
	needed := s.liveIn()
	merges := f.merges(s, needed)
	for _, m := range merges {
		if !canPass(m) {
			return false
		}
	}
	args := make(map[*ir.Block]*ir.Value, len(merges))
	for _, m := range merges {
		args[m] = m.AddArg(region.ParentOp().Context(), s.elem, s.alloc.Loc())
		p.arguments++
	}
	ends := make(map[*ir.Block]*ir.Value) // the slot's value at the end of each block
	endOf := func(b *ir.Block) *ir.Value { return p.valueAtEnd(s, b, ends) }
	for b := range p.dom.Preorder(region) {
		switch arg := args[b]; {
		case b == s.alloc.Block():
			ends[b] = s.rename(b, nil)
		case arg != nil:
			ends[b] = s.rename(b, arg)
		case s.users[b] != nil:
			var start *ir.Value
			if needed[b] {
				start = endOf(p.dom.ImmediateDominator(b))
			}
			ends[b] = s.rename(b, start)
		}
	}
	for _, m := range merges {
		passTo(m, func(pred *ir.Block) *ir.Value {
			if !p.dom.IsReachable(pred) {
				return s.uninitialized()
			}
			return endOf(pred)
		})
	}
	s.renameUnreachable(p.dom)
	return true
}

// valueAtEnd returns the slot's value at the end of a block: that of the closest dominator that changes it.
func (p *promoter) valueAtEnd(s *slot, b *ir.Block, ends map[*ir.Block]*ir.Value) *ir.Value {
	var path []*ir.Block
	var v *ir.Value
	for v == nil {
		known, ok := ends[b]
		switch {
		case ok && known != nil:
			v = known
		default:
			path = append(path, b)
			if b = p.dom.ImmediateDominator(b); b == nil {
				v = s.uninitialized()
			}
		}
	}
	for _, b := range path {
		ends[b] = v
	}
	return v
}

// canPass reports whether every terminator that leads to a block can pass one more value to it.
func canPass(b *ir.Block) bool {
	if b.IsEntry() {
		return false
	}
	for pred := range b.Predecessors() {
		if _, ok := ir.InterfaceOf[ir.Branch](pred); !ok {
			return false
		}
		if _, editor := ir.InterfaceOf[ir.BranchEditor](pred); !editor && pred.HasTrait(ir.AttrSizedOperandSegments) {
			return false
		}
	}
	return true
}

// passTo makes every edge to a block pass one more value.
func passTo(b *ir.Block, value func(pred *ir.Block) *ir.Value) {
	var edges []*ir.Successor
	for s := range b.Incoming() {
		edges = append(edges, s)
	}
	for _, e := range edges {
		op := e.Owner()
		branch, _ := ir.InterfaceOf[ir.Branch](op)
		from, to := branch.SuccessorOperands(op, e.Index())
		ir.SetSuccessorOperands(op, e.Index(), append(op.OperandRange(from, to), value(op.Block())))
	}
}
