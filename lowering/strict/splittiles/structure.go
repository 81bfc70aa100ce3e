package splittiles

import (
	"slices"

	"github.com/girih-ir/girih/ir"
)

// structure replaces an operation of control flow, which passes operands to results or block arguments in order. The
// pieces of a value take its place.
func (s *splitter) structure(op *ir.Operation) {
	st := s.state(op, s.all(op.OperandValues()), s.types(op.ResultTypes()))
	for i := range op.NumRegions() {
		region := &ir.Region{}
		region.TakeBlocks(op.Region(i))
		st.Regions = append(st.Regions, region)
	}
	to := s.b.Create(st)
	results := to.ResultValues()
	for _, old := range op.ResultValues() {
		n := len(pieceTypes(s.ctx, old.Type()))
		s.replace(old, results[:n])
		results = results[n:]
	}
	s.replaced = append(s.replaced, op)
	for i := range to.NumRegions() {
		for b := range to.Region(i).Blocks() {
			s.arguments(b)
		}
	}
}

// arguments replaces the arguments of a block, and rewrites its operations.
func (s *splitter) arguments(b *ir.Block) {
	old := slices.Clone(b.Args())
	for _, v := range old {
		var pieces []*ir.Value
		for _, t := range pieceTypes(s.ctx, v.Type()) {
			pieces = append(pieces, b.AddArg(s.ctx, t, v.Loc()))
		}
		s.replace(v, pieces)
	}
	s.block(b)
	for _, v := range slices.Backward(old) {
		b.EraseArg(v.Index())
	}
}
