package rings

import (
	"errors"
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
)

// ErrNoProducts is the error of [Resident] for a kernel without products of tiles of rings.
var ErrNoProducts = errors.New("no products of tiles that are copied asynchronously")

// Resident returns how many blocks of a kernel have room on a multiprocessor at the same time, if tiles of all products
// in its loops over programs ([tile.RunsPrograms]) are copied ahead from one program to the next. It is 0 if a thread
// needs more registers than it can have, even with those that the copying warps give up. The error says what prevents
// the copies. shared is the size of the shared memory of a block; 0 stands for that of sm_90.
func Resident(kernel tile.Kernel, warps, shared int) (blocks int, err error) {
	f := find(kernel, warps, false)
	total := len(f.products)
	if total == 0 {
		return 0, ErrNoProducts
	}
	for _, loop := range loopsOf(f) {
		if op := unforeseen(kernel, loop); op != nil {
			return 0, op.Errorf("controls the program by a value that the copying warp cannot know in advance")
		}
	}
	if f = choose(kernel, warps, shared, true); len(f.products) < total {
		return 0, errors.New("not all factors are tiles of arrays, at places that follow from the program's index")
	}
	r := &rewriter{found: f, rings: make(map[*tileLoad]*ring)}
	if !r.size(shared) {
		return 0, errors.New("shared memory has no room for both the result and tiles that are copied ahead")
	}
	most := costs.RegistersBesideCopies(r.threads(), costs.CopyingRegisters)
	if blocks = r.blocks(); blocks < 1 && r.mostHeld() <= most {
		blocks = 1
	}
	return blocks, nil
}

// loopsOf returns the loops over programs of a kernel in which there are products.
func loopsOf(f *found) (list []*ir.Operation) {
	for op := range f.kernel.Entry().Ops() {
		within := func(p *product) bool { return op.IsAncestorOf(p.op) }
		if tile.RunsPrograms(op) && slices.ContainsFunc(f.products, within) {
			list = append(list, op)
		}
	}
	return list
}

// unforeseen returns an operation in a loop whose way through its regions the copying warp cannot compute; nil if there
// is none.
func unforeseen(kernel tile.Kernel, loop *ir.Operation) (culprit *ir.Operation) {
	known := newForesight(kernel, true)
	loop.Walk(func(op *ir.Operation) bool {
		if op.NumRegions() == 0 || op == loop || culprit != nil {
			return culprit == nil
		}
		var decides []*ir.Value
		switch {
		case op.Is(&scf.IfOp):
			decides = op.OperandRange(0, 1)
		case op.Is(&scf.ForOp):
			decides = op.OperandRange(0, 3)
		case op.Is(&tile.Reduce), op.Is(&tile.Scan):
			return true
		default:
			culprit = op
			return false
		}
		if !known.all(decides) {
			culprit = op
		}
		return culprit == nil
	})
	return culprit
}
